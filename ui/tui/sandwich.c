/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/sandwich.h"

#include <stdlib.h>

#include "tui/util.h"

#define NODES_MAX 1000000u
#define DEPTH_MAX 1000u /* recursion may be endless on paper, a screen is not */

/* A place in the whole tree that belongs to a merged node. */
struct place { uint32_t node, func, flags; uint64_t weight; };

struct grown {
	uint32_t n; size_t cap;
	uint32_t *parent, *first, *next, *func, *flags, *depth;
	uint64_t *self, *total;
	size_t *from, *to; /* its places */
	struct place *places; size_t n_places, cap_places;
};

static uint32_t add_node(struct grown *g, uint32_t parent, const struct place *p)
{
	size_t need = (size_t)g->n + 1;
	if (need > g->cap) {
		size_t cap = g->cap ? g->cap * 2 : 256;
		g->parent = ui_xrealloc(g->parent, cap, sizeof *g->parent);
		g->first = ui_xrealloc(g->first, cap, sizeof *g->first);
		g->next = ui_xrealloc(g->next, cap, sizeof *g->next);
		g->func = ui_xrealloc(g->func, cap, sizeof *g->func);
		g->flags = ui_xrealloc(g->flags, cap, sizeof *g->flags);
		g->depth = ui_xrealloc(g->depth, cap, sizeof *g->depth);
		g->self = ui_xrealloc(g->self, cap, sizeof *g->self);
		g->total = ui_xrealloc(g->total, cap, sizeof *g->total);
		g->from = ui_xrealloc(g->from, cap, sizeof *g->from);
		g->to = ui_xrealloc(g->to, cap, sizeof *g->to);
		g->cap = cap;
	}
	uint32_t i = g->n++;
	g->parent[i] = parent;
	g->first[i] = g->next[i] = 0;
	g->func[i] = p->func;
	g->flags[i] = p->flags;
	g->depth[i] = i ? g->depth[parent] + 1 : 0;
	g->self[i] = g->total[i] = 0;
	if (i) {
		g->next[i] = g->first[parent];
		g->first[parent] = i;
	}
	return i;
}

static int by_func(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	uint32_t fx = x->flags & TF_FUNC_INLINE, fy = y->flags & TF_FUNC_INLINE;
	return fx != fy ? (fx < fy ? -1 : 1) : x->node < y->node ? -1 : x->node > y->node;
}

static uint64_t plus(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

static void add_place(struct grown *g, const struct tf_calltree *t, uint32_t node, uint64_t weight)
{
	ui_grow(&g->places, &g->cap_places, g->n_places + 1, sizeof *g->places);
	g->places[g->n_places++] = (struct place){node, t->func[node], t->flags[node], weight};
}

/* Groups the places from `from` on into children of parent. */
static void make_children(struct grown *g, uint32_t parent, size_t from)
{
	size_t n = g->n_places;
	if (n == from)
		return;
	qsort(g->places + from, n - from, sizeof *g->places, by_func);
	for (size_t i = from; i < n && g->n < NODES_MAX;) {
		uint32_t c = add_node(g, parent, &g->places[i]);
		g->from[c] = i;
		uint32_t func = g->places[i].func, inl = g->places[i].flags & TF_FUNC_INLINE;
		for (; i < n && g->places[i].func == func && (g->places[i].flags & TF_FUNC_INLINE) == inl; i++)
			g->total[c] = plus(g->total[c], g->places[i].weight);
		g->to[c] = i;
	}
}

static void grow_down(struct grown *g, const struct tf_calltree *t)
{
	for (uint32_t i = 0; i < g->n; i++) {
		size_t from = g->n_places;
		for (size_t p = g->from[i]; p < g->to[i]; p++) {
			uint32_t node = g->places[p].node;
			g->self[i] = plus(g->self[i], t->self[0][node]);
			for (uint32_t c = t->first_child[node]; c && g->depth[i] < DEPTH_MAX; c = t->next_sibling[c])
				if (t->total[0][c])
					add_place(g, t, c, t->total[0][c]);
		}
		make_children(g, i, from);
	}
}

static void grow_up(struct grown *g, const struct tf_calltree *t, uint32_t top)
{
	for (uint32_t i = 0; i < g->n; i++) {
		size_t from = g->n_places;
		for (size_t p = g->from[i]; p < g->to[i] && g->depth[i] < DEPTH_MAX; p++) {
			uint32_t node = g->places[p].node;
			uint64_t w = g->places[p].weight;
			if (node != top && t->parent[node])
				add_place(g, t, t->parent[node], w);
			else
				g->self[i] = plus(g->self[i], w);
		}
		make_children(g, i, from);
	}
}

static void hand_over(struct tf_calltree *to, struct grown *g, const struct tf_calltree *t)
{
	uint64_t **columns = ui_xcalloc(2, sizeof *columns);
	columns[0] = g->self;
	columns[1] = g->total;
	*to = (struct tf_calltree){
		.n = g->n, .parent = g->parent, .first_child = g->first, .next_sibling = g->next, .func = g->func,
		.flags = g->flags, .depth = g->depth, .n_columns = 1, .self = (const uint64_t *const *)columns,
		.total = (const uint64_t *const *)(columns + 1), .name_rank = t->name_rank, .snapshot = t->snapshot,
	};
	free(g->from);
	free(g->to);
	free(g->places);
}

static void begin(struct grown *g, const struct place *p, size_t n)
{
	if (!n)
		return;
	g->places = ui_xmalloc(n * sizeof *p);
	g->n_places = g->cap_places = n;
	uint32_t root = add_node(g, 0, &p[0]);
	for (size_t i = 0; i < n; i++) {
		g->places[i] = p[i];
		g->total[root] = plus(g->total[root], p[i].weight);
	}
	g->from[root] = 0;
	g->to[root] = n;
}

void ui_sandwich_make(struct ui_sandwich *s, const struct tf_calltree *t, uint32_t from, uint32_t func)
{
	struct grown up = {0}, down = {0}, found = {0};
	uint8_t *state = ui_xcalloc(t->n, 1); /* 1: below from; 2: below a frame of func */
	for (uint32_t i = from; i < t->n; i++) {
		state[i] = i == from ? 1 : state[t->parent[i]];
		if (state[i] == 1 && t->func[i] == func && func && t->total[0][i]) {
			add_place(&found, t, i, t->total[0][i]);
			state[i] = 2;
		}
	}
	free(state);
	begin(&up, found.places, found.n_places);
	begin(&down, found.places, found.n_places);
	free(found.places);
	grow_up(&up, t, from);
	grow_down(&down, t);
	hand_over(&s->callers, &up, t);
	hand_over(&s->callees, &down, t);
}

static void release(struct tf_calltree *t)
{
	if (!t->self)
		return;
	free((void *)t->parent);
	free((void *)t->first_child);
	free((void *)t->next_sibling);
	free((void *)t->func);
	free((void *)t->flags);
	free((void *)t->depth);
	free((void *)t->self[0]);
	free((void *)t->total[0]);
	free((void *)t->self);
	*t = (struct tf_calltree){0};
}

void ui_sandwich_release(struct ui_sandwich *s)
{
	release(&s->callers);
	release(&s->callees);
}
