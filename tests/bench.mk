# SPDX-License-Identifier: GPL-2.0-or-later
# make bench: not part of make check, since times are not right or wrong.
EXTRA_PROGRAMS = tests/bench/bench_query
tests_bench_bench_query_SOURCES = tests/bench/bench_query.c
tests_bench_bench_query_CPPFLAGS = $(LIB_CPPFLAGS)
tests_bench_bench_query_LDADD = libtflame.a $(LIB_LIBS)
EXTRA_DIST += tests/bench/bench.py
bench: tflame tests/bench/bench_query
	SHARED="$${SHARED-$(abs_top_srcdir)/../shared}" TFLAME=$(abs_top_builddir)/tflame \
		BENCH_QUERY=$(abs_top_builddir)/tests/bench/bench_query BENCH_DATA="$${BENCH_DATA-$(abs_top_builddir)/bench-data}" \
		python3 $(top_srcdir)/tests/bench/bench.py -o $(top_srcdir)/doc/performance.md $(BENCH_JOBS)
.PHONY: bench
