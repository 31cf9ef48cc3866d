/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * export.h - a snapshot written in other tools' formats.
 */
#ifndef TFLAME_EXPORT_H
#define TFLAME_EXPORT_H

#include <tflame/calltree.h>
#include <tflame/err.h>

/* Where the bytes go. write returns 0 or -TF_EIO; ctx is the caller's. */
struct tf_out { int (*write)(void *ctx, const char *bytes, size_t n); void *ctx; };

struct tf_export_opts {
	struct tf_filter filter;
	tf_event_id event;       /* 0: all (json) or the first (folded) */
	bool by_weight;          /* weights instead of numbers of samples */
	bool annotate;           /* folded: _[k] and _[i] behind names */
	bool no_inline;
	bool no_comm;            /* folded: without the process name */
	double percent_limit;    /* json: functions below this share of total are left out */
};

struct tf_exporter {
	const char *name;   /* for --format */
	const char *suffix; /* of file names, e.g. ".folded"; NULL: none */
	const char *help;
	int (*write)(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_out *out, struct tf_err *err);
};

/* All exporters, ended by one without a name. */
extern const struct tf_exporter *const tf_export_table[];
/* By name, or by the suffix of a file name; NULL: none. */
const struct tf_exporter *tf_exporter_by_name(const char *name);
const struct tf_exporter *tf_exporter_by_suffix(const char *path);

#endif
