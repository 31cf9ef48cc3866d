# names that would drive the terminal are shown escaped, wide ones are never halved
=== input
main;[31mred]52;c;aGk= 30
main;a‮b‏c 20
main;名前表示 25
main;���2J 10
=== size 80x14
=== screen
tflame report test.folded  85 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
main 100%
\x1b[31mred\x1b]52 35%      ▎a\u{202e}b\u{200… 名前表示 29%           ▋\xff\xf…
c 35%                       ▎
aGk=\x07 35%                ▎




all                                                              only 85 samples
all  self 0%  total 100%  85 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== size 61x14
=== screen
tflame report test.folded  85 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0…
all 100%
main 100%
\x1b[31mred\x1b]52   ▌a\u{202e}b\… ▉名前表示 29%     ▉\xff\…
c 35%                ▌
aGk=\x07 35%         ▌




all                                           only 85 samples
all  self 0%  total 100%  85 samples
Enter zoom  Esc back  / search  f filter  ? help  q quit
=== script
view functions
=== screen
tflame report test.folded  85 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0…
 Self % Total %  Samples Function                Module
  35.29   35.29       30 aGk=\x07
  29.41   29.41       25 名前表示
  23.53   23.53       20 a\u{202e}b\u{200f}c
  11.76   11.76       10 \xff\xfe\x9b2J
   0.00  100.00        0 main
   0.00   35.29        0 \x1b[31mred\x1b]52
   0.00   35.29        0 c

main › \x1b[31mred\x1b]52 › c › aGk=\x07      only 85 samples
aGk=\x07  self 35%  total 35%  30 samples
Enter show in flame  Esc back  / search  ? help  q quit
