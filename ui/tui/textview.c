/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/textview.h"

#include <stdlib.h>
#include <string.h>
#include <tflame/calltree.h>
#include <tflame/text.h>

#include "tui/draw.h"
#include "tui/widths.h"

void ui_textview_clear(struct ui_textview *t, int width)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->v[i].lead);
		free(t->v[i].text);
	}
	t->n = 0;
	t->width = width;
}

void ui_textview_release(struct ui_textview *t)
{
	ui_textview_clear(t, 0);
	free(t->v);
	*t = (struct ui_textview){0};
}

/* Where to break s so that it fits: behind a blank if there is one in the second half. */
static size_t fold(const char *s, size_t n, int cols)
{
	size_t fit = ui_text_fit(s, n, ui_max(cols, 1), NULL);
	if (fit == 0)
		return n ? 1 : 0;
	if (fit >= n)
		return n;
	for (size_t i = fit; i > fit / 2; i--)
		if (s[i] == ' ' || s[i - 1] == ' ')
			return i;
	return fit;
}

void ui_textview_add(struct ui_textview *t, enum ui_style lead_st, const char *lead, int indent, enum ui_style st,
		     const char *text, size_t n)
{
	char *safe = tf_escape_dup(text, n < 65536 ? n : 65536);
	char *s = safe;
	size_t len = strlen(s);
	indent = ui_clamp(indent, 0, ui_max(t->width - 8, 0));
	/* A lead that is wider than its column stands alone. */
	bool alone = lead && ui_text_width(lead, strlen(lead)) >= indent && indent && len;
	do {
		size_t take = alone ? 0 : fold(s, len, t->width - indent);
		ui_grow(&t->v, &t->cap, t->n + 1, sizeof *t->v);
		struct ui_text_line *l = &t->v[t->n++];
		*l = (struct ui_text_line){.st = st, .lead_st = lead_st, .indent = indent};
		l->lead = lead ? ui_xstrdup(lead) : NULL;
		l->text = ui_xmalloc(take + 1);
		memcpy(l->text, s, take);
		l->text[take] = 0;
		s += take;
		len -= take;
		while (len && *s == ' ' && !alone) {
			s++;
			len--;
		}
		alone = false;
		lead = NULL;
	} while (len);
	free(safe);
}

void ui_textview_adds(struct ui_textview *t, enum ui_style lead_st, const char *lead, int indent, enum ui_style st, const char *text)
{
	ui_textview_add(t, lead_st, lead, indent, st, text, strlen(text));
}

void ui_textview_fit(struct ui_textview *t, int h)
{
	size_t page = (size_t)ui_max(h, 1);
	ui_list_fit(&t->list, t->n, 1);
	t->list.page = h;
	if (t->list.sel + page > t->n)
		t->list.sel = t->n > page ? t->n - page : 0;
	t->list.top = t->list.sel;
}

bool ui_textview_act(struct ui_textview *t, enum ui_action a)
{
	int page = t->list.page;
	if (!ui_list_act(&t->list, a))
		return false;
	ui_textview_fit(t, page);
	return true;
}

void ui_textview_draw(const struct ui_textview *t, struct ui_cells *c, struct ui_rect r)
{
	for (int i = 0; i < r.h && t->list.sel + (size_t)i < t->n; i++) {
		const struct ui_text_line *l = &t->v[t->list.sel + (size_t)i];
		if (l->lead)
			ui_draw_text(c, r.x, r.y + i, r.x + r.w, l->lead_st, l->lead);
		ui_draw_text(c, r.x + l->indent, r.y + i, r.x + r.w, l->st, l->text);
	}
	struct ui_list list = t->list;
	list.top = list.sel;
	ui_list_marks(&list, c, r);
}

bool ui_textview_find(struct ui_textview *t, const struct tf_matcher *m, int dir)
{
	for (size_t i = 1; m && i <= t->n; i++) {
		size_t at = (t->list.sel + (dir > 0 ? i : t->n - i)) % t->n;
		const struct ui_text_line *l = &t->v[at];
		if (tf_matcher_match(m, l->text, strlen(l->text)) || (l->lead && tf_matcher_match(m, l->lead, strlen(l->lead)))) {
			t->list.sel = at;
			return true;
		}
	}
	return false;
}
