/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tests/kit/sinkcount.h"

#include <inttypes.h>
#include <string.h>

static struct sc_sink *of(struct tf_sink *s) { return (struct sc_sink *)s; }

static tf_event_id on_event(struct tf_sink *sink, const struct tf_event *e)
{
	struct sc_sink *s = of(sink);
	s->order_broken |= s->records_end;
	*tf_vec_push(&s->events) = (struct sc_event){.name = tf_xstrdup(e->name), .role = e->role ? tf_xstrdup(e->role) : NULL, .e = *e};
	return (tf_event_id){(uint32_t)s->events.n};
}

static void on_meta(struct tf_sink *sink, const char *key, const char *value)
{
	tf_strbuf_addf(&of(sink)->meta, "%s\t%s\n", key, value);
}

static uint64_t touch(const uint8_t *p, uint64_t n)
{
	uint64_t h = 0;
	for (uint64_t i = 0; i < n; i++)
		h = h * 31 + p[i];
	return h;
}

static void on_record(struct tf_sink *sink, const struct tf_record *r)
{
	static const char *const kinds[] = {"MMAP", "COMM", "FORK", "EXIT", "LOST", "LOST_SAMPLES", "THROTTLE", "UNTHROTTLE",
					    "KSYMBOL", "NAMESPACES", "CGROUP", "SWITCH", "BPF", "TEXT_POKE", "DEFERRED",
					    "READ", "ROUND", "BUILD_ID"};
	struct sc_sink *s = of(sink);
	struct tf_strbuf *b = &s->records;
	s->n_records++;
	s->order_broken |= s->records_end;
	/* all that is pointed to has to be there */
	if (r->kind == TF_REC_MMAP || r->kind == TF_REC_KSYMBOL)
		s->workers[0].hash += touch((const uint8_t *)r->u.map.path, r->u.map.path_len) + touch(r->u.map.build_id, r->u.map.build_id_len);
	else if (r->kind == TF_REC_COMM)
		s->workers[0].hash += touch((const uint8_t *)r->u.comm.name, r->u.comm.len);
	else if (r->kind == TF_REC_DEFERRED_CHAIN)
		s->workers[0].hash += touch(r->u.deferred.chain, 8 * r->u.deferred.n);
	else if (r->kind == TF_REC_BUILD_ID)
		s->workers[0].hash += touch((const uint8_t *)r->u.build_id.path, r->u.build_id.path_len) + touch(r->u.build_id.id, r->u.build_id.len);
	else if (r->kind == TF_REC_CGROUP)
		s->workers[0].hash += touch((const uint8_t *)r->u.cgroup.path, r->u.cgroup.path_len);
	if (!s->want_records)
		return;
	tf_strbuf_addf(b, "%s t=%" PRId64 " pid=%d tid=%d cpu=%d mode=%d", kinds[r->kind], (int64_t)r->time, (int)r->pid,
		       (int)r->tid, (int)r->cpu, (int)r->mode);
	if (r->kind == TF_REC_MMAP || r->kind == TF_REC_KSYMBOL)
		tf_strbuf_addf(b, " %" PRIx64 "+%" PRIx64 "@%" PRIx64 " %.*s%s%s id=%zu", r->u.map.start, r->u.map.len, r->u.map.pgoff,
			       (int)r->u.map.path_len, r->u.map.path, r->u.map.exec ? " exec" : "", r->u.map.anon ? " anon" : "",
			       r->u.map.build_id_len);
	else if (r->kind == TF_REC_COMM)
		tf_strbuf_addf(b, " %.*s%s", (int)r->u.comm.len, r->u.comm.name, r->u.comm.exec ? " exec" : "");
	else if (r->kind == TF_REC_FORK || r->kind == TF_REC_EXIT)
		tf_strbuf_addf(b, " ppid=%d ptid=%d%s", (int)r->u.fork.ppid, (int)r->u.fork.ptid, r->u.fork.synthesized ? " synth" : "");
	else if (r->kind == TF_REC_LOST || r->kind == TF_REC_LOST_SAMPLES)
		tf_strbuf_addf(b, " %" PRIu64, r->u.lost.count);
	else if (r->kind == TF_REC_DEFERRED_CHAIN)
		tf_strbuf_addf(b, " cookie=%" PRIx64 " n=%" PRIu64, r->u.deferred.cookie, r->u.deferred.n);
	else if (r->kind == TF_REC_CGROUP)
		tf_strbuf_addf(b, " %" PRIu64 " %.*s", r->u.cgroup.id, (int)r->u.cgroup.path_len, r->u.cgroup.path);
	else if (r->kind == TF_REC_BUILD_ID)
		tf_strbuf_addf(b, " %.*s len=%zu %02x%02x", (int)r->u.build_id.path_len, r->u.build_id.path, r->u.build_id.len,
			       r->u.build_id.id[0], r->u.build_id.id[1]);
	tf_strbuf_addc(b, '\n');
}

static void on_records_end(struct tf_sink *sink)
{
	of(sink)->order_broken |= of(sink)->records_end;
	of(sink)->records_end = true;
}

static void sample_line(struct sc_sink *s, const struct tf_sample *x)
{
	struct tf_strbuf *b = &s->samples;
	tf_strbuf_addf(b, "%s t=%" PRId64 " pid=%d tid=%d cpu=%d mode=%d ip=%" PRIx64 " addr=%" PRIx64 " period=%" PRIu64 " id=%" PRIu64,
		       s->events.v[x->event.v - 1].name, (int64_t)x->time, (int)x->pid, (int)x->tid, (int)x->cpu, (int)x->mode, x->ip,
		       x->addr, x->period, x->id);
	if (x->has_chain) {
		tf_strbuf_adds(b, " chain=");
		for (uint64_t i = 0; i < x->n_chain; i++) {
			uint64_t v;
			memcpy(&v, x->chain + 8 * i, 8);
			tf_strbuf_addf(b, "%s%" PRIx64, i ? "," : "", x->swap ? __builtin_bswap64(v) : v);
		}
	}
	for (size_t i = 0; i < x->n_reads; i++)
		tf_strbuf_addf(b, " read%u=%" PRIu64 "/%" PRIu64 "/%" PRIu64, x->reads[i].event.v, x->reads[i].id, x->reads[i].value, x->reads[i].lost);
	if (x->n_reads)
		tf_strbuf_addf(b, " enabled=%" PRIu64 " running=%" PRIu64, x->time_enabled, x->time_running);
	if (x->raw)
		tf_strbuf_addf(b, " raw=%u", x->raw_size);
	if (x->branches)
		tf_strbuf_addf(b, " branches=%" PRIu64, x->n_branches);
	if (x->user_regs)
		tf_strbuf_addf(b, " regs=%" PRIu64 "/%" PRIx64, x->user_regs_abi, x->user_regs_mask);
	if (x->has_user_stack)
		tf_strbuf_addf(b, " stack=%" PRIu64, x->user_stack_size);
	if (x->exact_ip)
		tf_strbuf_adds(b, " exact");
	tf_strbuf_addc(b, '\n');
}

static void on_sample(struct tf_sink *sink, unsigned worker, const struct tf_sample *x)
{
	struct sc_sink *s = of(sink);
	struct sc_worker *w = &s->workers[worker];
	if (!s->records_end)
		s->order_broken = true;
	if (!x->event.v || x->event.v > s->events.n) {
		s->order_broken = true;
		return;
	}
	while (w->per.n < s->events.n)
		*tf_vec_push(&w->per) = (struct sc_event){0};
	struct sc_event *e = &w->per.v[x->event.v - 1];
	e->samples++;
	e->period += x->has_period ? x->period : s->events.v[x->event.v - 1].e.freq ? 1 : s->events.v[x->event.v - 1].e.freq_or_period;
	w->chain += x->n_chain;
	w->reads += x->n_reads;
	if (x->time != TF_NO_TIME) {
		w->first = !w->last || x->time < w->first ? x->time : w->first;
		w->last = x->time > w->last ? x->time : w->last;
	}
	if (s->want_samples)
		sample_line(s, x);
	if (s->touch) {
		w->hash += touch(x->chain, 8 * x->n_chain) + touch(x->raw, x->raw_size) + touch(x->user_stack, x->user_stack_size) +
			   touch(x->branches, 24 * x->n_branches);
		if (x->user_regs)
			w->hash += touch(x->user_regs, 8 * (uint64_t)__builtin_popcountll(x->user_regs_mask));
		for (size_t i = 0; i < x->n_reads; i++)
			w->hash += x->reads[i].value + x->reads[i].event.v;
	}
}

static void on_stack(struct tf_sink *sink, const struct tf_named_stack *x) { of(sink)->n_stacks++; }

static void on_symbol(struct tf_sink *sink, enum tf_dso_kind kind, const char *path, size_t path_len, uint64_t addr, uint64_t size,
		      const char *name, size_t name_len)
{
	struct sc_sink *s = of(sink);
	s->n_symbols++;
	s->order_broken |= s->records_end;
	s->workers[0].hash += touch((const uint8_t *)path, path_len) + touch((const uint8_t *)name, name_len) + addr + size;
	if (s->want_records)
		tf_strbuf_addf(&s->records, "SYMBOL kind=%d %.*s %" PRIx64 "+%" PRIx64 " %.*s\n", (int)kind, (int)path_len, path, addr, size,
			       (int)name_len, name);
}

static void on_count(struct tf_sink *sink, const char *name, uint64_t n)
{
	*tf_vec_push(&of(sink)->counts) = (struct sc_count){name, n};
}

static void on_quality(struct tf_sink *sink, const struct tf_quality *q) { of(sink)->q = *q; }
static void on_progress(struct tf_sink *sink, enum tf_phase phase, uint64_t done, uint64_t total)
{
	of(sink)->order_broken |= total && done > total;
}

void sc_init(struct sc_sink *s)
{
	memset(s, 0, sizeof *s);
	s->sink = (struct tf_sink){on_event, on_meta, on_record, on_records_end, on_sample, on_stack, on_symbol, on_count, on_quality,
				   on_progress, tf_diag_new()};
}

void sc_release(struct sc_sink *s)
{
	for (size_t i = 0; i < s->events.n; i++) {
		free(s->events.v[i].name);
		free(s->events.v[i].role);
	}
	free(s->events.v);
	free(s->counts.v);
	for (unsigned i = 0; i < 16; i++)
		free(s->workers[i].per.v);
	tf_strbuf_release(&s->meta);
	tf_strbuf_release(&s->records);
	tf_strbuf_release(&s->samples);
	tf_diag_free(s->sink.diag);
}

int sc_read(struct sc_sink *s, const char *path, unsigned workers, unsigned budget_ms, struct tf_err *err)
{
	struct tf_input_file f;
	tf_err_clear(err);
	int rc = tf_input_file_open(&f, path, err);
	if (rc)
		return rc;
	const struct tf_input_ops *ops = tf_input_find(&f, NULL, err);
	struct tf_pool *pool = tf_pool_new(workers);
	struct tf_input *in = ops ? ops->open(&f, &s->sink, pool, err) : NULL;
	rc = in ? 1 : -err->code;
	while (rc > 0)
		rc = ops->pump(in, budget_ms, NULL, err);
	if (in)
		ops->close(in);
	tf_pool_free(pool);
	tf_input_file_close(&f);
	return rc;
}

uint64_t sc_samples(const struct sc_sink *s, size_t event)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < 16; i++)
		n += event < s->workers[i].per.n ? s->workers[i].per.v[event].samples : 0;
	return n;
}

uint64_t sc_period(const struct sc_sink *s, size_t event)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < 16; i++)
		n += event < s->workers[i].per.n ? s->workers[i].per.v[event].period : 0;
	return n;
}

uint64_t sc_records(const struct sc_sink *s, const char *name)
{
	for (size_t i = 0; i < s->counts.n; i++)
		if (!strcmp(s->counts.v[i].name, name))
			return s->counts.v[i].n;
	return 0;
}
