/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tui/util.h"

struct null_screen {
	struct ui_screen base;
	FILE *out;
	int w, h;
	bool sgr;
};

static void null_size(struct ui_screen *s, int *w, int *h)
{
	*w = ((struct null_screen *)s)->w;
	*h = ((struct null_screen *)s)->h;
}

static void colour(struct ui_buf *b, int base, int index)
{
	if (index < 8)
		ui_buf_addf(b, ";%d", base + index);
	else if (index < 16)
		ui_buf_addf(b, ";%d", base + 60 + index - 8);
	else
		ui_buf_addf(b, ";%d;5;%d", base + 8, index);
}

static void sgr(struct ui_buf *b, struct ui_attr a)
{
	ui_buf_adds(b, "\033[0");
	if (a.flags & UI_BOLD)
		ui_buf_adds(b, ";1");
	if (a.flags & UI_FAINT)
		ui_buf_adds(b, ";2");
	if (a.flags & UI_UNDERLINE)
		ui_buf_adds(b, ";4");
	if (a.flags & UI_REVERSE)
		ui_buf_adds(b, ";7");
	if (a.fg >= 0)
		colour(b, 30, a.fg);
	if (a.bg >= 0)
		colour(b, 40, a.bg);
	ui_buf_addc(b, 'm');
}

/* Whether the cell is nothing but background. */
static bool empty(const struct ui_cell *p, bool colours)
{
	if (p->n || p->w != 1)
		return false;
	struct ui_attr a = ui_theme_attr(p->style, p->under);
	return !colours || (a.bg < 0 && !(a.flags & (UI_REVERSE | UI_UNDERLINE)));
}

static bool null_show(struct ui_screen *s, const struct ui_cells *c, bool whole)
{
	struct null_screen *n = (struct null_screen *)s;
	struct ui_buf b = UI_BUF_INIT;
	for (int y = 0; y < c->h; y++) {
		struct ui_attr pen = {-1, -1, 0};
		int end = c->w;
		while (end > 0 && empty(ui_cells_at(c, end - 1, y), n->sgr))
			end--;
		for (int x = 0; x < end; x++) {
			const struct ui_cell *p = ui_cells_at(c, x, y);
			struct ui_attr a = ui_theme_attr(p->style, p->under);
			if (p->w == 0)
				continue;
			if (n->sgr && (a.fg != pen.fg || a.bg != pen.bg || a.flags != pen.flags)) {
				sgr(&b, a);
				pen = a;
			}
			ui_buf_add(&b, p->n ? p->s : " ", p->n ? p->n : 1);
		}
		if (pen.fg >= 0 || pen.bg >= 0 || pen.flags)
			ui_buf_adds(&b, "\033[0m");
		ui_buf_addc(&b, '\n');
	}
	fwrite(ui_buf_str(&b), 1, b.n, n->out);
	ui_buf_release(&b);
	return !ferror(n->out);
}

static bool null_copy(struct ui_screen *s, const char *text, size_t n) { return false; }
static void null_nothing(struct ui_screen *s) {}
static void null_free(struct ui_screen *s) { free(s); }

static const struct ui_screen_ops null_ops = {
	"null", null_size, null_show, null_copy, null_nothing, null_nothing, null_free,
};

struct ui_screen *ui_screen_null(FILE *out, int w, int h, bool with_sgr)
{
	struct null_screen *n = ui_xcalloc(1, sizeof *n);
	n->base.ops = &null_ops;
	n->out = out;
	n->sgr = with_sgr;
	ui_null_resize(&n->base, w, h);
	return &n->base;
}

void ui_null_resize(struct ui_screen *s, int w, int h)
{
	((struct null_screen *)s)->w = ui_clamp(w, 1, 4096);
	((struct null_screen *)s)->h = ui_clamp(h, 1, 4096);
}
