/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * input.h - the seam for formats: one file and one row of tf_input_table[] each.
 *
 * Every input reads from a seekable descriptor: pipes and compressed wrappings (gzip, zstd) are
 * unpacked into an unlinked temporary file before the format is looked for.
 */
#ifndef TF_INPUT_INPUT_H
#define TF_INPUT_INPUT_H

#include <tflame/err.h>
#include <tflame/input.h>

#include "base/pool.h"
#include "model/record.h"

struct tf_input; /* an open input, private to its format */

/* What an input is opened with. All borrowed while the input is open. */
struct tf_input_file {
	const char *path;    /* as the user typed it; "-": standard input */
	int fd;              /* seekable, at 0; -1: path is a directory. Owned by the opener */
	uint64_t size;       /* bytes */
	const uint8_t *head; /* the first bytes of the (unpacked) file */
	size_t head_len;     /* at most 64 KiB */
	bool is_dir;
};

struct tf_input_ops {
	const char *name;    /* "perf.data", "folded" … */
	const char *help;    /* one line */
	/* How sure the format is that this is its file: 0 no … 100 yes. Looks at head only (a
	 * directory input may look into the directory). Never fails. */
	int (*probe)(const struct tf_input_file *f);
	/* Opens; reads what is needed before the first record. NULL: err filled. */
	struct tf_input *(*open)(const struct tf_input_file *f, struct tf_sink *sink, struct tf_pool *pool, struct tf_err *err);
	/* Works for about budget_ms (0: to the end). 1: more to do, 0: end of input, negative: err
	 * filled, and what was read counts. Checks *stop often; then returns 0. */
	int (*pump)(struct tf_input *in, unsigned budget_ms, const _Atomic bool *stop, struct tf_err *err);
	void (*close)(struct tf_input *in);
};

/* Ended by a row without a name. Order decides between equal scores. */
extern const struct tf_input_ops *const tf_input_table[];

/*
 * Opens path ("-": stdin), unwraps gzip and zstd, reads the head. 0 or negative with err filled:
 * says in one sentence what the file is when it cannot be a recording (empty, directory, device …).
 */
int tf_input_file_open(struct tf_input_file *f, const char *path, struct tf_err *err);
void tf_input_file_close(struct tf_input_file *f);
/* The format of f; name: by name. NULL: err says what the file seems to be and what to do. */
const struct tf_input_ops *tf_input_find(const struct tf_input_file *f, const char *name, struct tf_err *err);

#endif
