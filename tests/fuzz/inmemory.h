/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inmemory.h - reads bytes through the inputs as if they were a file. For fuzzing. */
#ifndef TF_TESTS_INMEMORY_H
#define TF_TESTS_INMEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "tests/kit/sinkcount.h"

/* What sc_read() returns; s is initialised here, the caller releases it. */
int inmemory_read(struct sc_sink *s, const void *p, size_t n, unsigned workers, unsigned budget_ms, struct tf_err *err);

#endif
