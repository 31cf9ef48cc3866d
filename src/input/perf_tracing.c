/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of tracepoints in the tracing data that perf and trace-cmd write: the texts of
 * /sys/kernel/tracing/events/SYSTEM/NAME/format. Source: trace-cmd.dat.v6(5).
 */
#include "config.h"
#include "input/perf_reader.h"

#include <stdlib.h>

/* The value behind "key: " in the text; its length up to the end of the line. */
static const char *field(const char *text, size_t n, const char *key, size_t *len)
{
	const char *p = memmem(text, n, key, strlen(key));
	if (!p || (p != text && p[-1] != '\n'))
		return NULL;
	p += strlen(key);
	const char *end = memchr(p, '\n', n - (size_t)(p - text));
	*len = (size_t)((end ? end : text + n) - p);
	return p;
}

static void one_format(struct tf_perf_reader *r, const char *system, size_t system_len, const char *text, size_t n)
{
	size_t name_len, id_len;
	const char *name = field(text, n, "name: ", &name_len), *id = field(text, n, "ID: ", &id_len);
	if (!name || !id || id_len > 10)
		return;
	char number[12] = {0};
	memcpy(number, id, id_len);
	struct tf_strbuf b = TF_STRBUF_INIT;
	tf_strbuf_add(&b, system, system_len);
	tf_strbuf_addc(&b, ':');
	tf_strbuf_add(&b, name, name_len);
	tf_perf_tracepoint(r, strtoull(number, NULL, 10), b.s, b.n);
	tf_strbuf_release(&b);
}

static void skip_sized(struct tf_bytes *b) { tf_bytes_skip(b, tf_bytes_u64(b)); }

void tf_perf_tracing_data(struct tf_perf_reader *r, const uint8_t *p, size_t n)
{
	struct tf_bytes b = tf_bytes_init(p, n, r->swap);
	size_t len;
	const uint8_t *magic = tf_bytes_take(&b, 10);
	if (!magic || memcmp(magic, "\x17\x08\x44tracing", 10))
		return;
	tf_perf_word(&b, &len); /* version */
	b.swap = (tf_bytes_u8(&b) != 0) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	tf_bytes_skip(&b, 5); /* size of a long, page size */
	tf_perf_word(&b, &len);       /* "header_page" */
	skip_sized(&b);
	tf_perf_word(&b, &len); /* "header_event" */
	skip_sized(&b);
	uint32_t ftrace = tf_bytes_u32(&b);
	for (uint32_t i = 0; i < ftrace && !b.bad; i++)
		skip_sized(&b);
	uint32_t systems = tf_bytes_u32(&b);
	for (uint32_t i = 0; i < systems && !b.bad; i++) {
		size_t system_len;
		const char *system = tf_perf_word(&b, &system_len);
		uint32_t files = tf_bytes_u32(&b);
		for (uint32_t k = 0; k < files && !b.bad; k++) {
			uint64_t size = tf_bytes_u64(&b);
			const char *text = (const char *)tf_bytes_take(&b, size);
			if (text)
				one_format(r, system, system_len, text, size);
		}
	}
}
