/* SPDX-License-Identifier: GPL-2.0-or-later */
/* demangle.h - names as the programmer wrote them. */
#ifndef TF_SYMBOL_DEMANGLE_H
#define TF_SYMBOL_DEMANGLE_H

#include "base/strbuf.h"

/*
 * Appends the demangled form of a C++, Rust or D name to out: true. Names that are not mangled, or
 * that nobody can demangle in bounded time and space, are left alone: false, out unchanged. What compilers
 * add behind a name stays visible as " [clone .suffix]", the spelling of c++filt; a Rust hash is
 * hidden. Any thread.
 */
bool tf_demangle(const char *name, size_t len, struct tf_strbuf *out);

#endif
