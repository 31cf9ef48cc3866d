/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of functions: what ran itself, and what was on the stack. */
#include "config.h"
#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/listwidget.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <stdlib.h>
#include <string.h>

enum sort { BY_SELF, BY_TOTAL, BY_SAMPLES, BY_NAME, BY_MODULE, N_SORT };
static const char *const sort_table[] = {"self", "total", "samples", "name", "module"};

struct functions_view {
	struct ui_list list;
	uint64_t gen;
	enum sort sort, sorted;
	uint32_t *order; size_t n; /* rows of the list in the order shown */
	uint32_t seen;             /* the selected function the list follows */
	const struct tf_funclist *l;
};

static void functions_release(struct ui_view *v) { free(((struct functions_view *)v->data)->order); }

struct by { const struct tf_funclist *l; const struct ui_model *m; enum sort sort; };

static int text_order(struct ui_text x, struct ui_text y)
{
	size_t n = x.n < y.n ? x.n : y.n;
	int r = n ? memcmp(x.s, y.s, n) : 0;
	return r ? r : x.n < y.n ? -1 : x.n > y.n;
}

static int order(const void *pa, const void *pb, void *arg)
{
	const struct by *by = arg;
	uint32_t ia = *(const uint32_t *)pa, ib = *(const uint32_t *)pb;
	const struct tf_funcrow *a = &by->l->rows[ia], *b = &by->l->rows[ib];
	uint64_t x = 0, y = 0;
	int r = 0;
	switch (by->sort) {
	case BY_TOTAL: x = a->total[0]; y = b->total[0]; break;
	case BY_SAMPLES: x = a->self[1]; y = b->self[1]; break;
	case BY_NAME: r = text_order(ui_model_name(by->m, a->func.v), ui_model_name(by->m, b->func.v)); break;
	case BY_MODULE: r = text_order(ui_model_module(by->m, a->func.v), ui_model_module(by->m, b->func.v)); break;
	case BY_SELF: case N_SORT: break;
	}
	if (r || x != y)
		return r ? r : x < y ? 1 : -1;
	return ia < ib ? -1 : ia > ib; /* the list's own order: self, total, name */
}

static void select_row(struct functions_view *f, struct ui_app *a)
{
	if (!f->l || f->list.sel >= f->n)
		return;
	f->seen = f->l->rows[f->order[f->list.sel]].func.v;
	ui_model_select_func(&a->m, f->seen);
}

static void functions_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct functions_view *f = v->data;
	const struct tf_funclist *l = ui_model_funcs(&a->m);
	bool fresh = l != f->l || f->gen != a->m.gen || f->sort != f->sorted;
	f->l = l;
	if (fresh) {
		f->n = l ? l->n : 0;
		f->gen = a->m.gen;
		f->sorted = f->sort;
		f->order = ui_xrealloc(f->order, f->n, sizeof *f->order);
		for (size_t i = 0; i < f->n; i++)
			f->order[i] = (uint32_t)i;
		struct by by = {l, &a->m, f->sort};
		if (f->n && f->sort != BY_SELF)
			qsort_r(f->order, f->n, sizeof *f->order, order, &by);
	}
	ui_list_fit(&f->list, f->n, r.h - 1);
	uint32_t func = ui_model_sel_func(&a->m);
	if (l && func && (fresh || func != f->seen))
		for (size_t i = 0; i < f->n; i++)
			if (l->rows[f->order[i]].func.v == func) {
				f->list.sel = i;
				ui_list_fit(&f->list, f->n, r.h - 1);
				break;
			}
	f->seen = func;
	if (!func) /* the row with the cursor is the selection, from the beginning */
		select_row(f, a);
}

struct columns { int self, bar, total, samples, name, module, end; };

static struct columns columns(struct ui_rect r)
{
	struct columns c = {.self = r.x, .bar = -1, .samples = -1, .module = -1, .end = r.x + r.w};
	int x = r.x + 7;
	if (r.w >= 72) {
		c.bar = x + 1;
		x += 11;
	}
	c.total = x;
	x += 8;
	if (r.w >= 56) {
		c.samples = x;
		x += 9;
	}
	c.name = x + 1;
	if (r.w >= 60) {
		c.module = c.end - ui_clamp(r.w / 5, 12, 28);
	}
	return c;
}

static void head(const struct functions_view *f, struct ui_cells *c, struct ui_rect r, const struct columns *k)
{
	enum ui_style st[N_SORT] = {UI_COLUMN, UI_COLUMN, UI_COLUMN, UI_COLUMN, UI_COLUMN};
	st[f->sort] = UI_COLUMN_SORT;
	ui_cells_fill(c, (struct ui_rect){r.x, r.y, r.w, 1}, UI_COLUMN, ' ');
	ui_draw_right(c, r.x, r.y, k->self + 7, st[BY_SELF], "Self %");
	ui_draw_right(c, r.x, r.y, k->total + 8, st[BY_TOTAL], "Total %");
	if (k->samples >= 0)
		ui_draw_right(c, k->samples, r.y, k->samples + 9, st[BY_SAMPLES], "Samples");
	ui_draw_text(c, k->name, r.y, k->end, st[BY_NAME], "Function");
	if (k->module >= 0)
		ui_draw_text(c, k->module, r.y, k->end, st[BY_MODULE], "Module");
}

static void functions_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	const struct functions_view *f = v->data;
	const struct columns k = columns(r);
	if (r.h < 1)
		return;
	head(f, c, r, &k);
	for (int i = 0; i < r.h - 1 && f->list.top + (size_t)i < f->n; i++) {
		size_t at = f->list.top + (size_t)i;
		const struct tf_funcrow *row = &f->l->rows[f->order[at]];
		int y = r.y + 1 + i;
		bool sel = at == f->list.sel, hit = ui_model_hit(&a->m, row->func.v);
		enum ui_style st = sel ? UI_ROW_SELECTED : UI_NONE;
		struct ui_text name = ui_model_name(&a->m, row->func.v), mod = ui_model_module(&a->m, row->func.v);
		int name_end = k.module >= 0 ? k.module - 1 : k.end;
		if (sel)
			ui_cells_fill(c, (struct ui_rect){r.x, y, r.w, 1}, st, ' ');
		ui_draw_right(c, r.x, y, k.self + 7, st, ui_fmt_percent(row->self[0], a->m.whole).s);
		if (k.bar >= 0)
			ui_draw_bar(c, k.bar, y, 10, sel ? st : UI_BAR, (double)row->self[0] / (double)(a->m.whole ? a->m.whole : 1));
		ui_draw_right(c, r.x, y, k.total + 8, st, ui_fmt_percent(row->total[0], a->m.whole).s);
		if (k.samples >= 0)
			ui_draw_right(c, k.samples, y, k.samples + 9, st, ui_fmt_count(row->self[1]).s);
		ui_draw_name(c, k.name, y, name_end, hit && !sel ? UI_ROW_MATCH : hit ? UI_MATCH_TEXT : st, name.s, name.n);
		if (k.module >= 0)
			ui_draw_raw(c, k.module, y, k.end - 1, sel ? st : UI_DIM, mod.s, mod.n);
	}
	ui_list_marks(&f->list, c, (struct ui_rect){r.x, r.y + 1, r.w, r.h - 1});
}

static bool sort_by(struct functions_view *f, struct ui_app *a, const char *arg)
{
	int to = (int)f->sort + 1;
	if (arg && *arg) {
		for (to = 0; to < N_SORT && strcmp(sort_table[to], arg); to++)
			;
		if (to == N_SORT) {
			ui_app_note(a, UI_WARN, "Columns: self, total, samples, name, module");
			return true;
		}
	}
	f->sort = (enum sort)(to % N_SORT);
	ui_app_note(a, UI_NONE, "Sorted by %s", sort_table[f->sort]);
	return true;
}

static bool functions_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	struct functions_view *f = v->data;
	if (ui_list_act(&f->list, act)) {
		select_row(f, a);
		return true;
	}
	if (act == UI_ACT_SORT)
		return sort_by(f, a, arg);
	if (act == UI_ACT_ZOOM_IN) {
		select_row(f, a);
		ui_app_set_view(a, UI_VIEW_FLAME);
		return true;
	}
	return false;
}

static void functions_click(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice)
{
	struct functions_view *f = v->data;
	if (y == r.y) {
		const struct columns k = columns(r);
		f->sort = k.module >= 0 && x >= k.module ? BY_MODULE : x >= k.name ? BY_NAME
			  : k.samples >= 0 && x >= k.samples ? BY_SAMPLES : x >= k.total ? BY_TOTAL : BY_SELF;
		return;
	}
	size_t at = f->list.top + (size_t)(y - r.y - 1);
	if (at >= f->n)
		return;
	f->list.sel = at;
	select_row(f, a);
	if (twice)
		ui_app_set_view(a, UI_VIEW_FLAME);
}

static void functions_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	struct functions_view *f = v->data;
	ui_list_scroll(&f->list, by);
	select_row(f, a);
}

static bool functions_find(struct ui_view *v, struct ui_app *a, int dir)
{
	struct functions_view *f = v->data;
	for (size_t i = 1; i <= f->n; i++) {
		size_t at = (f->list.sel + (dir > 0 ? i : f->n - i)) % f->n;
		if (ui_model_hit(&a->m, f->l->rows[f->order[at]].func.v)) {
			f->list.sel = at;
			ui_list_fit(&f->list, f->n, f->list.page);
			select_row(f, a);
			return true;
		}
	}
	return false;
}

const struct ui_view_ops ui_view_functions = {
	.name = "functions", .title = "Functions", .key = '2', .size = sizeof(struct functions_view),
	.release = functions_release, .update = functions_update, .draw = functions_draw, .act = functions_act,
	.click = functions_click, .scroll = functions_scroll, .find = functions_find,
};
