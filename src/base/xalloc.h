/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * xalloc.h - memory. Running out of it ends the program through the fatal hook; sizes that come
 * from files go through tf_alloc_untrusted(), which may fail.
 */
#ifndef TF_BASE_XALLOC_H
#define TF_BASE_XALLOC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Like malloc, calloc, realloc, strdup, but never return NULL. n * size may not overflow. */
void *tf_xmalloc(size_t n);
void *tf_xcalloc(size_t n, size_t size);
void *tf_xrealloc(void *p, size_t n, size_t size);
char *tf_xstrdup(const char *s);
/* Copy of n bytes with a NUL behind them. */
char *tf_xmemdup0(const void *s, size_t n);
/* n * size bytes, zeroed; NULL if that is more than limit or than memory. */
void *tf_alloc_untrusted(size_t n, size_t size, size_t limit);

/* Grows *p (elements of size bytes, *cap of them) so that need fit. */
void tf_grow(void *pp, size_t *cap, size_t need, size_t size);
/* Appends a slot to a vector {T *v; size_t n, cap;} and yields a pointer to it. */
#define tf_vec_push(vec) (tf_grow(&(vec)->v, &(vec)->cap, (vec)->n + 1, sizeof(*(vec)->v)), &(vec)->v[(vec)->n++])
#define TF_VEC(T) struct { T *v; size_t n, cap; }

/* What to do before the program ends on a fatal error: restores the terminal. Set once. */
void tf_set_fatal_hook(void (*hook)(const char *why));
/* Calls the hook, then aborts. */
_Noreturn void tf_fatal(const char *why);
/* Programmer errors; on in release builds too. */
#define tf_assert(c) ((c) ? (void)0 : tf_fatal("assertion failed: " #c))

#endif
