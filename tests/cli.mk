# SPDX-License-Identifier: GPL-2.0-or-later
if CMOCKA
check_PROGRAMS += tests/unit/test_text_input
tests_unit_test_text_input_SOURCES = tests/unit/test_text_input.c
tests_unit_test_text_input_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_text_input_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_text_input_LDADD = $(UNIT_LIBS)
TESTS += tests/unit/test_text_input
endif
