/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/interner.h"

#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/xalloc.h"

#define FIRST 16

void tf_interner_init(struct tf_interner *in)
{
	for (int i = 0; i < TF_STRIPES; i++) {
		struct tf_stripe *s = &in->stripe[i];
		pthread_mutex_init(&s->lock, NULL);
		s->slots = tf_xcalloc(FIRST, sizeof *s->slots);
		s->mask = FIRST - 1;
		s->used = 0;
	}
	atomic_init(&in->next, 1);
}

void tf_interner_release(struct tf_interner *in)
{
	for (int i = 0; i < TF_STRIPES; i++) {
		pthread_mutex_destroy(&in->stripe[i].lock);
		free(in->stripe[i].slots);
	}
}

static void put(struct tf_slot *slots, uint32_t mask, struct tf_slot t)
{
	uint32_t i = t.hash;
	while (slots[i & mask].id)
		i++;
	slots[i & mask] = t;
}

void tf_interner_add(struct tf_stripe *s, uint32_t hash, uint32_t id)
{
	if (s->used >= s->mask / 4 * 3) {
		uint32_t mask = s->mask * 2 + 1;
		struct tf_slot *slots = tf_xcalloc((size_t)mask + 1, sizeof *slots);
		for (uint32_t i = 0; i <= s->mask; i++)
			if (s->slots[i].id)
				put(slots, mask, s->slots[i]);
		free(s->slots);
		s->slots = slots;
		s->mask = mask;
	}
	put(s->slots, s->mask, (struct tf_slot){hash, id});
	s->used++;
}

static uint64_t seed_value;
static pthread_once_t seed_once = PTHREAD_ONCE_INIT;

static void seed_make(void)
{
	if (getrandom(&seed_value, sizeof seed_value, GRND_NONBLOCK) != sizeof seed_value) {
		struct timespec ts;
		clock_gettime(CLOCK_MONOTONIC, &ts);
		seed_value = tf_mix64((uint64_t)ts.tv_nsec ^ (uint64_t)(uintptr_t)&seed_value);
	}
}

uint64_t tf_hash_seed(void)
{
	pthread_once(&seed_once, seed_make);
	return seed_value;
}

uint64_t tf_hash_bytes(const void *p, size_t n, uint64_t seed)
{
	return XXH3_64bits_withSeed(p, n, seed);
}
