/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "object/impl.h"

#include <string.h>

#include "base/xalloc.h"

static size_t find_type(const struct tf_object *o, uint32_t type)
{
	for (size_t i = 1; i < o->n_sec; i++)
		if (o->sec[i].type == type && o->sec[i].size)
			return i;
	return 0;
}

static size_t table_of(const struct tf_object *o, enum tf_symsource which)
{
	return find_type(o, which == TF_SYMTAB ? SHT_SYMTAB : SHT_DYNSYM);
}

bool tf_object_has_symbols(const struct tf_object *o, enum tf_symsource which)
{
	size_t i = table_of(o, which);
	/* The first entry is always empty. */
	return i && o->sec[i].entsize && o->sec[i].size > o->sec[i].entsize;
}

/* Assemblers mark code and data with such names; they are no functions. */
static bool is_mapping_symbol(const struct tf_object *o, const char *s)
{
	switch (o->ehdr.e_machine) {
	case EM_ARM:
	case EM_AARCH64:
	case EM_RISCV:
	case EM_CSKY:
		break;
	default:
		return false;
	}
	if (s[0] != '$' || !s[1] || !strchr("xdat", s[1]))
		return false;
	return !s[2] || s[2] == '.' || (o->ehdr.e_machine == EM_RISCV && s[1] == 'x');
}

static bool is_label(const struct tf_object *o, const char *s)
{
	return (s[0] == '.' && (s[1] == 'L' || !strncmp(s, ".annobin", 8))) || is_mapping_symbol(o, s);
}

struct reader {
	struct tf_object *o;
	const char *str;
	size_t n_str;
	const Elf32_Word *xindex; /* section numbers that do not fit in 16 bits */
	size_t n_xindex;
	void (*fn)(void *, const struct tf_rawsym *);
	void *ctx;
};

static void one(struct reader *r, size_t i, const Elf64_Sym *s)
{
	struct tf_object *o = r->o;
	unsigned type = ELF64_ST_TYPE(s->st_info);
	if (type == STT_LOPROC && o->ehdr.e_machine == EM_ARM)
		type = STT_FUNC; /* Thumb functions of old toolchains */
	if ((type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC) || !s->st_name ||
	    s->st_name >= r->n_str || s->st_shndx == SHN_UNDEF)
		return;
	uint32_t index = s->st_shndx;
	if (index == SHN_XINDEX)
		index = i < r->n_xindex ? r->xindex[i] : 0;
	else if (index >= SHN_LORESERVE)
		return; /* absolute and common symbols lie in no section */
	if (!index || index >= o->n_sec)
		return;
	const struct tf_section *sec = &o->sec[index];
	if (!(sec->flags & SHF_EXECINSTR))
		return;
	struct tf_rawsym x = {.addr = s->st_value,
			      .size = s->st_size,
			      .name = s->st_name,
			      .type = (uint8_t)type,
			      .bind = ELF64_ST_BIND(s->st_info),
			      .str = r->str + s->st_name};
	if (!*x.str || (type == STT_NOTYPE && is_label(o, x.str)))
		return;
	if (o->ehdr.e_machine == EM_ARM && type != STT_NOTYPE)
		x.addr &= ~1ULL; /* marks Thumb code */
	if (o->ehdr.e_type == ET_REL)
		x.addr += sec->addr;
	x.limit = sec->addr + sec->size;
	if (x.addr < sec->addr || x.addr >= x.limit)
		return; /* such as _end and etext: they name the end of something */
	if (tf_object_by_section(o)) {
		x.addr += sec->offset - sec->addr;
		x.limit += sec->offset - sec->addr;
	}
	if (x.size > x.limit - x.addr)
		x.size = x.limit - x.addr;
	r->fn(r->ctx, &x);
}

static void walk(struct reader *r, const Elf_Data *d)
{
	if (tf_object_is64(r->o)) {
		for (size_t i = 1; i < d->d_size / sizeof(Elf64_Sym); i++)
			one(r, i, (const Elf64_Sym *)d->d_buf + i);
		return;
	}
	for (size_t i = 1; i < d->d_size / sizeof(Elf32_Sym); i++) {
		const Elf32_Sym *s = (const Elf32_Sym *)d->d_buf + i;
		Elf64_Sym wide = {.st_name = s->st_name,
				  .st_info = s->st_info,
				  .st_other = s->st_other,
				  .st_shndx = s->st_shndx,
				  .st_value = s->st_value,
				  .st_size = s->st_size};
		one(r, i, &wide);
	}
}

bool tf_object_symbols(struct tf_object *o, enum tf_symsource which, const char **strings, size_t *n_strings,
		       void (*fn)(void *ctx, const struct tf_rawsym *s), void *ctx)
{
	size_t index = table_of(o, which);
	Elf_Data *d = index ? tf_object_data(o, index) : NULL;
	if (!d)
		return false;
	struct reader r = {.o = o, .fn = fn, .ctx = ctx};
	r.str = tf_object_bytes(o, o->sec[index].link, &r.n_str);
	/* Names run to their NUL, so the table has to end with one. */
	while (r.str && r.n_str && r.str[r.n_str - 1])
		r.n_str--;
	if (!r.str || !r.n_str)
		return false;
	for (size_t i = 1; i < o->n_sec; i++)
		if (o->sec[i].type == SHT_SYMTAB_SHNDX && o->sec[i].link == index) {
			Elf_Data *x = tf_object_data(o, i);
			r.xindex = x ? x->d_buf : NULL;
			r.n_xindex = x ? x->d_size / sizeof(Elf32_Word) : 0;
		}
	*strings = r.str;
	*n_strings = r.n_str;
	walk(&r, d);
	return true;
}

struct tf_object *tf_object_minidebug(struct tf_object *o)
{
	size_t n, out_n, i = tf_object_find_section(o, ".gnu_debugdata");
	const void *packed = i ? tf_object_bytes(o, i, &n) : NULL;
	struct tf_object *mini = NULL;
	void *bytes = packed ? tf_unpack(TF_PACK_XZ, packed, n, 256 << 20, &out_n) : NULL;
	if (!bytes || tf_object_from_memory(&mini, bytes, out_n, o->path))
		return NULL;
	return mini;
}
