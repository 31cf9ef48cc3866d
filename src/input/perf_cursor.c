/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/perf_reader.h"

#include <errno.h>

#include "input/inflate.h"

/* More than this many bytes out of one is no recording. */
#define RATIO_MAX 2000u
#define RATIO_FROM ((uint64_t)1 << 30)

void tf_perf_cursor_init(struct tf_perf_cursor *c, const struct tf_perf_reader *r, const struct tf_perf_segment *seg,
			 uint64_t offset, uint64_t end, uint64_t pos, uint8_t *buf, struct tf_diag *diag)
{
	*c = (struct tf_perf_cursor){.swap = r->swap, .seg = seg, .diag = diag, .buf = buf, .cap = TF_PERF_BLOCK,
				     .base = offset, .end = end, .pos = pos, .p = buf, .lim = buf};
}

void tf_perf_cursor_release(struct tf_perf_cursor *c)
{
	tf_inflate_free(c->z);
	free(c->out);
	*c = (struct tf_perf_cursor){0};
}

#define NOTE(c, ...)                                       \
	do {                                               \
		if ((c)->diag)                             \
			tf_diag_note((c)->diag, __VA_ARGS__); \
	} while (0)

/* Moves what is left of the block to its start and reads more. false: there is no more. */
static bool refill(struct tf_perf_cursor *c)
{
	size_t left = (size_t)(c->lim - c->p), used = (size_t)(c->p - c->buf);
	uint64_t next = c->base + (uint64_t)(c->lim - c->buf);
	memmove(c->buf, c->p, left);
	c->base += used;
	c->p = c->buf;
	c->lim = c->buf + left;
	if (next >= c->end || left == c->cap)
		return false;
	uint64_t want = c->end - next;
	if (want > c->cap - left)
		want = c->cap - left;
	ssize_t n = tf_perf_pread(c->seg->fd, c->buf + left, want, next);
	if (n < 0) {
		NOTE(c, "read-error", true, next, "the file cannot be read any further: %s", strerror(errno));
		n = 0;
	}
	c->lim += n;
	if ((uint64_t)n < want)
		c->end = next + (uint64_t)n; /* the file became shorter meanwhile */
	return n > 0;
}

/* Unpacks on until a whole record is there. false: the packed bytes are used up. */
static bool unpack_more(struct tf_perf_cursor *c)
{
	size_t left = (size_t)(c->lim - c->p);
	memmove(c->out, c->p, left);
	c->p = c->out;
	c->lim = c->out + left;
	uint8_t *o = c->out + left;
	size_t room = c->out_cap - left, before = c->in_left;
	if (!room)
		return false;
	if (tf_inflate_run(c->z, &c->in, &c->in_left, &o, &room) < 0) {
		NOTE(c, "bad-compression", true, c->in_offset, "compressed data is damaged; what follows in this stream is lost");
		c->in_left = 0;
		c->failed = true;
		return false;
	}
	c->packed += before - c->in_left;
	c->unpacked += (uint64_t)(o - c->lim);
	bool grew = o > c->lim;
	c->lim = o;
	if (c->unpacked > RATIO_FROM && c->unpacked / RATIO_MAX > c->packed) {
		NOTE(c, "bad-compression", true, c->in_offset, "compressed data unpacks to more than %u times its size", RATIO_MAX);
		c->failed = true;
		return false;
	}
	return grew || c->in_left < before;
}

/* Back to the file's own records; the beginning of a record waits in out. */
static void leave(struct tf_perf_cursor *c)
{
	c->out_fill = (size_t)(c->lim - c->p);
	memmove(c->out, c->p, c->out_fill);
	c->inner = false;
	c->p = c->outer_p;
	c->lim = c->outer_lim;
}

void tf_perf_expand(struct tf_perf_cursor *c, const uint8_t *rec, const struct tf_perf_hdr *h)
{
	const uint8_t *in = rec + 8;
	size_t n = h->size - 8;
	if (c->inner)
		return; /* packed data inside packed data: no perf writes it */
	if (h->type == PR_COMPRESSED2) {
		uint64_t size = n >= 8 ? tf_perf_u64(in, c->swap) : UINT64_MAX;
		if (size > n - 8) {
			NOTE(c, "bad-record", true, h->offset, "a COMPRESSED2 record is damaged and was left out");
			return;
		}
		in += 8;
		n = (size_t)size;
	}
	if (!c->z && !(c->z = tf_inflate_new(TF_PACK_ZSTD))) {
		NOTE(c, "no-zstd", true, h->offset, "the records are compressed with zstd, which this build cannot unpack");
		if (c->diag)
			tf_diag_advise(c->diag, "no-zstd", "build with libzstd, or: perf record without -z");
		return;
	}
	if (!c->out) {
		c->out_cap = TF_PERF_OUT;
		c->out = tf_xmalloc(c->out_cap);
	}
	c->outer_p = c->p;
	c->outer_lim = c->lim;
	c->in = in;
	c->in_left = n;
	c->in_offset = h->offset;
	c->inner = true;
	c->p = c->out;
	c->lim = c->out + c->out_fill;
	c->out_fill = 0;
}

void tf_perf_skip(struct tf_perf_cursor *c, uint64_t n)
{
	if (c->inner)
		return;
	uint64_t here = tf_perf_offset(c, c->p), left = (uint64_t)(c->lim - c->p);
	c->pos += n;
	if (n <= left) {
		c->p += n;
		return;
	}
	if (n > c->end - here) {
		NOTE(c, "truncated-record", true, here, "the data that follows this record is cut off");
		n = c->end - here;
	}
	c->base = here + n;
	c->p = c->lim = c->buf;
}

uint8_t *tf_perf_cursor_swap(struct tf_perf_cursor *c, const uint8_t *p, uint8_t *fresh)
{
	uint8_t *old = c->out;
	size_t left = (size_t)(c->lim - p);
	memcpy(fresh, p, left);
	c->out = fresh;
	c->p = fresh;
	c->lim = fresh + left;
	return old;
}

/* The header at p, of a record that is not wholly there yet or odd. */
static void peek(const struct tf_perf_cursor *c, struct tf_perf_hdr *h)
{
	h->type = tf_perf_u32(c->p, c->swap);
	h->misc = tf_perf_u16(c->p + 4, c->swap);
	h->size = tf_perf_u16(c->p + 6, c->swap);
	h->offset = tf_perf_offset(c, c->p);
	h->pos = c->pos;
	if (h->type >= PR_SP_FIRST && h->type <= PR_SP_LAST && !c->inner)
		h->size |= (uint32_t)h->misc << 16;
}

static const uint8_t *stop(struct tf_perf_cursor *c)
{
	c->failed = true;
	c->p = c->lim;
	return NULL;
}

static const uint8_t *take(struct tf_perf_cursor *c, const struct tf_perf_hdr *h)
{
	const uint8_t *p = c->p;
	c->p += h->size;
	c->pos += h->size;
	return p;
}

/* A record larger than the block (simpleperf's symbols): only its beginning is handed out. */
static const uint8_t *take_head(struct tf_perf_cursor *c, struct tf_perf_hdr *h)
{
	uint32_t size = h->size;
	const uint8_t *p = c->p;
	h->size = 8;
	c->p += 8;
	c->pos += 8;
	uint64_t behind = h->offset + size;
	/* the bytes at p stay: only what comes next moves */
	if (behind - c->base <= (uint64_t)(c->lim - c->buf)) {
		c->p = c->buf + (behind - c->base);
	} else {
		c->base = behind - (uint64_t)(c->lim - c->buf);
		c->p = c->lim;
	}
	c->pos += size - 8;
	return p;
}

const uint8_t *tf_perf_next_slow(struct tf_perf_cursor *c, struct tf_perf_hdr *h)
{
	while (!c->failed) {
		size_t left = (size_t)(c->lim - c->p);
		uint64_t rest = c->inner ? UINT64_MAX : c->end - tf_perf_offset(c, c->p);
		if (left >= 8) {
			peek(c, h);
			if (h->size < 8) {
				NOTE(c, "bad-header", true, h->offset, "a record claims to be %u bytes long; what follows cannot be read", h->size);
				return stop(c);
			}
			if (h->size <= left)
				return take(c, h);
			if (h->size > rest)
				break;
			if (h->size > c->cap)
				return take_head(c, h);
		}
		if (c->inner ? unpack_more(c) : refill(c))
			continue;
		if (!c->inner)
			break;
		leave(c);
	}
	if (!c->failed && (c->lim > c->p || c->out_fill)) {
		uint64_t at = c->lim > c->p ? tf_perf_offset(c, c->p) : c->in_offset;
		NOTE(c, "truncated-record", true, at, "the last record is cut off");
		return stop(c);
	}
	return NULL;
}
