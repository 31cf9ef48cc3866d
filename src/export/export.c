/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/export.h>

#include <string.h>

#include "export/exporters.h"

const struct tf_exporter *const tf_export_table[] = {&tf_ex_folded, &tf_ex_json, &tf_ex_text, &tf_ex_script, NULL};

const struct tf_exporter *tf_exporter_by_name(const char *name)
{
	for (size_t i = 0; tf_export_table[i]; i++)
		if (!strcmp(tf_export_table[i]->name, name))
			return tf_export_table[i];
	return NULL;
}

const struct tf_exporter *tf_exporter_by_suffix(const char *path)
{
	size_t n = strlen(path);
	for (size_t i = 0; tf_export_table[i]; i++) {
		const char *suffix = tf_export_table[i]->suffix;
		size_t k = suffix ? strlen(suffix) : 0;
		if (k && n > k && !strcmp(path + n - k, suffix))
			return tf_export_table[i];
	}
	return NULL;
}

struct tf_outbuf *tf_export_begin(struct tf_out *out)
{
	struct tf_outbuf *b = tf_xmalloc(sizeof *b);
	tf_outbuf_init(b, out->write, out->ctx);
	return b;
}

int tf_export_end(struct tf_outbuf *b, struct tf_err *err)
{
	int r = tf_outbuf_flush(b);
	free(b);
	if (r)
		return tf_err_set(err, TF_EIO, "output", "cannot be written");
	return 0;
}

tf_event_id tf_export_event(const struct tf_snapshot *s, tf_event_id wanted)
{
	uint32_t n = tf_snapshot_n_events(s);
	if (wanted.v)
		return wanted;
	for (uint32_t i = 1; i <= n; i++)
		if (tf_snapshot_event_sum(s, (tf_event_id){i}).samples)
			return (tf_event_id){i};
	for (uint32_t i = 1; i <= n; i++)
		if (!tf_snapshot_event(s, (tf_event_id){i})->hidden)
			return (tf_event_id){i};
	return (tf_event_id){0};
}

void tf_export_escaped(struct tf_outbuf *b, const char *s, size_t n)
{
	char buf[1024];
	while (n) { /* in pieces that end at a character */
		size_t k = n < 100 ? n : 100;
		while (k < n && k < 104 && ((unsigned char)s[k] & 0xc0) == 0x80)
			k++;
		tf_outbuf_add(b, buf, tf_escape(buf, sizeof buf, s, k));
		s += k;
		n -= k;
	}
}

void tf_export_text(struct tf_outbuf *b, const char *s)
{
	tf_export_escaped(b, s, strlen(s));
}
