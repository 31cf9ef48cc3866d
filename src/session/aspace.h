/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * aspace.h - an address space whose mappings change with time.
 *
 * All mappings are added in order of time, then the space is frozen, and any thread may ask what
 * lay at an address at any time. A forked space looks through to its parent as it was at the fork.
 *
 * The first mapping of a region counts from the beginning: code cannot have run there before it was
 * mapped, and clocks of different CPUs may disagree a little. Only a mapping that replaces
 * another one starts at its own time; such a moment begins a new epoch of the space. Between two
 * epochs the meaning of no address changes.
 */
#ifndef TF_SESSION_ASPACE_H
#define TF_SESSION_ASPACE_H

#include <tflame/types.h>

struct tf_aspace;

struct tf_mapping {
	uint64_t start, end;
	uint64_t shift; /* DSO address = address - shift (modulo 2^64) */
	tf_dso_id dso;
};

/* uid: unique number. parent may be NULL; it is the one at time fork_time. */
struct tf_aspace *tf_aspace_new(uint32_t uid, struct tf_aspace *parent, uint64_t fork_time);
/* Not its parent. */
void tf_aspace_free(struct tf_aspace *a);
/* Adds a mapping at a time not before that of the last call. */
void tf_aspace_map(struct tf_aspace *a, const struct tf_mapping *m, uint64_t time);
/* Ends what is mapped in [start, end) at that time. */
void tf_aspace_unmap(struct tf_aspace *a, uint64_t start, uint64_t end, uint64_t time);
/* The mapping added last that covers all of [start, end) now; false: none. */
bool tf_aspace_covers(const struct tf_aspace *a, uint64_t start, uint64_t end, struct tf_mapping *out);
/* No more mappings will come: makes lookups possible. */
void tf_aspace_freeze(struct tf_aspace *a);
/* What lay at addr at that time; false: nothing known. After freezing; any thread. */
bool tf_aspace_find(const struct tf_aspace *a, uint64_t addr, uint64_t time, struct tf_mapping *out);
uint32_t tf_aspace_uid(const struct tf_aspace *a);
/* Number of the epoch at a time, and the span [*from, *to) in which it is the same. */
uint32_t tf_aspace_epoch(const struct tf_aspace *a, uint64_t time, uint64_t *from, uint64_t *to);

#endif
