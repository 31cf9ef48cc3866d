/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TF_TESTS_SEEDS_H
#define TF_TESTS_SEEDS_H

#include "tests/kit/mkperf.h"

/* The i-th seed (caller frees); NULL: there are no more. */
uint8_t *seed_make(unsigned i, size_t *n);

#endif
