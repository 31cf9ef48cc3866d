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
struct chain_entry { uint64_t lo, hi; uint32_t stack; }; /* stack 0: empty */

#define THREAD_CACHE 512
#define ADDR_CACHE 16384
#define CHAIN_CACHE_MAX (1u << 19) /* slots; from there on old entries are overwritten */
#define ROWS 2048

struct tf_session_worker {
	struct thread_entry threads[THREAD_CACHE];
	struct addr_entry addrs[ADDR_CACHE];
	struct chain_entry *chains;
	uint32_t chain_mask, chain_used;
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
	uint32_t threads_named;
	bool frozen;
	unsigned n_workers;
	struct tf_session_worker *workers;
};

/* records.c */
void tf_session_on_record(struct tf_sink *sink, const struct tf_record *r);
void tf_session_on_records_end(struct tf_sink *sink);
/* stacks.c: the stack of a sample. */
tf_stack_id tf_session_stack(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t,
			     const struct tf_sample *x);
const struct thread_entry *tf_session_thread(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x);
/* weights.c: rows for the other members of a group that was read with the sample. */
void tf_session_reads(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x, const struct tf_sample_row *row);
/* session.c */
void tf_session_push(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample_row *row);

#endif
