/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trees, lists, tables and filters against sums made by brute force over random stacks. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/calltree.h>

#include "model/tables.h"

#define N_SAMPLES 3000
#define N_FUNCS	  12
#define MAX_DEPTH 9

struct sample {
	int depth, f[MAX_DEPTH], comm;
	uint32_t tid, cpu;
	uint64_t time, weight;
	int event;
	bool kernel_leaf;
};
static struct sample samples[N_SAMPLES];
static struct tf_profile *profile;
static struct tf_snapshot *snapshot;

static unsigned rnd_state = 99;
static unsigned rnd(unsigned n)
{
	rnd_state = rnd_state * 1103515245u + 12345u;
	return (rnd_state >> 16) % n;
}

static const char *fname(int i)
{
	static char b[N_FUNCS + 1][16];
	snprintf(b[i], sizeof b[i], "func_%c", 'a' + i);
	return b[i];
}

static void add(struct sample *x)
{
	static const char *comms[] = {"alpha", "beta", "gamma"};
	tf_dso_id none = tf_profile_dso(profile, TF_DSO_TEXT, "", 0, NULL, 0, 0);
	tf_dso_id lib[2] = {tf_profile_dso(profile, TF_DSO_TEXT, "liba", 4, NULL, 0, 0),
			    tf_profile_dso(profile, TF_DSO_TEXT, "libb", 4, NULL, 0, 0)};
	tf_stack_id s = {0};
	s = tf_profile_stack(
		profile, s,
		tf_profile_named_frame(profile, none, comms[x->comm], strlen(comms[x->comm]), TF_FRAME_COMM));
	for (int i = 0; i < x->depth; i++) {
		bool k = x->kernel_leaf && i == x->depth - 1;
		const char *name = k ? "kfunc" : fname(x->f[i]);
		s = tf_profile_stack(profile, s,
				     tf_profile_named_frame(profile, k ? none : lib[x->f[i] % 2], name, strlen(name),
							    k ? TF_FRAME_KERNEL : 0));
	}
	struct tf_sample_row r = {.time = x->time,
				  .stack = s,
				  .thread = tf_profile_thread(profile, x->tid / 10, x->tid),
				  .weight = x->weight,
				  .event = {(uint32_t)x->event},
				  .cpu = x->cpu};
	tf_profile_add_samples(profile, &r, 1);
}

static int setup(void **state)
{
	profile = tf_profile_new();
	tf_profile_add_event(profile, &(struct tf_event){.name = "cycles"});
	tf_profile_add_event(profile, &(struct tf_event){.name = "misses"});
	for (int i = 0; i < N_SAMPLES; i++) {
		struct sample *x = &samples[i];
		*x = (struct sample){.depth = 1 + (int)rnd(MAX_DEPTH),
				     .comm = (int)rnd(3),
				     .tid = 100 + rnd(20),
				     .cpu = rnd(4),
				     .time = rnd(1000),
				     .weight = 1 + rnd(100),
				     .event = 1 + (int)rnd(2),
				     .kernel_leaf = rnd(4) == 0};
		for (int k = 0; k < x->depth; k++)
			x->f[k] = (int)rnd(N_FUNCS);
		add(x);
	}
	snapshot = tf_profile_publish(profile, true);
	return 0;
}

static int teardown(void **state)
{
	tf_snapshot_unref(snapshot);
	tf_profile_unref(profile);
	return 0;
}

static bool is_on_stack(const struct sample *x, int f)
{
	for (int i = 0; i < x->depth - x->kernel_leaf; i++)
		if (x->f[i] == f)
			return true;
	return false;
}

static struct tf_column both[] = {
	{{1}, TF_COL_WEIGHT}, {{2}, TF_COL_WEIGHT}, {{1}, TF_COL_SAMPLES}, {{2}, TF_COL_SAMPLES}};

static struct tf_calltree *build(const struct tf_filter *f)
{
	struct tf_calltree *t = tf_calltree_new();
	struct tf_treespec spec = {.columns = both, .n_columns = 4};
	if (f)
		spec.filter = *f;
	assert_int_equal(tf_calltree_build(t, snapshot, &spec), 0);
	return t;
}

static void totals_are_self_plus_children(void **state)
{
	struct tf_calltree *t = build(NULL);
	for (size_t c = 0; c < 4; c++) {
		uint64_t all = 0;
		for (int i = 0; i < N_SAMPLES; i++)
			if (samples[i].event == 1 + (int)(c % 2))
				all += c < 2 ? samples[i].weight : 1;
		assert_int_equal(t->total[c][0], all);
		for (uint32_t i = 0; i < t->n; i++) {
			uint64_t sum = t->self[c][i];
			for (uint32_t k = t->first_child[i]; k; k = t->next_sibling[k]) {
				assert_int_equal(t->parent[k], i);
				assert_int_equal(t->depth[k], t->depth[i] + 1);
				sum += t->total[c][k];
			}
			assert_int_equal(sum, t->total[c][i]);
		}
	}
	tf_calltree_free(t);
}

static const struct tf_funcrow *find_row(const struct tf_funclist *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(tf_snapshot_func(snapshot, l->rows[i].func)->name, name))
			return &l->rows[i];
	return NULL;
}

static void recursion_counts_once_in_function_totals(void **state)
{
	struct tf_calltree *t = build(NULL);
	struct tf_funclist *l = tf_funclist_new(t, (tf_node_id){0});
	for (int f = 0; f < N_FUNCS; f++) {
		uint64_t self = 0, total = 0;
		for (int i = 0; i < N_SAMPLES; i++) {
			const struct sample *x = &samples[i];
			if (x->event != 1)
				continue;
			total += is_on_stack(x, f) ? x->weight : 0;
			self += !x->kernel_leaf && x->f[x->depth - 1] == f ? x->weight : 0;
		}
		const struct tf_funcrow *r = find_row(l, fname(f));
		assert_non_null(r);
		assert_int_equal(r->self[0], self);
		assert_int_equal(r->total[0], total);
	}
	tf_funclist_free(l);
	tf_calltree_free(t);
}

/* Sum of column 0 of the samples that a test accepts. */
static uint64_t brute(bool (*pass)(const struct sample *))
{
	uint64_t sum = 0;
	for (int i = 0; i < N_SAMPLES; i++)
		if (samples[i].event == 1 && pass(&samples[i]))
			sum += samples[i].weight;
	return sum;
}
static bool by_time(const struct sample *x)
{
	return (x->time >= 100 && x->time < 200) || (x->time >= 900 && x->time < 950);
}
static bool by_tid(const struct sample *x)
{
	return x->tid == 103 || x->tid == 117;
}
static bool by_pid(const struct sample *x)
{
	return x->tid / 10 == 11;
}
static bool by_cpu(const struct sample *x)
{
	return x->cpu == 2;
}
static bool by_comm(const struct sample *x)
{
	return x->comm == 1;
}
static bool by_dso(const struct sample *x)
{
	return !x->kernel_leaf && x->f[x->depth - 1] % 2 == 0;
}
static bool by_symbol(const struct sample *x)
{
	return !x->kernel_leaf && x->f[x->depth - 1] == 3;
}
static bool by_parent(const struct sample *x)
{
	return is_on_stack(x, 5);
}
static bool by_kernel(const struct sample *x)
{
	return x->kernel_leaf;
}
static bool by_two(const struct sample *x)
{
	return by_cpu(x) && by_comm(x) && by_time(x);
}

static void filters_select_what_they_say(void **state)
{
	const struct tf_time_range times[] = {{100, 200}, {900, 950}};
	const uint32_t tids[] = {103, 117}, pids[] = {11}, cpus[] = {2};
	const char *comms[] = {"beta"}, *dsos[] = {"liba"}, *symbols[] = {"func_d"};
	struct {
		struct tf_filter f;
		bool (*pass)(const struct sample *);
	} v[] = {
		{{.times = times, .n_times = 2}, by_time},
		{{.tids = tids, .n_tids = 2}, by_tid},
		{{.pids = pids, .n_pids = 1}, by_pid},
		{{.cpus = cpus, .n_cpus = 1}, by_cpu},
		{{.comms = comms, .n_comms = 1}, by_comm},
		{{.dsos = dsos, .n_dsos = 1}, by_dso},
		{{.symbols = symbols, .n_symbols = 1}, by_symbol},
		{{.parent = "func_f"}, by_parent},
		{{.kernel = TF_KERNEL_ONLY}, by_kernel},
		{{.cpus = cpus, .n_cpus = 1, .comms = comms, .n_comms = 1, .times = times, .n_times = 2}, by_two},
	};
	/* One tree for all: the sums of one filter must not stay in the next. */
	struct tf_calltree *t = tf_calltree_new();
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct tf_treespec spec = {.columns = both, .n_columns = 4, .filter = v[i].f};
		assert_int_equal(tf_calltree_build(t, snapshot, &spec), 0);
		uint64_t want = brute(v[i].pass);
		assert_true(want > 0);
		assert_int_equal(t->total[0][0], want);
	}
	tf_calltree_free(t);
}

static void hidden_kernel_frames_leave_their_weight_to_callers(void **state)
{
	struct tf_filter f = {.kernel = TF_KERNEL_HIDE};
	struct tf_calltree *t = build(&f), *all = build(NULL);
	assert_int_equal(t->total[0][0], all->total[0][0]);
	for (uint32_t i = 1; i < t->n; i++)
		assert_false(t->flags[i] & TF_FUNC_KERNEL);
	tf_calltree_free(t);
	tf_calltree_free(all);
}

static void inverted_tree_has_the_functions_self_weights_on_top(void **state)
{
	struct tf_calltree *t = build(NULL), *inv = tf_calltree_invert(t, 0, 0);
	struct tf_funclist *l = tf_funclist_new(t, (tf_node_id){0});
	assert_int_equal(inv->total[0][0], t->total[0][0]);
	uint64_t sum = 0;
	for (uint32_t k = inv->first_child[0]; k; k = inv->next_sibling[k]) {
		const struct tf_funcrow *r = find_row(l, tf_snapshot_func(snapshot, (tf_func_id){inv->func[k]})->name);
		assert_non_null(r);
		assert_int_equal(inv->total[0][k], r->self[0]);
		sum += inv->total[0][k];
	}
	assert_int_equal(sum, t->total[0][0]);
	for (uint32_t i = 1; i < inv->n; i++) {
		uint64_t below = inv->self[0][i];
		for (uint32_t k = inv->first_child[i]; k; k = inv->next_sibling[k])
			below += inv->total[0][k];
		assert_int_equal(below, inv->total[0][i]);
	}
	tf_funclist_free(l);
	tf_calltree_free(inv);
	tf_calltree_free(t);
}

static void tables_group_by_their_keys(void **state)
{
	struct tf_calltree *t = build(NULL);
	enum tf_key keys[] = {TF_KEY_CPU, TF_KEY_SYMBOL};
	struct tf_tablespec spec = {.keys = keys, .n_keys = 2, .children = true};
	struct tf_table *r = tf_table_new(t, &spec);
	for (size_t i = 0; i < r->n; i++) {
		const char *name = tf_snapshot_func(snapshot, (tf_func_id){(uint32_t)r->rows[i].keys[1]})->name;
		uint64_t self = 0, total = 0;
		if (strncmp(name, "func_", 5))
			continue;
		for (int k = 0; k < N_SAMPLES; k++) {
			const struct sample *x = &samples[k];
			int f = name[5] - 'a';
			if (x->event != 1 || x->cpu != r->rows[i].keys[0])
				continue;
			total += is_on_stack(x, f) ? x->weight : 0;
			self += !x->kernel_leaf && x->f[x->depth - 1] == f ? x->weight : 0;
		}
		assert_int_equal(r->rows[i].self[0], self);
		assert_int_equal(r->rows[i].total[0], total);
	}
	assert_true(r->n >= 4 * N_FUNCS);
	tf_table_free(r);
	/* The keys of nodes give the same as a function list. */
	enum tf_key symbol[] = {TF_KEY_DSO, TF_KEY_SYMBOL};
	spec = (struct tf_tablespec){.keys = symbol, .n_keys = 2, .children = true};
	r = tf_table_new(t, &spec);
	struct tf_funclist *l = tf_funclist_new(t, (tf_node_id){0});
	assert_int_equal(r->n, l->n);
	for (size_t i = 0; i < r->n; i++) {
		const struct tf_funcrow *f =
			find_row(l, tf_snapshot_func(snapshot, (tf_func_id){(uint32_t)r->rows[i].keys[1]})->name);
		assert_int_equal(r->rows[i].total[0], f->total[0]);
		assert_int_equal(r->rows[i].self[0], f->self[0]);
	}
	tf_funclist_free(l);
	tf_table_free(r);
	tf_calltree_free(t);
}

static void tables_of_a_subtree_count_what_ends_there(void **state)
{
	struct tf_calltree *t = build(NULL);
	enum tf_key tid[] = {TF_KEY_TID, TF_KEY_COMM}, symbol[] = {TF_KEY_SYMBOL};
	struct tf_tablespec specs[] = {{.keys = tid, .n_keys = 2}, {.keys = symbol, .n_keys = 1}};
	for (uint32_t top = 1; top < t->n; top += t->n / 50 + 1) {
		for (size_t k = 0; k < 2; k++) {
			specs[k].top.v = top;
			struct tf_table *r = tf_table_new(t, &specs[k]);
			uint64_t sum = 0;
			for (size_t i = 0; i < r->n; i++)
				sum += r->rows[i].self[0];
			assert_int_equal(sum, t->total[0][top]);
			tf_table_free(r);
		}
	}
	/* By brute force: what one thread did below the first process. */
	uint32_t comm = t->first_child[0];
	const char *name = tf_snapshot_func(snapshot, (tf_func_id){t->func[comm]})->name;
	static const char *comms[] = {"alpha", "beta", "gamma"};
	specs[0].top.v = comm;
	struct tf_table *r = tf_table_new(t, &specs[0]);
	for (size_t i = 0; i < r->n; i++) {
		uint64_t want = 0;
		for (int k = 0; k < N_SAMPLES; k++)
			if (samples[k].event == 1 && samples[k].tid == r->rows[i].keys[0] &&
			    !strcmp(comms[samples[k].comm], name))
				want += samples[k].weight;
		assert_int_equal(r->rows[i].self[0], want);
	}
	assert_true(r->n > 0);
	tf_table_free(r);
	tf_calltree_free(t);
}

static void search_text_is_literal_until_it_is_a_valid_expression(void **state)
{
	struct {
		const char *pattern, *text;
		bool want;
	} v[] = {
		{"operator()", "Foo::operator()(int)", true},
		{"(*T).M", "main.(*T).M", true},
		{"$x", "a$xb", true},
		{"abc", "xABCx", true},
		{"Abc", "xabcx", false},
		{"\\v^a.*z$", "abcz", true},
		{"\\v^a.*z$", "xabcz", false},
		{"\\v(", "f(", true},
		{"\\v[", "a[0]", true},
		{"", "anything", true},
		{"*", "a*b", true},
	};
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct tf_matcher *m = tf_matcher_new(v[i].pattern);
		assert_int_equal(tf_matcher_match(m, v[i].text, strlen(v[i].text)), v[i].want);
		tf_matcher_free(m);
	}
}

static void matched_weight_counts_each_sample_once(void **state)
{
	struct tf_calltree *t = build(NULL);
	struct tf_matcher *m = tf_matcher_new("func_f");
	uint8_t *funcs = tf_matcher_funcs(m, snapshot);
	assert_int_equal(tf_calltree_matched(t, (tf_node_id){0}, funcs), brute(by_parent));
	free(funcs);
	tf_matcher_free(m);
	tf_calltree_free(t);
}

static void more_samples_add_to_the_same_tree(void **state)
{
	struct tf_calltree *t = build(NULL), *fresh;
	uint64_t before = t->total[0][0];
	struct sample extra = {
		.depth = 3, .f = {1, 2, 11}, .comm = 0, .tid = 100, .cpu = 1, .time = 5, .weight = 1000, .event = 1};
	add(&extra);
	struct tf_snapshot *old = snapshot;
	snapshot = tf_profile_publish(profile, true);
	struct tf_treespec spec = {.columns = both, .n_columns = 4};
	assert_int_equal(tf_calltree_build(t, snapshot, &spec), 0);
	assert_int_equal(t->total[0][0], before + 1000);
	fresh = build(NULL);
	assert_int_equal(fresh->n, t->n);
	for (uint32_t i = 0; i < t->n; i++)
		assert_int_equal(fresh->total[0][i], t->total[0][i]);
	tf_calltree_free(fresh);
	tf_calltree_free(t);
	tf_snapshot_unref(old);
}

static void a_symbol_is_found_by_each_of_its_names(void **state)
{
	struct tf_profile *p = tf_profile_new();
	tf_profile_add_event(p, &(struct tf_event){.name = "e"});
	tf_dso_id dso = tf_profile_dso(p, TF_DSO_FILE, "/lib/a.so", 9, NULL, 0, 0);
	for (uint64_t addr = 1; addr <= 2; addr++) {
		tf_frame_id f = tf_profile_frame(p, dso, addr, 0);
		tf_func_id fn = addr == 1 ? tf_profile_func(p, dso, "memcpy", 6, 0, NULL, "memmove\nbcopy")
					  : tf_profile_func(p, dso, "f(int)", 6, 0, "_Z1fi", NULL);
		tf_profile_set_symref(p, f, fn, 0);
		struct tf_sample_row r = {
			.stack = tf_profile_stack(p, (tf_stack_id){0}, f), .weight = addr, .event = {1}};
		tf_profile_add_samples(p, &r, 1);
	}
	struct tf_snapshot *s = tf_profile_publish(p, true);
	struct {
		const char *name;
		uint64_t want;
	} v[] = {{"memcpy", 1}, {"memmove", 1}, {"bcopy", 1},	      {"f(int)", 2},
		 {"_Z1fi", 2},	{"copy", 0},	{"memmove\nbcopy", 0}};
	struct tf_calltree *t = tf_calltree_new();
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct tf_treespec spec = {
			.columns = both, .n_columns = 1, .filter = {.symbols = &v[i].name, .n_symbols = 1}};
		assert_int_equal(tf_calltree_build(t, s, &spec), 0);
		assert_int_equal(t->total[0][0], v[i].want);
	}
	tf_calltree_free(t);
	tf_snapshot_unref(s);
	tf_profile_unref(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(totals_are_self_plus_children),
		cmocka_unit_test(recursion_counts_once_in_function_totals),
		cmocka_unit_test(filters_select_what_they_say),
		cmocka_unit_test(hidden_kernel_frames_leave_their_weight_to_callers),
		cmocka_unit_test(inverted_tree_has_the_functions_self_weights_on_top),
		cmocka_unit_test(tables_group_by_their_keys),
		cmocka_unit_test(tables_of_a_subtree_count_what_ends_there),
		cmocka_unit_test(search_text_is_literal_until_it_is_a_valid_expression),
		cmocka_unit_test(a_symbol_is_found_by_each_of_its_names),
		cmocka_unit_test(matched_weight_counts_each_sample_once),
		cmocka_unit_test(more_samples_add_to_the_same_tree),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
