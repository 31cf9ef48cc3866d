/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calltree.c - the call tree of a snapshot.
 *
 * Its structure depends on stacks and names only: one look-up for each distinct stack, in the order
 * of their ids, so that a stack's prefix has its node already. Weights are then one pass over the
 * samples and one backward sweep. A new filter repeats only the second part; more samples under
 * the same filter add to it.
 */
#include "config.h"
#include "query/priv.h"

#include <string.h>
#include <tflame/err.h>

#include "base/interner.h"
#include "base/xalloc.h"

struct tf_calltree *tf_calltree_new(void)
{
	struct tf_calltree *t = tf_xcalloc(1, sizeof *t);
	t->priv = tf_xcalloc(1, sizeof *t->priv);
	tf_nodes_init(&t->priv->nodes);
	tf_nodes_show(&t->priv->nodes, t);
	return t;
}

void tf_calltree_free(struct tf_calltree *t)
{
	if (!t)
		return;
	struct tf_calltree_priv *p = t->priv;
	tf_nodes_release(&p->nodes);
	tf_cfilter_release(&p->filter);
	for (size_t c = 0; c < MAX_COLUMNS; c++) {
		free(p->self[c]);
		free(p->total[c]);
	}
	free(p->node_of);
	free(p->name_rank);
	free(p);
	tf_snapshot_unref(t->snapshot);
	free((void *)t->self);
	free((void *)t->total);
	free(t);
}

/* ---- structure ------------------------------------------------------------------------------ */

static void reset_structure(struct tf_calltree_priv *p, const struct tf_treespec *spec)
{
	tf_nodes_release(&p->nodes);
	tf_nodes_init(&p->nodes);
	p->stacks_done = 0;
	p->unnamed = false;
	p->no_comm = spec->no_comm;
	p->hide_kernel = spec->filter.kernel == TF_KERNEL_HIDE;
	p->samples_done = 0;
	p->spec_hash = 0;
}

static uint32_t place(struct tf_calltree_priv *p, const struct tf_snapshot *s, uint32_t parent, uint32_t frame)
{
	const struct tf_frame *f = tf_snapshot_frame(s, (tf_frame_id){frame});
	if ((p->no_comm && f->flags & TF_FRAME_COMM) || (p->hide_kernel && f->flags & TF_FRAME_KERNEL))
		return parent;
	tf_func_id func = tf_snapshot_frame_func(s, (tf_frame_id){frame});
	const struct tf_func *fn = tf_snapshot_func(s, func);
	uint32_t flags = fn->flags | (f->flags & TF_FRAME_INLINE ? TF_FUNC_INLINE : 0);
	if (flags & TF_FUNC_UNRESOLVED)
		p->unnamed = true;
	return tf_nodes_child(&p->nodes, parent, func.v, flags);
}

static void build_structure(struct tf_calltree_priv *p, const struct tf_snapshot *s)
{
	uint32_t n = tf_snapshot_n_stacks(s);
	tf_grow(&p->node_of, &p->node_of_cap, (size_t)n + 1, sizeof *p->node_of);
	p->node_of[0] = 0;
	for (uint32_t i = p->stacks_done + 1, len; i <= n; i += len) {
		const uint32_t(*rows)[2];
		len = tf_stacks_span(s, i, &rows);
		for (uint32_t k = 0; k < len; k++)
			p->node_of[i + k] = place(p, s, p->node_of[rows[k][0]], rows[k][1]);
	}
	p->stacks_done = n;
	p->sym_version = tf_snapshot_sym_version(s);
}

/* ---- sums ----------------------------------------------------------------------------------- */

struct tf_event_columns *tf_event_columns(const struct tf_snapshot *s, const struct tf_column *c, size_t n)
{
	uint32_t n_events = tf_snapshot_n_events(s);
	struct tf_event_columns *out = tf_xcalloc((size_t)n_events + 1, sizeof *out);
	for (uint32_t e = 0; e <= n_events; e++) {
		const struct tf_event *ev = tf_snapshot_event(s, (tf_event_id){e});
		out[e] = (struct tf_event_columns){-1, -1, ev && ev->counted};
	}
	for (size_t i = n; i--;) {
		if (!c[i].event.v || c[i].event.v > n_events)
			continue;
		if (c[i].kind == TF_COL_WEIGHT)
			out[c[i].event.v].weight = (int8_t)i;
		else
			out[c[i].event.v].samples = (int8_t)i;
	}
	return out;
}

static void size_sums(struct tf_calltree_priv *p, uint32_t old_n)
{
	if (p->nodes.n > p->sums_cap)
		p->sums_cap = p->nodes.cap;
	for (size_t c = 0; c < p->n_columns; c++) {
		p->self[c] = tf_xrealloc(p->self[c], p->sums_cap, sizeof *p->self[c]);
		p->total[c] = tf_xrealloc(p->total[c], p->sums_cap, sizeof *p->total[c]);
		memset(p->self[c] + old_n, 0, (p->nodes.n - old_n) * sizeof *p->self[c]);
	}
}

/* The common case by itself: one event, no filter, constant or varying weight. */
static void add_plain(struct tf_calltree_priv *p, const struct tf_sample_span *v, uint64_t n, uint64_t *self, bool samples)
{
	const uint32_t *node_of = p->node_of;
	if (samples || !v->weights) {
		uint64_t w = samples ? 1 : v->weight;
		for (uint64_t i = 0; i < n; i++)
			self[node_of[v->stacks[i]]] = tf_sat(self[node_of[v->stacks[i]]], w);
		return;
	}
	for (uint64_t i = 0; i < n; i++)
		self[node_of[v->stacks[i]]] = tf_sat(self[node_of[v->stacks[i]]], v->weights[i]);
}

static void add_span(struct tf_calltree_priv *p, const struct tf_sample_span *v, uint64_t n, const struct tf_event_columns *cols,
		     uint32_t n_events)
{
	if (p->filter.pass_all && !v->events && v->event <= n_events && !cols[v->event].counted) {
		struct tf_event_columns c = cols[v->event];
		if (c.weight >= 0)
			add_plain(p, v, n, p->self[c.weight], false);
		if (c.samples >= 0)
			add_plain(p, v, n, p->self[c.samples], true);
		return;
	}
	for (uint64_t i = 0; i < n; i++) {
		uint32_t e = v->events ? v->events[i] : v->event;
		bool derived = e & TF_SPAN_DERIVED;
		e &= ~TF_SPAN_DERIVED;
		if (e > n_events || (cols[e].weight < 0 && cols[e].samples < 0))
			continue;
		if (!p->filter.pass_all && !tf_cfilter_row(&p->filter, v, i))
			continue;
		uint32_t node = p->node_of[v->stacks[i]];
		uint64_t w = v->weights ? v->weights[i] : v->weight;
		if (cols[e].weight >= 0)
			p->self[cols[e].weight][node] = tf_sat(p->self[cols[e].weight][node], w);
		if (cols[e].samples >= 0 && !derived)
			p->self[cols[e].samples][node] = tf_sat(p->self[cols[e].samples][node], cols[e].counted ? w : 1);
	}
}

static void add_samples(struct tf_calltree_priv *p, const struct tf_snapshot *s)
{
	uint64_t n = tf_snapshot_n_samples(s), len;
	struct tf_event_columns *cols = tf_event_columns(s, p->columns, p->n_columns);
	for (uint64_t i = p->samples_done; i < n; i += len) {
		struct tf_sample_span v;
		len = tf_samples_span(s, i, &v);
		add_span(p, &v, len, cols, tf_snapshot_n_events(s));
	}
	p->samples_done = n;
	/* A column given twice is summed once and copied. */
	for (size_t c = 0; c < p->n_columns; c++)
		for (size_t first = 0; first < c; first++)
			if (p->columns[first].event.v == p->columns[c].event.v && p->columns[first].kind == p->columns[c].kind)
				memcpy(p->self[c], p->self[first], p->nodes.n * sizeof *p->self[c]);
	free(cols);
}

static void sum_up(struct tf_calltree_priv *p)
{
	for (size_t c = 0; c < p->n_columns; c++) {
		uint64_t *total = p->total[c];
		memcpy(total, p->self[c], p->nodes.n * sizeof *total);
		for (uint32_t i = p->nodes.n - 1; i > 0; i--)
			total[p->nodes.parent[i]] = tf_sat(total[p->nodes.parent[i]], total[i]);
	}
}

static uint64_t hash_list(uint64_t h, const char *const *list, size_t n)
{
	h = tf_mix64(h + n);
	for (size_t i = 0; i < n; i++)
		h = tf_hash_bytes(list[i], strlen(list[i]) + 1, h);
	return h;
}

/* What must be equal for old sums to stay valid. */
static uint64_t spec_hash(const struct tf_treespec *spec)
{
	const struct tf_filter *f = &spec->filter;
	uint64_t h = tf_hash_bytes(spec->columns, spec->n_columns * sizeof *spec->columns, tf_hash_seed());
	h = hash_list(h, f->comms, f->n_comms);
	h = hash_list(h, f->dsos, f->n_dsos);
	h = hash_list(h, f->symbols, f->n_symbols);
	h = tf_hash_bytes(f->pids, f->n_pids * sizeof *f->pids, h + f->n_pids);
	h = tf_hash_bytes(f->tids, f->n_tids * sizeof *f->tids, h + f->n_tids);
	h = tf_hash_bytes(f->cpus, f->n_cpus * sizeof *f->cpus, h + f->n_cpus);
	h = tf_hash_bytes(f->times, f->n_times * sizeof *f->times, h + f->n_times);
	h = tf_mix64(h + f->kernel);
	return f->parent ? tf_hash_bytes(f->parent, strlen(f->parent), h) : h | 1;
}

/* ---- names in order ------------------------------------------------------------------------- */

struct ranked { const struct tf_func *f; uint32_t id; };

static int by_name(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	size_t n = x->f->name_len < y->f->name_len ? x->f->name_len : y->f->name_len;
	int c = memcmp(x->f->name, y->f->name, n);
	if (c)
		return c;
	if (x->f->name_len != y->f->name_len)
		return x->f->name_len < y->f->name_len ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void rank_names(struct tf_calltree_priv *p, const struct tf_snapshot *s)
{
	uint32_t n = tf_snapshot_n_funcs(s), k = 0;
	if (n == p->ranked && p->name_rank)
		return;
	struct ranked *v = tf_xmalloc(((size_t)n + 1) * sizeof *v);
	for (uint32_t i = 1; i <= n; i++) {
		const struct tf_func *f = tf_snapshot_func(s, (tf_func_id){i});
		if (f)
			v[k++] = (struct ranked){f, i};
	}
	qsort(v, k, sizeof *v, by_name);
	free(p->name_rank);
	p->name_rank = tf_xcalloc((size_t)n + 1, sizeof *p->name_rank);
	for (uint32_t i = 0; i < k; i++)
		p->name_rank[v[i].id] = i + 1;
	free(v);
	p->ranked = n;
}

/* ---- building ------------------------------------------------------------------------------- */

static void show(struct tf_calltree *t)
{
	struct tf_calltree_priv *p = t->priv;
	tf_nodes_show(&p->nodes, t);
	t->n_columns = p->n_columns;
	free((void *)t->self);
	free((void *)t->total);
	const uint64_t **self = tf_xcalloc(p->n_columns, sizeof *self), **total = tf_xcalloc(p->n_columns, sizeof *total);
	for (size_t c = 0; c < p->n_columns; c++) {
		self[c] = p->self[c];
		total[c] = p->total[c];
	}
	t->self = self;
	t->total = total;
	t->name_rank = p->name_rank;
}

int tf_calltree_build(struct tf_calltree *t, const struct tf_snapshot *s, const struct tf_treespec *spec)
{
	struct tf_calltree_priv *p = t->priv;
	if (!spec->n_columns || spec->n_columns > MAX_COLUMNS)
		return -TF_EUSAGE;
	/* Names once given do not change; only stacks with unnamed frames may have to move. */
	if ((p->unnamed && p->sym_version != tf_snapshot_sym_version(s)) || p->no_comm != spec->no_comm ||
	    p->hide_kernel != (spec->filter.kernel == TF_KERNEL_HIDE) || tf_snapshot_n_stacks(s) < p->stacks_done)
		reset_structure(p, spec);
	uint32_t old_n = p->nodes.n;
	build_structure(p, s);
	uint64_t h = spec_hash(spec);
	if (h != p->spec_hash || tf_snapshot_n_samples(s) < p->samples_done) {
		p->spec_hash = h;
		p->samples_done = 0;
	}
	memcpy(p->columns, spec->columns, spec->n_columns * sizeof *spec->columns);
	p->n_columns = spec->n_columns;
	size_sums(p, p->samples_done ? old_n : 0);
	tf_cfilter_release(&p->filter);
	tf_cfilter_init(&p->filter, &spec->filter, s);
	add_samples(p, s);
	sum_up(p);
	rank_names(p, s);
	tf_snapshot_ref(s);
	tf_snapshot_unref(t->snapshot);
	t->snapshot = s;
	show(t);
	return 0;
}

/* ---- walking -------------------------------------------------------------------------------- */

uint32_t tf_calltree_next(const struct tf_calltree *t, uint32_t top, uint32_t i, bool skip)
{
	if (!skip && t->first_child[i])
		return t->first_child[i];
	for (; i != top; i = t->parent[i])
		if (t->next_sibling[i])
			return t->next_sibling[i];
	return 0;
}

bool tf_calltree_weighs(const struct tf_calltree *t, uint32_t node)
{
	for (size_t c = 0; c < t->n_columns; c++)
		if (t->total[c][node])
			return true;
	return false;
}

struct sort_child { uint64_t weight; uint32_t rank, node; };

static int child_by_name(const void *a, const void *b)
{
	const struct sort_child *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static int child_by_weight(const void *a, const void *b)
{
	const struct sort_child *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return child_by_name(a, b);
}

size_t tf_calltree_children(const struct tf_calltree *t, tf_node_id node, enum tf_order order, tf_node_id *out, size_t max)
{
	size_t n = 0, k = 0;
	if (!t->n_columns)
		return 0;
	for (uint32_t i = t->first_child[node.v]; i; i = t->next_sibling[i])
		n += t->total[0][i] > 0;
	if (!n || !max)
		return n;
	struct sort_child *v = tf_xmalloc(n * sizeof *v);
	for (uint32_t i = t->first_child[node.v]; i; i = t->next_sibling[i])
		if (t->total[0][i])
			v[k++] = (struct sort_child){t->total[0][i], t->name_rank[t->func[i]], i};
	qsort(v, n, sizeof *v, order == TF_ORDER_NAME ? child_by_name : child_by_weight);
	for (size_t i = 0; i < n && i < max; i++)
		out[i].v = v[i].node;
	free(v);
	return n;
}
