/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "complain.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#define MAX_LINES 9 /* and one that says how many more there are */

static void put(const char *text)
{
	char *e = tf_escape_dup(text, strlen(text));
	fputs(e, stderr);
	free(e);
}

static void line(const char *what, const char *why)
{
	fflush(stdout);
	fputs("tflame: ", stderr);
	if (what && *what) {
		put(what);
		fputs(": ", stderr);
	}
	put(why);
	fputc('\n', stderr);
}

void ui_error(const char *what, const char *fmt, ...)
{
	char why[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	line(what, why);
}

void ui_advise(const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	line("try", text);
}

int ui_complain_err(const struct tf_err *err)
{
	if (err->sys_errno && err->sys_errno != ENOENT) /* that one is said in words */
		ui_error(err->what, "%s: %s", err->text, strerror(err->sys_errno));
	else
		line(err->what, err->text);
	if (err->advice[0])
		line("try", err->advice);
	return err->code == TF_EUSAGE ? 2 : 1;
}

static void message(const struct tf_message *m)
{
	char text[400], *p = text, *end = text + sizeof text;
	p += snprintf(p, (size_t)(end - p), "%s", m->text);
	if (m->count > 1)
		p += snprintf(p, (size_t)(end - p), " (%llu cases", (unsigned long long)m->count);
	if (m->first_offset != UINT64_MAX)
		p += snprintf(p, (size_t)(end - p), "%s byte %llu", m->count > 1 ? ", first at" : " (at",
			      (unsigned long long)m->first_offset);
	if (m->count > 1 || m->first_offset != UINT64_MAX)
		snprintf(p, (size_t)(end - p), ")");
	line(m->damage ? "damaged input" : "note", text);
}

void ui_complain_messages(const struct tf_snapshot *s)
{
	size_t n = tf_snapshot_messages(s, NULL, 0);
	struct tf_message *m = calloc(n + 1, sizeof *m);
	if (!m)
		return;
	size_t have = tf_snapshot_messages(s, m, n), shown = n < MAX_LINES ? n : MAX_LINES - 1;
	if (have < n)
		n = have;
	for (size_t i = 0; i < n && i < shown; i++)
		message(&m[i]);
	if (n > shown)
		ui_error("note", "%zu more kinds of messages: tflame report --stats lists them", n - shown);
	for (size_t i = 0; i < n; i++) {
		if (m[i].advice[0]) {
			line("try", m[i].advice);
			break;
		}
	}
	free(m);
}
