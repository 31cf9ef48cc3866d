/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/input.h"

#include <ctype.h>
#include <string.h>
#include <tflame/text.h>

extern const struct tf_input_ops tf_in_perfdata, tf_in_folded, tf_in_perfscript;

const struct tf_input_ops *const tf_input_table[] = {
	&tf_in_perfdata,
	&tf_in_perfscript,
	&tf_in_folded,
	NULL,
};

bool tf_input_format(size_t i, const char **name, const char **help)
{
	if (i >= sizeof tf_input_table / sizeof *tf_input_table - 1)
		return false;
	*name = tf_input_table[i]->name;
	*help = tf_input_table[i]->help;
	return true;
}

/* What a file that no format knows seems to be. */
static const char *guess(const struct tf_input_file *f)
{
	static const struct { const char *magic; size_t n; const char *what; } table[] = {
		{"\177ELF", 4, "an ELF program or library"},
		{"PK\3\4", 4, "a zip archive"},
		{"\xfd" "7zXZ", 5, "an xz-compressed file"},
		{"BZh", 3, "a bzip2-compressed file"},
		{"\x28\xb5\x2f\xfd", 4, "a zstd-compressed file"},
		{"\x89PNG", 4, "a picture"},
		{"\xff\xd8\xff", 3, "a picture"},
		{"%PDF", 4, "a PDF document"},
		{"JITDUMP", 7, "a JIT dump"},
		{"DTiJ", 4, "a JIT dump"},
		{"JiTD", 4, "a JIT dump"},
		{"SIMPLEPERF", 10, "a simpleperf report"},
		{"#!", 2, "a script"},
		{"<?xml", 5, "an XML or SVG file"},
		{"<svg", 4, "an SVG picture"},
		{"<!DOCTYPE", 9, "an HTML page"},
		{"<html", 5, "an HTML page"},
		{"!<arch>", 7, "an archive or package"},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (f->head_len >= table[i].n && !memcmp(f->head, table[i].magic, table[i].n))
			return table[i].what;
	if (f->head_len > 262 && !memcmp(f->head + 257, "ustar", 5))
		return "a tar archive";
	bool zero = true, text = true;
	for (size_t i = 0; i < f->head_len && i < 4096; i++) {
		zero &= !f->head[i];
		text &= f->head[i] >= 0x20 || isspace(f->head[i]);
	}
	if (zero)
		return "a file of zeros";
	if (f->head_len < 16)
		return "too short for a recording";
	return text ? "a text file that is neither perf script output nor folded stacks" : "a binary file of an unknown kind";
}

const struct tf_input_ops *tf_input_find(const struct tf_input_file *f, const char *name, struct tf_err *err)
{
	const char *what = strcmp(f->path, "-") ? f->path : "standard input";
	if (name) {
		for (size_t i = 0; tf_input_table[i]; i++)
			if (!strcmp(tf_input_table[i]->name, name))
				return tf_input_table[i];
		tf_err_set(err, TF_EUSAGE, name, "is not the name of an input format");
		return NULL;
	}
	const struct tf_input_ops *best = NULL;
	int score = 0;
	for (size_t i = 0; tf_input_table[i]; i++) {
		int s = tf_input_table[i]->probe(f);
		if (s > score) {
			score = s;
			best = tf_input_table[i];
		}
	}
	if (best)
		return best;
	if (f->is_dir) {
		tf_err_set(err, TF_EFORMAT, what, "is a directory, and none that perf record wrote");
		tf_err_advise(err, "name the recording inside it");
	} else {
		char first[40];
		size_t n = f->head_len < 8 ? f->head_len : 8;
		tf_escape(first, sizeof first, (const char *)f->head, n);
		tf_err_set(err, TF_EFORMAT, what, "is not a recording: %s (it begins with \"%s\")", guess(f), first);
		tf_err_advise(err, "perf record -g -- COMMAND, then tflame report perf.data");
	}
	return NULL;
}
