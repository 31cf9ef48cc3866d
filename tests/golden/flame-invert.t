# leaf first: functions with weight of their own, callers below
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
select hash; invert
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
find_level 33%            ▎hash 15%   has… ▏mat… ▉memcpy ▌mwait_i… ▋  ▎set…▎  ▋+
match_orders 33%          ▎settle 15% mat… ▏run… ▉match… ▌cpu_idle ▋  ▎run…▎  ▋
run_book 33%              ▎run_book   run… ▏main ▉run_b… ▌swapper  ▋  ▎main▎  ▋
main 33%                  ▎main 15%   main ▏_st… ▉main   ▌         ▋  ▎_st…▎  ▋
_start 33%                ▎_start 15% _st… ▏eng… ▉_start ▌         ▋  ▎eng…▎  ▋
engine 33%                ▎engine 15% eng… ▏     ▉engine ▌                 ▎  ▋
                                                                           ▎  ▋
                                                                        ↓1 more
[inverted] hash
hash  share 15%  140 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
invert
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
engine › _start › main › run_book › settle › hash
hash  self 15%  total 15%  of caller 70%  140 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
