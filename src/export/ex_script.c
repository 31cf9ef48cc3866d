/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ex_script.c - one block for each sample, in time order, in the layout of `perf script`:
 *
 *     comm  pid/tid  [cpu] seconds.micros:  period event:
 *     <tab>         address symbol+0xoffset (object)
 *
 * Addresses are what perf 6.1 prints: relative to the file for user code, absolute for the kernel.
 * The text of a frame is made once and copied for each stack that holds it.
 */
#include "config.h"
#include "export/exporters.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "query/priv.h"

struct scripter {
	const struct tf_snapshot *s;
	const struct tf_export_opts *o;
	struct tf_outbuf *out;
	struct tf_cfilter filter;
	struct tf_strbuf text; /* lines of frames */
	struct { uint64_t at; uint32_t len; } *line; /* by frame id; len 0: not made yet */
	struct tf_strbuf comm; /* of the last process frame */
	uint32_t comm_frame;
};

static void add_escaped(struct tf_strbuf *b, const char *s, size_t n)
{
	char *e = tf_escape_dup(s, n);
	tf_strbuf_adds(b, e);
	free(e);
}

static void make_line(struct scripter *x, uint32_t id)
{
	const struct tf_frame *f = tf_snapshot_frame(x->s, (tf_frame_id){id});
	const struct tf_func *fn = tf_snapshot_func(x->s, tf_snapshot_frame_func(x->s, (tf_frame_id){id}));
	const struct tf_dso *d = tf_snapshot_dso(x->s, f->dso);
	struct tf_strbuf *b = &x->text;
	x->line[id].at = b->n;
	/* frames of text input are names; their addresses were not kept */
	tf_strbuf_addf(b, "\t%16llx ", (unsigned long long)(f->flags & TF_FRAME_NAMED ? 0 : f->addr));
	if (fn->flags & TF_FUNC_UNRESOLVED) {
		tf_strbuf_adds(b, "[unknown]");
	} else {
		add_escaped(b, fn->name, fn->name_len);
		uint64_t offset = tf_snapshot_frame_offset(x->s, (tf_frame_id){id});
		if (offset != UINT64_MAX)
			tf_strbuf_addf(b, "+0x%llx", (unsigned long long)offset);
	}
	if (f->flags & TF_FRAME_INLINE) {
		tf_strbuf_adds(b, " (inlined)\n");
	} else {
		tf_strbuf_adds(b, " (");
		if (!d || d->kind == TF_DSO_UNKNOWN || !*d->path)
			tf_strbuf_adds(b, "[unknown]");
		else if (d->kind == TF_DSO_KERNEL)
			tf_strbuf_adds(b, "[kernel.kallsyms]");
		else
			add_escaped(b, d->path, strlen(d->path));
		tf_strbuf_adds(b, ")\n");
	}
	x->line[id].len = (uint32_t)(b->n - x->line[id].at);
}

/* The process name of a stack: the innermost frame that is one (outer ones name files). */
static void find_comm(struct scripter *x, const struct tf_sample_row *r)
{
	uint32_t found = 0;
	for (tf_stack_id i = r->stack; i.v && !found; i = tf_snapshot_stack_prefix(x->s, i)) {
		tf_frame_id id = tf_snapshot_stack_frame(x->s, i);
		if (tf_snapshot_frame(x->s, id)->flags & TF_FRAME_COMM)
			found = id.v;
	}
	if (found == x->comm_frame && x->comm.n)
		return;
	x->comm_frame = found;
	tf_strbuf_clear(&x->comm);
	if (found) {
		const struct tf_func *f = tf_snapshot_func(x->s, tf_snapshot_frame_func(x->s, (tf_frame_id){found}));
		add_escaped(&x->comm, f->name, f->name_len);
	} else {
		tf_strbuf_adds(&x->comm, ":-1"); /* what perf prints for a process without a name */
	}
}

static void put_header(struct scripter *x, const struct tf_sample_row *r)
{
	const struct tf_thread *t = tf_snapshot_thread(x->s, r->thread);
	const struct tf_event *e = tf_snapshot_event(x->s, r->event);
	char buf[128];
	int n = 0;
	find_comm(x, r);
	tf_outbuf_add(x->out, x->comm.s, x->comm.n);
	if (t && t->tid != TF_NO_ID) {
		if (t->pid != TF_NO_ID)
			n += snprintf(buf + n, sizeof buf - (size_t)n, " %5u/%-5u", t->pid, t->tid);
		else
			n += snprintf(buf + n, sizeof buf - (size_t)n, " %5u", t->tid);
	}
	if (r->cpu != TF_NO_ID)
		n += snprintf(buf + n, sizeof buf - (size_t)n, " [%03u]", r->cpu);
	if (r->time != TF_NO_TIME)
		n += snprintf(buf + n, sizeof buf - (size_t)n, " %5llu.%06llu:", (unsigned long long)(r->time / 1000000000),
			      (unsigned long long)(r->time % 1000000000 / 1000));
	n += snprintf(buf + n, sizeof buf - (size_t)n, " %10llu ", (unsigned long long)r->weight);
	tf_outbuf_add(x->out, buf, (size_t)n);
	tf_export_text(x->out, e ? e->name : "unknown");
	tf_outbuf_adds(x->out, ": \n");
}

static void put_sample(struct scripter *x, uint64_t i)
{
	struct tf_sample_row r;
	tf_snapshot_sample(x->s, i, &r);
	put_header(x, &r);
	for (tf_stack_id k = r.stack; k.v; k = tf_snapshot_stack_prefix(x->s, k)) {
		uint32_t id = tf_snapshot_stack_frame(x->s, k).v;
		if (tf_snapshot_frame(x->s, (tf_frame_id){id})->flags & (TF_FRAME_COMM | TF_FRAME_MARK))
			continue;
		if (!x->line[id].len)
			make_line(x, id);
		tf_outbuf_add(x->out, x->text.s + x->line[id].at, x->line[id].len);
	}
	tf_outbuf_addc(x->out, '\n');
}

struct timed { uint64_t time, row; };

static int by_time(const void *a, const void *b)
{
	const struct timed *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

/* The rows that the filter lets through; derived rows are no samples. */
static struct timed *choose(struct scripter *x, size_t *n_out)
{
	uint64_t n = tf_snapshot_n_samples(x->s), len;
	struct timed *v = tf_xmalloc((n + 1) * sizeof *v);
	size_t k = 0;
	bool sorted = true;
	for (uint64_t i = 0; i < n; i += len) {
		struct tf_sample_span span;
		len = tf_samples_span(x->s, i, &span);
		for (uint64_t r = 0; r < len; r++) {
			uint32_t e = span.events ? span.events[r] : span.event;
			if (e & TF_SPAN_DERIVED || (x->o->event.v && e != x->o->event.v))
				continue;
			if (!x->filter.pass_all && !tf_cfilter_row(&x->filter, &span, r))
				continue;
			v[k] = (struct timed){span.times[r], i + r};
			sorted &= !k || v[k - 1].time <= v[k].time;
			k++;
		}
	}
	if (!sorted)
		qsort(v, k, sizeof *v, by_time);
	*n_out = k;
	return v;
}

static int write_script(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_out *out, struct tf_err *err)
{
	struct scripter x = {.s = s, .o = o, .out = tf_export_begin(out)};
	size_t n;
	tf_cfilter_init(&x.filter, &o->filter, s);
	x.line = tf_xcalloc((size_t)tf_snapshot_n_frames(s) + 1, sizeof *x.line);
	struct timed *v = choose(&x, &n);
	for (size_t i = 0; i < n && !x.out->error; i++)
		put_sample(&x, v[i].row);
	free(v);
	free(x.line);
	tf_strbuf_release(&x.text);
	tf_strbuf_release(&x.comm);
	tf_cfilter_release(&x.filter);
	return tf_export_end(x.out, err);
}

const struct tf_exporter tf_ex_script = {
	.name = "script", .suffix = NULL, .help = "one block a sample, as perf script prints it", .write = write_script,
};
