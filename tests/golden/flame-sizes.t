# the flame view at the three designed sizes, and smaller
=== input
engine;_start;main;run_book;match_orders;find_level 310
engine;_start;main;run_book;match_orders;memcpy 90
engine;_start;main;run_book;match_orders;hash_lookup(std::map<int, std::vector<int> > const&) 60
engine;_start;main;run_book;match_orders 80
engine;_start;main;run_book;settle;hash 140
engine;_start;main;run_book;settle 60
engine;_start;main;run_book;log;vfprintf;write;[kernel]_[k];sys_write_[k] 40
engine;_start;main;read_input;parse_line 30
swapper;cpu_idle_[k];mwait_idle_[k] 120
sshd;main;poll;sys_poll_[k] 9
cron;main;sleep 3
kworker/0:1;kthread_[k] 3
bash;execve 1
=== size 120x24
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info                             colour: module  order: name
all 100%                                                                             │ all
engine 86%                                                              ▊swapper   ▌+│
_start 86%                                                              ▊cpu_idle  ▌ │ self         0.00%              0
main 86%                                                                ▊mwait_id… ▌ │ total      100.00%            946
  ▊run_book 82%                                                         ▊            │ samples        946
  ▊log▎match_orders 57%                               ▊settle 21%       ▊            │
  ▊vf…▎find_level 33%             ▏has…▌memcpy ▋      ▊hash 15%    ▍                 │ Calls
  ▊wr…▎                                                                              │     86% engine
  ▊[k…▎                                                                              │     13% swapper
  ▊sy…▎                                                                              │    1.0% sshd
                                                                                     │    0.3% cron
                                                                                     │    0.3% kworker/0:1
                                                                                     │    0.1% bash
                                                                                     │
                                                                                     │ Most self
                                                                                     │     33% find_level
                                                                                     │     15% hash
                                                                                     │     13% mwait_idle
                                                                                     │    9.5% memcpy
                                                                                     │    8.5% match_orders
all
Enter zoom  Esc back  / search  f filter  c colour  I invert  o callers  s sort  m menu  ? help  q quit
=== size 80x24
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
engine 86%                                                          ▌swapper  ▋+
_start 86%                                                          ▌cpu_idle ▋
main 86%                                                            ▌mwait_i… ▋
  ▌run_book 82%                                                     ▌
  ▌  ▉match_orders 57%                             ▋settle 21%      ▌
  ▌  ▉find_level 33%            ▏has…▎memc… ▉      ▋hash 15%   ▍
  ▌  ▉
  ▌  ▉
  ▌  ▉









all
all  self 0%  total 100%  946 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== size 40x10
=== screen
tflame report …t.folded  946 samples
all 100%
engine 86%                        ▎swa…▍
_start 86%                        ▎cpu…▍
main 86%                          ▎mwa…▍
 ▎run_book 82%                    ▎
 ▎ match_orders 57%      ▊settle  ▎
 ▎ find_level   ▏ ▋me…▍  ▊hash ▊
 ▎                              ↓2 more
all  self 0%  total 100%
=== size 20x4
=== screen
tflame report test.…
all 100%
engine 86%  ↓8 more
all  self 0%  total…
=== size 12x3
=== screen
12x3 is too…
40x10 will …

=== size 1x1
=== screen
…
