/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One SAMPLE record. The order of the parts is that of perf_event.h's comment on
 * PERF_RECORD_SAMPLE; all the fixed ones are checked against the record's end at once.
 */
#include "config.h"
#include "input/perf_reader.h"

const struct tf_perf_event *tf_perf_sample_event(const struct tf_perf_reader *r, struct tf_perf_worker *w,
						 const uint8_t *rec, uint32_t size)
{
	const struct tf_perf_event *first = &r->events.v[0];
	int32_t at = first->lay.id_at;
	if (r->events.n == 1 || !r->one_id_place || at < 0)
		return first;
	if ((uint32_t)at + 16 > size)
		return NULL;
	uint64_t id = tf_perf_u64(rec + 8 + at, r->swap);
	if (w->last && w->last_id == id)
		return w->last;
	const struct tf_perf_event *ev = tf_perf_event_of(r, id);
	if (!ev && (!id || !r->n_ids))
		ev = first;
	if (ev) {
		w->last = ev;
		w->last_id = id;
	}
	return ev;
}

/* A part that is nothing but skipped: n bytes. */
#define SKIP(n)                                                  \
	do {                                                     \
		if ((uint64_t)(n) > (uint64_t)(end - p))         \
			return false;                            \
		p += (n);                                        \
	} while (0)
#define GET64(v)                                                 \
	do {                                                     \
		if (end - p < 8)                                 \
			return false;                            \
		(v) = tf_perf_u64(p, swap);                      \
		p += 8;                                          \
	} while (0)

/* PERF_SAMPLE_READ. Returns the byte behind it; NULL: damaged. */
static const uint8_t *decode_read(const struct tf_perf_reader *r, struct tf_perf_worker *w, const struct tf_perf_event *ev,
				  const uint8_t *p, const uint8_t *end, struct tf_sample *x)
{
	uint64_t rf = ev->lay.read_format, n = 1;
	bool swap = r->swap;
	size_t head = 8 * ((rf & PF_GROUP ? 1u : 0u) + (rf & PF_ENABLED ? 1u : 0u) + (rf & PF_RUNNING ? 1u : 0u));
	size_t each = 8 * (1u + (rf & PF_ID ? 1u : 0u) + (rf & PF_LOST ? 1u : 0u));
	if ((size_t)(end - p) < head + (rf & PF_GROUP ? 0 : each))
		return NULL;
	uint64_t value = 0;
	if (rf & PF_GROUP) {
		n = tf_perf_u64(p, swap);
		p += 8;
	} else {
		value = tf_perf_u64(p, swap);
		p += 8;
	}
	if (rf & PF_ENABLED) {
		x->time_enabled = tf_perf_u64(p, swap);
		p += 8;
	}
	if (rf & PF_RUNNING) {
		x->time_running = tf_perf_u64(p, swap);
		p += 8;
	}
	if (rf & PF_GROUP && n > (size_t)(end - p) / each)
		return NULL;
	tf_grow(&w->reads, &w->reads_cap, (size_t)n + 1, sizeof *w->reads);
	for (uint64_t i = 0; i < n; i++) {
		struct tf_read_value *v = &w->reads[i];
		*v = (struct tf_read_value){.value = value};
		if (rf & PF_GROUP) {
			v->value = tf_perf_u64(p, swap);
			p += 8;
		}
		if (rf & PF_ID) {
			v->id = tf_perf_u64(p, swap);
			p += 8;
		}
		if (rf & PF_LOST) {
			v->lost = tf_perf_u64(p, swap);
			p += 8;
		}
		const struct tf_perf_event *owner = rf & PF_ID ? tf_perf_event_of(r, v->id) : NULL;
		/* without ids the members follow their leader in the order they were opened */
		if (!owner && !(rf & PF_ID)) {
			size_t k = (size_t)(ev - r->events.v) + i;
			owner = k < r->events.n ? &r->events.v[k] : NULL;
		}
		v->event = owner ? owner->id : (tf_event_id){0};
	}
	x->reads = w->reads;
	x->n_reads = (size_t)n;
	return p;
}

/* The parts behind the call chain, which most recordings do not have. */
static bool decode_rest(const struct tf_perf_layout *l, const uint8_t *p, const uint8_t *end, bool swap, struct tf_sample *x)
{
	uint64_t st = l->sample_type, n;
	if (l->server) {
		GET64(n);
		if (n > (uint64_t)(end - p) / 8)
			return false;
		p += 8 * n;
	}
	if (st & PS_RAW) {
		if (end - p < 4)
			return false;
		x->raw_size = tf_perf_u32(p, swap);
		x->raw = p + 4;
		SKIP(4 + (uint64_t)x->raw_size);
	}
	if (st & PS_BRANCH_STACK) {
		GET64(n);
		if (l->branch & PB_HW_INDEX)
			SKIP(8);
		if (n > (uint64_t)(end - p) / 24)
			return false;
		x->n_branches = n;
		x->branches = p;
		p += 24 * n;
		if (l->branch & PB_COUNTERS)
			SKIP(8 * n);
	}
	if (st & PS_REGS_USER) {
		GET64(x->user_regs_abi);
		if (x->user_regs_abi) {
			x->user_regs = p;
			x->user_regs_mask = l->regs_user;
			SKIP(8 * (uint64_t)l->n_user);
		}
	}
	if (st & PS_STACK_USER) {
		GET64(n);
		x->has_user_stack = true;
		if (n) {
			x->user_stack = p;
			SKIP(n);
			uint64_t saved;
			GET64(saved);
			x->user_stack_size = saved < n ? saved : n;
		}
	}
	static const uint64_t words[] = {PS_WEIGHT | PS_WEIGHT_STRUCT, PS_DATA_SRC, PS_TRANSACTION};
	for (unsigned i = 0; i < 3; i++)
		if (st & words[i])
			SKIP(8);
	if (st & PS_REGS_INTR) {
		GET64(n);
		if (n)
			SKIP(8 * (uint64_t)l->n_intr);
	}
	static const uint64_t last[] = {PS_PHYS_ADDR, PS_CGROUP, PS_DATA_PAGE_SIZE, PS_CODE_PAGE_SIZE};
	for (unsigned i = 0; i < 4; i++)
		if (st & last[i])
			SKIP(8);
	if (st & PS_AUX) {
		GET64(n);
		SKIP(n);
	}
	return true;
}

#define REST                                                                                                      \
	(PS_RAW | PS_BRANCH_STACK | PS_REGS_USER | PS_STACK_USER | PS_WEIGHT | PS_WEIGHT_STRUCT | PS_DATA_SRC |   \
	 PS_TRANSACTION | PS_REGS_INTR | PS_PHYS_ADDR | PS_CGROUP | PS_DATA_PAGE_SIZE | PS_CODE_PAGE_SIZE | PS_AUX)

static inline __attribute__((always_inline)) bool decode(const struct tf_perf_reader *r, struct tf_perf_worker *w,
							 const struct tf_perf_event *ev, const uint8_t *rec,
							 const struct tf_perf_hdr *h, struct tf_sample *x, bool swap)
{
	static const uint8_t modes[8] = {TF_CPU_UNKNOWN, TF_CPU_KERNEL, TF_CPU_USER, TF_CPU_HYPERVISOR,
					 TF_CPU_GUEST_KERNEL, TF_CPU_GUEST_USER, TF_CPU_UNKNOWN, TF_CPU_UNKNOWN};
	const struct tf_perf_layout *l = &ev->lay;
	const uint8_t *p = rec + 8, *end = rec + h->size;
	uint64_t st = l->sample_type;
	if (h->size < 8 + l->fixed)
		return false;
	*x = (struct tf_sample){.offset = h->offset, .time = TF_NO_TIME, .pid = TF_NO_ID, .tid = TF_NO_ID, .cpu = TF_NO_ID,
				.mode = (enum tf_cpumode)modes[h->misc & PM_CPUMODE], .event = ev->id, .swap = swap,
				.exact_ip = (h->misc & PM_EXACT_IP) != 0, .has_ip = (st & PS_IP) != 0,
				.has_period = (st & PS_PERIOD) != 0, .has_chain = (st & PS_CALLCHAIN) != 0};
	if (st & PS_IDENTIFIER) {
		x->id = tf_perf_u64(p, swap);
		p += 8;
	}
	if (st & PS_IP) {
		x->ip = tf_perf_u64(p, swap);
		p += 8;
	}
	if (st & PS_TID) {
		x->pid = tf_perf_u32(p, swap);
		x->tid = tf_perf_u32(p + 4, swap);
		p += 8;
	}
	if (st & PS_TIME) {
		x->time = tf_perf_u64(p, swap);
		p += 8;
	}
	if (st & PS_ADDR) {
		x->addr = tf_perf_u64(p, swap);
		p += 8;
	}
	if (st & PS_ID) {
		x->id = tf_perf_u64(p, swap);
		p += 8;
	}
	if (st & PS_STREAM_ID)
		p += 8;
	if (st & PS_CPU) {
		x->cpu = tf_perf_u32(p, swap);
		p += 8;
	}
	if (st & PS_PERIOD) {
		x->period = tf_perf_u64(p, swap);
		p += 8;
	}
	if (!r->any_time)
		x->time = h->pos;
	if (st & PS_READ && !(p = decode_read(r, w, ev, p, end, x)))
		return false;
	if (st & PS_CALLCHAIN) {
		if (end - p < 8)
			return false;
		uint64_t n = tf_perf_u64(p, swap);
		p += 8;
		if (n > (uint64_t)(end - p) / 8)
			return false;
		x->chain = p;
		x->n_chain = n;
		p += 8 * n;
	}
	return !(st & REST || l->server) || decode_rest(l, p, end, swap, x);
}

bool tf_perf_sample_decode(const struct tf_perf_reader *r, struct tf_perf_worker *w, const struct tf_perf_event *ev,
			   const uint8_t *rec, const struct tf_perf_hdr *h, struct tf_sample *x)
{
	return r->swap ? decode(r, w, ev, rec, h, x, true) : decode(r, w, ev, rec, h, x, false);
}
