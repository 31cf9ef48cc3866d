# the table of functions, sorted by its columns
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
view functions
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
 Self %            Total %  Samples Function                    Module
  32.77 ███▎         32.77      310 find_level
  14.80 █▌           14.80      140 hash
  12.68 █▎           12.68      120 mwait_idle
   9.51 █             9.51       90 memcpy
   8.46 ▉            57.08       80 match_orders
   6.34 ▋            21.14       60 settle
   6.34 ▋             6.34       60 hash_lookup
   4.23 ▍             4.23       40 sys_write
   3.17 ▍             3.17       30 parse_line
   0.95 ▏             0.95        9 sys_poll
   0.32               0.32        3 kthread
   0.32               0.32        3 sleep
   0.11               0.11        1 execve
   0.00              86.89        0 main                                     ↓15
engine › _start › main › run_book › match_orders › find_level
find_level  self 33%  total 33%  of caller 57%  310 samples
Enter show in flame  Esc back  / search  f filter  o callers  ? help  q quit
=== script
sort total; select run_book
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
 Self %            Total %  Samples Function                    Module
   0.00              86.89        0 main
   0.00              85.62        0 _start
   0.00              85.62        0 engine
   0.00              82.45        0 run_book
   8.46 ▉            57.08       80 match_orders
  32.77 ███▎         32.77      310 find_level
   6.34 ▋            21.14       60 settle
  14.80 █▌           14.80      140 hash
  12.68 █▎           12.68      120 mwait_idle
   0.00              12.68        0 cpu_idle
   0.00              12.68        0 swapper
   9.51 █             9.51       90 memcpy
   6.34 ▋             6.34       60 hash_lookup
   4.23 ▍             4.23       40 sys_write                                ↓15
engine › _start › main › run_book
run_book  self 0%  total 82%  of caller 96%  780 samples
Enter show in flame  Esc back  / search  f filter  o callers  ? help  q quit
=== styles
aaaaaa aaaaaaaaaaaaaaaaaa  bbbbbbbbbbb
 cddddd eeeeeeeeeeee cddddddd  cdddd  cddddddd  cdddddddd  cdddd
fffffffffffffffffffgggggggffffffffffffffffffffffffffffffffffffffffffffffffffffff



hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh
        i
        iiii
        i
        ii
        ii


        i
        i
        i                                                                    jjj
kkkkkkkkkkkkkkkkkkkkkkkkkllllllll
mmmmmmmm
nnnnn                nnn       n         n         n          n       n
a head
b head-dim
c tab-key
d tab
e tab-on
f column
g column-sort
h row-selected
i bar
j scroll
k path
l path-last
m strong
n key
=== size 44x10
=== screen
tflame report test.folded  946 samples
 Self % Total % Function
   0.00   86.89 main
   0.00   85.62 _start
   0.00   85.62 engine
   0.00   82.45 run_book
   8.46   57.08 match_orders
  32.77   32.77 find_level
   6.34   21.14 settle                   ↓22
run_book  self 0%  total 82%
