/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * weights.c - what the other members of a counter group counted since the sample before.
 *
 * PERF_SAMPLE_READ delivers running totals (perf_event_open(2), read_format); the weight of a member
 * is the difference to the last read of the same counter: same id, which is one CPU, and, where
 * counters are inherited, one thread.
 */
#include "config.h"
#include "session/priv.h"

static struct last_read *find_read(struct tf_session *s, uint64_t id, uint32_t tid)
{
	if (s->reads.n * 4 >= s->reads.cap * 3) {
		struct last_read *old = s->reads.v;
		size_t n = s->reads.cap;
		s->reads.cap = n ? n * 2 : 64;
		s->reads.v = tf_xcalloc(s->reads.cap, sizeof *old);
		for (size_t i = 0; i < n; i++) {
			size_t at = tf_mix64(old[i].id * 31 + old[i].tid);
			if (!old[i].used)
				continue;
			while (s->reads.v[at & (s->reads.cap - 1)].used)
				at++;
			s->reads.v[at & (s->reads.cap - 1)] = old[i];
		}
		free(old);
	}
	size_t at = tf_mix64(id * 31 + tid);
	for (;; at++) {
		struct last_read *r = &s->reads.v[at & (s->reads.cap - 1)];
		if (!r->used) {
			*r = (struct last_read){.id = id, .tid = tid, .used = true};
			s->reads.n++;
			return r;
		}
		if (r->id == id && r->tid == tid)
			return r;
	}
}

/* The weight of one read; false: the counter did not run. */
static bool delta(struct last_read *last, uint64_t value, uint64_t enabled, uint64_t running, uint64_t *out, bool *scaled)
{
	bool backwards = value < last->value;
	uint64_t d = backwards ? 0 : value - last->value;
	uint64_t de = enabled >= last->enabled ? enabled - last->enabled : enabled;
	uint64_t dr = running >= last->running ? running - last->running : running;
	last->value = value;
	last->enabled = enabled;
	last->running = running;
	*out = d;
	if (!enabled && !running)
		return !backwards; /* times were not recorded */
	if (!dr)
		return d > 0; /* it counted, whatever its clock says */
	if (dr < de) {
		*scaled = true;
		double v = (double)d * (double)de / (double)dr;
		*out = v < 1.8e19 ? (uint64_t)(v + 0.5) : UINT64_MAX;
	}
	return !backwards;
}

void tf_session_reads(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x, struct tf_sample_row *row)
{
	for (size_t i = 0; i < x->n_reads; i++) {
		const struct tf_read_value *v = &x->reads[i];
		if (!v->event.v || v->event.v > s->n_events)
			continue;
		bool inherit = s->events[v->event.v]->inherit, scaled = false;
		struct tf_sample_row r = *row;
		struct last_read *last = find_read(s, v->id ? v->id : v->event.v, inherit ? x->tid : 0);
		bool counted = delta(last, v->value, x->time_enabled, x->time_running, &r.weight, &scaled);
		if (v->event.v == x->event.v) {
			/* Its own overflow has its period, which counts only while it ran, as the
			 * others do: scaled alike, their ratios hold. */
			if (scaled && r.weight)
				row->weight = r.weight;
			continue;
		}
		if (scaled)
			tf_diag_note(s->sink.diag, "multiplexed", false, x->offset,
				     "counters shared the hardware: values are scaled by the time that they ran, an estimate");
		if (!counted || !r.weight)
			continue;
		r.event = v->event;
		r.derived = true;
		tf_session_push(s, w, &r);
	}
}
