# SPDX-License-Identifier: GPL-2.0-or-later
SYM_TESTS = tests/unit/test_symtab tests/unit/test_symbolizer tests/unit/test_sym_packed
if CMOCKA
check_PROGRAMS += $(SYM_TESTS)
TESTS += $(SYM_TESTS)
endif
tests_unit_test_symtab_SOURCES = tests/unit/test_symtab.c
tests_unit_test_symtab_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_symtab_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_symtab_LDADD = $(UNIT_LIBS)
tests_unit_test_symbolizer_SOURCES = tests/unit/test_symbolizer.c tests/unit/test_sym_elf.h
tests_unit_test_symbolizer_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_symbolizer_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_symbolizer_LDADD = $(UNIT_LIBS)
TESTS += tests/cli/sym_cases.sh
EXTRA_DIST += tests/cli/sym_cases.sh
tests_unit_test_sym_packed_SOURCES = tests/unit/test_sym_packed.c
tests_unit_test_sym_packed_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_sym_packed_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_sym_packed_LDADD = $(UNIT_LIBS)
