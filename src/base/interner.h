/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * interner.h - equal rows get equal ids, also when several threads add rows at once.
 *
 * The rows themselves live in the owner's columns; only (hash, id) is kept here, in one open-addressed
 * table. Looking up takes no lock: a slot is written once, after its row, and a table that grew keeps
 * its old slots until tf_interner_trim(). Adding takes one of 64 locks, by hash; growing takes all. An id is given out before its
 * row is complete, so readers that come by id instead of by look-up must stay below a length that
 * was published while no thread was adding.
 */
#ifndef TF_BASE_INTERNER_H
#define TF_BASE_INTERNER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TF_STRIPES 64

struct tf_slots {
	struct tf_slots *older; /* what the table was before it grew */
	uint32_t mask;
	_Atomic uint64_t v[];   /* hash in the upper half, id in the lower; 0: empty */
};
struct tf_interner {
	struct tf_slots *_Atomic slots;
	_Atomic uint32_t next; /* the id that the next new row gets; starts at 1 */
	_Atomic uint32_t used; /* slots */
	pthread_mutex_t lock[TF_STRIPES];
};

void tf_interner_init(struct tf_interner *in);
void tf_interner_release(struct tf_interner *in);
/* Frees slots that growing left behind. While no other thread uses the interner. */
void tf_interner_trim(struct tf_interner *in);
/* Adds a slot. The caller holds the lock of its hash. */
void tf_interner_add(struct tf_interner *in, uint32_t hash, uint32_t id);
/* Grows the table if it is three quarters full. The caller holds no lock. */
void tf_interner_fit(struct tf_interner *in);

/* Whether row id of owner is what key asks for; writes row id of owner from key. */
typedef bool (*tf_row_eq)(const void *owner, uint32_t id, const void *key);
typedef void (*tf_row_make)(void *owner, uint32_t id, const void *key);

/* The row that equals key; 0: none. Any thread. */
static inline __attribute__((always_inline)) uint32_t tf_interner_find(const struct tf_interner *in, uint32_t hash, tf_row_eq eq,
									const void *owner, const void *key)
{
	const struct tf_slots *t = atomic_load_explicit(&((struct tf_interner *)in)->slots, memory_order_acquire);
	for (uint32_t i = hash;; i++) {
		uint64_t v = atomic_load_explicit(&((struct tf_slots *)t)->v[i & t->mask], memory_order_acquire);
		if (!v)
			return 0;
		if (v >> 32 == hash && eq(owner, (uint32_t)v, key))
			return (uint32_t)v;
	}
}

/* The row that equals key, made if there is none. Any thread. */
static inline __attribute__((always_inline)) uint32_t tf_interner_get(struct tf_interner *in, uint64_t hash, tf_row_eq eq,
								       tf_row_make make, void *owner, const void *key)
{
	uint32_t id = tf_interner_find(in, (uint32_t)hash, eq, owner, key);
	if (id)
		return id;
	pthread_mutex_t *lock = &in->lock[hash >> 58];
	pthread_mutex_lock(lock);
	id = tf_interner_find(in, (uint32_t)hash, eq, owner, key);
	if (!id) {
		id = atomic_fetch_add_explicit(&in->next, 1, memory_order_relaxed);
		make(owner, id, key);
		tf_interner_add(in, (uint32_t)hash, id);
	}
	pthread_mutex_unlock(lock);
	tf_interner_fit(in);
	return id;
}

/*
 * For callers who have other work to do before a look-up: brings the slots of a hash into the
 * cache; and, later, yields the id that is probably the answer (0: none), whose row can be brought in.
 */
static inline void tf_interner_prefetch(const struct tf_interner *in, uint64_t hash)
{
	const struct tf_slots *t = atomic_load_explicit(&((struct tf_interner *)in)->slots, memory_order_acquire);
	__builtin_prefetch((const void *)&t->v[(uint32_t)hash & t->mask]);
}
static inline uint32_t tf_interner_guess(const struct tf_interner *in, uint64_t hash)
{
	const struct tf_slots *t = atomic_load_explicit(&((struct tf_interner *)in)->slots, memory_order_acquire);
	for (uint32_t i = (uint32_t)hash;; i++) {
		uint64_t v = atomic_load_explicit(&((struct tf_slots *)t)->v[i & t->mask], memory_order_relaxed);
		if (!v || v >> 32 == (uint32_t)hash)
			return (uint32_t)v;
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
extern uint64_t tf_hash_seed_value; /* set by the first tf_interner_init() */
static inline uint64_t tf_hash_seed(void) { return tf_hash_seed_value; }
uint64_t tf_hash_bytes(const void *p, size_t n, uint64_t seed);

#endif
