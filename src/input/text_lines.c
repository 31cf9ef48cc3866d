/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/text_lines.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/xalloc.h"

#define BLOCK ((size_t)1 << 20)

size_t tf_text_bom(const void *head, size_t n, enum tf_text_encoding *enc)
{
	const uint8_t *p = head;
	*enc = TF_TEXT_BYTES;
	if (n >= 3 && p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf)
		return 3;
	if (n >= 2 && p[0] == 0xff && p[1] == 0xfe)
		*enc = TF_TEXT_UTF16LE;
	else if (n >= 2 && p[0] == 0xfe && p[1] == 0xff)
		*enc = TF_TEXT_UTF16BE;
	return *enc == TF_TEXT_BYTES ? 0 : 2;
}

static size_t put_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[n] | c);
	return n;
}

/* One UTF-16 unit; *high holds a first surrogate. A surrogate without its other half becomes U+FFFD. */
static size_t put_unit(char *out, uint16_t u, uint16_t *high)
{
	size_t n = 0;
	if (u >= 0xdc00 && u < 0xe000 && *high) {
		uint32_t c = 0x10000 + ((uint32_t)(*high - 0xd800) << 10) + (u - 0xdc00u);
		*high = 0;
		return put_utf8(out, c);
	}
	if (*high)
		n = put_utf8(out, 0xfffd);
	*high = 0;
	if (u >= 0xd800 && u < 0xdc00) {
		*high = u;
		return n;
	}
	return n + put_utf8(out + n, u >= 0xdc00 && u < 0xe000 ? 0xfffd : u);
}

static uint16_t unit(const uint8_t *p, enum tf_text_encoding enc)
{
	return (uint16_t)(enc == TF_TEXT_UTF16LE ? p[0] | p[1] << 8 : p[1] | p[0] << 8);
}

size_t tf_text_head(const struct tf_input_file *f, char *out, size_t size)
{
	enum tf_text_encoding enc;
	size_t i = tf_text_bom(f->head, f->head_len, &enc), o = 0;
	uint16_t high = 0;
	for (; i + 1 < f->head_len && o + 8 <= size; i += 2)
		o += put_unit(out + o, unit(f->head + i, enc), &high);
	return o;
}

const char *tf_text_peek(const struct tf_input_file *f, char *buf, size_t size, size_t *n)
{
	enum tf_text_encoding enc;
	size_t skip = tf_text_bom(f->head, f->head_len, &enc);
	if (enc != TF_TEXT_BYTES) {
		*n = tf_text_head(f, buf, size);
		return buf;
	}
	*n = f->head_len - skip;
	return (const char *)f->head + skip;
}

void tf_lines_init(struct tf_lines *l, const struct tf_input_file *f)
{
	memset(l, 0, sizeof *l);
	l->fd = f->fd;
	l->path = f->path;
	l->keep = SIZE_MAX;
	tf_grow(&l->buf, &l->cap, 1, 1);
	l->read_bytes = tf_text_bom(f->head, f->head_len, &l->enc);
	if (l->enc == TF_TEXT_BYTES)
		l->base = l->read_bytes;
}

void tf_lines_release(struct tf_lines *l)
{
	free(l->buf);
	l->buf = NULL;
}

static ssize_t read_some(struct tf_lines *l, char *to, size_t n, struct tf_err *err)
{
	for (;;) {
		ssize_t got = pread(l->fd, to, n, (off_t)l->read_bytes);
		if (got >= 0) {
			l->read_bytes += (uint64_t)got;
			return got;
		}
		if (errno != EINTR)
			return tf_err_set(err, TF_EIO, l->path, "cannot be read");
	}
}

/* Appends a converted block. */
static int fill_utf16(struct tf_lines *l, struct tf_err *err)
{
	uint8_t raw[8192];
	size_t have = l->has_odd;
	raw[0] = (uint8_t)l->odd;
	ssize_t got = read_some(l, (char *)raw + have, sizeof raw - have, err);
	if (got < 0)
		return (int)got;
	if (!got)
		l->eof = true;
	have += (size_t)got;
	size_t i = 0;
	for (; i + 1 < have; i += 2)
		l->len += put_unit(l->buf + l->len, unit(raw + i, l->enc), &l->high);
	l->has_odd = i < have && !l->eof;
	l->odd = i < have ? (char)raw[i] : 0;
	return 0;
}

/* Drops what nobody needs any more and reads another block. */
static int refill(struct tf_lines *l, struct tf_err *err)
{
	size_t from = l->keep < l->pos ? l->keep : l->pos;
	if (from) {
		memmove(l->buf, l->buf + from, l->len - from);
		l->len -= from;
		l->pos -= from;
		l->base += from;
		if (l->keep != SIZE_MAX)
			l->keep -= from;
	}
	tf_grow(&l->buf, &l->cap, l->len + BLOCK, 1);
	if (l->enc != TF_TEXT_BYTES)
		return fill_utf16(l, err);
	ssize_t got = read_some(l, l->buf + l->len, BLOCK, err);
	if (got < 0)
		return (int)got;
	if (!got)
		l->eof = true;
	l->len += (size_t)got;
	return 0;
}

int tf_lines_next(struct tf_lines *l, const char **line, size_t *n, struct tf_err *err)
{
	size_t searched = 0;
	bool skipping = false;
	for (;;) {
		char *start = l->buf + l->pos;
		size_t left = l->len - l->pos;
		char *nl = left > searched ? memchr(start + searched, '\n', left - searched) : NULL;
		if (nl || (l->eof && left)) {
			size_t len = nl ? (size_t)(nl - start) : left;
			l->pos += len + (nl != NULL);
			l->number++;
			if (skipping) {
				skipping = false;
				l->cut++;
				searched = 0;
				continue;
			}
			if (len && start[len - 1] == '\r')
				len--;
			*line = start;
			*n = len;
			return 1;
		}
		if (l->eof) {
			l->cut += skipping;
			return 0;
		}
		searched = left;
		if (left > TF_LINE_MAX) {
			skipping = true;
			l->keep = SIZE_MAX;
			l->pos = l->len;
			searched = 0;
		}
		int r = refill(l, err);
		if (r < 0)
			return r;
	}
}

bool tf_head_line(const char **p, const char *end, const char **line, size_t *n)
{
	if (*p >= end)
		return false;
	const char *nl = memchr(*p, '\n', (size_t)(end - *p));
	const char *stop = nl ? nl : end;
	*line = *p;
	*p = nl ? nl + 1 : end;
	*n = (size_t)(stop - *line);
	if (*n && (*line)[*n - 1] == '\r')
		(*n)--;
	return true;
}

uint64_t tf_text_now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}
