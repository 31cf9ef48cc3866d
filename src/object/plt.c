/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names for the stubs of the procedure linkage table. The stubs are decoded: each jumps through a
 * slot of the global offset table, and the relocation of that slot names the target. This holds for
 * every linker, whatever order it keeps; only stubs that push an index first (the lazy half of a
 * .plt with IBT) are named by the order of .rela.plt, which the dynamic linker itself relies on.
 */
#include "config.h"
#include "object/impl.h"

#include <string.h>

#include "base/bytes.h"
#include "base/xalloc.h"

struct slot {
	uint64_t got;
	const char *name;
	uint64_t resolver;
};

struct slots {
	TF_VEC(struct slot) v;
	size_t plt_n; /* and those of .rela.plt again, in its order */
	struct slot *plt;
};

static bool is_irelative(unsigned machine, unsigned type)
{
	switch (machine) {
	case EM_X86_64:
		return type == R_X86_64_IRELATIVE;
	case EM_386:
		return type == R_386_IRELATIVE;
	case EM_AARCH64:
		return type == R_AARCH64_IRELATIVE;
	}
	return false;
}

static const char *dynamic_name(struct tf_object *o, size_t symtab, size_t index)
{
	if (!symtab || symtab >= o->n_sec)
		return NULL;
	Elf_Data *d = tf_object_data(o, symtab);
	GElf_Sym sym;
	if (!d || index > INT32_MAX || !gelf_getsym(d, (int)index, &sym) || !sym.st_name)
		return NULL;
	const char *name = elf_strptr(o->elf, o->sec[symtab].link, sym.st_name);
	return name && *name ? name : NULL;
}

static void read_relocs(struct tf_object *o, size_t index, struct slots *s)
{
	const struct tf_section *sec = &o->sec[index];
	Elf_Data *d = tf_object_data(o, index);
	if (!d || !sec->entsize || sec->entsize > d->d_size)
		return;
	size_t n = d->d_size / sec->entsize;
	for (size_t i = 0; i < n && i < INT32_MAX; i++) {
		GElf_Rela r = {0};
		if (sec->type == SHT_RELA) {
			if (!gelf_getrela(d, (int)i, &r))
				break;
		} else {
			GElf_Rel rel;
			if (!gelf_getrel(d, (int)i, &rel))
				break;
			r.r_offset = rel.r_offset;
			r.r_info = rel.r_info;
		}
		struct slot x = {.got = r.r_offset};
		if (GELF_R_SYM(r.r_info))
			x.name = dynamic_name(o, sec->link, GELF_R_SYM(r.r_info));
		else if (is_irelative(o->ehdr.e_machine, GELF_R_TYPE(r.r_info)))
			x.resolver = (uint64_t)r.r_addend;
		*tf_vec_push(&s->v) = x;
	}
}

static int by_got(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;
	return x->got < y->got ? -1 : x->got > y->got;
}

static void read_slots(struct tf_object *o, struct slots *s)
{
	for (size_t i = 1; i < o->n_sec; i++) {
		const struct tf_section *sec = &o->sec[i];
		if ((sec->type != SHT_RELA && sec->type != SHT_REL) || strncmp(sec->name, ".rel", 4))
			continue;
		bool plt = !strcmp(sec->name, ".rela.plt") || !strcmp(sec->name, ".rel.plt");
		bool dyn = !strcmp(sec->name, ".rela.dyn") || !strcmp(sec->name, ".rel.dyn");
		if (!plt && !dyn)
			continue;
		size_t first = s->v.n;
		read_relocs(o, i, s);
		if (plt && !s->plt && s->v.n > first) {
			s->plt_n = s->v.n - first;
			s->plt = tf_xcalloc(s->plt_n, sizeof *s->plt);
			memcpy(s->plt, s->v.v + first, s->plt_n * sizeof *s->plt);
		}
	}
	if (s->v.n)
		qsort(s->v.v, s->v.n, sizeof *s->v.v, by_got);
}

static const struct slot *find_slot(const struct slots *s, uint64_t got)
{
	size_t lo = 0, hi = s->v.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (s->v.v[mid].got < got)
			lo = mid + 1;
		else
			hi = mid;
	}
	const struct slot *x = lo < s->v.n ? &s->v.v[lo] : NULL;
	return x && x->got == got && (x->name || x->resolver) ? x : NULL;
}

static uint32_t le32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* One stub of x86: n bytes at p, linked at addr. */
static const struct slot *x86_stub(struct tf_object *o, const struct slots *s, const uint8_t *p, size_t n,
				   uint64_t addr, uint64_t got_base)
{
	for (size_t i = 0; i + 6 <= n; i++) {
		if (p[i] != 0xff)
			continue;
		int32_t disp = (int32_t)le32(p + i + 2);
		const struct slot *x = NULL;
		if (o->ehdr.e_machine == EM_X86_64 && p[i + 1] == 0x25) /* jmp *disp(%rip) */
			x = find_slot(s, addr + i + 6 + (uint64_t)(int64_t)disp);
		else if (o->ehdr.e_machine == EM_386 && p[i + 1] == 0x25) /* jmp *address */
			x = find_slot(s, (uint32_t)disp);
		else if (o->ehdr.e_machine == EM_386 && p[i + 1] == 0xa3) /* jmp *disp(%ebx) */
			x = find_slot(s, (uint32_t)(got_base + (uint32_t)disp));
		if (x)
			return x;
	}
	/* endbr64; push $index; … */
	size_t at = n >= 9 && p[0] == 0xf3 && p[1] == 0x0f && p[2] == 0x1e ? 4 : 0;
	if (at && p[at] == 0x68) {
		uint32_t index = le32(p + at + 1);
		return index < s->plt_n && (s->plt[index].name || s->plt[index].resolver) ? &s->plt[index] : NULL;
	}
	return NULL;
}

struct walk {
	struct tf_object *o;
	const struct slots *s;
	void (*fn)(void *, uint64_t, uint64_t, const char *, uint64_t);
	void *ctx;
	uint64_t delta; /* from linked address to what the caller wants */
};

static void tell(struct walk *w, uint64_t addr, uint64_t size, const struct slot *x)
{
	w->fn(w->ctx, addr + w->delta, size, x->name, x->resolver);
}

static void walk_x86(struct walk *w, const struct tf_section *sec, const uint8_t *p, size_t n)
{
	size_t got = tf_object_find_section(w->o, ".got.plt");
	if (!got)
		got = tf_object_find_section(w->o, ".got");
	uint64_t got_base = got ? w->o->sec[got].addr : 0;
	size_t step = 16;
	/* Stubs of .plt.got are 8 bytes long unless they start with endbr. */
	if (!strcmp(sec->name, ".plt.got") && n >= 8 && p[0] == 0xff)
		step = 8;
	for (size_t i = 0; i + step <= n; i += step) {
		const struct slot *x = x86_stub(w->o, w->s, p + i, step, sec->addr + i, got_base);
		if (x)
			tell(w, sec->addr + i, step, x);
	}
}

/* adrp x16, page; ldr x17, [x16, #offset]; add …; br x17; maybe after bti c. */
static void walk_aarch64(struct walk *w, const struct tf_section *sec, const uint8_t *p, size_t n)
{
	const struct slot *open = NULL;
	uint64_t open_addr = 0;
	for (size_t i = 0; i + 8 <= n; i += 4) {
		uint32_t a = le32(p + i), b = le32(p + i + 4);
		if ((a & 0x9f00001f) != 0x90000010 || (b & 0xffc003ff) != 0xf9400211)
			continue;
		uint64_t addr = sec->addr + i;
		uint64_t page = (uint64_t)(a >> 29 & 3) | (uint64_t)(a >> 5 & 0x7ffff) << 2;
		int64_t off = (int64_t)(page << 43) >> 31; /* 21 bits, signed, times 4096 */
		uint64_t got = (addr & ~0xfffULL) + (uint64_t)off + ((b >> 10 & 0xfff) << 3);
		if (i >= 4 && le32(p + i - 4) == 0xd503245f)
			addr -= 4;
		if (open)
			tell(w, open_addr, addr - open_addr < 32 ? addr - open_addr : 16, open);
		open = find_slot(w->s, got);
		open_addr = addr;
	}
	if (open)
		tell(w, open_addr, sec->addr + n - open_addr < 32 ? sec->addr + n - open_addr : 16, open);
}

void tf_object_plt(struct tf_object *o,
		   void (*fn)(void *ctx, uint64_t addr, uint64_t size, const char *name, uint64_t resolver), void *ctx)
{
	static const char *const names[] = {".plt", ".plt.sec", ".plt.got", ".iplt"};
	struct slots s = {0};
	bool x86 = o->ehdr.e_machine == EM_X86_64 || o->ehdr.e_machine == EM_386;
	if (!x86 && o->ehdr.e_machine != EM_AARCH64)
		return;
	read_slots(o, &s);
	for (size_t k = 0; s.v.n && k < sizeof names / sizeof *names; k++) {
		size_t n, i = tf_object_find_section(o, names[k]);
		const uint8_t *p = i ? tf_object_bytes(o, i, &n) : NULL;
		if (!p)
			continue;
		const struct tf_section *sec = &o->sec[i];
		struct walk w = {.o = o, .s = &s, .fn = fn, .ctx = ctx};
		if (tf_object_by_section(o))
			w.delta = sec->offset - sec->addr;
		if (x86)
			walk_x86(&w, sec, p, n);
		else
			walk_aarch64(&w, sec, p, n);
	}
	free(s.v.v);
	free(s.plt);
}
