/* SPDX-License-Identifier: GPL-2.0-or-later */
/* draw.h - text, names and bars on cells. Every string from a recording goes through here. */
#ifndef UI_TUI_DRAW_H
#define UI_TUI_DRAW_H

#include "tui/cells.h"

/* Safe text, cut with an ellipsis to end - x columns. Returns the column after it. */
int ui_draw_text(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s);
int ui_draw_textf(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *fmt, ...) TF_PRINTF(6, 7);
/* The same, ending at column end (exclusive), not before column x. Returns the column it starts at. */
int ui_draw_right(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s);
/* Any bytes: escaped first, then cut. */
int ui_draw_raw(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n);
/* A function's name: escaped, shortened with sense. */
int ui_draw_name(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n);
/* A path: escaped, its beginning cut. */
int ui_draw_path(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n);
/* A bar of width columns that stands for share (0 … 1), in eighths where the terminal has them. */
void ui_draw_bar(struct ui_cells *c, int x, int y, int width, enum ui_style st, double share);
/* A thin vertical line. */
void ui_draw_vline(struct ui_cells *c, int x, int y, int h, enum ui_style st);

#endif
