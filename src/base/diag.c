/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/diag.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"

struct tf_diag {
	pthread_mutex_t lock;
	TF_VEC(struct tf_message) m; /* few: one a kind */
};

struct tf_diag *tf_diag_new(void)
{
	struct tf_diag *d = tf_xcalloc(1, sizeof *d);
	pthread_mutex_init(&d->lock, NULL);
	return d;
}

void tf_diag_free(struct tf_diag *d)
{
	if (!d)
		return;
	pthread_mutex_destroy(&d->lock);
	free(d->m.v);
	free(d);
}

static struct tf_message *find(struct tf_diag *d, const char *kind)
{
	for (size_t i = 0; i < d->m.n; i++)
		if (!strcmp(d->m.v[i].kind, kind))
			return &d->m.v[i];
	return NULL;
}

void tf_diag_note(struct tf_diag *d, const char *kind, bool damage, uint64_t offset, const char *fmt, ...)
{
	pthread_mutex_lock(&d->lock);
	struct tf_message *m = find(d, kind);
	bool first = !m;
	if (first) {
		m = tf_vec_push(&d->m);
		*m = (struct tf_message){.kind = kind, .first_offset = offset};
	}
	m->count++;
	m->damage |= damage;
	if (first || offset < m->first_offset) {
		m->first_offset = offset;
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(m->text, sizeof m->text, fmt, ap);
		va_end(ap);
	}
	pthread_mutex_unlock(&d->lock);
}

void tf_diag_advise(struct tf_diag *d, const char *kind, const char *fmt, ...)
{
	pthread_mutex_lock(&d->lock);
	struct tf_message *m = find(d, kind);
	if (m) {
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(m->advice, sizeof m->advice, fmt, ap);
		va_end(ap);
	}
	pthread_mutex_unlock(&d->lock);
}

static int by_weight(const void *a, const void *b)
{
	const struct tf_message *x = a, *y = b;
	if (x->damage != y->damage)
		return x->damage ? -1 : 1;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return strcmp(x->kind, y->kind);
}

size_t tf_diag_list(struct tf_diag *d, struct tf_message *out, size_t max)
{
	pthread_mutex_lock(&d->lock);
	size_t n = d->m.n;
	struct tf_message *copy = tf_xmalloc(n * sizeof *copy);
	if (n)
		memcpy(copy, d->m.v, n * sizeof *copy);
	pthread_mutex_unlock(&d->lock);
	qsort(copy, n, sizeof *copy, by_weight);
	for (size_t i = 0; i < n && i < max; i++)
		out[i] = copy[i];
	free(copy);
	return n;
}

bool tf_diag_damaged(struct tf_diag *d)
{
	bool bad = false;
	pthread_mutex_lock(&d->lock);
	for (size_t i = 0; i < d->m.n; i++)
		bad |= d->m.v[i].damage;
	pthread_mutex_unlock(&d->lock);
	return bad;
}
