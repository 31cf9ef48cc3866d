/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libFuzzer target: any bytes through the table of inputs.
 *   CC=clang ./configure --enable-fuzzing CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address"
 */
#include "config.h"
#include "tests/fuzz/inmemory.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct sc_sink s;
	struct tf_err err;
	inmemory_read(&s, p, n, 1, 0, &err);
	if (s.order_broken)
		__builtin_trap();
	sc_release(&s);
	return 0;
}
