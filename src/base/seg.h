/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * seg.h - arrays that grow without moving: chunks of doubling size. A row may be read by any thread
 * once its index was published (a release store after it was written). Rows are zero until written.
 */
#ifndef TF_BASE_SEG_H
#define TF_BASE_SEG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TF_SEG_BITS 10 /* the first chunk holds 1024 rows */
#define TF_SEG_MAX 31

struct tf_seg {
	size_t size;                   /* of a row */
	_Atomic(char *) chunk[TF_SEG_MAX]; /* chunk k holds 2^(k+10) rows (k = 0: rows 0 … 1023) */
};

void tf_seg_init(struct tf_seg *s, size_t row_size);
void tf_seg_release(struct tf_seg *s);
/* Makes sure that row i has memory. Any thread. */
void tf_seg_need(struct tf_seg *s, uint64_t i);

static inline unsigned tf_seg_chunk(uint64_t i)
{
	return 63 - (unsigned)__builtin_clzll((i >> TF_SEG_BITS) | 1);
}
/* Chunk k covers rows [tf_seg_first(k), tf_seg_first(k + 1)). */
static inline uint64_t tf_seg_first(unsigned k) { return k ? (uint64_t)1 << (k + TF_SEG_BITS) : 0; }
static inline void *tf_seg_row(const struct tf_seg *s, uint64_t i)
{
	unsigned k = tf_seg_chunk(i);
	return atomic_load_explicit(&s->chunk[k], memory_order_acquire) + (i - tf_seg_first(k)) * s->size;
}
/* Whether row i has memory already: an id may be given out a moment before. */
static inline bool tf_seg_ready(const struct tf_seg *s, uint64_t i)
{
	return atomic_load_explicit(&s->chunk[tf_seg_chunk(i)], memory_order_acquire) != NULL;
}
#define tf_seg_at(s, T, i) ((T *)tf_seg_row(s, i))
/* The rows from i on that lie together, at most up to n: pointer and *len. */
static inline void *tf_seg_span(const struct tf_seg *s, uint64_t i, uint64_t n, uint64_t *len)
{
	uint64_t end = tf_seg_first(tf_seg_chunk(i) + 1);
	*len = (end < n ? end : n) - i;
	return tf_seg_row(s, i);
}

#endif
