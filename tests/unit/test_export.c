/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The writers under the exporters: buffered output and JSON. */
#include "config.h"
#include "base/jsonw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <tflame/export.h>

#include "base/strbuf.h"
#include "base/xalloc.h"

struct taker { struct tf_strbuf got; size_t calls; int fail_after; };

static int take(void *ctx, const char *bytes, size_t n)
{
	struct taker *t = ctx;
	if (t->fail_after >= 0 && t->calls++ >= (size_t)t->fail_after)
		return -TF_EIO;
	tf_strbuf_add(&t->got, bytes, n);
	return 0;
}

static void outbuf_keeps_order(void **state)
{
	struct taker t = {.fail_after = -1};
	struct tf_outbuf *b = tf_xmalloc(sizeof *b);
	struct tf_strbuf want = TF_STRBUF_INIT;
	char *big = tf_xmalloc(200000);
	memset(big, 'x', 200000);
	tf_outbuf_init(b, take, &t);
	/* pieces of all sizes around the size of the buffer */
	for (size_t n = 0; n < 200000; n = n * 2 + 1) {
		tf_outbuf_add(b, big, n);
		tf_outbuf_u64(b, n);
		tf_outbuf_addc(b, '|');
		tf_strbuf_add(&want, big, n);
		tf_strbuf_addf(&want, "%zu|", n);
	}
	tf_outbuf_u64(b, UINT64_MAX);
	tf_strbuf_adds(&want, "18446744073709551615");
	assert_int_equal(tf_outbuf_flush(b), 0);
	assert_int_equal(t.got.n, want.n);
	assert_memory_equal(t.got.s, want.s, want.n);
	tf_strbuf_release(&t.got);
	tf_strbuf_release(&want);
	free(big);
	free(b);
}

static void outbuf_first_error_sticks(void **state)
{
	struct taker t = {.fail_after = 1};
	struct tf_outbuf *b = tf_xmalloc(sizeof *b);
	tf_outbuf_init(b, take, &t);
	tf_outbuf_adds(b, "one");
	assert_int_equal(tf_outbuf_flush(b), 0);
	tf_outbuf_adds(b, "two");
	assert_int_equal(tf_outbuf_flush(b), -TF_EIO);
	tf_outbuf_adds(b, "three");
	assert_int_equal(tf_outbuf_flush(b), -TF_EIO);
	assert_string_equal(t.got.s, "one");
	assert_int_equal(t.calls, 2); /* nothing is tried after the error */
	tf_strbuf_release(&t.got);
	free(b);
}

static void json_text(const char *s, size_t n, const char *want)
{
	struct taker t = {.fail_after = -1};
	struct tf_outbuf *b = tf_xmalloc(sizeof *b);
	struct tf_jsonw w;
	tf_outbuf_init(b, take, &t);
	tf_jsonw_init(&w, b);
	tf_jsonw_str(&w, s, n);
	tf_outbuf_flush(b);
	assert_string_equal(t.got.s, want);
	tf_strbuf_release(&t.got);
	free(b);
}
#define JSON_TEXT(s, want) json_text(s, sizeof(s) - 1, want)

static void json_strings(void **state)
{
	JSON_TEXT("", "\"\"");
	JSON_TEXT("a\"b\\c/", "\"a\\\"b\\\\c/\"");
	JSON_TEXT("\n\t\r\0\x1b\x7f", "\"\\n\\t\\u000d\\u0000\\u001b\\u007f\"");
	JSON_TEXT("na\xc3\xafve \xe5\x90\x8d", "\"na\xc3\xafve \xe5\x90\x8d\"");
	JSON_TEXT("\xe2\x80\xae|\xc2\x9b", "\"\\u202e|\\u009b\"");
	JSON_TEXT("caf\xe9|\xe5\x90", "\"caf\\\\xe9|\\\\xe5\\\\x90\"");
	JSON_TEXT("\xed\xa0\x80", "\"\\\\xed\\\\xa0\\\\x80\""); /* a surrogate is no character */
}

static void json_structure(void **state)
{
	struct taker t = {.fail_after = -1};
	struct tf_outbuf *b = tf_xmalloc(sizeof *b);
	struct tf_jsonw w;
	tf_outbuf_init(b, take, &t);
	tf_jsonw_init(&w, b);
	tf_jsonw_begin(&w, '{', false);
	tf_jsonw_key(&w, "a");
	tf_jsonw_begin(&w, '[', true);
	tf_jsonw_u64(&w, 1);
	tf_jsonw_num(&w, 0.25);
	tf_jsonw_num(&w, 0.0 / 0.0);
	tf_jsonw_bool(&w, true);
	tf_jsonw_end(&w, ']');
	tf_jsonw_key(&w, "b");
	tf_jsonw_begin(&w, '{', false);
	tf_jsonw_end(&w, '}');
	tf_jsonw_key(&w, "c");
	tf_jsonw_cstr(&w, NULL);
	tf_jsonw_end(&w, '}');
	tf_outbuf_flush(b);
	assert_string_equal(t.got.s, "{\n \"a\": [1, 0.25, null, true],\n \"b\": {},\n \"c\": null\n}\n");
	tf_strbuf_release(&t.got);
	free(b);
}

static void formats(void **state)
{
	assert_string_equal(tf_exporter_by_name("folded")->name, "folded");
	assert_null(tf_exporter_by_name("nothing"));
	assert_ptr_equal(tf_exporter_by_suffix("a/b.folded"), tf_exporter_by_name("folded"));
	assert_ptr_equal(tf_exporter_by_suffix("x.json"), tf_exporter_by_name("json"));
	assert_null(tf_exporter_by_suffix(".folded")); /* a suffix without a name */
	assert_null(tf_exporter_by_suffix("folded"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(outbuf_keeps_order), cmocka_unit_test(outbuf_first_error_sticks), cmocka_unit_test(json_strings),
		cmocka_unit_test(json_structure), cmocka_unit_test(formats),
	};
	return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
