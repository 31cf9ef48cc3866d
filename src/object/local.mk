# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/object/debugfile.c src/object/image.c src/object/impl.h src/object/load.c \
	src/object/object.h src/object/plt.c src/object/sections.c src/object/symread.c src/object/unpack.c
