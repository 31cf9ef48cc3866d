# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/model/code.c src/model/priv.h src/model/profile.c src/model/record.h src/model/samples.c \
	src/model/samples.h src/model/snapshot.c src/model/tables.h
