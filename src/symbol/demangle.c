/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sole owner of libiberty. */
#include "config.h"
#include "symbol/demangle.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

/* A name of 250 bytes can stand for 570 MB of text; nobody reads more than this. */
#define MAX_OUT (64 << 10)
/*
 * libiberty refuses names of more than 1024 bytes unless its limit is lifted; then its use of the stack
 * grows with the name: at this length less than 2 MiB in the worst case that could be built.
 */
#define MAX_NAME     4096
#define LIMITED_NAME 1000
/* The D demangler has no bound on its output and no way to leave it. */
#define MAX_D_NAME 256

struct sink {
	struct tf_strbuf *out;
	size_t start;
	jmp_buf full;
};

static void take(const char *s, size_t n, void *opaque)
{
	struct sink *k = opaque;
	if (k->out->n - k->start + n > MAX_OUT)
		longjmp(k->full, 1);
	tf_strbuf_add(k->out, s, n);
}

static bool run(const char *name, bool rust, int options, struct tf_strbuf *out)
{
	struct sink k = {.out = out, .start = out->n};
	if (!setjmp(k.full)) {
		int ok = rust ? rust_demangle_callback(name, options, take, &k)
			      : cplus_demangle_v3_callback(name, options, take, &k);
		if (ok && out->n > k.start)
			return true;
	}
	out->n = k.start;
	if (out->s)
		out->s[out->n] = '\0';
	return false;
}

/* The hash that ends a Rust name of the older kind: 17h, 16 hex digits, E. Its end, NULL: none. */
static const char *after_rust_hash(const char *s)
{
	for (const char *p = s; (p = strstr(p, "17h")); p++)
		if (strspn(p + 3, "0123456789abcdef") == 16 && p[19] == 'E' && (!p[20] || p[20] == '.'))
			return p + 20;
	return NULL;
}

static bool cplusplus(const char *s, size_t n, struct tf_strbuf *out)
{
	int options = DMGL_PARAMS | DMGL_ANSI;
	if (n > LIMITED_NAME)
		options |= DMGL_NO_RECURSE_LIMIT;
	return run(s, false, options, out);
}

static bool rust(char *s, char *suffix, struct tf_strbuf *out)
{
	char keep = *suffix;
	*suffix = '\0';
	bool ok = run(s, true, 0, out);
	*suffix = keep;
	if (ok && keep)
		tf_strbuf_addf(out, " [clone %s]", suffix);
	return ok;
}

static bool dlang(const char *s, size_t n, struct tf_strbuf *out)
{
	char *d = n <= MAX_D_NAME ? dlang_demangle(s, 0) : NULL;
	bool ok = d && *d && strlen(d) <= MAX_OUT;
	if (ok)
		tf_strbuf_adds(out, d);
	free(d);
	return ok;
}

bool tf_demangle(const char *name, size_t len, struct tf_strbuf *out)
{
	char buf[MAX_NAME + 1];
	if (len < 3 || len > MAX_NAME || name[0] != '_' || (name[1] != 'Z' && name[1] != 'R' && name[1] != 'D'))
		return false;
	memcpy(buf, name, len);
	buf[len] = '\0';
	if (strlen(buf) != len)
		return false;
	/* foo@VERSION: what follows is no part of the mangled name. */
	char *version = strchr(buf, '@');
	size_t n = version ? (size_t)(version - buf) : len;
	buf[n] = '\0';
	bool ok = false;
	if (buf[1] == 'Z') {
		char *end = (char *)after_rust_hash(buf);
		ok = (end && rust(buf, end, out)) || cplusplus(buf, n, out);
	} else if (buf[1] == 'R') {
		ok = rust(buf, buf + strcspn(buf, "."), out);
	} else if (buf[2] >= '0' && buf[2] <= '9') {
		ok = dlang(buf, n, out);
	}
	if (ok && version)
		tf_strbuf_add(out, name + n, len - n);
	return ok;
}
