/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The base layer: segments, interner from many threads, text escaping, samples in columns. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#include "base/pool.h"
#include "base/seg.h"
#include "base/xalloc.h"
#include "model/tables.h"

static void segments_hold_every_row(void **state)
{
	struct tf_seg s;
	tf_seg_init(&s, sizeof(uint64_t));
	for (uint64_t i = 0; i < 100000; i++) {
		tf_seg_need(&s, i);
		*tf_seg_at(&s, uint64_t, i) = i * 3;
	}
	for (uint64_t i = 0; i < 100000; i++)
		assert_int_equal(*tf_seg_at(&s, uint64_t, i), i * 3);
	for (uint64_t i = 0, len; i < 100000; i += len) {
		const uint64_t *p = tf_seg_span(&s, i, 100000, &len);
		assert_true(len > 0);
		for (uint64_t k = 0; k < len; k++)
			assert_int_equal(p[k], (i + k) * 3);
	}
	tf_seg_release(&s);
}

#define WORDS 20000
static struct tf_profile *shared;
static uint32_t ids[4][WORDS];

static void intern_all(void *ctx, unsigned worker, size_t turn)
{
	for (unsigned i = 0; i < WORDS; i++) {
		unsigned w = (unsigned)(i * 7919 + turn * 13) % WORDS;
		tf_stack_id s = tf_profile_stack(shared, (tf_stack_id){w / 3}, (tf_frame_id){w + 1});
		ids[turn][w] = s.v;
	}
}

static void equal_rows_get_equal_ids_from_all_threads(void **state)
{
	shared = tf_profile_new();
	struct tf_pool *pool = tf_pool_new(4);
	tf_pool_for(pool, 4, intern_all, NULL);
	tf_pool_free(pool);
	uint8_t *seen = calloc(WORDS + 2, 1);
	for (unsigned w = 0; w < WORDS; w++) {
		for (int t = 1; t < 4; t++)
			assert_int_equal(ids[t][w], ids[0][w]);
		assert_in_range(ids[0][w], 1, WORDS);
		assert_int_equal(seen[ids[0][w]]++, 0);
	}
	free(seen);
	tf_profile_unref(shared);
}

static void unsafe_text_is_made_visible(void **state)
{
	struct { const char *in; size_t n; const char *want; } v[] = {
		{"plain name", 10, "plain name"}, {"\x1b[2J", 4, "\\x1b[2J"}, {"a\tb\nc", 5, "a\\tb\\nc"}, {"\x7f", 1, "\\x7f"},
		{"\xc2\x9b" "1m", 4, "\\u{9b}1m"}, {"\xe2\x80\xae" "abc", 6, "\\u{202e}abc"}, {"\xff\xfe", 2, "\\xff\\xfe"},
		{"\xe5\x90\x8d", 3, "\xe5\x90\x8d"}, {"a\0b", 3, "a\\x00b"}, {"\xc0\xaf", 2, "\\xc0\\xaf"}, {"\xed\xa0\x80", 3, "\\xed\\xa0\\x80"},
	};
	char out[64];
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		tf_escape(out, sizeof out, v[i].in, v[i].n);
		assert_string_equal(out, v[i].want);
	}
	/* Never cut inside a character or a stand-in. */
	assert_int_equal(tf_escape(out, 4, "ab\xe5\x90\x8d", 5), 2);
	assert_int_equal(tf_escape(out, 5, "a\x1b", 2), 1);
}

static void columns_begin_to_vary_in_the_middle(void **state)
{
	struct tf_profile *p = tf_profile_new();
	tf_profile_add_event(p, &(struct tf_event){.name = "e"});
	enum { N = 5000 };
	for (uint32_t i = 0; i < N; i++) {
		struct tf_sample_row r = {.time = i, .weight = i < 3000 ? 7 : i, .event = {1}, .cpu = i < 4000 ? TF_NO_ID : i % 3, .derived = i == 4500};
		tf_profile_add_samples(p, &r, 1);
	}
	struct tf_snapshot *s = tf_profile_publish(p, true);
	for (uint32_t i = 0; i < N; i++) {
		struct tf_sample_row r;
		tf_snapshot_sample(s, i, &r);
		assert_int_equal(r.time, i);
		assert_int_equal(r.weight, i < 3000 ? 7 : i);
		assert_int_equal(r.cpu, i < 4000 ? TF_NO_ID : i % 3);
		assert_int_equal(r.derived, i == 4500);
		assert_int_equal(r.event.v, 1);
	}
	assert_int_equal(tf_snapshot_event_sum(s, (tf_event_id){1}).samples, N - 1);
	tf_snapshot_unref(s);
	tf_profile_unref(p);
}

static void sums_saturate(void **state)
{
	struct tf_profile *p = tf_profile_new();
	tf_profile_add_event(p, &(struct tf_event){.name = "e"});
	struct tf_sample_row r = {.weight = UINT64_MAX - 5, .event = {1}};
	tf_profile_add_samples(p, &r, 1);
	tf_profile_add_samples(p, &r, 1);
	struct tf_snapshot *s = tf_profile_publish(p, true);
	assert_true(tf_snapshot_event_sum(s, (tf_event_id){1}).weight == UINT64_MAX);
	tf_snapshot_unref(s);
	tf_profile_unref(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_hold_every_row),
		cmocka_unit_test(equal_rows_get_equal_ids_from_all_threads),
		cmocka_unit_test(unsafe_text_is_made_visible),
		cmocka_unit_test(columns_begin_to_vary_in_the_middle),
		cmocka_unit_test(sums_saturate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
