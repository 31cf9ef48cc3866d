/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/prompt.h"

#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#include "tui/draw.h"
#include "tui/widths.h"

#define MAX_TEXT 4096
#define MAX_HISTORY ((int)(sizeof ((struct ui_prompt *)0)->history / sizeof(char *)))

void ui_prompt_release(struct ui_prompt *p)
{
	ui_buf_release(&p->text);
	for (int i = 0; i < p->n_history; i++)
		free(p->history[i]);
	free(p->draft);
	*p = (struct ui_prompt){0};
}

void ui_prompt_set(struct ui_prompt *p, const char *text)
{
	ui_buf_clear(&p->text);
	p->at = 0;
	ui_prompt_insert(p, text, strlen(text));
	p->hist = p->n_history;
}

void ui_prompt_insert(struct ui_prompt *p, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t cp = 0;
		size_t len = tf_utf8_next(s + i, n - i, &cp);
		if (len && !tf_char_unsafe(cp) && p->text.n + len <= MAX_TEXT) {
			size_t tail = p->text.n - p->at;
			ui_buf_add(&p->text, s + i, len); /* makes room */
			memmove(p->text.s + p->at + len, p->text.s + p->at, tail);
			memcpy(p->text.s + p->at, s + i, len);
			p->at += len;
		}
		i += len ? len : 1;
	}
}

static void erase(struct ui_prompt *p, size_t from, size_t to)
{
	if (from >= to)
		return;
	memmove(p->text.s + from, p->text.s + to, p->text.n - to + 1);
	p->text.n -= to - from;
	p->at = from;
}

static size_t before(const struct ui_prompt *p, size_t at)
{
	while (at > 0 && (p->text.s[--at] & 0xc0) == 0x80)
		;
	return at;
}

static size_t after(const struct ui_prompt *p, size_t at)
{
	if (at < p->text.n)
		at++;
	while (at < p->text.n && (p->text.s[at] & 0xc0) == 0x80)
		at++;
	return at;
}

static size_t word_start(const struct ui_prompt *p)
{
	size_t at = p->at;
	while (at > 0 && p->text.s[at - 1] == ' ')
		at--;
	while (at > 0 && p->text.s[at - 1] != ' ')
		at--;
	return at;
}

static void walk(struct ui_prompt *p, int dir)
{
	int to = ui_clamp(p->hist + dir, 0, p->n_history);
	if (to == p->hist)
		return;
	if (p->hist == p->n_history) {
		free(p->draft);
		p->draft = ui_xstrdup(ui_buf_str(&p->text));
	}
	ui_prompt_set(p, to == p->n_history ? (p->draft ? p->draft : "") : p->history[to]);
	p->hist = to;
}

void ui_prompt_remember(struct ui_prompt *p)
{
	const char *s = ui_buf_str(&p->text);
	if (!*s || (p->n_history && !strcmp(p->history[p->n_history - 1], s)))
		return;
	if (p->n_history == MAX_HISTORY) {
		free(p->history[0]);
		memmove(p->history, p->history + 1, sizeof(char *) * (size_t)--p->n_history);
	}
	p->history[p->n_history++] = ui_xstrdup(s);
	p->hist = p->n_history;
}

enum ui_prompt_result ui_prompt_key(struct ui_prompt *p, uint32_t key)
{
	switch (key) {
	case UI_KEY_ENTER: return UI_PROMPT_DONE;
	case UI_KEY_ESC: case 3: case 7: return UI_PROMPT_CANCEL;
	case UI_KEY_TAB: return UI_PROMPT_COMPLETE;
	case UI_KEY_LEFT: case 2: p->at = before(p, p->at); return UI_PROMPT_MORE;
	case UI_KEY_RIGHT: case 6: p->at = after(p, p->at); return UI_PROMPT_MORE;
	case UI_KEY_HOME: case 1: p->at = 0; return UI_PROMPT_MORE;
	case UI_KEY_END: case 5: p->at = p->text.n; return UI_PROMPT_MORE;
	case UI_KEY_UP: case 16: walk(p, -1); return UI_PROMPT_CHANGED;
	case UI_KEY_DOWN: case 14: walk(p, 1); return UI_PROMPT_CHANGED;
	case UI_KEY_BACKSPACE:
		if (!p->text.n)
			return UI_PROMPT_CANCEL;
		erase(p, before(p, p->at), p->at);
		return UI_PROMPT_CHANGED;
	case UI_KEY_DEL: case 4: {
		size_t at = p->at;
		erase(p, at, after(p, at));
		return UI_PROMPT_CHANGED;
	}
	case 21: erase(p, 0, p->at); return UI_PROMPT_CHANGED;           /* Ctrl-U */
	case 11: erase(p, p->at, p->text.n); return UI_PROMPT_CHANGED;   /* Ctrl-K */
	case 23: erase(p, word_start(p), p->at); return UI_PROMPT_CHANGED; /* Ctrl-W */
	}
	if (key < 0x20 || key >= UI_KEY_UP)
		return UI_PROMPT_MORE;
	char s[4];
	size_t n = 0;
	if (key < 0x80) {
		s[n++] = (char)key;
	} else if (key < 0x800) {
		s[n++] = (char)(0xc0 | key >> 6);
		s[n++] = (char)(0x80 | (key & 63));
	} else if (key < 0x10000) {
		s[n++] = (char)(0xe0 | key >> 12);
		s[n++] = (char)(0x80 | (key >> 6 & 63));
		s[n++] = (char)(0x80 | (key & 63));
	} else {
		s[n++] = (char)(0xf0 | key >> 18);
		s[n++] = (char)(0x80 | (key >> 12 & 63));
		s[n++] = (char)(0x80 | (key >> 6 & 63));
		s[n++] = (char)(0x80 | (key & 63));
	}
	ui_prompt_insert(p, s, n);
	return UI_PROMPT_CHANGED;
}

int ui_prompt_draw(const struct ui_prompt *p, struct ui_cells *c, int x, int y, int end, const char *lead)
{
	x = ui_draw_text(c, x, y, end, UI_KEY, lead);
	const char *s = ui_buf_str(&p->text);
	int room = end - x - 1, used;
	size_t from = 0;
	/* The part with the cursor is shown. */
	while (from < p->at && ui_text_width(s + from, p->at - from) > room)
		from = after(p, from);
	size_t fit = ui_text_fit(s + from, p->text.n - from, ui_max(room, 0), &used);
	ui_cells_text(c, x, y, end, UI_PROMPT, s + from, fit);
	int cx = x + ui_text_width(s + from, p->at - from);
	if (cx < end) {
		if (p->at == p->text.n)
			ui_cells_text(c, cx, y, end, UI_TAB_ON, " ", 1);
		else
			ui_cells_style(c, (struct ui_rect){cx, y, 1, 1}, UI_TAB_ON);
	}
	return ui_min(end, x + used + 1);
}
