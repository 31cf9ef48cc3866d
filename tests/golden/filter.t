# only stacks with a frame; nothing left; the way back
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
=== size 80x14
=== script
filter settle
=== screen
tflame report test.folded  200 of 946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
engine 100%
_start 100%
main 100%
run_book 100%
settle 100%
hash 70%


[stack has settle] all
all  self 0%  total 100%  200 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
filter pid=7
=== screen
tflame report test.folded  0 of 946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info



                          No sample passes the filters
                       Esc takes back the last one, z all




[stack has settle] [pid=7] all
all  self 0%  total 0%  0 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
back; back
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
  ▌  ▉                                                                  ↓1 more
all
all  self 0%  total 100%  946 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
