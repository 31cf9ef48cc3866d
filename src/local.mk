# SPDX-License-Identifier: GPL-2.0-or-later
# The engine. It sees include/ and src/, never ui/.
noinst_LIBRARIES += libtflame.a
LIB_CPPFLAGS = -I$(top_builddir)/gen -I$(top_builddir)/include -I$(top_srcdir)/include -I$(top_srcdir)/src
libtflame_a_CPPFLAGS = $(LIB_CPPFLAGS)
libtflame_a_CFLAGS = $(AM_CFLAGS) $(ELF_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS) $(LZMA_CFLAGS)
LIB_LIBS = $(ELF_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) $(LZMA_LIBS) $(IBERTY_LIBS) $(PTHREAD_LIBS) $(LIBM)
libtflame_a_SOURCES =

include src/base/local.mk
include src/model/local.mk
include src/input/local.mk
include src/session/local.mk
include src/object/local.mk
include src/symbol/local.mk
include src/query/local.mk
include src/export/local.mk
include src/engine/local.mk
