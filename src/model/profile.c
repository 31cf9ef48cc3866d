/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "model/tables.h"

#include <string.h>

#include "model/priv.h"

struct tf_profile *tf_profile_new(void)
{
	struct tf_profile *p = tf_xcalloc(1, sizeof *p);
	atomic_init(&p->refs, 1);
	p->strings = tf_strtab_new();
	p->diag = tf_diag_new();
	tf_seg_init(&p->events, sizeof(struct tf_event));
	tf_interner_init(&p->dso_ids);
	tf_interner_init(&p->func_ids);
	tf_interner_init(&p->frame_ids);
	tf_interner_init(&p->stack_ids);
	tf_interner_init(&p->thread_ids);
	tf_seg_init(&p->dsos, sizeof(struct dso_row));
	tf_seg_init(&p->funcs, sizeof(struct func_row));
	tf_seg_init(&p->frames, sizeof(struct tf_frame));
	tf_seg_init(&p->symrefs, sizeof(_Atomic uint64_t));
	tf_seg_init(&p->stacks, sizeof(struct stack_row));
	tf_seg_init(&p->threads, sizeof(struct tf_thread));
	tf_samples_init(p);
	pthread_mutex_init(&p->meta_lock, NULL);
	p->quality.first_time = p->quality.last_time = TF_NO_TIME;
	return p;
}

void tf_profile_unref(struct tf_profile *p)
{
	if (!p || atomic_fetch_sub(&p->refs, 1) != 1)
		return;
	for (uint32_t i = 1; i <= tf_interner_count(&p->dso_ids); i++)
		free(tf_seg_at(&p->dsos, struct dso_row, i)->symbols.v);
	for (size_t i = 0; i < p->meta.n; i++) {
		free(p->meta.v[i].key);
		free(p->meta.v[i].value);
	}
	free(p->meta.v);
	free(p->counts.v);
	tf_seg_release(&p->events);
	tf_seg_release(&p->dsos);
	tf_seg_release(&p->funcs);
	tf_seg_release(&p->frames);
	tf_seg_release(&p->symrefs);
	tf_seg_release(&p->stacks);
	tf_seg_release(&p->threads);
	tf_interner_release(&p->dso_ids);
	tf_interner_release(&p->func_ids);
	tf_interner_release(&p->frame_ids);
	tf_interner_release(&p->stack_ids);
	tf_interner_release(&p->thread_ids);
	tf_samples_release(p);
	tf_strtab_free(p->strings);
	tf_diag_free(p->diag);
	pthread_mutex_destroy(&p->meta_lock);
	free(p);
}

struct tf_strtab *tf_profile_strings(struct tf_profile *p)
{
	return p->strings;
}

struct tf_diag *tf_profile_diag(struct tf_profile *p)
{
	return p->diag;
}

/* ---- events, threads ------------------------------------------------------------------------ */

static const char *keep(struct tf_profile *p, const char *s)
{
	return s ? tf_strtab_get(p->strings, tf_strtab_add(p->strings, s, strlen(s)), NULL) : NULL;
}

tf_event_id tf_profile_add_event(struct tf_profile *p, const struct tf_event *e)
{
	uint32_t id = atomic_load(&p->n_events) + 1;
	if (id > MAX_EVENTS)
		return (tf_event_id){0};
	tf_seg_need(&p->events, id);
	struct tf_event *row = tf_seg_at(&p->events, struct tf_event, id);
	*row = *e;
	row->name = keep(p, e->name ? e->name : "unknown");
	row->role = keep(p, e->role);
	row->unit = keep(p, e->unit ? e->unit : "events");
	if (!row->leader)
		row->leader = id;
	atomic_store(&p->n_events, id);
	return (tf_event_id){id};
}

struct tf_event *tf_profile_event(struct tf_profile *p, tf_event_id id)
{
	return id.v && id.v <= atomic_load(&p->n_events) ? tf_seg_at(&p->events, struct tf_event, id.v) : NULL;
}

uint32_t tf_profile_n_events(const struct tf_profile *p)
{
	return atomic_load(&((struct tf_profile *)p)->n_events);
}

static bool same_thread(const void *owner, uint32_t id, const void *key)
{
	const struct tf_profile *p = owner;
	const struct tf_thread *t = tf_seg_at(&p->threads, struct tf_thread, id), *k = key;
	return t->pid == k->pid && t->tid == k->tid;
}

static void make_thread(void *owner, uint32_t id, const void *key)
{
	struct tf_profile *p = owner;
	tf_seg_need(&p->threads, id);
	*tf_seg_at(&p->threads, struct tf_thread, id) = *(const struct tf_thread *)key;
}

tf_thread_id tf_profile_thread(struct tf_profile *p, uint32_t pid, uint32_t tid)
{
	struct tf_thread k = {pid, tid, ""};
	uint64_t hash = tf_mix64(((uint64_t)pid << 32 | tid) ^ tf_hash_seed());
	return (tf_thread_id){tf_interner_get(&p->thread_ids, hash, same_thread, make_thread, p, &k)};
}

uint32_t tf_profile_n_threads(const struct tf_profile *p)
{
	return tf_interner_count(&p->thread_ids);
}

const struct tf_thread *tf_profile_thread_row(const struct tf_profile *p, tf_thread_id id)
{
	return tf_seg_at(&p->threads, struct tf_thread, id.v);
}

void tf_profile_thread_comm(struct tf_profile *p, tf_thread_id id, tf_str_id comm)
{
	tf_seg_at(&p->threads, struct tf_thread, id.v)->comm = tf_strtab_get(p->strings, comm, NULL);
}

/* ---- meta data, counts, quality ------------------------------------------------------------- */

void tf_profile_set_meta(struct tf_profile *p, const char *key, const char *value)
{
	pthread_mutex_lock(&p->meta_lock);
	struct meta *m = NULL;
	for (size_t i = 0; i < p->meta.n && !m; i++)
		if (!strcmp(p->meta.v[i].key, key))
			m = &p->meta.v[i];
	if (m) {
		free(m->value);
	} else {
		m = tf_vec_push(&p->meta);
		m->key = tf_xstrdup(key);
	}
	m->value = tf_xstrdup(value);
	pthread_mutex_unlock(&p->meta_lock);
}

void tf_profile_count_record(struct tf_profile *p, const char *name, uint64_t n)
{
	pthread_mutex_lock(&p->meta_lock);
	struct record_count *c = NULL;
	for (size_t i = 0; i < p->counts.n && !c; i++)
		if (!strcmp(p->counts.v[i].name, name))
			c = &p->counts.v[i];
	if (!c) {
		c = tf_vec_push(&p->counts);
		*c = (struct record_count){name, 0};
	}
	c->n += n;
	pthread_mutex_unlock(&p->meta_lock);
}

void tf_profile_add_quality(struct tf_profile *p, const struct tf_quality *q)
{
	pthread_mutex_lock(&p->meta_lock);
	struct tf_quality *t = &p->quality;
	t->samples += q->samples;
	t->bad_samples += q->bad_samples;
	t->lost_events += q->lost_events;
	t->lost_chunks += q->lost_chunks;
	t->lost_samples += q->lost_samples;
	t->throttled += q->throttled;
	t->unknown_records += q->unknown_records;
	t->truncated_stacks += q->truncated_stacks;
	t->no_chain += q->no_chain;
	t->no_user_chain += q->no_user_chain;
	t->truncated_file |= q->truncated_file;
	t->unfinished_file |= q->unfinished_file;
	t->n_processes += q->n_processes;
	pthread_mutex_unlock(&p->meta_lock);
}

void tf_profile_set_progress(struct tf_profile *p, enum tf_phase phase, uint64_t done, uint64_t total, const char *what)
{
	pthread_mutex_lock(&p->meta_lock);
	p->progress.phase = phase;
	p->progress.done = done;
	p->progress.total = total;
	size_t n = what ? strnlen(what, sizeof p->progress.what - 1) : 0;
	if (what)
		memcpy(p->progress.what, what, n);
	p->progress.what[n] = 0;
	pthread_mutex_unlock(&p->meta_lock);
}

void tf_profile_names_changed(struct tf_profile *p)
{
	atomic_fetch_add(&p->sym_version, 1);
}
