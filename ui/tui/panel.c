/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known about the selection: a panel beside the picture, or one line below it. */
#include "config.h"
#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/state.h"
#include "tui/textview.h"
#include "tui/widths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

/* The +N box: how many children, how much, without the skip heaviest that are drawn. */
static void rest_text(const struct ui_app *a, char *s, size_t size)
{
	struct ui_text name = ui_model_name(&a->m, ui_model_sel_func(&a->m));
	char safe[200];
	tf_escape(safe, sizeof safe, name.s, name.n);
	snprintf(s, size, "+N: what %s calls in slivers too thin to draw; Enter shows them", a->m.sel_node ? safe : "the whole");
}

static const char *kind(const struct ui_app *a)
{
	const struct tf_calltree *t = a->m.tree;
	const struct tf_func *f = ui_model_func(&a->m, t->func[a->m.sel_node]);
	uint32_t flags = t->flags[a->m.sel_node] | (f ? f->flags : 0);
	if (flags & TF_FUNC_COMM)
		return "process";
	if (flags & TF_FUNC_MARK)
		return "marker";
	if (flags & TF_FUNC_UNRESOLVED)
		return flags & TF_FUNC_KERNEL ? "kernel code without names" : "code without names";
	if (flags & TF_FUNC_BPF)
		return "BPF program";
	if (flags & TF_FUNC_KERNEL)
		return "kernel";
	if (flags & TF_FUNC_INLINE)
		return "inlined";
	return flags & TF_FUNC_JIT ? "JIT" : "";
}

void ui_draw_info(struct ui_app *a, int y)
{
	const struct ui_model *m = &a->m;
	struct ui_cells *c = &a->cells;
	char nums[200], s[400];
	if (!m->tree || !m->tree->n)
		return;
	if (m->sel_rest) {
		rest_text(a, s, sizeof s);
		ui_draw_text(c, 0, y, a->w, UI_STRONG, s);
		return;
	}
	uint32_t node = m->sel_node, func = m->tree->func[node];
	uint64_t self = m->tree->self[0][node], total = m->tree->total[0][node];
	struct ui_text name = ui_model_name(m, func), mod = ui_model_module(m, func);
	int n;
	if (m->inverted) /* here self is only what begins at a caller */
		n = snprintf(nums, sizeof nums, "share %s", ui_fmt_share(total, m->whole).s);
	else
		n = snprintf(nums, sizeof nums, "self %s  total %s", ui_fmt_share(self, m->whole).s, ui_fmt_share(total, m->whole).s);
	if (a->w >= 70 && node && (!m->inverted || m->tree->parent[node]))
		n += snprintf(nums + n, sizeof nums - (size_t)n, m->inverted ? "  of callee %s" : "  of caller %s",
			      ui_fmt_share(total, m->tree->total[0][m->tree->parent[node]]).s);
	if (a->w >= 60 && m->tree->n_columns > 1)
		snprintf(nums + n, sizeof nums - (size_t)n, "  %s samples", ui_fmt_count(m->tree->total[1][node]).s);
	int room = a->w - (int)strlen(nums) - 2;
	int x = ui_draw_name(c, 0, y, ui_max(room, 8), UI_STRONG, name.s, name.n);
	x = ui_draw_text(c, x + 2, y, a->w, UI_NONE, nums);
	if (mod.n && a->w - x > 12)
		x = ui_draw_raw(c, x + 2, y, a->w, UI_DIM, mod.s, mod.n);
	if (a->w - x > 14)
		ui_draw_text(c, x + 2, y, a->w, UI_DIM, kind(a));
}

struct panel { struct ui_app *a; struct ui_rect r; int y; };

static bool room(const struct panel *p, int rows) { return p->y + rows <= p->r.y + p->r.h; }

static void number(struct panel *p, const char *what, uint64_t v, uint64_t samples)
{
	const struct ui_model *m = &p->a->m;
	const struct tf_event *e = ui_model_event(m);
	struct ui_cells *c = &p->a->cells;
	char s[80];
	if (!room(p, 1))
		return;
	double doubt = ui_fmt_doubt(v, m->whole, m->samples);
	ui_draw_text(c, p->r.x, p->y, p->r.x + p->r.w, UI_NONE, what);
	snprintf(s, sizeof s, "%s%%", ui_fmt_percent(v, m->whole).s);
	ui_draw_right(c, p->r.x, p->y, p->r.x + 18, UI_STRONG, s);
	int x = p->r.x + 19;
	if (doubt >= 0 && v && e && !e->counted) {
		snprintf(s, sizeof s, doubt < 0.95 ? "%s%.2f" : "%s%.1f", ui_sym("±", "+-"), doubt);
		x = ui_draw_text(c, x, p->y, p->r.x + p->r.w, samples < 30 ? UI_WARN : UI_DIM, s);
	}
	ui_draw_right(c, x, p->y, p->r.x + p->r.w, UI_DIM, ui_fmt_weight(v, e ? e->unit : NULL).s);
	p->y++;
}

static void wrapped(struct panel *p, enum ui_style st, const char *s, size_t n, int rows)
{
	struct ui_textview t = {0};
	ui_textview_clear(&t, p->r.w);
	ui_textview_add(&t, UI_NONE, NULL, 0, st, s, n);
	for (size_t i = 0; i < t.n && (int)i < rows && room(p, 1); i++) {
		bool cut = (int)i == rows - 1 && t.n > (size_t)rows;
		int x = ui_draw_text(&p->a->cells, p->r.x, p->y, p->r.x + p->r.w - cut, st, t.v[i].text);
		if (cut)
			ui_draw_text(&p->a->cells, x, p->y, p->r.x + p->r.w, st, ui_sym("…", "."));
		p->y++;
	}
	ui_textview_release(&t);
}

static void heading(struct panel *p, const char *s)
{
	p->y++;
	if (!room(p, 2))
		return;
	ui_draw_text(&p->a->cells, p->r.x, p->y, p->r.x + p->r.w, UI_COLUMN, s);
	p->y++;
}

static void entry(struct panel *p, uint32_t func, uint64_t w)
{
	const struct ui_model *m = &p->a->m;
	struct ui_text name = ui_model_name(m, func);
	if (!room(p, 1))
		return;
	ui_draw_right(&p->a->cells, p->r.x, p->y, p->r.x + 7, UI_NONE, ui_fmt_share(w, m->whole).s);
	ui_draw_name(&p->a->cells, p->r.x + 8, p->y, p->r.x + p->r.w, ui_model_hit(m, func) ? UI_ROW_MATCH : UI_NONE, name.s, name.n);
	p->y++;
}

/* The heaviest children of the selected frame. */
static void children(struct panel *p, int max)
{
	const struct ui_model *m = &p->a->m;
	const struct tf_calltree *t = m->tree;
	uint32_t best[16];
	int n = 0, all = 0;
	for (uint32_t c = t->first_child[m->sel_node]; c; c = t->next_sibling[c]) {
		if (!t->total[0][c])
			continue;
		all++;
		int i = n < max ? n++ : max;
		for (; i > 0 && t->total[0][best[i - 1]] < t->total[0][c]; i--)
			if (i < max)
				best[i] = best[i - 1];
		if (i < max)
			best[i] = c;
	}
	if (!n)
		return;
	heading(p, m->inverted ? "Called by" : "Calls");
	for (int i = 0; i < n; i++)
		entry(p, t->func[best[i]], t->total[0][best[i]]);
	if (all > n && room(p, 1))
		ui_draw_textf(&p->a->cells, p->r.x + 8, p->y++, p->r.x + p->r.w, UI_DIM, "and %d more", all - n);
}

/* All frames of the function together, where it has more than this one. */
static void everywhere(struct panel *p, uint32_t func)
{
	struct ui_model *m = &p->a->m;
	const struct tf_funclist *l = ui_model_funcs(m);
	for (size_t i = 0; l && i < l->n; i++) {
		if (l->rows[i].func.v != func)
			continue;
		if (l->rows[i].total[0] != m->tree->total[0][m->sel_node] || m->inverted) {
			heading(p, "In all stacks");
			number(p, "self", l->rows[i].self[0], l->rows[i].self[1]);
			number(p, "total", l->rows[i].total[0], l->rows[i].total[1]);
		}
		return;
	}
}

static void hottest(struct panel *p)
{
	struct ui_model *m = &p->a->m;
	const struct tf_funclist *l = ui_model_funcs(m);
	if (!l || !l->n)
		return;
	heading(p, "Most self");
	for (size_t i = 0; i < l->n && i < 8 && l->rows[i].self[0]; i++)
		entry(p, l->rows[i].func.v, l->rows[i].self[0]);
}

void ui_draw_panel(struct ui_app *a, struct ui_rect r)
{
	struct panel p = {a, r, r.y};
	const struct ui_model *m = &a->m;
	const struct tf_calltree *t = m->tree;
	if (!t || !t->n || r.w < 16)
		return;
	uint32_t node = m->sel_node, func = t->func[node];
	if (m->sel_rest) {
		char s[400];
		rest_text(a, s, sizeof s);
		wrapped(&p, UI_STRONG, s, strlen(s), 6);
		return;
	}
	struct ui_text name = ui_model_name(m, func);
	const struct tf_func *f = ui_model_func(m, func);
	const struct tf_dso *d = ui_model_dso(m, func);
	wrapped(&p, UI_STRONG, name.s, name.n, 5);
	if (d && d->path && *d->path && room(&p, 1))
		ui_draw_path(&a->cells, r.x, p.y++, r.x + r.w, UI_DIM, d->path, strlen(d->path));
	if (*kind(a) && room(&p, 1))
		ui_draw_text(&a->cells, r.x, p.y++, r.x + r.w, UI_DIM, kind(a));
	p.y++;
	if (!m->inverted)
		number(&p, "self", t->self[0][node], t->n_columns > 1 ? t->self[1][node] : 0);
	number(&p, m->inverted ? "share" : "total", t->total[0][node], t->n_columns > 1 ? t->total[1][node] : 0);
	if (node && (!m->inverted || t->parent[node]) && room(&p, 1)) {
		ui_draw_text(&a->cells, r.x, p.y, r.x + r.w, UI_NONE, m->inverted ? "of callee" : "of caller");
		char s[40];
		snprintf(s, sizeof s, "%s%%", ui_fmt_percent(t->total[0][node], t->total[0][t->parent[node]]).s);
		ui_draw_right(&a->cells, r.x, p.y++, r.x + 18, UI_NONE, s);
	}
	if (t->n_columns > 1 && room(&p, 1)) {
		ui_draw_text(&a->cells, r.x, p.y, r.x + r.w, UI_NONE, "samples");
		ui_draw_right(&a->cells, r.x, p.y++, r.x + 18, UI_NONE, ui_fmt_full(t->total[1][node]).s);
	}
	if (func)
		everywhere(&p, func);
	children(&p, 8);
	if (!func)
		hottest(&p);
	if (f && f->aliases && *f->aliases && room(&p, 3)) {
		heading(&p, "Also named");
		wrapped(&p, UI_DIM, f->aliases, strcspn(f->aliases, "\n"), 3);
	}
}
