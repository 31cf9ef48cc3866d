/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sinkcount.h - a sink that counts, and reads an input to its end into it. For tests. */
#ifndef TF_TESTS_SINKCOUNT_H
#define TF_TESTS_SINKCOUNT_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/input.h"

struct sc_event { char *name, *role; uint64_t samples, period, other; struct tf_event e; };
struct sc_worker { TF_VEC(struct sc_event) per; uint64_t reads, chain, bytes, first, last; uint64_t hash; };
struct sc_count { const char *name; uint64_t n; };

struct sc_sink {
	struct tf_sink sink; /* first */
	TF_VEC(struct sc_event) events;
	TF_VEC(struct sc_count) counts;
	struct tf_strbuf meta;    /* "key\tvalue\n" */
	struct tf_strbuf records; /* one line each, if wanted */
	struct tf_strbuf samples; /* one line each, if wanted (one worker only) */
	bool want_records, want_samples;
	bool touch;               /* read every byte that is pointed to */
	struct sc_worker workers[16];
	struct tf_quality q;
	uint64_t n_records, n_symbols, n_stacks;
	bool records_end;
	bool order_broken;        /* something came out of the order that record.h promises */
};

void sc_init(struct sc_sink *s);
void sc_release(struct sc_sink *s);
/* Opens path, reads it all with so many workers, in pumps of budget_ms. 0 or negative. */
int sc_read(struct sc_sink *s, const char *path, unsigned workers, unsigned budget_ms, struct tf_err *err);
uint64_t sc_samples(const struct sc_sink *s, size_t event);
uint64_t sc_period(const struct sc_sink *s, size_t event);
/* The count of a record kind; 0: none. */
uint64_t sc_records(const struct sc_sink *s, const char *name);

#endif
