/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hiperf's table of stacks: with --dedup_stack the call chain of a sample is empty and its last word
 * names a node of a tree of addresses, one tree a process. A node holds 40 bits of the address, the
 * number of its caller's node and whether the upper bits are set. Source: hiperf's
 * unique_stack_table.h, perf_file_format.cpp.
 */
#include "config.h"
#include "input/perf_reader.h"

#define NODES_MAX ((size_t)1 << 24)
#define FRAMES_MAX 4096

struct node { uint32_t index, prev; uint64_t ip; };
struct table { uint32_t pid; size_t first, n; };

struct tf_perf_stacks {
	TF_VEC(struct table) tables;
	TF_VEC(struct node) nodes;
};

static int by_index(const void *a, const void *b)
{
	uint32_t x = ((const struct node *)a)->index, y = ((const struct node *)b)->index;
	return x < y ? -1 : x > y;
}

void tf_perf_stacks_read(struct tf_perf_reader *r, const uint8_t *p, size_t n)
{
	struct tf_bytes b = tf_bytes_init(p, n, r->swap);
	if (r->stacks)
		return;
	struct tf_perf_stacks *s = r->stacks = tf_xcalloc(1, sizeof *s);
	uint32_t processes = tf_bytes_u32(&b);
	for (uint32_t i = 0; i < processes && !b.bad; i++) {
		struct table t = {.pid = tf_bytes_u32(&b), .first = s->nodes.n};
		tf_bytes_u32(&b); /* the size hiperf had in memory */
		uint32_t count = tf_bytes_u32(&b);
		for (uint32_t k = 0; k < count && !b.bad && s->nodes.n < NODES_MAX; k++) {
			uint32_t index = tf_bytes_u32(&b);
			uint64_t v = tf_bytes_u64(&b), ip = v & 0xffffffffffull;
			if (!b.bad)
				*tf_vec_push(&s->nodes) = (struct node){index, (uint32_t)(v >> 40 & 0x7fffff),
									v >> 63 ? ip | 0xffffffull << 40 : ip};
		}
		t.n = s->nodes.n - t.first;
		if (t.n) {
			qsort(s->nodes.v + t.first, t.n, sizeof *s->nodes.v, by_index);
			*tf_vec_push(&s->tables) = t;
		}
	}
	if (b.bad)
		tf_diag_note(r->diag, "bad-stacks", true, TF_NO_OFFSET, "the table of call chains is damaged");
}

void tf_perf_stacks_restore(const struct tf_perf_reader *r, struct tf_perf_worker *w, const uint8_t *rec, uint32_t size,
			    struct tf_sample *x)
{
	const struct tf_perf_stacks *s = r->stacks;
	const struct table *t = NULL;
	uint64_t id = tf_perf_u64(rec + size - 8, r->swap);
	struct node key = {.index = (uint32_t)(id & 0x7fffff)};
	size_t n = 0;
	for (size_t i = 0; i < s->tables.n && !t; i++)
		if (s->tables.v[i].pid == x->pid)
			t = &s->tables.v[i];
	if (!t || !x->has_chain || x->n_chain)
		return;
	/* nodes from innermost to outermost; the number of frames bounds a table that runs in circles */
	for (uint64_t left = id >> 23; left && n < FRAMES_MAX && key.index; left--) {
		const struct node *k = bsearch(&key, s->nodes.v + t->first, t->n, sizeof *k, by_index);
		if (!k)
			break;
		tf_grow(&w->chain, &w->chain_cap, n + 1, sizeof *w->chain);
		w->chain[n++] = r->swap ? __builtin_bswap64(k->ip) : k->ip;
		key.index = k->prev;
	}
	if (n) {
		x->chain = (const uint8_t *)w->chain;
		x->n_chain = n;
	}
}

void tf_perf_stacks_free(struct tf_perf_reader *r)
{
	if (!r->stacks)
		return;
	free(r->stacks->tables.v);
	free(r->stacks->nodes.v);
	free(r->stacks);
	r->stacks = NULL;
}
