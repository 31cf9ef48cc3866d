/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/interner.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/pages.h"

uint64_t tf_hash_seed_value;
static pthread_once_t seed_once = PTHREAD_ONCE_INIT;

static void seed_make(void)
{
	if (getrandom(&tf_hash_seed_value, sizeof tf_hash_seed_value, GRND_NONBLOCK) != sizeof tf_hash_seed_value) {
		struct timespec ts;
		clock_gettime(CLOCK_MONOTONIC, &ts);
		tf_hash_seed_value = tf_mix64((uint64_t)ts.tv_nsec ^ (uint64_t)(uintptr_t)&ts);
	}
}

#define FIRST 1024

static size_t slots_bytes(uint32_t mask)
{
	return sizeof(struct tf_slots) + ((size_t)mask + 1) * sizeof(uint64_t);
}

static struct tf_slots *new_slots(uint32_t mask, struct tf_slots *older)
{
	struct tf_slots *t = tf_pages_new(slots_bytes(mask));
	t->older = older;
	t->mask = mask;
	return t;
}

static void free_slots(struct tf_slots *t)
{
	for (struct tf_slots *older; t; t = older) {
		older = t->older;
		tf_pages_free(t, slots_bytes(t->mask));
	}
}

void tf_interner_init(struct tf_interner *in)
{
	pthread_once(&seed_once, seed_make);
	for (int i = 0; i < TF_STRIPES; i++)
		pthread_mutex_init(&in->lock[i], NULL);
	atomic_init(&in->slots, new_slots(FIRST - 1, NULL));
	atomic_init(&in->next, 1);
	atomic_init(&in->used, 0);
}

void tf_interner_release(struct tf_interner *in)
{
	for (int i = 0; i < TF_STRIPES; i++)
		pthread_mutex_destroy(&in->lock[i]);
	free_slots(atomic_load(&in->slots));
}

void tf_interner_trim(struct tf_interner *in)
{
	struct tf_slots *t = atomic_load(&in->slots);
	free_slots(t->older);
	t->older = NULL;
}

void tf_interner_add(struct tf_interner *in, uint32_t hash, uint32_t id)
{
	struct tf_slots *t = atomic_load_explicit(&in->slots, memory_order_relaxed);
	uint64_t v = (uint64_t)hash << 32 | id;
	for (uint32_t i = hash;; i++) {
		/* Holders of other locks may want the same slot. */
		uint64_t empty = 0;
		if (!atomic_load_explicit(&t->v[i & t->mask], memory_order_relaxed) &&
		    atomic_compare_exchange_strong_explicit(&t->v[i & t->mask], &empty, v, memory_order_release, memory_order_relaxed))
			break;
	}
	atomic_fetch_add_explicit(&in->used, 1, memory_order_relaxed);
}

static bool is_full(struct tf_interner *in)
{
	return atomic_load_explicit(&in->used, memory_order_relaxed) >= atomic_load(&in->slots)->mask / 4 * 3;
}

void tf_interner_fit(struct tf_interner *in)
{
	if (!is_full(in))
		return;
	for (int i = 0; i < TF_STRIPES; i++)
		pthread_mutex_lock(&in->lock[i]);
	if (is_full(in)) {
		struct tf_slots *t = atomic_load(&in->slots), *bigger = new_slots(t->mask * 2 + 1, t);
		for (uint32_t i = 0; i <= t->mask; i++) {
			uint64_t v = atomic_load_explicit(&t->v[i], memory_order_relaxed);
			uint32_t at = (uint32_t)(v >> 32);
			if (!v)
				continue;
			while (atomic_load_explicit(&bigger->v[at & bigger->mask], memory_order_relaxed))
				at++;
			atomic_store_explicit(&bigger->v[at & bigger->mask], v, memory_order_relaxed);
		}
		atomic_store_explicit(&in->slots, bigger, memory_order_release);
	}
	for (int i = TF_STRIPES; i--;)
		pthread_mutex_unlock(&in->lock[i]);
}

uint64_t tf_hash_bytes(const void *p, size_t n, uint64_t seed)
{
	return XXH3_64bits_withSeed(p, n, seed);
}
