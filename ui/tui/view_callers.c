/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sandwich: what calls the selected function above it, what it calls below. */
#include "config.h"
#include "tui/draw.h"
#include "tui/flame_draw.h"
#include "tui/fmt.h"
#include "tui/sandwich.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <stdio.h>
#include <string.h>

struct half { struct ui_flame f; size_t top; };
struct callers_view {
	struct ui_sandwich s;
	uint64_t gen; uint32_t func;
	int cols, unit; enum tf_order order;
	struct half up, down;
	bool in_up;    /* the half with the cursor; on the function itself: box 0 of down */
	uint32_t box;
	int h_up, h_down;
};

static void callers_release(struct ui_view *v)
{
	struct callers_view *k = v->data;
	ui_sandwich_release(&k->s);
	ui_flame_release(&k->up.f);
	ui_flame_release(&k->down.f);
}

static void lay(struct callers_view *k, struct half *half, const struct tf_calltree *t, const struct ui_model *m)
{
	ui_flame_build(&half->f, &(struct ui_flame_spec){.tree = t, .cols = k->cols, .unit = k->unit, .order = m->order,
							.min_weight = ui_model_min_weight(m)});
}

static size_t row_of(const struct ui_flame *f, uint32_t box)
{
	size_t r = 0;
	while (r + 1 < f->n_rows && f->rows[r + 1] <= box)
		r++;
	return r;
}

/* Rows 1 and up are drawn; row 0 is the function between the halves. */
static void follow(struct callers_view *k, struct half *half, bool with_cursor, int h)
{
	size_t page = (size_t)ui_max(h, 1), row = with_cursor ? row_of(&half->f, k->box) : 1;
	if (row < half->top)
		half->top = row;
	if (row >= half->top + page)
		half->top = row + 1 - page;
	if (half->top < 1)
		half->top = 1;
}

static void callers_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct callers_view *k = v->data;
	const struct ui_model *m = &a->m;
	uint32_t func = ui_model_sel_func(m);
	int unit = ui_flame_unit();
	bool fresh = k->gen != m->gen || k->func != func;
	if (fresh) {
		ui_sandwich_release(&k->s);
		k->gen = m->gen;
		k->func = func;
		k->box = 0;
		k->in_up = false;
		k->up.top = k->down.top = 1;
		if (m->tree)
			ui_sandwich_make(&k->s, m->built, m->inverted ? 0 : m->zoom, func);
	}
	if (fresh || k->cols != r.w || k->unit != unit || k->order != m->order) {
		k->cols = r.w;
		k->unit = unit;
		k->order = m->order;
		lay(k, &k->up, &k->s.callers, m);
		lay(k, &k->down, &k->s.callees, m);
	}
	if (k->box >= (k->in_up ? k->up.f.n : k->down.f.n)) {
		k->box = 0;
		k->in_up = false;
	}
	/* Each half gets what it needs, and half the room if both need more. */
	int room = ui_max(r.h - 1, 0), up = (int)k->up.f.n_rows - 1, down = (int)k->down.f.n_rows - 1;
	up = ui_max(up, 1);
	k->h_up = up + down <= room ? up : up <= room / 2 ? up : down < room - room / 2 ? room - ui_max(down, 0) : room / 2;
	k->h_up = ui_clamp(k->h_up, 0, room);
	k->h_down = room - k->h_up;
	follow(k, &k->up, k->in_up, k->h_up);
	follow(k, &k->down, !k->in_up && k->box, k->h_down);
}

static void callers_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	const struct callers_view *k = v->data;
	const struct ui_model *m = &a->m;
	struct ui_rect up = {r.x, r.y, r.w, k->h_up}, mid = {r.x, r.y + k->h_up, r.w, 1};
	struct ui_rect down = {r.x, r.y + k->h_up + 1, r.w, k->h_down};
	if (!k->s.callees.n) {
		ui_draw_text(c, r.x, r.y, r.x + r.w, UI_NONE, "Select a function (in the flame, functions or tree view) to see its callers and callees");
		return;
	}
	if (r.h < 1)
		return;
	struct ui_flame_look look = {&k->s.callers, k->up.top, 1, true, k->in_up ? k->box : UINT32_MAX, m->whole};
	if (k->up.f.n_rows > 1)
		ui_flame_draw(&k->up.f, m, &look, c, up);
	else
		ui_draw_text(c, r.x, r.y, r.x + r.w, UI_DIM, "Nothing calls it: it is the outermost frame");
	enum ui_style st = k->in_up || k->box ? UI_STRONG : UI_ROW_SELECTED;
	char s[160];
	snprintf(s, sizeof s, "  self %s  total %s ", ui_fmt_share(k->s.callees.self[0][0], m->whole).s,
		 ui_fmt_share(k->s.callees.total[0][0], m->whole).s);
	ui_cells_fill(c, mid, st, ' ');
	struct ui_text name = ui_model_name(m, k->func);
	int x = ui_draw_text(c, mid.x, mid.y, r.x + r.w, st, ui_sym("▶ ", "> "));
	x = ui_draw_name(c, x, mid.y, r.x + r.w - (int)strlen(s), st, name.s, name.n);
	ui_draw_text(c, x, mid.y, r.x + r.w, st, s);
	look = (struct ui_flame_look){&k->s.callees, k->down.top, 1, false, !k->in_up && k->box ? k->box : UINT32_MAX, m->whole};
	if (k->down.f.n_rows > 1)
		ui_flame_draw(&k->down.f, m, &look, c, down);
	else
		ui_draw_text(c, r.x, down.y, r.x + r.w, UI_DIM, down.h > 0 ? "It calls nothing that was seen" : "");
}

static uint32_t widest_child(const struct ui_flame *f, uint32_t box)
{
	uint32_t best = UINT32_MAX;
	size_t row = row_of(f, box) + 1;
	for (uint32_t i = row < f->n_rows ? f->rows[row] : 0; row < f->n_rows && i < f->rows[row + 1]; i++)
		if (f->boxes[i].parent == box && (best == UINT32_MAX || f->boxes[i].w > f->boxes[best].w))
			best = i;
	return best;
}

static void vertical(struct callers_view *k, bool up)
{
	struct ui_flame *f = k->in_up ? &k->up.f : &k->down.f;
	if (!k->in_up && k->box == 0) {
		uint32_t to = widest_child(up ? &k->up.f : &k->down.f, 0);
		if (to != UINT32_MAX) {
			k->in_up = up;
			k->box = to;
		}
	} else if (up == k->in_up) { /* away from the middle */
		uint32_t to = widest_child(f, k->box);
		k->box = to != UINT32_MAX ? to : k->box;
	} else {
		k->box = f->boxes[k->box].parent;
		if (k->box == 0)
			k->in_up = false;
	}
}

static void open_box(struct callers_view *k, struct ui_app *a)
{
	const struct ui_flame *f = k->in_up ? &k->up.f : &k->down.f;
	const struct tf_calltree *t = k->in_up ? &k->s.callers : &k->s.callees;
	if (k->box == 0) {
		ui_app_set_view(a, UI_VIEW_FLAME);
	} else if (k->box < f->n && !f->boxes[k->box].rest) {
		if (!ui_model_select_func(&a->m, t->func[f->boxes[k->box].node]))
			ui_app_note(a, UI_WARN, "That frame lies outside of the zoom");
	} else {
		ui_app_note(a, UI_DIM, "These are several functions too small to be drawn here; zoom in the flame view");
	}
}

static bool callers_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	struct callers_view *k = v->data;
	const struct ui_flame *f = k->in_up ? &k->up.f : &k->down.f;
	if (!k->s.callees.n)
		return false;
	size_t row = row_of(f, k->box);
	switch (act) {
	case UI_ACT_UP: vertical(k, true); return true;
	case UI_ACT_DOWN: vertical(k, false); return true;
	case UI_ACT_PAGE_UP: case UI_ACT_PAGE_DOWN:
		for (int i = 0; i < ui_max(a->lay.main.h / 2, 1); i++)
			vertical(k, act == UI_ACT_PAGE_UP);
		return true;
	case UI_ACT_LEFT: k->box -= k->box > f->rows[row]; return true;
	case UI_ACT_RIGHT: k->box += f->n_rows && k->box + 1 < f->rows[row + 1]; return true;
	case UI_ACT_FIRST: case UI_ACT_LAST: k->box = 0; k->in_up = false; return true;
	case UI_ACT_ZOOM_IN: open_box(k, a); return true;
	case UI_ACT_SORT: a->m.order = a->m.order == TF_ORDER_NAME ? TF_ORDER_WEIGHT : TF_ORDER_NAME; return true;
	default: return false;
	}
}

static void callers_click(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice)
{
	struct callers_view *k = v->data;
	int mid = r.y + k->h_up;
	bool up = y < mid;
	const struct half *half = up ? &k->up : &k->down;
	if (y == mid) {
		k->box = 0;
		k->in_up = false;
		return;
	}
	size_t row = half->top + (size_t)(up ? mid - 1 - y : y - mid - 1);
	uint32_t i = ui_flame_at(&half->f, row, (x - r.x) * k->unit + k->unit / 2);
	if (i == UINT32_MAX)
		return;
	k->in_up = up;
	k->box = i;
	if (twice)
		open_box(k, a);
}

const struct ui_view_ops ui_view_callers = {
	.name = "callers", .title = "Callers", .key = '3', .size = sizeof(struct callers_view), .release = callers_release,
	.update = callers_update, .draw = callers_draw, .act = callers_act, .click = callers_click,
};
