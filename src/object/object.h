/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * object.h - ELF images: opened safely, read once, closed early. Everything that knows libelf is in
 * this directory.
 *
 * One object belongs to one thread at a time. Nothing here writes, executes or follows a path that
 * is not a regular file. The bytes are mapped, so a file that somebody cuts while it is looked at
 * can still end the program (SIGBUS): callers ask tf_object_unchanged() before they use an object
 * again after a pause.
 */
#ifndef TF_OBJECT_OBJECT_H
#define TF_OBJECT_OBJECT_H

#include <elf.h>
#include <tflame/err.h>

struct tf_object;

struct tf_section {
	const char *name; /* "" if the name cannot be read */
	uint64_t addr, offset, size, flags, entsize;
	uint32_t type, link, info;
};

struct tf_load {
	uint64_t offset, vaddr, filesz, memsz, align;
	bool exec;
};

/*
 * Opens an ELF file. 0; -TF_EIO: cannot be opened (errno is kept); -TF_EPERM: no regular file;
 * -TF_EFORMAT: not ELF. The caller frees with tf_object_free().
 */
int tf_object_open(struct tf_object **out, const char *path);
/*
 * Reads ELF from memory. bytes is malloc'ed and belongs to the object from now on, also when this
 * fails (-TF_EFORMAT). path is for messages.
 */
int tf_object_from_memory(struct tf_object **out, void *bytes, size_t n, const char *path);
void tf_object_free(struct tf_object *o);
/* Whether the file at the object's path is still the one that was opened (device, inode, size, time). */
bool tf_object_unchanged(const struct tf_object *o);
/* Gives the pages that were looked at back to the system; they come back when touched. */
void tf_object_idle(struct tf_object *o);

const char *tf_object_path(const struct tf_object *o);
unsigned tf_object_machine(const struct tf_object *o); /* EM_… */
unsigned tf_object_type(const struct tf_object *o);    /* ET_… */
bool tf_object_is64(const struct tf_object *o);
/* The GNU build id and its length; 0: none. */
size_t tf_object_build_id(const struct tf_object *o, const uint8_t **id);
/*
 * Whether two build ids are the same. Recorders without a length field pad with zeros to 20 bytes,
 * so zeros behind the shorter one are ignored. Empty ids are never the same.
 */
bool tf_build_id_equal(const uint8_t *a, size_t na, const uint8_t *b, size_t nb);
/* Lower-case hex with a NUL; hex has room for 2 * len + 1 bytes. */
void tf_build_id_hex(const uint8_t *id, size_t len, char *hex);
/* Finds the GNU build id in a block of ELF notes; its length (at most max), 0: none. align: 4 or 8. */
size_t tf_notes_build_id(const void *notes, size_t n, bool swap, unsigned align, uint8_t *id, size_t max);
/* The build id of the running kernel, at most 20 bytes; 0: not readable. */
size_t tf_running_kernel_build_id(uint8_t id[20]);

/* ---- sections (sections.c) ------------------------------------------------------------------ */

size_t tf_object_n_sections(const struct tf_object *o);
const struct tf_section *tf_object_section(const struct tf_object *o, size_t index); /* NULL: out of range */
/* The first section of that name, 0: none. */
size_t tf_object_find_section(const struct tf_object *o, const char *name);
/* The bytes of a section as they are in the file; NULL: none there (NOBITS, out of range). */
const void *tf_object_bytes(struct tf_object *o, size_t index, size_t *n);
/*
 * The bytes of a section, unpacked if it is compressed (SHF_COMPRESSED with zlib or zstd, .zdebug_…).
 * *owned is what the caller frees, NULL if the bytes are the object's. NULL: not there, damaged or
 * larger than limit.
 */
const void *tf_object_unpacked(struct tf_object *o, size_t index, size_t limit, size_t *n, void **owned);

/* ---- address arithmetic (load.c) ------------------------------------------------------------- */

/* The executable image has no program headers: addresses are file offsets then. */
bool tf_object_by_section(const struct tf_object *o);
size_t tf_object_loads(const struct tf_object *o, const struct tf_load **loads);
/*
 * The address that the linker gave to the code at a file offset. Several segments may hold the
 * offset (they share pages of the file): executable ones win, then those that hold it exactly. false: no
 * segment holds it.
 */
bool tf_object_vaddr(const struct tf_object *o, uint64_t offset, uint64_t *vaddr);

/* ---- symbols (symread.c, plt.c) --------------------------------------------------------------- */

enum tf_symsource { TF_SYMTAB, TF_DYNSYM };

struct tf_rawsym {
	uint64_t addr;	 /* linked address; file offset for objects without program headers */
	uint64_t size;	 /* 0: not known */
	uint64_t limit;	 /* end of the section it lies in */
	uint32_t name;	 /* offset in the string table */
	uint8_t bind;	 /* STB_… */
	uint8_t type;	 /* STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE */
	const char *str; /* the name itself, NUL-terminated */
};

/*
 * Calls fn for each symbol that can name code: functions, and untyped symbols in executable
 * sections, without mapping symbols and local labels. strings and *n_strings: the string table the
 * names lie in (the object's). false: the object has no such symbol table.
 */
bool tf_object_symbols(struct tf_object *o, enum tf_symsource which, const char **strings, size_t *n_strings,
		       void (*fn)(void *ctx, const struct tf_rawsym *s), void *ctx);
/* Whether there is a symbol table of that kind with at least one entry. */
bool tf_object_has_symbols(const struct tf_object *o, enum tf_symsource which);
/*
 * Calls fn for each stub of the procedure linkage table whose target is known: addr, size and the
 * target's name without "@plt"; name NULL: an indirect function, whose resolver is at resolver.
 */
void tf_object_plt(struct tf_object *o,
		   void (*fn)(void *ctx, uint64_t addr, uint64_t size, const char *name, uint64_t resolver), void *ctx);
/* The symbols that Fedora packs into .gnu_debugdata, as an object; NULL: none, or damaged. */
struct tf_object *tf_object_minidebug(struct tf_object *o);

/* ---- debug files (debugfile.c) ---------------------------------------------------------------- */

struct tf_strbuf;

struct tf_debug_dirs {
	const char *symfs;     /* NULL: none */
	const char *debug_dir; /* /usr/lib/debug */
	const char *home;      /* NULL: none; .debug below it is searched */
};

/*
 * The file with the symbols that were split off o: by build id, then by debuglink. It has the same
 * build id, or where one of the two has none, the checksum that the link names. NULL: none. What was
 * looked at is added to tried (one per line); *wrong is set when a file was there that does not belong to o.
 */
struct tf_object *tf_debugfile_find(struct tf_object *o, const struct tf_debug_dirs *dirs, struct tf_strbuf *tried,
				    bool *wrong);

/* ---- unpacking (unpack.c) ----------------------------------------------------------------------- */

enum tf_packing { TF_PACK_XZ, TF_PACK_ZLIB, TF_PACK_ZSTD, TF_PACK_GZIP };

/* Unpacks to at most limit bytes. The caller frees; NULL: damaged, too large, or not supported here. */
void *tf_unpack(enum tf_packing how, const void *bytes, size_t n, size_t limit, size_t *out_n);
/* Opens an ELF file that may be packed (.ko.xz, .ko.zst, .ko.gz), like tf_object_open(). */
int tf_object_open_packed(struct tf_object **out, const char *path);

#endif
