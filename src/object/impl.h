/* SPDX-License-Identifier: GPL-2.0-or-later */
/* impl.h - what the files of this directory share; nobody else includes it. */
#ifndef TF_OBJECT_IMPL_H
#define TF_OBJECT_IMPL_H

#include <gelf.h>
#include <libelf.h>
#include <sys/types.h>
#include <time.h>

#include "object/object.h"

struct tf_object {
	char *path;
	void *bytes;
	size_t size;
	bool mapped; /* else malloc'ed */
	dev_t dev;
	ino_t ino;
	struct timespec mtime;
	Elf *elf;
	GElf_Ehdr ehdr;
	bool swap; /* the other byte order */
	uint8_t build_id[64];
	size_t build_id_len;
	struct tf_section *sec;
	size_t n_sec;
	struct tf_load *load;
	size_t n_load;
};

/* Fill the tables of a new object. */
void tf_object_read_loads(struct tf_object *o);
void tf_object_read_sections(struct tf_object *o);
/* libelf's data of a section in this machine's byte order; NULL: none. */
Elf_Data *tf_object_data(struct tf_object *o, size_t index);
/* The checksum that a debuglink names. */
uint32_t tf_object_crc32(const void *bytes, size_t n);

#endif
