# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/engine/engine.c src/engine/features.c
