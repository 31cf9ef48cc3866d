/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records other than samples: what the session wants to know of is handed on. */
#include "config.h"
#include "input/perf_reader.h"

/* Where the trailer of a record lies (struct sample_id); NULL: it has none. */
static const uint8_t *trailer(const struct tf_perf_reader *r, const uint8_t *rec, uint32_t size,
			      const struct tf_perf_layout **lay)
{
	const struct tf_perf_layout *l = &r->events.v[0].lay;
	if (!r->uniform && l->id_back > 0 && size >= 8 + (uint32_t)l->id_back) {
		const struct tf_perf_event *ev = tf_perf_event_of(r, tf_perf_u64(rec + size - l->id_back, r->swap));
		if (ev)
			l = &ev->lay;
	}
	*lay = l;
	return l->tail && size >= 8 + l->tail ? rec + size - l->tail : NULL;
}

/* A path or name: what lies between here and the trailer, up to the first NUL. */
static const char *text(struct tf_bytes *b, size_t *len) { return tf_bytes_str(b, tf_bytes_left(b), len); }

static bool decode_mmap(struct tf_record *x, struct tf_bytes *b, const struct tf_perf_hdr *h)
{
	bool two = h->type == PR_MMAP2, kernel;
	uint32_t prot = 0;
	x->kind = TF_REC_MMAP;
	x->pid = tf_bytes_u32(b);
	x->tid = tf_bytes_u32(b);
	x->u.map.start = tf_bytes_u64(b);
	x->u.map.len = tf_bytes_u64(b);
	x->u.map.pgoff = tf_bytes_u64(b);
	if (two) {
		const uint8_t *id = tf_bytes_take(b, 24);
		if (id && h->misc & PM_MMAP_BUILD_ID && id[0] && id[0] <= 20) {
			x->u.map.build_id = id + 4;
			x->u.map.build_id_len = id[0];
		}
		prot = tf_bytes_u32(b);
		tf_bytes_u32(b); /* flags */
	}
	x->u.map.path = text(b, &x->u.map.path_len);
	kernel = x->mode == TF_CPU_KERNEL || x->mode == TF_CPU_GUEST_KERNEL;
	/* the kernel's own mappings are synthesized without protection bits */
	x->u.map.exec = kernel || prot & 4 || (!prot && !(h->misc & PM_MMAP_DATA));
	/*
	 * By the name alone: device and inode are 0 in what simpleperf and perf inject write, and the
	 * kernel names anonymous memory "//anon".
	 */
	x->u.map.anon = !x->u.map.path_len || x->u.map.path[0] != '/' || (x->u.map.path_len >= 6 && !memcmp(x->u.map.path, "//anon", 6));
	return !b->bad;
}

static bool decode_comm(struct tf_record *x, struct tf_bytes *b, const struct tf_perf_hdr *h)
{
	x->kind = TF_REC_COMM;
	x->pid = tf_bytes_u32(b);
	x->tid = tf_bytes_u32(b);
	x->u.comm.name = text(b, &x->u.comm.len);
	x->u.comm.exec = (h->misc & PM_COMM_EXEC) != 0;
	return !b->bad;
}

static bool decode_fork(struct tf_record *x, struct tf_bytes *b, const struct tf_perf_hdr *h)
{
	x->kind = h->type == PR_FORK ? TF_REC_FORK : TF_REC_EXIT;
	x->pid = tf_bytes_u32(b);
	x->u.fork.ppid = tf_bytes_u32(b);
	x->tid = tf_bytes_u32(b);
	x->u.fork.ptid = tf_bytes_u32(b);
	x->u.fork.synthesized = h->type == PR_FORK && h->misc & PM_FORK_EXEC;
	bool bad = b->bad;
	uint64_t time = tf_bytes_u64(b);
	if (!b->bad && x->time == TF_NO_TIME)
		x->time = time;
	return !bad;
}

static bool decode_ksymbol(struct tf_record *x, struct tf_bytes *b)
{
	x->kind = TF_REC_KSYMBOL;
	x->u.map.start = tf_bytes_u64(b);
	x->u.map.len = tf_bytes_u32(b);
	x->u.map.ksym_type = tf_bytes_u16(b);
	x->u.map.unregister = tf_bytes_u16(b) & 1;
	x->u.map.path = text(b, &x->u.map.path_len);
	x->u.map.exec = true;
	x->mode = TF_CPU_KERNEL;
	return !b->bad;
}

static bool decode_deferred(struct tf_record *x, struct tf_bytes *b, bool swap)
{
	x->kind = TF_REC_DEFERRED_CHAIN;
	x->u.deferred.cookie = tf_bytes_u64(b);
	x->u.deferred.n = tf_bytes_u64(b);
	x->u.deferred.swap = swap;
	if (x->u.deferred.n > tf_bytes_left(b) / 8)
		return false;
	x->u.deferred.chain = tf_bytes_take(b, 8 * x->u.deferred.n);
	return !b->bad;
}

static bool decode_throttle(struct tf_record *x, struct tf_bytes *b, const struct tf_perf_hdr *h)
{
	x->kind = h->type == PR_THROTTLE ? TF_REC_THROTTLE : TF_REC_UNTHROTTLE;
	uint64_t time = tf_bytes_u64(b);
	if (x->time == TF_NO_TIME && !b->bad)
		x->time = time;
	return !b->bad;
}

static bool decode_ids(struct tf_record *x, struct tf_bytes *b, enum tf_record_kind kind)
{
	x->kind = kind;
	x->pid = tf_bytes_u32(b);
	x->tid = tf_bytes_u32(b);
	return !b->bad;
}

/* The body of the record. 0: nothing for the session; 1: filled; -1: damaged. */
static int decode(struct tf_perf_reader *r, struct tf_record *x, struct tf_bytes *b, const struct tf_perf_hdr *h)
{
	switch (h->type) {
	case PR_MMAP:
	case PR_MMAP2:
		return decode_mmap(x, b, h) ? 1 : -1;
	case PR_COMM:
		return decode_comm(x, b, h) ? 1 : -1;
	case PR_FORK:
	case PR_EXIT:
		return decode_fork(x, b, h) ? 1 : -1;
	case PR_THROTTLE:
	case PR_UNTHROTTLE:
		return decode_throttle(x, b, h) ? 1 : -1;
	case PR_LOST:
		x->kind = TF_REC_LOST;
		tf_bytes_u64(b); /* id */
		x->u.lost.count = tf_bytes_u64(b);
		return b->bad ? -1 : 1;
	case PR_LOST_SAMPLES:
		x->kind = TF_REC_LOST_SAMPLES;
		x->u.lost.count = tf_bytes_u64(b);
		/* misc bit 15: thrown away by the user's own BPF filter, not lost */
		return b->bad ? -1 : !(h->misc & 1 << 15);
	case PR_KSYMBOL:
		return decode_ksymbol(x, b) ? 1 : -1;
	case PR_NAMESPACES:
		return decode_ids(x, b, TF_REC_NAMESPACES) ? 1 : -1;
	case PR_READ:
		return decode_ids(x, b, TF_REC_READ) ? 1 : -1;
	case PR_CGROUP:
		x->kind = TF_REC_CGROUP;
		x->u.cgroup.id = tf_bytes_u64(b);
		x->u.cgroup.path = text(b, &x->u.cgroup.path_len);
		return b->bad ? -1 : 1;
	case PR_SWITCH:
	case PR_SWITCH_CPU_WIDE:
		x->kind = TF_REC_SWITCH;
		return 1;
	case PR_BPF_EVENT:
		x->kind = TF_REC_BPF;
		return 1;
	case PR_TEXT_POKE:
		x->kind = TF_REC_TEXT_POKE;
		return 1;
	case PR_CALLCHAIN_DEFERRED:
		return decode_deferred(x, b, r->swap) ? 1 : -1;
	default:
		return 0;
	}
}

static void emit_kernel_record(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	static const uint8_t modes[8] = {TF_CPU_UNKNOWN, TF_CPU_KERNEL, TF_CPU_USER, TF_CPU_HYPERVISOR,
					 TF_CPU_GUEST_KERNEL, TF_CPU_GUEST_USER, TF_CPU_UNKNOWN, TF_CPU_UNKNOWN};
	const struct tf_perf_layout *l;
	const uint8_t *tail = trailer(r, rec, h->size, &l);
	struct tf_record x = {.offset = h->offset, .time = TF_NO_TIME, .pid = TF_NO_ID, .tid = TF_NO_ID, .cpu = TF_NO_ID,
			      .mode = (enum tf_cpumode)modes[h->misc & PM_CPUMODE]};
	if (tail) {
		if (l->tail_tid >= 0) {
			x.pid = tf_perf_u32(tail + l->tail_tid, r->swap);
			x.tid = tf_perf_u32(tail + l->tail_tid + 4, r->swap);
		}
		if (l->tail_time >= 0)
			x.time = tf_perf_u64(tail + l->tail_time, r->swap);
		if (l->tail_cpu >= 0)
			x.cpu = tf_perf_u32(tail + l->tail_cpu, r->swap);
	}
	struct tf_bytes b = tf_bytes_init(rec + 8, h->size - 8 - (tail ? l->tail : 0), r->swap);
	int rc = decode(r, &x, &b, h);
	if (rc < 0) {
		tf_diag_note(r->diag, "bad-record", true, h->offset, "a %s record is damaged and was left out",
			     tf_perf_record_name(h->type));
		return;
	}
	if (!rc)
		return;
	if (!r->any_time)
		x.time = h->pos;
	else if (x.time == TF_NO_TIME)
		x.time = r->round_time;
	else if (x.time > r->max_time)
		r->max_time = x.time;
	if (x.kind == TF_REC_MMAP && x.u.map.exec)
		tf_perf_symbols_mapping(r, x.u.map.path, x.u.map.path_len, x.u.map.start, x.u.map.pgoff);
	r->sink->on_record(r->sink, &x);
}

/* simpleperf's EVENT_ID: ids of counters that it opened later, for new threads. */
static void add_event_ids(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	struct tf_bytes b = tf_bytes_init(rec + 8, h->size - 8, r->swap);
	uint64_t n = tf_bytes_u64(&b);
	for (uint64_t i = 0; i < n && tf_bytes_left(&b) >= 16; i++) {
		uint64_t event = tf_bytes_u64(&b), id = tf_bytes_u64(&b);
		if (event < r->events.n)
			tf_perf_event_add_id(r, event, id);
	}
	tf_perf_events_settle(r);
}

void tf_perf_record_emit(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	if (h->type < PR_KERNEL_MAX) {
		emit_kernel_record(r, rec, h);
	} else if (h->type == PR_FINISHED_ROUND) {
		struct tf_record x = {.kind = TF_REC_ROUND, .offset = h->offset, .time = TF_NO_TIME, .pid = TF_NO_ID,
				      .tid = TF_NO_ID, .cpu = TF_NO_ID};
		r->round_time = r->max_time;
		r->sink->on_record(r->sink, &x);
	} else if (h->type == PR_HEADER_BUILD_ID) {
		tf_perf_build_id(r, rec, h->size, h->misc, h->offset);
	} else if (h->type == PR_SP_FIRST + 5) {
		add_event_ids(r, rec, h);
	}
}
