# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/export/ex_folded.c src/export/ex_json.c src/export/ex_script.c src/export/ex_text.c \
	src/export/export.c src/export/exporters.h
