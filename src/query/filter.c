/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "query/priv.h"

#include <string.h>

#include "base/xalloc.h"

static bool in_list(const char *const *list, size_t n, const char *s)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i], s))
			return true;
	return false;
}

static bool id_in_list(const uint32_t *list, size_t n, uint32_t v)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == v)
			return true;
	return !n;
}


static bool dso_matches(const struct tf_filter *f, const struct tf_snapshot *s, const struct tf_frame *fr)
{
	const struct tf_dso *d = tf_snapshot_dso(s, fr->dso);
	return d && (in_list(f->dsos, f->n_dsos, d->path) || in_list(f->dsos, f->n_dsos, d->name));
}

static uint8_t *dso_table(const struct tf_filter *f, const struct tf_snapshot *s, uint32_t n_dsos)
{
	uint8_t *ok = tf_xcalloc(n_dsos + 1, 1);
	for (uint32_t i = 1; i <= n_dsos; i++)
		ok[i] = dso_matches(f, s, &(struct tf_frame){.dso = {i}});
	return ok;
}

/* Any of a function's names: shown, in the symbol table, or another one of its address. */
static bool is_called(const struct tf_func *f, const char *const *list, size_t n)
{
	if (in_list(list, n, f->name) || (f->linkage && in_list(list, n, f->linkage)))
		return true;
	for (const char *line = f->aliases; line && *line;) {
		size_t len = strcspn(line, "\n");
		for (size_t i = 0; i < n; i++)
			if (strlen(list[i]) == len && !memcmp(list[i], line, len))
				return true;
		line += len + (line[len] == '\n');
	}
	return false;
}

static uint8_t *func_table(const struct tf_snapshot *s, uint32_t n, const char *const *list, size_t n_list, const char *part)
{
	uint8_t *ok = tf_xcalloc((size_t)n + 1, 1);
	for (uint32_t i = 1; i <= n; i++) {
		const struct tf_func *f = tf_snapshot_func(s, (tf_func_id){i});
		if (f)
			ok[i] = part ? memmem(f->name, f->name_len, part, strlen(part)) != NULL : is_called(f, list, n_list);
	}
	return ok;
}

/* Decides for every stack, callers before callees, so that a prefix's answer can be inherited. */
static uint8_t *stack_table(const struct tf_filter *f, const struct tf_snapshot *s)
{
	uint32_t n = tf_snapshot_n_stacks(s), n_funcs = tf_snapshot_n_funcs(s), n_dsos = tf_snapshot_n_dsos(s);
	uint8_t *ok = tf_xcalloc((size_t)n + 1, 1);
	/* bits: 1 the comm fits, 2 a frame with the wanted parent was seen */
	uint8_t *carry = tf_xcalloc((size_t)n + 1, 1);
	uint8_t *dso = f->n_dsos ? dso_table(f, s, n_dsos) : NULL;
	uint8_t *symbol = f->n_symbols ? func_table(s, n_funcs, f->symbols, f->n_symbols, NULL) : NULL;
	uint8_t *comm = f->n_comms ? func_table(s, n_funcs, f->comms, f->n_comms, NULL) : NULL;
	uint8_t *parent = f->parent ? func_table(s, n_funcs, NULL, 0, f->parent) : NULL;
	ok[0] = !f->n_dsos && !f->n_symbols && !f->n_comms && !f->parent && f->kernel != TF_KERNEL_ONLY;
	for (uint32_t i = 1, len; i <= n; i += len) {
		const uint32_t(*rows)[2];
		len = tf_stacks_span(s, i, &rows);
		for (uint32_t k = 0; k < len; k++) {
			const struct tf_frame *fr = tf_snapshot_frame(s, (tf_frame_id){rows[k][1]});
			uint32_t func = comm || symbol || parent ? tf_snapshot_frame_func(s, (tf_frame_id){rows[k][1]}).v : 0;
			uint8_t c = carry[rows[k][0]];
			if (func > n_funcs)
				func = 0; /* named after the tables were made */
			if (comm && fr->flags & TF_FRAME_COMM && comm[func])
				c |= 1;
			if (parent && parent[func])
				c |= 2;
			carry[i + k] = c;
			ok[i + k] = (!comm || c & 1) && (!parent || c & 2) && (!dso || dso[fr->dso.v]) && (!symbol || symbol[func]) &&
				    (f->kernel != TF_KERNEL_ONLY || fr->flags & TF_FRAME_KERNEL);
		}
	}
	free(carry);
	free(dso);
	free(symbol);
	free(comm);
	free(parent);
	return ok;
}

static uint8_t *thread_table(const struct tf_filter *f, const struct tf_snapshot *s)
{
	uint32_t n = tf_snapshot_n_threads(s);
	uint8_t *ok = tf_xcalloc((size_t)n + 1, 1);
	for (uint32_t i = 1; i <= n; i++) {
		const struct tf_thread *t = tf_snapshot_thread(s, (tf_thread_id){i});
		ok[i] = id_in_list(f->pids, f->n_pids, t->pid) && id_in_list(f->tids, f->n_tids, t->tid);
	}
	return ok;
}

void tf_cfilter_init(struct tf_cfilter *c, const struct tf_filter *f, const struct tf_snapshot *s)
{
	memset(c, 0, sizeof *c);
	if (f->n_comms || f->n_dsos || f->n_symbols || f->parent || f->kernel == TF_KERNEL_ONLY)
		c->stack_ok = stack_table(f, s);
	if (f->n_pids || f->n_tids)
		c->thread_ok = thread_table(f, s);
	if (f->n_cpus) {
		c->cpu_ok = tf_xcalloc(65536, 1);
		for (size_t i = 0; i < f->n_cpus; i++)
			if (f->cpus[i] < 65535)
				c->cpu_ok[f->cpus[i]] = 1;
	}
	if (f->n_times) {
		c->n_times = f->n_times;
		c->times = tf_xmalloc(f->n_times * sizeof *c->times);
		memcpy(c->times, f->times, f->n_times * sizeof *c->times);
	}
	c->pass_all = !c->stack_ok && !c->thread_ok && !c->cpu_ok && !c->n_times;
}

void tf_cfilter_release(struct tf_cfilter *c)
{
	free(c->stack_ok);
	free(c->thread_ok);
	free(c->cpu_ok);
	free(c->times);
	memset(c, 0, sizeof *c);
}

bool tf_cfilter_time(const struct tf_cfilter *c, uint64_t time)
{
	for (size_t i = 0; i < c->n_times; i++)
		if (c->times[i].from <= time && time < c->times[i].to)
			return true;
	return false;
}
