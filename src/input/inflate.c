/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/inflate.h"

#include <string.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "base/xalloc.h"

struct tf_inflate {
	enum tf_pack pack;
	bool complete;
	z_stream z;
#ifdef HAVE_ZSTD
	ZSTD_DStream *zs;
#endif
};

enum tf_pack tf_pack_of(const uint8_t *p, size_t n)
{
	if (n >= 3 && p[0] == 0x1f && p[1] == 0x8b && p[2] == 8)
		return TF_PACK_GZIP;
	if (n >= 4 && !memcmp(p, "\x28\xb5\x2f\xfd", 4))
		return TF_PACK_ZSTD;
	return TF_PACK_NONE;
}

struct tf_inflate *tf_inflate_new(enum tf_pack pack)
{
	struct tf_inflate *z = tf_xcalloc(1, sizeof *z);
	z->pack = pack;
	if (pack == TF_PACK_GZIP && inflateInit2(&z->z, 15 + 16) == Z_OK)
		return z;
#ifdef HAVE_ZSTD
	if (pack == TF_PACK_ZSTD && (z->zs = ZSTD_createDStream())) {
		/* the window is memory that the file asks for: 128 MiB is what zstd itself allows by default */
		ZSTD_DCtx_setParameter(z->zs, ZSTD_d_windowLogMax, 27);
		return z;
	}
#endif
	free(z);
	return NULL;
}

void tf_inflate_free(struct tf_inflate *z)
{
	if (!z)
		return;
	if (z->pack == TF_PACK_GZIP)
		inflateEnd(&z->z);
#ifdef HAVE_ZSTD
	if (z->pack == TF_PACK_ZSTD)
		ZSTD_freeDStream(z->zs);
#endif
	free(z);
}

static int run_gzip(struct tf_inflate *z, const uint8_t **in, size_t *n_in, uint8_t **out, size_t *n_out)
{
	if (z->complete) {
		/* zeros behind the last member are padding */
		if (!*n_in || !**in) {
			*in += *n_in;
			*n_in = 0;
			return 0;
		}
		if (inflateReset(&z->z) != Z_OK)
			return -1;
		z->complete = false;
	}
	uInt have = *n_in > 1u << 30 ? 1u << 30 : (uInt)*n_in, room = *n_out > 1u << 30 ? 1u << 30 : (uInt)*n_out;
	z->z.next_in = (Bytef *)(uintptr_t)*in;
	z->z.avail_in = have;
	z->z.next_out = *out;
	z->z.avail_out = room;
	int rc = inflate(&z->z, Z_NO_FLUSH);
	*n_in -= have - z->z.avail_in;
	*in += have - z->z.avail_in;
	*n_out -= room - z->z.avail_out;
	*out += room - z->z.avail_out;
	if (rc == Z_STREAM_END)
		z->complete = true;
	return rc == Z_OK || rc == Z_STREAM_END || rc == Z_BUF_ERROR ? 0 : -1;
}

#ifdef HAVE_ZSTD
static int run_zstd(struct tf_inflate *z, const uint8_t **in, size_t *n_in, uint8_t **out, size_t *n_out)
{
	ZSTD_inBuffer i = {*in, *n_in, 0};
	ZSTD_outBuffer o = {*out, *n_out, 0};
	size_t rc = ZSTD_decompressStream(z->zs, &o, &i);
	if (ZSTD_isError(rc))
		return -1;
	*in += i.pos;
	*n_in -= i.pos;
	*out += o.pos;
	*n_out -= o.pos;
	z->complete = !rc;
	return 0;
}
#endif

int tf_inflate_run(struct tf_inflate *z, const uint8_t **in, size_t *n_in, uint8_t **out, size_t *n_out)
{
	if (z->pack == TF_PACK_GZIP)
		return run_gzip(z, in, n_in, out, n_out);
#ifdef HAVE_ZSTD
	if (z->pack == TF_PACK_ZSTD)
		return run_zstd(z, in, n_in, out, n_out);
#endif
	return -1;
}

bool tf_inflate_complete(const struct tf_inflate *z) { return z->complete; }
