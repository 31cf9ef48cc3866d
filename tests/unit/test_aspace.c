/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Address spaces against a model that keeps the history of each single cell. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "session/aspace.h"

#define CELLS 48
#define EVENTS 40

struct span { uint64_t from, to, at; uint32_t dso; };
struct model { struct span v[CELLS][EVENTS + 2]; int n[CELLS]; };

static unsigned rnd_state = 12345;
static unsigned rnd(unsigned n)
{
	rnd_state = rnd_state * 1103515245u + 12345u;
	return (rnd_state >> 16) % n;
}

static struct span *live(struct model *m, int c)
{
	struct span *s = m->n[c] ? &m->v[c][m->n[c] - 1] : NULL;
	return s && s->to == UINT64_MAX ? s : NULL;
}

static void model_map(struct model *m, const struct model *parent, int a, int b, uint32_t dso, uint64_t time)
{
	bool same = true, any = false;
	for (int c = a; c < b; c++) {
		struct span *s = live(m, c);
		same &= s && s->dso == dso;
		any |= s != NULL || (parent && live((struct model *)parent, c));
	}
	if (same)
		return;
	for (int c = a; c < b; c++) {
		struct span *s = live(m, c);
		if (s)
			s->to = time;
		m->v[c][m->n[c]++] = (struct span){any ? time : 0, UINT64_MAX, time, dso};
	}
}

static uint32_t model_find(const struct model *m, int c, uint64_t time, bool strict)
{
	for (int i = m->n[c]; i--;)
		if (m->v[c][i].from <= time && time < m->v[c][i].to && (!strict || m->v[c][i].at <= time))
			return m->v[c][i].dso;
	return 0;
}

static void map(struct tf_aspace *a, struct model *m, const struct model *parent, uint64_t time)
{
	int from = (int)rnd(CELLS - 1), to = from + 1 + (int)rnd((unsigned)(CELLS - from));
	uint32_t dso = 1 + rnd(6);
	struct tf_mapping x = {(uint64_t)from * 16, (uint64_t)to * 16, 0, {dso}};
	tf_aspace_map(a, &x, time);
	model_map(m, parent, from, to, dso, time);
}

static void check(const struct tf_aspace *a, const struct model *m, const struct model *parent, uint64_t fork_time, uint64_t end)
{
	for (uint64_t time = 0; time < end; time++) {
		for (int c = 0; c < CELLS; c++) {
			uint32_t want = model_find(m, c, time, false);
			if (!want && parent)
				want = model_find(parent, c, time < fork_time ? time : fork_time, true);
			struct tf_mapping got;
			bool found = tf_aspace_find(a, (uint64_t)c * 16 + 7, time, &got);
			assert_int_equal(found ? got.dso.v : 0, want);
		}
	}
}

static void random_maps_agree_with_cells(void **state)
{
	for (int round = 0; round < 60; round++) {
		static struct model m, child;
		memset(&m, 0, sizeof m);
		memset(&child, 0, sizeof child);
		struct tf_aspace *a = tf_aspace_new(1, NULL, 0);
		uint64_t t = 1;
		for (int i = 0; i < 12; i++)
			map(a, &m, NULL, t += rnd(3));
		uint64_t fork_time = t;
		struct tf_aspace *b = tf_aspace_new(2, a, fork_time);
		/* The child's view of its parent is fixed at the fork. */
		static struct model at_fork;
		at_fork = m;
		for (int i = 0; i < 12; i++)
			map(b, &child, &at_fork, t += 1 + rnd(2));
		tf_aspace_freeze(b);
		tf_aspace_freeze(a);
		check(a, &m, NULL, 0, t + 3);
		check(b, &child, &at_fork, fork_time, t + 3);
		tf_aspace_free(b);
		tf_aspace_free(a);
	}
}

static void parent_maps_after_the_fork_are_not_inherited(void **state)
{
	struct tf_aspace *a = tf_aspace_new(1, NULL, 0), *b;
	struct tf_mapping one = {0x1000, 0x2000, 0, {1}}, two = {0x1000, 0x2000, 0, {2}}, late = {0x5000, 0x6000, 0, {3}}, got;
	tf_aspace_map(a, &one, 10);
	b = tf_aspace_new(2, a, 20);
	tf_aspace_map(a, &two, 30);
	tf_aspace_map(a, &late, 40);
	tf_aspace_freeze(a);
	tf_aspace_freeze(b);
	assert_true(tf_aspace_find(b, 0x1800, 100, &got));
	assert_int_equal(got.dso.v, 1);
	assert_false(tf_aspace_find(b, 0x5800, 100, &got));
	assert_true(tf_aspace_find(a, 0x1800, 100, &got));
	assert_int_equal(got.dso.v, 2);
	tf_aspace_free(b);
	tf_aspace_free(a);
}

static void what_replaces_an_ended_mapping_does_not_count_before_it(void **state)
{
	struct tf_aspace *a = tf_aspace_new(1, NULL, 0);
	struct tf_mapping one = {0x1000, 0x2000, 0, {1}}, two = {0x1000, 0x2000, 0, {2}}, got;
	tf_aspace_map(a, &one, 10);
	tf_aspace_unmap(a, 0x1000, 0x2000, 20);
	tf_aspace_map(a, &two, 30);
	tf_aspace_freeze(a);
	assert_true(tf_aspace_find(a, 0x1800, 15, &got));
	assert_int_equal(got.dso.v, 1);
	assert_false(tf_aspace_find(a, 0x1800, 25, &got));
	assert_true(tf_aspace_find(a, 0x1800, 35, &got));
	assert_int_equal(got.dso.v, 2);
	tf_aspace_free(a);
}

static void long_lines_of_forks_keep_their_maps(void **state)
{
	enum { N = 100 };
	struct tf_aspace *v[N];
	struct tf_mapping m = {0x1000, 0x2000, 0, {1}}, got;
	v[0] = tf_aspace_new(1, NULL, 0);
	tf_aspace_map(v[0], &m, 1);
	for (uint32_t i = 1; i < N; i++)
		v[i] = tf_aspace_new(i + 1, v[i - 1], i + 1);
	for (int i = 0; i < N; i++)
		tf_aspace_freeze(v[i]);
	assert_true(tf_aspace_find(v[N - 1], 0x1234, 1000, &got));
	for (int i = N; i--;)
		tf_aspace_free(v[i]);
}

static void epochs_change_only_where_maps_are_replaced(void **state)
{
	struct tf_aspace *a = tf_aspace_new(1, NULL, 0);
	struct tf_mapping m = {0x1000, 0x2000, 0, {1}}, n = {0x3000, 0x4000, 0, {2}}, over = {0x1800, 0x1900, 0, {3}};
	uint64_t from, to;
	tf_aspace_map(a, &m, 10);
	tf_aspace_map(a, &n, 20);
	tf_aspace_map(a, &over, 30);
	tf_aspace_freeze(a);
	assert_int_equal(tf_aspace_epoch(a, 25, &from, &to), 0);
	assert_int_equal(from, 0);
	assert_int_equal(to, 30);
	assert_int_equal(tf_aspace_epoch(a, 30, &from, &to), 1);
	assert_int_equal(from, 30);
	tf_aspace_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_maps_agree_with_cells),
		cmocka_unit_test(parent_maps_after_the_fork_are_not_inherited),
		cmocka_unit_test(what_replaces_an_ended_mapping_does_not_count_before_it),
		cmocka_unit_test(long_lines_of_forks_keep_their_maps),
		cmocka_unit_test(epochs_change_only_where_maps_are_replaced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
