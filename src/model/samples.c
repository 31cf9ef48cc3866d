/* SPDX-License-Identifier: GPL-2.0-or-later */
/* samples.c - one row a kept sample, in columns; a column of equal values takes no memory. */
#include "config.h"
#include "model/tables.h"

#include <string.h>

#include "model/priv.h"
#include "model/samples.h"

static void column_init(struct column *c, size_t size)
{
	atomic_init(&c->varying, false);
	tf_seg_init(&c->rows, size);
}

void tf_samples_init(struct tf_profile *p)
{
	pthread_mutex_init(&p->sample_lock, NULL);
	tf_seg_init(&p->times, sizeof(uint64_t));
	tf_seg_init(&p->sample_stacks, sizeof(uint32_t));
	tf_seg_init(&p->sample_threads, sizeof(uint32_t));
	column_init(&p->weights, sizeof(uint64_t));
	column_init(&p->sample_events, sizeof(uint16_t));
	column_init(&p->cpus, sizeof(uint16_t));
}

void tf_samples_release(struct tf_profile *p)
{
	pthread_mutex_destroy(&p->sample_lock);
	tf_seg_release(&p->times);
	tf_seg_release(&p->sample_stacks);
	tf_seg_release(&p->sample_threads);
	tf_seg_release(&p->weights.rows);
	tf_seg_release(&p->sample_events.rows);
	tf_seg_release(&p->cpus.rows);
	free(p->more_sums.v);
}

static void column_put(struct column *c, uint64_t i, uint64_t value)
{
	tf_seg_need(&c->rows, i);
	if (c->rows.size == sizeof(uint64_t))
		*tf_seg_at(&c->rows, uint64_t, i) = value;
	else
		*tf_seg_at(&c->rows, uint16_t, i) = (uint16_t)value;
}

/* Sets row i; n rows before it exist. Under the sample lock. */
static void column_add(struct column *c, uint64_t i, uint64_t value)
{
	if (!atomic_load_explicit(&c->varying, memory_order_relaxed)) {
		if (i == 0)
			c->value = value;
		if (value == c->value)
			return;
		for (uint64_t k = 0; k < i; k++)
			column_put(c, k, c->value);
		column_put(c, i, value);
		atomic_store_explicit(&c->varying, true, memory_order_release);
		return;
	}
	column_put(c, i, value);
}

static uint64_t column_get(const struct column *c, uint64_t i)
{
	if (!atomic_load_explicit(&((struct column *)c)->varying, memory_order_acquire))
		return c->value;
	return c->rows.size == sizeof(uint64_t) ? *tf_seg_at(&c->rows, uint64_t, i) : *tf_seg_at(&c->rows, uint16_t, i);
}

struct tf_event_sum *tf_samples_sum(struct tf_profile *p, uint32_t event)
{
	if (event < sizeof p->sums / sizeof *p->sums)
		return &p->sums[event];
	while (p->more_sums.n <= event)
		*tf_vec_push(&p->more_sums) = (struct tf_event_sum){0, 0};
	return &p->more_sums.v[event];
}

void tf_profile_add_samples(struct tf_profile *p, const struct tf_sample_row *rows, size_t n)
{
	pthread_mutex_lock(&p->sample_lock);
	uint64_t samples = 0;
	for (size_t k = 0; k < n; k++) {
		const struct tf_sample_row *r = &rows[k];
		uint64_t i = p->n_samples++;
		tf_seg_need(&p->times, i);
		tf_seg_need(&p->sample_stacks, i);
		tf_seg_need(&p->sample_threads, i);
		*tf_seg_at(&p->times, uint64_t, i) = r->time;
		*tf_seg_at(&p->sample_stacks, uint32_t, i) = r->stack.v;
		*tf_seg_at(&p->sample_threads, uint32_t, i) = r->thread.v;
		column_add(&p->weights, i, r->weight);
		column_add(&p->sample_events, i, r->event.v | (r->derived ? DERIVED : 0));
		column_add(&p->cpus, i, r->cpu < UINT16_MAX ? r->cpu : UINT16_MAX);
		struct tf_event_sum *s = tf_samples_sum(p, r->event.v);
		const struct tf_event *e = tf_profile_event(p, r->event);
		uint64_t stands_for = r->derived ? 0 : e && e->counted ? r->weight : 1;
		s->samples = tf_add_sat(s->samples, stands_for);
		s->weight = tf_add_sat(s->weight, r->weight);
		samples = tf_add_sat(samples, stands_for);
		if (r->time != TF_NO_TIME) {
			if (p->quality.first_time == TF_NO_TIME || r->time < p->quality.first_time)
				p->quality.first_time = r->time;
			if (p->quality.last_time == TF_NO_TIME || r->time > p->quality.last_time)
				p->quality.last_time = r->time;
		}
	}
	p->quality.samples = tf_add_sat(p->quality.samples, samples);
	pthread_mutex_unlock(&p->sample_lock);
}

void tf_snapshot_sample(const struct tf_snapshot *s, uint64_t i, struct tf_sample_row *out)
{
	const struct tf_profile *p = s->profile;
	uint64_t event = column_get(&p->sample_events, i), cpu = column_get(&p->cpus, i);
	out->time = *tf_seg_at(&p->times, uint64_t, i);
	out->stack.v = *tf_seg_at(&p->sample_stacks, uint32_t, i);
	out->thread.v = *tf_seg_at(&p->sample_threads, uint32_t, i);
	out->weight = column_get(&p->weights, i);
	out->event.v = (uint32_t)event & ~DERIVED;
	out->derived = (event & DERIVED) != 0;
	out->cpu = cpu == UINT16_MAX ? TF_NO_ID : (uint32_t)cpu;
}

uint64_t tf_samples_span(const struct tf_snapshot *s, uint64_t i, struct tf_sample_span *out)
{
	const struct tf_profile *p = s->profile;
	uint64_t n, unused;
	out->times = tf_seg_span(&p->times, i, s->n_samples, &n);
	out->stacks = tf_seg_span(&p->sample_stacks, i, s->n_samples, &unused);
	out->threads = tf_seg_span(&p->sample_threads, i, s->n_samples, &unused);
	bool wv = atomic_load_explicit(&s->profile->weights.varying, memory_order_acquire);
	bool ev = atomic_load_explicit(&s->profile->sample_events.varying, memory_order_acquire);
	bool cv = atomic_load_explicit(&s->profile->cpus.varying, memory_order_acquire);
	out->weights = wv ? tf_seg_row(&p->weights.rows, i) : NULL;
	out->events = ev ? tf_seg_row(&p->sample_events.rows, i) : NULL;
	out->cpus = cv ? tf_seg_row(&p->cpus.rows, i) : NULL;
	out->weight = p->weights.value;
	out->event = (uint16_t)p->sample_events.value;
	out->cpu = (uint16_t)p->cpus.value;
	return n;
}
