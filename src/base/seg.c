/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/seg.h"

#include "base/pages.h"
#include "base/xalloc.h"

static size_t chunk_bytes(const struct tf_seg *s, unsigned k)
{
	return (size_t)(tf_seg_first(k + 1) - tf_seg_first(k)) * s->size;
}

void tf_seg_init(struct tf_seg *s, size_t row_size)
{
	s->size = row_size;
	for (int k = 0; k < TF_SEG_MAX; k++)
		atomic_init(&s->chunk[k], NULL);
}

void tf_seg_release(struct tf_seg *s)
{
	for (unsigned k = 0; k < TF_SEG_MAX; k++)
		tf_pages_free(atomic_exchange(&s->chunk[k], NULL), chunk_bytes(s, k));
}

void tf_seg_need(struct tf_seg *s, uint64_t i)
{
	unsigned k = tf_seg_chunk(i);
	tf_assert(k < TF_SEG_MAX);
	if (atomic_load_explicit(&s->chunk[k], memory_order_acquire))
		return;
	char *p = tf_pages_new(chunk_bytes(s, k)), *none = NULL;
	if (!atomic_compare_exchange_strong(&s->chunk[k], &none, p))
		tf_pages_free(p, chunk_bytes(s, k));
}
