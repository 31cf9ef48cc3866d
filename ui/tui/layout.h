/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout.h - which part of the screen is for what. Pure. */
#ifndef UI_TUI_LAYOUT_H
#define UI_TUI_LAYOUT_H

#include "tui/cells.h"

enum ui_size { UI_SIZE_TINY, UI_SIZE_SMALL, UI_SIZE_MEDIUM, UI_SIZE_LARGE };
struct ui_layout {
	enum ui_size size;
	int head, tabs, path, info, keys; /* rows, -1: not there */
	struct ui_rect main, panel;       /* panel.w 0: none */
};

/*
 * From 120 columns the panel stands beside the picture; at 80x24 there is one line for it; small
 * (40x10) has head, picture and one line; tiny has only what fits.
 */
struct ui_layout ui_layout_make(int w, int h);

#endif
