/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/cells.h"

#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#include "tui/util.h"
#include "tui/widths.h"

static const struct ui_cell blank = {.w = 1};

void ui_cells_resize(struct ui_cells *c, int w, int h)
{
	w = ui_clamp(w, 1, 4096);
	h = ui_clamp(h, 1, 4096);
	if (w != c->w || h != c->h) {
		free(c->v);
		c->v = ui_xcalloc((size_t)w * (size_t)h, sizeof *c->v);
		c->w = w;
		c->h = h;
	}
	ui_cells_clear(c);
}

void ui_cells_release(struct ui_cells *c)
{
	free(c->v);
	*c = (struct ui_cells){0};
}

void ui_cells_clear(struct ui_cells *c)
{
	for (int i = 0; i < c->w * c->h; i++)
		c->v[i] = blank;
}

/* Makes the cell free for another character; the other half of a wide one becomes blank. */
static struct ui_cell *claim(struct ui_cells *c, int x, int y)
{
	struct ui_cell *p = ui_cells_at(c, x, y);
	if (p->w == 0 && x > 0) {
		struct ui_cell *l = p - 1;
		*l = (struct ui_cell){.w = 1, .style = l->style};
	} else if (p->w == 2 && x + 1 < c->w) {
		p[1] = (struct ui_cell){.w = 1, .style = p[1].style};
	}
	*p = (struct ui_cell){.w = 1};
	return p;
}

static int put(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t len, uint32_t cp)
{
	int w = len ? ui_char_width(cp) : 1;
	if (w == 0) {
		if (x > 0 && x <= c->w) {
			struct ui_cell *p = ui_cells_at(c, x - 1, y);
			if (p->w == 0 && x > 1)
				p--;
			if (p->n && p->n + len <= sizeof p->s) {
				memcpy(p->s + p->n, s, len);
				p->n = (uint8_t)(p->n + len);
			}
		}
		return x;
	}
	if (x + w > end)
		return end;
	if (x < 0)
		return x + w;
	struct ui_cell *p = claim(c, x, y);
	if (!len || (ui_ascii() && cp > 0x7e) || tf_char_unsafe(cp)) {
		s = "?";
		len = 1;
	}
	if (len != 1 || *s != ' ') {
		memcpy(p->s, s, len);
		p->n = (uint8_t)len;
	}
	p->style = (uint8_t)st;
	if (w == 2) {
		struct ui_cell *q = claim(c, x + 1, y);
		p->w = 2;
		q->w = 0;
		q->style = (uint8_t)st;
	}
	return x + w;
}

int ui_cells_text(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n)
{
	if (end > c->w)
		end = c->w;
	if (y < 0 || y >= c->h)
		return x;
	for (size_t i = 0; i < n && x < end;) {
		uint32_t cp = 0;
		size_t len = tf_utf8_next(s + i, n - i, &cp);
		x = put(c, x, y, end, st, s + i, len, cp);
		i += len ? len : 1;
	}
	return x;
}

static struct ui_rect clip(const struct ui_cells *c, struct ui_rect r)
{
	int x1 = ui_min(r.x + r.w, c->w), y1 = ui_min(r.y + r.h, c->h);
	r.x = ui_max(r.x, 0);
	r.y = ui_max(r.y, 0);
	r.w = ui_max(x1 - r.x, 0);
	r.h = ui_max(y1 - r.y, 0);
	return r;
}

void ui_cells_fill(struct ui_cells *c, struct ui_rect r, enum ui_style st, char ch)
{
	r = clip(c, r);
	for (int y = r.y; y < r.y + r.h; y++) {
		for (int x = r.x; x < r.x + r.w; x++) {
			struct ui_cell *p = claim(c, x, y);
			p->style = (uint8_t)st;
			if (ch != ' ') {
				p->s[0] = ch;
				p->n = 1;
			}
		}
	}
}

void ui_cells_split(struct ui_cells *c, int x, int y, int eighths, enum ui_style left, enum ui_style right)
{
	if (x < 0 || y < 0 || x >= c->w || y >= c->h)
		return;
	struct ui_cell *p = claim(c, x, y);
	p->s[0] = '\xe2'; /* U+2590 - eighths: U+2589 is seven eighths, U+258F one */
	p->s[1] = '\x96';
	p->s[2] = (char)(0x90 - eighths);
	p->n = 3;
	p->style = (uint8_t)left;
	p->under = (uint8_t)(right == UI_NONE ? UI_GAP : right);
}

void ui_cells_style(struct ui_cells *c, struct ui_rect r, enum ui_style st)
{
	r = clip(c, r);
	for (int y = r.y; y < r.y + r.h; y++)
		for (int x = r.x; x < r.x + r.w; x++) {
			struct ui_cell *p = ui_cells_at(c, x, y);
			p->style = (uint8_t)st;
			p->under = 0;
		}
}

bool ui_cell_equal(const struct ui_cell *a, const struct ui_cell *b)
{
	return a->n == b->n && a->w == b->w && a->style == b->style && a->under == b->under && !memcmp(a->s, b->s, a->n);
}
