/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "object/impl.h"

#include <string.h>

#include "base/bytes.h"
#include "base/xalloc.h"

void tf_object_read_sections(struct tf_object *o)
{
	size_t n = 0, names = 0;
	if (elf_getshdrnum(o->elf, &n) || !n)
		return;
	/* A section header has at least 40 bytes in the file, whatever the count says. */
	o->sec = tf_alloc_untrusted(n, sizeof *o->sec, o->size / 40 * sizeof *o->sec);
	if (!o->sec)
		return;
	o->n_sec = n;
	bool have_names = !elf_getshdrstrndx(o->elf, &names);
	for (size_t i = 0; i < n; i++) {
		struct tf_section *s = &o->sec[i];
		Elf_Scn *scn = elf_getscn(o->elf, i);
		GElf_Shdr sh;
		s->name = "";
		if (!scn || !gelf_getshdr(scn, &sh))
			continue;
		const char *name = have_names ? elf_strptr(o->elf, names, sh.sh_name) : NULL;
		*s = (struct tf_section){.name = name ? name : "",
					 .addr = sh.sh_addr,
					 .offset = sh.sh_offset,
					 .size = sh.sh_size,
					 .flags = sh.sh_flags,
					 .entsize = sh.sh_entsize,
					 .type = sh.sh_type,
					 .link = sh.sh_link,
					 .info = sh.sh_info};
	}
}

size_t tf_object_n_sections(const struct tf_object *o)
{
	return o->n_sec;
}

const struct tf_section *tf_object_section(const struct tf_object *o, size_t index)
{
	return index < o->n_sec ? &o->sec[index] : NULL;
}

size_t tf_object_find_section(const struct tf_object *o, const char *name)
{
	for (size_t i = 1; i < o->n_sec; i++)
		if (!strcmp(o->sec[i].name, name))
			return i;
	return 0;
}

const void *tf_object_bytes(struct tf_object *o, size_t index, size_t *n)
{
	if (!index || index >= o->n_sec)
		return NULL;
	const struct tf_section *s = &o->sec[index];
	if (s->type == SHT_NOBITS || s->type == SHT_NULL || s->offset > o->size || s->size > o->size - s->offset)
		return NULL;
	*n = s->size;
	return (const char *)o->bytes + s->offset;
}

Elf_Data *tf_object_data(struct tf_object *o, size_t index)
{
	size_t n;
	if (!tf_object_bytes(o, index, &n))
		return NULL;
	Elf_Scn *scn = elf_getscn(o->elf, index);
	Elf_Data *d = scn ? elf_getdata(scn, NULL) : NULL;
	return d && d->d_buf ? d : NULL;
}

static const void *unpacked(enum tf_packing how, const void *bytes, size_t n, uint64_t size, size_t limit,
			    size_t *out_n, void **owned)
{
	if (size > limit)
		return NULL;
	/* One byte more, so that the end of the stream is always reached. */
	*owned = tf_unpack(how, bytes, n, size + 1, out_n);
	if (*owned && *out_n != size) {
		free(*owned);
		*owned = NULL;
	}
	return *owned;
}

const void *tf_object_unpacked(struct tf_object *o, size_t index, size_t limit, size_t *n, void **owned)
{
	size_t len;
	const uint8_t *p = tf_object_bytes(o, index, &len);
	*owned = NULL;
	if (!p)
		return NULL;
	const struct tf_section *s = &o->sec[index];
	if (s->flags & SHF_COMPRESSED) {
		struct tf_bytes b = tf_bytes_init(p, len, o->swap);
		uint32_t type = tf_bytes_u32(&b);
		uint64_t size;
		if (tf_object_is64(o)) {
			tf_bytes_u32(&b); /* reserved */
			size = tf_bytes_u64(&b);
			tf_bytes_u64(&b); /* alignment */
		} else {
			size = tf_bytes_u32(&b);
			tf_bytes_u32(&b);
		}
		/* ELFCOMPRESS_ZSTD is 2; older elf.h files do not know it. */
		if (b.bad || (type != ELFCOMPRESS_ZLIB && type != 2))
			return NULL;
		return unpacked(type == 2 ? TF_PACK_ZSTD : TF_PACK_ZLIB, b.p, tf_bytes_left(&b), size, limit, n, owned);
	}
	if (!strncmp(s->name, ".zdebug", 7) && len >= 12 && !memcmp(p, "ZLIB", 4)) {
		uint64_t size = 0; /* big-endian, whatever the file's order */
		for (int i = 4; i < 12; i++)
			size = size << 8 | p[i];
		return unpacked(TF_PACK_ZLIB, p + 12, len - 12, size, limit, n, owned);
	}
	if (len > limit)
		return NULL;
	*n = len;
	return p;
}
