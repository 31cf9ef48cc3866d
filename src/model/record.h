/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.h - what inputs hand on: decoded records and samples, without a trace of their format.
 * Pointers in these structs are borrowed for the duration of the call they are passed in.
 */
#ifndef TF_MODEL_RECORD_H
#define TF_MODEL_RECORD_H

#include <tflame/profile.h>

enum tf_record_kind {
	TF_REC_MMAP, TF_REC_COMM, TF_REC_FORK, TF_REC_EXIT, TF_REC_LOST, TF_REC_LOST_SAMPLES,
	TF_REC_THROTTLE, TF_REC_UNTHROTTLE, TF_REC_KSYMBOL, TF_REC_NAMESPACES, TF_REC_CGROUP,
	TF_REC_SWITCH, TF_REC_BPF, TF_REC_TEXT_POKE, TF_REC_DEFERRED_CHAIN, TF_REC_READ, TF_REC_ROUND,
	TF_REC_BUILD_ID, /* header table or record: path has this build id */
};

enum tf_cpumode { TF_CPU_UNKNOWN, TF_CPU_KERNEL, TF_CPU_USER, TF_CPU_HYPERVISOR, TF_CPU_GUEST_KERNEL, TF_CPU_GUEST_USER };

struct tf_record {
	enum tf_record_kind kind;
	uint64_t offset;  /* of the record in the input, for messages */
	uint64_t time;    /* TF_NO_TIME: the record has none */
	uint32_t pid, tid, cpu; /* TF_NO_ID: not recorded */
	enum tf_cpumode mode;
	union {
		struct { /* MMAP, MMAP2; and KSYMBOL (start, len, name) */
			uint64_t start, len, pgoff;
			const char *path; size_t path_len;
			const uint8_t *build_id; size_t build_id_len;
			bool exec;       /* executable (MMAP without the data bit, or PROT_EXEC) */
			bool anon;       /* no device and inode, or a name that is no path */
			bool unregister; /* KSYMBOL: goes away */
			uint16_t ksym_type; /* KSYMBOL: 1 BPF, 2 out-of-line code */
		} map;
		struct { const char *name; size_t len; bool exec; } comm;
		struct { uint32_t ppid, ptid; bool synthesized; } fork; /* misc bit 13: not a real fork */
		struct { uint64_t count; } lost; /* LOST, LOST_SAMPLES */
		struct { uint64_t cookie; const uint8_t *chain; uint64_t n; bool swap; } deferred;
		struct { const char *path; size_t path_len; const uint8_t *id; size_t len; enum tf_cpumode mode; } build_id;
		struct { const char *path; size_t path_len; uint64_t id; } cgroup;
	} u;
};

/* One value of PERF_SAMPLE_READ. */
struct tf_read_value { tf_event_id event; uint64_t id, value, lost; };

struct tf_sample {
	uint64_t offset;       /* of the record */
	uint64_t time;         /* TF_NO_TIME: none */
	uint64_t ip, addr, period, id;
	uint32_t pid, tid, cpu;/* TF_NO_ID: none */
	enum tf_cpumode mode;
	tf_event_id event;
	bool has_ip, has_period, has_chain, exact_ip;
	/*
	 * The call chain as recorded: n_chain words of 8 bytes (any alignment; the reader's byte
	 * order if !swap), innermost first, with PERF_CONTEXT_* markers between.
	 */
	const uint8_t *chain;
	uint64_t n_chain;
	bool swap;
	uint64_t user_regs_abi, user_regs_mask; /* abi 0: no registers */
	const uint8_t *user_regs;               /* popcount(mask) words */
	const uint8_t *user_stack; uint64_t user_stack_size; /* bytes that were really saved */
	bool has_user_stack;
	const struct tf_read_value *reads; size_t n_reads; /* group members, leader first; 0: none */
	uint64_t time_enabled, time_running;    /* of the reads; 0: not recorded */
	const uint8_t *raw; uint32_t raw_size;
	uint64_t n_branches; const uint8_t *branches; /* words of 3 x 8 bytes: from, to, flags */
};

/* A stack of text input: names, outermost first. */
struct tf_named_frame {
	const char *name; size_t len;          /* len 0: not known */
	const char *module; size_t module_len; /* NULL: not known */
	uint64_t addr;                         /* 0: not known */
	uint32_t flags;                        /* enum tf_func_flags that are known: KERNEL, INLINE */
};
struct tf_named_stack {
	const char *comm; size_t comm_len;     /* NULL: none: no level of process names */
	const struct tf_named_frame *frames; size_t n;
	uint32_t pid, tid, cpu;                /* TF_NO_ID */
	uint64_t time;                         /* TF_NO_TIME */
	tf_event_id event;
	uint64_t weight;                       /* also the number of samples if the event is counted */
};

/*
 * Where inputs put what they read. The input never knows what is behind it. on_sample() may be
 * called from several threads at once, each with its own worker number below the number given at
 * open; everything else comes from one thread. Order: on_event first, then all on_record, then
 * on_records_end, then on_sample (any order). Text inputs use on_event and on_stack only.
 */
struct tf_sink {
	tf_event_id (*on_event)(struct tf_sink *s, const struct tf_event *e);
	void (*on_meta)(struct tf_sink *s, const char *key, const char *value);
	void (*on_record)(struct tf_sink *s, const struct tf_record *r);
	void (*on_records_end)(struct tf_sink *s);
	void (*on_sample)(struct tf_sink *s, unsigned worker, const struct tf_sample *x);
	void (*on_stack)(struct tf_sink *s, const struct tf_named_stack *x);
	/* Symbols that come with the recording; addr as in tf_frame.addr of a file: file offset. */
	void (*on_symbol)(struct tf_sink *s, enum tf_dso_kind kind, const char *path, size_t path_len, uint64_t addr,
			  uint64_t size, const char *name, size_t name_len);
	/* Counts: a record kind for --stats (literal name), and quality. */
	void (*on_count)(struct tf_sink *s, const char *name, uint64_t n);
	void (*on_quality)(struct tf_sink *s, const struct tf_quality *q);
	void (*on_progress)(struct tf_sink *s, enum tf_phase phase, uint64_t done, uint64_t total);
	struct tf_diag *diag; /* where damage is noted */
};

#endif
