/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines around the views: head, views, path with quality, keys. */
#include "config.h"
#include "tui/draw.h"
#include "tui/fmt.h"
#include "tui/state.h"
#include "tui/widths.h"

#include <stdio.h>
#include <string.h>
#include <tflame/text.h>

static const char *const phase_table[] = {"opening", "reading mappings", "reading samples", "finding names", "done"};

/* Progress at the right end; returns the column it starts at. */
static int progress(const struct ui_app *a, int y, int x, int end)
{
	struct tf_progress p = {0};
	char text[96], what[64];
	struct ui_cells *c = (struct ui_cells *)&a->cells;
	if (!a->m.snap)
		return ui_draw_right(c, x, y, end, UI_PROGRESS_REST, " opening ");
	tf_snapshot_progress(a->m.snap, &p);
	double share = p.total ? (double)p.done / (double)p.total : 0;
	tf_escape(what, sizeof what, p.what, strnlen(p.what, sizeof p.what));
	int n = snprintf(text, sizeof text, " %s", phase_table[p.phase <= TF_PHASE_DONE ? p.phase : 0]);
	if (p.total)
		n += snprintf(text + n, sizeof text - (size_t)n, " %.0f%%", 100 * (share > 1 ? 1 : share));
	if (*what && end - x > 90 && p.phase != TF_PHASE_SYMBOLS)
		n += snprintf(text + n, sizeof text - (size_t)n, " %.30s", what);
	snprintf(text + n, sizeof text - (size_t)n, " ");
	int w = ui_min(ui_text_width(text, strlen(text)), end - x), at = end - w;
	if (w < 6)
		return end;
	ui_draw_text(c, at, y, end, UI_PROGRESS_REST, text);
	ui_cells_style(c, (struct ui_rect){at, y, (int)(share * w), 1}, UI_PROGRESS);
	return at;
}

static void lost(struct ui_app *a, int *x, int y, int end)
{
	struct tf_quality q;
	tf_snapshot_quality(a->m.snap, &q);
	const struct tf_event *e = ui_model_event(&a->m);
	uint64_t n = q.lost_events + q.lost_samples;
	if (n)
		*x = ui_draw_textf(&a->cells, *x + 2, y, end, UI_BAD, " lost %s ", ui_fmt_count(n).s);
	else if (e && e->type != UINT32_MAX)
		*x = ui_draw_text(&a->cells, *x + 2, y, end, UI_HEAD_DIM, "lost 0");
	if (q.throttled && *x < end)
		*x = ui_draw_textf(&a->cells, *x + 2, y, end, UI_WARN, "throttled %s", ui_fmt_count(q.throttled).s);
	if ((q.truncated_file || q.bad_samples) && *x < end)
		*x = ui_draw_text(&a->cells, *x + 2, y, end, UI_BAD, " damaged ");
}

static void head(struct ui_app *a, int y)
{
	struct ui_cells *c = &a->cells;
	const struct tf_event *e = ui_model_event(&a->m);
	int end = a->w, x = 0;
	bool complete = a->m.snap && tf_snapshot_complete(a->m.snap);
	if (!complete) {
		end = progress(a, y, ui_min(20, a->w / 2), a->w) - 1;
	} else {
		struct tf_quality q;
		tf_snapshot_quality(a->m.snap, &q);
		if (q.first_time != TF_NO_TIME && q.last_time != TF_NO_TIME && q.last_time > q.first_time && a->w >= 60)
			end = ui_draw_right(c, 0, y, a->w, UI_HEAD_DIM, ui_fmt_time(q.last_time - q.first_time).s) - 1;
	}
	x = ui_draw_text(c, x, y, end, UI_HEAD, "tflame");
	if (a->o->title && *a->o->title) {
		char title[600];
		tf_escape(title, sizeof title, a->o->title, strlen(a->o->title));
		int room = ui_max(end - x - 44, a->w >= 60 ? 12 : end - x - 18), w = ui_text_width(title, strlen(title));
		if (w <= room || room < 14) {
			x = ui_draw_text(c, x + 1, y, end, UI_HEAD, title);
		} else {
			/* The end of a long path says more than its beginning. */
			size_t word = strcspn(title, " ") + (title[strcspn(title, " ")] != 0);
			if (word > 12)
				word = 0;
			char lead[16];
			snprintf(lead, sizeof lead, "%.*s", (int)word, title);
			x = ui_draw_text(c, x + 1, y, end, UI_HEAD, lead);
			x = ui_draw_path(c, x, y, ui_min(x + room - (int)word, end), UI_HEAD, title + word, strlen(title + word));
		}
	}
	if (!a->m.snap || !a->m.tree)
		return;
	if (e && e->name && a->w >= 30 && strcmp(e->name, "samples")) {
		x = ui_draw_raw(c, x + 2, y, end, UI_HEAD_DIM, e->name, strlen(e->name));
		if (e->freq_or_period > 1 && a->w >= 60)
			x = ui_draw_textf(c, x + 1, y, end, UI_HEAD_DIM, e->freq ? "%s Hz" : "every %s", ui_fmt_count(e->freq_or_period).s);
	}
	struct ui_num n = ui_fmt_count(a->m.samples);
	struct tf_event_sum sum = tf_snapshot_event_sum(a->m.snap, a->m.event);
	if (a->m.samples != sum.samples && a->w >= 60)
		x = ui_draw_textf(c, x + 2, y, end, UI_STRONG, "%s of %s samples", n.s, ui_fmt_count(sum.samples).s);
	else
		x = ui_draw_textf(c, x + 2, y, end, UI_HEAD_DIM, "%s sample%s", n.s, a->m.samples == 1 ? "" : "s");
	lost(a, &x, y, end);
}

static void tabs(struct ui_app *a, int y)
{
	static const char *const by[] = {"module", "kind of code", "nothing"};
	struct ui_cells *c = &a->cells;
	int x = 0;
	for (int i = 0; i < UI_VIEW_N; i++) {
		const struct ui_view_ops *v = ui_view_table[i];
		bool on = (int)a->view == i;
		char key[2] = {v->key, 0};
		if (!v->key && !on)
			continue;
		x = ui_draw_text(c, x, y, a->w, on ? UI_TAB_ON : UI_NONE, " ");
		x = ui_draw_text(c, x, y, a->w, on ? UI_TAB_ON : UI_TAB_KEY, key);
		x = ui_draw_text(c, x, y, a->w, on ? UI_TAB_ON : UI_TAB, v->title);
		x = ui_draw_text(c, x, y, a->w, on ? UI_TAB_ON : UI_NONE, " ");
	}
	if (a->view == UI_VIEW_FLAME && a->w - x > 40) {
		char s[120];
		snprintf(s, sizeof s, "%scolour: %s  order: %s", a->m.inverted ? "inverted  " : "", by[a->m.colouring],
			 a->m.order == TF_ORDER_NAME ? "name" : "weight");
		ui_draw_right(c, x + 2, y, a->w, UI_TAB, s);
	}
}

/* What is wrong with the profile, right of the path. Returns where it starts. */
static int quality(struct ui_app *a, int y, int x)
{
	struct tf_quality q;
	char s[160] = "";
	if (!a->m.snap)
		return a->w;
	tf_snapshot_quality(a->m.snap, &q);
	if (q.truncated_stacks)
		snprintf(s + strlen(s), sizeof s - strlen(s), "  cut stacks %s", ui_fmt_share(q.truncated_stacks, q.samples).s);
	if (q.no_chain && q.samples && q.no_chain * 20 > q.samples)
		snprintf(s + strlen(s), sizeof s - strlen(s), "  no call chains");
	if (q.unresolved_weight)
		snprintf(s + strlen(s), sizeof s - strlen(s), "  no names %s", ui_fmt_share(q.unresolved_weight, q.samples).s);
	if (a->m.samples && a->m.samples < 100)
		snprintf(s + strlen(s), sizeof s - strlen(s), "  only %u samples", (unsigned)a->m.samples);
	return *s ? ui_draw_right(&a->cells, x, y, a->w, UI_WARN, s + 2) - 2 : a->w;
}

static void path(struct ui_app *a, int y)
{
	struct ui_cells *c = &a->cells;
	const struct ui_model *m = &a->m;
	struct ui_buf b = UI_BUF_INIT;
	int end = quality(a, y, a->w / 2), x = 0;
	/* The stack of transforms first. */
	for (size_t i = 0; i < m->n_stack && x < end / 2; i++) {
		ui_buf_clear(&b);
		ui_buf_addc(&b, '[');
		ui_transform_text(m, &m->stack[i], &b);
		ui_buf_addc(&b, ']');
		char cut[256];
		ui_text_cut(cut, sizeof cut, ui_buf_str(&b), b.n, ui_max(end / 3, 8));
		x = ui_draw_text(c, x, y, end, UI_WARN, cut) + 1;
	}
	ui_buf_clear(&b);
	uint32_t way[64];
	size_t n = 0;
	if (m->tree)
		for (uint32_t node = m->sel_node; node && n < 64; node = m->tree->parent[node])
			way[n++] = node;
	if (n == 64)
		ui_buf_adds(&b, ui_sym("…", ".."));
	for (size_t i = n; i > 1; i--) {
		char safe[300];
		struct ui_text name = ui_model_name(m, m->tree->func[way[i - 1]]);
		tf_escape(safe, sizeof safe, name.s, name.n);
		ui_buf_adds(&b, safe);
		ui_buf_adds(&b, ui_sym(" › ", " > "));
	}
	if (!n && m->tree && x < end)
		ui_draw_text(c, x, y, end, UI_PATH_LAST, m->sel_node ? "" : "all");
	if (n && x < end) {
		char safe[600], cut[4096];
		struct ui_text name = ui_model_name(m, m->tree->func[way[0]]);
		size_t len = tf_escape(safe, sizeof safe, name.s, name.n);
		int last = ui_min(ui_text_width(safe, len), (end - x) * 2 / 3);
		ui_text_cut_left(cut, sizeof cut, ui_buf_str(&b), b.n, end - x - last);
		x = ui_draw_text(c, x, y, end, UI_PATH, cut);
		ui_draw_name(c, x, y, end, UI_PATH_LAST, name.s, name.n);
	}
	ui_buf_release(&b);
}

static void key_hints(struct ui_app *a, int y)
{
	/* In the order shown; where the line is too short, those with a high rank go first. */
	static const struct { enum ui_action act; const char *word; unsigned rank, views; } hints[] = {
		{UI_ACT_ZOOM_IN, "zoom", 0, 1u << UI_VIEW_FLAME}, {UI_ACT_ZOOM_IN, "show in flame", 0, 1u << UI_VIEW_FUNCTIONS},
		{UI_ACT_ZOOM_IN, "open", 0, 1u << UI_VIEW_TREE}, {UI_ACT_ZOOM_IN, "go there", 0, 1u << UI_VIEW_CALLERS},
		{UI_ACT_ZOOM_IN, "only this", 0, 1u << UI_VIEW_THREADS},
		{UI_ACT_BACK, "back", 0, ~0u}, {UI_ACT_FIND, "search", 0, ~0u}, {UI_ACT_FILTER, "filter", 1, ~0u},
		{UI_ACT_COLOUR, "colour", 3, 1u << UI_VIEW_FLAME}, {UI_ACT_INVERT, "invert", 2, 1u << UI_VIEW_FLAME | 1u << UI_VIEW_TREE},
		{UI_ACT_CALLERS, "callers", 2, 1u << UI_VIEW_FLAME | 1u << UI_VIEW_FUNCTIONS | 1u << UI_VIEW_TREE},
		{UI_ACT_SORT, "sort", 3, 1u << UI_VIEW_FLAME | 1u << UI_VIEW_FUNCTIONS}, {UI_ACT_EVENT, "event", 1, 0},
		{UI_ACT_MENU, "menu", 2, ~0u}, {UI_ACT_HELP, "help", 0, ~0u}, {UI_ACT_QUIT, "quit", 0, ~0u},
	};
	enum { N = sizeof hints / sizeof *hints };
	bool several = a->m.snap && ui_model_next_event(&a->m, a->m.event).v != a->m.event.v, shown[N] = {false};
	char key[16];
	int x = 0, used = 0;
	for (unsigned rank = 0; rank < 4; rank++)
		for (size_t i = 0; i < N; i++) {
			bool want = hints[i].views & 1u << a->view || (hints[i].act == UI_ACT_EVENT && several);
			int w = (int)(strlen(ui_action_first_key(hints[i].act, key)) + strlen(hints[i].word)) + 3;
			if (!want || hints[i].rank != rank || used + w - 2 > a->w)
				continue;
			shown[i] = true;
			used += w;
		}
	for (size_t i = 0; i < N; i++) {
		if (!shown[i])
			continue;
		x = ui_draw_text(&a->cells, x, y, a->w, UI_KEY, ui_action_first_key(hints[i].act, key));
		x = ui_draw_text(&a->cells, x + 1, y, a->w, UI_NONE, hints[i].word) + 2;
	}
}

static void search_state(struct ui_app *a, int x, int y)
{
	char s[160];
	const struct ui_model *m = &a->m;
	if (!m->find)
		return;
	if (m->n_hits)
		snprintf(s, sizeof s, " %u function%s, %s frame%s, %s of all ", m->n_hit_funcs, m->n_hit_funcs == 1 ? "" : "s",
			 ui_fmt_count(m->n_hits).s, m->n_hits == 1 ? "" : "s", ui_fmt_share(m->matched, m->whole).s);
	else
		snprintf(s, sizeof s, " no match ");
	ui_draw_right(&a->cells, x, y, a->w, m->n_hits ? UI_MATCH_TEXT : UI_WARN, s);
}

static void prompt(struct ui_app *a, int y)
{
	static const char *const lead[UI_PROMPT_N] = {"/", "filter: ", ":", "export to: ", "merge below %: "};
	const char *l = lead[a->prompt];
	const struct ui_prompt *p = &a->prompts[a->prompt];
	int end = a->w;
	if (a->prompt == UI_PROMPT_FIND && !strncmp(ui_buf_str(&p->text), "\\v", 2))
		l = "regex /";
	ui_cells_fill(&a->cells, (struct ui_rect){0, y, a->w, 1}, UI_NONE, ' ');
	int x = ui_prompt_draw(p, &a->cells, 0, y, end, l);
	if (a->prompt == UI_PROMPT_FIND)
		search_state(a, ui_min(x + 1, a->w - 1), y);
	else if (a->prompt == UI_PROMPT_FILTER && !p->text.n)
		ui_draw_text(&a->cells, x + 1, y, end, UI_DIM, "comm=  dso=  pid=  tid=  cpu=  symbol=  or text: such a frame on the stack");
	else if (a->prompt == UI_PROMPT_EXPORT && !p->text.n)
		ui_draw_text(&a->cells, x + 1, y, end, UI_DIM, "a new file; .folded .json .txt … say the format");
}

/* The last line: prompt, a note, the state of the search, or the keys. */
static void bottom(struct ui_app *a, int y, bool small)
{
	if (a->mode == UI_MODE_PROMPT) {
		prompt(a, y);
	} else if (a->note[0]) {
		ui_draw_text(&a->cells, 0, y, a->w, a->note_style, a->note);
	} else if (a->m.find) {
		int x = ui_draw_text(&a->cells, 0, y, a->w, UI_KEY, "/");
		x = ui_draw_raw(&a->cells, x, y, a->w - 20, UI_PROMPT, a->m.find, strlen(a->m.find));
		if (!small)
			ui_draw_text(&a->cells, x + 2, y, a->w, UI_DIM, "n next  N previous  Esc end");
		search_state(a, ui_min(x + 1, a->w - 1), y);
	} else if (small) {
		ui_draw_info(a, y);
	} else {
		key_hints(a, y);
	}
}

void ui_draw_chrome(struct ui_app *a)
{
	const struct ui_layout *l = &a->lay;
	head(a, l->head);
	if (l->tabs >= 0)
		tabs(a, l->tabs);
	if (l->path >= 0)
		path(a, l->path);
	if (l->info >= 0 && l->size != UI_SIZE_SMALL)
		ui_draw_info(a, l->info);
	if (l->panel.w) {
		ui_draw_vline(&a->cells, l->panel.x - 1, l->panel.y, l->panel.h, UI_RULE);
		ui_draw_panel(a, (struct ui_rect){l->panel.x + 1, l->panel.y, l->panel.w - 1, l->panel.h});
	}
	bottom(a, l->keys >= 0 ? l->keys : l->info, l->size == UI_SIZE_SMALL);
}
