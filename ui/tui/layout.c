/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/layout.h"

#include "tui/util.h"

struct ui_layout ui_layout_make(int w, int h)
{
	struct ui_layout l = {.head = -1, .tabs = -1, .path = -1, .info = -1, .keys = -1};
	if (w < 20 || h < 4) {
		l.size = UI_SIZE_TINY;
		l.main = (struct ui_rect){0, 0, w, h};
		return l;
	}
	l.head = 0;
	if (w < 60 || h < 14) {
		l.size = UI_SIZE_SMALL;
		l.info = h - 1;
		l.main = (struct ui_rect){0, 1, w, h - 2};
		return l;
	}
	l.tabs = 1;
	l.keys = h - 1;
	l.size = w >= 120 ? UI_SIZE_LARGE : UI_SIZE_MEDIUM;
	if (l.size == UI_SIZE_LARGE) {
		int pw = ui_clamp(w / 4, 34, 48);
		l.path = h - 2;
		l.main = (struct ui_rect){0, 2, w - pw - 1, h - 4};
		l.panel = (struct ui_rect){w - pw, 2, pw, h - 4};
	} else {
		l.info = h - 2;
		l.path = h - 3;
		l.main = (struct ui_rect){0, 2, w, h - 5};
	}
	return l;
}
