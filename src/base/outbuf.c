/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/outbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tf_outbuf_init(struct tf_outbuf *b, int (*write)(void *, const char *, size_t), void *ctx)
{
	b->write = write;
	b->ctx = ctx;
	b->error = 0;
	b->n = 0;
}

static void put(struct tf_outbuf *b, const char *s, size_t n)
{
	if (!b->error && n)
		b->error = b->write(b->ctx, s, n);
}

int tf_outbuf_flush(struct tf_outbuf *b)
{
	put(b, b->buf, b->n);
	b->n = 0;
	return b->error;
}

void tf_outbuf_add(struct tf_outbuf *b, const void *s, size_t n)
{
	if (n > TF_OUTBUF_SIZE - b->n) {
		tf_outbuf_flush(b);
		if (n > TF_OUTBUF_SIZE / 2) {
			put(b, s, n);
			return;
		}
	}
	if (n)
		memcpy(b->buf + b->n, s, n);
	b->n += n;
}

void tf_outbuf_adds(struct tf_outbuf *b, const char *s)
{
	tf_outbuf_add(b, s, strlen(s));
}

void tf_outbuf_addf(struct tf_outbuf *b, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (n > 0)
		tf_outbuf_add(b, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

void tf_outbuf_u64(struct tf_outbuf *b, uint64_t v)
{
	char digits[20];
	size_t i = sizeof digits;
	do
		digits[--i] = (char)('0' + v % 10);
	while (v /= 10);
	tf_outbuf_add(b, digits + i, sizeof digits - i);
}
