/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symbolizer.h - gives frames their functions.
 */
#ifndef TF_SYMBOL_SYMBOLIZER_H
#define TF_SYMBOL_SYMBOLIZER_H

#include "base/pool.h"
#include "model/tables.h"

struct tf_symbolizer;

/* Strings are copied. */
struct tf_symbol_opts {
	const char *symfs;    /* NULL: none */
	const char *kallsyms; /* NULL: recorded copy, or the running kernel's if it is the same kernel */
	const char *vmlinux;
	const char *debug_dir; /* NULL: /usr/lib/debug */
	const char *home;      /* whose .debug is searched; NULL: $HOME */
	bool no_demangle;
	bool no_buildid_check;
	bool no_objects; /* open nothing: all frames stay unresolved */
};

struct tf_symbolizer *tf_symbolizer_new(struct tf_profile *p, const struct tf_symbol_opts *o);
void tf_symbolizer_free(struct tf_symbolizer *s);

/*
 * Names the frames [first, end): groups them by DSO, opens each DSO once, and calls
 * tf_profile_set_symref() for every frame (the unresolved function of its DSO when there is no
 * name). Frames with TF_FRAME_NAMED, _COMM or _MARK have their names already. DSOs are independent
 * turns of pool. Sets state, found and tried of the DSOs and notes what is missing in the diag once a
 * kind. Returns early, with the rest unnamed, when *stop becomes true; true if all was done.
 */
bool tf_symbolizer_run(struct tf_symbolizer *s, struct tf_pool *pool, uint32_t first, uint32_t end,
		       const _Atomic bool *stop);

#endif
