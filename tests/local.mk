# SPDX-License-Identifier: GPL-2.0-or-later
# Every test speaks TAP: C tests through cmocka, scripts through tests/lib.sh.
TEST_EXTENSIONS = .sh .py
TAP = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(TAP)
SH_LOG_DRIVER = $(TAP)
PY_LOG_DRIVER = $(TAP)
SH_LOG_COMPILER = bash
PY_LOG_COMPILER = python3
AM_TESTS_ENVIRONMENT = CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	LC_ALL=C.UTF-8; export LC_ALL; \
	TFLAME='$(abs_top_builddir)/tflame'; export TFLAME; \
	TESTS_DIR='$(abs_top_srcdir)/tests'; export TESTS_DIR; \
	BUILD_DIR='$(abs_top_builddir)'; export BUILD_DIR; \
	SHARED="$${SHARED-$(abs_top_srcdir)/../shared}"; export SHARED;
UNIT_CPPFLAGS = $(LIB_CPPFLAGS) -DTESTS_DIR='"$(abs_top_srcdir)/tests"'
UNIT_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
UNIT_LIBS = libtflame.a $(CMOCKA_LIBS) $(LIB_LIBS)
UI_UNIT_CPPFLAGS = $(UI_CPPFLAGS) -DTESTS_DIR='"$(abs_top_srcdir)/tests"'
UI_UNIT_LIBS = $(UI_LIBS) $(CMOCKA_LIBS)
EXTRA_DIST += tests/lib.sh

include tests/engine.mk
include tests/input.mk
include tests/symbol.mk
include tests/tui.mk
include tests/cli.mk
include tests/bench.mk
