/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "session/session.h"

#include <string.h>

#include "base/pages.h"
#include "session/priv.h"

void tf_session_push(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample_row *row)
{
	if (w->n_rows == ROWS) {
		tf_profile_add_samples(s->p, w->rows, w->n_rows);
		w->n_rows = 0;
	}
	w->rows[w->n_rows++] = *row;
}

static uint64_t own_weight(const struct tf_session *s, const struct tf_sample *x)
{
	if (x->has_period)
		return x->period;
	return x->event.v <= s->n_events ? s->fixed_periods[x->event.v] : 1;
}

static void on_sample(struct tf_sink *sink, unsigned worker, const struct tf_sample *x)
{
	struct tf_session *s = (struct tf_session *)sink;
	struct tf_session_worker *w = &s->workers[worker];
	const struct thread_entry *t = tf_session_thread(s, w, x);
	struct tf_sample_row row = {.time = x->time, .thread = t->thread, .event = x->event, .cpu = x->cpu,
				    .weight = own_weight(s, x)};
	tf_session_add(s, w, t, x, &row);
}

/* The event of another input that this one is, if it is not taken by this input already. */
static tf_event_id same_event(const struct tf_session *s, const struct tf_event *e)
{
	for (uint32_t i = 1; i <= tf_profile_n_events(s->p); i++) {
		const struct tf_event *o = tf_profile_event(s->p, (tf_event_id){i});
		bool taken = i <= s->n_events && s->fixed_periods[i];
		if (!taken && o->type == e->type && o->config == e->config && o->counted == e->counted &&
		    !strcmp(o->name, e->name ? e->name : "unknown"))
			return (tf_event_id){i};
	}
	return (tf_event_id){0};
}

static tf_event_id on_event(struct tf_sink *sink, const struct tf_event *e)
{
	struct tf_session *s = (struct tf_session *)sink;
	tf_event_id id = same_event(s, e);
	if (!id.v)
		id = tf_profile_add_event(s->p, e);
	if (!id.v)
		return id;
	uint32_t old = s->n_events, n = id.v > old ? id.v : old;
	s->events = tf_xrealloc(s->events, n + 1, sizeof *s->events);
	s->fixed_periods = tf_xrealloc(s->fixed_periods, n + 1, sizeof *s->fixed_periods);
	for (uint32_t i = old + 1; i <= n; i++)
		s->fixed_periods[i] = 0;
	for (uint32_t i = 0; i <= n; i++)
		s->events[i] = tf_profile_event(s->p, (tf_event_id){i});
	s->n_events = n;
	s->fixed_periods[0] = 1;
	s->fixed_periods[id.v] = !e->freq && e->freq_or_period ? e->freq_or_period : 1;
	return id;
}

/* A frame of which the text knows the module only, or nothing. */
static tf_frame_id unnamed_frame(struct tf_session *s, tf_dso_id dso, uint32_t flags)
{
	tf_frame_id frame = tf_profile_frame(s->p, dso, 0, flags | TF_FRAME_NAMED);
	if (tf_profile_symref(s->p, frame).v)
		return frame;
	tf_func_id func = tf_profile_unresolved(s->p, dso);
	if (flags & TF_FRAME_KERNEL) {
		const struct tf_func *row = tf_profile_func_row(s->p, func);
		func = tf_profile_func(s->p, dso, row->name, row->name_len, row->flags | TF_FUNC_KERNEL, NULL, NULL);
	}
	tf_profile_set_symref(s->p, frame, func, UINT64_MAX);
	return frame;
}

static void on_stack(struct tf_sink *sink, const struct tf_named_stack *x)
{
	struct tf_session *s = (struct tf_session *)sink;
	tf_stack_id stack = s->root;
	if (x->comm)
		stack = tf_profile_stack(s->p, stack, tf_profile_named_frame(s->p, s->no_dso, x->comm, x->comm_len, TF_FRAME_COMM));
	for (size_t i = 0; i < x->n; i++) {
		const struct tf_named_frame *f = &x->frames[i];
		tf_dso_id dso = s->no_dso;
		if (f->module)
			dso = tf_profile_dso(s->p, TF_DSO_TEXT, f->module, f->module_len, NULL, 0, 0);
		uint32_t flags = (f->flags & TF_FUNC_KERNEL ? TF_FRAME_KERNEL : 0) | (f->flags & TF_FUNC_INLINE ? TF_FRAME_INLINE : 0);
		tf_frame_id frame;
		if (f->len)
			frame = tf_profile_named_frame(s->p, dso, f->name, f->len, flags);
		else
			frame = unnamed_frame(s, f->module ? dso : s->unknown_dso, flags);
		stack = tf_profile_stack(s->p, stack, frame);
	}
	tf_thread_id thread = tf_profile_thread(s->p, x->pid, x->tid);
	if (x->comm && x->tid != TF_NO_ID)
		tf_profile_thread_comm(s->p, thread, tf_strtab_add(tf_profile_strings(s->p), x->comm, x->comm_len));
	struct tf_sample_row row = {.time = x->time, .stack = stack, .thread = thread, .event = x->event, .cpu = x->cpu,
				    .weight = x->weight};
	tf_profile_add_samples(s->p, &row, 1);
}

static void on_meta(struct tf_sink *sink, const char *key, const char *value)
{
	struct tf_session *s = (struct tf_session *)sink;
	if (!s->later) /* of several inputs the first one is described */
		tf_profile_set_meta(s->p, key, value);
}

static void on_count(struct tf_sink *sink, const char *name, uint64_t n)
{
	tf_profile_count_record(((struct tf_session *)sink)->p, name, n);
}

static void on_quality(struct tf_sink *sink, const struct tf_quality *q)
{
	tf_profile_add_quality(((struct tf_session *)sink)->p, q);
}

static void on_progress(struct tf_sink *sink, enum tf_phase phase, uint64_t done, uint64_t total)
{
	tf_profile_set_progress(((struct tf_session *)sink)->p, phase, done, total, NULL);
}

/* The modules of a path are looked for once for a run of symbols; a module that nothing maps needs
 * no symbols. */
static void on_symbol(struct tf_sink *sink, enum tf_dso_kind kind, const char *path, size_t path_len, uint64_t addr,
		      uint64_t size, const char *name, size_t name_len)
{
	struct tf_session *s = (struct tf_session *)sink;
	tf_str_id str = tf_strtab_add(tf_profile_strings(s->p), path, path_len);
	if (str.v != s->symbol_path.v || kind != s->symbol_kind) {
		s->symbol_path = str;
		s->symbol_kind = kind;
		s->symbol_dsos.n = 0;
		for (uint32_t i = 1; i <= tf_profile_n_dsos(s->p); i++) {
			const struct tf_dso *d = tf_profile_dso_row(s->p, (tf_dso_id){i});
			if (d->kind == kind && strlen(d->path) == path_len && !memcmp(d->path, path, path_len))
				*tf_vec_push(&s->symbol_dsos) = (tf_dso_id){i};
		}
	}
	for (size_t i = 0; i < s->symbol_dsos.n; i++)
		tf_profile_add_symbol(s->p, s->symbol_dsos.v[i], addr, size, name, name_len);
}

struct tf_session *tf_session_new(struct tf_profile *p, unsigned workers, const char *root, uint64_t input_size)
{
	struct tf_session *s = tf_xcalloc(1, sizeof *s);
	s->p = p;
	s->later = tf_profile_n_events(p) > 0;
	s->fixed_periods = tf_xcalloc(1, sizeof *s->fixed_periods);
	s->fixed_periods[0] = 1;
	s->sink = (struct tf_sink){on_event, on_meta, tf_session_on_record, tf_session_on_records_end, on_sample, on_stack,
				   on_symbol, on_count, on_quality, on_progress, tf_profile_diag(p)};
	s->processes = tf_processes_new(tf_profile_strings(p));
	s->kernel = tf_aspace_new(UINT32_MAX, NULL, 0);
	s->no_dso = tf_profile_dso(p, TF_DSO_TEXT, "", 0, NULL, 0, 0);
	s->unknown_dso = tf_profile_dso(p, TF_DSO_UNKNOWN, "[unknown]", 9, NULL, 0, 0);
	s->kernel_dso = tf_profile_dso(p, TF_DSO_KERNEL, "[kernel.kallsyms]", 17, NULL, 0, 0);
	s->guest_dso = tf_profile_dso(p, TF_DSO_GUEST, "[guest]", 7, NULL, 0, 0);
	s->hv_dso = tf_profile_dso(p, TF_DSO_SPECIAL, "[hypervisor]", 12, NULL, 0, 0);
	if (root)
		s->root = tf_profile_stack(p, (tf_stack_id){0}, tf_profile_named_frame(p, s->no_dso, root, strlen(root), TF_FRAME_COMM));
	s->n_workers = workers;
	s->workers = tf_xcalloc(workers, sizeof *s->workers);
	uint64_t slots = CHAIN_CACHE_MIN;
	while (slots < CHAIN_CACHE_MAX && slots < input_size / 128)
		slots *= 2;
	s->chains = tf_pages_new(slots * sizeof *s->chains);
	s->chain_mask = (uint32_t)slots - 1;
	uint32_t addrs = slots < ADDR_CACHE_MAX ? (uint32_t)slots : ADDR_CACHE_MAX;
	for (unsigned i = 0; i < workers; i++) {
		s->workers[i].addr_mask = addrs - 1;
		s->workers[i].addrs = tf_pages_new(addrs * sizeof *s->workers[i].addrs);
	}
	return s;
}

static void free_worker(struct tf_session_worker *w)
{
	free(w->words);
	tf_pages_free(w->addrs, ((size_t)w->addr_mask + 1) * sizeof *w->addrs);
}

void tf_session_free(struct tf_session *s)
{
	if (!s)
		return;
	for (unsigned i = 0; i < s->n_workers; i++)
		free_worker(&s->workers[i]);
	tf_pages_free(s->chains, ((size_t)s->chain_mask + 1) * sizeof *s->chains);
	free(s->workers);
	free(s->records.v);
	free(s->build_ids.v);
	free(s->deferred.v);
	free(s->deferred_words.v);
	free(s->reads.v);
	free(s->events);
	free(s->fixed_periods);
	free(s->symbol_dsos.v);
	tf_aspace_free(s->kernel);
	tf_processes_free(s->processes);
	free(s);
}

struct tf_sink *tf_session_sink(struct tf_session *s)
{
	return &s->sink;
}

/* Threads are shown with the last name they had. */
static void name_threads(struct tf_session *s)
{
	uint32_t n = tf_profile_n_threads(s->p);
	for (uint32_t i = s->threads_named + 1; i <= n; i++) {
		const struct tf_thread *t = tf_profile_thread_row(s->p, (tf_thread_id){i});
		struct tf_thread_at at;
		tf_processes_find(s->processes, t->pid, t->tid, UINT64_MAX - 1, &at);
		if (!at.comm.v && t->pid == 0)
			at.comm = tf_strtab_add(tf_profile_strings(s->p), "swapper", 7);
		if (at.comm.v)
			tf_profile_thread_comm(s->p, (tf_thread_id){i}, at.comm);
	}
	s->threads_named = n;
}

void tf_session_flush(struct tf_session *s)
{
	for (unsigned i = 0; i < s->n_workers; i++) {
		struct tf_session_worker *w = &s->workers[i];
		tf_session_drain(s, w);
		if (w->n_rows)
			tf_profile_add_samples(s->p, w->rows, w->n_rows);
		w->n_rows = 0;
		tf_profile_add_quality(s->p, &w->quality);
		memset(&w->quality, 0, sizeof w->quality);
	}
	if (s->frozen)
		name_threads(s);
}
