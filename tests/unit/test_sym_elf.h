/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_sym_elf.h - makes small ELF files for tests, of either class and byte order, byte by byte. */
#ifndef TESTS_UNIT_TEST_SYM_ELF_H
#define TESTS_UNIT_TEST_SYM_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct kit_section {
	const char *name;
	uint32_t type, link, info;
	uint64_t flags, addr, offset, entsize;
	const void *data; /* copied when the file is made */
	size_t size;
	uint32_t name_at;
};

struct kit_load {
	uint64_t offset, vaddr, filesz;
	uint32_t type, flags;
	uint64_t align;
};

struct kit_symbol {
	const char *name;
	uint64_t value, size;
	uint8_t bind, type;
	uint16_t shndx;
};

struct kit {
	bool be, is32;
	uint16_t machine, type;
	struct kit_section sec[32];
	size_t n_sec;
	struct kit_load load[8];
	size_t n_load;
	void *owned[64];
	size_t n_owned;
};

struct kit_out {
	uint8_t *p;
	size_t n, cap;
	bool be, is32;
};

static inline void kit_need(struct kit_out *o, size_t n)
{
	if (n > o->cap) {
		size_t cap = n * 2 + 4096;
		o->p = realloc(o->p, cap);
		memset(o->p + o->cap, 0, cap - o->cap);
		o->cap = cap;
	}
	if (n > o->n)
		o->n = n;
}

static inline void kit_put(struct kit_out *o, uint64_t v, unsigned bytes)
{
	size_t at = o->n;
	kit_need(o, at + bytes);
	for (unsigned i = 0; i < bytes; i++)
		o->p[at + (o->be ? bytes - 1 - i : i)] = (uint8_t)(v >> 8 * i);
}

/* A word of the file's class. */
static inline void kit_word(struct kit_out *o, uint64_t v)
{
	kit_put(o, v, o->is32 ? 4 : 8);
}

static inline void *kit_keep(struct kit *k, void *p)
{
	return k->owned[k->n_owned++] = p;
}

static inline void kit_init(struct kit *k, uint16_t machine, uint16_t type)
{
	memset(k, 0, sizeof *k);
	k->machine = machine;
	k->type = type;
	k->n_sec = 1; /* the empty one */
}

/* offset 0: wherever it fits. Returns the section's number. */
static inline uint16_t kit_section(struct kit *k, const char *name, uint32_t type, uint64_t flags, uint64_t addr,
				   uint64_t offset, const void *data, size_t size)
{
	k->sec[k->n_sec] = (struct kit_section){
		.name = name, .type = type, .flags = flags, .addr = addr, .offset = offset, .data = data, .size = size};
	return (uint16_t)k->n_sec++;
}

/* Code: size bytes of nothing at addr and offset. */
static inline uint16_t kit_text(struct kit *k, const char *name, uint64_t addr, uint64_t offset, size_t size)
{
	return kit_section(k, name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, addr, offset, kit_keep(k, calloc(1, size)),
			   size);
}

static inline void kit_load(struct kit *k, uint64_t offset, uint64_t vaddr, uint64_t filesz, uint32_t flags,
			    uint64_t align)
{
	k->load[k->n_load++] = (struct kit_load){offset, vaddr, filesz, PT_LOAD, flags, align};
}

static inline void kit_symbols(struct kit *k, uint32_t type, const struct kit_symbol *s, size_t n)
{
	struct kit_out sym = {.be = k->be, .is32 = k->is32}, str = {0};
	for (size_t i = 0; i < (k->is32 ? 16u : 24u); i++)
		kit_put(&sym, 0, 1);
	kit_put(&str, 0, 1);
	for (size_t i = 0; i < n; i++) {
		uint64_t name = str.n;
		kit_put(&sym, name, 4);
		for (const char *c = s[i].name; c < s[i].name + strlen(s[i].name) + 1; c++)
			kit_put(&str, (uint8_t)*c, 1);
		uint8_t info = (uint8_t)(s[i].bind << 4 | s[i].type);
		if (k->is32) {
			kit_put(&sym, s[i].value, 4);
			kit_put(&sym, s[i].size, 4);
			kit_put(&sym, info, 1);
			kit_put(&sym, 0, 1);
			kit_put(&sym, s[i].shndx, 2);
		} else {
			kit_put(&sym, info, 1);
			kit_put(&sym, 0, 1);
			kit_put(&sym, s[i].shndx, 2);
			kit_put(&sym, s[i].value, 8);
			kit_put(&sym, s[i].size, 8);
		}
	}
	bool dyn = type == SHT_DYNSYM;
	uint16_t at = kit_section(k, dyn ? ".dynsym" : ".symtab", type, 0, 0, 0, kit_keep(k, sym.p), sym.n);
	k->sec[at].entsize = k->is32 ? 16 : 24;
	k->sec[at].link = kit_section(k, dyn ? ".dynstr" : ".strtab", SHT_STRTAB, 0, 0, 0, kit_keep(k, str.p), str.n);
}

static inline void kit_build_id(struct kit *k, const char *id, size_t len)
{
	struct kit_out o = {.be = k->be};
	kit_put(&o, 4, 4);
	kit_put(&o, len, 4);
	kit_put(&o, NT_GNU_BUILD_ID, 4);
	for (const char *c = "GNU"; c < "GNU" + 4 && o.n < 16; c++)
		kit_put(&o, (uint8_t)*c, 1);
	for (size_t i = 0; i < len; i++)
		kit_put(&o, (uint8_t)id[i], 1);
	kit_section(k, ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0, 0, kit_keep(k, o.p), o.n);
}

/* The file's bytes, malloc'ed; frees what k holds. */
static inline uint8_t *kit_bytes(struct kit *k, size_t *n)
{
	struct kit_out o = {.be = k->be, .is32 = k->is32}, names = {0};
	kit_put(&names, 0, 1);
	uint16_t shstr = kit_section(k, ".shstrtab", SHT_STRTAB, 0, 0, 0, NULL, 0);
	for (size_t i = 1; i < k->n_sec; i++) {
		k->sec[i].name_at = (uint32_t)names.n;
		for (size_t c = 0; c <= strlen(k->sec[i].name); c++)
			kit_put(&names, (uint8_t)k->sec[i].name[c], 1);
	}
	k->sec[shstr].data = kit_keep(k, names.p);
	k->sec[shstr].size = names.n;
	size_t end = 64 + 56 * k->n_load;
	for (size_t i = 1; i < k->n_sec; i++)
		if (k->sec[i].offset && k->sec[i].type != SHT_NOBITS && k->sec[i].offset + k->sec[i].size > end)
			end = k->sec[i].offset + k->sec[i].size;
	for (size_t i = 1; i < k->n_sec; i++) {
		struct kit_section *s = &k->sec[i];
		if (!s->offset) {
			end = (end + 15) & ~(size_t)15;
			s->offset = end;
			end += s->type == SHT_NOBITS ? 0 : s->size;
		}
		if (s->type != SHT_NOBITS && s->size) {
			kit_need(&o, s->offset + s->size);
			memcpy(o.p + s->offset, s->data, s->size);
		}
	}
	end = (end + 15) & ~(size_t)15;
	kit_need(&o, end);
	o.n = 0;
	const uint8_t ident[16] = {0x7f, 'E', 'L', 'F', k->is32 ? 1 : 2, k->be ? 2 : 1, 1};
	for (int i = 0; i < 16; i++)
		kit_put(&o, ident[i], 1);
	size_t eh = k->is32 ? 52 : 64, ph = k->is32 ? 32 : 56, sh = k->is32 ? 40 : 64;
	kit_put(&o, k->type, 2);
	kit_put(&o, k->machine, 2);
	kit_put(&o, 1, 4);
	kit_word(&o, 0);
	kit_word(&o, k->n_load ? 64 : 0);
	kit_word(&o, end);
	kit_put(&o, 0, 4);
	kit_put(&o, eh, 2);
	kit_put(&o, ph, 2);
	kit_put(&o, k->n_load, 2);
	kit_put(&o, sh, 2);
	kit_put(&o, k->n_sec, 2);
	kit_put(&o, shstr, 2);
	o.n = 64;
	for (size_t i = 0; i < k->n_load; i++) {
		struct kit_load *l = &k->load[i];
		kit_put(&o, l->type, 4);
		if (!k->is32)
			kit_put(&o, l->flags, 4);
		kit_word(&o, l->offset);
		kit_word(&o, l->vaddr);
		kit_word(&o, l->vaddr);
		kit_word(&o, l->filesz);
		kit_word(&o, l->filesz);
		if (k->is32)
			kit_put(&o, l->flags, 4);
		kit_word(&o, l->align);
	}
	o.n = end;
	for (size_t i = 0; i < k->n_sec; i++) {
		struct kit_section *s = &k->sec[i];
		kit_put(&o, s->name_at, 4);
		kit_put(&o, s->type, 4);
		kit_word(&o, s->flags);
		kit_word(&o, s->addr);
		kit_word(&o, s->offset);
		kit_word(&o, s->size);
		kit_put(&o, s->link, 4);
		kit_put(&o, s->info, 4);
		kit_word(&o, 16);
		kit_word(&o, s->entsize);
	}
	for (size_t i = 0; i < k->n_owned; i++)
		free(k->owned[i]);
	*n = o.n;
	return o.p;
}

/* Writes a file and the directories above it. */
static inline void kit_file(const char *path, const void *bytes, size_t n)
{
	char *dir = strdup(path);
	for (char *c = strchr(dir + 1, '/'); c; c = strchr(c + 1, '/')) {
		*c = '\0';
		mkdir(dir, 0755);
		*c = '/';
	}
	free(dir);
	FILE *f = fopen(path, "w");
	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) {
		perror(path);
		exit(99);
	}
}

static inline void kit_write(struct kit *k, const char *path)
{
	size_t n;
	uint8_t *p = kit_bytes(k, &n);
	kit_file(path, p, n);
	free(p);
}

#endif
