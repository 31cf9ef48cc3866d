/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pages.h - large zeroed memory on huge pages, where a page fault and a TLB miss cost most. */
#ifndef TF_BASE_PAGES_H
#define TF_BASE_PAGES_H

#include <stddef.h>

/* n zeroed bytes; from 1 MiB on aligned to and advised for huge pages. Never NULL. */
void *tf_pages_new(size_t n);
/* p from tf_pages_new() with the same n; NULL allowed. */
void tf_pages_free(void *p, size_t n);

#endif
