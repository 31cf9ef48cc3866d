/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report_graph.c - the call graph below a row of the table, as perf's -g prints it:
 *   caller, with children: what the function calls; caller, without: the ways from the outermost
 *   caller to it; callee: its callers, innermost first.
 * A step takes all tree nodes that stand for the same path together.
 */
#include "config.h"
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 127

struct item { uint32_t node; uint64_t weight; };
struct pair { uint32_t func; struct item i; };
struct group { uint32_t func; uint64_t weight; struct item *items; size_t n; };

enum direction { DOWN, UP, PRUNED };

struct report_grapher {
	const struct tf_calltree *t;
	bool children;
	enum direction direction;
	double limit;
	uint32_t *first, *nodes; /* nodes of each function: nodes[first[f] … first[f + 1]) */
	uint32_t *comm;          /* process name of each node */
	struct item *tops; size_t n_tops; /* nodes of process names, or the root if there are none */
	uint64_t *pruned;        /* PRUNED: weight below each node that ends in the function */
	double all;
	FILE *out;
};

static void *need(void *p)
{
	if (!p)
		abort();
	return p;
}

struct report_grapher *report_grapher_new(const struct tf_calltree *t, const struct report_opts *o, bool children)
{
	struct report_grapher *g = need(calloc(1, sizeof *g));
	uint32_t n_funcs = tf_snapshot_n_funcs(t->snapshot);
	g->t = t;
	g->children = children;
	g->limit = o->graph_limit;
	g->direction = o->graph == GRAPH_CALLEE ? UP : children ? DOWN : PRUNED;
	g->first = need(calloc((size_t)n_funcs + 2, sizeof *g->first));
	g->nodes = need(calloc((size_t)t->n + 1, sizeof *g->nodes));
	g->comm = need(calloc((size_t)t->n + 1, sizeof *g->comm));
	g->pruned = need(calloc((size_t)t->n + 1, sizeof *g->pruned));
	for (uint32_t i = 1; i < t->n; i++) {
		g->first[t->func[i] + 1]++;
		g->comm[i] = t->flags[i] & TF_FUNC_COMM ? t->func[i] : g->comm[t->parent[i]];
	}
	g->tops = need(calloc((size_t)t->n + 1, sizeof *g->tops));
	for (uint32_t i = 1; i < t->n; i++)
		if (t->flags[i] & TF_FUNC_COMM)
			g->tops[g->n_tops++].node = i;
	if (!g->n_tops)
		g->tops[g->n_tops++].node = 0;
	for (uint32_t f = 0; f <= n_funcs; f++)
		g->first[f + 1] += g->first[f];
	uint32_t *at = need(malloc(((size_t)n_funcs + 2) * sizeof *at));
	memcpy(at, g->first, ((size_t)n_funcs + 2) * sizeof *at);
	for (uint32_t i = 1; i < t->n; i++)
		g->nodes[at[t->func[i]]++] = i;
	free(at);
	return g;
}

void report_grapher_free(struct report_grapher *g)
{
	if (!g)
		return;
	free(g->first);
	free(g->nodes);
	free(g->comm);
	free(g->pruned);
	free(g->tops);
	free(g);
}

static int by_func(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	return x->func < y->func ? -1 : x->func > y->func;
}

static int by_weight(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

/* The next step of a group: its children's groups, heaviest first. items[0] of the first group is
 * what to free. */
static size_t expand(const struct report_grapher *g, const struct group *from, struct group **out, struct item **memory)
{
	const struct tf_calltree *t = g->t;
	struct pair *v = NULL;
	size_t n = 0, cap = 0;
	for (size_t k = 0; k < from->n; k++) {
		uint32_t node = from->items[k].node;
		uint32_t c = g->direction == UP ? t->parent[node] : t->first_child[node];
		while (c) {
			uint64_t w = from->items[k].weight; /* UP: goes to the caller whole */
			if (g->direction != UP)
				w = g->direction == DOWN ? t->total[0][c] : g->pruned[c];
			if (w && !(t->flags[c] & TF_FUNC_COMM)) {
				if (n == cap) {
					cap = cap ? 2 * cap : 8;
					v = need(realloc(v, cap * sizeof *v));
				}
				v[n++] = (struct pair){t->func[c], {c, w}};
			}
			c = g->direction == UP ? 0 : t->next_sibling[c];
		}
	}
	if (n)
		qsort(v, n, sizeof *v, by_func);
	*memory = need(calloc(n + 1, sizeof **memory));
	*out = need(calloc(n + 1, sizeof **out));
	size_t n_groups = 0;
	for (size_t i = 0; i < n; i++) {
		(*memory)[i] = v[i].i;
		if (!i || v[i].func != v[i - 1].func)
			(*out)[n_groups++] = (struct group){v[i].func, 0, *memory + i, 0};
		struct group *last = &(*out)[n_groups - 1];
		last->weight += v[i].i.weight;
		last->n++;
	}
	free(v);
	if (n_groups > 1)
		qsort(*out, n_groups, sizeof **out, by_weight);
	return n_groups;
}

static void put_name(const struct report_grapher *g, uint32_t func)
{
	const struct tf_func *f = tf_snapshot_func(g->t->snapshot, (tf_func_id){func});
	if (f)
		report_text(f->name, f->name_len, g->out);
	fputc('\n', g->out);
}

static void put_groups(const struct report_grapher *g, const struct group *from, char *indent, unsigned depth)
{
	struct group *groups;
	struct item *memory;
	size_t n = expand(g, from, &groups, &memory), len = strlen(indent);
	double least = g->limit / 100 * g->all;
	size_t shown = 0;
	while (shown < n && (double)groups[shown].weight >= least)
		shown++;
	for (size_t i = 0; i < shown && depth < MAX_DEPTH; i++) {
		bool chain = shown == 1 && groups[i].weight == from->weight;
		if (chain) {
			fputs(indent, g->out);
			put_name(g, groups[i].func);
			put_groups(g, &groups[i], indent, depth + 1);
			continue;
		}
		fprintf(g->out, "%s|\n", indent);
		fprintf(g->out, "%s%s--%.2f%%--", indent, i + 1 < shown ? "|" : " ", 100.0 * (double)groups[i].weight / g->all);
		put_name(g, groups[i].func);
		strcat(indent, i + 1 < shown ? "|          " : "           ");
		put_groups(g, &groups[i], indent, depth + 1);
		indent[len] = 0;
	}
	free(groups);
	free(memory);
}

static bool outermost(const struct tf_calltree *t, uint32_t node)
{
	for (uint32_t p = t->parent[node]; p; p = t->parent[p])
		if (t->func[p] == t->func[node])
			return false;
	return true;
}

void report_graph(struct report_grapher *g, tf_func_id comm, tf_func_id func, double all, FILE *out)
{
	const struct tf_calltree *t = g->t;
	uint32_t n = g->first[func.v + 1] - g->first[func.v];
	const uint32_t *nodes = g->nodes + g->first[func.v];
	struct group root = {func.v, 0, need(calloc((size_t)n + 1, sizeof *root.items)), 0};
	char indent[12 * (MAX_DEPTH + 2) + 16] = "               ";
	g->all = all;
	g->out = out;
	for (uint32_t i = 0; i < n; i++) {
		if (comm.v && g->comm[nodes[i]] != comm.v)
			continue;
		uint64_t w = !g->children ? t->self[0][nodes[i]] : outermost(t, nodes[i]) ? t->total[0][nodes[i]] : 0;
		if (!w)
			continue;
		root.items[root.n++] = (struct item){nodes[i], w};
		root.weight += w;
		for (uint32_t p = nodes[i]; p && g->direction == PRUNED; p = t->parent[p])
			g->pruned[p] += w;
	}
	if (root.n && (double)root.weight >= g->limit / 100 * all) {
		fputs("            |\n            ---", out);
		if (g->direction == PRUNED) {
			for (size_t i = 0; i < g->n_tops; i++)
				g->tops[i].weight = g->pruned[g->tops[i].node];
			struct group from = {0, root.weight, g->tops, g->n_tops};
			fputc('\n', out);
			put_groups(g, &from, indent, 0);
		} else {
			put_name(g, func.v);
			put_groups(g, &root, indent, 0);
		}
		fputc('\n', out);
	}
	for (size_t i = 0; i < root.n && g->direction == PRUNED; i++)
		for (uint32_t p = root.items[i].node; p; p = t->parent[p])
			g->pruned[p] = 0;
	free(root.items);
}
