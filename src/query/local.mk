# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/query/calltree.c src/query/filter.c src/query/funclist.c src/query/inverted.c src/query/nodes.c \
	src/query/priv.h src/query/search.c src/query/table.c
