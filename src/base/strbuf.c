/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"

void tf_strbuf_add(struct tf_strbuf *b, const void *s, size_t n)
{
	tf_grow(&b->s, &b->cap, b->n + n + 1, 1);
	if (n)
		memcpy(b->s + b->n, s, n);
	b->n += n;
	b->s[b->n] = 0;
}

void tf_strbuf_addc(struct tf_strbuf *b, char c)
{
	tf_strbuf_add(b, &c, 1);
}

void tf_strbuf_adds(struct tf_strbuf *b, const char *s)
{
	tf_strbuf_add(b, s, strlen(s));
}

void tf_strbuf_addf(struct tf_strbuf *b, const char *fmt, ...)
{
	char small[256];
	va_list ap, again;
	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(small, sizeof small, fmt, ap);
	if (n >= 0 && (size_t)n < sizeof small) {
		tf_strbuf_add(b, small, (size_t)n);
	} else if (n >= 0) {
		tf_grow(&b->s, &b->cap, b->n + (size_t)n + 1, 1);
		vsnprintf(b->s + b->n, (size_t)n + 1, fmt, again);
		b->n += (size_t)n;
	}
	va_end(again);
	va_end(ap);
}

void tf_strbuf_clear(struct tf_strbuf *b)
{
	b->n = 0;
	if (b->s)
		b->s[0] = 0;
}

void tf_strbuf_release(struct tf_strbuf *b)
{
	free(b->s);
	*b = (struct tf_strbuf)TF_STRBUF_INIT;
}

char *tf_strbuf_take(struct tf_strbuf *b)
{
	char *s = b->s ? b->s : tf_xstrdup("");
	*b = (struct tf_strbuf)TF_STRBUF_INIT;
	return s;
}
