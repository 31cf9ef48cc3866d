/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * inverted.c - the tree from the innermost functions outwards.
 *
 * Every node of the call tree with self weight is an item; the items of an inverted node are the
 * ones whose path passes it. A node is opened by moving its items one caller up and grouping them by
 * that caller's function: one pass over its items. Only nodes that are wide enough are opened, so
 * the cost follows what can be seen.
 */
#include "config.h"
#include "query/priv.h"

#include <string.h>

#include "base/xalloc.h"

struct item { uint32_t leaf, at; }; /* the node with the weight, and how far up its path we are */
struct span { uint32_t from, to; };
struct group { uint32_t func, flags, count, fill, node; };

struct inverting {
	const struct tf_calltree *t;
	struct tf_calltree *out;
	struct item *items, *spare;
	uint32_t n_items;
	TF_VEC(struct span) spans; /* by node of out */
	uint32_t *group_of;        /* by func id: 1 + group; cleared after use */
	TF_VEC(struct group) groups;
};

static void new_node(struct inverting *v, uint32_t parent, const struct group *g, struct span span)
{
	struct tf_calltree_priv *p = v->out->priv;
	uint32_t i = tf_nodes_add(&p->nodes, parent, g->func, g->flags);
	if (p->nodes.cap > p->sums_cap || !p->sums_cap) {
		p->sums_cap = p->nodes.cap;
		for (size_t c = 0; c < v->t->n_columns; c++) {
			p->self[c] = tf_xrealloc(p->self[c], p->sums_cap, sizeof **p->self);
			p->total[c] = tf_xrealloc(p->total[c], p->sums_cap, sizeof **p->total);
		}
	}
	for (size_t c = 0; c < v->t->n_columns; c++) {
		p->self[c][i] = p->total[c][i] = 0;
		for (uint32_t k = span.from; k < span.to; k++)
			p->total[c][i] = tf_sat(p->total[c][i], v->t->self[c][v->items[k].leaf]);
	}
	while (v->spans.n <= i)
		*tf_vec_push(&v->spans) = (struct span){0, 0};
	v->spans.v[i] = span;
}

/* Groups items [from, to) by the function they are at, in order of first appearance, and makes a
 * node below parent for each group. */
static void group(struct inverting *v, uint32_t parent, uint32_t from, uint32_t to)
{
	const struct tf_calltree *t = v->t;
	v->groups.n = 0;
	for (uint32_t k = from; k < to; k++) {
		uint32_t at = v->items[k].at, *g = &v->group_of[t->func[at]];
		if (!*g) {
			*tf_vec_push(&v->groups) = (struct group){.func = t->func[at], .flags = t->flags[at]};
			*g = (uint32_t)v->groups.n;
		}
		v->groups.v[*g - 1].count++;
	}
	uint32_t at = from;
	for (size_t i = 0; i < v->groups.n; i++) {
		v->groups.v[i].fill = at;
		at += v->groups.v[i].count;
	}
	for (uint32_t k = from; k < to; k++)
		v->spare[v->groups.v[v->group_of[t->func[v->items[k].at]] - 1].fill++] = v->items[k];
	memcpy(v->items + from, v->spare + from, (to - from) * sizeof *v->items);
	for (size_t i = 0; i < v->groups.n; i++) {
		struct group *g = &v->groups.v[i];
		v->group_of[g->func] = 0;
		new_node(v, parent, g, (struct span){g->fill - g->count, g->fill});
	}
}

/* Opens node i: items whose path ends here are its self weight, the others go one caller up. */
static void open_node(struct inverting *v, uint32_t i)
{
	struct span s = v->spans.v[i];
	struct tf_calltree_priv *p = v->out->priv;
	uint32_t k = s.from;
	for (uint32_t j = s.from; j < s.to; j++) {
		struct item it = v->items[j];
		it.at = v->t->parent[it.at];
		if (!it.at) {
			for (size_t c = 0; c < v->t->n_columns; c++)
				p->self[c][i] = tf_sat(p->self[c][i], v->t->self[c][it.leaf]);
			continue;
		}
		v->items[k++] = it;
	}
	if (k > s.from)
		group(v, i, s.from, k);
}

static void take_items(struct inverting *v)
{
	const struct tf_calltree *t = v->t;
	v->items = tf_xmalloc(t->n * sizeof *v->items);
	v->spare = tf_xmalloc(t->n * sizeof *v->spare);
	for (uint32_t i = 1; i < t->n; i++)
		for (size_t c = 0; c < t->n_columns; c++)
			if (t->self[c][i]) {
				v->items[v->n_items++] = (struct item){i, i};
				break;
			}
}

static void show(struct inverting *v)
{
	struct tf_calltree *o = v->out;
	const uint64_t **self = tf_xcalloc(v->t->n_columns, sizeof *self), **total = tf_xcalloc(v->t->n_columns, sizeof *total);
	for (size_t c = 0; c < v->t->n_columns; c++) {
		self[c] = o->priv->self[c];
		total[c] = o->priv->total[c];
	}
	tf_nodes_show(&o->priv->nodes, o);
	o->n_columns = v->t->n_columns;
	o->self = self;
	o->total = total;
	o->snapshot = tf_snapshot_ref(v->t->snapshot);
}

struct tf_calltree *tf_calltree_invert(const struct tf_calltree *t, uint64_t min_weight, uint32_t max_depth)
{
	struct tf_calltree *o = tf_calltree_new();
	struct tf_calltree_priv *p = o->priv;
	if (!t->n_columns || !t->snapshot)
		return o;
	uint32_t n_funcs = t->priv->ranked; /* more may have got names since t was built */
	struct inverting v = {.t = t, .out = o, .group_of = tf_xcalloc((size_t)n_funcs + 1, sizeof *v.group_of)};
	p->sums_cap = p->nodes.cap;
	for (size_t c = 0; c < t->n_columns; c++) {
		p->self[c] = tf_xcalloc(p->sums_cap, sizeof **p->self);
		p->total[c] = tf_xcalloc(p->sums_cap, sizeof **p->total);
		p->total[c][0] = t->total[c][0];
		p->self[c][0] = t->self[c][0];
	}
	take_items(&v);
	group(&v, 0, 0, v.n_items);
	for (uint32_t i = 1; i < p->nodes.n; i++)
		if (p->total[0][i] && p->total[0][i] >= min_weight && (!max_depth || p->nodes.depth[i] < max_depth))
			open_node(&v, i);
	p->name_rank = tf_xmalloc(((size_t)n_funcs + 1) * sizeof *p->name_rank);
	memcpy(p->name_rank, t->name_rank, ((size_t)n_funcs + 1) * sizeof *p->name_rank);
	o->name_rank = p->name_rank;
	show(&v);
	free(v.items);
	free(v.spare);
	free(v.spans.v);
	free(v.groups.v);
	free(v.group_of);
	return o;
}
