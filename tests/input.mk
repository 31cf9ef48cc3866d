# SPDX-License-Identifier: GPL-2.0-or-later
KIT_SINK = tests/kit/sinkcount.c tests/kit/sinkcount.h
KIT_PERF = $(KIT_SINK) tests/kit/mkperf.c tests/kit/mkperf.h
KIT_CPPFLAGS = $(UNIT_CPPFLAGS) -I$(top_srcdir)
check_PROGRAMS += tests/kit/perfdump
tests_kit_perfdump_SOURCES = tests/kit/perfdump.c $(KIT_SINK)
tests_kit_perfdump_CPPFLAGS = $(KIT_CPPFLAGS)
tests_kit_perfdump_CFLAGS = $(AM_CFLAGS)
tests_kit_perfdump_LDADD = libtflame.a $(LIB_LIBS)
TESTS += tests/kit/corpus.py
EXTRA_DIST += tests/kit/corpus.py

if CMOCKA
input_unit = tests/unit/test_perf_samples tests/unit/test_perf_file tests/unit/test_perf_header
check_PROGRAMS += $(input_unit)
TESTS += $(input_unit)
tests_unit_test_perf_samples_SOURCES = tests/unit/test_perf_samples.c $(KIT_PERF)
tests_unit_test_perf_samples_CPPFLAGS = $(KIT_CPPFLAGS)
tests_unit_test_perf_samples_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_perf_samples_LDADD = $(UNIT_LIBS)
tests_unit_test_perf_file_SOURCES = tests/unit/test_perf_file.c $(KIT_PERF)
tests_unit_test_perf_file_CPPFLAGS = $(KIT_CPPFLAGS) $(ZSTD_CFLAGS)
tests_unit_test_perf_file_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_perf_file_LDADD = $(UNIT_LIBS)
tests_unit_test_perf_header_SOURCES = tests/unit/test_perf_header.c $(KIT_PERF)
tests_unit_test_perf_header_CPPFLAGS = $(KIT_CPPFLAGS)
tests_unit_test_perf_header_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_perf_header_LDADD = $(UNIT_LIBS)
endif

KIT_FUZZ = $(KIT_PERF) tests/fuzz/inmemory.c tests/fuzz/inmemory.h tests/fuzz/seeds.c tests/fuzz/seeds.h
check_PROGRAMS += tests/fuzz/mutate
tests_fuzz_mutate_SOURCES = tests/fuzz/mutate.c $(KIT_FUZZ)
tests_fuzz_mutate_CPPFLAGS = $(KIT_CPPFLAGS)
tests_fuzz_mutate_CFLAGS = $(AM_CFLAGS)
tests_fuzz_mutate_LDADD = libtflame.a $(LIB_LIBS)
TESTS += tests/fuzz/mutate.sh
EXTRA_DIST += tests/fuzz/mutate.sh
if FUZZING
noinst_PROGRAMS += tests/fuzz/fuzz_input
tests_fuzz_fuzz_input_SOURCES = tests/fuzz/fuzz_input.c $(KIT_SINK) tests/fuzz/inmemory.c tests/fuzz/inmemory.h
tests_fuzz_fuzz_input_CPPFLAGS = $(KIT_CPPFLAGS)
tests_fuzz_fuzz_input_CFLAGS = $(AM_CFLAGS) -fsanitize=fuzzer
tests_fuzz_fuzz_input_LDFLAGS = -fsanitize=fuzzer
tests_fuzz_fuzz_input_LDADD = libtflame.a $(LIB_LIBS)
endif
