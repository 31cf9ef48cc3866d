/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool.h - a fixed set of helper threads for loops whose turns are independent. */
#ifndef TF_BASE_POOL_H
#define TF_BASE_POOL_H

#include <stddef.h>

struct tf_pool;

/* n workers in all, the calling thread included (so n - 1 threads are started); 0: one a CPU. */
struct tf_pool *tf_pool_new(unsigned n);
void tf_pool_free(struct tf_pool *p);
unsigned tf_pool_size(const struct tf_pool *p);
/*
 * Calls fn(ctx, worker, i) for each i in [0, n), in any order, on all workers (0 … size - 1; the
 * caller is worker 0) and returns when all turns are done. One loop at a time.
 */
void tf_pool_for(struct tf_pool *p, size_t n, void (*fn)(void *ctx, unsigned worker, size_t i), void *ctx);

#endif
