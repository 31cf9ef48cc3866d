/* SPDX-License-Identifier: GPL-2.0-or-later */
/* funclist.c - self and total of each function of a tree. */
#include "config.h"
#include "query/priv.h"

#include <string.h>

#include "base/xalloc.h"

struct tf_funclist_priv { uint64_t *sums; };

#define NO_ROW UINT32_MAX

/* One turn of the walk: the node's weights go to its row, to total only when the row is not on the
 * path already. */
static void enter(const struct tf_calltree *t, uint32_t row, uint32_t node, uint32_t *active, uint64_t *sums)
{
	if (row == NO_ROW)
		return;
	uint64_t *self = sums + 2 * t->n_columns * row, *total = self + t->n_columns;
	for (size_t k = 0; k < t->n_columns; k++) {
		self[k] = tf_sat(self[k], t->self[k][node]);
		if (!active[row])
			total[k] = tf_sat(total[k], t->total[k][node]);
	}
	active[row]++;
}

void tf_count_rows(const struct tf_calltree *t, uint32_t top, const uint32_t *row_of, size_t n_rows, uint64_t *sums)
{
	uint32_t *active = tf_xcalloc(n_rows, sizeof *active);
	if (top)
		enter(t, row_of[top], top, active, sums);
	uint32_t i = t->first_child[top];
	while (i) {
		if (tf_calltree_weighs(t, i)) {
			enter(t, row_of[i], i, active, sums);
			if (t->first_child[i]) {
				i = t->first_child[i];
				continue;
			}
			if (row_of[i] != NO_ROW)
				active[row_of[i]]--;
		}
		while (!t->next_sibling[i] && t->parent[i] != top) {
			i = t->parent[i];
			if (row_of[i] != NO_ROW)
				active[row_of[i]]--;
		}
		i = t->next_sibling[i];
	}
	free(active);
}

/* qsort has no argument for its comparison; the list is made on one thread. */
static _Thread_local const uint32_t *name_rank;

static int by_self(const void *a, const void *b)
{
	const struct tf_funcrow *x = a, *y = b;
	if (x->self[0] != y->self[0])
		return x->self[0] > y->self[0] ? -1 : 1;
	if (x->total[0] != y->total[0])
		return x->total[0] > y->total[0] ? -1 : 1;
	uint32_t rx = name_rank[x->func.v], ry = name_rank[y->func.v];
	return rx < ry ? -1 : rx > ry;
}

static bool has_weight(const struct tf_funcrow *r, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (r->total[k])
			return true;
	return false;
}

struct tf_funclist *tf_funclist_new(const struct tf_calltree *t, tf_node_id node)
{
	struct tf_funclist *l = tf_xcalloc(1, sizeof *l);
	l->priv = tf_xcalloc(1, sizeof *l->priv);
	l->n_columns = t->n_columns;
	if (!t->n_columns || !t->snapshot)
		return l;
	/* Functions are numbered as they are met. */
	uint32_t *row_of_func = tf_xcalloc((size_t)tf_snapshot_n_funcs(t->snapshot) + 1, sizeof *row_of_func);
	uint32_t *row_of = tf_xmalloc(t->n * sizeof *row_of);
	TF_VEC(struct tf_funcrow) rows = {0};
	for (uint32_t i = 0; i < t->n; i++) {
		row_of[i] = NO_ROW;
		if (!i || t->flags[i] & TF_FUNC_COMM || !tf_calltree_weighs(t, i))
			continue;
		uint32_t *row = &row_of_func[t->func[i]];
		if (!*row) {
			*tf_vec_push(&rows) = (struct tf_funcrow){.func = {t->func[i]}, .flags = t->flags[i] & ~(uint32_t)TF_FUNC_INLINE};
			*row = (uint32_t)rows.n;
		}
		row_of[i] = *row - 1;
	}
	l->priv->sums = tf_xcalloc(rows.n, 2 * t->n_columns * sizeof *l->priv->sums);
	tf_count_rows(t, node.v, row_of, rows.n, l->priv->sums);
	l->rows = rows.v;
	for (size_t i = 0; i < rows.n; i++) {
		struct tf_funcrow *r = &rows.v[i];
		r->self = l->priv->sums + 2 * t->n_columns * i;
		r->total = r->self + t->n_columns;
		/* Functions that do not occur below node have nothing. */
		if (has_weight(r, t->n_columns))
			l->rows[l->n++] = *r;
	}
	name_rank = t->name_rank;
	if (l->n)
		qsort(l->rows, l->n, sizeof *l->rows, by_self);
	free(row_of_func);
	free(row_of);
	return l;
}

void tf_funclist_free(struct tf_funclist *l)
{
	if (!l)
		return;
	free(l->rows);
	free(l->priv->sums);
	free(l->priv);
	free(l);
}
