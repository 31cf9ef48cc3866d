# 300 levels: marks say what is out of sight, the info line is always there
=== input
root;level0;level1;level2;level3;level4;level5;level6;level7;level8;level9;level10;level11;level12;level13;level14;level15;level16;level17;level18;level19;level20;level21;level22;level23;level24;level25;level26;level27;level28;level29;level30;level31;level32;level33;level34;level35;level36;level37;level38;level39;level40;level41;level42;level43;level44;level45;level46;level47;level48;level49;level50;level51;level52;level53;level54;level55;level56;level57;level58;level59;level60;level61;level62;level63;level64;level65;level66;level67;level68;level69;level70;level71;level72;level73;level74;level75;level76;level77;level78;level79;level80;level81;level82;level83;level84;level85;level86;level87;level88;level89;level90;level91;level92;level93;level94;level95;level96;level97;level98;level99;level100;level101;level102;level103;level104;level105;level106;level107;level108;level109;level110;level111;level112;level113;level114;level115;level116;level117;level118;level119;level120;level121;level122;level123;level124;level125;level126;level127;level128;level129;level130;level131;level132;level133;level134;level135;level136;level137;level138;level139;level140;level141;level142;level143;level144;level145;level146;level147;level148;level149;level150;level151;level152;level153;level154;level155;level156;level157;level158;level159;level160;level161;level162;level163;level164;level165;level166;level167;level168;level169;level170;level171;level172;level173;level174;level175;level176;level177;level178;level179;level180;level181;level182;level183;level184;level185;level186;level187;level188;level189;level190;level191;level192;level193;level194;level195;level196;level197;level198;level199;level200;level201;level202;level203;level204;level205;level206;level207;level208;level209;level210;level211;level212;level213;level214;level215;level216;level217;level218;level219;level220;level221;level222;level223;level224;level225;level226;level227;level228;level229;level230;level231;level232;level233;level234;level235;level236;level237;level238;level239;level240;level241;level242;level243;level244;level245;level246;level247;level248;level249;level250;level251;level252;level253;level254;level255;level256;level257;level258;level259;level260;level261;level262;level263;level264;level265;level266;level267;level268;level269;level270;level271;level272;level273;level274;level275;level276;level277;level278;level279;level280;level281;level282;level283;level284;level285;level286;level287;level288;level289;level290;level291;level292;level293;level294;level295;level296;level297;level298;level299 10
root;other 5
=== size 80x14
=== screen
tflame report test.folded  15 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
all 100%
root 100%
level0 67%                                           ▍other 33%
level1 67%                                           ▍
level2 67%                                           ▍
level3 67%                                           ▍
level4 67%                                           ▍
level5 67%                                           ▍
level6 67%                                           ▍                ↓293 more
all                                                              only 15 samples
all  self 0%  total 100%  15 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
select level200
=== screen
tflame report test.folded  15 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
level194 67%                                         ▍                ↑196 more
level195 67%                                         ▍
level196 67%                                         ▍
level197 67%                                         ▍
level198 67%                                         ▍
level199 67%                                         ▍
level200 67%                                         ▍
level201 67%                                         ▍
level202 67%                                         ▍                 ↓97 more
…evel195 › level196 › level197 › level198 › level199 › level200  only 15 samples
level200  self 0%  total 67%  of caller 100%  10 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
last
=== screen
tflame report test.folded  15 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
level291 67%                                         ▍                ↑293 more
level292 67%                                         ▍
level293 67%                                         ▍
level294 67%                                         ▍
level295 67%                                         ▍
level296 67%                                         ▍
level297 67%                                         ▍
level298 67%                                         ▍
level299 67%                                         ▍
…evel294 › level295 › level296 › level297 › level298 › level299  only 15 samples
level299  self 67%  total 67%  of caller 100%  10 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
=== script
select level150; zoom-in
=== screen
tflame report test.folded  15 samples
 1Flame  2Functions  3Callers  4Tree  5Threads  9Messages  0Info
level148 67%                                                          ↑150 more
level149 67%
level150 67%
level151 67%
level152 67%
level153 67%
level154 67%
level155 67%
level156 67%                                                          ↓143 more
[zoom level150] …46 › level147 › level148 › level149 › level150  only 15 samples
level150  self 0%  total 67%  of caller 100%  10 samples
Enter zoom  Esc back  / search  f filter  I invert  o callers  ? help  q quit
