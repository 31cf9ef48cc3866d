/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.h - the pieces of tflame report that write text. */
#ifndef UI_CLI_REPORT_H
#define UI_CLI_REPORT_H

#include <stdio.h>

#include "cli/load.h"

/* What a column of the function table shows: a sort key, or a figure. */
enum report_field {
	FIELD_OVERHEAD = TF_KEY_N, /* self weight, per cent */
	FIELD_CHILDREN,            /* total weight, per cent */
	FIELD_SAMPLE,              /* self samples */
	FIELD_WEIGHT,              /* self weight */
	FIELD_END
};
#define REPORT_MAX_FIELDS 24

enum report_graph { GRAPH_NONE, GRAPH_CALLER, GRAPH_CALLEE };

struct report_opts {
	enum tf_key keys[TF_KEY_N]; size_t n_keys;
	int fields[REPORT_MAX_FIELDS]; size_t n_fields; /* 0: the default ones */
	bool sorted;                     /* --sort was given */
	bool no_children, children;      /* as asked for; neither: children if there are call chains */
	bool show_samples, group, relative, color, header, quiet;
	double percent_limit, graph_limit;
	enum report_graph graph;
	const char *separator; /* -t; NULL: aligned columns */
	const char *parent;
	uint64_t time_quantum;
};

/* Takes "overhead,comm,symbol" apart into keys and figures. 0 or 2 after a complaint. */
int report_parse_keys(const char *option, const char *text, int *out, size_t *n);
/* The function table of each event. */
int report_table(const struct ui_load *l, const struct report_opts *o, FILE *out);
/* The callers or callees of a row below it. t, comm (0: any) and func say which row. */
struct report_grapher;
struct report_grapher *report_grapher_new(const struct tf_calltree *t, const struct report_opts *o, bool children);
void report_grapher_free(struct report_grapher *g);
void report_graph(struct report_grapher *g, tf_func_id comm, tf_func_id func, double all, FILE *out);
/* Lines of the recording's header; counts of records; modules and their symbols. */
void report_header(const struct tf_snapshot *s, FILE *out);
void report_stats(const struct tf_snapshot *s, FILE *out);
void report_modules(const struct tf_snapshot *s, FILE *out);
/* One line: samples, lost, throttled, damage. */
void report_quality(const struct tf_snapshot *s, const char *prefix, FILE *out);
/* Text from the recording, escaped. */
void report_text(const char *s, size_t n, FILE *out);

#endif
