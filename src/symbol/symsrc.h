/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * symsrc.h - where the names of one DSO come from. Each source is opened once and kept as a table,
 * without file descriptors.
 */
#ifndef TF_SYMBOL_SYMSRC_H
#define TF_SYMBOL_SYMSRC_H

#include "model/tables.h"
#include "object/object.h"
#include "symbol/kallsyms.h"
#include "symbol/symtab.h"

#define TF_SRC_OBJECTS 3

struct tf_symsrc {
	bool opened;
	enum tf_dso_state state;
	struct tf_strbuf found, tried;
	struct tf_symtab own;			  /* of this DSO alone */
	const struct tf_symtab *tab;		  /* what is searched: own, or the kernel's; NULL: nothing */
	struct tf_object *object[TF_SRC_OBJECTS]; /* hold the names; the first one also the segments */
	unsigned n_objects;
	bool by_offset;		     /* addresses are file offsets of object[0] */
	uint64_t shift;		     /* address in the table = address of the frame - shift */
	uint16_t tag;		     /* only symbols with this tag, 0: any */
	bool opaque;		     /* names are taken as they are: nothing is demangled */
	bool stripped;		     /* only the dynamic symbols were there */
	bool foreign_map;	     /* a perf map was there, but belongs to somebody else */
	bool wrong_debug;	     /* a debug file was there, but belongs to another build */
	bool forced;		     /* used although the build id differs */
	char map_path[64];	     /* perf map: the file … */
	uint64_t map_size, map_time; /* … as it was read */
	uint32_t unnamed, frames;    /* counts of the frames looked up */
};

struct tf_kernel_list {
	char *path;
	struct tf_kallsyms *list;
};

/* What is the same for all DSOs of a symbolizer. */
struct tf_symctx {
	struct tf_profile *profile;
	struct tf_debug_dirs dirs;
	char *kallsyms, *vmlinux;
	bool no_demangle, no_buildid_check;
	uint8_t kernel_id[20]; /* of the running kernel */
	size_t kernel_id_len;
	bool same_kernel; /* a kernel in the recording is the running one, by build id */
	/* Kernel symbol lists that were read, only touched by the turn that does the kernel. */
	TF_VEC(struct tf_kernel_list) lists;
};

void tf_symsrc_init(struct tf_symsrc *s);
void tf_symsrc_release(struct tf_symsrc *s);
/* Fill s for one kind of DSO: state, found and tried are set, tab if there are names. */
void tf_symsrc_file(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);
void tf_symsrc_vdso(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);
void tf_symsrc_kernel(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);
void tf_symsrc_perfmap(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);
/* Whether the perf map grew or was replaced since it was read. */
bool tf_symsrc_perfmap_changed(const struct tf_symsrc *s);
/* Takes the symbols that the recording itself brings; false: it has none for this DSO. */
bool tf_symsrc_embedded(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);

/* Adds the code symbols of o and of its debug file to s->own and keeps the objects. s owns o. */
void tf_symsrc_read_object(struct tf_symctx *c, struct tf_symsrc *s, struct tf_object *o);
/*
 * Opens path if it is the object that was recorded with build_id (len 0: not recorded), else says in
 * s->tried why not and sets *changed if the build id was the reason.
 */
struct tf_object *tf_symsrc_open(struct tf_symctx *c, struct tf_symsrc *s, const char *path, const uint8_t *build_id,
				 size_t len, bool *changed);
/* Whether the name of a mapping can be the path of a file (not of another process's descriptor). */
bool tf_symsrc_is_path(const char *path);
/* The length of a DSO's build id without the zeros that recorders without a length field pad it with. */
size_t tf_symsrc_id_len(const struct tf_dso *d);
/* The index of the symbol in s->tab that holds the frame's code, TF_SYM_NONE: none; *offset into it. */
uint32_t tf_symsrc_find(const struct tf_symsrc *s, uint64_t addr, bool is_return, uint64_t *offset);

#endif
