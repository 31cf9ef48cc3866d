# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/base/bytes.h src/base/diag.c src/base/diag.h src/base/err.c src/base/interner.c \
	src/base/interner.h src/base/jsonw.c src/base/jsonw.h src/base/outbuf.c src/base/outbuf.h src/base/pages.c src/base/pages.h src/base/pool.c \
	src/base/pool.h src/base/seg.c src/base/seg.h src/base/strbuf.c src/base/strbuf.h src/base/strtab.c \
	src/base/strtab.h src/base/text.c src/base/xalloc.c src/base/xalloc.h
