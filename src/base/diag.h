/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diag.h - what is wrong with the input, counted and kept once a kind. Notes may come from any
 * thread; nothing is ever printed.
 */
#ifndef TF_BASE_DIAG_H
#define TF_BASE_DIAG_H

#include <tflame/profile.h>

struct tf_diag;

#define TF_NO_OFFSET UINT64_MAX

struct tf_diag *tf_diag_new(void);
void tf_diag_free(struct tf_diag *d);
/*
 * Notes one case of kind (a stable id such as "truncated-record", kept by pointer: a literal).
 * offset: in the input, or TF_NO_OFFSET. damage: part of the input could not be used. The text of
 * the first note of a kind is kept; offset is the smallest.
 */
void tf_diag_note(struct tf_diag *d, const char *kind, bool damage, uint64_t offset, const char *fmt, ...) TF_PRINTF(5, 6);
/* Advice for a kind that was noted: what to type. */
void tf_diag_advise(struct tf_diag *d, const char *kind, const char *fmt, ...) TF_PRINTF(3, 4);
/* Copies up to max messages, damage first, then by count; returns how many there are. */
size_t tf_diag_list(struct tf_diag *d, struct tf_message *out, size_t max);
/* Whether any damage was noted. */
bool tf_diag_damaged(struct tf_diag *d);

#endif
