/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strbuf.h - a growing byte string, always NUL-terminated. */
#ifndef TF_BASE_STRBUF_H
#define TF_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <tflame/types.h>

struct tf_strbuf { char *s; size_t n, cap; };
#define TF_STRBUF_INIT {NULL, 0, 0}

void tf_strbuf_add(struct tf_strbuf *b, const void *s, size_t n);
void tf_strbuf_addc(struct tf_strbuf *b, char c);
void tf_strbuf_adds(struct tf_strbuf *b, const char *s);
void tf_strbuf_addf(struct tf_strbuf *b, const char *fmt, ...) TF_PRINTF(2, 3);
/* Empties without freeing. */
void tf_strbuf_clear(struct tf_strbuf *b);
void tf_strbuf_release(struct tf_strbuf *b);
/* The string, which the caller frees; b is empty afterwards. Never NULL. */
char *tf_strbuf_take(struct tf_strbuf *b);

#endif
