/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_reader.h - what the parts of the perf.data reader share. Private to src/input/perf_*.c and
 * in_perfdata.c.
 *
 *   in_perfdata.c    probe, open, pump, close: the order of the passes
 *   perf_file.c      header, sections, directory form; segments = the streams of records
 *   perf_attr.c      event attributes, ids, layouts of samples and trailers
 *   perf_names.c     names of events from type and config
 *   perf_features.c  header features -> meta data, names, groups, build ids
 *   perf_meta.c      meta data that is not in the features
 *   perf_tracing.c   names of tracepoints in TRACING_DATA
 *   perf_symbols.c   symbols that simpleperf and hiperf put into the file
 *   perf_stacks.c    hiperf's table of call chains
 *   perf_cursor.c    walks the records of a segment, block by block, through zstd where needed
 *   perf_pass.c      first pass: side-band records; second pass: samples, on all workers
 *   perf_decode.c    one SAMPLE record; perf_record.c: one record of any other kind
 */
#ifndef TF_INPUT_PERF_READER_H
#define TF_INPUT_PERF_READER_H

#include "base/bytes.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/input.h"
#include "input/perf_abi.h"

struct tf_inflate;

/* perf_event_attr, in our byte order; fields that the recorder did not know are 0. */
struct tf_perf_attr {
	uint32_t type, size, bp_type, stack_user, precise;
	uint64_t config, period, sample_type, read_format, flags, config1, config2, branch, regs_user, regs_intr;
	uint64_t config3;
	int32_t clockid;
};

/* Where things lie in the samples of an event and in the trailer of its other records; -1: nowhere. */
struct tf_perf_layout {
	uint64_t sample_type, read_format, branch, regs_user;
	uint32_t fixed;           /* bytes of the parts before READ */
	uint32_t n_user, n_intr;  /* registers */
	int32_t id_at, time_at;   /* from the start of a sample's body */
	int32_t id_back;          /* trailer: the id, counted from the record's end */
	uint32_t tail;            /* bytes of the trailer */
	int32_t tail_tid, tail_time, tail_cpu; /* from its start */
	bool server;              /* hiperf: a list of servers follows the call chain */
};

struct tf_perf_event {
	struct tf_perf_attr attr;
	struct tf_perf_layout lay;
	TF_VEC(uint64_t) ids;
	char *name;               /* NULL until known */
	char *unit;               /* of EVENT_UPDATE; NULL */
	uint32_t leader;          /* index of the group's leader */
	tf_event_id id;           /* the sink's */
};

struct tf_perf_id { uint64_t id; uint32_t event; bool used; };

struct tf_perf_section { uint64_t offset, size; };
struct tf_perf_named { uint64_t key; char *name; };
struct tf_perf_symbols;
struct tf_perf_stacks;

/* A stretch of a segment for one turn of the second pass. */
struct tf_perf_chunk {
	uint32_t segment;
	uint64_t offset, end; /* in the file */
	uint64_t pos;         /* logical position of the first record */
	uint64_t samples;
};

/* A stream of records. */
struct tf_perf_segment {
	int fd;               /* owned, unless it is the file's */
	bool own_fd;
	uint64_t offset, size;
	uint64_t pos;         /* logical position of its first byte: grows over all segments */
	bool compressed;      /* holds COMPRESSED records: has to be read in order */
	uint64_t stop;        /* nothing behind this file offset is usable (first pass) */
};

struct tf_perf_hdr {
	uint32_t type, size;  /* size: of the whole record, simpleperf's 32 bits applied */
	uint16_t misc;
	uint64_t offset;      /* in the file; inside a COMPRESSED record: of that */
	uint64_t pos;         /* logical position: grows with every record of the recording */
};

/* Walks the records of a segment from offset to end. */
struct tf_perf_cursor {
	const uint8_t *p, *lim; /* bytes that can be taken: of the file, or unpacked */
	uint64_t pos;
	bool swap;
	bool inner;             /* p lies in unpacked data */
	bool failed;            /* ended early: noted */
	const struct tf_perf_segment *seg;
	struct tf_diag *diag;   /* NULL: nothing is noted */
	uint8_t *buf;           /* block of the file */
	size_t cap, fill;
	uint64_t base;          /* file offset of buf[0] */
	uint64_t end;           /* file offset where this walk ends */
	/* unpacking */
	struct tf_inflate *z;
	uint8_t *out;
	size_t out_cap, out_fill;
	const uint8_t *in;      /* packed bytes that wait (inside buf) */
	size_t in_left;
	uint64_t in_offset;     /* of the COMPRESSED record */
	uint64_t packed, unpacked;
	const uint8_t *outer_p, *outer_lim;
};

struct tf_perf_worker {
	uint8_t *buf;           /* block of the cursor */
	struct tf_read_value *reads;
	size_t reads_cap;
	uint64_t *chain;        /* restored from hiperf's table */
	size_t chain_cap;
	uint64_t last_id;
	const struct tf_perf_event *last;
	uint64_t bad;           /* samples that could not be decoded */
};

enum tf_perf_state { TF_PERF_SCAN, TF_PERF_EVENTS, TF_PERF_RECORDS, TF_PERF_SAMPLES, TF_PERF_DONE };

struct tf_perf_reader {
	char *path;
	int fd;                 /* borrowed from the input file; directory: own */
	bool own_fd;
	uint64_t size;          /* of the file */
	bool swap, big_endian;  /* the other byte order; the file's order */
	bool pipe, legacy, directory;
	bool has_features;      /* the table of features was written */
	struct tf_sink *sink;
	struct tf_pool *pool;
	struct tf_diag *diag;

	uint64_t header_size, attr_size;
	struct tf_perf_section attrs, data, event_types;
	uint64_t features[PH_MAX / 64];
	TF_VEC(struct tf_perf_event) events;
	struct tf_perf_id *ids; /* hash table, open addressing */
	size_t id_mask, n_ids;
	uint32_t n_cpus;        /* that there may be: NRCPUS */
	bool uniform;           /* all events have the same layout */
	bool one_id_place;      /* the id lies at the same place in all of them */
	bool any_time;          /* samples carry a time */
	bool any_read;          /* samples carry counter values: their order matters */
	bool hiperf;
	TF_VEC(struct tf_perf_segment) segs;
	TF_VEC(struct tf_perf_chunk) chunks;
	TF_VEC(struct tf_perf_named) pmus;        /* key: type */
	TF_VEC(struct tf_perf_named) tracepoints; /* key: config */
	struct tf_perf_stacks *stacks;   /* hiperf's; NULL: none */
	struct tf_perf_symbols *symbols; /* found in features, handed on after the records */

	enum tf_perf_state state;
	struct tf_perf_cursor cur; /* first pass */
	size_t seg;             /* where the pass is */
	size_t chunk;
	uint64_t done, total;
	uint64_t counts[PR_MAX], sp_counts[16], unknown;
	uint64_t max_time, round_time; /* largest time so far; when this round began */
	struct tf_perf_worker *workers;
	unsigned n_workers;
	TF_VEC(uint8_t *) spare; /* buffers for unpacked data */
	struct tf_quality q;
};

/* ---- perf_file.c ---------------------------------------------------------------------------- */

/* Whether these are the first bytes of a perf.data file. */
bool tf_perf_magic(const uint8_t *head, size_t n);
/* Whether the directory holds a recording; *fd_out: its header file, opened (may be NULL). */
bool tf_perf_is_directory(const char *path, int *fd_out);
/* Opens a file named by the user or a recording: regular files only. -1: not. */
int tf_perf_open_regular(int dirfd, const char *path);
/* Reads the header, finds the segments. 0 or negative with err filled. */
int tf_perf_file_read(struct tf_perf_reader *r, struct tf_err *err);
/* Reads n bytes at offset; fewer at the end of the file. Negative: error of the system. */
ssize_t tf_perf_pread(int fd, void *buf, size_t n, uint64_t offset);
/* The bytes of a section that are there (at most limit), for the caller to free; NULL: none. */
uint8_t *tf_perf_section_read(struct tf_perf_reader *r, const struct tf_perf_section *s, size_t limit, size_t *n);
static inline bool tf_perf_has(const struct tf_perf_reader *r, unsigned feature)
{
	return r->features[feature / 64] >> (feature % 64) & 1;
}

/* ---- perf_attr.c ---------------------------------------------------------------------------- */

/* Decodes n bytes of a perf_event_attr. false: too short to be one. */
bool tf_perf_attr_parse(struct tf_perf_attr *a, const uint8_t *p, size_t n, bool swap, bool big_endian);
/* Adds an event; its index. */
size_t tf_perf_event_add(struct tf_perf_reader *r, const struct tf_perf_attr *a);
void tf_perf_event_add_id(struct tf_perf_reader *r, size_t event, uint64_t id);
/* The event with this attr (type, config, sample_type …), not before from; SIZE_MAX: none. */
size_t tf_perf_event_find(const struct tf_perf_reader *r, const struct tf_perf_attr *a, size_t from);
/* Reads the attributes section of the file form. */
int tf_perf_attrs_read(struct tf_perf_reader *r, struct tf_err *err);
/* A HEADER_ATTR record of the pipe form. */
void tf_perf_attr_record(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h);
/* All events are known: layouts are compared, the ids' table is built. */
void tf_perf_events_settle(struct tf_perf_reader *r);
/* Tells the sink of the events. */
void tf_perf_events_emit(struct tf_perf_reader *r);
/* The event of an id; NULL: not known. */
static inline const struct tf_perf_event *tf_perf_event_of(const struct tf_perf_reader *r, uint64_t id)
{
	if (!r->n_ids)
		return NULL;
	for (size_t i = (id * 0x9e3779b97f4a7c15ull) >> 20;; i++) {
		const struct tf_perf_id *t = &r->ids[i & r->id_mask];
		if (!t->used)
			return NULL;
		if (t->id == id)
			return &r->events.v[t->event];
	}
}

/* ---- perf_names.c --------------------------------------------------------------------------- */

/* The name of an event as perf would call it, with its modifiers. Fresh memory. */
char *tf_perf_event_name(const struct tf_perf_reader *r, const struct tf_perf_attr *a);
/* Learns the name of a tracepoint or PMU. */
void tf_perf_tracepoint(struct tf_perf_reader *r, uint64_t config, const char *name, size_t len);
void tf_perf_pmu(struct tf_perf_reader *r, uint32_t type, const char *name, size_t len);

/* ---- perf_features.c, perf_symbols.c --------------------------------------------------------- */

/* Reads all header features of the file form, but for the build ids. */
void tf_perf_features_read(struct tf_perf_reader *r);
/* The build-id table of the file form: handed on as records. */
void tf_perf_build_ids_read(struct tf_perf_reader *r);
/* One feature's bytes (HEADER_FEATURE record or section). */
void tf_perf_feature(struct tf_perf_reader *r, unsigned feature, const uint8_t *p, size_t n, uint64_t offset);
/* The tracing data of perf and trace-cmd: names of tracepoints. */
void tf_perf_tracing_data(struct tf_perf_reader *r, const uint8_t *p, size_t n);
/* perf_meta.c: tells the sink what the features do not: format, age, events. */
void tf_perf_meta_emit(struct tf_perf_reader *r);
/* One record of a build-id table, or a BUILD_ID record. */
void tf_perf_build_id(struct tf_perf_reader *r, const uint8_t *rec, size_t n, uint16_t misc, uint64_t offset);

void tf_perf_symbols_simpleperf(struct tf_perf_reader *r, const uint8_t *p, size_t n, bool protobuf);
void tf_perf_symbols_hiperf(struct tf_perf_reader *r, const uint8_t *p, size_t n);
/* An executable mapping, for files whose symbols do not say where their text begins. */
void tf_perf_symbols_mapping(struct tf_perf_reader *r, const char *path, size_t len, uint64_t start,
			     uint64_t pgoff);
void tf_perf_symbols_emit(struct tf_perf_reader *r);
void tf_perf_symbols_free(struct tf_perf_reader *r);

/* ---- perf_stacks.c -------------------------------------------------------------------------- */

void tf_perf_stacks_read(struct tf_perf_reader *r, const uint8_t *p, size_t n);
/* Gives a sample whose chain was left to the table its chain; size: of the record. */
void tf_perf_stacks_restore(const struct tf_perf_reader *r, struct tf_perf_worker *w, const uint8_t *rec, uint32_t size,
			    struct tf_sample *x);
void tf_perf_stacks_free(struct tf_perf_reader *r);

/* ---- perf_cursor.c -------------------------------------------------------------------------- */

/* Starts a walk; buf: block of TF_PERF_BLOCK bytes, borrowed. */
#define TF_PERF_BLOCK ((size_t)512 << 10)
void tf_perf_cursor_init(struct tf_perf_cursor *c, const struct tf_perf_reader *r, const struct tf_perf_segment *seg,
			 uint64_t offset, uint64_t end, uint64_t pos, uint8_t *buf, struct tf_diag *diag);
void tf_perf_cursor_release(struct tf_perf_cursor *c);
/* The slow half of tf_perf_next(). */
const uint8_t *tf_perf_next_slow(struct tf_perf_cursor *c, struct tf_perf_hdr *h);
/* The record is COMPRESSED: the next ones come from within. */
void tf_perf_expand(struct tf_perf_cursor *c, const uint8_t *rec, const struct tf_perf_hdr *h);
/* Bytes that follow the record just taken and belong to no record. */
void tf_perf_skip(struct tf_perf_cursor *c, uint64_t n);
/*
 * While c stands in unpacked data: the records before p are taken out together with their buffer,
 * which is returned; fresh (TF_PERF_OUT bytes) takes its place. c goes on at p.
 */
#define TF_PERF_OUT ((size_t)1 << 20)
uint8_t *tf_perf_cursor_swap(struct tf_perf_cursor *c, const uint8_t *p, uint8_t *fresh);

static inline uint16_t tf_perf_u16(const uint8_t *p, bool swap)
{
	uint16_t v;
	memcpy(&v, p, sizeof v);
	return swap ? __builtin_bswap16(v) : v;
}
static inline uint32_t tf_perf_u32(const uint8_t *p, bool swap)
{
	uint32_t v;
	memcpy(&v, p, sizeof v);
	return swap ? __builtin_bswap32(v) : v;
}
static inline uint64_t tf_perf_u64(const uint8_t *p, bool swap)
{
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return swap ? __builtin_bswap64(v) : v;
}
/* A string that ends with NUL: only it is taken, and the NUL. */
static inline const char *tf_perf_word(struct tf_bytes *b, size_t *len)
{
	const char *s = tf_bytes_str(b, tf_bytes_left(b), len);
	if (s)
		b->p = (const uint8_t *)s + *len + (s + *len < (const char *)b->end);
	return s;
}
static inline uint64_t tf_perf_offset(const struct tf_perf_cursor *c, const uint8_t *p)
{
	return c->inner ? c->in_offset : c->base + (uint64_t)(p - c->buf);
}
/* The next record, whole; NULL: end (or c->failed). Valid until the next call. */
static inline const uint8_t *tf_perf_next(struct tf_perf_cursor *c, struct tf_perf_hdr *h)
{
	const uint8_t *p = c->p;
	size_t left = (size_t)(c->lim - p);
	if (__builtin_expect(left < 8, 0))
		return tf_perf_next_slow(c, h);
	h->type = tf_perf_u32(p, c->swap);
	h->misc = tf_perf_u16(p + 4, c->swap);
	h->size = tf_perf_u16(p + 6, c->swap);
	if (__builtin_expect(h->size > left || h->size < 8 || h->type >= PR_SP_FIRST, 0))
		return tf_perf_next_slow(c, h);
	h->offset = tf_perf_offset(c, p);
	h->pos = c->pos;
	c->pos += h->size;
	c->p = p + h->size;
	return p;
}
static inline bool tf_perf_is_compressed(uint32_t type) { return type == PR_COMPRESSED || type == PR_COMPRESSED2; }
/* Bytes of payload behind a record of this type. */
static inline uint64_t tf_perf_payload(const uint8_t *rec, const struct tf_perf_hdr *h, bool swap)
{
	if (h->type == PR_AUXTRACE && h->size >= 16)
		return tf_perf_u64(rec + 8, swap);
	if (h->type == PR_HEADER_TRACING_DATA && h->size >= 12) {
		uint32_t n = tf_perf_u32(rec + 8, swap);
		/* simpleperf puts it into the record */
		return h->size - 12 >= n ? 0 : n;
	}
	return 0;
}

/* ---- perf_decode.c, perf_record.c ------------------------------------------------------------- */

/* The event a SAMPLE record belongs to; NULL: not known. */
const struct tf_perf_event *tf_perf_sample_event(const struct tf_perf_reader *r, struct tf_perf_worker *w,
						 const uint8_t *rec, uint32_t size);
/* Decodes a SAMPLE record of the event. false: damaged. x borrows from rec and w. */
bool tf_perf_sample_decode(const struct tf_perf_reader *r, struct tf_perf_worker *w, const struct tf_perf_event *ev,
			   const uint8_t *rec, const struct tf_perf_hdr *h, struct tf_sample *x);
/* Hands a side-band record on to the sink, if it is one. */
void tf_perf_record_emit(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h);

/* ---- perf_pass.c ------------------------------------------------------------------------------ */

/* Each works until *deadline (monotonic ns; 0: none) or *stop. 1: more to do, 0: finished. */
int tf_perf_scan_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop);
int tf_perf_record_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop);
int tf_perf_sample_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop);
bool tf_perf_late(uint64_t deadline);

#endif
