/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/profile.h>

#include <string.h>

#include "model/priv.h"
#include "model/samples.h"

/* Frames whose symbol is the stand-in of their module. */
static void count_unresolved(struct tf_profile *p, struct tf_snapshot *s)
{
	uint64_t n = 0, real = 0;
	for (uint32_t i = 1; i <= s->n_frames; i++) {
		const struct tf_frame *f = tf_seg_at(&p->frames, struct tf_frame, i);
		if (f->flags & (TF_FRAME_COMM | TF_FRAME_MARK))
			continue;
		real++;
		tf_func_id id = tf_profile_symref(p, (tf_frame_id){i});
		n += !id.v || (tf_profile_func_row(p, id)->flags & TF_FUNC_UNRESOLVED);
	}
	s->quality.unresolved_frames = n;
	s->quality.n_frames = real;
}

struct tf_snapshot *tf_profile_publish(struct tf_profile *p, bool complete)
{
	struct tf_snapshot *s = tf_xcalloc(1, sizeof *s);
	tf_interner_trim(&p->dso_ids);
	tf_interner_trim(&p->func_ids);
	tf_interner_trim(&p->frame_ids);
	tf_interner_trim(&p->stack_ids);
	tf_interner_trim(&p->thread_ids);
	atomic_init(&s->refs, 1);
	atomic_fetch_add(&p->refs, 1);
	s->profile = p;
	s->seq = atomic_fetch_add(&p->seq, 1) + 1;
	s->sym_version = atomic_load(&p->sym_version);
	s->complete = complete;
	s->n_events = tf_profile_n_events(p);
	s->n_dsos = tf_interner_count(&p->dso_ids);
	s->n_funcs = tf_interner_count(&p->func_ids);
	s->n_frames = tf_interner_count(&p->frame_ids);
	s->n_stacks = tf_interner_count(&p->stack_ids);
	s->n_threads = tf_interner_count(&p->thread_ids);
	pthread_mutex_lock(&p->sample_lock);
	s->n_samples = p->n_samples;
	s->sums = tf_xcalloc(s->n_events + 1, sizeof *s->sums);
	for (uint32_t i = 1; i <= s->n_events; i++)
		s->sums[i] = *tf_samples_sum(p, i);
	pthread_mutex_lock(&p->meta_lock);
	s->quality = p->quality;
	pthread_mutex_unlock(&p->meta_lock);
	pthread_mutex_unlock(&p->sample_lock);
	if (complete)
		count_unresolved(p, s);
	return s;
}

const struct tf_snapshot *tf_snapshot_ref(const struct tf_snapshot *s)
{
	if (s)
		atomic_fetch_add(&((struct tf_snapshot *)s)->refs, 1);
	return s;
}

void tf_snapshot_unref(const struct tf_snapshot *cs)
{
	struct tf_snapshot *s = (struct tf_snapshot *)cs;
	if (!s || atomic_fetch_sub(&s->refs, 1) != 1)
		return;
	tf_profile_unref(s->profile);
	free(s->sums);
	free(s);
}

uint64_t tf_snapshot_seq(const struct tf_snapshot *s) { return s->seq; }
uint64_t tf_snapshot_sym_version(const struct tf_snapshot *s) { return s->sym_version; }
bool tf_snapshot_complete(const struct tf_snapshot *s) { return s->complete; }
uint32_t tf_snapshot_n_events(const struct tf_snapshot *s) { return s->n_events; }
uint32_t tf_snapshot_n_dsos(const struct tf_snapshot *s) { return s->n_dsos; }
uint32_t tf_snapshot_n_frames(const struct tf_snapshot *s) { return s->n_frames; }
uint32_t tf_snapshot_n_stacks(const struct tf_snapshot *s) { return s->n_stacks; }
uint32_t tf_snapshot_n_threads(const struct tf_snapshot *s) { return s->n_threads; }
uint64_t tf_snapshot_n_samples(const struct tf_snapshot *s) { return s->n_samples; }

/* Names arrive after a snapshot was made, so functions are counted now. */
uint32_t tf_snapshot_n_funcs(const struct tf_snapshot *s) { return tf_interner_count(&s->profile->func_ids); }

void tf_snapshot_progress(const struct tf_snapshot *s, struct tf_progress *out)
{
	pthread_mutex_lock(&s->profile->meta_lock);
	*out = s->profile->progress;
	pthread_mutex_unlock(&s->profile->meta_lock);
	if (s->complete)
		out->phase = TF_PHASE_DONE;
}

void tf_snapshot_quality(const struct tf_snapshot *s, struct tf_quality *out)
{
	*out = s->quality;
}

size_t tf_snapshot_messages(const struct tf_snapshot *s, struct tf_message *out, size_t max)
{
	return tf_diag_list(s->profile->diag, out, max);
}

const struct tf_event *tf_snapshot_event(const struct tf_snapshot *s, tf_event_id id)
{
	return id.v && id.v <= s->n_events ? tf_seg_at(&s->profile->events, struct tf_event, id.v) : NULL;
}

const struct tf_dso *tf_snapshot_dso(const struct tf_snapshot *s, tf_dso_id id)
{
	return id.v && id.v <= tf_interner_count(&s->profile->dso_ids) ? tf_profile_dso_row(s->profile, id) : NULL;
}

const struct tf_func *tf_snapshot_func(const struct tf_snapshot *s, tf_func_id id)
{
	if (!id.v || id.v > tf_interner_count(&s->profile->func_ids) || !tf_seg_ready(&s->profile->funcs, id.v))
		return NULL;
	const struct tf_func *f = tf_profile_func_row(s->profile, id);
	return __atomic_load_n(&f->name, __ATOMIC_ACQUIRE) ? f : NULL;
}

const struct tf_frame *tf_snapshot_frame(const struct tf_snapshot *s, tf_frame_id id)
{
	return id.v && id.v <= s->n_frames ? tf_profile_frame_row(s->profile, id) : NULL;
}

const struct tf_thread *tf_snapshot_thread(const struct tf_snapshot *s, tf_thread_id id)
{
	return id.v && id.v <= s->n_threads ? tf_seg_at(&s->profile->threads, struct tf_thread, id.v) : NULL;
}

struct tf_event_sum tf_snapshot_event_sum(const struct tf_snapshot *s, tf_event_id id)
{
	return id.v && id.v <= s->n_events ? s->sums[id.v] : (struct tf_event_sum){0, 0};
}

tf_stack_id tf_snapshot_stack_prefix(const struct tf_snapshot *s, tf_stack_id id)
{
	return (tf_stack_id){id.v && id.v <= s->n_stacks ? tf_seg_at(&s->profile->stacks, struct stack_row, id.v)->prefix : 0};
}

tf_frame_id tf_snapshot_stack_frame(const struct tf_snapshot *s, tf_stack_id id)
{
	return (tf_frame_id){id.v && id.v <= s->n_stacks ? tf_seg_at(&s->profile->stacks, struct stack_row, id.v)->frame : 0};
}

uint32_t tf_stacks_span(const struct tf_snapshot *s, uint32_t i, const uint32_t (**rows)[2])
{
	_Static_assert(sizeof(struct stack_row) == 2 * sizeof(uint32_t), "pairs");
	uint64_t n;
	*rows = tf_seg_span(&s->profile->stacks, i, (uint64_t)s->n_stacks + 1, &n);
	return (uint32_t)n;
}

tf_func_id tf_snapshot_frame_func(const struct tf_snapshot *s, tf_frame_id id)
{
	if (!id.v || id.v > s->n_frames)
		return (tf_func_id){0};
	tf_func_id f = tf_profile_symref(s->profile, id);
	return f.v ? f : tf_profile_unresolved(s->profile, tf_profile_frame_row(s->profile, id)->dso);
}

uint64_t tf_snapshot_frame_offset(const struct tf_snapshot *s, tf_frame_id id)
{
	if (!id.v || id.v > s->n_frames)
		return UINT64_MAX;
	uint64_t v = atomic_load_explicit(tf_seg_at(&s->profile->symrefs, _Atomic uint64_t, id.v), memory_order_acquire);
	return !(uint32_t)v || v >> 32 == UINT32_MAX ? UINT64_MAX : v >> 32;
}

const char *tf_snapshot_meta(const struct tf_snapshot *s, const char *key)
{
	const char *value = NULL;
	pthread_mutex_lock(&s->profile->meta_lock);
	for (size_t i = 0; i < s->profile->meta.n; i++)
		if (!strcmp(s->profile->meta.v[i].key, key))
			value = s->profile->meta.v[i].value;
	pthread_mutex_unlock(&s->profile->meta_lock);
	return value;
}

bool tf_snapshot_meta_at(const struct tf_snapshot *s, size_t i, const char **key, const char **value)
{
	pthread_mutex_lock(&s->profile->meta_lock);
	bool there = i < s->profile->meta.n;
	if (there) {
		*key = s->profile->meta.v[i].key;
		*value = s->profile->meta.v[i].value;
	}
	pthread_mutex_unlock(&s->profile->meta_lock);
	return there;
}

bool tf_snapshot_record_count(const struct tf_snapshot *s, size_t i, const char **name, uint64_t *count)
{
	pthread_mutex_lock(&s->profile->meta_lock);
	bool there = i < s->profile->counts.n;
	if (there) {
		*name = s->profile->counts.v[i].name;
		*count = s->profile->counts.v[i].n;
	}
	pthread_mutex_unlock(&s->profile->meta_lock);
	return there;
}
