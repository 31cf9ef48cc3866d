# SPDX-License-Identifier: GPL-2.0-or-later
# The front ends. They see include/ and ui/, never src/.
UI_CPPFLAGS = -I$(top_builddir)/gen -I$(top_builddir)/include -I$(top_srcdir)/include -I$(top_srcdir)/ui
noinst_LIBRARIES += libtflameui.a
libtflameui_a_CPPFLAGS = $(UI_CPPFLAGS)
libtflameui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
libtflameui_a_SOURCES =
UI_LIBS = libtflameui.a libtflame.a $(NCURSES_LIBS) $(LIB_LIBS)

include ui/cli/local.mk
include ui/tui/local.mk
