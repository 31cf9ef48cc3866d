# SPDX-License-Identifier: GPL-2.0-or-later
libtflame_a_SOURCES += src/input/input.c src/input/input.h src/input/unwrap.c src/input/inflate.c src/input/inflate.h \
	src/input/roles.c src/input/roles.h src/input/in_folded.c src/input/in_perfscript.c \
	src/input/in_perfscript_parse.c src/input/in_perfscript_parse.h src/input/text_lines.c src/input/text_lines.h
libtflame_a_SOURCES += src/input/in_perfdata.c src/input/perf_abi.c src/input/perf_abi.h src/input/perf_attr.c \
	src/input/perf_cursor.c src/input/perf_decode.c src/input/perf_features.c src/input/perf_file.c \
	src/input/perf_meta.c src/input/perf_names.c src/input/perf_pass.c src/input/perf_reader.h \
	src/input/perf_record.c src/input/perf_stacks.c src/input/perf_symbols.c src/input/perf_tracing.c
