# zoom in and out, undo, redo, and the way back by Esc
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
select run_book
zoom-in
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
engine 86%                                                              ↑1 more
_start 86%
main 86%
run_book 82%
log ▏match_orders 57%                                      ▌settle 21%
vfp…▏find_level 33%                ▉hash… memcpy   ▎       ▌hash 15%     ▉
wri…▏
[ke…▏
sys…▏
[zoom run_book] engine › _start › main › run_book
run_book  self 0%  total 82%  of caller 96%  780 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
select settle; zoom-in
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
engine 86%
_start 86%
main 86%
run_book 82%
settle 21%
hash 15%


[zoom run_book] [zoom settle] engine › _start › main › run_book › settle
settle  self 6.3%  total 21%  of caller 26%  200 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
undo
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
engine 86%                                                              ↑1 more
_start 86%
main 86%
run_book 82%
log ▏match_orders 57%                                      ▌settle 21%
vfp…▏find_level 33%                ▉hash… memcpy   ▎       ▌hash 15%     ▉
wri…▏
[ke…▏
sys…▏
[zoom run_book] engine › _start › main › run_book › settle
settle  self 6.3%  total 21%  of caller 26%  200 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
redo; back; back
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
engine › _start › main › run_book › settle
settle  self 6.3%  total 21%  of caller 26%  200 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
