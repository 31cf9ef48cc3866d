/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interner.h - equal rows get equal ids, also when several threads add rows at once.
 *
 * The rows themselves live in the owner's columns; only (hash, id) is kept here, in 64 stripes with
 * a lock each. An id is given out before its row is complete, so readers without the lock must
 * stay below a length that was published while no thread was adding.
 */
#ifndef TF_BASE_INTERNER_H
#define TF_BASE_INTERNER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TF_STRIPES 64

struct tf_slot { uint32_t hash, id; }; /* id 0: empty */
struct tf_stripe {
	pthread_mutex_t lock;
	struct tf_slot *slots;
	uint32_t mask, used;
} __attribute__((aligned(64)));

struct tf_interner {
	struct tf_stripe stripe[TF_STRIPES];
	_Atomic uint32_t next; /* the id that the next new row gets; starts at 1 */
};

void tf_interner_init(struct tf_interner *in);
void tf_interner_release(struct tf_interner *in);
/* Adds a slot under the stripe's lock; grows the stripe when it is three quarters full. */
void tf_interner_add(struct tf_stripe *s, uint32_t hash, uint32_t id);
/* Reserves the next id. */
static inline uint32_t tf_interner_id(struct tf_interner *in)
{
	return atomic_fetch_add_explicit(&in->next, 1, memory_order_relaxed);
}
static inline struct tf_stripe *tf_interner_lock(struct tf_interner *in, uint64_t hash)
{
	struct tf_stripe *s = &in->stripe[hash >> 58];
	pthread_mutex_lock(&s->lock);
	return s;
}
static inline void tf_interner_unlock(struct tf_stripe *s) { pthread_mutex_unlock(&s->lock); }
/*
 * Walks the ids whose hash equals hash: for (i = hash, id = …). *i starts as (uint32_t)hash.
 * Returns 0 when there are no more.
 */
static inline uint32_t tf_interner_next(const struct tf_stripe *s, uint32_t hash, uint32_t *i)
{
	for (;; (*i)++) {
		const struct tf_slot *t = &s->slots[*i & s->mask];
		if (!t->id)
			return 0;
		if (t->hash == hash) {
			(*i)++;
			return t->id;
		}
	}
}
/* Number of rows, id 0 not counted. */
static inline uint32_t tf_interner_count(const struct tf_interner *in)
{
	return atomic_load_explicit(&in->next, memory_order_acquire) - 1;
}
/* A good 64-bit mix of one word (the finalizer of MurmurHash3). */
static inline uint64_t tf_mix64(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	x ^= x >> 33;
	x *= 0xc4ceb9fe1a85ec53ULL;
	return x ^ x >> 33;
}
/* Seed of all hashes of this process: random, so that no file can be made to collide. */
uint64_t tf_hash_seed(void);
uint64_t tf_hash_bytes(const void *p, size_t n, uint64_t seed);

#endif
