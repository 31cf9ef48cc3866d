/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bytes.h - a reader over bytes that someone else wrote: every access is checked against the end,
 * and either byte order is read. After a failed read the reader stays failed and yields zeros, so
 * that one check at the end is enough.
 */
#ifndef TF_BASE_BYTES_H
#define TF_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct tf_bytes {
	const uint8_t *p, *end; /* borrowed */
	bool swap;              /* the other byte order */
	bool bad;               /* something did not fit */
};

static inline struct tf_bytes tf_bytes_init(const void *p, size_t n, bool swap)
{
	return (struct tf_bytes){(const uint8_t *)p, (const uint8_t *)p + n, swap, false};
}
static inline size_t tf_bytes_left(const struct tf_bytes *b) { return (size_t)(b->end - b->p); }
/* n bytes, borrowed; NULL and failed if there are fewer. */
static inline const uint8_t *tf_bytes_take(struct tf_bytes *b, uint64_t n)
{
	if (b->bad || n > tf_bytes_left(b)) {
		b->bad = true;
		return NULL;
	}
	const uint8_t *p = b->p;
	b->p += n;
	return p;
}
static inline bool tf_bytes_skip(struct tf_bytes *b, uint64_t n) { return tf_bytes_take(b, n) != NULL; }
#define TF_BYTES_GET(name, T, swapped)                          \
	static inline T tf_bytes_##name(struct tf_bytes *b)     \
	{                                                       \
		const uint8_t *p = tf_bytes_take(b, sizeof(T)); \
		T v;                                            \
		if (!p)                                         \
			return 0;                               \
		memcpy(&v, p, sizeof v);                        \
		return b->swap ? swapped : v;                   \
	}
TF_BYTES_GET(u8, uint8_t, v)
TF_BYTES_GET(u16, uint16_t, __builtin_bswap16(v))
TF_BYTES_GET(u32, uint32_t, __builtin_bswap32(v))
TF_BYTES_GET(u64, uint64_t, __builtin_bswap64(v))
#undef TF_BYTES_GET
/* A string of at most max bytes that ends at the first NUL; its length, text borrowed. */
static inline const char *tf_bytes_str(struct tf_bytes *b, size_t max, size_t *len)
{
	size_t n = max < tf_bytes_left(b) ? max : tf_bytes_left(b);
	const uint8_t *p = tf_bytes_take(b, n);
	*len = p ? strnlen((const char *)p, n) : 0;
	return (const char *)p;
}

#endif
