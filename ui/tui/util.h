/* SPDX-License-Identifier: GPL-2.0-or-later */
/* util.h - memory and growing strings of the screen part. Running out of memory aborts. */
#ifndef UI_TUI_UTIL_H
#define UI_TUI_UTIL_H

#include <stddef.h>
#include <tflame/types.h>

void *ui_xmalloc(size_t n);
void *ui_xcalloc(size_t n, size_t size);
void *ui_xrealloc(void *p, size_t n, size_t size);
char *ui_xstrdup(const char *s);
/* Grows *pp (elements of size bytes, *cap of them) so that need fit. */
void ui_grow(void *pp, size_t *cap, size_t need, size_t size);

/* A growing byte string, always NUL-terminated once something was added. */
struct ui_buf { char *s; size_t n, cap; };
#define UI_BUF_INIT {NULL, 0, 0}

void ui_buf_add(struct ui_buf *b, const void *s, size_t n);
void ui_buf_addc(struct ui_buf *b, char c);
void ui_buf_adds(struct ui_buf *b, const char *s);
void ui_buf_addf(struct ui_buf *b, const char *fmt, ...) TF_PRINTF(2, 3);
void ui_buf_clear(struct ui_buf *b);
void ui_buf_release(struct ui_buf *b);
/* The text, "" when empty. Borrowed until the next change. */
const char *ui_buf_str(const struct ui_buf *b);

static inline int ui_min(int a, int b) { return a < b ? a : b; }
static inline int ui_max(int a, int b) { return a > b ? a : b; }
static inline int ui_clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
/* Nanoseconds of the monotonic clock. */
uint64_t ui_now(void);

#endif
