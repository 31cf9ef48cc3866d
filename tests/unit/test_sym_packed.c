/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compressed sections in every form that objcopy makes, and Fedora's packed symbols: the plain file is right. */
#include "config.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "object/object.h"

static char dir[256];

static bool run(const char *fmt, const char *a)
{
	char cmd[1024], line[700];
	snprintf(line, sizeof line, fmt, a);
	snprintf(cmd, sizeof cmd, "cd '%s' && { %s; } >/dev/null 2>&1", dir, line);
	return system(cmd) == 0;
}

static struct tf_object *open_object(const char *name)
{
	char path[512];
	struct tf_object *o = NULL;
	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_int_equal(tf_object_open(&o, path), 0);
	return o;
}

static int build(void **state)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(dir, sizeof dir, "%s/tflame-packed.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		return -1;
	run("echo 'int main(void){return 0;}' >m.c; gcc -g %s -o plain m.c", "-O0");
	return 0;
}

static int clean(void **state)
{
	char cmd[300];
	snprintf(cmd, sizeof cmd, "rm -rf '%s'", dir);
	return system(cmd);
}

static void sections(void **state)
{
	static const char *const forms[] = {"zlib", "zlib-gnu", "zstd"};
	if (!run("test -s %s", "plain"))
		skip();
	struct tf_object *plain = open_object("plain");
	size_t n, m;
	const void *want = tf_object_bytes(plain, tf_object_find_section(plain, ".debug_info"), &n);
	assert_non_null(want);
	for (int i = 0; i < 3; i++) {
		void *owned;
		if (!run("objcopy --compress-debug-sections=%s plain packed", forms[i]))
			continue; /* an objcopy without it */
		struct tf_object *o = open_object("packed");
		size_t at = tf_object_find_section(o, i == 1 ? ".zdebug_info" : ".debug_info");
		const void *got = tf_object_unpacked(o, at, 1 << 20, &m, &owned);
#ifdef HAVE_ZSTD
		assert_non_null(got);
#endif
		if (got) {
			assert_int_equal(m, n);
			assert_memory_equal(got, want, n);
		}
		free(owned);
		/* A size beyond what the caller allows is not even tried. */
		assert_null(tf_object_unpacked(o, at, n - 1, &m, &owned));
		tf_object_free(o);
	}
	tf_object_free(plain);
}

static void see_main(void *ctx, const struct tf_rawsym *s)
{
	if (!strcmp(s->str, "main"))
		*(bool *)ctx = true;
}

static void packed_symbols(void **state)
{
	bool seen = false;
	const char *strings;
	size_t n;
	if (!run("objcopy --only-keep-debug plain d && strip -%s -o mini d && xz -k mini && strip -o s plain && "
		 "objcopy --add-section .gnu_debugdata=mini.xz s with",
		 "g"))
		skip();
#ifndef HAVE_LZMA
	skip();
#endif
	struct tf_object *o = open_object("with"), *mini = tf_object_minidebug(o);
	assert_false(tf_object_has_symbols(o, TF_SYMTAB));
	assert_non_null(mini);
	assert_true(tf_object_symbols(mini, TF_SYMTAB, &strings, &n, see_main, &seen));
	assert_true(seen);
	tf_object_free(mini);
	tf_object_free(o);
	/* Cut in the middle: no symbols, no harm. */
	assert_true(run("head -c 100 mini.%s >cut && objcopy --add-section .gnu_debugdata=cut s half", "xz"));
	o = open_object("half");
	assert_null(tf_object_minidebug(o));
	tf_object_free(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(sections), cmocka_unit_test(packed_symbols)};
	return cmocka_run_group_tests(tests, build, clean);
}
