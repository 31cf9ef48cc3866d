/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report_table.c - the function table, in the form of `perf report --stdio`: a comment block for each
 * event, then one row for each combination of the sort keys.
 */
#include "config.h"
#include "cli/report.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <tflame/text.h>

#include "complain.h"

static const struct { const char *name, *alias; int field; } figures[] = {
	{"overhead", "overhead_self", FIELD_OVERHEAD}, {"overhead_children", "children", FIELD_CHILDREN},
	{"sample", "samples", FIELD_SAMPLE}, {"period", "weight", FIELD_WEIGHT}};

static int find_key(const char *word)
{
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (!strcmp(word, figures[i].name) || !strcmp(word, figures[i].alias))
			return figures[i].field;
	if (!strcmp(word, "sym"))
		word = "symbol";
	for (int k = 0; k < TF_KEY_N; k++)
		if (!strcmp(word, tf_key_info((enum tf_key)k)->name))
			return k;
	return -1;
}

static int unknown_key(const char *option, const char *word)
{
	char list[512];
	size_t n = 0;
	for (int k = 0; k < TF_KEY_N; k++)
		if (k != TF_KEY_PERIOD) /* the word means the sum of periods, as for perf */
			n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", k ? ", " : "",
					      tf_key_info((enum tf_key)k)->name);
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, ", %s", figures[i].name);
	ui_error(option, "%s: no such key; there are: %s", word, list);
	return 2;
}

int report_parse_keys(const char *option, const char *text, int *out, size_t *n)
{
	char *copy = strdup(text), *save = NULL;
	int r = 0;
	*n = 0;
	for (char *word = copy ? strtok_r(copy, ", ", &save) : NULL; word && !r; word = strtok_r(NULL, ", ", &save)) {
		int k = find_key(word);
		bool twice = false;
		for (size_t i = 0; i < *n; i++)
			twice |= out[i] == k;
		if (k < 0)
			r = unknown_key(option, word);
		else if (!twice && *n < REPORT_MAX_FIELDS)
			out[(*n)++] = k;
	}
	free(copy);
	if (!r && !*n)
		r = unknown_key(option, "(empty)");
	return r;
}

/* ---- cells ---------------------------------------------------------------------------------- */

struct id_name;
struct printer {
	const struct ui_load *l;
	const struct report_opts *o;
	FILE *out;
	const struct tf_calltree *t;
	struct tf_table *table;
	int fields[REPORT_MAX_FIELDS]; size_t n_fields;
	enum tf_key keys[TF_KEY_N]; size_t n_keys;
	size_t n_events;
	double all[64]; /* per event: what 100 % is */
	size_t shown;   /* rows above the limit */
	int width[REPORT_MAX_FIELDS];
	uint64_t whole[64];
	struct id_name *names[2]; size_t n_names[2]; /* by pid, by tid */
};

static size_t key_column(const struct printer *p, int key)
{
	size_t i = 0;
	while (i < p->n_keys && (int)p->keys[i] != key)
		i++;
	return i;
}

static char *func_text(const struct tf_snapshot *s, uint64_t id)
{
	const struct tf_func *f = tf_snapshot_func(s, (tf_func_id){(uint32_t)id});
	char *out = f ? tf_escape_dup(f->name, f->name_len) : strdup("[other]"), *quoted;
	/* names of nothing but blanks are to be seen */
	if (out && !out[strspn(out, " ")] && asprintf(&quoted, "\"%s\"", out) >= 0) {
		free(out);
		out = quoted;
	}
	return out;
}

/* Names of processes and threads by number. A process has the name of its first thread. */
struct id_name { uint32_t id; bool main; const char *name; };

static int by_id(const void *a, const void *b)
{
	const struct id_name *x = a, *y = b;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return y->main - x->main;
}

static void index_names(struct printer *p, bool tid)
{
	const struct tf_snapshot *s = p->l->s;
	uint32_t n = tf_snapshot_n_threads(s);
	struct id_name *v = malloc(((size_t)n + 1) * sizeof *v);
	if (!v)
		return;
	p->n_names[tid] = 0;
	for (uint32_t i = 1; i <= n; i++) {
		const struct tf_thread *t = tf_snapshot_thread(s, (tf_thread_id){i});
		if (t->comm)
			v[p->n_names[tid]++] = (struct id_name){tid ? t->tid : t->pid, t->pid == t->tid, t->comm};
	}
	qsort(v, p->n_names[tid], sizeof *v, by_id);
	p->names[tid] = v;
}

static const char *comm_of(struct printer *p, uint32_t id, bool tid)
{
	if (!p->names[tid])
		index_names(p, tid);
	size_t lo = 0, hi = p->names[tid] ? p->n_names[tid] : 0;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (p->names[tid][mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return p->names[tid] && lo < p->n_names[tid] && p->names[tid][lo].id == id ? p->names[tid][lo].name : "";
}

static char *id_text(struct printer *p, uint64_t id, bool tid)
{
	char *out = NULL;
	if (id == TF_NO_ID)
		return strdup("-");
	const char *comm = comm_of(p, (uint32_t)id, tid);
	char *e = tf_escape_dup(comm, strlen(comm));
	if (asprintf(&out, "%7u:%s", (unsigned)id, e) < 0)
		out = NULL;
	free(e);
	return out;
}

/* Per cent of an event's weight. */
static double share(const struct printer *p, size_t event, uint64_t weight)
{
	return p->all[event] > 0 ? 100.0 * (double)weight / p->all[event] : 0;
}

/* The text of a cell, malloc'ed. Figures of several events stand side by side. */
static char *cell(struct printer *p, const struct tf_tablerow *row, int field)
{
	char *out = NULL;
	const struct tf_snapshot *s = p->l->s;
	if (field >= TF_KEY_N) {
		char buf[64 * 24], *at = buf;
		for (size_t e = 0; e < p->n_events; e++) {
			const char *gap = e ? "  " : "";
			uint64_t self = row->self[2 * e], n = row->self[2 * e + 1];
			uint64_t w = field == FIELD_CHILDREN && row->total ? row->total[2 * e] : p->n_keys ? self : p->whole[2 * e];
			if (field == FIELD_SAMPLE)
				at += sprintf(at, "%s%*llu", gap, p->o->separator ? 0 : 12, (unsigned long long)n);
			else if (field == FIELD_WEIGHT)
				at += sprintf(at, "%s%*llu", gap, p->o->separator ? 0 : 12, (unsigned long long)w);
			else
				at += sprintf(at, "%s%*.2f%%", gap, p->o->separator ? 0 : 7, share(p, e, w));
		}
		return strdup(buf);
	}
	uint64_t v = row->keys[key_column(p, field)];
	switch (field) {
	case TF_KEY_SYMBOL: {
		char *name = func_text(s, v);
		if (asprintf(&out, "[%c] %s", row->flags & TF_FUNC_KERNEL ? 'k' : '.', name) < 0)
			out = NULL;
		free(name);
		return out;
	}
	case TF_KEY_COMM:
	case TF_KEY_PARENT:
		return func_text(s, v);
	case TF_KEY_DSO: {
		const struct tf_dso *d = tf_snapshot_dso(s, (tf_dso_id){(uint32_t)v});
		if (d && d->kind == TF_DSO_KERNEL)
			return strdup("[kernel.kallsyms]");
		return d && *d->name ? tf_escape_dup(d->name, strlen(d->name)) : strdup("[unknown]");
	}
	case TF_KEY_PID:
	case TF_KEY_TID:
		return id_text(p, v, field == TF_KEY_TID);
	case TF_KEY_TIME:
		if (v == TF_NO_TIME)
			return strdup("-");
		if (asprintf(&out, "%llu.%06llu", (unsigned long long)(v / 1000000000), (unsigned long long)(v % 1000000000 / 1000)) < 0)
			out = NULL;
		return out;
	case TF_KEY_CPU:
		if (v == TF_NO_ID)
			return strdup("-");
		return asprintf(&out, "%03llu", (unsigned long long)v) < 0 ? NULL : out;
	default:
		return asprintf(&out, "%llu", (unsigned long long)v) < 0 ? NULL : out;
	}
}

static const char *title(const struct printer *p, int field)
{
	switch (field) {
	case FIELD_OVERHEAD: return p->table->children ? "Self" : "Overhead";
	case FIELD_CHILDREN: return "Children";
	case FIELD_SAMPLE: return "Samples";
	case FIELD_WEIGHT: return "Weight";
	default: return tf_key_info((enum tf_key)field)->title;
	}
}

/* Columns on the screen that a text takes. */
static int text_width(const char *s)
{
	wchar_t wide[512];
	size_t n = mbstowcs(wide, s, sizeof wide / sizeof *wide);
	if (n == (size_t)-1 || n == sizeof wide / sizeof *wide)
		return (int)strlen(s);
	int w = wcswidth(wide, n);
	return w < 0 ? (int)strlen(s) : w;
}

static bool right_aligned(int field) { return field >= TF_KEY_N; }

static void put_aligned(const struct printer *p, size_t i, const char *text, bool last)
{
	int pad = p->width[i] - text_width(text);
	if (right_aligned(p->fields[i]))
		fprintf(p->out, "%*s%s", pad > 0 ? pad : 0, "", text);
	else
		fprintf(p->out, "%s%*s", text, pad > 0 && !last ? pad : 0, "");
}

static void put_titles(struct printer *p)
{
	fputs("# ", p->out);
	for (size_t i = 0; i < p->n_fields; i++) {
		if (p->o->separator) {
			fprintf(p->out, "%s%s", i ? p->o->separator : "", title(p, p->fields[i]));
			continue;
		}
		fputs(i ? "  " : "", p->out);
		put_aligned(p, i, title(p, p->fields[i]), i + 1 == p->n_fields);
	}
	if (p->o->separator) {
		fputc('\n', p->out);
		return;
	}
	fputs("\n# ", p->out);
	for (size_t i = 0; i < p->n_fields; i++) {
		fputs(i ? "  " : "", p->out);
		for (int k = 0; k < p->width[i]; k++)
			fputc('.', p->out);
	}
	fputs("\n#\n", p->out);
}

/* perf's colours: from 5 % red, from 0.5 % green. */
static const char *color_of(const struct printer *p, const struct tf_tablerow *row)
{
	uint64_t w = p->table->children ? row->total[0] : row->self[0];
	double percent = share(p, 0, w);
	return !p->o->color ? "" : percent >= 5 ? "\033[31m" : percent >= 0.5 ? "\033[32m" : "";
}

static void put_row(struct printer *p, const struct tf_tablerow *row)
{
	const char *sep = p->o->separator, *color = color_of(p, row);
	fputs(sep ? "" : "  ", p->out);
	for (size_t i = 0; i < p->n_fields; i++) {
		char *text = cell(p, row, p->fields[i]);
		const char *shown = text ? text : "";
		bool colored = *color && p->fields[i] >= TF_KEY_N;
		fputs(i ? sep ? sep : "  " : "", p->out);
		if (colored)
			fputs(color, p->out);
		if (sep) /* a separator inside a name would add a column; perf puts a point there, too */
			for (const char *c = shown; *c; c++)
				fputc(*c == *sep && !sep[1] ? '.' : *c, p->out);
		else
			put_aligned(p, i, shown, i + 1 == p->n_fields);
		if (colored)
			fputs("\033[m", p->out);
		free(text);
	}
	fputc('\n', p->out);
}

static bool above_limit(const struct printer *p, const struct tf_tablerow *row)
{
	double most = 0;
	for (size_t e = 0; e < p->n_events; e++) {
		uint64_t w = p->table->children ? row->total[2 * e] : row->self[2 * e];
		double percent = share(p, e, w);
		most = percent > most ? percent : most;
		if (w && !p->o->percent_limit)
			return true;
	}
	return most > 0 && most >= p->o->percent_limit;
}

static void measure(struct printer *p)
{
	for (size_t i = 0; i < p->n_fields; i++) {
		p->width[i] = text_width(title(p, p->fields[i]));
		bool last = i + 1 == p->n_fields;
		for (size_t r = 0; r < p->table->n && !p->o->separator; r++) {
			if (!above_limit(p, &p->table->rows[r]) || (p->fields[i] >= TF_KEY_N && r > 0) || (last && r > 200))
				continue;
			char *text = cell(p, &p->table->rows[r], p->fields[i]);
			int w = text ? text_width(text) : 0;
			p->width[i] = w > p->width[i] ? w : p->width[i];
			free(text);
		}
	}
}

static void choose_fields(struct printer *p, bool children)
{
	const struct report_opts *o = p->o;
	if (o->n_fields) {
		memcpy(p->fields, o->fields, o->n_fields * sizeof *o->fields);
		p->n_fields = o->n_fields;
		for (size_t i = 0; i < o->n_fields; i++)
			if (o->fields[i] < TF_KEY_N && key_column(p, o->fields[i]) == p->n_keys)
				p->keys[p->n_keys++] = (enum tf_key)o->fields[i];
		return;
	}
	if (children)
		p->fields[p->n_fields++] = FIELD_CHILDREN;
	p->fields[p->n_fields++] = FIELD_OVERHEAD;
	if (o->show_samples)
		p->fields[p->n_fields++] = FIELD_SAMPLE;
	for (size_t i = 0; i < o->n_keys; i++)
		p->fields[p->n_fields++] = (int)o->keys[i];
}

/* ---- one table ------------------------------------------------------------------------------ */

static void put_comments(struct printer *p, const struct tf_column *columns)
{
	const struct tf_snapshot *s = p->l->s;
	struct tf_quality q;
	tf_snapshot_quality(s, &q);
	fprintf(p->out, "# Total Lost Samples: %llu\n#\n", (unsigned long long)q.lost_samples);
	fputs("# Samples: ", p->out);
	uint64_t samples = 0, weight = 0;
	for (size_t e = 0; e < p->n_events; e++) {
		samples += p->t->total[2 * e + 1][0];
		weight += p->t->total[2 * e][0];
	}
	fprintf(p->out, "%llu  of event%s '", (unsigned long long)samples, p->n_events > 1 ? "s" : "");
	for (size_t e = 0; e < p->n_events; e++) {
		const struct tf_event *ev = tf_snapshot_event(s, columns[2 * e].event);
		fputs(e ? ", " : "", p->out);
		if (ev)
			report_text(ev->name, strlen(ev->name), p->out);
	}
	fprintf(p->out, "'\n# Event count (approx.): %llu\n", (unsigned long long)weight);
	report_quality(s, "# Quality: ", p->out);
	fputs("#\n", p->out);
}

/* What 100 % is: by default all samples of the event in the chosen times and CPUs. */
static int find_base(struct printer *p, const struct tf_treespec *spec)
{
	struct tf_filter f = {.times = spec->filter.times, .n_times = spec->filter.n_times, .cpus = spec->filter.cpus,
			      .n_cpus = spec->filter.n_cpus};
	struct tf_treespec all = *spec;
	const struct tf_filter *x = &spec->filter;
	bool filtered = x->n_comms || x->n_dsos || x->n_symbols || x->n_pids || x->n_tids || x->kernel == TF_KERNEL_ONLY;
	struct tf_calltree *t = NULL;
	if (filtered && !p->o->relative) {
		t = tf_calltree_new();
		all.filter = f;
		int r = tf_calltree_build(t, p->l->s, &all);
		if (r) {
			tf_calltree_free(t);
			return r;
		}
	}
	for (size_t e = 0; e < p->n_events; e++)
		p->all[e] = (double)(t ? t : p->t)->total[2 * e][0];
	tf_calltree_free(t);
	return 0;
}

static void put_rows(struct printer *p)
{
	bool graph = p->o->graph != GRAPH_NONE && key_column(p, TF_KEY_SYMBOL) < p->n_keys && !p->o->separator;
	struct report_grapher *g = graph ? report_grapher_new(p->t, p->o, p->table->children) : NULL;
	size_t comm = key_column(p, TF_KEY_COMM), symbol = key_column(p, TF_KEY_SYMBOL);
	for (size_t i = 0; i < p->table->n; i++) {
		const struct tf_tablerow *row = &p->table->rows[i];
		if (!above_limit(p, row))
			continue;
		put_row(p, row);
		if (g)
			report_graph(g, (tf_func_id){comm < p->n_keys ? (uint32_t)row->keys[comm] : 0},
				     (tf_func_id){(uint32_t)row->keys[symbol]}, p->all[0], p->out);
	}
	report_grapher_free(g);
}

static int one_table(const struct ui_load *l, const struct report_opts *o, const tf_event_id *events, size_t n_events, FILE *out)
{
	struct printer p = {.l = l, .o = o, .out = out, .n_events = n_events};
	struct tf_column columns[64];
	bool chains = false;
	for (size_t e = 0; e < n_events; e++) {
		columns[2 * e] = (struct tf_column){events[e], TF_COL_WEIGHT};
		columns[2 * e + 1] = (struct tf_column){events[e], TF_COL_SAMPLES};
		const struct tf_event *ev = tf_snapshot_event(l->s, events[e]);
		chains |= ev && ev->has_callchain;
	}
	struct tf_treespec spec = {.filter = l->filter, .columns = columns, .n_columns = 2 * n_events};
	struct tf_calltree *t = tf_calltree_new();
	int r = tf_calltree_build(t, l->s, &spec);
	p.t = t;
	if (!r)
		r = find_base(&p, &spec);
	if (r) {
		tf_calltree_free(t);
		ui_error("report", "the call tree could not be built");
		return 1;
	}
	if (!o->n_fields || o->sorted) { /* named columns are the keys, too */
		memcpy(p.keys, o->keys, o->n_keys * sizeof *o->keys);
		p.n_keys = o->n_keys;
	}
	bool children = !o->no_children && (o->children || chains);
	if (o->n_fields) { /* named columns decide, as for perf */
		children = false;
		for (size_t i = 0; i < o->n_fields; i++)
			children |= o->fields[i] == FIELD_CHILDREN;
	}
	choose_fields(&p, children);
	struct tf_tablespec ts = {.keys = p.keys, .n_keys = p.n_keys, .children = children, .time_quantum = o->time_quantum,
				  .parent = o->parent};
	struct tf_tablerow whole = {.self = p.whole};
	struct tf_table one = {1, &whole, spec.n_columns, false, NULL};
	for (size_t c = 0; c < spec.n_columns; c++)
		p.whole[c] = t->total[c][0];
	p.table = p.n_keys ? tf_table_new(t, &ts) : &one; /* figures only: one row of all */
	measure(&p);
	if (!o->quiet)
		put_comments(&p, columns);
	put_titles(&p);
	put_rows(&p);
	if (p.table != &one)
		tf_table_free(p.table);
	free(p.names[0]);
	free(p.names[1]);
	tf_calltree_free(t);
	return 0;
}

int report_table(const struct ui_load *l, const struct report_opts *o, FILE *out)
{
	tf_event_id chosen[32];
	size_t n = 0;
	uint32_t n_events = tf_snapshot_n_events(l->s);
	for (uint32_t i = 1; i <= n_events && n < sizeof chosen / sizeof *chosen; i++) {
		struct tf_event_sum sum = tf_snapshot_event_sum(l->s, (tf_event_id){i});
		if (l->event_id.v ? i == l->event_id.v : sum.samples || sum.weight)
			chosen[n++].v = i;
	}
	if (o->header)
		report_header(l->s, out);
	if (!n && n_events)
		chosen[n++].v = 1;
	if (!n) {
		report_quality(l->s, "# Quality: ", out);
		return 0;
	}
	if (o->group)
		return one_table(l, o, chosen, n, out);
	int r = 0;
	for (size_t i = 0; i < n && !r; i++) {
		fputs(i ? "\n\n" : "", out);
		r = one_table(l, o, &chosen[i], 1, out);
	}
	return r;
}
