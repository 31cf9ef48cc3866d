# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/session/aspace.c src/session/aspace.h src/session/priv.h src/session/process.c \
	src/session/process.h src/session/records.c src/session/session.c src/session/session.h src/session/stacks.c \
	src/session/weights.c
