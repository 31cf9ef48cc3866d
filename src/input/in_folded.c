/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * in_folded.c - folded stacks: "frame;frame;frame COUNT", outermost first.
 *
 * Rules (what is accepted is also said in tflame-report(1)):
 *  - the last number of a line is its count; blanks and tabs may stand around it; the rest, with all
 *    its blanks and whatever bytes, is the stack; a fraction is rounded to the nearest whole number;
 *  - lines of nothing but blanks and lines that begin with # are skipped; empty frames are dropped;
 *  - if every line of the file's beginning ends in two or more numbers, these are counts of as many
 *    events (difffolded.pl writes "before after");
 *  - everything else is refused, counted, and the first such line is named.
 */
#include "config.h"
#include "input/input.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/text_lines.h"

#define MAX_COLUMNS 16

extern const struct tf_input_ops tf_in_folded;

struct tf_input {
	struct tf_sink *sink;
	struct tf_lines lines;
	uint64_t size;
	unsigned n_columns;
	tf_event_id events[MAX_COLUMNS];
	TF_VEC(struct tf_named_frame) frames;
	uint64_t accepted, refused, annotated;
};

enum number { NUM_NONE, NUM_OK, NUM_FRACTION, NUM_TOO_BIG };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t trim(const char *s, size_t n)
{
	while (n && is_blank(s[n - 1]))
		n--;
	return n;
}

/* Reads the number at the end of s[0 … *n) and takes it off, with the blanks before it. */
static enum number take_number(const char *s, size_t *n, uint64_t *out)
{
	size_t end = trim(s, *n), i = end;
	while (i && (is_digit(s[i - 1]) || s[i - 1] == '.'))
		i--;
	if (i == end || !i || !is_blank(s[i - 1]) || !is_digit(s[i]))
		return NUM_NONE;
	const char *dot = memchr(s + i, '.', end - i);
	size_t whole_end = dot ? (size_t)(dot - s) : end;
	if (dot && memchr(dot + 1, '.', end - whole_end - 1))
		return NUM_NONE;
	uint64_t v = 0;
	for (size_t k = i; k < whole_end; k++)
		if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, (uint64_t)(s[k] - '0'), &v))
			return *n = trim(s, i), NUM_TOO_BIG;
	enum number kind = NUM_OK;
	for (size_t k = whole_end + 1; k < end; k++)
		if (s[k] != '0')
			kind = NUM_FRACTION;
	if (kind == NUM_FRACTION && s[whole_end + 1] >= '5' && v != UINT64_MAX)
		v++;
	*out = v;
	*n = trim(s, i);
	return kind;
}

static bool skipped(const char *s, size_t n) { return !trim(s, n) || s[0] == '#'; }

/* How many numbers stand at the end of the line behind a stack. */
static unsigned count_columns(const char *s, size_t n)
{
	unsigned k = 0;
	uint64_t v;
	while (k < MAX_COLUMNS && take_number(s, &n, &v) != NUM_NONE && n)
		k++;
	return k;
}

/* "key: 5" and "key = 5": settings, text dumps of all kinds. */
static bool ends_in_key(const char *s, size_t n)
{
	uint64_t v;
	take_number(s, &n, &v);
	return n && (s[n - 1] == ':' || s[n - 1] == '=');
}

/*
 * Looks at the head: lines, good lines, lines with a ';', lines that other text has, and how many
 * numbers every good line has.
 */
struct look { unsigned lines, good, semicolons, keys, columns; };

static void look_at(const struct tf_input_file *f, struct look *k)
{
	static const size_t size = (size_t)192 << 10;
	char *buf = tf_xmalloc(size);
	size_t n, len;
	const char *p = tf_text_peek(f, buf, size, &n), *end = p + n, *line;
	bool whole = f->head_len >= f->size;
	*k = (struct look){.columns = MAX_COLUMNS};
	while (tf_head_line(&p, end, &line, &len)) {
		if (p == end && !whole) {
			/* Perhaps cut in the middle; if it is all there is to see, it may be one stack. */
			if (!k->lines && memchr(line, ';', len))
				*k = (struct look){.lines = 1, .good = 1, .semicolons = 1, .columns = 1};
			break;
		}
		if (skipped(line, len))
			continue;
		k->lines++;
		unsigned c = count_columns(line, len);
		if (!c)
			continue;
		k->good++;
		k->semicolons += memchr(line, ';', len) != NULL;
		k->keys += ends_in_key(line, len);
		if (c < k->columns)
			k->columns = c;
	}
	if (!k->good)
		k->columns = 1;
	free(buf);
}

static int probe(const struct tf_input_file *f)
{
	struct look k;
	if (f->is_dir || !f->head_len)
		return 0;
	look_at(f, &k);
	if (!k.good)
		return 0;
	if (k.semicolons && k.good * 2 >= k.lines)
		return 60;
	if (!k.semicolons && k.keys)
		return 0;
	if (k.good * 4 < k.lines)
		return 0;
	return k.good * 5 >= k.lines * 4 ? 30 : k.semicolons ? 20 : 5;
}

static struct tf_input *open_folded(const struct tf_input_file *f, struct tf_sink *sink, struct tf_pool *pool,
				    struct tf_err *err)
{
	struct look k;
	struct tf_input *in = tf_xcalloc(1, sizeof *in);
	(void)pool;
	if (f->is_dir || f->fd < 0) {
		free(in);
		tf_err_set(err, TF_EFORMAT, f->path, "a directory, not a file of folded stacks");
		return NULL;
	}
	look_at(f, &k);
	in->sink = sink;
	in->size = f->size;
	in->n_columns = k.columns;
	tf_lines_init(&in->lines, f);
	for (unsigned i = 0; i < in->n_columns; i++) {
		char name[32] = "samples";
		if (in->n_columns == 2)
			snprintf(name, sizeof name, "%s", i ? "after" : "before");
		else if (in->n_columns > 2)
			snprintf(name, sizeof name, "column-%u", i + 1);
		struct tf_event e = {.name = name, .unit = "events", .type = UINT32_MAX, .has_callchain = true, .counted = true};
		in->events[i] = sink->on_event(sink, &e);
	}
	return in;
}

/* Cuts FlameGraph's marks of kernel and inlined frames off a name and turns them into flags. */
static void take_marks(struct tf_input *in, struct tf_named_frame *f)
{
	if (f->len <= 4 || f->name[f->len - 1] != ']' || memcmp(f->name + f->len - 4, "_[", 2) != 0)
		return;
	uint32_t flag = 0;
	switch (f->name[f->len - 2]) {
	case 'k':
		flag = TF_FUNC_KERNEL;
		break;
	case 'i':
		flag = TF_FUNC_INLINE;
		break;
	default: /* _[j], _[w]: no flag of ours, so they stay in the name */
		return;
	}
	f->flags = flag;
	f->len -= 4;
	in->annotated++;
}

static void split(struct tf_input *in, const char *s, size_t n)
{
	const char *end = s + n;
	in->frames.n = 0;
	for (;;) {
		const char *semi = memchr(s, ';', (size_t)(end - s));
		const char *stop = semi ? semi : end;
		if (stop > s) {
			struct tf_named_frame *f = tf_vec_push(&in->frames);
			*f = (struct tf_named_frame){.name = s, .len = (size_t)(stop - s)};
			take_marks(in, f);
		} else {
			tf_diag_note(in->sink->diag, "empty-frame", false, tf_lines_offset(&in->lines, s),
				     "line %llu: a frame without a name was left out", (unsigned long long)in->lines.number);
		}
		if (!semi)
			return;
		s = semi + 1;
	}
}

static void refuse(struct tf_input *in, const char *line, const char *why)
{
	in->refused++;
	tf_diag_note(in->sink->diag, "bad-line", true, tf_lines_offset(&in->lines, line), "line %llu: %s",
		     (unsigned long long)in->lines.number, why);
}

static void do_line(struct tf_input *in, const char *line, size_t n)
{
	uint64_t counts[MAX_COLUMNS];
	size_t left = n;
	if (skipped(line, n))
		return;
	for (unsigned i = in->n_columns; i-- > 0;) {
		switch (take_number(line, &left, &counts[i])) {
		case NUM_NONE:
			refuse(in, line, i + 1 == in->n_columns ? "no count at its end"
								: "fewer counts than the first lines have");
			return;
		case NUM_TOO_BIG:
			refuse(in, line, "a count that does not fit 64 bits");
			return;
		case NUM_FRACTION:
			tf_diag_note(in->sink->diag, "fraction", false, tf_lines_offset(&in->lines, line),
				     "line %llu: a count with a fraction was rounded", (unsigned long long)in->lines.number);
			break;
		case NUM_OK:
			break;
		}
	}
	split(in, line, left);
	if (!in->frames.n) {
		refuse(in, line, "a count without a stack");
		return;
	}
	in->accepted++;
	for (unsigned i = 0; i < in->n_columns; i++) {
		if (!counts[i])
			continue;
		struct tf_named_stack x = {.frames = in->frames.v, .n = in->frames.n, .pid = TF_NO_ID, .tid = TF_NO_ID,
					   .cpu = TF_NO_ID, .time = TF_NO_TIME, .event = in->events[i],
					   .weight = counts[i]};
		in->sink->on_stack(in->sink, &x);
	}
}

/* Notes what is known only at the end. */
static int finish(struct tf_input *in, struct tf_err *err)
{
	struct tf_sink *sink = in->sink;
	if (in->lines.cut)
		tf_diag_note(sink->diag, "long-line", true, TF_NO_OFFSET, "%llu lines longer than 64 MiB were left out",
			     (unsigned long long)in->lines.cut);
	if (in->annotated)
		sink->on_meta(sink, "annotated", "yes");
	sink->on_count(sink, "lines", in->lines.number);
	sink->on_count(sink, "stacks", in->accepted);
	if (in->refused)
		sink->on_count(sink, "lines not understood", in->refused);
	if (!in->accepted && in->refused) {
		int r = tf_err_set(err, TF_EFORMAT, in->lines.path, "none of its %llu lines is a folded stack",
				   (unsigned long long)in->refused);
		tf_err_advise(err, "one stack a line, outermost frame first, then a blank and a count: main;run;leaf 12");
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

static void close_folded(struct tf_input *in)
{
	if (!in)
		return;
	tf_lines_release(&in->lines);
	free(in->frames.v);
	free(in);
}

const struct tf_input_ops tf_in_folded = {
	.name = "folded",
	.help = "folded stacks: frame;frame;frame COUNT (stackcollapse-*, difffolded.pl)",
	.probe = probe,
	.open = open_folded,
	.pump = pump,
	.close = close_folded,
};
