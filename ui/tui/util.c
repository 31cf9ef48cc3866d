/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void *ui_xmalloc(size_t n)
{
	void *p = malloc(n ? n : 1);
	if (!p)
		abort();
	return p;
}

void *ui_xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);
	if (!p)
		abort();
	return p;
}

void *ui_xrealloc(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n ? n : 1, size ? size : 1);
	if (!p)
		abort();
	return p;
}

char *ui_xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;
	return memcpy(ui_xmalloc(n), s, n);
}

void ui_grow(void *pp, size_t *cap, size_t need, size_t size)
{
	void **p = pp;
	if (need <= *cap)
		return;
	size_t n = *cap ? *cap : 16;
	while (n < need)
		n += n / 2 + 1;
	*p = ui_xrealloc(*p, n, size);
	*cap = n;
}

void ui_buf_add(struct ui_buf *b, const void *s, size_t n)
{
	ui_grow(&b->s, &b->cap, b->n + n + 1, 1);
	if (n)
		memcpy(b->s + b->n, s, n);
	b->n += n;
	b->s[b->n] = 0;
}

void ui_buf_addc(struct ui_buf *b, char c) { ui_buf_add(b, &c, 1); }
void ui_buf_adds(struct ui_buf *b, const char *s) { ui_buf_add(b, s, strlen(s)); }

void ui_buf_addf(struct ui_buf *b, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	ui_grow(&b->s, &b->cap, b->n + (size_t)n + 1, 1);
	va_start(ap, fmt);
	vsnprintf(b->s + b->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

void ui_buf_clear(struct ui_buf *b)
{
	b->n = 0;
	if (b->s)
		b->s[0] = 0;
}

void ui_buf_release(struct ui_buf *b)
{
	free(b->s);
	*b = (struct ui_buf)UI_BUF_INIT;
}

const char *ui_buf_str(const struct ui_buf *b) { return b->s ? b->s : ""; }

uint64_t ui_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
