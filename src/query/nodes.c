/* SPDX-License-Identifier: GPL-2.0-or-later */
/* nodes.c - the nodes of a tree: columns in order of creation, and a hash table of children. */
#include "config.h"
#include "query/priv.h"

#include <string.h>

#include "base/interner.h"
#include "base/xalloc.h"

void tf_nodes_init(struct tf_nodes *d)
{
	memset(d, 0, sizeof *d);
	d->mask = 1023;
	d->slots = tf_xcalloc(d->mask + 1, sizeof *d->slots);
	tf_nodes_add(d, 0, 0, 0);
}

void tf_nodes_release(struct tf_nodes *d)
{
	free(d->parent);
	free(d->first_child);
	free(d->next_sibling);
	free(d->last_child);
	free(d->func);
	free(d->flags);
	free(d->depth);
	free(d->slots);
	memset(d, 0, sizeof *d);
}

static void grow(struct tf_nodes *d)
{
	uint32_t cap = d->cap ? d->cap * 2 : 1024;
	uint32_t **columns[] = {&d->parent, &d->first_child, &d->next_sibling, &d->last_child, &d->func, &d->flags, &d->depth};
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		*columns[i] = tf_xrealloc(*columns[i], cap, sizeof **columns[i]);
	d->cap = cap;
}

uint32_t tf_nodes_add(struct tf_nodes *d, uint32_t parent, uint32_t func, uint32_t flags)
{
	if (d->n == d->cap)
		grow(d);
	uint32_t i = d->n++;
	d->parent[i] = parent;
	d->first_child[i] = d->next_sibling[i] = d->last_child[i] = 0;
	d->func[i] = func;
	d->flags[i] = flags;
	d->depth[i] = i ? d->depth[parent] + 1 : 0;
	if (!i)
		return 0;
	if (d->last_child[parent])
		d->next_sibling[d->last_child[parent]] = i;
	else
		d->first_child[parent] = i;
	d->last_child[parent] = i;
	return i;
}

static uint32_t hash(uint32_t parent, uint32_t func, uint32_t flags)
{
	uint64_t x = ((uint64_t)parent << 32 | func) + ((uint64_t)(flags & TF_FUNC_INLINE) << 20);
	return (uint32_t)tf_mix64(x ^ tf_hash_seed());
}

static void rehash(struct tf_nodes *d)
{
	free(d->slots);
	d->mask = d->mask * 2 + 1;
	d->slots = tf_xcalloc((size_t)d->mask + 1, sizeof *d->slots);
	for (uint32_t i = 1; i < d->n; i++) {
		uint32_t at = hash(d->parent[i], d->func[i], d->flags[i]);
		while (d->slots[at & d->mask])
			at++;
		d->slots[at & d->mask] = i;
	}
}

uint32_t tf_nodes_child(struct tf_nodes *d, uint32_t parent, uint32_t func, uint32_t flags)
{
	uint32_t at = hash(parent, func, flags), i;
	for (; (i = d->slots[at & d->mask]); at++)
		if (d->parent[i] == parent && d->func[i] == func && !((d->flags[i] ^ flags) & TF_FUNC_INLINE))
			return i;
	i = tf_nodes_add(d, parent, func, flags);
	d->slots[at & d->mask] = i;
	if (d->n > d->mask / 2)
		rehash(d);
	return i;
}

void tf_nodes_show(const struct tf_nodes *d, struct tf_calltree *t)
{
	t->n = d->n;
	t->parent = d->parent;
	t->first_child = d->first_child;
	t->next_sibling = d->next_sibling;
	t->func = d->func;
	t->flags = d->flags;
	t->depth = d->depth;
}
