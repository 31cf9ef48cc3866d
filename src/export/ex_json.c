/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ex_json.c - a profile as one JSON object, schema 1: where it comes from, its events, what is
 * missing in it, and its functions. What was not measured is null, never 0.
 */
#include "config.h"
#include "export/exporters.h"

#include <math.h>
#include <string.h>
#include <tflame/version.h>

#include "base/jsonw.h"

/* Columns of the tree: weight and samples of each event that can sample. */
struct shown_event { tf_event_id id; const struct tf_event *event; struct tf_event_sum sum; };
struct writer {
	struct tf_jsonw w;
	const struct tf_snapshot *s;
	const struct tf_export_opts *o;
	TF_VEC(struct shown_event) events;
	const struct tf_calltree *t;
};

/* A ratio of two events' weights, by the roles of metrics that a function can have. */
static const struct { const char *key; const char *over[3][2]; } ratios[] = {
	{"ipc", {{"instructions", "cycles"}}},
	{"cache_miss_ratio",
	 {{"cache-misses", "cache-references"}, {"LLC-load-misses", "LLC-loads"}, {"L1-dcache-load-misses", "L1-dcache-loads"}}},
	{"branch_miss_ratio", {{"branch-misses", "branches"}}},
};

static int find_role(const struct writer *j, const char *role)
{
	for (size_t i = 0; i < j->events.n; i++)
		if (j->events.v[i].event->role && !strcmp(j->events.v[i].event->role, role))
			return (int)i;
	return -1;
}

/*
 * Samples that stand behind a weight: of the event, or, if it was only read in the samples of its
 * group's leader, of that. Such a weight covers the time since the sample before, whatever ran then.
 */
static double samples_behind(const struct writer *j, int e, const uint64_t *values, bool *smeared)
{
	const struct shown_event *own = &j->events.v[e];
	uint64_t most = 0;
	if (own->sum.samples || !own->sum.weight)
		return (double)values[2 * e + 1];
	*smeared = true;
	for (size_t i = 0; i < j->events.n; i++) {
		uint64_t n = values[2 * i + 1];
		if (j->events.v[i].id.v == own->event->leader && own->event->leader != own->id.v)
			return (double)n;
		most = n > most ? n : most;
	}
	return (double)most;
}

/* 95 % of a Poisson count of 0 lie below this. */
#define POISSON_ZERO 3.69

static void put_ratio(struct writer *j, const uint64_t *values, int num, int den)
{
	bool smeared = false;
	double n1 = samples_behind(j, num, values, &smeared), n2 = samples_behind(j, den, values, &smeared);
	double a = (double)values[2 * num], b = (double)values[2 * den];
	if (b <= 0 || n2 <= 0 || (a <= 0 && smeared)) { /* no read, or counted nothing */
		tf_jsonw_null(&j->w);
		return;
	}
	double v = a / b, low = 0, high;
	if (n1 > 0) {
		/* the relative error of a ratio of sums of n1 and n2 samples */
		double err = 1.96 * sqrt(1 / n1 + 1 / n2);
		low = err < 1 ? v * (1 - err) : 0;
		high = v * (1 + err);
	} else {
		const struct tf_event_sum *s = &j->events.v[num].sum;
		if (!s->samples) {
			tf_jsonw_null(&j->w);
			return;
		}
		high = POISSON_ZERO * ((double)s->weight / (double)s->samples) / b;
	}
	tf_jsonw_begin(&j->w, '{', true);
	tf_jsonw_key(&j->w, "value");
	tf_jsonw_num(&j->w, v);
	tf_jsonw_key(&j->w, "low");
	tf_jsonw_num(&j->w, low);
	tf_jsonw_key(&j->w, "high");
	tf_jsonw_num(&j->w, high);
	tf_jsonw_key(&j->w, "samples");
	tf_jsonw_u64(&j->w, (uint64_t)(n1 > 0 && n1 < n2 ? n1 : n2));
	if (smeared) {
		tf_jsonw_key(&j->w, "smeared");
		tf_jsonw_bool(&j->w, true);
	}
	tf_jsonw_end(&j->w, '}');
}

static void put_metrics(struct writer *j, const uint64_t *values)
{
	tf_jsonw_key(&j->w, "metrics");
	tf_jsonw_begin(&j->w, '{', true);
	for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
		int num = -1, den = -1;
		tf_jsonw_key(&j->w, ratios[i].key);
		for (size_t k = 0; k < 3 && ratios[i].over[k][0]; k++) {
			num = find_role(j, ratios[i].over[k][0]);
			den = find_role(j, ratios[i].over[k][1]);
			if (num >= 0 && den >= 0)
				break;
		}
		if (num >= 0 && den >= 0)
			put_ratio(j, values, num, den);
		else
			tf_jsonw_null(&j->w);
	}
	tf_jsonw_end(&j->w, '}');
}

static void put_values(struct writer *j, const char *key, const uint64_t *values)
{
	tf_jsonw_key(&j->w, key);
	tf_jsonw_begin(&j->w, '{', true);
	for (size_t i = 0; i < j->events.n; i++) {
		if (!values[2 * i] && !values[2 * i + 1])
			continue;
		tf_jsonw_key(&j->w, j->events.v[i].event->name);
		tf_jsonw_begin(&j->w, '{', true);
		tf_jsonw_key(&j->w, "weight");
		tf_jsonw_u64(&j->w, values[2 * i]);
		tf_jsonw_key(&j->w, "samples");
		tf_jsonw_u64(&j->w, values[2 * i + 1]);
		tf_jsonw_end(&j->w, '}');
	}
	tf_jsonw_end(&j->w, '}');
}

static void put_function(struct writer *j, const struct tf_funcrow *row)
{
	const struct tf_func *f = tf_snapshot_func(j->s, row->func);
	const struct tf_dso *d = tf_snapshot_dso(j->s, f->dso);
	tf_jsonw_begin(&j->w, '{', true);
	tf_jsonw_key(&j->w, "name");
	tf_jsonw_str(&j->w, f->name, f->name_len);
	tf_jsonw_key(&j->w, "module");
	tf_jsonw_cstr(&j->w, d && *d->path && d->kind != TF_DSO_UNKNOWN ? d->path : NULL);
	tf_jsonw_key(&j->w, "file");
	tf_jsonw_null(&j->w);
	tf_jsonw_key(&j->w, "line");
	tf_jsonw_null(&j->w);
	tf_jsonw_key(&j->w, "inlined");
	tf_jsonw_bool(&j->w, row->flags & TF_FUNC_INLINE);
	put_values(j, "self", row->self);
	put_values(j, "total", row->total);
	put_metrics(j, row->self);
	tf_jsonw_end(&j->w, '}');
}

static void put_functions(struct writer *j)
{
	struct tf_funclist *l = tf_funclist_new(j->t, (tf_node_id){0});
	double all = j->t->n ? (double)j->t->total[0][0] : 0;
	tf_jsonw_key(&j->w, "functions");
	tf_jsonw_begin(&j->w, '[', false);
	for (size_t i = 0; i < l->n; i++)
		if (!j->o->percent_limit || (double)l->rows[i].total[0] * 100 >= j->o->percent_limit * all)
			put_function(j, &l->rows[i]);
	tf_jsonw_end(&j->w, ']');
	tf_funclist_free(l);
}

/* Words of a command line; perf records them one by one and they are joined by blanks. */
static void put_command(struct writer *j)
{
	const char *p = tf_snapshot_meta(j->s, "cmdline");
	tf_jsonw_key(&j->w, "command");
	if (!p) {
		tf_jsonw_null(&j->w);
		return;
	}
	tf_jsonw_begin(&j->w, '[', true);
	while (*p) {
		size_t n = strcspn(p, " ");
		if (n)
			tf_jsonw_str(&j->w, p, n);
		p += n + (p[n] != 0);
	}
	tf_jsonw_end(&j->w, ']');
}

static void put_source(struct writer *j, const struct tf_quality *q)
{
	static const char *const keys[][2] = {{"file", "file"}, {"format", "format"}, {"host", "hostname"}, {"os", "os-release"},
					      {"arch", "arch"}, {"cpu", "cpudesc"}};
	tf_jsonw_key(&j->w, "source");
	tf_jsonw_begin(&j->w, '{', true);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		tf_jsonw_key(&j->w, keys[i][0]);
		tf_jsonw_cstr(&j->w, tf_snapshot_meta(j->s, keys[i][1]));
	}
	put_command(j);
	tf_jsonw_key(&j->w, "recorded");
	tf_jsonw_cstr(&j->w, tf_snapshot_meta(j->s, "captured"));
	tf_jsonw_key(&j->w, "duration_s");
	if (q->first_time == TF_NO_TIME || q->last_time == TF_NO_TIME)
		tf_jsonw_null(&j->w);
	else
		tf_jsonw_num(&j->w, (double)(q->last_time - q->first_time) / 1e9);
	tf_jsonw_end(&j->w, '}');
}

static void put_events(struct writer *j)
{
	tf_jsonw_key(&j->w, "events");
	tf_jsonw_begin(&j->w, '[', false);
	for (size_t i = 0; i < j->events.n; i++) {
		const struct shown_event *e = &j->events.v[i];
		tf_jsonw_begin(&j->w, '{', true);
		tf_jsonw_key(&j->w, "name");
		tf_jsonw_cstr(&j->w, e->event->name);
		tf_jsonw_key(&j->w, "samples");
		tf_jsonw_u64(&j->w, e->sum.samples);
		tf_jsonw_key(&j->w, "weight");
		tf_jsonw_u64(&j->w, e->sum.weight);
		tf_jsonw_key(&j->w, "unit");
		tf_jsonw_cstr(&j->w, e->event->unit);
		tf_jsonw_key(&j->w, "role");
		tf_jsonw_cstr(&j->w, e->event->role);
		tf_jsonw_end(&j->w, '}');
	}
	tf_jsonw_end(&j->w, ']');
}

static const char *unwinder(const struct writer *j)
{
	bool chains = false;
	for (size_t i = 0; i < j->events.n; i++) {
		if (j->events.v[i].event->type == UINT32_MAX)
			return NULL; /* text does not say */
		if (j->events.v[i].event->user_stack)
			return "dwarf";
		chains |= j->events.v[i].event->has_callchain;
	}
	return chains ? "fp" : NULL;
}

static void put_quality(struct writer *j, const struct tf_quality *q)
{
	const struct { const char *key; uint64_t v; } counts[] = {
		{"samples", q->samples}, {"bad_samples", q->bad_samples}, {"lost_events", q->lost_events},
		{"lost_chunks", q->lost_chunks}, {"lost_samples", q->lost_samples}, {"throttled", q->throttled},
		{"truncated_stacks", q->truncated_stacks}, {"without_chain", q->no_chain},
		{"without_user_chain", q->no_user_chain}, {"unresolved_frames", q->unresolved_frames},
		{"unknown_records", q->unknown_records}};
	tf_jsonw_key(&j->w, "quality");
	tf_jsonw_begin(&j->w, '{', false);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		tf_jsonw_key(&j->w, counts[i].key);
		tf_jsonw_u64(&j->w, counts[i].v);
	}
	tf_jsonw_key(&j->w, "truncated_file");
	tf_jsonw_bool(&j->w, q->truncated_file || q->unfinished_file);
	tf_jsonw_key(&j->w, "unwinder");
	tf_jsonw_cstr(&j->w, unwinder(j));
	tf_jsonw_key(&j->w, "warnings");
	tf_jsonw_begin(&j->w, '[', false);
	size_t n = tf_snapshot_messages(j->s, NULL, 0);
	struct tf_message *m = tf_xcalloc(n + 1, sizeof *m);
	size_t have = tf_snapshot_messages(j->s, m, n);
	for (size_t i = 0; i < n && i < have; i++)
		tf_jsonw_cstr(&j->w, m[i].text);
	free(m);
	tf_jsonw_end(&j->w, ']');
	tf_jsonw_end(&j->w, '}');
}

static void put_all(struct writer *j)
{
	struct tf_quality q;
	tf_snapshot_quality(j->s, &q);
	tf_jsonw_begin(&j->w, '{', false);
	tf_jsonw_key(&j->w, "schema");
	tf_jsonw_u64(&j->w, 1);
	tf_jsonw_key(&j->w, "tool");
	tf_jsonw_begin(&j->w, '{', true);
	tf_jsonw_key(&j->w, "name");
	tf_jsonw_cstr(&j->w, "tflame");
	tf_jsonw_key(&j->w, "version");
	tf_jsonw_cstr(&j->w, TFLAME_VERSION);
	tf_jsonw_end(&j->w, '}');
	put_source(j, &q);
	put_events(j);
	put_quality(j, &q);
	put_functions(j);
	tf_jsonw_end(&j->w, '}');
}

/* Events that sampled or were read; helpers that never do are left out. */
static void choose_events(struct writer *j)
{
	uint32_t n = tf_snapshot_n_events(j->s);
	for (uint32_t i = 1; i <= n; i++) {
		tf_event_id id = {i};
		struct shown_event e = {id, tf_snapshot_event(j->s, id), tf_snapshot_event_sum(j->s, id)};
		if (j->o->event.v ? j->o->event.v == i : !e.event->hidden || e.sum.samples)
			*tf_vec_push(&j->events) = e;
	}
}

static int write_json(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_out *out, struct tf_err *err)
{
	struct writer j = {.s = s, .o = o};
	choose_events(&j);
	struct tf_column *columns = tf_xcalloc(2 * j.events.n + 1, sizeof *columns);
	for (size_t i = 0; i < j.events.n; i++) {
		columns[2 * i] = (struct tf_column){j.events.v[i].id, TF_COL_WEIGHT};
		columns[2 * i + 1] = (struct tf_column){j.events.v[i].id, TF_COL_SAMPLES};
	}
	struct tf_treespec spec = {.filter = o->filter, .columns = columns, .n_columns = j.events.n ? 2 * j.events.n : 1};
	struct tf_calltree *t = tf_calltree_new();
	int r = tf_calltree_build(t, s, &spec);
	if (r) {
		tf_err_set(err, -r, "export", "%zu events are more than one tree can hold; choose one with --event", j.events.n);
	} else {
		j.t = t;
		struct tf_outbuf *b = tf_export_begin(out);
		tf_jsonw_init(&j.w, b);
		put_all(&j);
		r = tf_export_end(b, err);
	}
	tf_calltree_free(t);
	free(columns);
	free(j.events.v);
	return r;
}

const struct tf_exporter tf_ex_json = {
	.name = "json", .suffix = ".json", .help = "source, events, quality and functions (schema 1)", .write = write_json,
};
