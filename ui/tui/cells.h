/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cells.h - the picture: a grid of characters with styles, that knows nothing of terminals.
 *
 * Styles are meanings; theme.h turns them into colours. A cell may hold two boxes that meet inside
 * it: a left block in the colour of style on the colour of under.
 */
#ifndef UI_TUI_CELLS_H
#define UI_TUI_CELLS_H

#include <tflame/types.h>

#include "tui/theme.h"

struct ui_cell {
	char s[12];    /* UTF-8; bytes beyond n are 0 */
	uint8_t n;     /* bytes in s, 0: blank */
	uint8_t w;     /* columns: 1, 2; 0: the second half of the wide one before */
	uint8_t style; /* enum ui_style */
	uint8_t under; /* style of the right part of a split cell, 0: none */
};

struct ui_rect { int x, y, w, h; };

struct ui_cells {
	int w, h;
	struct ui_cell *v;
};

/* Sets the size and blanks everything. */
void ui_cells_resize(struct ui_cells *c, int w, int h);
void ui_cells_release(struct ui_cells *c);
void ui_cells_clear(struct ui_cells *c);
static inline struct ui_cell *ui_cells_at(const struct ui_cells *c, int x, int y) { return &c->v[y * c->w + x]; }
/*
 * Writes safe text (widths.h) from column x on, not beyond column end (exclusive). Never leaves half
 * of a wide character. Returns the column after the text.
 */
int ui_cells_text(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n);
/* Fills with one ASCII character. */
void ui_cells_fill(struct ui_cells *c, struct ui_rect r, enum ui_style st, char ch);
/* A cell whose left eighths (1 … 7) belong to left and the rest to right; UI_NONE: the background. */
void ui_cells_split(struct ui_cells *c, int x, int y, int eighths, enum ui_style left, enum ui_style right);
/* Gives cells another style and leaves the characters. */
void ui_cells_style(struct ui_cells *c, struct ui_rect r, enum ui_style st);
bool ui_cell_equal(const struct ui_cell *a, const struct ui_cell *b);

#endif
