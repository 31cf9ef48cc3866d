# nothing missing; and where it comes from
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
view messages
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
What is missing
  nothing    No samples lost, no stacks cut, all names found

Messages
  none




all
all  self 0%  total 100%  946 samples
Esc back  / search  f filter  m menu  ? help  q quit
=== script
view threads
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
This input does not say which processes and threads its samples come from








all
all  self 0%  total 100%  946 samples
Enter only this  Esc back  / search  f filter  m menu  ? help  q quit
