/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <tflame/text.h>

#include "tui/util.h"
#include "tui/widths.h"

/* Longer than any row: names beyond it are cut anyway. */
#define TEXT_MAX 16384

int ui_draw_text(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s)
{
	char out[TEXT_MAX];
	end = ui_min(end, c->w);
	if (x >= end)
		return x;
	ui_text_cut(out, sizeof out, s, strlen(s), end - x);
	return ui_cells_text(c, x, y, end, st, out, strlen(out));
}

int ui_draw_textf(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *fmt, ...)
{
	char buf[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	return ui_draw_text(c, x, y, end, st, buf);
}

int ui_draw_right(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s)
{
	int w = ui_min(ui_text_width(s, strlen(s)), end - x);
	if (w <= 0)
		return end;
	ui_draw_text(c, end - w, y, end, st, s);
	return end - w;
}

/* A name may be megabytes long; what no row can show is not looked at. */
static size_t escape(char *out, const char *s, size_t n, bool tail)
{
	size_t max = TEXT_MAX / 12;
	if (n > max && tail) {
		s += n - max;
		n = max;
	} else if (n > max) {
		n = max;
	}
	return tf_escape(out, TEXT_MAX, s, n);
}

int ui_draw_raw(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n)
{
	char safe[TEXT_MAX];
	escape(safe, s, n, false);
	return ui_draw_text(c, x, y, end, st, safe);
}

int ui_draw_name(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n)
{
	char safe[TEXT_MAX], out[TEXT_MAX];
	end = ui_min(end, c->w);
	size_t len = escape(safe, s, n, false);
	ui_name_cut(out, sizeof out, safe, len, end - x);
	return ui_cells_text(c, x, y, end, st, out, strlen(out));
}

int ui_draw_path(struct ui_cells *c, int x, int y, int end, enum ui_style st, const char *s, size_t n)
{
	char safe[TEXT_MAX], out[TEXT_MAX];
	end = ui_min(end, c->w);
	size_t len = escape(safe, s, n, true);
	ui_text_cut_left(out, sizeof out, safe, len, end - x);
	return ui_cells_text(c, x, y, end, st, out, strlen(out));
}

void ui_draw_bar(struct ui_cells *c, int x, int y, int width, enum ui_style st, double share)
{
	if (!(share > 0))
		return;
	int eighths = (int)((share > 1 ? 1 : share) * width * 8 + 0.5);
	for (int i = 0; i < width && eighths > 0; i++, eighths -= 8) {
		if (ui_ascii()) {
			if (eighths >= 4)
				ui_cells_text(c, x + i, y, x + width, st, "#", 1);
			continue;
		}
		char s[3] = {'\xe2', '\x96', (char)(0x90 - ui_min(eighths, 8))};
		ui_cells_text(c, x + i, y, x + width, st, s, 3);
	}
}

void ui_draw_vline(struct ui_cells *c, int x, int y, int h, enum ui_style st)
{
	const char *s = ui_sym("│", "|");
	for (int i = 0; i < h; i++)
		ui_cells_text(c, x, y + i, x + 1, st, s, strlen(s));
}
