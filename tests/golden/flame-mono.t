# without colours boxes have edges; matches and the selection are marked by attributes
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
=== colours 0
=== size 80x14
=== script
select settle
find mem
select settle
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
▏all 100%
▏engine 86%                                                         ▏swapper   +
▏_start 86%                                                         ▏cpu_idle  ▏
▏main 86%                                                           ▏mwait_id… ▏
▏  ▏run_book 82%                                                    ▏
▏  ▏  ▏match_orders 57%                             ▏settle 21%     ▏
   ▏  ▏find_level 33%           ▏has…▏memcpy ▏      ▏hash 15%  ▏
   ▏  ▏
   ▏  ▏                                                                 ↓1 more
engine › _start › main › run_book › settle
settle  self 6.3%  total 21%  of caller 26%  200 samples
/mem  n next  N previous  Esc end              1 function, 1 frame, 9.5% of all
=== styles
aaaaaa aaaaaaaaaaaaaaaaaa  bbbbbbbbbbb
cccccccc deeeeeeeee  deeeeeee  deeee  deeeeeee  deeeeeeee  deeee
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggghhhhhhhhhhhi
jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkkkkkkkkkkk
llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllmmmmmmmmmmm
nnnooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
pppnnnqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrrrrrrrrrrrrrrrr
   sssttttttttttttttttttttttttttuuuuuvvvvvvvv       nnnnnnnnnnn
   lll
   mmm                                                                 wwwwwwwww
xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyy
zzzzzz
ABBB  CCCCCCCCCCCCCCCCCCCCCCCCCCC             DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD
a head
b head-dim
c tab-on
d tab-key
e tab
f all
g module0'
h module4
i rest'
j module2
k kernel'
l module1'
m kernel
n module3
o module7'
p module4'
q module5'
r selected
s module6
t module3'
u module1
v match'
w scroll
x path
y path-last
z strong
A key
B prompt
C dim
D match-text
=== colours 8
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
▏all 100%
▏engine 86%                                                         ▏swapper   +
▏_start 86%                                                         ▏cpu_idle
▏main 86%                                                           ▏mwait_id…
▏  ▏run_book 82%
▏  ▏  ▏match_orders 57%                             ▏settle 21%
   ▏  ▏find_level 33%           ▏has…▏memcpy        ▏hash 15%
   ▏
   ▏                                                                    ↓1 more
engine › _start › main › run_book › settle
settle  self 6.3%  total 21%  of caller 26%  200 samples
/mem  n next  N previous  Esc end              1 function, 1 frame, 9.5% of all
