# keys from the table of actions
=== input
a 1
=== size 80x40
=== script
help
=== screen
tflame report test.folded  1 sample
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info  Help
Reading the picture
  Every box is a function. Its width is its share of the chosen event: what it
  did itself (self) and what it called (together: total). Boxes below it are
  what it called; where nothing is below, it ran itself.
  From left to right there is no time: siblings are ordered by name, so that the
  picture stays the same; s orders by weight. Boxes narrower than a column are
  merged into a +N box; Enter shows what is in it.
  Inverted (I) the picture begins with the functions that ran themselves, and
  their callers are below: the width of a caller is then only the part that it
  called for.

General
  ? F1        help              Keys and what they do
  q Ctrl-C    quit              Close what is open, or end the program
  Esc         back              Close what is open, end the search, or undo the
              last zoom or filter
  :           palette           Type the name of an action; Tab completes
  Ctrl-L      repaint           Paint the whole screen again
  Ctrl-Z      suspend           Stop the program; fg continues it
  m           menu              What can be done with the selected frame
              theme             Colours: default, dark, light or mono; without a
              name the next one

Views
  Tab         next-view         Next view
  S-Tab       previous-view     Previous view
              view              Go to the view of this name

Moving
  Up k        up                Up: to the caller, or one row
  Down j      down              Down: to the callee, or one row
  Left h      left              To the box on the left; in a tree: collapse or
              to the caller
  Right l     right             To the box on the right; in a tree: expand or to
              the callee                                                     ↓71
all                                                               only 1 samples
all  self 0%  total 100%  1 samples
Esc back  / search  f filter  m menu  ? help  q quit
=== size 50x12
=== script
last
=== screen
tflame report test.folded  1 sample
  9           Messages                        ↑118
  0           Info
  ?           Help

Mouse
  click       selects; a double click opens or
              zooms
  wheel       scrolls
  right       the menu; Shift leaves the mouse to
              the terminal
all  self 0%  total 100%
=== script
back
=== screen
tflame report test.folded  1 sample
all 100%
a 100%








all  self 0%  total 100%
