/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The passes over the records: a first one in file order for everything but samples, which also
 * cuts the segments into chunks; then one over the samples, chunk by chunk on all workers. Pipes
 * have one before both, for the events that are announced in the stream.
 */
#include "config.h"
#include "input/perf_reader.h"

#include <stdatomic.h>
#include <time.h>

#include "input/inflate.h"

#define CHUNK ((uint64_t)4 << 20)
#define CHECK 4096 /* records between looks at the clock and the stop flag */

bool tf_perf_late(uint64_t deadline)
{
	struct timespec t;
	if (!deadline)
		return false;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec >= deadline;
}

static bool stopped(const _Atomic bool *stop) { return stop && atomic_load_explicit(stop, memory_order_relaxed); }

/* Makes the cursor stand in a segment; false: there are no more. */
static bool enter_segment(struct tf_perf_reader *r, struct tf_diag *diag)
{
	if (r->cur.seg)
		return true;
	if (r->seg >= r->segs.n)
		return false;
	const struct tf_perf_segment *s = &r->segs.v[r->seg];
	tf_perf_cursor_init(&r->cur, r, s, s->offset, s->offset + s->size, s->pos, r->workers[0].buf, diag);
	return true;
}

/* ---- scan: events and names announced in a pipe --------------------------------------------- */

static void event_update(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	struct tf_bytes b = tf_bytes_init(rec + 8, h->size - 8, r->swap);
	uint64_t kind = tf_bytes_u64(&b), id = tf_bytes_u64(&b);
	size_t len;
	const char *s = tf_bytes_str(&b, tf_bytes_left(&b), &len);
	if (b.bad || !len || (kind != 0 && kind != 2))
		return;
	for (size_t e = 0; e < r->events.n; e++) {
		struct tf_perf_event *ev = &r->events.v[e];
		for (size_t k = 0; k < ev->ids.n; k++) {
			if (ev->ids.v[k] != id)
				continue;
			char **to = kind == 2 ? &ev->name : &ev->unit;
			free(*to);
			*to = tf_xmemdup0(s, len);
			return;
		}
	}
}

/* The tracing data of a pipe follows its record. */
static void tracing_payload(struct tf_perf_reader *r, const struct tf_perf_hdr *h, uint64_t n)
{
	struct tf_perf_section s = {h->offset + h->size, n};
	size_t got;
	uint8_t *p = r->cur.inner ? NULL : tf_perf_section_read(r, &s, (size_t)64 << 20, &got);
	if (p)
		tf_perf_tracing_data(r, p, got);
	free(p);
}

static void scan_record(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	switch (h->type) {
	case PR_HEADER_ATTR:
		tf_perf_attr_record(r, rec, h);
		break;
	case PR_EVENT_UPDATE:
		event_update(r, rec, h);
		break;
	case PR_HEADER_FEATURE:
		/* an empty one marks the end of the list */
		if (h->size > 16)
			tf_perf_feature(r, (unsigned)tf_perf_u64(rec + 8, r->swap), rec + 16, h->size - 16, h->offset);
		break;
	case PR_HEADER_EVENT_TYPE:
		if (h->size > 16)
			tf_perf_tracepoint(r, tf_perf_u64(rec + 8, r->swap), (const char *)rec + 16,
					   strnlen((const char *)rec + 16, h->size - 16));
		break;
	}
}

int tf_perf_scan_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop)
{
	struct tf_perf_hdr h;
	const uint8_t *rec;
	while (enter_segment(r, NULL)) {
		for (unsigned n = 0; (rec = tf_perf_next(&r->cur, &h)); n++) {
			scan_record(r, rec, &h);
			if (tf_perf_is_compressed(h.type))
				tf_perf_expand(&r->cur, rec, &h);
			uint64_t payload = tf_perf_payload(rec, &h, r->swap);
			if (payload && h.type == PR_HEADER_TRACING_DATA)
				tracing_payload(r, &h, payload);
			if (payload)
				tf_perf_skip(&r->cur, payload);
			if (n % CHECK == CHECK - 1) {
				if (stopped(stop))
					return 0;
				if (tf_perf_late(deadline))
					return 1;
			}
		}
		tf_perf_cursor_release(&r->cur);
		r->seg++;
	}
	r->seg = 0;
	return 0;
}

/* ---- records -------------------------------------------------------------------------------- */

static void count(struct tf_perf_reader *r, const struct tf_perf_hdr *h)
{
	if (h->type < PR_MAX && tf_perf_record_name(h->type)) {
		r->counts[h->type]++;
	} else if (tf_perf_record_name(h->type)) {
		r->sp_counts[h->type - PR_SP_FIRST]++;
	} else {
		r->unknown++;
		r->q.unknown_records++;
		tf_diag_note(r->diag, "unknown-record", false, h->offset,
			     "records of a kind that this version does not know (the first: type %u) were skipped", h->type);
	}
}

static void counts_emit(struct tf_perf_reader *r)
{
	for (uint32_t t = 0; t < PR_MAX; t++)
		if (r->counts[t])
			r->sink->on_count(r->sink, tf_perf_record_name(t), r->counts[t]);
	for (uint32_t t = 0; t < 16; t++)
		if (r->sp_counts[t])
			r->sink->on_count(r->sink, tf_perf_record_name(PR_SP_FIRST + t), r->sp_counts[t]);
	if (r->unknown)
		r->sink->on_count(r->sink, "UNKNOWN", r->unknown);
}

/* Records without a time of their own are placed by the samples around them. */
static void watch_time(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	const struct tf_perf_event *ev = tf_perf_sample_event(r, &r->workers[0], rec, h->size);
	if (!ev || ev->lay.time_at < 0 || h->size < 16 + (uint32_t)ev->lay.time_at)
		return;
	uint64_t t = tf_perf_u64(rec + 8 + ev->lay.time_at, r->swap);
	if (t != TF_NO_TIME && t > r->max_time)
		r->max_time = t;
}

static struct tf_perf_chunk *open_chunk(struct tf_perf_reader *r, uint64_t offset, uint64_t pos)
{
	struct tf_perf_chunk *k = tf_vec_push(&r->chunks);
	*k = (struct tf_perf_chunk){.segment = (uint32_t)r->seg, .offset = offset, .end = offset, .pos = pos};
	return k;
}

static void one_record(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	count(r, h);
	if (tf_perf_is_compressed(h->type)) {
		r->segs.v[r->seg].compressed = true;
		tf_perf_expand(&r->cur, rec, h);
		return;
	}
	tf_perf_record_emit(r, rec, h);
	uint64_t payload = tf_perf_payload(rec, h, r->swap);
	if (payload)
		tf_perf_skip(&r->cur, payload);
}

/* Walks on in the segment. false: at its end. */
static bool walk(struct tf_perf_reader *r, bool watch)
{
	struct tf_perf_hdr h;
	const uint8_t *rec;
	struct tf_perf_chunk *k = r->chunks.n ? &r->chunks.v[r->chunks.n - 1] : NULL;
	if (k && k->segment != r->seg)
		k = NULL;
	for (unsigned n = 0; n < CHECK; n++) {
		rec = tf_perf_next(&r->cur, &h);
		if (!rec)
			return false;
		if (!k || (h.offset - k->offset >= CHUNK && !r->cur.inner))
			k = open_chunk(r, h.offset, h.pos);
		if (h.type == PR_SAMPLE) {
			r->counts[PR_SAMPLE]++;
			k->samples++;
			if (watch)
				watch_time(r, rec, &h);
		} else {
			one_record(r, rec, &h);
		}
		if (!r->cur.inner)
			k->end = tf_perf_offset(&r->cur, r->cur.p);
	}
	return true;
}

int tf_perf_record_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop)
{
	bool watch = false;
	for (size_t i = 0; i < r->events.n; i++)
		watch |= r->any_time && !(r->events.v[i].attr.flags & PA_SAMPLE_ID_ALL);
	while (enter_segment(r, r->diag)) {
		while (walk(r, watch)) {
			const struct tf_perf_segment *s = &r->segs.v[r->seg];
			r->sink->on_progress(r->sink, TF_PHASE_SIDEBAND, r->done + (r->cur.base - s->offset), r->total);
			if (stopped(stop))
				break;
			if (tf_perf_late(deadline))
				return 1;
		}
		if (r->cur.failed)
			r->q.truncated_file = true;
		r->done += r->segs.v[r->seg].size;
		tf_perf_cursor_release(&r->cur);
		r->seg++;
		if (stopped(stop))
			break;
	}
	r->seg = 0;
	r->done = 0;
	counts_emit(r);
	return 0;
}

/* ---- samples -------------------------------------------------------------------------------- */

/* A stretch of whole records in memory or in the file, for one turn of one worker. */
struct turn {
	const uint8_t *p, *lim; /* unpacked records; NULL: a chunk of the file */
	uint64_t offset, pos;
	const struct tf_perf_chunk *chunk;
};

struct loop {
	struct tf_perf_reader *r;
	const _Atomic bool *stop;
	struct turn *turns;
};

static inline void sample(struct tf_perf_reader *r, unsigned worker, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	struct tf_perf_worker *w = &r->workers[worker];
	struct tf_sample x;
	const struct tf_perf_event *ev = tf_perf_sample_event(r, w, rec, h->size);
	if (__builtin_expect(ev && tf_perf_sample_decode(r, w, ev, rec, h, &x), 1)) {
		if (__builtin_expect(r->stacks != NULL, 0))
			tf_perf_stacks_restore(r, w, rec, h->size, &x);
		r->sink->on_sample(r->sink, worker, &x);
		return;
	}
	w->bad++;
	if (ev)
		tf_diag_note(r->diag, "bad-sample", true, h->offset, "a sample is damaged and was left out");
	else
		tf_diag_note(r->diag, "unknown-event", true, h->offset, "a sample of an event that is not in the header was left out");
}

static void chunk_turn(struct loop *l, unsigned worker, const struct tf_perf_chunk *k)
{
	struct tf_perf_reader *r = l->r;
	struct tf_perf_cursor c;
	struct tf_perf_hdr h;
	const uint8_t *rec;
	tf_perf_cursor_init(&c, r, &r->segs.v[k->segment], k->offset, k->end, k->pos, r->workers[worker].buf, NULL);
	for (unsigned n = 0; (rec = tf_perf_next(&c, &h)); n++) {
		if (h.type == PR_SAMPLE)
			sample(r, worker, rec, &h);
		else if (h.type == PR_AUXTRACE || h.type == PR_HEADER_TRACING_DATA)
			tf_perf_skip(&c, tf_perf_payload(rec, &h, r->swap));
		if (n % CHECK == CHECK - 1 && stopped(l->stop))
			break;
	}
	tf_perf_cursor_release(&c);
}

static void memory_turn(struct loop *l, unsigned worker, const struct turn *t)
{
	struct tf_perf_reader *r = l->r;
	uint64_t pos = t->pos;
	for (const uint8_t *p = t->p; p < t->lim;) {
		struct tf_perf_hdr h = {.type = tf_perf_u32(p, r->swap), .misc = tf_perf_u16(p + 4, r->swap),
					.size = tf_perf_u16(p + 6, r->swap), .offset = t->offset, .pos = pos};
		if (h.type == PR_SAMPLE)
			sample(r, worker, p, &h);
		p += h.size;
		pos += h.size;
	}
}

static void one_turn(void *ctx, unsigned worker, size_t i)
{
	struct loop *l = ctx;
	const struct turn *t = &l->turns[i];
	if (stopped(l->stop))
		return;
	if (t->chunk)
		chunk_turn(l, worker, t->chunk);
	else
		memory_turn(l, worker, t);
}

static void run(struct loop *l, size_t n)
{
	/* read values are differences between neighbours: the order of the file has to stay */
	if (l->r->any_read || n == 1 || !l->r->pool)
		for (size_t i = 0; i < n; i++)
			one_turn(l, 0, i);
	else
		tf_pool_for(l->r->pool, n, one_turn, l);
}

/* The chunks of segments that are not compressed, a few at a time. */
static int file_turns(struct tf_perf_reader *r, struct loop *l, uint64_t deadline)
{
	size_t max = 4 * (size_t)r->n_workers, n = 0;
	struct turn turns[4 * 64];
	if (max > sizeof turns / sizeof *turns)
		max = sizeof turns / sizeof *turns;
	if (deadline && max > r->n_workers)
		max = r->n_workers < max ? r->n_workers : max;
	l->turns = turns;
	while (r->chunk < r->chunks.n && n < max && r->chunks.v[r->chunk].segment == r->seg) {
		const struct tf_perf_chunk *k = &r->chunks.v[r->chunk++];
		r->done += k->end - k->offset;
		if (k->samples)
			turns[n++] = (struct turn){.chunk = k};
	}
	run(l, n);
	return r->chunk < r->chunks.n && r->chunks.v[r->chunk].segment == r->seg;
}

static void give_back(struct tf_perf_reader *r, uint8_t **bufs, size_t *n)
{
	while (*n)
		*tf_vec_push(&r->spare) = bufs[--*n];
}

/*
 * A compressed segment: this thread unpacks, all workers decode. The cursor's buffer of unpacked
 * data is exchanged for a fresh one each time it is full of whole records.
 */
static int packed_turns(struct tf_perf_reader *r, struct loop *l)
{
	struct turn turns[64];
	uint8_t *keep[64];
	size_t n = 0, max = r->n_workers < 64 ? r->n_workers : 64;
	bool more = true;
	struct tf_perf_hdr h;
	const uint8_t *rec;
	l->turns = turns;
	while (n < max) {
		rec = tf_perf_next(&r->cur, &h);
		if (!rec) {
			more = false;
			break;
		}
		if (tf_perf_is_compressed(h.type)) {
			tf_perf_expand(&r->cur, rec, &h);
			continue;
		}
		if (!r->cur.inner) {
			uint64_t payload = tf_perf_payload(rec, &h, r->swap);
			if (h.type == PR_SAMPLE) {
				run(l, n); /* what came before goes first */
				give_back(r, keep, &n);
				sample(r, 0, rec, &h);
			} else if (payload) {
				tf_perf_skip(&r->cur, payload);
			}
			continue;
		}
		/* all whole records that are unpacked, rec the first of them */
		const uint8_t *p = r->cur.p;
		while (r->cur.lim - p >= 8) {
			uint32_t size = tf_perf_u16(p + 6, r->swap);
			if (size < 8 || size > (size_t)(r->cur.lim - p))
				break;
			p += size;
		}
		turns[n] = (struct turn){.p = rec, .lim = p, .offset = h.offset, .pos = h.pos};
		r->cur.pos += (uint64_t)(p - r->cur.p);
		uint8_t *fresh = r->spare.n ? r->spare.v[--r->spare.n] : tf_xmalloc(TF_PERF_OUT);
		keep[n++] = tf_perf_cursor_swap(&r->cur, p, fresh);
	}
	r->done = tf_perf_offset(&r->cur, r->cur.p) - r->cur.seg->offset;
	run(l, n);
	give_back(r, keep, &n);
	return more;
}

int tf_perf_sample_pass(struct tf_perf_reader *r, uint64_t deadline, const _Atomic bool *stop)
{
	struct loop l = {.r = r, .stop = stop};
	while (r->seg < r->segs.n) {
		struct tf_perf_segment *s = &r->segs.v[r->seg];
		int more;
		if (s->compressed) {
			enter_segment(r, NULL);
			more = packed_turns(r, &l);
		} else {
			more = file_turns(r, &l, deadline);
		}
		r->sink->on_progress(r->sink, TF_PHASE_SAMPLES, r->done, r->total);
		if (stopped(stop))
			break;
		if (!more) {
			tf_perf_cursor_release(&r->cur);
			/* chunks of a compressed segment were only counted */
			while (r->chunk < r->chunks.n && r->chunks.v[r->chunk].segment == r->seg)
				r->chunk++;
			r->seg++;
		}
		if (r->seg < r->segs.n && tf_perf_late(deadline))
			return 1;
	}
	tf_perf_cursor_release(&r->cur);
	return 0;
}
