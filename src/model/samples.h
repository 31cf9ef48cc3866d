/* SPDX-License-Identifier: GPL-2.0-or-later */
/* samples.h - the sample columns of a snapshot, for queries that run over millions of rows. */
#ifndef TF_MODEL_SAMPLES_H
#define TF_MODEL_SAMPLES_H

#include <tflame/profile.h>

/* Rows that lie together. A column pointer is NULL where all rows have the single value beside it. */
struct tf_sample_span {
	const uint64_t *times, *weights;
	const uint32_t *stacks, *threads;
	const uint16_t *events, *cpus; /* events: bit 15 set: derived; cpus: 65535: not recorded */
	uint64_t weight;
	uint16_t event, cpu;
};
#define TF_SPAN_DERIVED 0x8000u

/* Fills out with the rows from i on; returns how many lie together (at least 1). i < n_samples. */
uint64_t tf_samples_span(const struct tf_snapshot *s, uint64_t i, struct tf_sample_span *out);
/* Rows of stacks and frames' answers that lie together, as above: pairs {prefix, frame}. */
uint32_t tf_stacks_span(const struct tf_snapshot *s, uint32_t i, const uint32_t (**rows)[2]);

#endif
