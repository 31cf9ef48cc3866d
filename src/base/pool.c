/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/xalloc.h"

struct helper { struct tf_pool *pool; unsigned worker; pthread_t thread; };

struct tf_pool {
	unsigned n;          /* workers, the caller included */
	struct helper *helpers; /* n - 1 */
	pthread_mutex_t lock;
	pthread_cond_t start, done;
	unsigned round;      /* grows with each loop */
	unsigned running;    /* helpers that have not finished this round */
	bool quit;
	void (*fn)(void *, unsigned, size_t);
	void *ctx;
	size_t count;
	atomic_size_t next;
};

static void turns(struct tf_pool *p, unsigned worker)
{
	size_t i;
	while ((i = atomic_fetch_add(&p->next, 1)) < p->count)
		p->fn(p->ctx, worker, i);
}

static void *helper_main(void *arg)
{
	struct helper *h = arg;
	struct tf_pool *p = h->pool;
	unsigned seen = 0;
	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (!p->quit && p->round == seen)
			pthread_cond_wait(&p->start, &p->lock);
		if (p->quit)
			break;
		seen = p->round;
		pthread_mutex_unlock(&p->lock);
		turns(p, h->worker);
		pthread_mutex_lock(&p->lock);
		if (!--p->running)
			pthread_cond_signal(&p->done);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct tf_pool *tf_pool_new(unsigned n)
{
	struct tf_pool *p = tf_xcalloc(1, sizeof *p);
	if (!n) {
		long cpus = sysconf(_SC_NPROCESSORS_ONLN);
		n = cpus < 1 ? 1 : cpus > 16 ? 16 : (unsigned)cpus;
	}
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->start, NULL);
	pthread_cond_init(&p->done, NULL);
	p->helpers = tf_xcalloc(n, sizeof *p->helpers);
	p->n = 1;
	/* Signals are the front end's business: helpers block them all. */
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	for (unsigned i = 1; i < n; i++) {
		struct helper *h = &p->helpers[i - 1];
		*h = (struct helper){.pool = p, .worker = i};
		if (pthread_create(&h->thread, NULL, helper_main, h))
			break; /* fewer helpers do the same work */
		p->n++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return p;
}

void tf_pool_free(struct tf_pool *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->quit = true;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i + 1 < p->n; i++)
		pthread_join(p->helpers[i].thread, NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->start);
	pthread_cond_destroy(&p->done);
	free(p->helpers);
	free(p);
}

unsigned tf_pool_size(const struct tf_pool *p)
{
	return p->n;
}

void tf_pool_for(struct tf_pool *p, size_t n, void (*fn)(void *ctx, unsigned worker, size_t i), void *ctx)
{
	if (p->n == 1 || n < 2) {
		for (size_t i = 0; i < n; i++)
			fn(ctx, 0, i);
		return;
	}
	pthread_mutex_lock(&p->lock);
	p->fn = fn;
	p->ctx = ctx;
	p->count = n;
	atomic_store(&p->next, 0);
	p->running = p->n - 1;
	p->round++;
	pthread_cond_broadcast(&p->start);
	pthread_mutex_unlock(&p->lock);
	turns(p, 0);
	pthread_mutex_lock(&p->lock);
	while (p->running)
		pthread_cond_wait(&p->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
}
