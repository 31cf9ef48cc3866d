/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * widths.h - how many columns text takes. Text here is what tf_escape() made: valid UTF-8 without
 * control characters. Where the terminal is not UTF-8, every character beyond ASCII stands as one
 * '?', so that no byte above 0x7f is ever sent.
 */
#ifndef UI_TUI_WIDTHS_H
#define UI_TUI_WIDTHS_H

#include <tflame/types.h>

/* Whether only ASCII may be shown. Set once at the start from the locale. */
void ui_set_ascii(bool ascii);
bool ui_ascii(void);
/* The symbol for a UTF-8 terminal, or its stand-in. */
const char *ui_sym(const char *utf8, const char *ascii);

/* Columns of one character: 0 (combining), 1 or 2. */
int ui_char_width(uint32_t cp);
/* Columns of n bytes of text. */
int ui_text_width(const char *s, size_t n);
/* Bytes of the longest beginning that fits into cols columns (with its combining characters);
 * *used gets its columns. */
size_t ui_text_fit(const char *s, size_t n, int cols, int *used);
/*
 * Writes s, cut to cols columns with an ellipsis where needed, into out (size bytes). Returns the
 * columns it takes.
 */
int ui_text_cut(char *out, size_t size, const char *s, size_t n, int cols);
/* The same, but cuts the beginning: for paths. */
int ui_text_cut_left(char *out, size_t size, const char *s, size_t n, int cols);
/*
 * A function's name made to fit into cols columns: parameters go first, then template arguments,
 * then outer scopes, then the end.
 */
int ui_name_cut(char *out, size_t size, const char *s, size_t n, int cols);

#endif
