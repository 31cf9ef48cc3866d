/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything that is lost, damaged or missing, how much it matters, and what to do. */
#include "config.h"
#include "tui/fmt.h"
#include "tui/state.h"
#include "tui/textview.h"
#include "tui/widths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct messages_view { struct ui_textview t; uint64_t gen, seq; };

static void messages_release(struct ui_view *v) { ui_textview_release(&((struct messages_view *)v->data)->t); }

static void fact(struct ui_textview *t, uint64_t n, bool bad, const char *what, const char *advice)
{
	if (!n)
		return;
	struct ui_num num = ui_fmt_full(n);
	ui_textview_adds(t, bad ? UI_BAD : UI_WARN, num.s, 13, UI_NONE, what);
	if (advice)
		ui_textview_adds(t, UI_NONE, NULL, 13, UI_DIM, advice);
}

static void quality(struct ui_textview *t, const struct tf_snapshot *s)
{
	struct tf_quality q;
	tf_snapshot_quality(s, &q);
	ui_textview_adds(t, UI_STRONG, "What is missing", 0, UI_NONE, "");
	size_t before = t->n;
	fact(t, q.lost_events, true, "records were lost by the kernel because the recorder was too slow",
	     "Record with a larger buffer (-m) or fewer samples (-F)");
	fact(t, q.lost_samples, true, "samples were lost by the kernel", "Record with a larger buffer (-m) or fewer samples (-F)");
	fact(t, q.throttled, true, "times the kernel held sampling back: the rate was too high", "Record with a lower rate (-F)");
	fact(t, q.bad_samples, true, "samples could not be decoded", NULL);
	fact(t, q.truncated_stacks, false, "stacks are cut: their outer frames are missing, and the picture puts them elsewhere",
	     "Record with --call-graph dwarf,65528 or build with -fno-omit-frame-pointer");
	fact(t, q.no_chain, false, "samples have no call chain: only the function that ran is known", "Record with -g");
	fact(t, q.no_user_chain, false, "samples of user code have no user part in their call chain", NULL);
	fact(t, q.unknown_records, false, "records are of kinds that this version does not know; they were skipped", NULL);
	fact(t, q.unresolved_frames, false, "code addresses have no name; see the modules below", NULL);
	fact(t, q.truncated_file, true, "The file ends before its end", NULL);
	fact(t, q.unfinished_file, false, "The recorder did not close the file; what is there was read", NULL);
	if (t->n == before)
		ui_textview_adds(t, UI_GOOD, "  nothing", 13, UI_NONE, "No samples lost, no stacks cut, all names found");
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
}

static void messages(struct ui_textview *t, const struct tf_snapshot *s)
{
	size_t n = tf_snapshot_messages(s, NULL, 0);
	struct tf_message *m = ui_xcalloc(n + 1, sizeof *m);
	size_t got = tf_snapshot_messages(s, m, n);
	n = got < n ? got : n;
	ui_textview_adds(t, UI_STRONG, n ? "Messages, each kind once" : "Messages", 0, UI_NONE, "");
	for (size_t i = 0; i < n; i++) {
		char where[64] = "", line[400];
		if (m[i].first_offset != UINT64_MAX)
			snprintf(where, sizeof where, " (first at byte %llu)", (unsigned long long)m[i].first_offset);
		snprintf(line, sizeof line, "%s%s", m[i].text, where);
		struct ui_num num = ui_fmt_full(m[i].count);
		strncat(num.s, "x", sizeof num.s - strlen(num.s) - 1);
		ui_textview_adds(t, m[i].damage ? UI_BAD : UI_WARN, num.s, 13, UI_NONE, line);
		if (m[i].advice[0]) {
			snprintf(line, sizeof line, "try: %s", m[i].advice);
			ui_textview_adds(t, UI_NONE, NULL, 13, UI_DIM, line);
		}
	}
	if (!n)
		ui_textview_adds(t, UI_GOOD, "  none", 13, UI_NONE, "");
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
	free(m);
}

struct module { uint32_t dso; uint64_t weight; };

static int heavier(const void *a, const void *b)
{
	const struct module *x = a, *y = b;
	return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : x->dso < y->dso ? -1 : x->dso > y->dso;
}

static const char *why(enum tf_dso_state s)
{
	switch (s) {
	case TF_DSO_NOSYMS: return "has no symbol table";
	case TF_DSO_MISSING: return "was not found on this machine";
	case TF_DSO_CHANGED: return "is not the file that was recorded: another build id";
	case TF_DSO_RESTRICTED: return "hides its addresses (kptr_restrict)";
	case TF_DSO_DAMAGED: return "is damaged";
	case TF_DSO_NONE: return "is not a file";
	case TF_DSO_PENDING: return "is not read yet";
	case TF_DSO_OK: break;
	}
	return "has no symbol at these addresses";
}

/* Modules with code that has no name, by the weight of that code. */
static void modules(struct ui_textview *t, struct ui_model *m)
{
	const struct tf_funclist *l = ui_model_funcs(m);
	uint32_t n = tf_snapshot_n_dsos(m->snap);
	struct module *v = ui_xcalloc(n + 1, sizeof *v);
	size_t k = 0;
	for (uint32_t i = 0; i <= n; i++)
		v[i].dso = i;
	for (size_t i = 0; l && i < l->n; i++) {
		const struct tf_func *f = tf_snapshot_func(m->snap, l->rows[i].func);
		if (f && f->flags & TF_FUNC_UNRESOLVED && f->dso.v <= n)
			v[f->dso.v].weight += l->rows[i].total[0];
	}
	qsort(v, n + 1, sizeof *v, heavier);
	while (k <= n && v[k].weight)
		k++;
	if (k)
		ui_textview_adds(t, UI_STRONG, "Modules with code without names, and the share of the samples that it is part of", 0, UI_NONE, "");
	for (size_t i = 0; i < k; i++) {
		const struct tf_dso *d = tf_snapshot_dso(m->snap, (tf_dso_id){v[i].dso});
		struct ui_buf b = UI_BUF_INIT;
		struct ui_num num = ui_fmt_share(v[i].weight, m->whole);
		ui_buf_addf(&b, "%s %s", d && d->path && *d->path ? d->path : "[unknown]", d ? why(d->state) : "lies in no mapping");
		if (d && d->build_id_len) {
			ui_buf_adds(&b, "; build id ");
			for (int j = 0; j < d->build_id_len; j++)
				ui_buf_addf(&b, "%02x", d->build_id[j]);
		}
		ui_textview_add(t, UI_WARN, num.s, 13, UI_NONE, b.s, b.n);
		const char *tried = d && d->state != TF_DSO_OK ? d->tried : NULL;
		for (int lines = 0; tried && *tried && lines < 6; lines++) {
			size_t len = strcspn(tried, "\n");
			ui_textview_add(t, UI_NONE, NULL, 15, UI_DIM, tried, len);
			tried += len + (tried[len] != 0);
		}
		ui_buf_release(&b);
	}
	free(v);
}

static void messages_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct messages_view *w = v->data;
	if (a->m.snap && (w->gen != a->m.gen || w->seq != tf_snapshot_seq(a->m.snap) || w->t.width != r.w)) {
		w->gen = a->m.gen;
		w->seq = tf_snapshot_seq(a->m.snap);
		ui_textview_clear(&w->t, r.w);
		if (a->failed.code) {
			char s[600];
			snprintf(s, sizeof s, "%s: %s", a->failed.what, a->failed.text);
			ui_textview_adds(&w->t, UI_BAD, "Error", 13, UI_NONE, s);
			if (a->failed.advice[0])
				ui_textview_adds(&w->t, UI_NONE, NULL, 13, UI_DIM, a->failed.advice);
		}
		quality(&w->t, a->m.snap);
		messages(&w->t, a->m.snap);
		modules(&w->t, &a->m);
	}
	ui_textview_fit(&w->t, r.h);
}

static void messages_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	ui_textview_draw(&((const struct messages_view *)v->data)->t, c, r);
}

static bool messages_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	return ui_textview_act(&((struct messages_view *)v->data)->t, act);
}

static void messages_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	for (int i = 0; i < abs(by); i++)
		messages_act(v, a, by < 0 ? UI_ACT_UP : UI_ACT_DOWN, NULL);
}

static bool messages_find(struct ui_view *v, struct ui_app *a, int dir)
{
	return ui_textview_find(&((struct messages_view *)v->data)->t, a->m.matcher, dir);
}

const struct ui_view_ops ui_view_messages = {
	.name = "messages", .title = "Messages", .key = '9', .size = sizeof(struct messages_view), .release = messages_release,
	.update = messages_update, .draw = messages_draw, .act = messages_act, .scroll = messages_scroll, .find = messages_find,
};
