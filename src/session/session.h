/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * session.h - turns records and samples into the rows of a profile: processes, address spaces,
 * frames and stacks.
 */
#ifndef TF_SESSION_SESSION_H
#define TF_SESSION_SESSION_H

#include "model/record.h"
#include "model/tables.h"

struct tf_session;

/* workers: how many threads may call on_sample() at once. root: name of a root level above the
 * processes (several files in one view), NULL: none. input_size: bytes, for the size of caches. */
struct tf_session *tf_session_new(struct tf_profile *p, unsigned workers, const char *root, uint64_t input_size);
void tf_session_free(struct tf_session *s);
struct tf_sink *tf_session_sink(struct tf_session *s);
/* Hands the samples that workers still hold to the profile. Call while no worker runs. */
void tf_session_flush(struct tf_session *s);

#endif
