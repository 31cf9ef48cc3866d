# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/input/input.h src/input/in_folded.c src/input/in_perfscript.c src/input/in_perfscript_parse.c \
	src/input/in_perfscript_parse.h src/input/text_lines.c src/input/text_lines.h
