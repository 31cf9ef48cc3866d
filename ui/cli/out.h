/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * out.h - standard output and output files: buffered, quiet when the reader has gone (EPIPE), and an
 * error when the disk is full.
 */
#ifndef UI_CLI_OUT_H
#define UI_CLI_OUT_H

#include <stdio.h>
#include <tflame/export.h>

/* Large buffer for stdout; SIGPIPE becomes EPIPE. */
void ui_out_init(void);
/* Flushes stdout. status, or 1 with a complaint if the output could not be written. */
int ui_out_finish(int status);
/* An output of exporters that goes to f as it is. */
struct tf_out ui_out_file(FILE *f);
/* The same, with all but newlines made fit for a terminal; ended by ui_out_escaped_end(). */
struct ui_escaped { FILE *f; char *line; size_t n, cap; };
struct tf_out ui_out_escaped(struct ui_escaped *e, FILE *f);
int ui_out_escaped_end(struct ui_escaped *e);

#endif
