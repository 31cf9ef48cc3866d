# SPDX-License-Identifier: GPL-2.0-or-later
if CMOCKA
tui_unit = tests/unit/test_tui_layout tests/unit/test_tui_text
check_PROGRAMS += $(tui_unit)
TESTS += $(tui_unit)
tests_unit_test_tui_layout_SOURCES = tests/unit/test_tui_layout.c
tests_unit_test_tui_layout_CPPFLAGS = $(UI_UNIT_CPPFLAGS)
tests_unit_test_tui_layout_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_tui_layout_LDADD = $(UI_UNIT_LIBS)
tests_unit_test_tui_text_SOURCES = tests/unit/test_tui_text.c
tests_unit_test_tui_text_CPPFLAGS = $(UI_UNIT_CPPFLAGS)
tests_unit_test_tui_text_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_tui_text_LDADD = $(UI_UNIT_LIBS)
endif
check_PROGRAMS += tests/golden/run
TESTS += tests/golden/run
tests_golden_run_SOURCES = tests/golden/run.c
tests_golden_run_CPPFLAGS = $(UI_UNIT_CPPFLAGS)
tests_golden_run_LDADD = $(UI_LIBS)
EXTRA_DIST += $(top_srcdir)/tests/golden/*.t
EXTRA_DIST += tests/term/term.sh
# In a real terminal; needs tmux.
check-term: tflame
	$(AM_TESTS_ENVIRONMENT) bash $(top_srcdir)/tests/term/term.sh
.PHONY: check-term
