/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text_lines.h - lines of a text file of any size: LF or CR LF, UTF-8 or bytes of no encoding, a byte
 * order mark is skipped, UTF-16 (found by its mark) becomes UTF-8. NUL bytes are ordinary bytes.
 */
#ifndef TF_INPUT_TEXT_LINES_H
#define TF_INPUT_TEXT_LINES_H

#include <tflame/err.h>

#include "input/input.h"

#define TF_LINE_MAX ((size_t)64 << 20) /* longest line, and most bytes that are kept together */

enum tf_text_encoding { TF_TEXT_BYTES, TF_TEXT_UTF16LE, TF_TEXT_UTF16BE };

struct tf_lines {
	int fd;              /* borrowed */
	const char *path;    /* borrowed, for messages */
	char *buf;           /* owned; buf[pos … len) is not handed out yet */
	size_t cap, len, pos;
	size_t keep;         /* bytes from here on stay in buf (moved along); SIZE_MAX: none */
	uint64_t base;       /* offset of buf[0] in the text (of UTF-16 files: in the converted text) */
	uint64_t read_bytes; /* of the file so far */
	uint64_t number;     /* of the last line, from 1 */
	uint64_t cut;        /* lines longer than TF_LINE_MAX, which were left out */
	enum tf_text_encoding enc;
	uint16_t high;       /* UTF-16: a surrogate that waits for its other half */
	char odd;            /* UTF-16: first byte of a unit whose second one was not there yet */
	bool has_odd, eof;
};

/* Starts at the beginning of f (a seekable descriptor). */
void tf_lines_init(struct tf_lines *l, const struct tf_input_file *f);
void tf_lines_release(struct tf_lines *l);
/*
 * The next line without its end; borrowed until the next call (or, from keep on, until keep is set
 * back: then it may have moved, so hold offsets relative to buf + keep). 1: a line, 0: no more,
 * negative: TF_EIO, err filled.
 */
int tf_lines_next(struct tf_lines *l, const char **line, size_t *n, struct tf_err *err);
/* Offset of a line that tf_lines_next() gave out. */
static inline uint64_t tf_lines_offset(const struct tf_lines *l, const char *line)
{
	return l->base + (uint64_t)(line - l->buf);
}
/* Lines of a head that was read already, for probing: the line that starts at *p; moves *p behind it. */
bool tf_head_line(const char **p, const char *end, const char **line, size_t *n);
/* Skips a byte order mark: bytes to skip and encoding. */
size_t tf_text_bom(const void *head, size_t n, enum tf_text_encoding *enc);
/* Converts the head of a UTF-16 file, for probing. Returns the bytes written (at most size). */
size_t tf_text_head(const struct tf_input_file *f, char *out, size_t size);
/* The text of f's head as bytes: f->head itself or buf (size bytes) if it had to be converted. */
const char *tf_text_peek(const struct tf_input_file *f, char *buf, size_t size, size_t *n);

/* Milliseconds of a clock that only runs forward. */
uint64_t tf_text_now_ms(void);

#endif
