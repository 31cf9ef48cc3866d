/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The icicle (root at the top) or flame (root at the bottom) picture. */
#include "config.h"
#include "tui/flame_draw.h"
#include "tui/state.h"

#include <stdlib.h>

#include "tui/fmt.h"

struct flame_view {
	struct ui_flame f;
	uint64_t gen;
	int cols, unit, h;
	enum tf_order order;
	uint64_t min_weight;
	size_t top;
	uint32_t box;            /* the selected one, UINT32_MAX: none */
	uint32_t seen_node; bool seen_rest; /* the selection that top follows */
};

static void flame_release(struct ui_view *v)
{
	struct flame_view *f = v->data;
	ui_flame_release(&f->f);
}

static size_t row_of(const struct ui_flame *f, uint32_t box)
{
	size_t lo = 0, hi = f->n_rows;
	while (lo + 1 < hi) {
		size_t mid = (lo + hi) / 2;
		if (f->rows[mid] <= box)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* The selected box is in sight, with a row around it where there is room. */
static void follow(struct flame_view *f, int h)
{
	size_t n = f->f.n_rows, page = (size_t)ui_max(h, 1);
	if (f->box != UINT32_MAX) {
		size_t row = row_of(&f->f, f->box), room = page > 6 ? 2 : 0;
		if (row < f->top + room)
			f->top = row > room ? row - room : 0;
		if (row + room >= f->top + page)
			f->top = row + room + 1 - page;
	}
	if (f->top + page > n)
		f->top = n > page ? n - page : 0;
}

static void flame_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct flame_view *f = v->data;
	struct ui_model *m = &a->m;
	int unit = ui_flame_unit();
	uint64_t least = ui_model_min_weight(m);
	bool fresh = f->gen != m->gen || f->cols != r.w || f->unit != unit || f->order != m->order || f->min_weight != least;
	if (fresh) {
		bool zoomed = f->gen != m->gen && f->f.zoom_row != (m->tree ? m->tree->depth[m->zoom] : 0);
		f->gen = m->gen;
		f->cols = r.w;
		f->unit = unit;
		f->order = m->order;
		f->min_weight = least;
		ui_flame_build(&f->f, &(struct ui_flame_spec){.tree = m->tree, .zoom = m->zoom, .skip = m->zoom_skip,
							     .rest = m->zoom_rest, .cols = r.w, .unit = unit, .order = m->order,
							     .min_weight = least});
		if (zoomed)
			f->top = f->f.zoom_row > 1 ? f->f.zoom_row - 1 : 0;
	}
	bool moved = f->seen_node != m->sel_node || f->seen_rest != m->sel_rest;
	if (!fresh && !moved && f->h == r.h)
		return;
	f->box = ui_flame_box_of(&f->f, m->tree, m->sel_node, m->sel_rest);
	f->seen_node = m->sel_node;
	f->seen_rest = m->sel_rest;
	f->h = r.h;
	follow(f, r.h);
}

static void flame_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	const struct flame_view *f = v->data;
	if (!a->m.tree)
		return;
	const struct ui_flame_look k = {a->m.tree, f->top, 0, a->m.flip, f->box, a->m.whole};
	ui_flame_draw(&f->f, &a->m, &k, c, r);
}

static void select_box(struct flame_view *f, struct ui_app *a, uint32_t i)
{
	if (i < f->f.n)
		ui_model_select(&a->m, f->f.boxes[i].node, f->f.boxes[i].rest != 0);
}

static void to_parent(struct flame_view *f, struct ui_app *a)
{
	if (f->box < f->f.n)
		select_box(f, a, f->f.boxes[f->box].parent);
}

/* The child one came from, else the widest. */
static uint32_t child_of(const struct flame_view *f, const struct ui_app *a)
{
	const struct ui_model *m = &a->m;
	uint32_t best = UINT32_MAX, rest = UINT32_MAX;
	size_t row = row_of(&f->f, f->box) + 1;
	if (f->box >= f->f.n || row >= f->f.n_rows || f->f.boxes[f->box].rest)
		return best;
	bool trail = ui_path_begins(&m->trail, &m->sel) && m->trail.n > m->sel.n;
	for (uint32_t i = f->f.rows[row]; i < f->f.rows[row + 1]; i++) {
		const struct ui_box *b = &f->f.boxes[i];
		if (b->parent != f->box)
			continue;
		if (trail && !b->rest && m->tree->func[b->node] == m->trail.v[m->sel.n].func &&
		    ((m->tree->flags[b->node] & TF_FUNC_INLINE) != 0) == m->trail.v[m->sel.n].inlined)
			return i;
		if (b->rest)
			rest = i;
		else if (best == UINT32_MAX || b->w > f->f.boxes[best].w)
			best = i;
	}
	return best != UINT32_MAX ? best : rest;
}

static void sideways(struct flame_view *f, struct ui_app *a, int by)
{
	if (f->box >= f->f.n)
		return;
	size_t row = row_of(&f->f, f->box);
	if (by < 0 ? f->box > f->f.rows[row] : f->box + 1 < f->f.rows[row + 1])
		select_box(f, a, f->box + (uint32_t)by);
}

static void vertical(struct ui_view *v, struct ui_app *a, int by)
{
	struct flame_view *f = v->data;
	for (int i = 0; i < abs(by); i++) {
		uint32_t to = by < 0 ? (f->box < f->f.n ? f->f.boxes[f->box].parent : UINT32_MAX) : child_of(f, a);
		if (to >= f->f.n)
			break;
		f->box = to;
		ui_model_select(&a->m, f->f.boxes[to].node, f->f.boxes[to].rest != 0);
	}
	f->seen_node = UINT32_MAX; /* look for it again */
}

static void to_leaf(struct ui_view *v, struct ui_app *a)
{
	struct flame_view *f = v->data;
	vertical(v, a, (int)ui_min((int)f->f.n_rows, 1 << 20));
}

static void zoom_in(struct flame_view *f, struct ui_app *a)
{
	struct ui_model *m = &a->m;
	if (f->box >= f->f.n)
		return;
	const struct ui_box *b = &f->f.boxes[f->box];
	if (!b->rest) {
		if (b->node == m->zoom && !m->zoom_rest)
			ui_app_note(a, UI_DIM, "This frame takes the whole width already");
		else
			ui_model_zoom(m, b->node, false, 0);
		return;
	}
	/* The +N box holds all but the siblings that have boxes of their own. */
	size_t row = row_of(&f->f, f->box);
	uint32_t shown = 0;
	for (uint32_t i = f->f.rows[row]; i < f->f.rows[row + 1]; i++)
		shown += f->f.boxes[i].parent == b->parent && !f->f.boxes[i].rest;
	if (m->zoom_rest && b->node == m->zoom)
		shown += m->zoom_skip;
	uint32_t node = b->node;
	ui_model_zoom(m, node, true, shown);
	ui_model_select(m, node, false);
}

static bool flame_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	struct flame_view *f = v->data;
	int page = ui_max(f->h - 2, 1);
	if (!a->m.tree)
		return false;
	switch (act) {
	case UI_ACT_UP: case UI_ACT_DOWN:
		if ((act == UI_ACT_UP) != a->m.flip)
			to_parent(f, a);
		else
			select_box(f, a, child_of(f, a));
		return true;
	case UI_ACT_LEFT: sideways(f, a, -1); return true;
	case UI_ACT_RIGHT: sideways(f, a, 1); return true;
	case UI_ACT_PAGE_UP: vertical(v, a, a->m.flip ? page : -page); return true;
	case UI_ACT_PAGE_DOWN: vertical(v, a, a->m.flip ? -page : page); return true;
	case UI_ACT_FIRST: ui_model_select(&a->m, a->m.zoom, false); return true;
	case UI_ACT_LAST: to_leaf(v, a); return true;
	case UI_ACT_ZOOM_IN: case UI_ACT_EXPAND: zoom_in(f, a); return true;
	case UI_ACT_COLLAPSE: return ui_app_act(a, UI_ACT_ZOOM_OUT, NULL);
	case UI_ACT_SORT:
		if (arg && *arg)
			a->m.order = *arg == 'w' ? TF_ORDER_WEIGHT : TF_ORDER_NAME;
		else
			a->m.order = a->m.order == TF_ORDER_NAME ? TF_ORDER_WEIGHT : TF_ORDER_NAME;
		ui_app_note(a, UI_NONE, "Ordered by %s", a->m.order == TF_ORDER_NAME ? "name" : "weight");
		return true;
	default: return false;
	}
}

static void flame_click(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice)
{
	struct flame_view *f = v->data;
	size_t row = f->top + (size_t)(a->m.flip ? r.y + r.h - 1 - y : y - r.y);
	int unit = f->f.width / ui_max(r.w, 1);
	uint32_t i = UINT32_MAX;
	/* A cell may hold the edge of two boxes: the one in its middle, else whatever is in it. */
	for (int k = unit / 2, n = 0; i == UINT32_MAX && n < unit; n++, k = (k + 1) % ui_max(unit, 1))
		i = ui_flame_at(&f->f, row, (x - r.x) * unit + k);
	if (i == UINT32_MAX)
		return;
	select_box(f, a, i);
	if (twice) {
		f->box = i;
		zoom_in(f, a);
	}
}

static void flame_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	struct flame_view *f = v->data;
	size_t page = (size_t)ui_max(f->h, 1);
	if (a->m.flip)
		by = -by;
	if (by < 0)
		f->top = f->top > (size_t)-by ? f->top - (size_t)-by : 0;
	else
		f->top += (size_t)by;
	if (f->top + page > f->f.n_rows)
		f->top = f->f.n_rows > page ? f->f.n_rows - page : 0;
}

const struct ui_view_ops ui_view_flame = {
	.name = "flame", .title = "Flame", .key = '1', .size = sizeof(struct flame_view), .release = flame_release,
	.update = flame_update, .draw = flame_draw, .act = flame_act, .click = flame_click, .scroll = flame_scroll,
};
