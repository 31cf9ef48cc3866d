/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jsonw.h - JSON (RFC 8259), written as it goes. The writer puts commas and indents; the caller calls
 * begin and end in pairs and names values inside objects.
 */
#ifndef TF_BASE_JSONW_H
#define TF_BASE_JSONW_H

#include "base/outbuf.h"

#define TF_JSON_DEPTH 32

struct tf_jsonw {
	struct tf_outbuf *out;
	unsigned depth;
	bool many[TF_JSON_DEPTH];   /* something was written at this level */
	bool flat[TF_JSON_DEPTH];   /* all on one line from this level on */
	bool named;                 /* a key waits for its value */
};

void tf_jsonw_init(struct tf_jsonw *w, struct tf_outbuf *out);
/* '{' or '['; flat: what is inside stays on the line. */
void tf_jsonw_begin(struct tf_jsonw *w, char open, bool flat);
void tf_jsonw_end(struct tf_jsonw *w, char close);
void tf_jsonw_key(struct tf_jsonw *w, const char *key);
/*
 * n bytes as a string. Control bytes, C1 and bidirectional controls become \uXXXX, which a reader
 * turns back; bytes that are no UTF-8, which JSON cannot hold, become the four characters \xHH.
 */
void tf_jsonw_str(struct tf_jsonw *w, const char *s, size_t n);
/* A string, or null for NULL. */
void tf_jsonw_cstr(struct tf_jsonw *w, const char *s);
void tf_jsonw_u64(struct tf_jsonw *w, uint64_t v);
/* Shortest form with up to 6 significant digits; null if v is not finite. */
void tf_jsonw_num(struct tf_jsonw *w, double v);
void tf_jsonw_bool(struct tf_jsonw *w, bool v);
void tf_jsonw_null(struct tf_jsonw *w);

#endif
