/* SPDX-License-Identifier: GPL-2.0-or-later */
/* priv.h - what the query files share. */
#ifndef TF_QUERY_PRIV_H
#define TF_QUERY_PRIV_H

#include <tflame/calltree.h>

#include "model/samples.h"

/* A filter made ready for one snapshot: everything that can be decided per stack or thread is. */
struct tf_cfilter {
	uint8_t *stack_ok;  /* by stack id; NULL: all */
	uint8_t *thread_ok; /* by thread id; NULL: all */
	uint8_t *cpu_ok;    /* by CPU, 65536 entries; NULL: all */
	struct tf_time_range *times; size_t n_times;
	bool pass_all;      /* no test is needed for any sample */
};

void tf_cfilter_init(struct tf_cfilter *c, const struct tf_filter *f, const struct tf_snapshot *s);
void tf_cfilter_release(struct tf_cfilter *c);
bool tf_cfilter_time(const struct tf_cfilter *c, uint64_t time);
/* Whether row i of a span counts. */
static inline bool tf_cfilter_row(const struct tf_cfilter *c, const struct tf_sample_span *v, uint64_t i)
{
	return (!c->stack_ok || c->stack_ok[v->stacks[i]]) && (!c->thread_ok || c->thread_ok[v->threads[i]]) &&
	       (!c->cpu_ok || c->cpu_ok[v->cpus ? v->cpus[i] : v->cpu]) && (!c->n_times || tf_cfilter_time(c, v->times[i]));
}

/* Nodes as they are built; the arrays are those of the public tree. */
struct tf_nodes {
	uint32_t n, cap;
	uint32_t *parent, *first_child, *next_sibling, *last_child, *func, *flags, *depth;
	uint32_t *slots; /* hash table of (parent, func, inline); 0: empty */
	uint32_t mask;
};
void tf_nodes_init(struct tf_nodes *d);
void tf_nodes_release(struct tf_nodes *d);
/* The child of parent for this function, made if it is new. */
uint32_t tf_nodes_child(struct tf_nodes *d, uint32_t parent, uint32_t func, uint32_t flags);
/* A child that is known to be new. */
uint32_t tf_nodes_add(struct tf_nodes *d, uint32_t parent, uint32_t func, uint32_t flags);
void tf_nodes_show(const struct tf_nodes *d, struct tf_calltree *t);

#define MAX_COLUMNS 64

struct tf_calltree_priv {
	struct tf_nodes nodes;
	/* structure */
	uint32_t *node_of;      /* by stack id */
	size_t node_of_cap;
	uint32_t stacks_done;
	uint64_t sym_version;
	bool unnamed;           /* a frame had no name yet when it was built in */
	bool no_comm, hide_kernel;
	/* sums */
	struct tf_cfilter filter;
	struct tf_column columns[MAX_COLUMNS];
	size_t n_columns;
	uint64_t spec_hash;
	uint64_t samples_done;
	uint64_t *self[MAX_COLUMNS], *total[MAX_COLUMNS];
	uint32_t sums_cap;
	uint32_t *name_rank;
	uint32_t ranked;        /* functions that name_rank covers */
};

/* Which columns a row of an event adds to: -1 none. By event id. */
struct tf_event_columns { int8_t weight, samples; bool counted; };
struct tf_event_columns *tf_event_columns(const struct tf_snapshot *s, const struct tf_column *c, size_t n);
static inline uint64_t tf_sat(uint64_t a, uint64_t b)
{
	uint64_t r;
	return __builtin_add_overflow(a, b, &r) ? UINT64_MAX : r;
}
/*
 * Steps through the subtree of top in depth-first order: the node after i; skip: not into i's
 * children. 0: done.
 */
uint32_t tf_calltree_next(const struct tf_calltree *t, uint32_t top, uint32_t i, bool skip);
/* Whether any column of the node has weight. */
bool tf_calltree_weighs(const struct tf_calltree *t, uint32_t node);

/*
 * Adds the weights of top and what is below to rows: row_of[node] is a row's number or UINT32_MAX;
 * sums holds, for each row, n_columns self and n_columns total weights. A row that occurs again
 * below itself (recursion) counts once in total.
 */
void tf_count_rows(const struct tf_calltree *t, uint32_t top, const uint32_t *row_of, size_t n_rows, uint64_t *sums);

#endif
