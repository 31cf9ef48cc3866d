/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

#include "base/xalloc.h"

#define HUGE ((size_t)2 << 20)
#define LEAST (HUGE / 2) /* from here on one fault for a whole huge page is the cheaper way */

void *tf_pages_new(size_t n)
{
	if (n < LEAST)
		return tf_xcalloc(1, n);
	/* One huge page more than asked for, and what lies before and behind the aligned part is
	 * given back. */
	size_t size = (n + HUGE - 1) & ~(HUGE - 1);
	char *p = mmap(NULL, size + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		tf_fatal("out of memory");
	char *start = (char *)(((uintptr_t)p + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
	if (start > p)
		munmap(p, (size_t)(start - p));
	if (start + size < p + size + HUGE)
		munmap(start + size, (size_t)(p + HUGE - start));
	madvise(start, size, MADV_HUGEPAGE);
	return start;
}

void tf_pages_free(void *p, size_t n)
{
	if (n < LEAST)
		free(p);
	else if (p)
		munmap(p, (n + HUGE - 1) & ~(HUGE - 1));
}
