/* SPDX-License-Identifier: GPL-2.0-or-later */
/* State of the screen program, its events, and how the picture is put together. */
#include "config.h"
#include "tui/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#include "tui/draw.h"
#include "tui/widths.h"

void ui_app_init(struct ui_app *a, const struct ui_options *o)
{
	*a = (struct ui_app){.o = o, .dirty = true, .whole = true};
	ui_model_init(&a->m);
	a->m.base = o->filter;
	a->m.no_comm = o->no_comm;
	a->m.limit = o->percent_limit;
	for (int i = 0; i < UI_VIEW_N; i++) {
		a->views[i].ops = ui_view_table[i];
		a->views[i].data = ui_xcalloc(1, ui_view_table[i]->size);
	}
	ui_app_resize(a, 80, 24);
}

void ui_app_release(struct ui_app *a)
{
	for (int i = 0; i < UI_VIEW_N; i++) {
		if (a->views[i].ops->release)
			a->views[i].ops->release(&a->views[i]);
		free(a->views[i].data);
	}
	for (int i = 0; i < UI_PROMPT_N; i++)
		ui_prompt_release(&a->prompts[i]);
	free(a->find_before);
	ui_path_release(&a->sel_before);
	ui_cells_release(&a->cells);
	ui_model_release(&a->m);
}

void ui_app_resize(struct ui_app *a, int w, int h)
{
	a->w = ui_clamp(w, 1, 4096);
	a->h = ui_clamp(h, 1, 4096);
	ui_cells_resize(&a->cells, a->w, a->h);
	a->lay = ui_layout_make(a->w, a->h);
	a->dirty = true;
}

void ui_app_note(struct ui_app *a, enum ui_style st, const char *fmt, ...)
{
	char raw[sizeof a->note];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(raw, sizeof raw, fmt, ap);
	va_end(ap);
	tf_escape(a->note, sizeof a->note, raw, strlen(raw));
	a->note_style = st;
}

void ui_app_set_view(struct ui_app *a, enum ui_view_id v)
{
	if (v >= UI_VIEW_N || v == a->view)
		return;
	if (a->view != UI_VIEW_HELP)
		a->back_view = a->view;
	a->view = v;
}

static struct ui_view *shown(struct ui_app *a) { return &a->views[a->view]; }

static void update(struct ui_app *a) { shown(a)->ops->update(shown(a), a, a->lay.main); }

/* ---- drawing --------------------------------------------------------------------------------- */

static void centre(struct ui_app *a, struct ui_rect r, int row, enum ui_style st, const char *s)
{
	int w = ui_min(ui_text_width(s, strlen(s)), r.w);
	if (row < r.h)
		ui_draw_text(&a->cells, r.x + (r.w - w) / 2, r.y + row, r.x + r.w, st, s);
}

/* Why there is nothing to see: never an empty screen without a word. */
static bool draw_nothing(struct ui_app *a)
{
	struct ui_rect r = a->lay.main;
	int mid = r.h / 3;
	bool needs_weight = a->view == UI_VIEW_FLAME || a->view == UI_VIEW_FUNCTIONS || a->view == UI_VIEW_TREE ||
			    a->view == UI_VIEW_THREADS || a->view == UI_VIEW_CALLERS;
	if (!needs_weight || (a->m.tree && a->m.whole))
		return false;
	if (a->failed.code) {
		char s[500];
		snprintf(s, sizeof s, "%s: %s", a->failed.what, a->failed.text);
		char safe[600];
		tf_escape(safe, sizeof safe, s, strlen(s));
		centre(a, r, mid, UI_BAD, safe);
		tf_escape(safe, sizeof safe, a->failed.advice, strlen(a->failed.advice));
		centre(a, r, mid + 1, UI_NONE, safe);
	} else if (!a->m.snap || !tf_snapshot_complete(a->m.snap)) {
		centre(a, r, mid, UI_STRONG, "Reading, no samples yet");
		centre(a, r, mid + 1, UI_DIM, "q ends");
	} else if (a->m.n_stack || (a->m.base && tf_snapshot_n_samples(a->m.snap))) {
		centre(a, r, mid, UI_STRONG, "No sample passes the filters");
		centre(a, r, mid + 1, UI_DIM, a->m.n_stack ? "Esc takes back the last one, z all" : "They come from the command line");
	} else if (tf_snapshot_n_samples(a->m.snap)) {
		centre(a, r, mid, UI_STRONG, "No samples of this event");
		centre(a, r, mid + 1, UI_DIM, "e shows the next event");
	} else {
		struct tf_message msg;
		centre(a, r, mid, UI_STRONG, "This profile has no samples");
		if (tf_snapshot_messages(a->m.snap, &msg, 1)) {
			char safe[300];
			tf_escape(safe, sizeof safe, msg.text, strlen(msg.text));
			centre(a, r, mid + 1, UI_NONE, safe);
		} else {
			centre(a, r, mid + 1, UI_NONE, "The program may have been too short, or slept all the time");
		}
		centre(a, r, mid + 2, UI_DIM, "9 shows all messages, 0 what was recorded");
	}
	return true;
}

static void draw_tiny(struct ui_app *a)
{
	char s[64];
	snprintf(s, sizeof s, "%dx%d is too small", a->w, a->h);
	ui_draw_text(&a->cells, 0, 0, a->w, UI_NONE, s);
	if (a->h > 1)
		ui_draw_text(&a->cells, 0, 1, a->w, UI_DIM, "40x10 will do");
}

void ui_app_draw(struct ui_app *a)
{
	ui_cells_clear(&a->cells);
	a->dirty = false;
	if (a->lay.size == UI_SIZE_TINY) {
		draw_tiny(a);
		return;
	}
	update(a);
	if (!draw_nothing(a))
		shown(a)->ops->draw(shown(a), a, &a->cells, a->lay.main);
	ui_draw_chrome(a);
	ui_draw_popup(a);
}

void ui_app_dump(struct ui_app *a, FILE *out)
{
	bool sgr = a->o->color == UI_COLOR_ALWAYS;
	struct ui_screen *s = ui_screen_null(out, a->w, a->h, sgr);
	ui_app_draw(a);
	ui_screen_show(s, &a->cells, true);
	ui_screen_free(s);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void menu_key(struct ui_app *a, uint32_t key)
{
	struct ui_popup *p = &a->popup;
	enum ui_action act = ui_action_by_key(key);
	switch (act) {
	case UI_ACT_UP: p->sel = (p->sel + p->n - 1) % p->n; return;
	case UI_ACT_DOWN: p->sel = (p->sel + 1) % p->n; return;
	case UI_ACT_FIRST: case UI_ACT_PAGE_UP: p->sel = 0; return;
	case UI_ACT_LAST: case UI_ACT_PAGE_DOWN: p->sel = p->n - 1; return;
	case UI_ACT_ZOOM_IN:
		a->mode = UI_MODE_NORMAL;
		ui_app_act(a, p->items[p->sel], NULL);
		return;
	case UI_ACT_REPAINT: a->whole = true; return;
	default: break;
	}
	a->mode = UI_MODE_NORMAL;
	/* The keys shown in the menu work from it too. */
	for (int i = 0; i < p->n; i++)
		if (p->items[i] == act)
			ui_app_act(a, act, NULL);
}

static void key(struct ui_app *a, uint32_t k)
{
	if (k == 26) { /* Ctrl-Z works everywhere */
		ui_app_act(a, UI_ACT_SUSPEND, NULL);
		return;
	}
	if (a->mode == UI_MODE_PROMPT) {
		ui_app_prompt_key(a, k);
		return;
	}
	if (a->mode == UI_MODE_MENU) {
		menu_key(a, k);
		return;
	}
	a->note[0] = 0;
	for (int i = 0; i < UI_VIEW_N; i++)
		if (k && ui_view_table[i]->key && (uint32_t)ui_view_table[i]->key == k) {
			ui_app_set_view(a, (enum ui_view_id)i);
			return;
		}
	enum ui_action act = ui_action_by_key(k);
	if (act != UI_ACT_NONE)
		ui_app_act(a, act, NULL);
}

static bool inside(struct ui_rect r, int x, int y) { return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h; }

static void click_tab(struct ui_app *a, int x)
{
	int at = 0;
	for (int i = 0; i < UI_VIEW_N; i++) {
		const struct ui_view_ops *v = ui_view_table[i];
		if (!v->key && (int)a->view != i)
			continue;
		int w = (int)strlen(v->title) + 2 + (v->key != 0);
		if (x >= at && x < at + w) {
			ui_app_set_view(a, (enum ui_view_id)i);
			return;
		}
		at += w;
	}
}

static void mouse(struct ui_app *a, const struct ui_event *ev)
{
	struct ui_view *v = shown(a);
	if (ev->mouse == UI_MOUSE_RELEASE || ev->mouse == UI_MOUSE_MIDDLE || a->lay.size == UI_SIZE_TINY)
		return;
	if (a->mode == UI_MODE_MENU) {
		struct ui_popup *p = &a->popup;
		bool in = inside(p->r, ev->x, ev->y);
		if (ev->mouse == UI_MOUSE_WHEEL_UP || ev->mouse == UI_MOUSE_WHEEL_DOWN) {
			p->sel = ui_clamp(p->sel + (ev->mouse == UI_MOUSE_WHEEL_UP ? -1 : 1), 0, p->n - 1);
			return;
		}
		a->mode = UI_MODE_NORMAL;
		if (in) {
			int from = ui_clamp(p->sel - p->r.h + 1, 0, p->n - p->r.h);
			ui_app_act(a, p->items[ui_clamp(from + ev->y - p->r.y, 0, p->n - 1)], NULL);
		}
		return;
	}
	if (a->mode == UI_MODE_PROMPT)
		return;
	a->note[0] = 0;
	if (ev->mouse == UI_MOUSE_WHEEL_UP || ev->mouse == UI_MOUSE_WHEEL_DOWN) {
		update(a);
		if (v->ops->scroll)
			v->ops->scroll(v, a, ev->mouse == UI_MOUSE_WHEEL_UP ? -3 : 3);
		return;
	}
	if (ev->y == a->lay.tabs && ev->mouse == UI_MOUSE_LEFT) {
		click_tab(a, ev->x);
		return;
	}
	if (!inside(a->lay.main, ev->x, ev->y))
		return;
	uint64_t now = ui_now();
	bool twice = ev->mouse == UI_MOUSE_LEFT && ev->x == a->click_x && ev->y == a->click_y && now - a->click_time < 400000000u;
	a->click_time = twice ? 0 : now;
	a->click_x = ev->x;
	a->click_y = ev->y;
	update(a);
	if (v->ops->click && a->m.tree)
		v->ops->click(v, a, a->lay.main, ev->x, ev->y, twice);
	if (ev->mouse == UI_MOUSE_RIGHT)
		ui_popup_menu(a, ev->x + 1, ev->y + 1);
}

void ui_app_event(struct ui_app *a, const struct ui_event *ev)
{
	a->dirty = true;
	if (ev->type == UI_EV_KEY) {
		key(a, ev->key);
	} else if (ev->type == UI_EV_MOUSE) {
		mouse(a, ev);
	} else if (a->mode == UI_MODE_PROMPT) {
		/* Pasted text is text, never keys. */
		ui_prompt_insert(&a->prompts[a->prompt], ev->text, ev->len);
		if (a->prompt == UI_PROMPT_FIND)
			ui_model_find(&a->m, ui_buf_str(&a->prompts[a->prompt].text));
		if (a->prompt == UI_PROMPT_PALETTE)
			ui_popup_palette(a);
	}
}
