/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/xalloc.h"

#include <stdatomic.h>
#include <string.h>

static _Atomic(void (*)(const char *)) fatal_hook;

void tf_set_fatal_hook(void (*hook)(const char *why))
{
	atomic_store(&fatal_hook, hook);
}

void tf_fatal(const char *why)
{
	void (*hook)(const char *) = atomic_exchange(&fatal_hook, NULL);
	if (hook)
		hook(why);
	abort();
}

void *tf_xmalloc(size_t n)
{
	void *p = malloc(n ? n : 1);
	if (!p)
		tf_fatal("out of memory");
	return p;
}

void *tf_xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);
	if (!p)
		tf_fatal("out of memory");
	return p;
}

void *tf_xrealloc(void *p, size_t n, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(n, size, &bytes))
		tf_fatal("out of memory");
	p = realloc(p, bytes ? bytes : 1);
	if (!p)
		tf_fatal("out of memory");
	return p;
}

char *tf_xstrdup(const char *s)
{
	return tf_xmemdup0(s, strlen(s));
}

char *tf_xmemdup0(const void *s, size_t n)
{
	char *p = tf_xmalloc(n + 1);
	if (n)
		memcpy(p, s, n);
	p[n] = 0;
	return p;
}

void *tf_alloc_untrusted(size_t n, size_t size, size_t limit)
{
	size_t bytes;
	if (__builtin_mul_overflow(n, size, &bytes) || bytes > limit)
		return NULL;
	return calloc(1, bytes ? bytes : 1);
}

void tf_grow(void *pp, size_t *cap, size_t need, size_t size)
{
	void *p;
	if (need <= *cap)
		return;
	size_t n = *cap ? *cap * 2 : 8;
	while (n < need)
		n *= 2;
	memcpy(&p, pp, sizeof p);
	p = tf_xrealloc(p, n, size);
	memcpy(pp, &p, sizeof p);
	*cap = n;
}
