/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/jsonw.h"

#include <math.h>
#include <string.h>
#include <tflame/text.h>

#include "base/xalloc.h"

void tf_jsonw_init(struct tf_jsonw *w, struct tf_outbuf *out)
{
	*w = (struct tf_jsonw){.out = out};
}

static void new_line(struct tf_jsonw *w)
{
	tf_outbuf_addc(w->out, '\n');
	for (unsigned i = 0; i < w->depth; i++)
		tf_outbuf_addc(w->out, ' ');
}

/* What stands before a value or a key. */
static void separate(struct tf_jsonw *w)
{
	if (w->named) {
		w->named = false;
		return;
	}
	if (w->many[w->depth])
		tf_outbuf_addc(w->out, ',');
	if (w->depth && !w->flat[w->depth])
		new_line(w);
	else if (w->many[w->depth])
		tf_outbuf_addc(w->out, ' ');
	w->many[w->depth] = true;
}

void tf_jsonw_begin(struct tf_jsonw *w, char open, bool flat)
{
	separate(w);
	tf_assert(w->depth + 1 < TF_JSON_DEPTH);
	tf_outbuf_addc(w->out, open);
	bool parent_flat = w->flat[w->depth];
	w->depth++;
	w->many[w->depth] = false;
	w->flat[w->depth] = flat || parent_flat;
}

void tf_jsonw_end(struct tf_jsonw *w, char close)
{
	bool line = w->many[w->depth] && !w->flat[w->depth];
	w->depth--;
	if (line)
		new_line(w);
	tf_outbuf_addc(w->out, close);
	if (!w->depth)
		tf_outbuf_addc(w->out, '\n');
}

static void string(struct tf_jsonw *w, const char *s, size_t n)
{
	struct tf_outbuf *b = w->out;
	tf_outbuf_addc(b, '"');
	for (size_t i = 0; i < n;) {
		size_t plain = i;
		while (plain < n && (unsigned char)s[plain] >= 0x20 && (unsigned char)s[plain] < 0x7f && s[plain] != '"' &&
		       s[plain] != '\\')
			plain++;
		tf_outbuf_add(b, s + i, plain - i);
		i = plain;
		if (i == n)
			break;
		uint32_t c;
		size_t len = tf_utf8_next(s + i, n - i, &c);
		if (!len) {
			tf_outbuf_addf(b, "\\\\x%02x", (unsigned char)s[i]);
			len = 1;
		} else if (c == '"' || c == '\\') {
			tf_outbuf_addc(b, '\\');
			tf_outbuf_addc(b, (char)c);
		} else if (c == '\n' || c == '\t') {
			tf_outbuf_add(b, c == '\n' ? "\\n" : "\\t", 2);
		} else if (tf_char_unsafe(c)) {
			tf_outbuf_addf(b, "\\u%04x", c); /* all of them are below U+10000 */
		} else {
			tf_outbuf_add(b, s + i, len);
		}
		i += len;
	}
	tf_outbuf_addc(b, '"');
}

void tf_jsonw_key(struct tf_jsonw *w, const char *key)
{
	separate(w);
	string(w, key, strlen(key));
	tf_outbuf_add(w->out, ": ", 2);
	w->named = true;
}

void tf_jsonw_str(struct tf_jsonw *w, const char *s, size_t n)
{
	separate(w);
	string(w, s, n);
}

void tf_jsonw_cstr(struct tf_jsonw *w, const char *s)
{
	if (s)
		tf_jsonw_str(w, s, strlen(s));
	else
		tf_jsonw_null(w);
}

void tf_jsonw_u64(struct tf_jsonw *w, uint64_t v)
{
	separate(w);
	tf_outbuf_u64(w->out, v);
}

void tf_jsonw_num(struct tf_jsonw *w, double v)
{
	separate(w);
	if (isfinite(v))
		tf_outbuf_addf(w->out, "%.6g", v);
	else
		tf_outbuf_adds(w->out, "null");
}

void tf_jsonw_bool(struct tf_jsonw *w, bool v)
{
	separate(w);
	tf_outbuf_adds(w->out, v ? "true" : "false");
}

void tf_jsonw_null(struct tf_jsonw *w)
{
	separate(w);
	tf_outbuf_adds(w->out, "null");
}
