# SPDX-License-Identifier: GPL-2.0-or-later
bin_PROGRAMS += tflame
tflame_SOURCES = ui/main.c
tflame_CPPFLAGS = $(UI_CPPFLAGS)
tflame_CFLAGS = $(AM_CFLAGS)
tflame_LDADD = $(UI_LIBS)
libtflameui_a_SOURCES += ui/complain.c ui/complain.h ui/options.c ui/options.h ui/cli/cmd.c ui/cli/cmd.h \
	ui/cli/cmd_export.c ui/cli/cmd_report.c ui/cli/cmd_script.c ui/cli/load.c ui/cli/load.h ui/cli/out.c ui/cli/out.h \
	ui/cli/report.h ui/cli/report_graph.c ui/cli/report_info.c ui/cli/report_table.c ui/cli/timespec.c
dist_man_MANS += doc/tflame.1 doc/tflame-export.1 doc/tflame-report.1 doc/tflame-script.1
