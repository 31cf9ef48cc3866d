# a terminal without UTF-8 gets ASCII only
=== input
名前;処理 60
名前;naïve 40
=== locale ascii
=== size 60x14
=== screen
tflame report test.folded  100 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0
|all 100%
|?? 100%
|na?ve 40%              |?? 60%






all
all  self 0%  total 100%  100 samples
Enter zoom  Esc back  / search  f filter  ? help  q quit
=== script
view functions
=== screen
tflame report test.folded  100 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0
 Self % Total %  Samples Function               Module
  60.00   60.00       60 ??
  40.00   40.00       40 na?ve
   0.00  100.00        0 ??





?? > ??
??  self 60%  total 60%  60 samples
Enter show in flame  Esc back  / search  ? help  q quit
