/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - what a recording says, as tables that only grow.
 *
 * A struct tf_snapshot fixes the lengths of all tables at one moment. Everything below those
 * lengths can be read from any thread without a lock for as long as the snapshot is held; rows are
 * never moved and never change, except that names arrive late: a frame's symbols and a DSO's state
 * may become known while one looks (tf_snapshot_sym_version() then grows with the next snapshot).
 *
 * All strings are NUL-terminated for convenience, but names come from strangers and may hold any
 * byte, also NUL: use the length, and tf_escape() (text.h) before showing one.
 */
#ifndef TFLAME_PROFILE_H
#define TFLAME_PROFILE_H

#include <tflame/types.h>

struct tf_snapshot;

/* ---- events ------------------------------------------------------------------------------- */

struct tf_event {
	const char *name;   /* as recorded, e.g. "cpu-clock", "cycles:u" */
	const char *role;   /* metrics.md: "cycles", "instructions", "cpu-clock" …; NULL: none */
	const char *unit;   /* "ns" or "events" */
	uint32_t type;      /* perf_event_attr.type; UINT32_MAX: not from perf */
	uint64_t config;    /* perf_event_attr.config */
	bool freq;          /* sampled with a frequency, not a fixed period */
	uint64_t freq_or_period; /* asked rate in Hz or period; 0: unknown */
	bool has_callchain; /* samples carry call chains */
	bool user_stack;    /* samples carry user registers and a stack dump */
	bool inherit;       /* counters are inherited: reads belong to one thread */
	bool counted;       /* text: a row stands for as many samples as its weight says */
	bool hidden;        /* helper events (dummy) that never sample */
	uint32_t leader;    /* event id of the group's leader (own id if none) */
};

/* What was sampled for one event up to a snapshot. */
struct tf_event_sum {
	uint64_t samples; /* SAMPLE records of the event itself */
	uint64_t weight;  /* sum of weights: periods, or deltas of group reads; saturates */
};

/* ---- modules and functions ---------------------------------------------------------------- */

enum tf_dso_kind {
	TF_DSO_UNKNOWN,  /* addresses outside of all mappings */
	TF_DSO_FILE,     /* a mapped file */
	TF_DSO_KERNEL,   /* the kernel image: addresses are absolute */
	TF_DSO_KMODULE,  /* a kernel module: addresses are absolute */
	TF_DSO_BPF,      /* kernel code of a KSYMBOL record: its name is the function */
	TF_DSO_VDSO,
	TF_DSO_JIT,      /* anonymous executable memory of one process: /tmp/perf-PID.map may name it */
	TF_DSO_SPECIAL,  /* [heap], [stack], memfd:…, devices: never opened */
	TF_DSO_GUEST,    /* code of a virtual machine's guest */
	TF_DSO_TEXT,     /* module named in text input */
};

/* What became of the search for a module's symbols. */
enum tf_dso_state {
	TF_DSO_PENDING,   /* not asked for yet */
	TF_DSO_OK,        /* symbols found */
	TF_DSO_NOSYMS,    /* object found, without usable symbols */
	TF_DSO_MISSING,   /* no object found */
	TF_DSO_CHANGED,   /* a file of that name has another build id */
	TF_DSO_RESTRICTED,/* kernel addresses hidden (kptr_restrict) */
	TF_DSO_DAMAGED,   /* object found, but not readable as ELF */
	TF_DSO_NONE,      /* a kind that has no symbols */
};

struct tf_dso {
	const char *path;      /* as recorded, without " (deleted)" */
	const char *name;      /* short name: last part of the path, or [kernel], [vdso] … */
	enum tf_dso_kind kind;
	uint32_t pid;          /* TF_DSO_JIT: the process; else 0 */
	uint8_t build_id[20];
	uint8_t build_id_len;  /* 0: not recorded */
	bool deleted;          /* the mapping's name ended in " (deleted)" */
	uint64_t text_base;    /* kernel, module, BPF: start of its mapping */
	uint64_t text_size;    /* and its length, 0: unknown */
	enum tf_dso_state state;
	const char *found;     /* file the symbols come from; NULL: none (yet) */
	const char *tried;     /* what was looked at, one per line; NULL: nothing yet */
};

enum tf_func_flags {
	TF_FUNC_KERNEL = 1 << 0,
	TF_FUNC_UNRESOLVED = 1 << 1, /* stands for all unnamed code of its module: "[libfoo.so]" */
	TF_FUNC_COMM = 1 << 2,       /* not code: the name of the process, first level of each stack */
	TF_FUNC_INLINE = 1 << 3,     /* only in call tree nodes: an inlined call */
	TF_FUNC_MARK = 1 << 4,       /* not code: a marker such as [cut stacks] */
	TF_FUNC_BPF = 1 << 5,
	TF_FUNC_JIT = 1 << 6,
};

struct tf_func {
	const char *name;    /* demangled, without parameters removed */
	uint32_t name_len;
	const char *linkage; /* name in the symbol table, NULL when the same */
	tf_dso_id dso;
	uint32_t flags;      /* enum tf_func_flags */
	const char *aliases; /* other names of the same address, one per line; NULL: none */
};

enum tf_frame_flags {
	TF_FRAME_KERNEL = 1 << 0,
	TF_FRAME_RETURN = 1 << 1, /* address is a return address: looked up at address - 1 */
	TF_FRAME_COMM = 1 << 2,   /* root frame: address is the tf_str_id of the name */
	TF_FRAME_NAMED = 1 << 3,  /* from text: address is a tf_str_id, the name itself */
	TF_FRAME_MARK = 1 << 4,   /* marker frame, named */
	TF_FRAME_GUEST = 1 << 5,
	TF_FRAME_INLINE = 1 << 6, /* text said that this call was inlined */
};

struct tf_frame {
	uint64_t addr;   /* TF_DSO_FILE, _VDSO: file offset; other kinds: absolute address */
	tf_dso_id dso;
	uint32_t flags;  /* enum tf_frame_flags */
};

struct tf_thread {
	uint32_t pid, tid;
	const char *comm; /* the last name it had */
};

/* One kept sample. */
struct tf_sample_row {
	uint64_t time;
	uint64_t weight;
	tf_stack_id stack;
	tf_thread_id thread;
	tf_event_id event;
	uint32_t cpu;
	bool derived;    /* a group member's delta: has weight, is no sample of its own */
};

/* ---- quality: what is missing, and what the input said was wrong -------------------------- */

struct tf_quality {
	uint64_t samples;         /* SAMPLE records used */
	uint64_t bad_samples;     /* SAMPLE records that could not be decoded */
	uint64_t lost_events;     /* sum of PERF_RECORD_LOST.lost */
	uint64_t lost_chunks;     /* number of LOST records */
	uint64_t lost_samples;    /* sum of PERF_RECORD_LOST_SAMPLES.lost */
	uint64_t throttled;       /* THROTTLE records */
	uint64_t unknown_records; /* records of kinds nobody here knows */
	uint64_t truncated_stacks;/* stacks known to be cut */
	uint64_t no_chain;        /* samples without any call chain */
	uint64_t no_user_chain;   /* user samples whose chain has no user part, e.g. dwarf dumps */
	uint64_t unresolved_frames; /* distinct frames without a symbol */
	uint64_t n_frames;        /* distinct frames */
	uint64_t unresolved_weight; /* samples whose innermost frame has no symbol */
	bool truncated_file;      /* the input ends before its end */
	bool unfinished_file;     /* the recorder did not close the file */
	uint64_t first_time, last_time; /* of samples; TF_NO_TIME: no times */
	uint32_t n_processes;
};

/* One kind of message, however often it was noted. */
struct tf_message {
	const char *kind;      /* stable id, e.g. "truncated-record" */
	uint64_t count;
	uint64_t first_offset; /* byte offset of the first, UINT64_MAX: none */
	bool damage;           /* the input is damaged (else: a remark) */
	char text[240];        /* of the first one */
	char advice[200];      /* what to type; empty: nothing */
};

enum tf_phase { TF_PHASE_OPEN, TF_PHASE_SIDEBAND, TF_PHASE_SAMPLES, TF_PHASE_SYMBOLS, TF_PHASE_DONE };

struct tf_progress {
	enum tf_phase phase;
	uint64_t done, total;  /* bytes or frames; total 0: unknown */
	char what[64];         /* file or module being read */
};

/* ---- reading a snapshot. All functions: any thread, never fail, no ownership passes -------- */

/* Takes another reference / drops one; the last one frees. NULL is allowed. */
const struct tf_snapshot *tf_snapshot_ref(const struct tf_snapshot *s);
void tf_snapshot_unref(const struct tf_snapshot *s);

uint64_t tf_snapshot_seq(const struct tf_snapshot *s);         /* grows with each snapshot */
uint64_t tf_snapshot_sym_version(const struct tf_snapshot *s); /* grows when names changed */
bool tf_snapshot_complete(const struct tf_snapshot *s);        /* loading has ended */
void tf_snapshot_progress(const struct tf_snapshot *s, struct tf_progress *out);
void tf_snapshot_quality(const struct tf_snapshot *s, struct tf_quality *out);
/* Copies up to max messages, most important first; returns how many there are. */
size_t tf_snapshot_messages(const struct tf_snapshot *s, struct tf_message *out, size_t max);

/* Numbers of rows. Ids run from 1 to n (stacks, frames, funcs, dsos, threads, events). */
uint32_t tf_snapshot_n_events(const struct tf_snapshot *s);
uint32_t tf_snapshot_n_dsos(const struct tf_snapshot *s);
uint32_t tf_snapshot_n_funcs(const struct tf_snapshot *s);
uint32_t tf_snapshot_n_frames(const struct tf_snapshot *s);
uint32_t tf_snapshot_n_stacks(const struct tf_snapshot *s);
uint32_t tf_snapshot_n_threads(const struct tf_snapshot *s);
uint64_t tf_snapshot_n_samples(const struct tf_snapshot *s); /* rows, derived ones included */

/* Rows by id; NULL for id 0 and ids out of range. Valid while the engine lives. */
const struct tf_event *tf_snapshot_event(const struct tf_snapshot *s, tf_event_id id);
const struct tf_dso *tf_snapshot_dso(const struct tf_snapshot *s, tf_dso_id id);
const struct tf_func *tf_snapshot_func(const struct tf_snapshot *s, tf_func_id id);
const struct tf_frame *tf_snapshot_frame(const struct tf_snapshot *s, tf_frame_id id);
const struct tf_thread *tf_snapshot_thread(const struct tf_snapshot *s, tf_thread_id id);

struct tf_event_sum tf_snapshot_event_sum(const struct tf_snapshot *s, tf_event_id id);
/* Prefix (caller side) and innermost frame of a stack. The prefix's id is always smaller. */
tf_stack_id tf_snapshot_stack_prefix(const struct tf_snapshot *s, tf_stack_id id);
tf_frame_id tf_snapshot_stack_frame(const struct tf_snapshot *s, tf_stack_id id);
/* The function of a frame; never 0: unnamed code has the unresolved function of its module. */
tf_func_id tf_snapshot_frame_func(const struct tf_snapshot *s, tf_frame_id id);
/* Bytes between the symbol's start and the frame's address; UINT64_MAX: not known. */
uint64_t tf_snapshot_frame_offset(const struct tf_snapshot *s, tf_frame_id id);
/* Row i (0 … n_samples - 1), in the order they were kept, which is not the order of time. */
void tf_snapshot_sample(const struct tf_snapshot *s, uint64_t i, struct tf_sample_row *out);

/*
 * What the input says about itself. Keys: "file", "format", "hostname", "os-release", "version",
 * "arch", "nrcpus-online", "nrcpus-avail", "cpudesc", "cpuid", "total-memory-kb", "cmdline",
 * "captured", "duration"… NULL: not recorded.
 */
const char *tf_snapshot_meta(const struct tf_snapshot *s, const char *key);
/* The i-th key and value in the order of the file; false: no more. */
bool tf_snapshot_meta_at(const struct tf_snapshot *s, size_t i, const char **key, const char **value);
/* Counts of record kinds for --stats: name and count of the i-th kind; false: no more. */
bool tf_snapshot_record_count(const struct tf_snapshot *s, size_t i, const char **name, uint64_t *count);

#endif
