/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flame_layout.h - a call tree becomes rows of boxes in whole units (cells or eighths of cells).
 * Pure: nothing but the tree's arrays is looked at.
 */
#ifndef UI_TUI_FLAME_LAYOUT_H
#define UI_TUI_FLAME_LAYOUT_H

#include <tflame/calltree.h>

struct ui_box {
	int x, w;        /* in units; w > 0 */
	uint32_t node;   /* the frame; for a +N box: the parent of what was merged */
	uint32_t rest;   /* 0: a frame; else how many siblings stand merged here */
	uint32_t parent; /* index of the box above, UINT32_MAX: none */
	uint64_t off;    /* weight left of it, in the scale of the layout */
	uint64_t weight; /* column 0 */
};

struct ui_flame_spec {
	const struct tf_calltree *tree;
	uint32_t zoom;       /* the frame that takes the whole width */
	uint32_t skip;       /* > 0: only its children without the skip heaviest ones (a +N box entered) */
	bool rest;           /* a +N box was entered: skip counts, also when it is 0 */
	int cols;            /* width in columns */
	int unit;            /* units in a column: 1 or 8 */
	enum tf_order order;
	uint64_t min_weight; /* below: merged, however much room there is */
};

struct ui_flame {
	struct ui_box *boxes; size_t n, cap;
	uint32_t *rows; size_t n_rows, cap_rows; /* row r: boxes rows[r] … rows[r + 1] - 1; row = depth */
	int width;       /* in units */
	uint32_t zoom_row;
	bool paged;      /* the widths say nothing about the last +N box */
	/* scratch */
	struct ui_flame_kid { uint64_t weight; uint32_t node, rank; } *kids; size_t cap_kids;
};

/*
 * Lays out the zoomed frame's ancestors (full width), the frame and everything below it. Each row
 * is ordered from left to right; a box lies inside its parent; boxes never overlap; the width of a
 * box differs by less than one unit from its exact share. Children that would be narrower than a
 * column, or below min_weight, are merged into one +N box at the right end of their siblings (a
 * single such child is kept as it is); what is left on the right is the frame's own weight. What
 * rounds to no unit at all is not there. Costs time in the boxes and their children only.
 */
void ui_flame_build(struct ui_flame *f, const struct ui_flame_spec *spec);
void ui_flame_release(struct ui_flame *f);
/* The box of row at unit x, or UINT32_MAX. */
uint32_t ui_flame_at(const struct ui_flame *f, size_t row, int x);
/*
 * The box that shows node: its own, or the +N box that it or its nearest shown ancestor's child is
 * in, or that ancestor's. UINT32_MAX: not below the zoomed frame.
 */
uint32_t ui_flame_box_of(const struct ui_flame *f, const struct tf_calltree *t, uint32_t node, bool rest);
static inline size_t ui_flame_row_n(const struct ui_flame *f, size_t r) { return f->rows[r + 1] - f->rows[r]; }

#endif
