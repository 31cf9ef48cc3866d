/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who recorded what, where, with which command, events and settings. */
#include "config.h"
#include "tui/fmt.h"
#include "tui/state.h"
#include "tui/textview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct info_view { struct ui_textview t; uint64_t seq; };

#define INDENT 20

static void info_release(struct ui_view *v) { ui_textview_release(&((struct info_view *)v->data)->t); }

static void meta(struct ui_textview *t, const struct tf_snapshot *s)
{
	const char *key, *value;
	char safe[INDENT];
	ui_textview_adds(t, UI_STRONG, "Recording", 0, UI_NONE, "");
	for (size_t i = 0; tf_snapshot_meta_at(s, i, &key, &value); i++) {
		size_t n = 0;
		for (; key[n] && n < sizeof safe - 1; n++)
			safe[n] = key[n] >= 0x20 && key[n] < 0x7f ? key[n] : '?';
		safe[n] = 0;
		ui_textview_adds(t, UI_DIM, safe, INDENT, UI_NONE, value ? value : "");
	}
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
}

static void events(struct ui_textview *t, const struct tf_snapshot *s)
{
	ui_textview_adds(t, UI_STRONG, "Events", 0, UI_NONE, "");
	for (uint32_t i = 1; i <= tf_snapshot_n_events(s); i++) {
		const struct tf_event *e = tf_snapshot_event(s, (tf_event_id){i});
		struct tf_event_sum sum = tf_snapshot_event_sum(s, (tf_event_id){i});
		struct ui_buf b = UI_BUF_INIT;
		if (!e || e->hidden)
			continue;
		ui_buf_adds(&b, e->name ? e->name : "?");
		ui_buf_addf(&b, ": %s samples", ui_fmt_full(sum.samples).s);
		ui_buf_addf(&b, ", weight %s", ui_fmt_weight(sum.weight, e->unit).s);
		if (e->freq_or_period)
			ui_buf_addf(&b, e->freq ? ", asked for %s Hz" : ", one sample every %s", ui_fmt_full(e->freq_or_period).s);
		if (e->type != UINT32_MAX)
			ui_buf_adds(&b, !e->has_callchain ? ", without call chains" : e->user_stack ? ", call chains with stack dumps" : ", with call chains");
		if (e->leader && e->leader != i)
			ui_buf_addf(&b, ", in the group of event %u", e->leader);
		char lead[16];
		snprintf(lead, sizeof lead, "%u", i);
		ui_textview_add(t, UI_DIM, lead, INDENT, UI_NONE, b.s, b.n);
		ui_buf_release(&b);
	}
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
}

static void number(struct ui_textview *t, const char *what, uint64_t n)
{
	ui_textview_adds(t, UI_DIM, what, INDENT, UI_NONE, ui_fmt_full(n).s);
}

static void counts(struct ui_textview *t, const struct tf_snapshot *s)
{
	struct tf_quality q;
	const char *name;
	uint64_t n;
	tf_snapshot_quality(s, &q);
	ui_textview_adds(t, UI_STRONG, "Contents", 0, UI_NONE, "");
	if (q.first_time != TF_NO_TIME && q.last_time != TF_NO_TIME && q.last_time >= q.first_time)
		ui_textview_adds(t, UI_DIM, "time covered", INDENT, UI_NONE, ui_fmt_time(q.last_time - q.first_time).s);
	number(t, "samples", q.samples);
	number(t, "processes", q.n_processes);
	number(t, "threads", tf_snapshot_n_threads(s));
	number(t, "modules", tf_snapshot_n_dsos(s));
	number(t, "functions", tf_snapshot_n_funcs(s));
	number(t, "code addresses", tf_snapshot_n_frames(s));
	number(t, "different stacks", tf_snapshot_n_stacks(s));
	ui_textview_adds(t, UI_NONE, NULL, 0, UI_NONE, "");
	if (tf_snapshot_record_count(s, 0, &name, &n))
		ui_textview_adds(t, UI_STRONG, "Records", 0, UI_NONE, "");
	for (size_t i = 0; tf_snapshot_record_count(s, i, &name, &n); i++)
		number(t, name, n);
}

static void info_update(struct ui_view *v, struct ui_app *a, struct ui_rect r)
{
	struct info_view *w = v->data;
	if (a->m.snap && (w->seq != tf_snapshot_seq(a->m.snap) || w->t.width != r.w)) {
		w->seq = tf_snapshot_seq(a->m.snap);
		ui_textview_clear(&w->t, r.w);
		meta(&w->t, a->m.snap);
		events(&w->t, a->m.snap);
		counts(&w->t, a->m.snap);
	}
	ui_textview_fit(&w->t, r.h);
}

static void info_draw(const struct ui_view *v, const struct ui_app *a, struct ui_cells *c, struct ui_rect r)
{
	ui_textview_draw(&((const struct info_view *)v->data)->t, c, r);
}

static bool info_act(struct ui_view *v, struct ui_app *a, enum ui_action act, const char *arg)
{
	return ui_textview_act(&((struct info_view *)v->data)->t, act);
}

static void info_scroll(struct ui_view *v, struct ui_app *a, int by)
{
	for (int i = 0; i < abs(by); i++)
		info_act(v, a, by < 0 ? UI_ACT_UP : UI_ACT_DOWN, NULL);
}

static bool info_find(struct ui_view *v, struct ui_app *a, int dir)
{
	return ui_textview_find(&((struct info_view *)v->data)->t, a->m.matcher, dir);
}

const struct ui_view_ops ui_view_about = {
	.name = "info", .title = "Info", .key = '0', .size = sizeof(struct info_view), .release = info_release,
	.update = info_update, .draw = info_draw, .act = info_act, .scroll = info_scroll, .find = info_find,
};
