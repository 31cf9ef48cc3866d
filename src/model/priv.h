/* SPDX-License-Identifier: GPL-2.0-or-later */
/* priv.h - the inside of a profile, shared by the files of src/model and nobody else. */
#ifndef TF_MODEL_PRIV_H
#define TF_MODEL_PRIV_H

#include <pthread.h>

#include "base/interner.h"
#include "base/seg.h"
#include "base/xalloc.h"
#include "model/tables.h"

/* A DSO's row, with what only the model needs. */
struct dso_row {
	struct tf_dso pub;
	tf_str_id path;
	uint8_t key_len; /* of the build id that it was asked for with: part of its identity */
	tf_func_id unresolved;
	TF_VEC(struct tf_embedded_symbol) symbols;
};
struct func_row { struct tf_func pub; tf_str_id name; };
struct stack_row { uint32_t prefix, frame; };

/* A sample column of uint32_t or uint16_t that costs nothing while all its values are the same. */
struct column {
	_Atomic bool varying;
	uint64_t value; /* of all rows while !varying */
	struct tf_seg rows;
};

struct meta { char *key, *value; };
struct record_count { const char *name; uint64_t n; };

#define DERIVED 0x8000u /* bit of the event column */
#define MAX_EVENTS 0x7ffeu

struct tf_profile {
	_Atomic unsigned refs;
	struct tf_strtab *strings;
	struct tf_diag *diag;
	struct tf_seg events; _Atomic uint32_t n_events; /* struct tf_event; ids from 1 */
	struct tf_interner dso_ids, func_ids, frame_ids, stack_ids, thread_ids;
	struct tf_seg dsos, funcs, frames, symrefs, stacks, threads;
	/* samples */
	pthread_mutex_t sample_lock;
	struct tf_seg times, sample_stacks, sample_threads;
	struct column weights, sample_events, cpus;
	uint64_t n_samples;
	struct tf_event_sum sums[64]; /* of events 1 … 63; the rest in more_sums */
	TF_VEC(struct tf_event_sum) more_sums;
	/* meta */
	pthread_mutex_t meta_lock;
	TF_VEC(struct meta) meta;
	TF_VEC(struct record_count) counts;
	struct tf_quality quality;
	struct tf_progress progress;
	_Atomic uint64_t seq, sym_version;
};

/* Lengths at one moment. The profile lives while a snapshot does. */
struct tf_snapshot {
	_Atomic unsigned refs;
	struct tf_profile *profile;
	uint64_t seq, sym_version, n_samples;
	uint32_t n_events, n_dsos, n_funcs, n_frames, n_stacks, n_threads;
	bool complete;
	struct tf_quality quality;
	struct tf_event_sum *sums; /* [n_events + 1] */
};

void tf_samples_init(struct tf_profile *p);
void tf_samples_release(struct tf_profile *p);
struct tf_event_sum *tf_samples_sum(struct tf_profile *p, uint32_t event);

static inline uint64_t tf_add_sat(uint64_t a, uint64_t b)
{
	uint64_t r;
	return __builtin_add_overflow(a, b, &r) ? UINT64_MAX : r;
}

#endif
