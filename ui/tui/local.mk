# SPDX-License-Identifier: GPL-2.0-or-later
libtflameui_a_SOURCES += ui/tui/act.c ui/tui/actions.def ui/tui/app.c ui/tui/app.h ui/tui/builder.c ui/tui/builder.h ui/tui/cells.c ui/tui/cells.h \
	ui/tui/chrome.c ui/tui/draw.c ui/tui/draw.h ui/tui/export.c ui/tui/flame_draw.c ui/tui/flame_draw.h \
	ui/tui/flame_layout.c ui/tui/flame_layout.h ui/tui/fmt.c ui/tui/fmt.h ui/tui/input.c ui/tui/input.h \
	ui/tui/keymap.c ui/tui/keymap.h ui/tui/layout.c ui/tui/layout.h ui/tui/listwidget.c ui/tui/listwidget.h \
	ui/tui/loop.c ui/tui/model.c ui/tui/model.h ui/tui/model_names.c ui/tui/panel.c ui/tui/path.c ui/tui/path.h \
	ui/tui/popup.c ui/tui/print.c ui/tui/prompt.c ui/tui/prompt.h ui/tui/rescue.c ui/tui/rescue.h ui/tui/sandwich.c \
	ui/tui/sandwich.h ui/tui/screen.c ui/tui/screen.h ui/tui/screen_curses.c ui/tui/screen_null.c ui/tui/script.c \
	ui/tui/start.h ui/tui/state.h ui/tui/textview.c ui/tui/textview.h ui/tui/theme.c ui/tui/theme.h ui/tui/util.c \
	ui/tui/util.h ui/tui/view.c ui/tui/view.h ui/tui/view_callers.c ui/tui/view_flame.c ui/tui/view_functions.c \
	ui/tui/view_help.c ui/tui/view_info.c ui/tui/view_messages.c ui/tui/view_threads.c ui/tui/view_tree.c \
	ui/tui/widths.c ui/tui/widths.h
