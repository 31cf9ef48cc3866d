/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "session/aspace.h"

#include <string.h>

#include "base/xalloc.h"

/*
 * A piece of a mapping that is visible for part of the time. Live pieces do not overlap; they are
 * kept sorted in blocks, so that neither many maps nor maps in an odd order get slow. Pieces that
 * were covered are dead: sorted once when the space is frozen.
 */
struct piece {
	struct tf_mapping m;
	uint64_t mapped_at; /* time of the record */
	uint64_t from, to;  /* valid for from <= time < to */
};

#define BLOCK 128
struct block { size_t n; struct piece v[BLOCK]; };

struct tf_aspace {
	uint32_t uid;
	unsigned depth; /* of parents */
	struct tf_aspace *parent;
	uint64_t fork_time;
	TF_VEC(struct block *) blocks; /* none empty */
	TF_VEC(struct piece) dead;
	uint64_t *dead_end;            /* after freezing: largest end of dead[0 … i] */
	TF_VEC(uint64_t) epochs;       /* times at which the meaning of an address changed */
};

#define MAX_DEPTH 8      /* parents looked through before a fork copies its maps */
#define MAX_DEAD_STEPS 4096 /* a look-up among covered pieces gives up after so many */

struct tf_aspace *tf_aspace_new(uint32_t uid, struct tf_aspace *parent, uint64_t fork_time)
{
	struct tf_aspace *a = tf_xcalloc(1, sizeof *a);
	a->uid = uid;
	if (!parent)
		return a;
	if (parent->depth < MAX_DEPTH) {
		a->parent = parent;
		a->depth = parent->depth + 1;
		a->fork_time = fork_time;
		return a;
	}
	/* Oldest first, so that the nearer maps cover the farther ones. */
	struct tf_aspace *line[MAX_DEPTH + 1];
	int n = 0;
	for (struct tf_aspace *p = parent; p; p = p->parent)
		line[n++] = p;
	while (n--)
		for (size_t b = 0; b < line[n]->blocks.n; b++)
			for (size_t i = 0; i < line[n]->blocks.v[b]->n; i++)
				tf_aspace_map(a, &line[n]->blocks.v[b]->v[i].m, 0);
	return a;
}

void tf_aspace_free(struct tf_aspace *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->blocks.n; i++)
		free(a->blocks.v[i]);
	free(a->blocks.v);
	free(a->dead.v);
	free(a->dead_end);
	free(a->epochs.v);
	free(a);
}

/* ---- the sorted blocks ---------------------------------------------------------------------- */

struct pos { size_t block, i; };

/* The first live piece that ends after addr. block == n: none. */
static struct pos find_pos(const struct tf_aspace *a, uint64_t addr)
{
	size_t lo = 0, hi = a->blocks.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		const struct block *b = a->blocks.v[mid];
		if (b->v[b->n - 1].m.end > addr)
			hi = mid;
		else
			lo = mid + 1;
	}
	struct pos p = {lo, 0};
	if (lo == a->blocks.n)
		return p;
	const struct block *b = a->blocks.v[lo];
	size_t l = 0, h = b->n;
	while (l < h) {
		size_t mid = (l + h) / 2;
		if (b->v[mid].m.end > addr)
			h = mid;
		else
			l = mid + 1;
	}
	p.i = l;
	return p;
}

static void insert_block(struct tf_aspace *a, size_t at, struct block *b)
{
	(void)tf_vec_push(&a->blocks);
	memmove(&a->blocks.v[at + 1], &a->blocks.v[at], (a->blocks.n - 1 - at) * sizeof *a->blocks.v);
	a->blocks.v[at] = b;
}

static void insert(struct tf_aspace *a, const struct piece *x)
{
	struct pos p = find_pos(a, x->m.start);
	if (p.block == a->blocks.n) {
		if (!a->blocks.n || a->blocks.v[a->blocks.n - 1]->n == BLOCK)
			insert_block(a, a->blocks.n, tf_xcalloc(1, sizeof(struct block)));
		p.block = a->blocks.n - 1;
		p.i = a->blocks.v[p.block]->n;
	}
	struct block *b = a->blocks.v[p.block];
	if (b->n == BLOCK) {
		struct block *next = tf_xcalloc(1, sizeof *next);
		next->n = BLOCK / 2;
		b->n = BLOCK - next->n;
		memcpy(next->v, b->v + b->n, next->n * sizeof *b->v);
		insert_block(a, p.block + 1, next);
		if (p.i > b->n) {
			p.i -= b->n;
			b = next;
		}
	}
	memmove(&b->v[p.i + 1], &b->v[p.i], (b->n - p.i) * sizeof *b->v);
	b->v[p.i] = *x;
	b->n++;
}

static void erase(struct tf_aspace *a, struct pos p)
{
	struct block *b = a->blocks.v[p.block];
	memmove(&b->v[p.i], &b->v[p.i + 1], (b->n - p.i - 1) * sizeof *b->v);
	if (--b->n)
		return;
	free(b);
	a->blocks.n--;
	memmove(&a->blocks.v[p.block], &a->blocks.v[p.block + 1], (a->blocks.n - p.block) * sizeof *a->blocks.v);
}

static const struct piece *at_pos(const struct tf_aspace *a, struct pos p)
{
	return p.block < a->blocks.n ? &a->blocks.v[p.block]->v[p.i] : NULL;
}

/* ---- mapping -------------------------------------------------------------------------------- */

/* Takes [start, end) out of the live pieces at that time. Returns whether anything was there. */
static bool cover(struct tf_aspace *a, uint64_t start, uint64_t end, uint64_t time)
{
	bool any = false;
	for (;;) {
		struct pos p = find_pos(a, start);
		const struct piece *q = at_pos(a, p);
		if (!q || q->m.start >= end)
			return any;
		struct piece old = *q;
		any = true;
		erase(a, p);
		if (old.m.start < start) {
			struct piece left = old;
			left.m.end = start;
			insert(a, &left);
		}
		if (old.m.end > end) {
			struct piece right = old;
			right.m.start = end;
			insert(a, &right);
		}
		if (old.m.start < start)
			old.m.start = start;
		if (old.m.end > end)
			old.m.end = end;
		old.to = time;
		if (old.from < old.to)
			*tf_vec_push(&a->dead) = old;
	}
}

static void new_epoch(struct tf_aspace *a, uint64_t time)
{
	if (!a->epochs.n || a->epochs.v[a->epochs.n - 1] < time)
		*tf_vec_push(&a->epochs) = time;
}

/* Whether a parent had anything in [start, end) at the fork. */
static bool inherited(const struct tf_aspace *a, uint64_t start, uint64_t end)
{
	for (const struct tf_aspace *p = a->parent; p; p = p->parent) {
		const struct piece *q = at_pos(p, find_pos(p, start));
		if (q && q->m.start < end)
			return true;
	}
	return false;
}

bool tf_aspace_covers(const struct tf_aspace *a, uint64_t start, uint64_t end, struct tf_mapping *out)
{
	for (; a; a = a->parent) {
		const struct piece *q = at_pos(a, find_pos(a, start));
		if (q && q->m.start <= start && q->m.end >= end) {
			*out = q->m;
			return q->m.dso.v != 0;
		}
		if (q && q->m.start < end)
			return false;
	}
	return false;
}

void tf_aspace_map(struct tf_aspace *a, const struct tf_mapping *m, uint64_t time)
{
	if (m->end <= m->start)
		return;
	struct tf_mapping old;
	if (tf_aspace_covers(a, m->start, m->end, &old) && old.dso.v == m->dso.v && old.shift == m->shift)
		return; /* the same again: each thread of a process may be announced with all maps */
	struct piece x = {.m = *m, .mapped_at = time, .from = 0, .to = UINT64_MAX};
	if (cover(a, m->start, m->end, time) | inherited(a, m->start, m->end)) {
		x.from = time;
		new_epoch(a, time);
	}
	insert(a, &x);
}

void tf_aspace_unmap(struct tf_aspace *a, uint64_t start, uint64_t end, uint64_t time)
{
	/* A hole, not nothing: what is mapped here later does not count from the beginning. */
	struct piece hole = {.m = {start, end, 0, {0}}, .mapped_at = time, .from = time, .to = UINT64_MAX};
	if (end <= start)
		return;
	cover(a, start, end, time);
	insert(a, &hole);
	new_epoch(a, time);
}

static int by_start(const void *x, const void *y)
{
	const struct piece *p = x, *q = y;
	if (p->m.start != q->m.start)
		return p->m.start < q->m.start ? -1 : 1;
	return p->from < q->from ? -1 : p->from > q->from;
}

void tf_aspace_freeze(struct tf_aspace *a)
{
	if (a->dead.n)
		qsort(a->dead.v, a->dead.n, sizeof *a->dead.v, by_start);
	free(a->dead_end);
	a->dead_end = tf_xmalloc(a->dead.n * sizeof *a->dead_end);
	for (size_t i = 0; i < a->dead.n; i++) {
		uint64_t end = a->dead.v[i].m.end;
		a->dead_end[i] = i && a->dead_end[i - 1] > end ? a->dead_end[i - 1] : end;
	}
}

/* ---- looking up ----------------------------------------------------------------------------- */

static const struct piece *find_dead(const struct tf_aspace *a, uint64_t addr, uint64_t time)
{
	size_t lo = 0, hi = a->dead.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (a->dead.v[mid].m.start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (unsigned steps = 0; lo-- && a->dead_end[lo] > addr && steps < MAX_DEAD_STEPS; steps++) {
		const struct piece *q = &a->dead.v[lo];
		if (addr < q->m.end && q->from <= time && time < q->to)
			return q;
	}
	return NULL;
}

bool tf_aspace_find(const struct tf_aspace *a, uint64_t addr, uint64_t time, struct tf_mapping *out)
{
	for (bool own = true; a; own = false) {
		const struct piece *q = at_pos(a, find_pos(a, addr));
		if (!q || q->m.start > addr || q->from > time)
			q = find_dead(a, addr, time);
		/* A parent's map counts for the child only if it was there at the fork. */
		if (q && (own || q->mapped_at <= time)) {
			*out = q->m;
			return q->m.dso.v != 0;
		}
		if (a->parent && time > a->fork_time)
			time = a->fork_time;
		a = a->parent;
	}
	return false;
}

uint32_t tf_aspace_uid(const struct tf_aspace *a)
{
	return a->uid;
}

uint32_t tf_aspace_epoch(const struct tf_aspace *a, uint64_t time, uint64_t *from, uint64_t *to)
{
	size_t lo = 0, hi = a->epochs.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (a->epochs.v[mid] <= time)
			lo = mid + 1;
		else
			hi = mid;
	}
	*from = lo ? a->epochs.v[lo - 1] : 0;
	*to = lo < a->epochs.n ? a->epochs.v[lo] : UINT64_MAX;
	return (uint32_t)lo;
}
