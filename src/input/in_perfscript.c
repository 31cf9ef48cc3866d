/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * in_perfscript.c - the text of `perf script`, whatever its columns: header lines, each followed by
 * its stack (innermost frame first) up to a blank line or the next header.
 *
 * What a line is depends on its beginning and on whether a stack is open:
 *  - "#": comment; the file header's lines become meta data;
 *  - tab, or blanks and an address: a frame; two blanks and no address: the source line of the frame
 *    before (-F +srcline);
 *  - anything with a time, or with an event and a thread: a header. perf indents headers of flat
 *    recordings, so blanks alone say nothing;
 *  - anything else: a header of nothing but a process name if frames follow, else not understood.
 */
#include "config.h"
#include "input/input.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/in_perfscript_parse.h"
#include "input/roles.h"
#include "input/text_lines.h"

#define MAX_EVENTS 4096
#define MAX_FRAMES (1u << 20)

extern const struct tf_input_ops tf_in_perfscript;

/* Offsets from lines.buf + lines.keep, because the buffer may move while a stack is read. */
struct part { uint32_t off, len; };
struct frame { struct part name, module; uint64_t addr; uint32_t flags; };
struct event { char *name; size_t len; tf_event_id id; bool clock; };

enum state {
	BETWEEN, /* a header is expected */
	STACK,   /* the sample in cur is open */
	SKIP,    /* the rest of an overlong stack */
};

struct tf_input {
	struct tf_sink *sink;
	struct tf_lines lines;
	uint64_t size;
	enum state state;
	struct {
		enum tf_ps_strength strength;
		bool one_line;     /* frames[0] stood on the header line */
		struct part comm;
		bool has_comm;
		uint32_t pid, tid, cpu;
		uint64_t time, weight;
		tf_event_id event;
		uint64_t offset, number;
	} cur;
	TF_VEC(struct frame) frames;       /* innermost first */
	TF_VEC(struct tf_named_frame) out; /* outermost first */
	TF_VEC(struct event) events;
	size_t last_event;
	uint64_t samples, refused, lost, lost_chunks;
};

static const char *kept(const struct tf_input *in, struct part p)
{
	return in->lines.buf + in->lines.keep + p.off;
}

static struct part part_of(const struct tf_input *in, const char *s, size_t n)
{
	if (!s)
		return (struct part){0, 0};
	return (struct part){(uint32_t)(s - in->lines.buf - in->lines.keep), (uint32_t)n};
}

static void refuse(struct tf_input *in, uint64_t offset, uint64_t number, const char *why)
{
	in->refused++;
	tf_diag_note(in->sink->diag, "bad-line", true, offset, "line %llu: %s", (unsigned long long)number, why);
}

/* ---- events ------------------------------------------------------------------------------- */

static size_t event_index(struct tf_input *in, const char *name, size_t n)
{
	struct event *e;
	if (in->last_event < in->events.n) {
		e = &in->events.v[in->last_event];
		if (e->len == n && !memcmp(e->name, name, n))
			return in->last_event;
	}
	for (size_t i = 0; i < in->events.n; i++) {
		e = &in->events.v[i];
		if (e->len == n && !memcmp(e->name, name, n))
			return in->last_event = i;
	}
	if (in->events.n >= MAX_EVENTS)
		return in->last_event = MAX_EVENTS - 1;
	e = tf_vec_push(&in->events);
	if (in->events.n == MAX_EVENTS) {
		name = "(other events)";
		n = strlen(name);
	}
	e->name = tf_xmemdup0(name, n);
	e->len = n;
	const char *role = tf_event_role(UINT32_MAX, 0, e->name);
	e->clock = role && (!strcmp(role, "cpu-clock") || !strcmp(role, "task-clock"));
	struct tf_event row = {.name = e->name, .role = role, .unit = e->clock ? "ns" : "events", .type = UINT32_MAX,
			       .has_callchain = true};
	e->id = in->sink->on_event(in->sink, &row);
	return in->last_event = in->events.n - 1;
}

static tf_event_id event_id(struct tf_input *in, const char *name, size_t n)
{
	size_t i = event_index(in, name, n);
	return in->events.v[i].id;
}

/* ---- the open sample ---------------------------------------------------------------------- */

static void emit(struct tf_input *in)
{
	size_t n = in->frames.n;
	tf_grow(&in->out.v, &in->out.cap, n + 1, sizeof *in->out.v);
	for (size_t i = 0; i < n; i++) {
		const struct frame *f = &in->frames.v[n - 1 - i];
		in->out.v[i] = (struct tf_named_frame){
			.name = f->name.len ? kept(in, f->name) : NULL, .len = f->name.len,
			.module = f->module.len ? kept(in, f->module) : NULL, .module_len = f->module.len,
			.addr = f->addr, .flags = f->flags};
	}
	struct tf_named_stack x = {
		.comm = in->cur.has_comm ? kept(in, in->cur.comm) : NULL, .comm_len = in->cur.comm.len,
		.frames = in->out.v, .n = n, .pid = in->cur.pid, .tid = in->cur.tid, .cpu = in->cur.cpu,
		.time = in->cur.time, .event = in->cur.event, .weight = in->cur.weight};
	in->sink->on_stack(in->sink, &x);
	in->samples++;
}

/* Ends the open sample, if there is one. */
static void flush(struct tf_input *in)
{
	if (in->state == STACK) {
		if (in->cur.strength == TF_PS_STRONG || in->frames.n)
			emit(in);
		else
			refuse(in, in->cur.offset, in->cur.number, "neither a header nor a frame of perf script");
	}
	in->state = BETWEEN;
	in->frames.n = 0;
	in->lines.keep = SIZE_MAX;
}

/* An overlong line took the memory of the open sample's names. */
static void drop_sample(struct tf_input *in)
{
	refuse(in, in->cur.offset, in->cur.number, "its stack has an overlong line");
	in->frames.n = 0;
	in->state = SKIP;
}

static void push_frame(struct tf_input *in, const struct tf_ps_frame *f)
{
	struct frame *to = tf_vec_push(&in->frames);
	*to = (struct frame){.name = part_of(in, f->name, f->len), .module = part_of(in, f->module, f->module_len),
			     .addr = f->addr};
	if (f->len == 0)
		to->name.len = 0;
	/* perf says [unknown] where it does not know the object */
	if (f->module_len == 9 && !memcmp(f->module, "[unknown]", 9))
		to->module.len = 0;
	to->flags = (tf_ps_is_kernel(f) ? TF_FUNC_KERNEL : 0) | (f->inlined ? TF_FUNC_INLINE : 0);
}

static void begin(struct tf_input *in, const char *line, const struct tf_ps_header *h)
{
	struct tf_ps_frame f;
	flush(in);
	in->state = STACK;
	in->lines.keep = (size_t)(line - in->lines.buf);
	in->cur.strength = h->strength;
	in->cur.offset = tf_lines_offset(&in->lines, line);
	in->cur.number = in->lines.number;
	in->cur.has_comm = h->comm_len > 0;
	in->cur.comm = part_of(in, h->comm, h->comm_len);
	in->cur.pid = h->pid;
	in->cur.tid = h->tid;
	in->cur.cpu = h->cpu;
	in->cur.time = h->time;
	in->cur.weight = h->has_period ? h->period : 1;
	if (h->event || h->strength == TF_PS_STRONG)
		in->cur.event = h->event ? event_id(in, h->event, h->event_len) : event_id(in, "samples", 7);
	else
		in->cur.event = (tf_event_id){0};
	in->cur.one_line = h->rest_len && tf_ps_parse_one_line(h->rest, h->rest_len, &f);
	if (in->cur.one_line)
		push_frame(in, &f);
}

static void add_frame(struct tf_input *in, const char *line, size_t n)
{
	struct tf_ps_frame f;
	if (in->frames.n >= MAX_FRAMES || in->lines.pos - in->lines.keep > TF_LINE_MAX) {
		tf_diag_note(in->sink->diag, "long-stack", true, in->cur.offset,
			     "line %llu: a stack longer than can be kept was cut", (unsigned long long)in->cur.number);
		flush(in);
		in->state = SKIP;
		return;
	}
	if (!tf_ps_parse_frame(line, n, &f))
		return;
	if (in->cur.one_line) { /* the stack repeats what the payload ended in */
		in->cur.one_line = false;
		in->frames.n = 0;
	}
	if (!in->cur.event.v) /* a header of a name only: now it is one */
		in->cur.event = event_id(in, "samples", 7);
	push_frame(in, &f);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void comment(struct tf_input *in, const char *line, size_t n)
{
	static const struct { const char *text, *key; } keys[] = {
		{"captured on", "captured"}, {"hostname", "hostname"}, {"os release", "os-release"},
		{"perf version", "version"}, {"arch", "arch"}, {"nrcpus online", "nrcpus-online"},
		{"nrcpus avail", "nrcpus-avail"}, {"cpudesc", "cpudesc"}, {"cpuid", "cpuid"},
		{"total memory", "total-memory-kb"}, {"cmdline", "cmdline"}};
	const char *colon = memchr(line, ':', n);
	if (!colon || n > 65536 || n < 2)
		return;
	const char *s = line + 1, *end = colon, *v = colon + 1, *v_end = line + n;
	while (s < end && *s == ' ')
		s++;
	while (end > s && end[-1] == ' ')
		end--;
	while (v < v_end && *v == ' ')
		v++;
	while (v_end > v && v_end[-1] == ' ')
		v_end--;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (strlen(keys[i].text) != (size_t)(end - s) || memcmp(keys[i].text, s, (size_t)(end - s)) != 0)
			continue;
		if (!strcmp(keys[i].key, "total-memory-kb") && v_end - v > 3 && !memcmp(v_end - 3, " kB", 3))
			v_end -= 3;
		char *value = tf_xmemdup0(v, (size_t)(v_end - v));
		in->sink->on_meta(in->sink, keys[i].key, value);
		free(value);
	}
}

/* A line of --show-lost-events and its like. */
static void record_line(struct tf_input *in, const struct tf_ps_header *h)
{
	static const char lost[] = "PERF_RECORD_LOST";
	flush(in);
	if (h->event_len < sizeof lost - 1 || memcmp(h->event, lost, sizeof lost - 1) != 0)
		return;
	const char *p = memmem(h->rest, h->rest_len, "lost ", 5);
	if (!p)
		return;
	uint64_t v = 0;
	for (p += 5; p < h->rest + h->rest_len && *p >= '0' && *p <= '9' && v < UINT64_MAX / 20; p++)
		v = v * 10 + (uint64_t)(*p - '0');
	in->lost += v;
	in->lost_chunks++;
}

static void header_or_other(struct tf_input *in, const char *line, size_t n)
{
	struct tf_ps_header h;
	static const char trace_error[] = " instruction trace error";
	if (n >= sizeof trace_error - 1 && !memcmp(line, trace_error, sizeof trace_error - 1)) {
		flush(in);
		tf_diag_note(in->sink->diag, "trace-error", true, tf_lines_offset(&in->lines, line),
			     "line %llu: perf could not decode a part of the instruction trace",
			     (unsigned long long)in->lines.number);
		return;
	}
	tf_ps_parse_header(line, n, &h);
	if (h.record)
		record_line(in, &h);
	else
		begin(in, line, &h);
}

static bool is_header(const char *line, size_t n)
{
	struct tf_ps_header h;
	tf_ps_parse_header(line, n, &h);
	return h.strength == TF_PS_STRONG;
}

static void do_line(struct tf_input *in, const char *line, size_t n)
{
	size_t blanks = 0;
	while (blanks < n && (line[blanks] == ' ' || line[blanks] == '\t'))
		blanks++;
	if (blanks == n) {
		/* some tools put a blank line between a header and its stack */
		if (in->state != STACK || in->frames.n || in->cur.strength != TF_PS_STRONG)
			flush(in);
		return;
	}
	if (line[0] == '#' && (n == 1 || line[1] == ' ' || line[1] == '=')) {
		comment(in, line, n);
		return;
	}
	if (in->state == SKIP && blanks)
		return;
	if (!blanks) {
		header_or_other(in, line, n);
		return;
	}
	bool tab = line[0] == '\t';
	bool address = tab || tf_ps_starts_with_address(line, n);
	if (in->state == STACK) {
		if (tab || (address && !tf_ps_has_time(line, n))) {
			add_frame(in, line, n);
		} else if (is_header(line, n) || !memcmp(line, " instr", n < 6 ? n : 6)) {
			header_or_other(in, line, n);
		} else if (blanks == 2) { /* a source line */
			size_t end = n;
			while (end && line[end - 1] == ' ')
				end--;
			if (in->frames.n && end > 10 && !memcmp(line + end - 10, " (inlined)", 10))
				in->frames.v[in->frames.n - 1].flags |= TF_FUNC_INLINE;
		} else {
			add_frame(in, line, n);
		}
		return;
	}
	if (!tab && is_header(line, n)) {
		header_or_other(in, line, n);
	} else if (address) { /* a stack without a header line */
		struct tf_ps_header none = {.strength = TF_PS_WEAK, .pid = TF_NO_ID, .tid = TF_NO_ID, .cpu = TF_NO_ID,
					    .time = TF_NO_TIME};
		begin(in, line, &none);
		add_frame(in, line, n);
	} else {
		header_or_other(in, line, n);
	}
}

/* ---- the input ---------------------------------------------------------------------------- */

static int probe(const struct tf_input_file *f)
{
	if (f->is_dir || !f->head_len)
		return 0;
	static const size_t size = (size_t)192 << 10;
	char *buf = tf_xmalloc(size);
	size_t n, len;
	const char *p = tf_text_peek(f, buf, size, &n), *end = p + n, *line;
	unsigned lines = 0, headers = 0, frames = 0, blank = 0;
	while (lines < 400 && tf_head_line(&p, end, &line, &len)) {
		if (!len) {
			blank++;
			continue;
		}
		if (line[0] == '#')
			continue;
		lines++;
		if (line[0] == '\t' || (line[0] == ' ' && tf_ps_starts_with_address(line, len) && !tf_ps_has_time(line, len)))
			frames += headers || tf_ps_starts_with_address(line, len);
		else
			headers += is_header(line, len);
	}
	free(buf);
	if (headers && (headers + frames) * 2 >= lines)
		return 80;
	if (frames && frames * 2 >= lines)
		return 50;
	return headers ? 15 : 0;
}

static struct tf_input *open_text(const struct tf_input_file *f, struct tf_sink *sink, struct tf_pool *pool, struct tf_err *err)
{
	(void)pool;
	if (f->is_dir || f->fd < 0) {
		tf_err_set(err, TF_EFORMAT, f->path, "a directory, not the text of perf script");
		return NULL;
	}
	struct tf_input *in = tf_xcalloc(1, sizeof *in);
	in->sink = sink;
	in->size = f->size;
	tf_lines_init(&in->lines, f);
	return in;
}

static int finish(struct tf_input *in, struct tf_err *err)
{
	struct tf_sink *sink = in->sink;
	flush(in);
	if (in->lines.cut)
		tf_diag_note(sink->diag, "long-line", true, TF_NO_OFFSET, "%llu lines longer than 64 MiB were left out",
			     (unsigned long long)in->lines.cut);
	if (in->lost_chunks) {
		struct tf_quality q = {.lost_events = in->lost, .lost_chunks = in->lost_chunks, .first_time = TF_NO_TIME,
				       .last_time = TF_NO_TIME};
		sink->on_quality(sink, &q);
	}
	sink->on_count(sink, "lines", in->lines.number);
	sink->on_count(sink, "SAMPLE", in->samples);
	if (in->refused)
		sink->on_count(sink, "lines not understood", in->refused);
	if (!in->samples && in->refused) {
		int r = tf_err_set(err, TF_EFORMAT, in->lines.path, "none of its %llu lines is one that perf script writes",
				   (unsigned long long)in->refused);
		tf_err_advise(err, "perf script -F comm,pid,tid,cpu,time,period,event,ip,sym,dso");
		return r;
	}
	return 0;
}

static int pump(struct tf_input *in, unsigned budget_ms, const _Atomic bool *stop, struct tf_err *err)
{
	uint64_t until = budget_ms ? tf_text_now_ms() + budget_ms : UINT64_MAX;
	const char *line;
	size_t n;
	for (unsigned turn = 1;; turn++) {
		int r = tf_lines_next(&in->lines, &line, &n, err);
		if (r < 0)
			return r;
		if (!r)
			return finish(in, err);
		if (in->state == STACK && in->lines.keep == SIZE_MAX)
			drop_sample(in);
		do_line(in, line, n);
		if (turn % 256)
			continue;
		if (stop && *stop)
			return 0;
		if (turn % 4096 == 0)
			in->sink->on_progress(in->sink, TF_PHASE_SAMPLES, in->lines.read_bytes, in->size);
		if (until != UINT64_MAX && tf_text_now_ms() >= until)
			return 1;
	}
}

static void close_text(struct tf_input *in)
{
	if (!in)
		return;
	tf_lines_release(&in->lines);
	for (size_t i = 0; i < in->events.n; i++)
		free(in->events.v[i].name);
	free(in->events.v);
	free(in->frames.v);
	free(in->out.v);
	free(in);
}

const struct tf_input_ops tf_in_perfscript = {
	.name = "perf-script",
	.help = "text of perf script, with any of its columns",
	.probe = probe,
	.open = open_text,
	.pump = pump,
	.close = close_text,
};
