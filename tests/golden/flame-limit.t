# the percent limit merges what is below it
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
limit 10
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
engine 86%                                                          ▌swapper  ▋+
_start 86%                                                          ▌cpu_idle ▋
main 86%                                                            ▌mwait_i… ▋
run_book 82%                                                        ▌
match_orders 57%                             ▋settle 21%      ▋log  ▌
find_level 33%            ▎+2 16%     ▉      ▋hash 15%   ▌    ▋vf…
                                                              ▋wr…
                                                              ▋[k…      ↓1 more
all
all  self 0%  total 100%  946 samples
Below 10% is merged
