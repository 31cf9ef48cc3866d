/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call tree as rows that expand. What is expanded is kept by the functions on the way. */
#include "config.h"
#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/listwidget.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 200000 /* expanding all stops here */

struct row { uint32_t node; uint16_t depth; uint8_t open, kids; uint64_t key; };
struct tree_view {
	struct ui_list list;
	struct row *rows; size_t cap;
	uint64_t gen;
	uint64_t *open; size_t n_open, mask; /* a set of keys, 0: free slot */
	bool dirty, begun;
	uint32_t seen;
	uint32_t *kids; size_t cap_kids;
};

static void tree_release(struct ui_view *v)
{
	struct tree_view *t = v->data;
	free(t->rows);
	free(t->open);
	free(t->kids);
}

static uint64_t mix(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x7fb5d329728ea185ULL;
	x ^= x >> 27;
	x *= 0x81dadef4bc2dd44dULL;
	return x ^ x >> 33;
}

static uint64_t key_of(uint64_t parent, const struct tf_calltree *t, uint32_t node)
{
	uint64_t k = mix(parent * 3 + ((uint64_t)t->func[node] << 1 | ((t->flags[node] & TF_FUNC_INLINE) != 0)) + 1);
	return k ? k : 1;
}

static size_t slot(const struct tree_view *t, uint64_t key)
{
	size_t i = (size_t)key & t->mask;
	while (t->open[i] && t->open[i] != key)
		i = (i + 1) & t->mask;
	return i;
}

static bool is_open(const struct tree_view *t, uint64_t key) { return t->open && t->open[slot(t, key)] == key; }

static void rehash(struct tree_view *t, size_t size, uint64_t without)
{
	uint64_t *old = t->open;
	size_t n = old ? t->mask + 1 : 0;
	t->open = ui_xcalloc(size, sizeof *t->open);
	t->mask = size - 1;
	t->n_open = 0;
	for (size_t i = 0; i < n; i++)
		if (old[i] && old[i] != without) {
			t->open[slot(t, old[i])] = old[i];
			t->n_open++;
		}
	free(old);
}

static void set_open(struct tree_view *t, uint64_t key, bool open)
{
	if (!t->open)
		rehash(t, 64, 0);
	if (is_open(t, key) == open)
		return;
	t->dirty = true;
	if (!open) {
		rehash(t, t->mask + 1, key);
		return;
	}
	if ((t->n_open + 1) * 2 > t->mask)
		rehash(t, (t->mask + 1) * 2, 0);
	t->open[slot(t, key)] = key;
	t->n_open++;
}

static size_t kids_of(struct tree_view *t, const struct ui_model *m, uint32_t node)
{
	size_t n = tf_calltree_children(m->tree, (tf_node_id){node}, TF_ORDER_WEIGHT, (tf_node_id *)t->kids, t->cap_kids);
	if (n > t->cap_kids) {
		ui_grow(&t->kids, &t->cap_kids, n, sizeof *t->kids);
		n = tf_calltree_children(m->tree, (tf_node_id){node}, TF_ORDER_WEIGHT, (tf_node_id *)t->kids, t->cap_kids);
	}
	uint64_t least = ui_model_min_weight(m);
	while (n && m->tree->total[0][t->kids[n - 1]] < least)
		n--;
	return n;
}

/* Depth first with a stack of our own: trees may be thousands of levels deep. */
static void make_rows(struct tree_view *t, const struct ui_model *m, bool open_all)
{
	struct row *todo = NULL;
	size_t n = 0, cap = 0, rows = 0;
	uint64_t key = 1;
	t->dirty = false;
	ui_grow(&todo, &cap, 1, sizeof *todo);
	todo[n++] = (struct row){.node = m->zoom, .key = key};
	if (!t->begun) {
		t->begun = true;
		set_open(t, 1, true);
	}
	while (n && rows < ROWS_MAX) {
		struct row r = todo[--n];
		size_t k = kids_of(t, m, r.node);
		r.kids = k > 0;
		if (open_all && k)
			set_open(t, r.key, true);
		r.open = k && is_open(t, r.key);
		ui_grow(&t->rows, &t->cap, rows + 1, sizeof *t->rows);
		t->rows[rows++] = r;
		if (!r.open)
			continue;
		ui_grow(&todo, &cap, n + k, sizeof *todo);
		for (size_t i = k; i > 0; i--)
			todo[n++] = (struct row){.node = t->kids[i - 1], .depth = (uint16_t)ui_min(r.depth + 1, 65535),
						 .key = key_of(r.key, m->tree, t->kids[i - 1])};
	}
	free(todo);
	t->list.n = rows;
	t->dirty = false;
}

/* Opens the way to the selection and goes there. */
static void reveal(struct tree_view *t, const struct ui_model *m)
{
	const struct tf_calltree *tree = m->tree;
	size_t n = 0, cap = 0;
	uint32_t *way = NULL;
	uint32_t node = m->sel_node;
	for (; node != m->zoom && node; node = tree->parent[node]) {
		ui_grow(&way, &cap, n + 1, sizeof *way);
		way[n++] = node;
	}
	uint64_t key = 1;
	if (node == m->zoom) {
		for (size_t i = n; i > 0; i--) {
			set_open(t, key, true);
			key = key_of(key, tree, way[i - 1]);
		}
	}
	free(way);
	if (t->dirty)
		make_rows(t, m, false);
	for (size_t i = 0; i < t->list.n; i++)
		if (t->rows[i].node == m->sel_node)
			t->list.sel = i;
}

static void tree_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct tree_view *t = v->data;
	const struct ui_model *m = &a->m;
	if (!m->tree) {
		ui_list_fit(&t->list, 0, r.h - 1);
		return;
	}
	bool fresh = t->gen != m->gen || t->dirty || !t->begun;
	if (fresh) {
		t->gen = m->gen;
		make_rows(t, m, false);
	}
	if (fresh || t->seen != m->sel_node)
		reveal(t, m);
	t->seen = m->sel_node;
	ui_list_fit(&t->list, t->list.n, r.h - 1);
}

static void draw_row(const struct ui_app *a, struct ui_cells *c, struct ui_rect r, int y, const struct row *row, bool sel)
{
	const struct tf_calltree *t = a->m.tree;
	enum ui_style st = sel ? UI_ROW_SELECTED : UI_NONE;
	int x = r.x, end = r.x + r.w;
	bool hit = ui_model_hit(&a->m, t->func[row->node]);
	if (sel)
		ui_cells_fill(c, (struct ui_rect){r.x, y, r.w, 1}, st, ' ');
	ui_draw_right(c, x, y, x + 8, st, ui_fmt_percent(t->total[0][row->node], a->m.whole).s);
	ui_draw_right(c, x + 8, y, x + 16, sel ? st : UI_DIM, ui_fmt_percent(t->self[0][row->node], a->m.whole).s);
	x += 18;
	/* Deep rows say their level instead of running out of the screen. */
	int room = ui_max((r.w - 18) / 2, 2), in = row->depth * 2;
	if (in > room) {
		x = ui_draw_textf(c, x, y, end, sel ? st : UI_DIM, "%s%d ", ui_sym("⋯", ">"), row->depth);
		x = ui_max(x, r.x + 18 + ui_min(room, 8));
	} else {
		x += in;
	}
	const char *mark = !row->kids ? "  " : row->open ? ui_sym("▾ ", "- ") : ui_sym("▸ ", "+ ");
	x = ui_draw_text(c, x, y, end, sel ? st : UI_KEY, mark);
	struct ui_text name = ui_model_name(&a->m, t->func[row->node]), mod = ui_model_module(&a->m, t->func[row->node]);
	x = ui_draw_name(c, x, y, end, hit && !sel ? UI_ROW_MATCH : hit ? UI_MATCH_TEXT : st, name.s, name.n);
	if (mod.n && x + 2 + (int)mod.n < end && !(t->flags[row->node] & TF_FUNC_COMM))
		ui_draw_raw(c, x + 2, y, end, sel ? st : UI_DIM, mod.s, mod.n);
}

static void tree_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	const struct tree_view *t = v->data;
	if (r.h < 1 || !a->m.tree)
		return;
	ui_cells_fill(c, (struct ui_rect){r.x, r.y, r.w, 1}, UI_COLUMN, ' ');
	ui_draw_right(c, r.x, r.y, r.x + 8, UI_COLUMN_SORT, "Total %");
	ui_draw_right(c, r.x + 8, r.y, r.x + 16, UI_COLUMN, "Self %");
	ui_draw_text(c, r.x + 18, r.y, r.x + r.w, UI_COLUMN, a->m.inverted ? "Function, callers below" : "Function, callees below");
	for (int i = 0; i < r.h - 1 && t->list.top + (size_t)i < t->list.n; i++) {
		size_t at = t->list.top + (size_t)i;
		draw_row(a, c, r, r.y + 1 + i, &t->rows[at], at == t->list.sel);
	}
	ui_list_marks(&t->list, c, (struct ui_rect){r.x, r.y + 1, r.w, r.h - 1});
}

static void select_row(struct tree_view *t, struct ui_app *a)
{
	if (t->list.sel < t->list.n) {
		ui_model_select(&a->m, t->rows[t->list.sel].node, false);
		t->seen = a->m.sel_node;
	}
}

static void to_parent(struct tree_view *t, struct ui_app *a)
{
	size_t i = t->list.sel;
	while (i > 0 && t->rows[i].depth >= t->rows[t->list.sel].depth)
		i--;
	t->list.sel = i;
	select_row(t, a);
}

static bool tree_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	struct tree_view *t = v->data;
	if (!a->m.tree || t->list.sel >= t->list.n)
		return false;
	struct row *r = &t->rows[t->list.sel];
	if (ui_list_act(&t->list, act)) {
		select_row(t, a);
		return true;
	}
	switch (act) {
	case UI_ACT_EXPAND: set_open(t, r->key, true); return true;
	case UI_ACT_COLLAPSE: set_open(t, r->key, false); return true;
	case UI_ACT_RIGHT:
		if (r->kids && !r->open)
			set_open(t, r->key, true);
		else if (r->open && t->list.sel + 1 < t->list.n)
			t->list.sel++;
		select_row(t, a);
		return true;
	case UI_ACT_LEFT:
		if (r->open)
			set_open(t, r->key, false);
		else
			to_parent(t, a);
		return true;
	case UI_ACT_ZOOM_IN:
		if (r->kids)
			set_open(t, r->key, !r->open);
		return true;
	case UI_ACT_EXPAND_ALL:
		make_rows(t, &a->m, true);
		if (t->list.n >= ROWS_MAX)
			ui_app_note(a, UI_WARN, "Only the first %s rows: L merges small ones", ui_fmt_full(ROWS_MAX).s);
		return true;
	case UI_ACT_COLLAPSE_ALL:
		free(t->open);
		t->open = NULL;
		t->n_open = t->mask = 0;
		t->begun = false;
		ui_model_select(&a->m, a->m.zoom, false);
		return true;
	case UI_ACT_SORT:
		ui_app_note(a, UI_NONE, "The tree is ordered by weight");
		return true;
	default: return false;
	}
}

static void tree_click(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice)
{
	struct tree_view *t = v->data;
	size_t at = t->list.top + (size_t)(y - r.y - 1);
	if (y == r.y || at >= t->list.n)
		return;
	t->list.sel = at;
	select_row(t, a);
	if (twice && t->rows[at].kids)
		set_open(t, t->rows[at].key, !t->rows[at].open);
}

static void tree_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	struct tree_view *t = v->data;
	ui_list_scroll(&t->list, by);
	select_row(t, a);
}

const struct ui_view_ops ui_view_tree = {
	.name = "tree", .title = "Tree", .key = '4', .size = sizeof(struct tree_view), .release = tree_release,
	.update = tree_update, .draw = tree_draw, .act = tree_act, .click = tree_click, .scroll = tree_scroll,
};
