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

tf_str_id tf_strtab_add(struct tf_strtab *t, const char *s, size_t n)
{
	if (!n)
		return (tf_str_id){0};
	uint64_t hash = tf_hash_bytes(s, n, tf_hash_seed());
	uint32_t h = (uint32_t)hash, i = h, id;
	struct tf_stripe *st = tf_interner_lock(&t->in, hash);
	while ((id = tf_interner_next(st, h, &i))) {
		const struct row *r = tf_seg_at(&t->rows, struct row, id);
		if (r->n == n && !memcmp(r->s, s, n))
			goto out;
	}
	id = tf_interner_id(&t->in);
	tf_seg_need(&t->rows, id);
	char *p = carve(t, (size_t)(st - t->in.stripe), n + 1);
	memcpy(p, s, n);
	p[n] = 0;
	*tf_seg_at(&t->rows, struct row, id) = (struct row){p, n};
	tf_interner_add(st, h, id);
out:
	tf_interner_unlock(st);
	return (tf_str_id){id};
}

const char *tf_strtab_get(const struct tf_strtab *t, tf_str_id id, size_t *len)
{
	const struct row *r = tf_seg_at(&t->rows, struct row, id.v);
	if (len)
		*len = r->n;
	return r->s;
}
