/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/listwidget.h"

#include <stdio.h>

#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/widths.h"

void ui_list_fit(struct ui_list *l, size_t n, int page)
{
	size_t p = (size_t)ui_max(page, 1);
	l->n = n;
	l->page = (int)p;
	if (l->sel >= n)
		l->sel = n ? n - 1 : 0;
	if (l->sel < l->top)
		l->top = l->sel;
	if (l->sel >= l->top + p)
		l->top = l->sel - p + 1;
	if (l->top + p > n)
		l->top = n > p ? n - p : 0;
}

static void move(struct ui_list *l, long by)
{
	if (by < 0)
		l->sel = l->sel > (size_t)-by ? l->sel - (size_t)-by : 0;
	else
		l->sel += (size_t)by;
	ui_list_fit(l, l->n, l->page);
}

bool ui_list_act(struct ui_list *l, enum ui_action a)
{
	switch (a) {
	case UI_ACT_UP: move(l, -1); return true;
	case UI_ACT_DOWN: move(l, 1); return true;
	case UI_ACT_PAGE_UP: move(l, -ui_max(l->page - 1, 1)); return true;
	case UI_ACT_PAGE_DOWN: move(l, ui_max(l->page - 1, 1)); return true;
	case UI_ACT_FIRST: move(l, -(long)l->sel); return true;
	case UI_ACT_LAST: move(l, l->n ? (long)(l->n - 1 - l->sel) : 0); return true;
	default: return false;
	}
}

void ui_list_scroll(struct ui_list *l, int by)
{
	size_t page = (size_t)ui_max(l->page, 1);
	if (by < 0)
		l->top = l->top > (size_t)-by ? l->top - (size_t)-by : 0;
	else
		l->top += (size_t)by;
	if (l->top + page > l->n)
		l->top = l->n > page ? l->n - page : 0;
	if (l->sel < l->top)
		l->sel = l->top;
	if (l->sel >= l->top + page)
		l->sel = l->top + page - 1;
}

void ui_list_marks(const struct ui_list *l, struct ui_cells *c, struct ui_rect r)
{
	char s[48];
	size_t below = l->n > l->top + (size_t)ui_max(r.h, 0) ? l->n - l->top - (size_t)r.h : 0;
	if (r.h < 1 || r.w < 8)
		return;
	if (l->top) {
		snprintf(s, sizeof s, "%s%s", ui_sym("↑", "^"), ui_fmt_count(l->top).s);
		ui_draw_right(c, r.x, r.y, r.x + r.w, UI_SCROLL, s);
	}
	if (below) {
		snprintf(s, sizeof s, "%s%s", ui_sym("↓", "v"), ui_fmt_count(below).s);
		ui_draw_right(c, r.x, r.y + r.h - 1, r.x + r.w, UI_SCROLL, s);
	}
}
