/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - strings from strangers, made fit for a terminal or a file.
 */
#ifndef TFLAME_TEXT_H
#define TFLAME_TEXT_H

#include <tflame/types.h>

/*
 * Writes the n bytes of s into out (size bytes, always NUL-terminated) so that no control byte
 * (below 0x20, 0x7f, C1 also as U+0080-U+009F), no bidirectional override (U+200E/F, U+202A-202E,
 * U+2066-2069), no line or paragraph separator and no invalid UTF-8 is left: such bytes become
 * \n, \t, \xHH or \u{HEX}. A backslash stays as it is. Cut at size, never inside a character.
 * Returns the bytes written. Any thread.
 */
size_t tf_escape(char *out, size_t size, const char *s, size_t n);
/* The same into fresh memory (free()); never NULL. */
char *tf_escape_dup(const char *s, size_t n);
/* Length of the valid UTF-8 character at s (n > 0 bytes there); 0: invalid. *cp gets its code. */
size_t tf_utf8_next(const char *s, size_t n, uint32_t *cp);
/* Whether tf_escape() would replace this character. */
bool tf_char_unsafe(uint32_t cp);

#endif
