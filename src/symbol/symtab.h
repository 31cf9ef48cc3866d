/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symtab.h - which symbol holds an address. One table for all sources: ELF, kallsyms, perf maps,
 * symbols that a recording brings.
 *
 * Fill with tf_symtab_add(), then tf_symtab_finish(); after that only tf_symtab_find() and the
 * readers below, from any thread.
 *
 * Which name an address has, when several could hold it:
 * 1. a symbol with a size holds exactly its bytes; where several overlap, the one that starts last wins;
 * 2. a symbol without a size reaches to the next symbol or its limit, but never into a symbol that
 *    has a size and started before;
 * 3. of several names of one address: functions before untyped symbols, global before weak before
 *    local, then fewer leading underscores, then the shorter name, then the order of bytes.
 * Where the source says that later entries replace earlier ones (perf maps), that is the only rule.
 */
#ifndef TF_SYMBOL_SYMTAB_H
#define TF_SYMBOL_SYMTAB_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/xalloc.h"

#define TF_SYM_NONE    UINT32_MAX
#define TF_SYM_STRINGS 6 /* sources of names, 0: the table's own */

/* Ranks of rule 3, better first. */
enum tf_sym_rank {
	TF_RANK_GLOBAL,
	TF_RANK_WEAK,
	TF_RANK_LOCAL,
	TF_RANK_UNTYPED,   /* untyped: plus 0 … 2 for the binding */
	TF_RANK_BOUND = 7, /* no name: only ends the symbol before it */
};

struct tf_sym {
	uint64_t addr;
	uint32_t size; /* bytes it covers; to the limit if it has no size of its own */
	uint32_t name; /* offset in its source of names */
	uint16_t tag;  /* the owner's (kallsyms: number of the module) */
	uint8_t strings;
	uint8_t rank : 3, no_size : 1;
};

struct tf_symtab {
	TF_VEC(struct tf_sym) sym; /* by address once finished */
	const char *strings[TF_SYM_STRINGS];
	unsigned n_strings;
	char *own; /* names that belong to the table */
	size_t own_n, own_cap;
	bool later_wins;
	uint64_t *seg_addr; /* where something else begins … */
	uint32_t *seg_sym;  /* … and what: index of a symbol, or TF_SYM_NONE */
	size_t n_seg;
};

void tf_symtab_init(struct tf_symtab *t, bool later_wins);
void tf_symtab_release(struct tf_symtab *t);
/* Registers a borrowed block of names that outlives the table's use; returns its number. */
unsigned tf_symtab_strings(struct tf_symtab *t, const char *block);
/* Copies a name into the table; returns its offset in source 0. */
uint32_t tf_symtab_own(struct tf_symtab *t, const char *name, size_t len, const char *tail);
/* size 0: not known, then it ends at limit at the latest. */
void tf_symtab_add(struct tf_symtab *t, uint64_t addr, uint64_t size, uint64_t limit, unsigned strings, uint32_t name,
		   unsigned rank, uint16_t tag);
/* Sorts by address, equal ones in the order of adding. */
void tf_symtab_sort(struct tf_symtab *t);
/* Sorts if that was not done and lays out who holds what. */
void tf_symtab_finish(struct tf_symtab *t);
/* The symbol that holds addr, or TF_SYM_NONE. O(log n). */
uint32_t tf_symtab_find(const struct tf_symtab *t, uint64_t addr);
/* Its name, without the version of a default symbol (foo@@V is foo); not NUL-terminated at *len. */
const char *tf_symtab_name(const struct tf_symtab *t, uint32_t i, size_t *len);
/* Adds the other names of the symbol's address, one per line, at most max. */
void tf_symtab_aliases(const struct tf_symtab *t, uint32_t i, unsigned max,
		       void (*fn)(void *ctx, const char *name, size_t len), void *ctx);

/* Sorts pairs by key, equal keys in their order: a radix sort, for keys that share most of their bits. */
struct tf_pair {
	uint64_t key;
	uint32_t value, more;
};
void tf_sort_pairs(struct tf_pair *v, size_t n);

#endif
