/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/in_perfscript_parse.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct span { const char *s; size_t n; };

static struct span trim(struct span t)
{
	while (t.n && is_blank(t.s[0]))
		t.s++, t.n--;
	while (t.n && is_blank(t.s[t.n - 1]))
		t.n--;
	return t;
}

/* Takes the last word off t; empty if there is none. */
static struct span last_word(struct span *t)
{
	size_t end = t->n, i;
	while (end && is_blank(t->s[end - 1]))
		end--;
	for (i = end; i && !is_blank(t->s[i - 1]); i--)
		;
	struct span w = {t->s + i, end - i};
	t->n = i;
	return w;
}

static struct span first_word(struct span t)
{
	t = trim(t);
	size_t i = 0;
	while (i < t.n && !is_blank(t.s[i]))
		i++;
	return (struct span){t.s, i};
}

static bool word_is(struct span w, const char *text)
{
	return w.n == strlen(text) && !memcmp(w.s, text, w.n);
}

/* All digits, and no more than fit. */
static bool number(struct span w, uint64_t *out)
{
	uint64_t v = 0;
	if (!w.n)
		return false;
	for (size_t i = 0; i < w.n; i++)
		if (!is_digit(w.s[i]) || __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(w.s[i] - '0'), &v))
			return false;
	*out = v;
	return true;
}

/* A process or thread id; -1 is what perf prints for none. */
static bool id_number(struct span w, uint32_t *out)
{
	uint64_t v;
	if (word_is(w, "-1")) {
		*out = TF_NO_ID;
		return true;
	}
	if (!number(w, &v) || v >= TF_NO_ID)
		return false;
	*out = (uint32_t)v;
	return true;
}

static bool pid_word(struct span w, uint32_t *pid, uint32_t *tid)
{
	const char *slash = memchr(w.s, '/', w.n);
	if (!slash) {
		*pid = TF_NO_ID;
		return id_number(w, tid);
	}
	size_t k = (size_t)(slash - w.s);
	return id_number((struct span){w.s, k}, pid) && id_number((struct span){slash + 1, w.n - k - 1}, tid);
}

static bool cpu_word(struct span w, uint32_t *cpu)
{
	return w.n > 2 && w.s[0] == '[' && w.s[w.n - 1] == ']' && id_number((struct span){w.s + 1, w.n - 2}, cpu);
}

/* Letters that `perf script -F +misc` prints between CPU and time. */
static bool misc_word(struct span w)
{
	for (size_t i = 0; i < w.n; i++)
		if (!strchr("KUHGgESDMFpx", w.s[i]))
			return false;
	return w.n > 0 && w.n < 8;
}

/* Finds the next "digits.digits:" word from *from on; t gets the word without the colon. */
static bool find_time(struct span line, size_t *from, struct span *t)
{
	for (;;) {
		const char *colon = *from < line.n ? memchr(line.s + *from, ':', line.n - *from) : NULL;
		if (!colon)
			return false;
		size_t c = (size_t)(colon - line.s), i = c;
		*from = c + 1;
		if (c + 1 < line.n && !is_blank(line.s[c + 1]))
			continue;
		while (i && is_digit(line.s[i - 1]))
			i--;
		if (i == c || !i || line.s[i - 1] != '.')
			continue;
		size_t dot = --i;
		while (i && is_digit(line.s[i - 1]))
			i--;
		if (i == dot || (i && !is_blank(line.s[i - 1])))
			continue;
		*t = (struct span){line.s + i, c - i};
		return true;
	}
}

static uint64_t to_ns(struct span t)
{
	uint64_t sec = 0, ns = 0;
	size_t i = 0;
	for (; i < t.n && t.s[i] != '.'; i++) {
		sec = sec * 10 + (uint64_t)(t.s[i] - '0');
		if (sec > 9000000000ULL)
			return TF_NO_TIME;
	}
	unsigned digits = 0;
	for (i++; i < t.n && digits < 9; i++, digits++)
		ns = ns * 10 + (uint64_t)(t.s[i] - '0');
	for (; digits < 9; digits++)
		ns *= 10;
	return sec * 1000000000ULL + ns;
}

/* COMM [PID] [CPU] [misc] at the left of time or period. True if there was a pid or a CPU. */
static bool left_part(struct span t, struct tf_ps_header *h)
{
	struct span before = t, w = last_word(&t);
	bool found = false;
	h->pid = h->tid = h->cpu = TF_NO_ID;
	if (misc_word(w)) {
		struct span t2 = t, w2 = last_word(&t2);
		uint32_t a, b;
		if (cpu_word(w2, &a) || pid_word(w2, &a, &b)) {
			before = t;
			w = w2;
			t = t2;
		}
	}
	if (cpu_word(w, &h->cpu)) {
		found = true;
		before = t;
		w = last_word(&t);
	}
	if (w.n && pid_word(w, &h->pid, &h->tid)) {
		found = true;
		before = t;
	}
	before = trim(before);
	h->comm = before.s;
	h->comm_len = before.n;
	return found;
}

/* [PERIOD] [EVENT:] rest. */
static void right_part(struct span t, struct tf_ps_header *h)
{
	struct span all = trim(t), w = first_word(all);
	t = all;
	if (t.n > 12 && !memcmp(t.s, "PERF_RECORD_", 12)) {
		h->record = true;
		h->event = w.s;
		h->event_len = w.n;
		h->rest = w.s + w.n;
		h->rest_len = t.n - w.n;
		return;
	}
	if (number(w, &h->period)) {
		h->has_period = true;
		t.s += w.n;
		t.n -= w.n;
		t = trim(t);
	}
	for (size_t i = 0; i < t.n; i++) {
		const char *colon = memchr(t.s + i, ':', t.n - i);
		if (!colon)
			break;
		i = (size_t)(colon - t.s);
		if (i + 1 < t.n && !is_blank(t.s[i + 1]))
			continue;
		/* A name with blanks is an event only if its terms do: cpu/a, b/ */
		if (i && ((!memchr(t.s, ' ', i) && !memchr(t.s, '\t', i)) || memchr(t.s, '/', i))) {
			h->event = t.s;
			h->event_len = i;
			struct span rest = trim((struct span){colon + 1, t.n - i - 1});
			h->rest = rest.s;
			h->rest_len = rest.n;
			return;
		}
		break;
	}
	if (t.n) { /* no event column: what looked like a period may be an address */
		h->has_period = false;
		t = all;
	}
	h->rest = t.s;
	h->rest_len = t.n;
}

/* A header without a time: COMM PID [CPU] [PERIOD] EVENT: */
static bool without_time(struct span line, struct tf_ps_header *h)
{
	for (size_t from = 0; from < line.n;) {
		const char *colon = memchr(line.s + from, ':', line.n - from);
		if (!colon)
			return false;
		size_t c = (size_t)(colon - line.s);
		from = c + 1;
		if (from < line.n && !is_blank(line.s[from]))
			continue;
		struct span left = {line.s, c}, event = last_word(&left);
		if (!event.n)
			continue;
		struct span t = left, w = last_word(&t);
		uint64_t period;
		if (number(w, &period)) {
			struct span t2 = t, w2 = last_word(&t2);
			uint32_t a, b;
			if (cpu_word(w2, &a) || (w2.n && pid_word(w2, &a, &b))) {
				h->period = period;
				h->has_period = true;
				left = t;
			}
		}
		if (!left_part(left, h)) {
			h->has_period = false;
			continue;
		}
		h->event = event.s;
		h->event_len = event.n;
		struct span rest = trim((struct span){colon + 1, line.n - from});
		h->rest = rest.s;
		h->rest_len = rest.n;
		return true;
	}
	return false;
}

bool tf_ps_has_time(const char *s, size_t n)
{
	struct span t;
	size_t from = 0;
	return find_time((struct span){s, n}, &from, &t);
}

void tf_ps_parse_header(const char *s, size_t n, struct tf_ps_header *h)
{
	struct span line = trim((struct span){s, n}), t, first = {NULL, 0};
	*h = (struct tf_ps_header){.pid = TF_NO_ID, .tid = TF_NO_ID, .cpu = TF_NO_ID, .time = TF_NO_TIME};
	for (size_t from = 0; find_time(line, &from, &t);) {
		if (!first.s)
			first = t;
		if (left_part((struct span){line.s, (size_t)(t.s - line.s)}, h)) {
			first = t;
			break;
		}
	}
	if (first.s) {
		left_part((struct span){line.s, (size_t)(first.s - line.s)}, h);
		h->strength = TF_PS_STRONG;
		h->time = to_ns(first);
		const char *behind = first.s + first.n + 1;
		right_part((struct span){behind, (size_t)(line.s + line.n - behind)}, h);
		return;
	}
	if (without_time(line, h)) {
		h->strength = TF_PS_STRONG;
		return;
	}
	*h = (struct tf_ps_header){.pid = TF_NO_ID, .tid = TF_NO_ID, .cpu = TF_NO_ID, .time = TF_NO_TIME};
	if (line.n) {
		left_part(line, h);
		h->strength = TF_PS_WEAK;
	}
}

/* ---- frames ------------------------------------------------------------------------------- */

static const int8_t hex_value[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10,
	['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
};

/* Number of hex digits at s that end at a blank or at the end; 0: no address there. */
static size_t address(const char *s, size_t n, uint64_t *out)
{
	uint64_t v = 0;
	size_t i = 0, at = n > 2 && s[0] == '0' && s[1] == 'x' ? 2 : 0;
	for (; at + i < n && i < 17; i++) {
		int d = hex_value[(uint8_t)s[at + i]];
		if (!d)
			break;
		v = v << 4 | (uint64_t)(d - 1);
	}
	if (!i || i > 16 || (at + i < n && !is_blank(s[at + i])))
		return 0;
	*out = v;
	return at + i;
}

bool tf_ps_starts_with_address(const char *s, size_t n)
{
	uint64_t v;
	while (n && is_blank(*s))
		s++, n--;
	size_t k = address(s, n, &v);
	return k && k < n;
}

/* Where the last balanced parentheses begin, if a blank (or nothing) stands before; else n. */
static size_t module_start(const char *s, size_t n)
{
	const char *open = memrchr(s, '(', n);
	if (!open)
		return n;
	size_t i = (size_t)(open - s);
	if (memchr(open, ')', n - i - 1)) {
		int depth = 0;
		for (i = n; i-- > 0;) {
			depth += s[i] == ')';
			depth -= s[i] == '(';
			if (!depth)
				break;
		}
		if (depth)
			return n;
	}
	return !i || is_blank(s[i - 1]) ? i : n;
}

/* Takes "(DSO)" or "(inlined)" off the end of t. */
static bool take_module(struct span *t, struct tf_ps_frame *f)
{
	if (!t->n || t->s[t->n - 1] != ')')
		return false;
	size_t i = module_start(t->s, t->n);
	if (i == t->n)
		return false;
	struct span m = {t->s + i + 1, t->n - i - 2};
	if (word_is(m, "inlined")) {
		f->inlined = true;
	} else {
		f->module = m.s;
		f->module_len = m.n;
	}
	t->n = i;
	*t = trim(*t);
	return true;
}

/* Takes a final +0xHEX off. */
static void take_offset(struct span *t)
{
	size_t i = t->n;
	while (i && hex_value[(uint8_t)t->s[i - 1]])
		i--;
	if (i >= 3 && i < t->n && t->s[i - 1] == 'x' && t->s[i - 2] == '0' && t->s[i - 3] == '+')
		t->n = i - 3;
}

static void take_name(struct span t, struct tf_ps_frame *f)
{
	take_offset(&t);
	if (word_is(t, "[unknown]"))
		t.n = 0;
	f->name = t.s;
	f->len = t.n;
}

bool tf_ps_parse_frame(const char *s, size_t n, struct tf_ps_frame *f)
{
	struct span t = trim((struct span){s, n});
	memset(f, 0, sizeof *f);
	if (!t.n)
		return false;
	size_t k = address(t.s, t.n, &f->addr);
	if (k) {
		f->has_addr = true;
		t = trim((struct span){t.s + k, t.n - k});
	}
	if (take_module(&t, f) && f->inlined && !f->module)
		take_module(&t, f);
	take_name(t, f);
	return true;
}

/*
 * The nearest address of at least min digits, leftwards from the end of t, with a name behind it:
 * a payload or the kind of a branch may stand before it.
 */
static bool address_leftwards(struct span t, size_t min, struct tf_ps_frame *f)
{
	const char *end = t.s + t.n;
	for (struct span left = t; left.n;) {
		struct span w = last_word(&left);
		uint64_t addr;
		size_t k = w.n ? address(w.s, w.n, &addr) : 0;
		if (k < min || !k || w.s + w.n == end)
			continue;
		f->addr = addr;
		f->has_addr = true;
		take_name(trim((struct span){w.s + k, (size_t)(end - w.s) - k}), f);
		return true;
	}
	return false;
}

bool tf_ps_parse_one_line(const char *s, size_t n, struct tf_ps_frame *f)
{
	struct span t = {s, n};
	const char *arrow = memmem(s, n, " => ", 4);
	if (arrow)
		t.n = (size_t)(arrow - s);
	t = trim(t);
	memset(f, 0, sizeof *f);
	bool module = take_module(&t, f);
	if (module && address_leftwards(t, arrow ? 1 : 8, f))
		return true;
	size_t k = address(t.s, t.n, &f->addr);
	if (k && (module ? k >= 4 || t.n == k : k >= 6 && k < t.n)) {
		f->has_addr = true;
		take_name(trim((struct span){t.s + k, t.n - k}), f);
		return true;
	}
	return module && address_leftwards(t, k ? 1 : 4, f);
}

static bool ends_with(const char *s, size_t n, const char *tail)
{
	size_t k = strlen(tail);
	return n >= k && !memcmp(s + n - k, tail, k);
}

/* A file that holds kernel code: vmlinux, vmlinux-6.1.0, nf_tables.ko.xz. */
static bool is_kernel_file(const char *m, size_t n)
{
	const char *slash = memrchr(m, '/', n);
	if (slash) {
		n -= (size_t)(slash + 1 - m);
		m = slash + 1;
	}
	if (n >= 7 && !memcmp(m, "vmlinux", 7) && (n == 7 || (m[7] == '-' && n > 8 && is_digit(m[8]))))
		return true;
	return ends_with(m, n, ".ko") || ends_with(m, n, ".ko.gz") || ends_with(m, n, ".ko.xz") || ends_with(m, n, ".ko.zst");
}

bool tf_ps_is_kernel(const struct tf_ps_frame *f)
{
	const char *m = f->module;
	size_t n = f->module_len;
	if (m && ((n > 7 && !memcmp(m, "[kernel", 7)) || (n > 13 && !memcmp(m, "[guest.kernel", 13))))
		return true;
	/* perf prints addresses of kernel files relative to the file, too */
	if (m && is_kernel_file(m, n))
		return true;
	/* [vsyscall] lies in the upper half but is user code. */
	bool user_page = m && (ends_with(m, n, "[vsyscall]") || ends_with(m, n, "[vdso]"));
	return f->has_addr && f->addr >> 63 && !user_page;
}
