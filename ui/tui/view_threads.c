/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes and their threads with their shares, short-lived ones included. */
#include "config.h"
#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/listwidget.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <stdlib.h>
#include <string.h>

struct thread_row { uint32_t pid, tid, comm; bool process, named; struct ui_text name; uint64_t weight, samples, group; unsigned threads; };
struct threads_view {
	struct ui_list list;
	uint64_t gen;
	bool known; /* the input says something about threads */
	struct thread_row *rows; size_t n, cap;
};

static void threads_release(struct ui_view *v) { free(((struct threads_view *)v->data)->rows); }

/* Where the input knows no process ids, a process is what has the same name. */
static uint32_t process_of(const struct thread_row *r) { return r->pid == TF_NO_ID ? r->comm : 0; }

static bool same_process(const struct thread_row *x, const struct thread_row *y)
{
	return x->pid == y->pid && process_of(x) == process_of(y);
}

static int by_pid(const void *a, const void *b)
{
	const struct thread_row *x = a, *y = b;
	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (process_of(x) != process_of(y))
		return process_of(x) < process_of(y) ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

/* Heaviest process first, its row before its threads, these by weight. */
static int by_group(const void *a, const void *b)
{
	const struct thread_row *x = a, *y = b;
	if (x->group != y->group)
		return x->group < y->group ? 1 : -1;
	if (!same_process(x, y))
		return x->pid != y->pid ? (x->pid < y->pid ? -1 : 1) : x->comm < y->comm ? -1 : 1;
	if (x->process != y->process)
		return x->process ? -1 : 1;
	return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : x->tid < y->tid ? -1 : x->tid > y->tid;
}

static struct thread_row *add(struct threads_view *t)
{
	ui_grow(&t->rows, &t->cap, t->n + 1, sizeof *t->rows);
	t->rows[t->n] = (struct thread_row){0};
	return &t->rows[t->n++];
}

static void group(struct threads_view *t)
{
	size_t n = t->n;
	if (n)
		qsort(t->rows, n, sizeof *t->rows, by_pid);
	for (size_t i = 0; i < n;) {
		struct thread_row p = {.pid = t->rows[i].pid, .comm = t->rows[i].comm, .process = true};
		size_t j = i;
		for (; j < n && same_process(&t->rows[j], &p); j++) {
			p.weight = p.weight + t->rows[j].weight < p.weight ? UINT64_MAX : p.weight + t->rows[j].weight;
			p.samples += t->rows[j].samples;
			p.threads += j == i || t->rows[j].tid != t->rows[j - 1].tid;
			if (!p.name.s || t->rows[j].tid == p.pid)
				p.name = t->rows[j].name;
		}
		p.group = p.weight;
		for (; i < j; i++)
			t->rows[i].group = p.weight;
		*add(t) = p;
	}
	if (t->n)
		qsort(t->rows, t->n, sizeof *t->rows, by_group);
}

static void threads_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct threads_view *t = v->data;
	static const enum tf_key keys[] = {TF_KEY_PID, TF_KEY_TID, TF_KEY_COMM};
	if (t->gen != a->m.gen && a->m.tree) {
		uint32_t tid = t->list.sel < t->n ? t->rows[t->list.sel].tid : 0;
		bool process = t->list.sel < t->n && t->rows[t->list.sel].process;
		uint32_t pid = t->list.sel < t->n ? t->rows[t->list.sel].pid : 0;
		t->gen = a->m.gen;
		t->n = 0;
		/* An inverted tree's nodes are none of the call tree's: its zoom cannot be followed. */
		tf_node_id top = {a->m.turned ? 0 : a->m.zoom};
		struct tf_table *x = tf_table_new(a->m.built, &(struct tf_tablespec){.keys = keys, .n_keys = 3, .top = top});
		for (size_t i = 0; x && i < x->n; i++) {
			struct thread_row *row = add(t);
			row->pid = (uint32_t)x->rows[i].keys[0];
			row->tid = (uint32_t)x->rows[i].keys[1];
			row->name = ui_model_name(&a->m, (uint32_t)x->rows[i].keys[2]);
			row->comm = (uint32_t)x->rows[i].keys[2];
			row->named = row->comm != 0;
			if (!row->named)
				row->name = (struct ui_text){"[unknown]", 9};
			row->weight = x->rows[i].self[0];
			row->samples = x->rows[i].self[1];
		}
		tf_table_free(x);
		t->known = false;
		for (size_t i = 0; i < t->n; i++)
			t->known |= t->rows[i].pid != TF_NO_ID || t->rows[i].named;
		group(t);
		for (size_t i = 0; i < t->n; i++)
			if (t->rows[i].pid == pid && t->rows[i].tid == tid && t->rows[i].process == process)
				t->list.sel = i;
	}
	ui_list_fit(&t->list, a->m.tree ? t->n : 0, r.h - 1);
}

static void number(struct ui_cells *c, int x, int y, int end, enum ui_style st, uint32_t v)
{
	char s[16];
	snprintf(s, sizeof s, "%u", v);
	ui_draw_right(c, x, y, end, st, v == TF_NO_ID ? "-" : s);
}

static void threads_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	const struct threads_view *t = v->data;
	bool bar = r.w >= 64;
	int nx = r.x + 9 + (bar ? 13 : 1) + 18;
	if (r.h < 1)
		return;
	if (!t->known && a->m.tree) {
		ui_draw_text(c, r.x, r.y, r.x + r.w, UI_NONE, "This input does not say which processes and threads its samples come from");
		return;
	}
	ui_cells_fill(c, (struct ui_rect){r.x, r.y, r.w, 1}, UI_COLUMN, ' ');
	ui_draw_right(c, r.x, r.y, r.x + 8, UI_COLUMN_SORT, "Share %");
	ui_draw_right(c, nx - 18, r.y, nx - 10, UI_COLUMN, "PID");
	ui_draw_right(c, nx - 10, r.y, nx - 2, UI_COLUMN, "TID");
	ui_draw_text(c, nx, r.y, r.x + r.w, UI_COLUMN, "Process and threads");
	ui_draw_right(c, nx + 20, r.y, r.x + r.w - 1, UI_COLUMN, "Samples");
	for (int i = 0; i < r.h - 1 && t->list.top + (size_t)i < t->list.n; i++) {
		size_t at = t->list.top + (size_t)i;
		const struct thread_row *row = &t->rows[at];
		bool sel = at == t->list.sel;
		enum ui_style st = sel ? UI_ROW_SELECTED : row->process ? UI_STRONG : UI_NONE;
		int y = r.y + 1 + i;
		if (sel)
			ui_cells_fill(c, (struct ui_rect){r.x, y, r.w, 1}, st, ' ');
		ui_draw_right(c, r.x, y, r.x + 8, st, ui_fmt_percent(row->weight, a->m.whole).s);
		if (bar)
			ui_draw_bar(c, r.x + 9, y, 10, sel ? st : UI_BAR, (double)row->weight / (double)(a->m.whole ? a->m.whole : 1));
		number(c, nx - 18, y, nx - 10, st, row->pid);
		if (!row->process)
			number(c, nx - 10, y, nx - 2, st, row->tid);
		int end = ui_draw_raw(c, nx + (row->process ? 0 : 2), y, r.x + r.w - 9, st, row->name.s, row->name.n);
		if (row->process && row->threads > 1)
			ui_draw_textf(c, end + 2, y, r.x + r.w - 9, sel ? st : UI_DIM, "%u threads", row->threads);
		ui_draw_right(c, end, y, r.x + r.w - 1, st, ui_fmt_count(row->samples).s);
	}
	ui_list_marks(&t->list, c, (struct ui_rect){r.x, r.y + 1, r.w, r.h - 1});
}

static bool threads_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	struct threads_view *t = v->data;
	if (ui_list_act(&t->list, act))
		return true;
	if (t->list.sel >= t->list.n)
		return false;
	const struct thread_row *row = &t->rows[t->list.sel];
	bool process = act == UI_ACT_FILTER_PROCESS || (act == UI_ACT_ZOOM_IN && row->process);
	bool thread = act == UI_ACT_FILTER_THREAD || (act == UI_ACT_ZOOM_IN && !row->process);
	if ((!process && !thread) || (arg && *arg))
		return false;
	uint32_t id = process || row->process ? row->pid : row->tid;
	if (id == TF_NO_ID && row->named) {
		const struct tf_func *f = ui_model_func(&a->m, row->comm);
		ui_model_push(&a->m, UI_TR_COMM, f ? f->name : "", 0);
	} else if (id == TF_NO_ID) {
		ui_app_note(a, UI_WARN, "This input does not say which thread its samples come from");
		return true;
	} else {
		ui_model_push(&a->m, process ? UI_TR_PID : UI_TR_TID, NULL, id);
	}
	if (act == UI_ACT_ZOOM_IN)
		ui_app_set_view(a, UI_VIEW_FLAME);
	return true;
}

static void threads_click(struct ui_view *v, struct ui_app *a, struct ui_rect r, int x, int y, bool twice)
{
	struct threads_view *t = v->data;
	size_t at = t->list.top + (size_t)(y - r.y - 1);
	if (y == r.y || at >= t->list.n)
		return;
	t->list.sel = at;
	if (twice)
		threads_act(v, a, UI_ACT_ZOOM_IN, NULL);
}

static void threads_scroll(struct ui_view *v, struct ui_app *a, int by) { ui_list_scroll(&((struct threads_view *)v->data)->list, by); }

static bool threads_find(struct ui_view *v, struct ui_app *a, int dir)
{
	struct threads_view *t = v->data;
	for (size_t i = 1; i <= t->list.n && a->m.matcher; i++) {
		size_t at = (t->list.sel + (dir > 0 ? i : t->list.n - i)) % t->list.n;
		if (tf_matcher_match(a->m.matcher, t->rows[at].name.s, t->rows[at].name.n)) {
			t->list.sel = at;
			return true;
		}
	}
	return false;
}

const struct ui_view_ops ui_view_threads = {
	.name = "threads", .title = "Threads", .key = '5', .size = sizeof(struct threads_view), .release = threads_release,
	.update = threads_update, .draw = threads_draw, .act = threads_act, .click = threads_click, .scroll = threads_scroll,
	.find = threads_find,
};
