/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What actions do, apart from what views do with them. */
#include "config.h"
#include "tui/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/draw.h"
#include "tui/fmt.h"

/* ---- prompts --------------------------------------------------------------------------------- */

static void open_prompt(struct ui_app *a, enum ui_prompt_kind kind)
{
	a->mode = UI_MODE_PROMPT;
	a->prompt = kind;
	ui_prompt_set(&a->prompts[kind], "");
	if (kind == UI_PROMPT_FIND) {
		free(a->find_before);
		a->find_before = a->m.find ? ui_xstrdup(a->m.find) : NULL;
		ui_path_copy(&a->sel_before, &a->m.sel);
	}
	if (kind == UI_PROMPT_PALETTE) {
		a->popup.sel = 0;
		ui_popup_palette(a);
	}
}

static bool set_limit(struct ui_app *a, const char *s)
{
	char *end;
	double v = strtod(s, &end);
	while (*end == ' ' || *end == '%')
		end++;
	if (end == s || *end || !(v >= 0 && v <= 100)) {
		ui_app_note(a, UI_WARN, "A percentage between 0 and 100, please");
		return false;
	}
	a->m.limit = v;
	a->m.gen++;
	ui_app_note(a, UI_NONE, v > 0 ? "Below %g%% is merged" : "Only what is too narrow is merged", v);
	return true;
}

static bool find(struct ui_app *a, const char *text)
{
	ui_model_find(&a->m, text);
	if (!a->m.find)
		return true;
	struct ui_view *v = &a->views[a->view];
	bool hit = a->m.n_hits && ui_model_hit(&a->m, ui_model_sel_func(&a->m));
	if (v->ops->find)
		hit = v->ops->find(v, a, 1);
	else if (!hit)
		hit = ui_model_find_step(&a->m, 1);
	return true;
}

static bool export_to(struct ui_app *a, const char *path)
{
	char why[400];
	if (!ui_export(a, path, why)) {
		ui_app_note(a, UI_WARN, "%s", why);
		return false;
	}
	ui_app_note(a, UI_GOOD, "Written: %s", path);
	return true;
}

static void prompt_done(struct ui_app *a)
{
	struct ui_prompt *p = &a->prompts[a->prompt];
	char why[200];
	ui_prompt_remember(p);
	a->mode = UI_MODE_NORMAL;
	char *text = ui_xstrdup(ui_buf_str(&p->text));
	switch (a->prompt) {
	case UI_PROMPT_FIND:
		if (*text)
			find(a, text);
		else if (a->find_before) /* an empty search repeats the last one */
			find(a, a->find_before);
		break;
	case UI_PROMPT_FILTER:
		if (*text)
			ui_app_filter(a, text);
		break;
	case UI_PROMPT_LIMIT:
		if (*text)
			set_limit(a, text);
		break;
	case UI_PROMPT_EXPORT:
		if (*text)
			export_to(a, text);
		break;
	case UI_PROMPT_PALETTE: {
		/* What is selected counts when what was typed is no whole name. */
		size_t n = strcspn(text, " ");
		if (ui_action_by_name(text, n) != UI_ACT_NONE || ui_view_by_name(text) != UI_VIEW_N) {
			if (!ui_app_line(a, text, strlen(text), why))
				ui_app_note(a, UI_WARN, "%s", why);
		} else if (a->popup.n && *text && !text[n]) {
			ui_app_act(a, a->popup.items[a->popup.sel], NULL);
		} else if (*text) {
			ui_app_note(a, UI_WARN, "There is no action named %.*s", (int)n, text);
		}
		break;
	}
	case UI_PROMPT_N:
		break;
	}
	free(text);
}

static void prompt_cancel(struct ui_app *a)
{
	a->mode = UI_MODE_NORMAL;
	if (a->prompt != UI_PROMPT_FIND)
		return;
	ui_model_find(&a->m, a->find_before);
	ui_path_copy(&a->m.sel, &a->sel_before);
	bool whole;
	a->m.sel_node = ui_path_resolve(&a->m.sel, a->m.tree, &whole);
	a->m.sel_rest = whole && a->m.sel.rest;
}

static void toggle_regex(struct ui_prompt *p)
{
	char *old = ui_xstrdup(ui_buf_str(&p->text));
	if (!strncmp(old, "\\v", 2)) {
		ui_prompt_set(p, old + 2);
	} else {
		ui_prompt_set(p, "\\v");
		ui_prompt_insert(p, old, strlen(old));
	}
	free(old);
}

void ui_app_prompt_key(struct ui_app *a, uint32_t key)
{
	struct ui_prompt *p = &a->prompts[a->prompt];
	bool palette = a->prompt == UI_PROMPT_PALETTE;
	if (palette && a->popup.n && (key == UI_KEY_UP || key == UI_KEY_DOWN)) {
		a->popup.sel = (a->popup.sel + (key == UI_KEY_UP ? a->popup.n - 1 : 1)) % a->popup.n;
		return;
	}
	enum ui_prompt_result r = UI_PROMPT_CHANGED;
	if (a->prompt == UI_PROMPT_FIND && key == 18)
		toggle_regex(p);
	else if (key == 12)
		a->whole = true;
	else
		r = ui_prompt_key(p, key);
	switch (r) {
	case UI_PROMPT_DONE: prompt_done(a); break;
	case UI_PROMPT_CANCEL: prompt_cancel(a); break;
	case UI_PROMPT_COMPLETE:
		if (palette)
			ui_palette_complete(a);
		break;
	case UI_PROMPT_CHANGED:
		/* What matches is shown while one types. */
		if (a->prompt == UI_PROMPT_FIND)
			ui_model_find(&a->m, ui_buf_str(&p->text));
		if (palette) {
			a->popup.sel = 0;
			ui_popup_palette(a);
		}
		break;
	case UI_PROMPT_MORE: break;
	}
}

/* ---- filters --------------------------------------------------------------------------------- */

static bool number(const char *s, uint32_t *out)
{
	char *end;
	errno = 0;
	unsigned long v = strtoul(s, &end, 10);
	if (end == s || *end || errno || v > 0xfffffffdul || *s == '-')
		return false;
	*out = (uint32_t)v;
	return true;
}

/* One word of a filter: field=value. False: no such field, so the word is text. */
static bool filter_word(struct ui_app *a, const char *w, bool *bad)
{
	static const struct { const char *name; enum ui_transform_kind kind; bool is_number; } fields[] = {
		{"comm=", UI_TR_COMM, false}, {"dso=", UI_TR_DSO, false}, {"module=", UI_TR_DSO, false},
		{"symbol=", UI_TR_SYMBOL, false}, {"parent=", UI_TR_PARENT, false},
		{"pid=", UI_TR_PID, true}, {"tid=", UI_TR_TID, true}, {"cpu=", UI_TR_CPU, true},
	};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		size_t n = strlen(fields[i].name);
		uint32_t v = 0;
		if (strncmp(w, fields[i].name, n))
			continue;
		if (!w[n] || (fields[i].is_number && !number(w + n, &v))) {
			ui_app_note(a, UI_WARN, "%s needs a %s", fields[i].name, fields[i].is_number ? "number" : "name");
			*bad = true;
			return true;
		}
		ui_model_push(&a->m, fields[i].kind, fields[i].is_number ? NULL : w + n, v);
		return true;
	}
	return false;
}

bool ui_app_filter(struct ui_app *a, const char *text)
{
	while (*text == ' ')
		text++;
	char *copy = ui_xstrdup(text), *rest = copy;
	bool bad = false;
	size_t n = strlen(copy);
	while (n && copy[n - 1] == ' ')
		copy[--n] = 0;
	/* Words with a known field come first; from the first other word on all is text. A name with
	 * blanks stands alone: comm=Web Content. */
	bool several = false;
	for (const char *p = strchr(copy, ' '); p; p = strchr(p + 1, ' '))
		several |= strchr(p, '=') != NULL;
	while (*rest && !bad) {
		size_t len = several ? strcspn(rest, " ") : strlen(rest);
		bool last = !rest[len];
		char keep = rest[len];
		rest[len] = 0;
		bool known = filter_word(a, rest, &bad);
		rest[len] = keep;
		if (!known) {
			ui_model_push(&a->m, UI_TR_PARENT, rest, 0);
			break;
		}
		rest += len + !last;
		while (*rest == ' ')
			rest++;
	}
	free(copy);
	return !bad;
}

static bool filter_module(struct ui_app *a)
{
	const struct tf_dso *d = ui_model_dso(&a->m, ui_model_sel_func(&a->m));
	if (!d || !d->path || !*d->path) {
		ui_app_note(a, UI_WARN, "The selected frame has no module");
		return true;
	}
	ui_model_push(&a->m, UI_TR_DSO, d->path, 0);
	return true;
}

/* The process of a frame is the level of process names above it. */
static bool filter_process(struct ui_app *a)
{
	const struct tf_calltree *t = a->m.tree;
	for (uint32_t node = t ? a->m.sel_node : 0; node; node = t->parent[node]) {
		const struct tf_func *f = ui_model_func(&a->m, t->func[node]);
		if (f && f->flags & TF_FUNC_COMM) {
			ui_model_push(&a->m, UI_TR_COMM, f->name, 0);
			return true;
		}
	}
	ui_app_note(a, UI_WARN, "Select a frame below a process, or a row of the Threads view (5)");
	return true;
}

static bool set_kernel(struct ui_app *a, const char *arg)
{
	static const char *const words[] = {"show", "hide", "only"};
	struct ui_filter_room room;
	uint32_t now = (uint32_t)ui_model_filter(&a->m, &room).kernel, to = (now + 1) % 3;
	if (arg && *arg) {
		for (to = 0; to < 3 && strcmp(words[to], arg); to++)
			;
		if (to == 3) {
			ui_app_note(a, UI_WARN, "kernel: show, hide or only");
			return false;
		}
	}
	/* Going round the three is one step of the way back, not many. */
	if (a->m.n_stack && a->m.stack[a->m.n_stack - 1].kind == UI_TR_KERNEL)
		ui_model_undo(&a->m);
	if ((uint32_t)ui_model_filter(&a->m, &room).kernel != to)
		ui_model_push(&a->m, UI_TR_KERNEL, NULL, to);
	return true;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool set_event(struct ui_app *a, const char *arg)
{
	struct ui_model *m = &a->m;
	if (!m->snap)
		return true;
	tf_event_id to = ui_model_next_event(m, m->event);
	if (arg && *arg) {
		for (to.v = tf_snapshot_n_events(m->snap); to.v; to.v--) {
			const struct tf_event *e = tf_snapshot_event(m->snap, to);
			if (e && e->name && !strcmp(e->name, arg))
				break;
		}
		if (!to.v) {
			ui_app_note(a, UI_WARN, "There is no event named %s", arg);
			return false;
		}
	}
	if (to.v == m->event.v) {
		ui_app_note(a, UI_DIM, "There is only this event");
		return true;
	}
	m->event = to;
	ui_model_rebuild(m);
	ui_app_note(a, UI_NONE, "Event: %s", ui_model_event(m)->name);
	return true;
}

static bool set_colour(struct ui_app *a, const char *arg)
{
	static const char *const words[] = {"module", "kind", "none"};
	static const char *const help[] = {"Colour by module", "Colour by kind: user code, kernel (orange), inlined, JIT", "No colours"};
	unsigned to = ((unsigned)a->m.colouring + 1) % 3;
	if (arg && *arg) {
		for (to = 0; to < 3 && strcmp(words[to], arg); to++)
			;
		if (to == 3) {
			ui_app_note(a, UI_WARN, "colour: module, kind or none");
			return false;
		}
	}
	a->m.colouring = (enum ui_colouring)to;
	ui_app_note(a, UI_NONE, "%s", help[to]);
	return true;
}

static bool set_theme(struct ui_app *a, const char *arg)
{
	static size_t now;
	if (arg && *arg) {
		if (!ui_theme_set(arg)) {
			ui_app_note(a, UI_WARN, "theme: default, dark, light or mono");
			return false;
		}
		for (now = 0; strcmp(ui_theme_name(now), arg); now++)
			;
	} else {
		now = ui_theme_name(now + 1) ? now + 1 : 0;
		ui_theme_set(ui_theme_name(now));
		ui_app_note(a, UI_NONE, "Theme: %s", ui_theme_name(now));
	}
	a->m.gen++;
	a->whole = true;
	return true;
}

static bool copy(struct ui_app *a, bool name_only)
{
	const struct ui_model *m = &a->m;
	struct ui_buf b = UI_BUF_INIT;
	if (!m->tree || !m->sel_node) {
		ui_app_note(a, UI_WARN, "Select a frame first");
		return true;
	}
	/* Root first, as in folded stacks. */
	for (size_t i = name_only ? m->sel.n - 1 : 0; i < m->sel.n; i++) {
		struct ui_text t = ui_model_name(m, m->sel.v[i].func);
		if (b.n)
			ui_buf_addc(&b, ';');
		ui_buf_add(&b, t.s, t.n);
	}
	if (a->screen && ui_screen_copy(a->screen, ui_buf_str(&b), b.n))
		ui_app_note(a, UI_GOOD, "%s sent to the terminal's clipboard", name_only ? "The name was" : "The stack was");
	else
		ui_app_note(a, UI_WARN, "This terminal has no clipboard that programs can reach");
	ui_buf_release(&b);
	return true;
}

static bool select_name(struct ui_app *a, const char *arg)
{
	uint32_t best = 0;
	uint64_t weight = 0;
	const struct tf_calltree *t = a->m.tree;
	for (uint32_t i = 1; t && arg && i < t->n; i++) {
		struct ui_text name = ui_model_name(&a->m, t->func[i]);
		if (t->total[0][i] > weight && name.n == strlen(arg) && !memcmp(name.s, arg, name.n)) {
			best = i;
			weight = t->total[0][i];
		}
	}
	if (!best) {
		ui_app_note(a, UI_WARN, "There is no frame named %s", arg ? arg : "");
		return false;
	}
	ui_model_select(&a->m, best, false);
	return true;
}

static bool back(struct ui_app *a)
{
	if (a->view == UI_VIEW_HELP)
		a->view = a->back_view;
	else if (a->m.find)
		ui_model_find(&a->m, NULL);
	else if (!ui_model_undo(&a->m))
		ui_app_note(a, UI_DIM, "Nothing to go back from; q ends the program");
	return true;
}

static void quit(struct ui_app *a)
{
	if (a->view == UI_VIEW_HELP)
		a->view = a->back_view;
	else
		a->quit = true;
}

static bool find_step(struct ui_app *a, int dir)
{
	struct ui_view *v = &a->views[a->view];
	bool ok = a->m.find && (v->ops->find ? v->ops->find(v, a, dir) : ui_model_find_step(&a->m, dir));
	if (!ok)
		ui_app_note(a, UI_WARN, a->m.find ? "No match" : "Nothing is being searched for: / starts");
	return true;
}

static bool find_name(struct ui_app *a)
{
	struct ui_text t = ui_model_name(&a->m, ui_model_sel_func(&a->m));
	char *s = ui_xmalloc(t.n + 1);
	memcpy(s, t.s, t.n);
	s[t.n] = 0;
	if (ui_model_sel_func(&a->m))
		ui_model_find(&a->m, s);
	free(s);
	return true;
}

static void cycle_view(struct ui_app *a, int by)
{
	int v = (int)a->view;
	do
		v = (v + by + UI_VIEW_N) % UI_VIEW_N;
	while (!ui_view_table[v]->key);
	ui_app_set_view(a, (enum ui_view_id)v);
}

static bool number_filter(struct ui_app *a, enum ui_transform_kind kind, const char *arg)
{
	uint32_t v;
	if (!number(arg, &v)) {
		ui_app_note(a, UI_WARN, "A number is needed");
		return false;
	}
	ui_model_push(&a->m, kind, NULL, v);
	return true;
}

bool ui_app_act(struct ui_app *a, enum ui_action act, const char *arg)
{
	struct ui_view *v = &a->views[a->view];
	bool has = arg && *arg;
	a->dirty = true;
	v->ops->update(v, a, a->lay.main);
	if (v->ops->act(v, a, act, arg))
		return true;
	switch (act) {
	case UI_ACT_HELP: ui_app_set_view(a, UI_VIEW_HELP); return true;
	case UI_ACT_QUIT: quit(a); return true;
	case UI_ACT_BACK: return back(a);
	case UI_ACT_PALETTE: open_prompt(a, UI_PROMPT_PALETTE); return true;
	case UI_ACT_REPAINT: a->whole = true; return true;
	case UI_ACT_SUSPEND:
		if (a->started && a->screen) {
			ui_terminal_stop(a->screen);
			a->whole = true;
		}
		return true;
	case UI_ACT_MENU: ui_popup_menu(a, a->w / 4, a->h / 4); return true;
	case UI_ACT_THEME: return set_theme(a, arg);
	case UI_ACT_VIEW_NEXT: cycle_view(a, 1); return true;
	case UI_ACT_VIEW_PREV: cycle_view(a, -1); return true;
	case UI_ACT_VIEW:
		if (has && ui_view_by_name(arg) != UI_VIEW_N) {
			ui_app_set_view(a, ui_view_by_name(arg));
			return true;
		}
		ui_app_note(a, UI_WARN, "There is no view named %s", has ? arg : "that");
		return false;
	case UI_ACT_SELECT: return select_name(a, arg);
	case UI_ACT_ZOOM_OUT:
		if (!ui_model_zoom_out(&a->m))
			ui_app_note(a, UI_DIM, "Everything is shown");
		return true;
	case UI_ACT_RESET: ui_model_reset(&a->m); return true;
	case UI_ACT_UNDO:
		if (!ui_model_undo(&a->m))
			ui_app_note(a, UI_DIM, "Nothing to take back");
		return true;
	case UI_ACT_REDO:
		if (!ui_model_redo(&a->m))
			ui_app_note(a, UI_DIM, "Nothing to do again");
		return true;
	case UI_ACT_FLIP: a->m.flip = !a->m.flip; return true;
	case UI_ACT_INVERT:
		/* Twice is back, unless something happened between. */
		if (a->m.n_stack && a->m.stack[a->m.n_stack - 1].kind == UI_TR_INVERT)
			ui_model_undo(&a->m);
		else
			ui_model_push(&a->m, UI_TR_INVERT, NULL, 0);
		return true;
	case UI_ACT_COLOUR: return set_colour(a, arg);
	case UI_ACT_LIMIT:
		if (has)
			return set_limit(a, arg);
		open_prompt(a, UI_PROMPT_LIMIT);
		return true;
	case UI_ACT_EVENT: return set_event(a, arg);
	case UI_ACT_CALLERS: ui_app_set_view(a, UI_VIEW_CALLERS); return true;
	case UI_ACT_FIND:
		if (has)
			return find(a, arg);
		open_prompt(a, UI_PROMPT_FIND);
		return true;
	case UI_ACT_FIND_NEXT: return find_step(a, 1);
	case UI_ACT_FIND_PREV: return find_step(a, -1);
	case UI_ACT_FIND_NAME: return find_name(a);
	case UI_ACT_FILTER:
		if (has)
			return ui_app_filter(a, arg);
		open_prompt(a, UI_PROMPT_FILTER);
		return true;
	case UI_ACT_FILTER_DSO: return filter_module(a);
	case UI_ACT_FILTER_THREAD:
		if (has)
			return number_filter(a, UI_TR_TID, arg);
		ui_app_set_view(a, UI_VIEW_THREADS);
		ui_app_note(a, UI_NONE, "Select a thread and press t, or Enter");
		return true;
	case UI_ACT_FILTER_PROCESS: return has ? number_filter(a, UI_TR_PID, arg) : filter_process(a);
	case UI_ACT_KERNEL: return set_kernel(a, arg);
	case UI_ACT_COPY: return copy(a, false);
	case UI_ACT_COPY_NAME: return copy(a, true);
	case UI_ACT_EXPORT:
		if (has)
			return export_to(a, arg);
		open_prompt(a, UI_PROMPT_EXPORT);
		return true;
	default: return true; /* means nothing here */
	}
}
