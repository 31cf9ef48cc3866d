# the call tree expands and collapses
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
=== size 80x20
=== script
view tree; select main
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
 Total %  Self %  Function, callees below
  100.00    0.00  ▾ all
   85.62    0.00    ▾ engine
   85.62    0.00      ▾ _start
   85.62    0.00        ▸ main
   12.68    0.00    ▸ swapper
    0.95    0.00    ▸ sshd
    0.32    0.00    ▸ cron
    0.32    0.00    ▸ kworker/0:1
    0.11    0.00    ▸ bash





engine › _start › main
main  self 0%  total 86%  of caller 100%  810 samples
Enter open  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
expand-all
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
 Total %  Self %  Function, callees below
  100.00    0.00  ▾ all
   85.62    0.00    ▾ engine
   85.62    0.00      ▾ _start
   85.62    0.00        ▾ main
   82.45    0.00          ▾ run_book
   57.08    8.46            ▾ match_orders
   32.77   32.77                find_level
    9.51    9.51                memcpy
    6.34    6.34                hash_lookup
   21.14    6.34            ▾ settle
   14.80   14.80                hash
    4.23    0.00            ▾ log
    4.23    0.00              ▾ vfprintf
    4.23    0.00                ▾ write                                      ↓18
engine › _start › main
main  self 0%  total 86%  of caller 100%  810 samples
Enter open  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
collapse-all
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
 Total %  Self %  Function, callees below
  100.00    0.00  ▾ all
   85.62    0.00    ▸ engine
   12.68    0.00    ▸ swapper
    0.95    0.00    ▸ sshd
    0.32    0.00    ▸ cron
    0.32    0.00    ▸ kworker/0:1
    0.11    0.00    ▸ bash







all
all  self 0%  total 100%  946 samples
Enter open  Esc back  / search  f filter  I invert  o callers  ? help  q quit
