/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * table.c - rows by perf's sort keys.
 *
 * Items are nodes of the call tree with the weight of the samples that end there, once for each
 * combination of the keys that differ between samples (pid, tid, CPU, time, period). Rows come
 * from the items' paths: the innermost frame's row gets self, each row on the path total, once.
 */
#include "config.h"
#include "query/priv.h"

#include <string.h>

#include "base/interner.h"
#include "base/strbuf.h"
#include "base/xalloc.h"

static const struct tf_key_info key_table[TF_KEY_N] = {
	[TF_KEY_COMM] = {"comm", "Command", "name of the process"},
	[TF_KEY_DSO] = {"dso", "Shared Object", "module: executable, library, kernel"},
	[TF_KEY_SYMBOL] = {"symbol", "Symbol", "function"},
	[TF_KEY_PARENT] = {"parent", "Parent symbol", "innermost caller that fits --parent, else [other]"},
	[TF_KEY_PID] = {"pid", "Pid:Command", "process"},
	[TF_KEY_TID] = {"tid", "Tid:Command", "thread"},
	[TF_KEY_CPU] = {"cpu", "CPU", "CPU that the sample was taken on"},
	[TF_KEY_TIME] = {"time", "Time", "time, in steps of --time-quantum"},
	[TF_KEY_PERIOD] = {"period", "Period", "weight of the single sample"},
};

const struct tf_key_info *tf_key_info(enum tf_key key)
{
	return key < TF_KEY_N ? &key_table[key] : NULL;
}

#define PER_SAMPLE (1u << TF_KEY_PID | 1u << TF_KEY_TID | 1u << TF_KEY_CPU | 1u << TF_KEY_TIME | 1u << TF_KEY_PERIOD)

struct tf_table_priv { uint64_t *keys, *sums; };

/* Rows of n words that are equal get equal numbers. */
struct tuples { uint64_t *v; size_t n, cap; uint32_t *slots; uint32_t mask; size_t width; };

static uint32_t tuple_id(struct tuples *t, const uint64_t *key, bool *is_new)
{
	uint32_t at = (uint32_t)tf_hash_bytes(key, t->width * 8, tf_hash_seed());
	*is_new = false;
	for (; t->slots[at & t->mask]; at++)
		if (!memcmp(t->v + (t->slots[at & t->mask] - 1) * t->width, key, t->width * 8))
			return t->slots[at & t->mask] - 1;
	*is_new = true;
	tf_grow(&t->v, &t->cap, (t->n + 1) * t->width, 8);
	memcpy(t->v + t->n * t->width, key, t->width * 8);
	t->slots[at & t->mask] = (uint32_t)++t->n;
	if (t->n > t->mask / 2) {
		free(t->slots);
		t->mask = t->mask * 2 + 1;
		t->slots = tf_xcalloc((size_t)t->mask + 1, sizeof *t->slots);
		for (size_t i = 0; i < t->n; i++) {
			at = (uint32_t)tf_hash_bytes(t->v + i * t->width, t->width * 8, tf_hash_seed());
			while (t->slots[at & t->mask])
				at++;
			t->slots[at & t->mask] = (uint32_t)i + 1;
		}
	}
	return (uint32_t)t->n - 1;
}

static void tuples_init(struct tuples *t, size_t width)
{
	*t = (struct tuples){.width = width, .mask = 1023, .slots = tf_xcalloc(1024, sizeof *t->slots)};
}

struct tabling {
	const struct tf_calltree *t;
	const struct tf_tablespec *spec;
	unsigned used;             /* keys as bits */
	uint8_t *parent_fits;      /* by func id */
	uint32_t *comm_of, *parent_of; /* by node */
	uint8_t *inside;               /* by node: in the subtree of spec->top */
	struct tuples rows;
	uint64_t *sums; size_t sums_cap; /* 2 * n_columns a row */
	uint32_t *stamp; size_t stamp_cap;
	uint32_t *flags; size_t flags_cap;
	uint32_t item;
};

/* What the nodes inherit from their callers: the process and the parent function. */
static void inherit(struct tabling *b)
{
	const struct tf_calltree *t = b->t;
	b->comm_of = tf_xcalloc(t->n, sizeof *b->comm_of);
	b->inside = tf_xcalloc(t->n, sizeof *b->inside);
	b->inside[b->spec->top.v] = 1;
	if (b->used & 1u << TF_KEY_PARENT) {
		struct tf_strbuf text = TF_STRBUF_INIT;
		tf_strbuf_addf(&text, "\\v%s", b->spec->parent ? b->spec->parent : "^sys_|^do_page_fault");
		struct tf_matcher *m = tf_matcher_new(text.s);
		b->parent_fits = tf_matcher_funcs(m, t->snapshot);
		b->parent_of = tf_xcalloc(t->n, sizeof *b->parent_of);
		tf_matcher_free(m);
		tf_strbuf_release(&text);
	}
	for (uint32_t i = 1; i < t->n; i++) {
		b->inside[i] |= b->inside[t->parent[i]];
		b->comm_of[i] = t->flags[i] & TF_FUNC_COMM ? t->func[i] : b->comm_of[t->parent[i]];
		if (b->parent_of)
			b->parent_of[i] = b->parent_fits[t->func[i]] ? t->func[i] : b->parent_of[t->parent[i]];
	}
}

static uint32_t row_for(struct tabling *b, uint32_t node, uint32_t leaf, const uint64_t *extra)
{
	uint64_t key[TF_KEY_N];
	const struct tf_func *f = tf_snapshot_func(b->t->snapshot, (tf_func_id){b->t->func[node]});
	for (size_t k = 0; k < b->spec->n_keys; k++) {
		enum tf_key which = b->spec->keys[k];
		key[k] = which == TF_KEY_COMM	  ? b->comm_of[node]
			 : which == TF_KEY_DSO	  ? (f ? f->dso.v : 0)
			 : which == TF_KEY_SYMBOL ? b->t->func[node]
			 : which == TF_KEY_PARENT ? b->parent_of[leaf]
						  : extra[which];
	}
	bool is_new;
	uint32_t row = tuple_id(&b->rows, key, &is_new);
	if (is_new) {
		size_t width = 2 * b->t->n_columns;
		tf_grow(&b->sums, &b->sums_cap, (row + 1) * width, 8);
		memset(b->sums + row * width, 0, width * 8);
		tf_grow(&b->stamp, &b->stamp_cap, row + 1, sizeof *b->stamp);
		b->stamp[row] = 0;
		tf_grow(&b->flags, &b->flags_cap, row + 1, sizeof *b->flags);
		b->flags[row] = b->t->flags[node] & ~(uint32_t)TF_FUNC_INLINE;
	}
	return row;
}

static bool has_self(const struct tf_calltree *t, uint32_t i)
{
	for (size_t c = 0; c < t->n_columns; c++)
		if (t->self[c][i])
			return true;
	return false;
}

/* Adds the weights w[column] of samples that end at leaf. */
static void add_item(struct tabling *b, uint32_t leaf, const uint64_t *extra, const uint64_t *w)
{
	const struct tf_calltree *t = b->t;
	size_t nc = t->n_columns;
	b->item++;
	for (uint32_t i = leaf; i; i = b->spec->children ? t->parent[i] : 0) {
		if (i != leaf && t->flags[i] & TF_FUNC_COMM)
			continue;
		uint32_t row = row_for(b, i, leaf, extra);
		uint64_t *self = b->sums + 2 * nc * row, *total = self + nc;
		for (size_t c = 0; c < nc; c++) {
			if (i == leaf)
				self[c] = tf_sat(self[c], w[c]);
			if (b->stamp[row] != b->item)
				total[c] = tf_sat(total[c], w[c]);
		}
		b->stamp[row] = b->item;
	}
}

/* Keys that depend on the node alone: each node has one row. */
static void from_nodes(struct tabling *b)
{
	const struct tf_calltree *t = b->t;
	static const uint64_t no_extra[TF_KEY_N];
	uint32_t *row_of = tf_xmalloc(t->n * sizeof *row_of);
	bool only_comm = b->used == 1u << TF_KEY_COMM;
	for (uint32_t i = 0; i < t->n; i++) {
		bool skip = !i || !b->inside[i] || (t->flags[i] & TF_FUNC_COMM && !only_comm && !has_self(t, i)) || !tf_calltree_weighs(t, i);
		row_of[i] = skip ? UINT32_MAX : row_for(b, i, i, no_extra);
	}
	tf_count_rows(t, b->spec->top.v, row_of, b->rows.n, b->sums);
	free(row_of);
}

/* Keys that depend on the innermost frame too. */
static void from_leaves(struct tabling *b)
{
	uint64_t w[MAX_COLUMNS];
	static const uint64_t no_extra[TF_KEY_N];
	for (uint32_t i = 1; i < b->t->n; i++) {
		if (!b->inside[i] || !has_self(b->t, i))
			continue;
		for (size_t c = 0; c < b->t->n_columns; c++)
			w[c] = b->t->self[c][i];
		add_item(b, i, no_extra, w);
	}
}

static void extra_keys(const struct tabling *b, const struct tf_sample_span *v, uint64_t i, uint64_t *extra)
{
	const struct tf_thread *th = tf_snapshot_thread(b->t->snapshot, (tf_thread_id){v->threads[i]});
	uint64_t quantum = b->spec->time_quantum ? b->spec->time_quantum : 100000000;
	uint16_t cpu = v->cpus ? v->cpus[i] : v->cpu;
	extra[TF_KEY_PID] = th ? th->pid : TF_NO_ID;
	extra[TF_KEY_TID] = th ? th->tid : TF_NO_ID;
	extra[TF_KEY_CPU] = cpu == UINT16_MAX ? TF_NO_ID : cpu;
	extra[TF_KEY_TIME] = v->times[i] == TF_NO_TIME ? TF_NO_TIME : v->times[i] / quantum * quantum;
	extra[TF_KEY_PERIOD] = v->weights ? v->weights[i] : v->weight;
	for (int k = 0; k < TF_KEY_N; k++)
		if (!(b->used & 1u << k))
			extra[k] = 0;
}

/*
 * The node that stands for a node's rows: where only the process's name is asked for, all nodes of
 * a process are one. 0: not counted.
 */
static uint32_t *stand_ins(const struct tabling *b)
{
	const struct tf_calltree *t = b->t;
	bool by_node = b->spec->children || b->used & (1u << TF_KEY_DSO | 1u << TF_KEY_SYMBOL | 1u << TF_KEY_PARENT);
	uint32_t *out = tf_xmalloc(t->n * sizeof *out);
	out[0] = 0;
	for (uint32_t i = 1; i < t->n; i++)
		out[i] = !b->inside[i] ? 0
			 : by_node || i == b->spec->top.v || b->comm_of[i] != b->comm_of[t->parent[i]] || !t->parent[i]
				 ? i
				 : out[t->parent[i]];
	return out;
}

/* Sums samples by (node, keys of the sample) first, so that paths are walked once for each. */
static void from_samples(struct tabling *b)
{
	const struct tf_snapshot *s = b->t->snapshot;
	const struct tf_calltree_priv *p = b->t->priv;
	size_t nc = p->n_columns;
	struct tuples items;
	uint64_t *sums = NULL, n = tf_snapshot_n_samples(s);
	size_t cap = 0;
	tuples_init(&items, 1 + TF_KEY_N);
	struct tf_event_columns *cols = tf_event_columns(s, p->columns, nc);
	struct tf_sample_span v;
	uint32_t *stand_in = stand_ins(b);
	/* Keys of the thread alone: its last item is most often the one again. */
	bool by_thread = !(b->used & PER_SAMPLE & ~(1u << TF_KEY_PID | 1u << TF_KEY_TID));
	struct last {
		uint32_t node, item;
	} *last = tf_xcalloc((size_t)tf_snapshot_n_threads(s) + 1, sizeof *last);
	for (uint64_t i = 0, len; i < n && i < p->samples_done; i += len) {
		len = tf_samples_span(s, i, &v);
		for (uint64_t k = 0; k < len; k++) {
			uint32_t e = v.events ? v.events[k] : v.event;
			bool derived = e & TF_SPAN_DERIVED, is_new;
			e &= ~TF_SPAN_DERIVED;
			if (e > tf_snapshot_n_events(s) || (cols[e].weight < 0 && cols[e].samples < 0) ||
			    !tf_cfilter_row(&p->filter, &v, k))
				continue;
			uint64_t w = v.weights ? v.weights[k] : v.weight;
			uint32_t node = stand_in[p->node_of[v.stacks[k]]], id;
			struct last *l = &last[v.threads[k]];
			if (!node)
				continue;
			if (by_thread && l->node == node) {
				id = l->item;
			} else {
				uint64_t key[1 + TF_KEY_N] = {node};
				extra_keys(b, &v, k, key + 1);
				id = tuple_id(&items, key, &is_new);
				if (is_new) {
					tf_grow(&sums, &cap, (id + 1) * nc, 8);
					memset(sums + id * nc, 0, nc * 8);
				}
				*l = (struct last){node, id};
			}
			if (cols[e].weight >= 0)
				sums[id * nc + (size_t)cols[e].weight] = tf_sat(sums[id * nc + (size_t)cols[e].weight], w);
			if (cols[e].samples >= 0 && !derived)
				sums[id * nc + (size_t)cols[e].samples] += cols[e].counted ? w : 1;
		}
	}
	for (size_t i = 0; i < items.n; i++)
		add_item(b, (uint32_t)items.v[i * items.width], items.v + i * items.width + 1, sums + i * nc);
	free(items.v);
	free(items.slots);
	free(sums);
	free(cols);
	free(last);
	free(stand_in);
}

/* qsort has no argument for its comparison; a table is made on one thread. */
static _Thread_local const struct tabling *sorting;

static int by_key(enum tf_key key, uint64_t x, uint64_t y)
{
	const struct tf_snapshot *s = sorting->t->snapshot;
	if (x == y)
		return 0;
	if (key == TF_KEY_COMM || key == TF_KEY_SYMBOL || key == TF_KEY_PARENT)
		return sorting->t->name_rank[x] < sorting->t->name_rank[y] ? -1 : 1;
	if (key == TF_KEY_DSO) {
		const struct tf_dso *a = tf_snapshot_dso(s, (tf_dso_id){(uint32_t)x}), *b = tf_snapshot_dso(s, (tf_dso_id){(uint32_t)y});
		int c = a && b ? strcmp(a->path, b->path) : 0;
		if (c)
			return c;
	}
	return x < y ? -1 : 1;
}

static int by_weight(const void *a, const void *b)
{
	const struct tf_tablerow *x = a, *y = b;
	uint64_t wx = sorting->spec->children ? x->total[0] : x->self[0], wy = sorting->spec->children ? y->total[0] : y->self[0];
	if (wx != wy)
		return wx > wy ? -1 : 1;
	if (x->self[0] != y->self[0])
		return x->self[0] > y->self[0] ? -1 : 1;
	for (size_t k = 0; k < sorting->spec->n_keys; k++) {
		int c = by_key(sorting->spec->keys[k], x->keys[k], y->keys[k]);
		if (c)
			return c;
	}
	return 0;
}

struct tf_table *tf_table_new(const struct tf_calltree *t, const struct tf_tablespec *spec)
{
	struct tf_table *r = tf_xcalloc(1, sizeof *r);
	r->priv = tf_xcalloc(1, sizeof *r->priv);
	r->n_columns = t->n_columns;
	r->children = spec->children;
	if (!t->n_columns || !t->snapshot || !spec->n_keys || spec->n_keys > TF_KEY_N)
		return r;
	struct tabling b = {.t = t, .spec = spec};
	for (size_t i = 0; i < spec->n_keys; i++)
		b.used |= 1u << spec->keys[i];
	tuples_init(&b.rows, spec->n_keys);
	inherit(&b);
	if (b.used & PER_SAMPLE)
		from_samples(&b);
	else if (b.used & 1u << TF_KEY_PARENT)
		from_leaves(&b);
	else
		from_nodes(&b);
	r->n = b.rows.n;
	r->rows = tf_xcalloc(r->n, sizeof *r->rows);
	for (size_t i = 0; i < r->n; i++) {
		const uint64_t *self = b.sums + 2 * t->n_columns * i;
		r->rows[i] = (struct tf_tablerow){b.rows.v + i * spec->n_keys, b.flags[i], self, self + t->n_columns};
	}
	sorting = &b;
	if (r->n)
		qsort(r->rows, r->n, sizeof *r->rows, by_weight);
	r->priv->keys = b.rows.v;
	r->priv->sums = b.sums;
	free(b.rows.slots);
	free(b.stamp);
	free(b.flags);
	free(b.comm_of);
	free(b.inside);
	free(b.parent_of);
	free(b.parent_fits);
	return r;
}

void tf_table_free(struct tf_table *r)
{
	if (!r)
		return;
	free(r->rows);
	free(r->priv->keys);
	free(r->priv->sums);
	free(r->priv);
	free(r);
}
