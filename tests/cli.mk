# SPDX-License-Identifier: GPL-2.0-or-later
if CMOCKA
check_PROGRAMS += tests/unit/test_text_input
tests_unit_test_text_input_SOURCES = tests/unit/test_text_input.c
tests_unit_test_text_input_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_text_input_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_text_input_LDADD = $(UNIT_LIBS)
check_PROGRAMS += tests/unit/test_export
tests_unit_test_export_SOURCES = tests/unit/test_export.c
tests_unit_test_export_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_export_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_export_LDADD = $(UNIT_LIBS)
TESTS += tests/unit/test_text_input tests/unit/test_export
endif
CLI_TESTS = tests/cli/cli.sh tests/cli/corpus.py tests/cli/man.sh tests/cli/oracle.sh tests/cli/report.sh tests/cli/text.sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS) tests/data/text
