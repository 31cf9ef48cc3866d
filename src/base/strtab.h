/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strtab.h - strings, each kept once: equal bytes have equal ids. They live as long as the table
 * and never move. Any thread may add and read.
 */
#ifndef TF_BASE_STRTAB_H
#define TF_BASE_STRTAB_H

#include <tflame/types.h>

struct tf_strtab;

struct tf_strtab *tf_strtab_new(void);
void tf_strtab_free(struct tf_strtab *t);
tf_str_id tf_strtab_add(struct tf_strtab *t, const char *s, size_t n);
/* Bytes (NUL-terminated) and length; id 0 is "". */
const char *tf_strtab_get(const struct tf_strtab *t, tf_str_id id, size_t *len);

#endif
