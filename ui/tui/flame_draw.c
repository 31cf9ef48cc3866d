/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/flame_draw.h"

#include <stdio.h>
#include <string.h>
#include <tflame/text.h>

#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/util.h"
#include "tui/widths.h"

int ui_flame_unit(void) { return !ui_ascii() && ui_theme_tones() ? 8 : 1; }

struct look {
	const struct ui_flame *f;
	const struct ui_model *m;
	const struct ui_flame_look *k;
	struct ui_cells *c;
	struct ui_rect r;
	int y;
	size_t row;
	uint32_t from, to; /* its boxes */
	bool ancestors;
};

static enum ui_style box_style(const struct look *l, uint32_t i)
{
	const struct ui_box *b = &l->f->boxes[i];
	/* Neighbours differ in tone, beside and below. */
	int tone = (int)(i - l->from + l->row) & 1;
	bool hit = !b->rest && ui_model_hit(l->m, l->k->tree->func[b->node]);
	if (i == l->k->selected)
		return ui_box_style(hit ? UI_SLOT_SELECTED_MATCH : UI_SLOT_SELECTED, 0);
	if (hit)
		return ui_box_style(UI_SLOT_MATCH, tone);
	if (b->rest)
		return ui_box_style(UI_SLOT_REST, tone);
	if (l->ancestors)
		return ui_box_style(UI_SLOT_OUT, 0);
	return ui_box_style(ui_model_slot(l->m, l->k->tree, b->node), tone);
}

#define GAP UINT32_MAX
struct part { uint32_t box; int len; };

/* What one cell of eight units holds, from left to right; *i: the first box not left of it. */
static int parts_of(const struct look *l, int cell, uint32_t *i, struct part out[8])
{
	const struct ui_box *b = l->f->boxes;
	int at = cell * 8, end = at + 8, n = 0;
	while (*i < l->to && b[*i].x + b[*i].w <= at)
		(*i)++;
	for (uint32_t j = *i; at < end; n++) {
		bool in = j < l->to && b[j].x <= at;
		int stop = in ? ui_min(end, b[j].x + b[j].w) : j < l->to ? ui_min(end, b[j].x) : end;
		out[n] = (struct part){in ? j : GAP, stop - at};
		at = stop;
		j += in && b[j].x + b[j].w <= stop;
	}
	return n;
}

/* A cell can show two things: the two largest. */
static void draw_parts(const struct look *l, int x, struct part *p, int n)
{
	while (n > 2) {
		int small = 0;
		for (int i = 1; i < n; i++)
			if (p[i].len < p[small].len || (p[i].len == p[small].len && p[small].box == l->k->selected))
				small = i;
		if (n == 3 && p[0].box == GAP && p[2].box == GAP) { /* a sliver alone: at the left of its cell */
			p[0] = p[1];
			p[1] = (struct part){GAP, 8 - p[0].len};
			n = 2;
			break;
		}
		int to = small == 0 ? 1 : small == n - 1 ? n - 2 : p[small - 1].len < p[small + 1].len ? small - 1 : small + 1;
		p[to].len += p[small].len;
		memmove(&p[small], &p[small + 1], sizeof *p * (size_t)(n - small - 1));
		n--;
		if (small > 0 && small < n && p[small - 1].box == p[small].box) {
			p[small - 1].len += p[small].len;
			memmove(&p[small], &p[small + 1], sizeof *p * (size_t)(n - small - 1));
			n--;
		}
	}
	enum ui_style left = p[0].box == GAP ? UI_NONE : box_style(l, p[0].box);
	if (n == 2) {
		enum ui_style right = p[1].box == GAP ? UI_NONE : box_style(l, p[1].box);
		ui_cells_split(l->c, x, l->y, p[0].len, left, right);
	} else if (left != UI_NONE) {
		ui_cells_fill(l->c, (struct ui_rect){x, l->y, 1, 1}, left, ' ');
	}
}

static void label(const struct look *l, uint32_t i, int x, int end)
{
	const struct ui_box *b = &l->f->boxes[i];
	enum ui_style st = box_style(l, i);
	struct ui_num pct = ui_fmt_share(b->weight, l->k->whole);
	char safe[4096], out[4096];
	int room = end - x, pw = (int)strlen(pct.s);
	if (b->rest) {
		snprintf(safe, sizeof safe, "+%u", b->rest);
		if ((int)strlen(safe) + 1 + pw < room)
			snprintf(safe + strlen(safe), 48, " %s", pct.s);
		ui_draw_text(l->c, x, l->y, end, st, room >= (int)strlen(safe) ? safe : room >= 1 ? "+" : "");
		return;
	}
	if (room < 3)
		return;
	struct ui_text name = ui_model_name(l->m, l->k->tree->func[b->node]);
	size_t n = tf_escape(safe, sizeof safe, name.s, name.n < 680 ? name.n : 680);
	room -= room > 4; /* a blank before the next box */
	bool both = ui_text_width(safe, n) + 1 + pw <= room || room >= 24;
	ui_name_cut(out, sizeof out, safe, n, both ? room - 1 - pw : room);
	int at = ui_cells_text(l->c, x, l->y, end, st, out, strlen(out));
	if (both)
		ui_draw_text(l->c, at + 1, l->y, end, st, pct.s);
}

static void row_eighths(const struct look *l)
{
	struct part p[8];
	uint32_t i = l->from;
	for (int cell = 0; cell < l->r.w; cell++) {
		int n = parts_of(l, cell, &i, p);
		draw_parts(l, l->r.x + cell, p, n);
	}
	for (i = l->from; i < l->to; i++) {
		const struct ui_box *b = &l->f->boxes[i];
		int from = (b->x + 7) / 8, to = (b->x + b->w) / 8;
		if (to > from)
			label(l, i, l->r.x + from, l->r.x + ui_min(to, l->r.w));
		else if (i == l->k->selected) /* too thin to be seen otherwise */
			ui_cells_fill(l->c, (struct ui_rect){l->r.x + (b->x + b->w / 2) / 8, l->y, 1, 1}, box_style(l, i), ' ');
	}
}

static void row_columns(const struct look *l)
{
	const char *edge = ui_sym("▏", "|");
	bool colour = ui_theme_boxes();
	for (uint32_t i = l->from; i < l->to; i++) {
		const struct ui_box *b = &l->f->boxes[i];
		int x = l->r.x + b->x, end = ui_min(x + b->w, l->r.x + l->r.w);
		enum ui_style st = box_style(l, i);
		ui_cells_fill(l->c, (struct ui_rect){x, l->y, end - x, 1}, st, ' ');
		ui_cells_text(l->c, x, l->y, end, st, b->rest && b->w == 1 ? "+" : edge, b->rest && b->w == 1 ? 1 : strlen(edge));
		if (end - x > 1)
			label(l, i, x + 1, end);
		/* Where nothing follows, the end has to be shown too. */
		bool follows = i + 1 < l->to && l->f->boxes[i + 1].x == b->x + b->w;
		if (!colour && !follows && end < l->r.x + l->r.w)
			ui_cells_text(l->c, end, l->y, end + 1, UI_GAP, edge, strlen(edge));
	}
}

/* Says how many rows are out of sight. */
static void scroll_mark(const struct look *l, size_t n, bool up, int y)
{
	char s[40];
	if (!n || l->r.w < 12)
		return;
	snprintf(s, sizeof s, " %s%s more ", up ? ui_sym("↑", "^") : ui_sym("↓", "v"), ui_fmt_count(n).s);
	ui_draw_right(l->c, l->r.x, y, l->r.x + l->r.w, UI_SCROLL, s);
}

void ui_flame_draw(const struct ui_flame *f, const struct ui_model *m, const struct ui_flame_look *k, struct ui_cells *c,
		   struct ui_rect r)
{
	struct look l = {.f = f, .m = m, .k = k, .c = c, .r = r};
	int unit = f->width / ui_max(r.w, 1);
	for (int i = 0; i < r.h && k->top + (size_t)i < f->n_rows; i++) {
		size_t row = k->top + (size_t)i;
		l.y = k->flip ? r.y + r.h - 1 - i : r.y + i;
		l.row = row;
		l.from = f->rows[row];
		l.to = f->rows[row + 1];
		l.ancestors = row < f->zoom_row || (m->zoom_rest && k->tree == m->tree && row == f->zoom_row);
		if (unit >= 8)
			row_eighths(&l);
		else
			row_columns(&l);
	}
	size_t shown = k->top + (size_t)ui_max(r.h, 0);
	int first = r.y, last = r.y + r.h - 1;
	scroll_mark(&l, k->top - k->first, !k->flip, k->flip ? last : first);
	scroll_mark(&l, f->n_rows > shown ? f->n_rows - shown : 0, k->flip, k->flip ? first : last);
}
