/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bench_query FILE - how long trees, filters and lists of a large recording take, in ms. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tflame/calltree.h>
#include <tflame/engine.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double build(struct tf_calltree *t, const struct tf_snapshot *s, const struct tf_filter *f)
{
	static struct tf_column column = {{1}, TF_COL_WEIGHT};
	struct tf_treespec spec = {.columns = &column, .n_columns = 1};
	if (f)
		spec.filter = *f;
	double t0 = now();
	if (tf_calltree_build(t, s, &spec))
		exit(1);
	return now() - t0;
}

int main(int argc, char **argv)
{
	struct tf_err err;
	const char *paths[] = {argc > 1 ? argv[1] : "perf.data"};
	struct tf_engine_opts o = {.paths = paths, .n_paths = 1};
	double t0 = now();
	struct tf_engine *e = tf_engine_new(&o, &err);
	if (!e || tf_engine_pump(e, 0, &err) < 0) {
		fprintf(stderr, "%s: %s\n", err.what, err.text);
		return 1;
	}
	printf("load and name\t%f\n", now() - t0);
	const struct tf_snapshot *s = tf_engine_acquire(e);
	struct tf_quality q;
	tf_snapshot_quality(s, &q);
	struct tf_calltree *t = tf_calltree_new();
	printf("first call tree\t%f\n", build(t, s, NULL));
	uint64_t span = (q.last_time - q.first_time) / 4;
	struct tf_time_range r = {q.first_time + span, q.first_time + 2 * span};
	struct tf_filter f = {.times = &r, .n_times = 1};
	printf("new time window\t%f\n", build(t, s, &f));
	const struct tf_thread *th = tf_snapshot_thread(s, (tf_thread_id){1});
	struct tf_filter by_tid = {.tids = &th->tid, .n_tids = 1};
	printf("new thread filter\t%f\n", build(t, s, &by_tid));
	printf("no filter again\t%f\n", build(t, s, NULL));
	t0 = now();
	struct tf_funclist *l = tf_funclist_new(t, (tf_node_id){0});
	printf("function list\t%f\n", now() - t0);
	t0 = now();
	enum tf_key keys[] = {TF_KEY_PID, TF_KEY_TID, TF_KEY_COMM};
	tf_table_free(tf_table_new(t, &(struct tf_tablespec){.keys = keys, .n_keys = 3}));
	printf("table of threads\t%f\n", now() - t0);
	t0 = now();
	struct tf_calltree *inv = tf_calltree_invert(t, t->total[0][0] / 200, 60);
	printf("inverted tree, 60 levels of what is 1/200 wide\t%f\n", now() - t0);
	tf_calltree_free(inv);
	tf_funclist_free(l);
	tf_calltree_free(t);
	tf_snapshot_unref(s);
	tf_engine_free(e);
	return 0;
}
