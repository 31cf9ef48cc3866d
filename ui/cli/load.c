/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

#include "complain.h"

static void *keep(struct ui_load *l, void *p)
{
	void **v = realloc(l->owned, (l->n_owned + 1) * sizeof *v);
	if (!p || !v)
		abort();
	l->owned = v;
	return l->owned[l->n_owned++] = p;
}

static void add_path(struct ui_load *l, const char *path)
{
	const char **v = realloc(l->paths, (l->n_paths + 1) * sizeof *v);
	if (!v)
		abort();
	l->paths = v;
	l->paths[l->n_paths++] = path;
}

int ui_load_option(struct ui_load *l, int id, const char *arg)
{
	char *end;
	switch (id) {
	case OPT_INPUT: add_path(l, arg); break;
	case OPT_FORMAT: l->engine.format = arg; break;
	case OPT_SYMFS: l->engine.symfs = arg; break;
	case OPT_KALLSYMS: l->engine.kallsyms = arg; break;
	case OPT_VMLINUX: l->engine.vmlinux = arg; break;
	case OPT_NO_DEMANGLE: l->engine.no_demangle = true; break;
	case OPT_ANY_BUILD_ID: l->engine.no_buildid_check = true; break;
	case OPT_NO_SYMBOLS: l->engine.no_symbols = true; break;
	case OPT_MERGE_ROOTS: l->engine.merge_roots = true; break;
	case OPT_THREADS:
		l->engine.threads = (unsigned)strtoul(arg, &end, 10);
		if (*end || end == arg || l->engine.threads > 1024) {
			ui_error("--threads", "%s is not a number of threads", arg);
			return 2;
		}
		break;
	case OPT_COMMS: l->comms = arg; break;
	case OPT_DSOS: l->dsos = arg; break;
	case OPT_SYMBOLS: l->symbols = arg; break;
	case OPT_PID: l->pids = arg; break;
	case OPT_TID: l->tids = arg; break;
	case OPT_CPU: l->cpus = arg; break;
	case OPT_TIME: l->time = arg; break;
	case OPT_EVENT: l->event = arg; break;
	case OPT_HIDE_KERNEL: l->kernel = TF_KERNEL_HIDE; break;
	case OPT_KERNEL_ONLY: l->kernel = TF_KERNEL_ONLY; break;
	default: return -1;
	}
	return 0;
}

void ui_load_paths(struct ui_load *l, const struct ui_positional *pos)
{
	for (size_t i = 0; i < pos->n; i++)
		add_path(l, pos->v[i]);
}

/* "a,b,c" as a list of strings. */
static const char *const *strings(struct ui_load *l, const char *text, size_t *n)
{
	*n = 0;
	if (!text)
		return NULL;
	char *copy = keep(l, strdup(text));
	size_t max = 1;
	for (const char *p = text; *p; p++)
		max += *p == ',';
	const char **v = keep(l, calloc(max, sizeof *v));
	for (char *word = strtok_r(copy, ",", &copy); word; word = strtok_r(NULL, ",", &copy))
		v[(*n)++] = word;
	return v;
}

/* "1,4-7" as a list of numbers; false after a complaint. */
static bool numbers(struct ui_load *l, const char *option, const char *text, const uint32_t **out, size_t *n)
{
	size_t cap = 0;
	uint32_t *v = NULL;
	*n = 0;
	*out = NULL;
	for (const char *p = text; p && *p;) {
		char *end;
		unsigned long a = strtoul(p, &end, 10), b = a;
		bool ok = end != p && *p != '-';
		if (ok && *end == '-') {
			p = end + 1;
			b = strtoul(p, &end, 10);
			ok = end != p && b >= a && b - a < 65536;
		}
		if (!ok || (*end && *end != ',') || b >= UINT32_MAX) {
			ui_error(option, "%s is not a list of numbers", text);
			free(v);
			return false;
		}
		for (; a <= b; a++) {
			if (*n == cap) {
				cap = cap ? 2 * cap : 16;
				v = realloc(v, cap * sizeof *v);
				if (!v)
					abort();
			}
			v[(*n)++] = (uint32_t)a;
		}
		p = *end ? end + 1 : end;
	}
	if (v)
		*out = keep(l, v);
	return true;
}

int ui_load_open(struct ui_load *l)
{
	struct tf_filter *f = &l->filter;
	struct tf_err err = {0};
	f->comms = strings(l, l->comms, &f->n_comms);
	f->dsos = strings(l, l->dsos, &f->n_dsos);
	f->symbols = strings(l, l->symbols, &f->n_symbols);
	f->kernel = l->kernel;
	if (!numbers(l, "--pid", l->pids, &f->pids, &f->n_pids) || !numbers(l, "--tid", l->tids, &f->tids, &f->n_tids) ||
	    !numbers(l, "--cpu", l->cpus, &f->cpus, &f->n_cpus))
		return 2;
	if (l->time) { /* complain about bad syntax before anything is read */
		const char *why;
		int n = ui_parse_times(l->time, 0, 1000000000, &l->times, &why);
		free(l->times);
		l->times = NULL;
		if (n < 0) {
			ui_error("--time", "%s: %s", l->time, why);
			return 2;
		}
	}
	if (!l->n_paths)
		add_path(l, "perf.data");
	l->engine.paths = l->paths;
	l->engine.n_paths = l->n_paths;
	l->e = tf_engine_new(&l->engine, &err);
	return l->e ? 0 : ui_complain_err(&err);
}

/* By name, or by the name without modifiers. */
static int find_event(struct ui_load *l)
{
	uint32_t n = tf_snapshot_n_events(l->s);
	size_t len = strlen(l->event);
	for (int exact = 1; exact >= 0; exact--) {
		for (uint32_t i = 1; i <= n; i++) {
			const char *name = tf_snapshot_event(l->s, (tf_event_id){i})->name;
			if (strncmp(name, l->event, len) == 0 && (!name[len] || (!exact && name[len] == ':'))) {
				l->event_id.v = i;
				return 0;
			}
		}
	}
	char names[512];
	size_t at = 0;
	names[0] = 0;
	for (uint32_t i = 1; i <= n && at < sizeof names; i++)
		at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", i > 1 ? ", " : "",
				       tf_snapshot_event(l->s, (tf_event_id){i})->name);
	ui_error("--event", "%s: no such event; there are: %s", l->event, n ? names : "none");
	return 2;
}

static bool is_filtered(const struct tf_filter *f)
{
	return f->n_comms || f->n_dsos || f->n_symbols || f->n_pids || f->n_tids || f->n_cpus || f->n_times ||
	       f->kernel == TF_KERNEL_ONLY || f->parent;
}

static bool any_passes(const struct ui_load *l)
{
	struct tf_column columns[16];
	struct tf_treespec spec = {.filter = l->filter, .columns = columns};
	for (uint32_t i = 1; i <= tf_snapshot_n_events(l->s) && spec.n_columns < 16; i++)
		columns[spec.n_columns++] = (struct tf_column){{i}, TF_COL_WEIGHT};
	struct tf_calltree *t = tf_calltree_new();
	/* With more events than columns a wrong "none" would be worse than silence. */
	bool any = tf_snapshot_n_events(l->s) > 16 || tf_calltree_build(t, l->s, &spec) != 0;
	for (size_t c = 0; !any && c < t->n_columns; c++)
		any = t->total[c][0] > 0;
	tf_calltree_free(t);
	return any;
}

int ui_load_finish(struct ui_load *l)
{
	struct tf_err err = {0};
	int r = tf_engine_pump(l->e, 0, &err);
	l->s = tf_engine_acquire(l->e);
	/* A wrong option is said before anything else; notes come after it. */
	int status = r >= 0 && l->event ? find_event(l) : 0;
	if (status)
		return status;
	ui_complain_messages(l->s);
	if (r < 0)
		return ui_complain_err(&err);
	if (l->time) {
		struct tf_quality q;
		const char *why;
		tf_snapshot_quality(l->s, &q);
		int n = ui_parse_times(l->time, q.first_time, q.last_time, &l->times, &why);
		if (n < 0) {
			ui_error("--time", "%s: %s", l->time, why);
			return 1;
		}
		l->filter.times = l->times;
		l->filter.n_times = (size_t)n;
	}
	if (!tf_snapshot_n_samples(l->s))
		ui_error(l->paths[0], "no samples: the program ran too short, did not use the CPU, or the event did not occur");
	else if (is_filtered(&l->filter) && !any_passes(l))
		ui_error(l->paths[0], "none of its %llu samples passes the filters",
			 (unsigned long long)tf_snapshot_n_samples(l->s));
	return 0;
}

void ui_load_release(struct ui_load *l)
{
	tf_snapshot_unref(l->s);
	tf_engine_free(l->e);
	for (size_t i = 0; i < l->n_owned; i++)
		free(l->owned[i]);
	free(l->owned);
	free(l->times);
	free(l->paths);
}
