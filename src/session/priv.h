/* SPDX-License-Identifier: GPL-2.0-or-later */
/* priv.h - the inside of a session, shared by the files of src/session and nobody else. */
#ifndef TF_SESSION_PRIV_H
#define TF_SESSION_PRIV_H

#include "base/interner.h"
#include "base/xalloc.h"
#include "session/process.h"
#include "session/session.h"

/* Context markers of call chains: perf_event.h, enum perf_callchain_context. */
#define CTX_HV ((uint64_t)-32)
#define CTX_KERNEL ((uint64_t)-128)
#define CTX_USER ((uint64_t)-512)
#define CTX_USER_DEFERRED ((uint64_t)-640)
#define CTX_GUEST ((uint64_t)-2048)
#define CTX_GUEST_KERNEL ((uint64_t)-2176)
#define CTX_GUEST_USER ((uint64_t)-2560)
#define CTX_MAX ((uint64_t)-4095)
static inline bool is_marker(uint64_t word) { return word >= CTX_MAX; }

/* A record that changes processes or maps, kept until all of them can be put in order. */
struct kept_record {
	uint64_t time;
	uint32_t order, pid, tid;
	uint8_t kind; /* enum tf_record_kind */
	bool kernel, flag; /* flag: exec of COMM, synthesized of FORK, unregister of KSYMBOL */
	union {
		struct { uint64_t start, end, shift; tf_dso_id dso; bool jit; } map;
		struct { uint32_t ppid, ptid; } fork;
		tf_str_id comm;
	} u;
};

struct build_id { tf_str_id path; uint8_t id[20]; uint8_t len; };
struct deferred { uint64_t cookie; uint32_t tid; size_t at; uint32_t n; }; /* words at deferred_words[at] */
struct last_read { uint64_t id, value, enabled, running; uint32_t tid; bool used; };

/* Direct-mapped caches of one worker: what was asked for lately is likely to be asked for again. */
struct thread_entry {
	uint32_t pid, tid;
	bool used;
	uint64_t from, to; /* holds for from <= time < to */
	const struct tf_aspace *aspace;
	uint64_t space_key;  /* address space and its epoch */
	uint64_t kernel_key;
	tf_stack_id comm;    /* stack that holds the name of the process */
	tf_thread_id thread;
};
struct addr_entry { uint64_t addr, key; uint32_t flags, frame; };
/* Shared by all workers. lo is taken first (0: free), stack is written last (0: not ready). */
struct chain_entry { _Atomic uint64_t lo, hi; _Atomic uint32_t stack; };

#define THREAD_CACHE 512

#define ADDR_CACHE_MAX (1u << 16)
#define CHAIN_CACHE_MIN (1u << 12)
#define CHAIN_CACHE_MAX (1u << 19)
#define ROWS 2048

/*
 * Samples wait in a ring until the memory that their look-ups need has come into the cache: the chain's slot,
 * then the stack's slot, then the stack's row. Each step is taken a few samples after the one before.
 */
#define RING 16
#define LAG 4          /* samples between two steps */
#define RING_WORDS 96  /* longer chains are not kept waiting */
struct waiting {
	struct tf_sample_row row;
	struct thread_entry thread;
	uint64_t time, leaf, ctx, hash_lo, hash_hi;
	uint32_t n_words;  /* callers' words */
	tf_stack_id prefix;
	tf_frame_id frame;
	uint64_t words[RING_WORDS];
};

struct tf_session_worker {
	struct waiting ring[RING];
	uint32_t ring_in, ring_named, ring_seen, ring_out; /* how many samples took each step */
	struct thread_entry threads[THREAD_CACHE];
	struct addr_entry *addrs;
	uint32_t addr_mask;
	struct tf_sample_row rows[ROWS];
	size_t n_rows;
	uint64_t *words; size_t words_cap; /* a chain in native order */
	struct tf_quality quality;
};

struct tf_session {
	struct tf_sink sink; /* first: the sink is the session */
	struct tf_profile *p;
	struct tf_processes *processes;
	struct tf_aspace *kernel;
	tf_dso_id kernel_dso, unknown_dso, guest_dso, hv_dso, no_dso;
	tf_stack_id root;
	TF_VEC(struct kept_record) records;
	TF_VEC(struct build_id) build_ids;
	TF_VEC(struct deferred) deferred;
	TF_VEC(uint64_t) deferred_words;
	TF_VEC(struct last_read) reads; /* hash table, cap is a power of two */
	struct tf_event **events; uint32_t n_events; /* by id, for the hot path */
	uint64_t *fixed_periods; /* by id: of samples that do not bring theirs; 0: not an event of this input */
	bool later;              /* another input was opened before */
	tf_str_id symbol_path; /* of the symbol handed on last, and the modules that it is for */
	enum tf_dso_kind symbol_kind;
	TF_VEC(tf_dso_id) symbol_dsos;
	uint32_t threads_named;
	bool frozen;
	struct chain_entry *chains; /* callers' stacks by hash; a full neighbourhood takes no more */
	uint32_t chain_mask;
	unsigned n_workers;
	struct tf_session_worker *workers;
};

/* records.c */
void tf_session_on_record(struct tf_sink *sink, const struct tf_record *r);
void tf_session_on_records_end(struct tf_sink *sink);
/* stacks.c: gives the row its stack and pushes it, now or with one of the next samples. */
void tf_session_add(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, const struct tf_sample *x,
		    const struct tf_sample_row *row);
/* Pushes all rows that wait. */
void tf_session_drain(struct tf_session *s, struct tf_session_worker *w);
const struct thread_entry *tf_session_thread(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x);
/* weights.c: pushes rows for the other members of a group that was read with the sample; scales the
 * weight of the sample's own row when the group shared the hardware. */
void tf_session_reads(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x, struct tf_sample_row *row);
/* session.c */
void tf_session_push(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample_row *row);

#endif
