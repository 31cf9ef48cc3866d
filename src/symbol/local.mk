# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/symbol/demangle.c src/symbol/demangle.h src/symbol/kallsyms.h src/symbol/symbolizer.c \
	src/symbol/symbolizer.h src/symbol/sym_elf.c src/symbol/sym_kallsyms.c src/symbol/sym_kernel.c \
	src/symbol/sym_perfmap.c src/symbol/symsrc.h src/symbol/symtab.c src/symbol/symtab.h src/symbol/sym_vdso.c
