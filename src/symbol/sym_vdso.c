/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sym_vdso.c - the vdso: the one in our own memory, if it is the one that was recorded. */
#include "config.h"
#include "symbol/symsrc.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

#define MAX_VDSO (1 << 20)

static uint64_t end_of(uint64_t start, uint64_t size)
{
	return size > MAX_VDSO || start > MAX_VDSO ? 0 : start + size;
}

/* A copy of our own vdso; the kernel made it, so its headers are right. */
static struct tf_object *own_vdso(void)
{
	const char *base = (const char *)getauxval(AT_SYSINFO_EHDR);
	struct tf_object *o;
	if (!base || memcmp(base, ELFMAG, SELFMAG))
		return NULL;
	const ElfW(Ehdr) *eh = (const ElfW(Ehdr) *)base;
	const ElfW(Phdr) *ph = (const ElfW(Phdr) *)(base + eh->e_phoff);
	uint64_t size = end_of(eh->e_shoff, (uint64_t)eh->e_shnum * eh->e_shentsize);
	for (unsigned i = 0; i < eh->e_phnum; i++) {
		uint64_t end = end_of(ph[i].p_offset, ph[i].p_filesz);
		if (ph[i].p_type == PT_LOAD && end > size)
			size = end;
	}
	if (!size)
		return NULL;
	void *copy = tf_xmalloc(size);
	memcpy(copy, base, size);
	return tf_object_from_memory(&o, copy, size, "[vdso]") ? NULL : o;
}

static struct tf_object *kept(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, const char *root,
			      const char *below)
{
	char hex[2 * sizeof d->build_id + 1];
	bool changed = false;
	size_t len = tf_symsrc_id_len(d);
	if (!root || len < 2)
		return NULL;
	tf_build_id_hex(d->build_id, len, hex);
	struct tf_strbuf path = TF_STRBUF_INIT;
	tf_strbuf_addf(&path, "%s%s/.build-id/%.2s/%s/vdso", root, below, hex, hex + 2);
	struct tf_object *o = tf_symsrc_open(c, s, path.s, d->build_id, len, &changed);
	if (o)
		tf_strbuf_adds(&s->found, path.s);
	tf_strbuf_release(&path);
	return o;
}

void tf_symsrc_vdso(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s)
{
	const struct tf_dso *d = tf_profile_dso_row(c->profile, id);
	const uint8_t *own_id;
	struct tf_object *o = own_vdso();
	size_t n = o ? tf_object_build_id(o, &own_id) : 0, len = tf_symsrc_id_len(d);
	/* Without an id of its own, the kernel that made it has to be the running one. */
	bool same = o && (len ? tf_build_id_equal(own_id, n, d->build_id, len) : c->same_kernel);
	if (same) {
		tf_strbuf_adds(&s->found, "[vdso]");
		tf_strbuf_adds(&s->tried, "[vdso]: of the running kernel, used\n");
	} else {
		tf_object_free(o);
		tf_strbuf_adds(&s->tried, "[vdso]: not used: the running kernel's is not the recorded one\n");
		o = kept(c, s, d, c->dirs.symfs, "");
		if (!o)
			o = kept(c, s, d, c->dirs.home, "/.debug");
	}
	if (!o) {
		if (!tf_symsrc_embedded(c, id, s))
			s->state = TF_DSO_MISSING;
		return;
	}
	tf_symsrc_read_object(c, s, o);
	s->by_offset = true;
	s->tab = &s->own;
	s->state = s->own.sym.n ? TF_DSO_OK : TF_DSO_NOSYMS;
}
