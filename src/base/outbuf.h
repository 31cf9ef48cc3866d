/* SPDX-License-Identifier: GPL-2.0-or-later */
/* outbuf.h - buffered output through a callback. The first error sticks; what follows is dropped. */
#ifndef TF_BASE_OUTBUF_H
#define TF_BASE_OUTBUF_H

#include <stddef.h>
#include <tflame/types.h>

#define TF_OUTBUF_SIZE 65536

struct tf_outbuf {
	int (*write)(void *ctx, const char *bytes, size_t n); /* 0 or negative */
	void *ctx;
	int error; /* what write returned when it failed */
	size_t n;
	char buf[TF_OUTBUF_SIZE];
};

void tf_outbuf_init(struct tf_outbuf *b, int (*write)(void *, const char *, size_t), void *ctx);
/* Writes what is buffered; returns the first error of all, 0: none. */
int tf_outbuf_flush(struct tf_outbuf *b);
void tf_outbuf_add(struct tf_outbuf *b, const void *s, size_t n);
void tf_outbuf_adds(struct tf_outbuf *b, const char *s);
void tf_outbuf_addf(struct tf_outbuf *b, const char *fmt, ...) TF_PRINTF(2, 3); /* up to 1023 bytes */
void tf_outbuf_u64(struct tf_outbuf *b, uint64_t v);
static inline void tf_outbuf_addc(struct tf_outbuf *b, char c)
{
	if (b->n == TF_OUTBUF_SIZE)
		tf_outbuf_flush(b);
	b->buf[b->n++] = c;
}

#endif
