/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inflate.h - unpacking of gzip and zstd streams, piece by piece. The only user of zlib and zstd here. */
#ifndef TF_INPUT_INFLATE_H
#define TF_INPUT_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tf_pack { TF_PACK_NONE, TF_PACK_GZIP, TF_PACK_ZSTD };

struct tf_inflate;

/* What the first bytes say. */
enum tf_pack tf_pack_of(const uint8_t *p, size_t n);
/* NULL: this build cannot unpack it. */
struct tf_inflate *tf_inflate_new(enum tf_pack pack);
void tf_inflate_free(struct tf_inflate *z);
/*
 * Unpacks from *in (n_in bytes) into out (n_out bytes), advancing all four. Several packed members
 * behind one another are one stream. 0: wants more input or room, or the end of a member was
 * reached; negative: damaged data.
 */
int tf_inflate_run(struct tf_inflate *z, const uint8_t **in, size_t *n_in, uint8_t **out, size_t *n_out);
/* Whether the data so far ends where a member ends. */
bool tf_inflate_complete(const struct tf_inflate *z);

#endif
