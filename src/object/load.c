/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "object/impl.h"

#include "base/xalloc.h"

/* The kernel maps whole pages; the largest page of any Linux is what a recording may come from. */
#define MAX_PAGE 65536

void tf_object_read_loads(struct tf_object *o)
{
	size_t n = 0, cap = 0;
	if (elf_getphdrnum(o->elf, &n))
		return;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr ph;
		if (!gelf_getphdr(o->elf, (int)i, &ph))
			break;
		if (ph.p_type != PT_LOAD)
			continue;
		tf_grow(&o->load, &cap, o->n_load + 1, sizeof *o->load);
		o->load[o->n_load++] = (struct tf_load){.offset = ph.p_offset,
							.vaddr = ph.p_vaddr,
							.filesz = ph.p_filesz,
							.memsz = ph.p_memsz,
							.align = ph.p_align,
							.exec = ph.p_flags & PF_X};
	}
}

bool tf_object_by_section(const struct tf_object *o)
{
	return !o->n_load;
}

size_t tf_object_loads(const struct tf_object *o, const struct tf_load **loads)
{
	*loads = o->load;
	return o->n_load;
}

/* How well a segment holds the offset: 0 not at all. */
static unsigned fit(const struct tf_load *l, uint64_t offset)
{
	uint64_t size = l->filesz;
	unsigned x = l->exec ? 4 : 0;
	if (offset >= l->offset && offset - l->offset < size)
		return x + 2;
	/* In the same page as the segment's first or last byte. */
	uint64_t page = l->align >= MAX_PAGE ? MAX_PAGE : l->align > 4096 ? l->align : 4096;
	if (page & (page - 1))
		page = 4096;
	uint64_t first = l->offset & ~(page - 1), end = l->offset + size;
	end += page - 1;
	if (end < l->offset)
		end = UINT64_MAX;
	end &= ~(page - 1);
	return offset >= first && offset < end && size ? x + 1 : 0;
}

bool tf_object_vaddr(const struct tf_object *o, uint64_t offset, uint64_t *vaddr)
{
	if (tf_object_by_section(o)) {
		*vaddr = offset;
		return true;
	}
	const struct tf_load *best = NULL;
	unsigned best_fit = 0;
	for (size_t i = 0; i < o->n_load; i++) {
		unsigned f = fit(&o->load[i], offset);
		if (f > best_fit) {
			best_fit = f;
			best = &o->load[i];
		}
	}
	if (!best)
		return false;
	*vaddr = offset - best->offset + best->vaddr;
	return true;
}
