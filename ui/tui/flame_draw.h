/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flame_draw.h - boxes of flame_layout.h on cells. */
#ifndef UI_TUI_FLAME_DRAW_H
#define UI_TUI_FLAME_DRAW_H

#include "tui/cells.h"
#include "tui/flame_layout.h"
#include "tui/model.h"

struct ui_flame_look {
	const struct tf_calltree *tree;
	size_t top;        /* the first row shown */
	size_t first;      /* rows before this one are shown elsewhere */
	bool flip;         /* rows go upwards */
	uint32_t selected; /* box, UINT32_MAX: none */
	uint64_t whole;    /* what percentages are of */
};
/* Units in a column that suit the terminal: eighths, or whole columns. */
int ui_flame_unit(void);
void ui_flame_draw(const struct ui_flame *f, const struct ui_model *m, const struct ui_flame_look *k, struct ui_cells *c,
		   struct ui_rect r);

#endif
