/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kallsyms.h - the kernel's own list of its symbols: "address type name [module]" a line. */
#ifndef TF_SYMBOL_KALLSYMS_H
#define TF_SYMBOL_KALLSYMS_H

#include "symbol/symtab.h"

struct tf_kallsyms {
	struct tf_symtab tab; /* tags: number of the module + 1, 0: none; 1: the kernel image */
	char *text;	      /* the file, names cut out with NULs */
	size_t size, cap;     /* of text: bytes, allocated */
	TF_VEC(const char *) modules; /* the first one is the kernel image, "" */
	uint64_t start, end;	      /* _text (or _stext) and _etext; 0: not listed */
	bool restricted;	      /* all addresses are 0: kptr_restrict hides them */
};

#define TF_KALLSYMS_IMAGE 1 /* tag of the kernel image's own symbols */

/*
 * Reads a list. NULL: cannot be read (errno) or no line of it is a symbol (errno 0). Size-less
 * symbols end at the next symbol; the last one of a module at the end of its page, so that no name is stretched
 * over what is not listed.
 */
struct tf_kallsyms *tf_kallsyms_read(const char *path);
void tf_kallsyms_free(struct tf_kallsyms *k);
/* The tag of a module's symbols, 0: none. Dashes in the name count as underscores. */
uint16_t tf_kallsyms_module(const struct tf_kallsyms *k, const char *name, size_t len);

#endif
