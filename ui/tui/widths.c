/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/widths.h"

#include <string.h>
#include <tflame/text.h>
#include <wchar.h>

#include "tui/util.h"

static bool only_ascii;

void ui_set_ascii(bool ascii) { only_ascii = ascii; }
bool ui_ascii(void) { return only_ascii; }
const char *ui_sym(const char *utf8, const char *ascii) { return only_ascii ? ascii : utf8; }

int ui_char_width(uint32_t cp)
{
	if (cp < 0x7f || only_ascii)
		return 1;
	int w = wcwidth((wchar_t)cp);
	return w < 0 ? 1 : w > 2 ? 2 : w;
}

size_t ui_text_fit(const char *s, size_t n, int cols, int *used)
{
	size_t i = 0;
	int w = 0;
	while (i < n) {
		uint32_t cp = 0;
		size_t len = tf_utf8_next(s + i, n - i, &cp);
		int cw = len ? ui_char_width(cp) : 1;
		if (w + cw > cols)
			break;
		w += cw;
		i += len ? len : 1;
	}
	if (used)
		*used = w;
	return i;
}

int ui_text_width(const char *s, size_t n)
{
	int w;
	ui_text_fit(s, n, 1 << 30, &w);
	return w;
}

static size_t copy(char *out, size_t size, size_t at, const char *s, size_t n)
{
	if (size == 0 || at + n >= size)
		return at;
	memcpy(out + at, s, n);
	out[at + n] = 0;
	return at + n;
}

int ui_text_cut(char *out, size_t size, const char *s, size_t n, int cols)
{
	int used;
	if (size)
		out[0] = 0;
	if (cols <= 0)
		return 0;
	size_t fit = ui_text_fit(s, n, cols, &used);
	if (fit == n) {
		if (n >= size)
			fit = ui_text_fit(s, size - 1, cols, &used);
		copy(out, size, 0, s, fit);
		return used;
	}
	const char *dots = ui_sym("…", cols > 3 ? ".." : ".");
	int dw = only_ascii && cols > 3 ? 2 : 1;
	fit = ui_text_fit(s, n, cols - dw, &used);
	size_t at = copy(out, size, 0, s, fit);
	if (at < fit)
		return 0;
	copy(out, size, at, dots, strlen(dots));
	return used + dw;
}

int ui_text_cut_left(char *out, size_t size, const char *s, size_t n, int cols)
{
	int all = ui_text_width(s, n), used = 0;
	if (size)
		out[0] = 0;
	if (all <= cols)
		return ui_text_cut(out, size, s, n, cols);
	if (cols <= 0)
		return 0;
	const char *dots = ui_sym("…", cols > 3 ? ".." : ".");
	int dw = only_ascii && cols > 3 ? 2 : 1;
	/* Leave out as many columns as needed; a wide character may leave out one more. */
	size_t skip = ui_text_fit(s, n, all - cols + dw, &used);
	while (skip < n && all - used > cols - dw) {
		uint32_t cp;
		size_t len = tf_utf8_next(s + skip, n - skip, &cp);
		used += len ? ui_char_width(cp) : 1;
		skip += len ? len : 1;
	}
	size_t at = copy(out, size, 0, dots, strlen(dots));
	copy(out, size, at, s + skip, n - skip);
	return dw + all - used;
}

/* Copies s without what stands between open and close; what was between becomes mark. */
static size_t without(char *out, size_t size, const char *s, size_t n, char open, char close, const char *mark)
{
	size_t o = 0;
	int depth = 0;
	for (size_t i = 0; i < n; i++) {
		/* operator<, operator(), ->, (anonymous namespace) and Go's (*T) are names, not lists */
		bool op = i >= 8 && depth == 0 && memcmp(s + i - 8, "operator", 8) == 0;
		bool group = open == '(' && s[i] == '(' && depth == 0 &&
			     (i == 0 || s[i - 1] == ':' || s[i - 1] == '.' || (i + 1 < n && s[i + 1] == '*'));
		if (s[i] == open && op && o + 3 < size) {
			do /* operator(), operator<, operator<< */
				out[o++] = s[i++];
			while (i < n && o + 2 < size && s[i] == open && open != '(');
			if (open == '(' && i < n && s[i] == close)
				out[o++] = s[i++];
			i--;
			continue;
		}
		if (s[i] == open && group) {
			while (i < n && s[i] != close && o + 1 < size)
				out[o++] = s[i++];
			if (i < n && o + 1 < size)
				out[o++] = s[i];
			continue;
		}
		if (s[i] == open) {
			if (depth++ == 0)
				o = copy(out, size, o, mark, strlen(mark));
			continue;
		}
		if (s[i] == close && depth > 0 && !(i && s[i - 1] == '-')) {
			depth--;
			continue;
		}
		if (depth == 0 && o + 1 < size)
			out[o++] = s[i];
	}
	if (size)
		out[o] = 0;
	/* An unclosed bracket: not a list after all. */
	return depth ? 0 : o;
}

int ui_name_cut(char *out, size_t size, const char *s, size_t n, int cols)
{
	char a[1024], b[1024];
	if (n >= sizeof a || ui_text_width(s, n) <= cols || cols < 4)
		return ui_text_cut(out, size, s, n, cols);
	size_t an = without(a, sizeof a, s, n, '(', ')', "");
	if (!an) {
		memcpy(a, s, n);
		an = n;
	}
	if (ui_text_width(a, an) <= cols)
		return ui_text_cut(out, size, a, an, cols);
	size_t bn = without(b, sizeof b, a, an, '<', '>', ui_sym("<…>", "<>"));
	if (!bn) {
		memcpy(b, a, an);
		bn = an;
	}
	/* Outer scopes go as long as something is left that fits. */
	size_t from = 0;
	for (size_t i = 0; i + 2 < bn && ui_text_width(b + from, bn - from) > cols; i++)
		if (b[i] == ':' && b[i + 1] == ':' && b[i + 2] != ' ')
			from = i + 2;
	if (ui_text_width(b + from, bn - from) > cols && from)
		from = ui_text_width(b + from, bn - from) > 2 * cols ? 0 : from;
	return ui_text_cut(out, size, b + from, bn - from, cols);
}
