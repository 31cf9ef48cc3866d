# a sandwich: callers above, callees below
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
a;hash;probe 44
=== size 80x16
=== script
select hash; callers
=== screen
tflame report test.folded  990 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
                   ▏engine 14%
                   ▏_start 14%
                   ▏main 14%
                   ▏run_book 14%
a 4.4%             ▏settle 14%
▶ hash  self 14%  total 19%
probe 4.4%         ▏




engine › _start › main › run_book › settle › hash
hash  self 14%  total 14%  of caller 70%  140 samples
Enter go there  Esc back  / search  f filter  m menu  ? help  q quit
=== script
up
=== screen
tflame report test.folded  990 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
                   ▏engine 14%
                   ▏_start 14%
                   ▏main 14%
                   ▏run_book 14%
a 4.4%             ▏settle 14%
▶ hash  self 14%  total 19%
probe 4.4%         ▏




engine › _start › main › run_book › settle › hash
hash  self 14%  total 14%  of caller 70%  140 samples
Enter go there  Esc back  / search  f filter  m menu  ? help  q quit
=== script
zoom-in
=== screen
tflame report test.folded  990 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
engine 20%
_start 20%
main 20%
run_book 20%
▶ settle  self 6.1%  total 20%
hash 14%





engine › _start › main › run_book › settle
settle  self 6.1%  total 20%  of caller 26%  200 samples
Enter go there  Esc back  / search  f filter  m menu  ? help  q quit
