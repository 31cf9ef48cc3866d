/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/strtab.h"

#include <string.h>

#include "base/interner.h"
#include "base/seg.h"
#include "base/xalloc.h"

struct row { const char *s; size_t n; };
struct block { struct block *next; char bytes[]; };

struct tf_strtab {
	struct tf_interner in;
	struct tf_seg rows;
	/* Bytes are carved from blocks of a stripe's own, so that the stripe's lock covers them. */
	struct { struct block *first; char *p, *end; } mem[TF_STRIPES];
};

#define BLOCK 4000

struct tf_strtab *tf_strtab_new(void)
{
	struct tf_strtab *t = tf_xcalloc(1, sizeof *t);
	tf_interner_init(&t->in);
	tf_seg_init(&t->rows, sizeof(struct row));
	tf_seg_need(&t->rows, 0);
	*tf_seg_at(&t->rows, struct row, 0) = (struct row){"", 0};
	return t;
}

void tf_strtab_free(struct tf_strtab *t)
{
	if (!t)
		return;
	for (int i = 0; i < TF_STRIPES; i++)
		for (struct block *b = t->mem[i].first, *next; b; b = next) {
			next = b->next;
			free(b);
		}
	tf_interner_release(&t->in);
	tf_seg_release(&t->rows);
	free(t);
}

static char *carve(struct tf_strtab *t, size_t stripe, size_t n)
{
	if ((size_t)(t->mem[stripe].end - t->mem[stripe].p) < n) {
		size_t size = n > BLOCK ? n : BLOCK;
		struct block *b = tf_xmalloc(sizeof *b + size);
		b->next = t->mem[stripe].first;
		t->mem[stripe].first = b;
		t->mem[stripe].p = b->bytes;
		t->mem[stripe].end = b->bytes + size;
	}
	char *p = t->mem[stripe].p;
	t->mem[stripe].p += n;
	return p;
}

struct key { const char *s; size_t n; uint64_t hash; };

static bool same(const void *owner, uint32_t id, const void *key)
{
	const struct tf_strtab *t = owner;
	const struct row *r = tf_seg_at(&t->rows, struct row, id);
	const struct key *k = key;
	return r->n == k->n && !memcmp(r->s, k->s, k->n);
}

static void make(void *owner, uint32_t id, const void *key)
{
	struct tf_strtab *t = owner;
	const struct key *k = key;
	tf_seg_need(&t->rows, id);
	char *p = carve(t, k->hash >> 58, k->n + 1);
	memcpy(p, k->s, k->n);
	p[k->n] = 0;
	*tf_seg_at(&t->rows, struct row, id) = (struct row){p, k->n};
}

tf_str_id tf_strtab_add(struct tf_strtab *t, const char *s, size_t n)
{
	if (!n)
		return (tf_str_id){0};
	struct key k = {s, n, tf_hash_bytes(s, n, tf_hash_seed())};
	return (tf_str_id){tf_interner_get(&t->in, k.hash, same, make, t, &k)};
}

const char *tf_strtab_get(const struct tf_strtab *t, tf_str_id id, size_t *len)
{
	const struct row *r = tf_seg_at(&t->rows, struct row, id.v);
	if (len)
		*len = r->n;
	return r->s;
}
