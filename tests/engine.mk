# SPDX-License-Identifier: GPL-2.0-or-later
if CMOCKA
engine_unit = tests/unit/test_base tests/unit/test_aspace tests/unit/test_query
check_PROGRAMS += $(engine_unit)
TESTS += $(engine_unit)
tests_unit_test_base_SOURCES = tests/unit/test_base.c
tests_unit_test_base_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_base_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_base_LDADD = $(UNIT_LIBS)
tests_unit_test_aspace_SOURCES = tests/unit/test_aspace.c
tests_unit_test_aspace_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_aspace_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_aspace_LDADD = $(UNIT_LIBS)
tests_unit_test_query_SOURCES = tests/unit/test_query.c
tests_unit_test_query_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_query_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_query_LDADD = $(UNIT_LIBS)
endif
TESTS += tests/lint/lint.sh
EXTRA_DIST += tests/lint/lint.sh
TESTS += tests/cli/reports.py
EXTRA_DIST += tests/cli/reports.py
TESTS += tests/cli/several.sh
EXTRA_DIST += tests/cli/several.sh
