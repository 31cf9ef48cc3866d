/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/seg.h"

#include <sys/mman.h>

#include "base/xalloc.h"

/* Chunks from here on come from mmap on their own, aligned for huge pages: a page fault costs
 * microseconds, and tables are filled from front to back. */
#define BIG ((size_t)4 << 20)

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
	for (unsigned k = 0; k < TF_SEG_MAX; k++) {
		char *p = atomic_load(&s->chunk[k]);
		if (!p)
			continue;
		if (chunk_bytes(s, k) >= BIG)
			munmap(p, chunk_bytes(s, k));
		else
			free(p);
		atomic_store(&s->chunk[k], NULL);
	}
}

void tf_seg_need(struct tf_seg *s, uint64_t i)
{
	unsigned k = tf_seg_chunk(i);
	tf_assert(k < TF_SEG_MAX);
	if (atomic_load_explicit(&s->chunk[k], memory_order_acquire))
		return;
	size_t n = chunk_bytes(s, k);
	char *p, *none = NULL;
	if (n >= BIG) {
		p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED)
			tf_fatal("out of memory");
	} else {
		p = tf_xcalloc(1, n);
	}
	if (!atomic_compare_exchange_strong(&s->chunk[k], &none, p)) {
		if (n >= BIG)
			munmap(p, n);
		else
			free(p);
	}
}
