# the menu of a frame, and the palette with completion
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
=== size 80x24
=== script
select hash; menu
=== screen
tflame report test.folded  946 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
engine 86%                                                          ▌swapper  ▋+
_start 86%                                                          ▌cpu_idle ▋
main 86%                                                            ▌mwait_i… ▋
  Enter      Show only what is below the selected frame, or what is in a +N box
  Backspace  One step back out
  o          Callers and callees of the selected function
  #          Search the name of the selected frame
  d          Only samples in the module of the selected frame
  P          Only the process of the selection
  K          Kernel frames: shown, hidden, only they
  I          Begin with the functions that ran, their callers below
  c          Colour by module, by kind of code, or not at all
  s          Order by name or weight; in tables by the next column
  e          The next event, or the one of this name
  y          Copy the stack of the selected frame to the clipboard (OSC 52)
  Y          Copy the name of the selected function
  x          Write what is shown to a new file; its suffix says the format
  u          Take back the last zoom or filter
e z          Show everything again: no zoom, no filter
hash  self 15%  total 15%  of caller 70%  140 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
key Esc
key :
type zoom
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
  ▌  ▉
  ▌  ▉









 zoom-in   Show only what is below the selected frame, or what is in a +N box
 zoom-out  One step back out
:zoom
=== script
key Tab
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
  ▌  ▉
  ▌  ▉









 zoom-in   Show only what is below the selected frame, or what is in a +N box
 zoom-out  One step back out
:zoom-
=== script
key o u t Enter
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
  ▌  ▉
  ▌  ▉









engine › _start › main › run_book › settle › hash
hash  self 15%  total 15%  of caller 70%  140 samples
Everything is shown
