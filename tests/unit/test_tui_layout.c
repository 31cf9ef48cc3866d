/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Properties of the flame layout on made-up trees, and of the sandwich. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/flame_layout.h"
#include "tui/sandwich.h"

#define MAX_NODES 20000

struct made {
	struct tf_calltree t;
	uint32_t parent[MAX_NODES], first[MAX_NODES], next[MAX_NODES], func[MAX_NODES], flags[MAX_NODES], depth[MAX_NODES];
	uint64_t self[MAX_NODES], total[MAX_NODES];
	const uint64_t *selfs[1], *totals[1];
	uint32_t rank[MAX_NODES];
};

static uint64_t seed;
static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return n ? (uint32_t)(seed >> 33) % n : 0;
}

static struct made *made_new(void)
{
	struct made *m = test_calloc(1, sizeof *m);
	m->selfs[0] = m->self;
	m->totals[0] = m->total;
	for (uint32_t i = 0; i < MAX_NODES; i++)
		m->rank[i] = i;
	m->t = (struct tf_calltree){
		.n = 1, .parent = m->parent, .first_child = m->first, .next_sibling = m->next, .func = m->func, .flags = m->flags,
		.depth = m->depth, .n_columns = 1, .self = m->selfs, .total = m->totals, .name_rank = m->rank,
	};
	return m;
}

static uint32_t add(struct made *m, uint32_t parent, uint32_t func, uint64_t self)
{
	uint32_t i = m->t.n++;
	assert_true(i < MAX_NODES);
	m->parent[i] = parent;
	m->func[i] = func;
	m->depth[i] = m->depth[parent] + 1;
	m->self[i] = self;
	m->next[i] = m->first[parent];
	m->first[parent] = i;
	return i;
}

static void sum(struct made *m)
{
	memcpy(m->total, m->self, sizeof m->total);
	for (uint32_t i = m->t.n - 1; i > 0; i--)
		m->total[m->parent[i]] += m->total[i];
}

static struct made *random_tree(uint32_t n)
{
	struct made *m = made_new();
	for (uint32_t i = 1; i < n; i++) {
		/* Sometimes deep, sometimes wide, sometimes without weight. */
		uint32_t parent = rnd(3) ? (i > 20 ? i - 1 - rnd(20) : rnd(i)) : rnd(i);
		add(m, parent, 1 + rnd(40), rnd(4) ? rnd(1u << rnd(16)) : 0);
	}
	sum(m);
	return m;
}

/* What must hold for every layout. */
static void check(const struct ui_flame *f, const struct made *m, const struct ui_flame_spec *s)
{
	const struct tf_calltree *t = &m->t;
	uint64_t whole = t->total[0][s->zoom];
	for (size_t r = 0; r < f->n_rows; r++) {
		int at = 0;
		assert_true(f->rows[r] < f->rows[r + 1]);
		for (uint32_t i = f->rows[r]; i < f->rows[r + 1]; i++) {
			const struct ui_box *b = &f->boxes[i];
			assert_true(b->w > 0);
			assert_true(b->x >= at); /* ordered, no overlap */
			at = b->x + b->w;
			assert_true(at <= f->width);
			if (!b->rest)
				assert_int_equal(t->depth[b->node], r);
			if (b->parent != UINT32_MAX) { /* inside the parent, which is in the row above */
				const struct ui_box *p = &f->boxes[b->parent];
				assert_true(b->parent >= f->rows[r - 1] && b->parent < f->rows[r]);
				assert_true(b->x >= p->x && at <= p->x + p->w);
				assert_int_equal(b->rest ? b->node : t->parent[b->node], p->node);
			}
			if (r > f->zoom_row && !s->rest && whole) { /* to scale: less than a unit off */
				double exact = (double)b->weight * f->width / (double)whole;
				assert_true(b->w - exact < 1 && exact - b->w < 1);
			}
		}
	}
}

/* Children of each drawn frame: every one has a box, is in the +N box, or rounds to nothing. */
static void check_cover(const struct ui_flame *f, const struct made *m, const struct ui_flame_spec *s)
{
	const struct tf_calltree *t = &m->t;
	uint64_t whole = t->total[0][s->zoom];
	for (size_t r = f->zoom_row; r < f->n_rows; r++) {
		for (uint32_t i = f->rows[r]; i < f->rows[r + 1]; i++) {
			if (f->boxes[i].rest)
				continue;
			uint32_t boxes = 0, merged = 0, kids = 0;
			uint64_t boxed = 0, all = 0;
			for (uint32_t c = t->first_child[f->boxes[i].node]; c; c = t->next_sibling[c]) {
				kids += t->total[0][c] > 0;
				all += t->total[0][c];
			}
			for (uint32_t k = r + 1 < f->n_rows ? f->rows[r + 1] : 0; r + 1 < f->n_rows && k < f->rows[r + 2]; k++)
				if (f->boxes[k].parent == i) {
					boxes += f->boxes[k].rest == 0;
					merged += f->boxes[k].rest;
					boxed += f->boxes[k].weight;
				}
			if (boxes + merged == kids) {
				assert_true(boxed == all);
			} else { /* only what is less than a unit together may be missing, and all of it */
				assert_int_equal(merged, 0);
				assert_true((double)(all - boxed) * f->width / (double)whole < 1);
			}
		}
	}
}

static void layout_properties(void **state)
{
	struct ui_flame f = {0};
	for (int round = 0; round < 300; round++) {
		seed = (uint64_t)round * 977 + 5;
		struct made *m = random_tree(2 + rnd(round < 290 ? 300 : 15000));
		struct ui_flame_spec s = {.tree = &m->t, .cols = 1 + (int)rnd(200), .unit = rnd(2) ? 8 : 1,
					  .order = rnd(2) ? TF_ORDER_NAME : TF_ORDER_WEIGHT, .zoom = rnd(4) ? 0 : rnd(m->t.n)};
		if (rnd(3) == 0)
			s.min_weight = m->total[0] / (1 + rnd(100));
		ui_flame_build(&f, &s);
		check(&f, m, &s);
		check_cover(&f, m, &s);
		s.rest = true;
		s.skip = rnd(5);
		ui_flame_build(&f, &s);
		check(&f, m, &s);
		test_free(m);
	}
	ui_flame_release(&f);
}

/* Equal shares have equal widths, and the edges are where they belong. */
static void exact_example(void **state)
{
	struct made *m = made_new();
	uint32_t a = add(m, 0, 2, 10), b = add(m, 0, 1, 0), c = add(m, b, 3, 30);
	sum(m);
	struct ui_flame f = {0};
	ui_flame_build(&f, &(struct ui_flame_spec){.tree = &m->t, .cols = 80, .unit = 1});
	assert_int_equal(f.n_rows, 3);
	/* By name: function 1 (b) before 2 (a), whatever their ids as nodes. */
	assert_int_equal(f.boxes[f.rows[1]].node, b);
	assert_int_equal(f.boxes[f.rows[1]].x, 0);
	assert_int_equal(f.boxes[f.rows[1]].w, 60);
	assert_int_equal(f.boxes[f.rows[1] + 1].node, a);
	assert_int_equal(f.boxes[f.rows[1] + 1].x, 60);
	assert_int_equal(f.boxes[f.rows[1] + 1].w, 20);
	assert_int_equal(f.boxes[f.rows[2]].node, c);
	assert_int_equal(ui_flame_at(&f, 1, 59), f.rows[1]);
	assert_int_equal(ui_flame_at(&f, 1, 60), f.rows[1] + 1);
	assert_int_equal(ui_flame_at(&f, 2, 60), UINT32_MAX);
	assert_int_equal(ui_flame_box_of(&f, &m->t, c, false), f.rows[2]);
	ui_flame_release(&f);
	test_free(m);
}

/* 10,000 alike: one +N box; entering it pages through all of them without a dead end. */
static void thin_children(void **state)
{
	struct made *m = made_new();
	for (uint32_t i = 0; i < 10000; i++)
		add(m, 0, 1 + i, 1);
	sum(m);
	struct ui_flame f = {0};
	struct ui_flame_spec s = {.tree = &m->t, .cols = 80, .unit = 1};
	ui_flame_build(&f, &s);
	assert_int_equal(ui_flame_row_n(&f, 1), 1);
	assert_int_equal(f.boxes[1].rest, 10000);
	assert_int_equal(f.boxes[1].w, 80);
	assert_int_equal(ui_flame_box_of(&f, &m->t, 77, false), 1);
	uint32_t seen = 0;
	s.rest = true;
	for (int steps = 0; seen < 10000; steps++) {
		assert_true(steps < 10000);
		s.skip = seen;
		ui_flame_build(&f, &s);
		uint32_t merged = 0, before = seen;
		for (uint32_t i = f.rows[1]; i < f.rows[2]; i++) {
			seen += f.boxes[i].rest == 0;
			merged += f.boxes[i].rest;
		}
		assert_true(seen > before);
		assert_int_equal(seen + merged, 10000);
	}
	ui_flame_release(&f);
	test_free(m);
}

static void very_deep(void **state)
{
	struct made *m = made_new();
	uint32_t at = 0;
	for (int i = 0; i < 15000; i++)
		at = add(m, at, 1 + (uint32_t)i % 7, i % 3 == 0);
	sum(m);
	struct ui_flame f = {0};
	ui_flame_build(&f, &(struct ui_flame_spec){.tree = &m->t, .cols = 40, .unit = 8});
	assert_true(f.n_rows > 14000);
	ui_flame_build(&f, &(struct ui_flame_spec){.tree = &m->t, .cols = 40, .unit = 8, .zoom = at});
	assert_int_equal(f.n_rows, 15001);
	ui_flame_release(&f);
	test_free(m);
}

/* Weights at the end of their range, and trees that lie about their sums. */
static void hostile_sums(void **state)
{
	struct made *m = made_new();
	for (uint32_t i = 0; i < 50; i++)
		add(m, i % 3 ? 0 : m->t.n - 1, i + 1, 0);
	for (uint32_t i = 0; i < m->t.n; i++)
		m->total[i] = UINT64_MAX - i % 2;
	struct ui_flame f = {0};
	for (int unit = 1; unit <= 8; unit += 7) {
		struct ui_flame_spec s = {.tree = &m->t, .cols = 33, .unit = unit, .rest = false};
		ui_flame_build(&f, &s);
		assert_true(f.n_rows >= 1);
		s.rest = true;
		ui_flame_build(&f, &s);
	}
	m->total[0] = 0;
	ui_flame_build(&f, &(struct ui_flame_spec){.tree = &m->t, .cols = 33, .unit = 1});
	assert_int_equal(f.n_rows, 1);
	m->t.n = 0;
	ui_flame_build(&f, &(struct ui_flame_spec){.tree = &m->t, .cols = 33, .unit = 1});
	assert_int_equal(f.n_rows, 0);
	ui_flame_release(&f);
	test_free(m);
}

/* f is called from a (30 + 12 through itself) and from b (20): once each, recursion not twice. */
static void sandwich_counts_once(void **state)
{
	struct made *m = made_new();
	uint32_t a = add(m, 0, 1, 0), b = add(m, 0, 2, 5), fa = add(m, a, 3, 10), g = add(m, fa, 4, 20);
	uint32_t ff = add(m, fa, 3, 12), fb = add(m, b, 3, 0), gb = add(m, fb, 4, 20);
	(void)g;
	(void)ff;
	(void)gb;
	sum(m);
	struct ui_sandwich s;
	ui_sandwich_make(&s, &m->t, 0, 3);
	assert_int_equal(s.callers.total[0][0], 62);
	assert_int_equal(s.callees.total[0][0], 62);
	assert_int_equal(s.callees.self[0][0], 10);
	assert_int_equal(s.callers.n, 3);
	for (uint32_t i = 1; i < s.callers.n; i++)
		assert_int_equal(s.callers.total[0][i], s.callers.func[i] == 1 ? 42 : 20);
	assert_int_equal(s.callees.n, 3); /* itself, g merged from both places, the inner f */
	for (uint32_t i = 1; i < s.callees.n; i++)
		assert_int_equal(s.callees.total[0][i], s.callees.func[i] == 4 ? 40 : 12);
	ui_sandwich_release(&s);
	ui_sandwich_make(&s, &m->t, 0, 9);
	assert_int_equal(s.callers.n, 0);
	ui_sandwich_release(&s);
	for (int round = 0; round < 50; round++) {
		seed = (uint64_t)round + 99;
		struct made *r = random_tree(500);
		ui_sandwich_make(&s, &r->t, 0, 7);
		uint64_t up = 0, down = 0;
		for (uint32_t i = 0; i < s.callers.n; i++)
			up += s.callers.self[0][i];
		for (uint32_t i = 0; i < s.callees.n; i++)
			down += s.callees.self[0][i];
		if (s.callers.n) {
			assert_true(up == s.callers.total[0][0]);
			assert_true(down == s.callees.total[0][0]);
		}
		ui_sandwich_release(&s);
		test_free(r);
	}
	test_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layout_properties), cmocka_unit_test(exact_example), cmocka_unit_test(thin_children),
		cmocka_unit_test(very_deep), cmocka_unit_test(hostile_sums), cmocka_unit_test(sandwich_counts_once),
	};
	return cmocka_run_group_tests_name("flame layout", tests, NULL, NULL);
}
