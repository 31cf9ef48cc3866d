/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * exchange.c - the demo workload: a small order book whose time goes to different causes. find_level
 * walks a linked list that does not fit the cache, match_orders branches on random data, hash_order
 * computes, log_trade calls the kernel.
 *
 * tests/data/demo.perf-script.gz was made from it:
 *   cc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-inline exchange.c -o exchange -lpthread
 *   perf record -F 499 -g -e cpu-clock --sample-cpu -o demo.data -- ./exchange 3
 *   perf script -i demo.data --header -F comm,pid,tid,cpu,time,period,event,ip,sym,dso | gzip -9n
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct level { struct level *next; uint64_t price, volume; char pad[40]; };
struct book { struct level *levels, *first; uint64_t seed, trades, checksum; int log; };

#define LEVELS (1u << 18)
static time_t end_time;

static uint64_t next_random(struct book *b)
{
	b->seed ^= b->seed << 13;
	b->seed ^= b->seed >> 7;
	return b->seed ^= b->seed << 17;
}

static void build_book(struct book *b)
{
	b->levels = calloc(LEVELS, sizeof *b->levels);
	uint32_t *order = malloc(LEVELS * sizeof *order);
	for (uint32_t i = 0; i < LEVELS; i++)
		order[i] = i;
	for (uint32_t i = LEVELS - 1; i; i--) {
		uint32_t k = (uint32_t)(next_random(b) % (i + 1)), t = order[i];
		order[i] = order[k];
		order[k] = t;
	}
	for (uint32_t i = 0; i < LEVELS; i++) {
		b->levels[order[i]].next = &b->levels[order[(i + 1) % LEVELS]];
		b->levels[order[i]].price = i;
	}
	b->first = &b->levels[order[0]];
	free(order);
}

static struct level *find_level(struct book *b, unsigned steps)
{
	struct level *l = b->first;
	while (steps--)
		l = l->next;
	b->first = l;
	return l;
}

static uint64_t hash_order(uint64_t x)
{
	for (int i = 0; i < 3000; i++)
		x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u + (uint64_t)i;
	return x;
}

static void match_orders(struct book *b)
{
	struct level *l = find_level(b, 90);
	for (int i = 0; i < 2500; i++) {
		if (next_random(b) & 1)
			l->volume += (uint64_t)i;
		else
			l->price ^= l->volume;
	}
	b->trades++;
}

static void settle(struct book *b)
{
	b->checksum ^= hash_order(b->trades);
	char copy[4096];
	memset(copy, (int)b->trades, sizeof copy);
	memcpy(b->levels[b->trades % (LEVELS - 64)].pad, copy, 40);
}

static void log_trade(struct book *b)
{
	char line[128];
	int n = snprintf(line, sizeof line, "trade %llu sum %llx\n", (unsigned long long)b->trades, (unsigned long long)b->checksum);
	if (write(b->log, line, (size_t)n) < 0)
		b->log = -1;
}

static void run_book(struct book *b)
{
	while (time(NULL) < end_time) {
		match_orders(b);
		settle(b);
		if (b->trades % 2 == 0)
			log_trade(b);
	}
}

static void *trader(void *arg)
{
	struct book b = {.seed = (uint64_t)(uintptr_t)arg * 77 + 1, .log = open("/dev/null", O_WRONLY)};
	build_book(&b);
	run_book(&b);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t;
	end_time = time(NULL) + (argc > 1 ? atoi(argv[1]) : 3);
	pthread_create(&t, NULL, trader, (void *)7);
	trader((void *)3);
	pthread_join(t, NULL);
	return 0;
}
