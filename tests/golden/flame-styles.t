# what has which meaning: tones, selection, search, the merged box
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
=== styles
aaaaaa aaaaaaaaaaaaaaaaaa  bbbbbbbbbbb
cccccccc deeeeeeeee  deeeeeee  deeee  deeeeeee  deeeeeeee  deeee
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggghiiiiiiiiijk
llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllmnnnnnnnnno
ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppqrrrrrrrrrs
ttuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvw
xxyttzAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABllllllllllllllllC
  DEEFGGGGGGGGGGGGGGGGGGGGGGGGGGHIIIIJAAAAAAK      LtttttttttttM
  NppO
  Prrs                                                                 QQQQQQQQQ
RRR
SSS
TTTTT       TTT       T         T         T         T          T       T
a head
b head-dim
c tab-on
d tab-key
e tab
f selected
g module0'
h module0' | module4
i module4
j module4 | rest'
k rest'
l module2
m module2 | kernel'
n kernel'
o kernel' | gap
p module1'
q module1' | kernel
r kernel
s kernel | gap
t module3
u module3 | module7'
v module7'
w module7' | gap
x module4'
y module4' | module3
z module3 | module5'
A module5'
B module5' | module2
C module2 | gap
D none | module6
E module6
F module6 | module3'
G module3'
H module3' | module1
I module1
J module1 | module5'
K module5' | gap
L none | module3
M module3 | gap
N none | module1'
O module1' | gap
P none | kernel
Q scroll
R path-last
S strong
T key
=== script
select match_orders
find hash
select main
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
engine › _start › main
main  self 0%  total 86%  of caller 100%  810 samples
/hash  n next  N previous  Esc end            2 functions, 2 frames, 21% of all
=== styles
aaaaaa aaaaaaaaaaaaaaaaaa  bbbbbbbbbbb
cccccccc deeeeeeeee  deeeeeee  deeee  deeeeeee  deeeeeeee  deeee
ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggghiiiiiiiiijk
llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllmnnnnnnnnno
ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppqrrrrrrrrrs
ttuvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvw
xxyttzAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABllllllllllllllllC
  DEEFGGGGGGGGGGGGGGGGGGGGGGGGGGHIIIIJAAAAAAK      LIIIIIIIIIIIM
  NOOP
  Qrrs                                                                 RRRRRRRRR
SSSSSSSSSSSSSSSSSSTTTT
UUUU
VWWWW  XXXXXXXXXXXXXXXXXXXXXXXXXXX           YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY
a head
b head-dim
c tab-on
d tab-key
e tab
f all
g module0'
h module0' | module4
i module4
j module4 | rest'
k rest'
l module2
m module2 | kernel'
n kernel'
o kernel' | gap
p selected
q selected | kernel
r kernel
s kernel | gap
t module3
u module3 | module7'
v module7'
w module7' | gap
x module4'
y module4' | module3
z module3 | module5'
A module5'
B module5' | module2
C module2 | gap
D none | module6
E module6
F module6 | module3'
G module3'
H module3' | match
I match
J match | module5'
K module5' | gap
L none | match
M match | gap
N none | module1'
O module1'
P module1' | gap
Q none | kernel
R scroll
S path
T path-last
U strong
V key
W prompt
X dim
Y match-text
