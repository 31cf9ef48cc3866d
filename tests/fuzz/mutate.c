/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mutate [-n COUNT] [-s SEED] [-k KEEP] [FILE…] - feeds damaged recordings to the inputs, in this process: every
 * word of the seeds replaced by nasty numbers, every header byte flipped, cuts at each word, random
 * bytes. Fails on a crash (of itself; meant to be built with sanitizers), on more than 10 seconds or
 * 400 MB, on a refusal without a reason, and on calls in the wrong order. -k FILE keeps the input that
 * is being read, to have it after a crash.
 */
#include "config.h"
#include "tests/fuzz/inmemory.h"
#include "tests/fuzz/seeds.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const uint64_t nasty[] = {0, 1, 7, 8, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0xffffffff, 0x100000000,
				 0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffff8, 0xffffffffffffffff};
#define N_NASTY (sizeof nasty / sizeof *nasty)

static uint64_t state = 88172645463325252u;
static uint64_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static char now_running[200];
static void on_alarm(int sig)
{
	static const char text[] = "Bail out! more than 10 seconds: ";
	if (write(STDOUT_FILENO, text, sizeof text - 1) < 0 || write(STDOUT_FILENO, now_running, strlen(now_running)) < 0)
		_exit(98);
	_exit(99);
}

static const char *keep;
static size_t opened, refused, with_samples;

static bool one(const uint8_t *p, size_t n, unsigned k)
{
	struct sc_sink s;
	struct tf_err err;
	if (keep) {
		int fd = open(keep, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (fd >= 0 && write(fd, p, n) == (ssize_t)n)
			close(fd);
	}
	alarm(10);
	int rc = inmemory_read(&s, p, n, k % 16 ? 1 : 3, k % 5 ? 0 : 1, &err);
	alarm(0);
	bool good = !s.order_broken && (rc >= 0 || *err.text);
	opened += rc >= 0;
	refused += rc < 0;
	uint64_t samples = 0;
	for (size_t i = 0; i < s.events.n; i++)
		samples += sc_samples(&s, i);
	with_samples += samples > 0;
	sc_release(&s);
	if (!good)
		printf("# %s: %s\n", now_running, s.order_broken ? "calls in the wrong order" : "refused without a reason");
	return good;
}

/* The number of different planned mutations of n bytes. */
static size_t planned(size_t n) { return n / 4 * N_NASTY * 2 + n / 4 + n / 2; }

/* Makes the i-th of them; the new length. */
static size_t mutate(uint8_t *p, size_t n, size_t i)
{
	size_t words = n / 4 * N_NASTY;
	if (i < 2 * words) { /* a word of 8 or 2 bytes, in the byte order of this machine and in the other */
		size_t at = i / 2 / N_NASTY * 4;
		uint64_t v = nasty[i / 2 % N_NASTY];
		if (i & 1 && at + 4 <= n) {
			uint16_t half = (uint16_t)v;
			memcpy(p + at + 2, &half, 2);
		} else {
			size_t room = n - at < 8 ? n - at : 8;
			if (v >> 32 == 0)
				room = room < 4 ? room : 4;
			memcpy(p + at, &v, room);
		}
		return n;
	}
	i -= 2 * words;
	if (i < n / 4) /* cut */
		return i * 4 + rnd() % 4;
	for (uint64_t k = 1 + rnd() % 6; n && k; k--) /* a few random bytes */
		p[rnd() % n] = (uint8_t)rnd();
	return n;
}

static uint8_t *load(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	uint8_t *p = tf_xmalloc(1 << 20);
	*n = f ? fread(p, 1, 1 << 20, f) : 0;
	if (f)
		fclose(f);
	return p;
}

int main(int argc, char **argv)
{
	size_t count = 1500, done = 0, bad = 0, n_seeds = 0, total = 0;
	struct { uint8_t *p; size_t n; } seeds[64];
	for (int c; (c = getopt(argc, argv, "n:s:k:")) != -1;) {
		if (c == 'n')
			count = strtoul(optarg, NULL, 10);
		else if (c == 's')
			state += strtoull(optarg, NULL, 10) * 2654435761u;
		else if (c == 'k')
			keep = optarg;
		else
			return 2;
	}
	for (; n_seeds < 32 && (seeds[n_seeds].p = seed_make((unsigned)n_seeds, &seeds[n_seeds].n)); n_seeds++)
		;
	for (int i = optind; i < argc && n_seeds < 64; i++, n_seeds++)
		seeds[n_seeds].p = load(argv[i], &seeds[n_seeds].n);
	signal(SIGALRM, on_alarm);
	for (size_t s = 0; s < n_seeds; s++)
		total += planned(seeds[s].n);
	printf("1..3\n");
	/* whole, all of them must open and hold samples */
	size_t whole = 0;
	for (size_t s = 0; s < n_seeds; s++) {
		snprintf(now_running, sizeof now_running, "seed %zu, whole", s);
		whole += one(seeds[s].p, seeds[s].n, 1);
	}
	printf("%s 1 - %zu whole recordings are read\n", whole == n_seeds && with_samples == n_seeds ? "ok" : "not ok", n_seeds);
	for (size_t s = 0; s < n_seeds; s++) {
		size_t all = planned(seeds[s].n), want = count * all / total + 1, i = 0;
		for (size_t k = 0; k < want && k < all; k++, done++) {
			/* evenly over all of them, with a random start in each stretch */
			i = k * all / want + rnd() % (all / want + 1);
			if (i >= all)
				i = all - 1;
			uint8_t *p = (uint8_t *)tf_xmemdup0(seeds[s].p, seeds[s].n);
			size_t n = mutate(p, seeds[s].n, i);
			snprintf(now_running, sizeof now_running, "seed %zu, mutation %zu", s, i);
			bad += !one(p, n, (unsigned)done);
			free(p);
		}
		free(seeds[s].p);
	}
	printf("%s 2 - %zu damaged recordings: neither crash, hang nor silence\n", bad ? "not ok" : "ok", done);
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
#ifdef TF_SANITIZED
	long limit = 1600 << 10;
#else
	long limit = 400 << 10;
#endif
	printf("%s 3 - memory stays small\n", u.ru_maxrss < limit ? "ok" : "not ok");
	printf("# %zu opened, %zu refused, %zu with samples, %ld KB\n", opened, refused, with_samples, u.ru_maxrss);
	return bad != 0;
}
