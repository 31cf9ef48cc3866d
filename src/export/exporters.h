/* SPDX-License-Identifier: GPL-2.0-or-later */
/* exporters.h - the rows of tf_export_table[] and what they share. */
#ifndef TF_EXPORT_EXPORTERS_H
#define TF_EXPORT_EXPORTERS_H

#include <tflame/export.h>
#include <tflame/text.h>

#include "base/outbuf.h"
#include "base/xalloc.h"

extern const struct tf_exporter tf_ex_folded, tf_ex_json, tf_ex_text, tf_ex_script;

/* A buffer before out, ended by tf_export_end(): 0 or -TF_EIO with err filled. */
struct tf_outbuf *tf_export_begin(struct tf_out *out);
int tf_export_end(struct tf_outbuf *b, struct tf_err *err);
/* The event meant: the wanted one, else the first that has samples, else the first; 0: no event. */
tf_event_id tf_export_event(const struct tf_snapshot *s, tf_event_id wanted);
/* Text fit for a terminal (tf_escape()). */
void tf_export_escaped(struct tf_outbuf *b, const char *s, size_t n);
void tf_export_text(struct tf_outbuf *b, const char *s);

#endif
