# SPDX-License-Identifier: GPL-2.0-or-later
KIT_SINK = tests/kit/sinkcount.c tests/kit/sinkcount.h
check_PROGRAMS += tests/kit/perfdump
tests_kit_perfdump_SOURCES = tests/kit/perfdump.c $(KIT_SINK)
tests_kit_perfdump_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)
tests_kit_perfdump_CFLAGS = $(AM_CFLAGS)
tests_kit_perfdump_LDADD = libtflame.a $(LIB_LIBS)
