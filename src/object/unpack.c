/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sole owner of liblzma; and of zlib and zstd as far as objects are concerned. */
#include "config.h"
#include "object/impl.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/xalloc.h"

/*
 * Output grows with what really comes out, so that a size that somebody claims costs nothing. Each
 * step turns some input into some output: > 0: go on, 0: the end, < 0: damaged.
 */
struct out {
	uint8_t *p;
	size_t n, cap, limit;
};

static bool room(struct out *o)
{
	if (o->n < o->cap)
		return true;
	if (o->cap >= o->limit)
		return false;
	size_t cap = o->cap ? o->cap * 2 : 256 << 10;
	if (cap > o->limit)
		cap = o->limit;
	void *p = realloc(o->p, cap);
	if (!p)
		return false;
	o->p = p;
	o->cap = cap;
	return true;
}

#ifdef HAVE_LZMA
static bool unxz(const void *bytes, size_t n, struct out *o)
{
	lzma_stream s = LZMA_STREAM_INIT;
	if (lzma_stream_decoder(&s, 128 << 20, LZMA_CONCATENATED) != LZMA_OK)
		return false;
	s.next_in = bytes;
	s.avail_in = n;
	lzma_ret r = LZMA_OK;
	while (r == LZMA_OK && room(o)) {
		s.next_out = o->p + o->n;
		s.avail_out = o->cap - o->n;
		r = lzma_code(&s, LZMA_FINISH);
		o->n = o->cap - s.avail_out;
	}
	lzma_end(&s);
	return r == LZMA_STREAM_END;
}
#endif

static bool uninflate(const void *bytes, size_t n, int window, struct out *o)
{
	z_stream s = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = n > UINT32_MAX ? UINT32_MAX : (uInt)n};
	if (inflateInit2(&s, window) != Z_OK)
		return false;
	int r = Z_OK;
	while (r == Z_OK && room(o)) {
		size_t left = o->cap - o->n;
		s.next_out = o->p + o->n;
		s.avail_out = left > UINT32_MAX ? UINT32_MAX : (uInt)left;
		uInt before = s.avail_out;
		r = inflate(&s, Z_NO_FLUSH);
		o->n += before - s.avail_out;
	}
	inflateEnd(&s);
	return r == Z_STREAM_END;
}

#ifdef HAVE_ZSTD
static bool unzstd(const void *bytes, size_t n, struct out *o)
{
	ZSTD_DStream *s = ZSTD_createDStream();
	if (!s)
		return false;
	ZSTD_inBuffer in = {bytes, n, 0};
	size_t r = 1;
	while (r && !ZSTD_isError(r) && room(o)) {
		ZSTD_outBuffer to = {o->p, o->cap, o->n};
		size_t in_before = in.pos;
		r = ZSTD_decompressStream(s, &to, &in);
		if (to.pos == o->n && in.pos == in_before)
			break; /* no progress: the input ends too early */
		o->n = to.pos;
	}
	ZSTD_freeDStream(s);
	return !r;
}
#endif

void *tf_unpack(enum tf_packing how, const void *bytes, size_t n, size_t limit, size_t *out_n)
{
	struct out o = {.limit = limit};
	bool ok = false;
	switch (how) {
	case TF_PACK_XZ:
#ifdef HAVE_LZMA
		ok = unxz(bytes, n, &o);
#endif
		break;
	case TF_PACK_ZSTD:
#ifdef HAVE_ZSTD
		ok = unzstd(bytes, n, &o);
#endif
		break;
	case TF_PACK_ZLIB:
		ok = uninflate(bytes, n, 15, &o);
		break;
	case TF_PACK_GZIP:
		ok = uninflate(bytes, n, 15 + 16, &o);
		break;
	}
	if (!ok || !o.n) {
		free(o.p);
		return NULL;
	}
	*out_n = o.n;
	return o.p;
}

uint32_t tf_object_crc32(const void *bytes, size_t n)
{
	uLong crc = crc32(0, NULL, 0);
	for (const uint8_t *p = bytes; n;) {
		uInt part = n > 1U << 30 ? 1U << 30 : (uInt)n;
		crc = crc32(crc, p, part);
		p += part;
		n -= part;
	}
	return (uint32_t)crc;
}

static bool ends_in(const char *s, const char *tail)
{
	size_t n = strlen(s), m = strlen(tail);
	return n > m && !strcmp(s + n - m, tail);
}

int tf_object_open_packed(struct tf_object **out, const char *path)
{
	static const struct {
		const char *tail;
		enum tf_packing how;
	} kinds[] = {{".xz", TF_PACK_XZ}, {".zst", TF_PACK_ZSTD}, {".gz", TF_PACK_GZIP}};
	const size_t limit = 64 << 20; /* no kernel module is larger */
	size_t k = 0, out_n;
	while (k < 3 && !ends_in(path, kinds[k].tail))
		k++;
	if (k == 3)
		return tf_object_open(out, path);
	struct stat st;
	if (stat(path, &st) || !S_ISREG(st.st_mode) || (size_t)st.st_size > limit)
		return -TF_EIO;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -TF_EIO;
	void *packed = tf_xmalloc((size_t)st.st_size + 1);
	ssize_t n = read(fd, packed, (size_t)st.st_size);
	close(fd);
	void *bytes = n > 0 ? tf_unpack(kinds[k].how, packed, (size_t)n, limit, &out_n) : NULL;
	free(packed);
	return bytes ? tf_object_from_memory(out, bytes, out_n, path) : -TF_EFORMAT;
}
