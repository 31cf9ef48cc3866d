/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/perf_reader.h"

#include "input/roles.h"

/* Bounds against absurd files: perf itself opens at most a few thousand events. */
#define EVENTS_MAX 65536
#define ATTRS_MAX ((size_t)64 << 20)
#define IDS_MAX ((size_t)1 << 24)

static uint8_t reverse_bits(uint8_t b)
{
	b = (uint8_t)(b >> 4 | b << 4);
	b = (uint8_t)((b & 0xcc) >> 2 | (b & 0x33) << 2);
	return (uint8_t)((b & 0xaa) >> 1 | (b & 0x55) << 1);
}

bool tf_perf_attr_parse(struct tf_perf_attr *a, const uint8_t *p, size_t n, bool swap, bool big_endian)
{
	uint8_t raw[144] = {0};
	*a = (struct tf_perf_attr){0};
	if (n < PERF_ATTR_MIN)
		return false;
	uint32_t size = tf_perf_u32(p + 4, swap);
	if (size >= PERF_ATTR_MIN && size < n)
		n = size;
	memcpy(raw, p, n < sizeof raw ? n : sizeof raw);
	a->type = tf_perf_u32(raw, swap);
	a->size = size;
	a->config = tf_perf_u64(raw + 8, swap);
	a->period = tf_perf_u64(raw + 16, swap);
	a->sample_type = tf_perf_u64(raw + 24, swap);
	a->read_format = tf_perf_u64(raw + 32, swap);
	/* a bit field: on big-endian machines it is filled from the other end of each byte */
	for (unsigned i = 0; i < 8; i++)
		a->flags |= (uint64_t)(big_endian ? reverse_bits(raw[40 + i]) : raw[40 + i]) << (8 * i);
	unsigned lo = a->flags >> PA_BIT_PRECISE & 1, hi = a->flags >> (PA_BIT_PRECISE + 1) & 1;
	a->precise = big_endian ? lo << 1 | hi : hi << 1 | lo;
	a->bp_type = tf_perf_u32(raw + 52, swap);
	a->config1 = tf_perf_u64(raw + 56, swap);
	a->config2 = tf_perf_u64(raw + 64, swap);
	a->branch = tf_perf_u64(raw + 72, swap);
	a->regs_user = tf_perf_u64(raw + 80, swap);
	a->stack_user = tf_perf_u32(raw + 88, swap);
	a->clockid = (int32_t)tf_perf_u32(raw + 92, swap);
	a->regs_intr = tf_perf_u64(raw + 96, swap);
	a->config3 = tf_perf_u64(raw + 128, swap);
	return true;
}

/* Sizes and places of the parts that come before those of variable size. */
static void set_layout(struct tf_perf_layout *l, const struct tf_perf_attr *a, bool hiperf)
{
	uint64_t st = a->sample_type;
	*l = (struct tf_perf_layout){.sample_type = st, .read_format = a->read_format, .branch = a->branch,
				     .regs_user = a->regs_user, .id_at = -1, .time_at = -1, .id_back = -1,
				     .tail_tid = -1, .tail_time = -1, .tail_cpu = -1};
	l->n_user = (uint32_t)__builtin_popcountll(a->regs_user);
	l->n_intr = (uint32_t)__builtin_popcountll(a->regs_intr);
	l->server = hiperf && (st & PS_HIPERF_SERVER);
	static const uint64_t fixed[] = {PS_IDENTIFIER, PS_IP, PS_TID, PS_TIME, PS_ADDR, PS_ID, PS_STREAM_ID, PS_CPU, PS_PERIOD};
	for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++) {
		if (!(st & fixed[i]))
			continue;
		if (fixed[i] == PS_TIME)
			l->time_at = (int32_t)l->fixed;
		if (fixed[i] == PS_IDENTIFIER || (fixed[i] == PS_ID && l->id_at < 0))
			l->id_at = (int32_t)l->fixed;
		l->fixed += 8;
	}
	if (!(a->flags & PA_SAMPLE_ID_ALL))
		return;
	static const uint64_t tail[] = {PS_TID, PS_TIME, PS_ID, PS_STREAM_ID, PS_CPU, PS_IDENTIFIER};
	int32_t id = -1;
	for (unsigned i = 0; i < sizeof tail / sizeof *tail; i++) {
		if (!(st & tail[i]))
			continue;
		if (tail[i] == PS_TID)
			l->tail_tid = (int32_t)l->tail;
		if (tail[i] == PS_TIME)
			l->tail_time = (int32_t)l->tail;
		if (tail[i] == PS_CPU)
			l->tail_cpu = (int32_t)l->tail;
		if (tail[i] == PS_ID || tail[i] == PS_IDENTIFIER)
			id = (int32_t)l->tail;
		l->tail += 8;
	}
	l->id_back = id < 0 ? -1 : (int32_t)l->tail - id;
}

size_t tf_perf_event_add(struct tf_perf_reader *r, const struct tf_perf_attr *a)
{
	struct tf_perf_event *ev = tf_vec_push(&r->events);
	*ev = (struct tf_perf_event){.attr = *a, .leader = (uint32_t)(r->events.n - 1)};
	return r->events.n - 1;
}

void tf_perf_event_add_id(struct tf_perf_reader *r, size_t event, uint64_t id)
{
	if (r->n_ids >= IDS_MAX)
		return;
	*tf_vec_push(&r->events.v[event].ids) = id;
	r->n_ids++;
}

size_t tf_perf_event_find(const struct tf_perf_reader *r, const struct tf_perf_attr *a, size_t from)
{
	for (size_t i = from; i < r->events.n; i++) {
		const struct tf_perf_attr *b = &r->events.v[i].attr;
		if (a->type == b->type && a->config == b->config && a->sample_type == b->sample_type &&
		    a->config1 == b->config1 && a->config2 == b->config2)
			return i;
	}
	return SIZE_MAX;
}

int tf_perf_attrs_read(struct tf_perf_reader *r, struct tf_err *err)
{
	uint64_t step = r->attr_size;
	if (step < PERF_ATTR_MIN + 16 || step > 65536) {
		if (!r->attrs.size)
			return 0;
		return tf_err_set(err, TF_EFORMAT, r->path, "has event attributes of %llu bytes (at byte 16), which no perf writes",
				  (unsigned long long)step);
	}
	size_t n;
	uint8_t *p = tf_perf_section_read(r, &r->attrs, ATTRS_MAX, &n);
	if (n < r->attrs.size)
		tf_diag_note(r->diag, "attributes-cut", true, r->attrs.offset, "the table of events is cut short");
	for (size_t at = 0; at + step <= n && r->events.n < EVENTS_MAX; at += step) {
		struct tf_perf_attr a;
		if (!tf_perf_attr_parse(&a, p + at, step - 16, r->swap, r->big_endian))
			continue;
		size_t ev = tf_perf_event_add(r, &a), n_ids;
		struct tf_perf_section ids = {tf_perf_u64(p + at + step - 16, r->swap), tf_perf_u64(p + at + step - 8, r->swap)};
		uint8_t *q = tf_perf_section_read(r, &ids, ATTRS_MAX, &n_ids);
		if (n_ids < ids.size)
			tf_diag_note(r->diag, "ids-cut", true, ids.offset, "the table of event ids is cut short");
		for (size_t k = 0; k + 8 <= n_ids; k += 8)
			tf_perf_event_add_id(r, ev, tf_perf_u64(q + k, r->swap));
		free(q);
	}
	free(p);
	return 0;
}

void tf_perf_attr_record(struct tf_perf_reader *r, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	struct tf_perf_attr a;
	const uint8_t *p = rec + 8;
	size_t n = h->size - 8;
	if (r->events.n >= EVENTS_MAX || n < 8)
		return;
	uint32_t size = tf_perf_u32(p + 4, r->swap);
	if (size < PERF_ATTR_MIN || size > n)
		size = n < PERF_ATTR_MIN ? 0 : PERF_ATTR_MIN;
	if (!size || !tf_perf_attr_parse(&a, p, size, r->swap, r->big_endian)) {
		tf_diag_note(r->diag, "bad-record", true, h->offset, "a record that announces an event is damaged");
		return;
	}
	size_t ev = tf_perf_event_add(r, &a);
	for (size_t k = size; k + 8 <= n; k += 8)
		tf_perf_event_add_id(r, ev, tf_perf_u64(p + k, r->swap));
}

static void build_table(struct tf_perf_reader *r)
{
	size_t size = 16;
	while (size < r->n_ids * 2)
		size *= 2;
	free(r->ids);
	r->ids = tf_xcalloc(size, sizeof *r->ids);
	r->id_mask = size - 1;
	for (size_t e = 0; e < r->events.n; e++)
		for (size_t k = 0; k < r->events.v[e].ids.n; k++) {
			uint64_t id = r->events.v[e].ids.v[k];
			size_t i = (id * 0x9e3779b97f4a7c15ull) >> 20;
			while (r->ids[i & r->id_mask].used && r->ids[i & r->id_mask].id != id)
				i++;
			/* the first event that claims an id keeps it */
			if (!r->ids[i & r->id_mask].used)
				r->ids[i & r->id_mask] = (struct tf_perf_id){id, (uint32_t)e, true};
		}
}

static bool same_layout(const struct tf_perf_layout *a, const struct tf_perf_layout *b)
{
	return a->sample_type == b->sample_type && a->read_format == b->read_format && a->branch == b->branch &&
	       a->regs_user == b->regs_user && a->n_intr == b->n_intr && a->tail == b->tail;
}

void tf_perf_events_settle(struct tf_perf_reader *r)
{
	r->uniform = r->one_id_place = true;
	for (size_t i = 0; i < r->events.n; i++) {
		struct tf_perf_event *ev = &r->events.v[i];
		set_layout(&ev->lay, &ev->attr, r->hiperf);
		r->uniform &= same_layout(&ev->lay, &r->events.v[0].lay);
		r->one_id_place &= ev->lay.id_at == r->events.v[0].lay.id_at;
		r->any_time |= ev->lay.time_at >= 0;
		r->any_read |= (ev->attr.sample_type & PS_READ) != 0;
	}
	build_table(r);
	if (r->events.n > 1 && (!r->one_id_place || r->events.v[0].lay.id_at < 0))
		tf_diag_note(r->diag, "no-event-id", false, TF_NO_OFFSET,
			     "the samples of the %zu events cannot be told apart: all count as the first event's", r->events.n);
}

void tf_perf_events_emit(struct tf_perf_reader *r)
{
	for (size_t i = 0; i < r->events.n; i++) {
		struct tf_perf_event *ev = &r->events.v[i];
		const struct tf_perf_attr *a = &ev->attr;
		if (!ev->name)
			ev->name = tf_perf_event_name(r, a);
		bool nanoseconds = a->type == PT_SOFTWARE && a->config <= 1;
		struct tf_event e = {
			.name = ev->name,
			.role = tf_event_role(a->type, a->config, ev->name),
			.unit = nanoseconds ? "ns" : "events",
			.type = a->type,
			.config = a->config,
			.freq = (a->flags & PA_FREQ) != 0,
			.freq_or_period = a->period,
			.has_callchain = (a->sample_type & PS_CALLCHAIN) != 0,
			.user_stack = (a->sample_type & PS_STACK_USER) && (a->sample_type & PS_REGS_USER),
			.hidden = a->type == PT_SOFTWARE && a->config == 9,
			.leader = ev->leader < i ? r->events.v[ev->leader].id.v : 0,
		};
		ev->id = r->sink->on_event(r->sink, &e);
	}
}
