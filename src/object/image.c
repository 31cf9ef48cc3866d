/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "object/impl.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/xalloc.h"

static pthread_once_t libelf_once = PTHREAD_ONCE_INIT;

static void libelf_start(void)
{
	elf_version(EV_CURRENT);
}

size_t tf_notes_build_id(const void *notes, size_t n, bool swap, unsigned align, uint8_t *id, size_t max)
{
	struct tf_bytes b = tf_bytes_init(notes, n, swap);
	while (!b.bad && tf_bytes_left(&b)) {
		uint64_t name_len = tf_bytes_u32(&b), desc_len = tf_bytes_u32(&b);
		uint32_t type = tf_bytes_u32(&b);
		/* Name and description are padded; with align 8 the header counts (12 bytes). */
		uint64_t name_pad = align == 8 ? ((12 + name_len + 7) & ~7ULL) - 12 : (name_len + 3) & ~3ULL;
		const uint8_t *name = tf_bytes_take(&b, name_pad);
		const uint8_t *desc = tf_bytes_take(&b, desc_len);
		if (!name || !desc)
			return 0;
		if (type == NT_GNU_BUILD_ID && name_len == 4 && !memcmp(name, "GNU", 4) && desc_len) {
			size_t len = desc_len < max ? desc_len : max;
			memcpy(id, desc, len);
			return len;
		}
		uint64_t pad = (align == 8 ? (desc_len + 7) & ~7ULL : (desc_len + 3) & ~3ULL) - desc_len;
		if (tf_bytes_left(&b) < pad)
			return 0;
		tf_bytes_skip(&b, pad);
	}
	return 0;
}

bool tf_build_id_equal(const uint8_t *a, size_t na, const uint8_t *b, size_t nb)
{
	size_t n = na < nb ? na : nb;
	if (!n || memcmp(a, b, n))
		return false;
	for (size_t i = n; i < na; i++)
		if (a[i])
			return false;
	for (size_t i = n; i < nb && i < 20; i++)
		if (b[i])
			return false;
	return true;
}

void tf_build_id_hex(const uint8_t *id, size_t len, char *hex)
{
	static const char digit[] = "0123456789abcdef";
	for (size_t i = 0; i < len; i++) {
		hex[2 * i] = digit[id[i] >> 4];
		hex[2 * i + 1] = digit[id[i] & 15];
	}
	hex[2 * len] = '\0';
}

size_t tf_running_kernel_build_id(uint8_t id[20])
{
	uint8_t buf[4096];
	int fd = open("/sys/kernel/notes", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, buf, sizeof buf);
	close(fd);
	return n > 0 ? tf_notes_build_id(buf, (size_t)n, false, 4, id, 20) : 0;
}

static void read_build_id(struct tf_object *o)
{
	size_t n = 0;
	elf_getphdrnum(o->elf, &n);
	for (size_t i = 0; i < n && !o->build_id_len; i++) {
		GElf_Phdr ph;
		if (!gelf_getphdr(o->elf, (int)i, &ph) || ph.p_type != PT_NOTE || ph.p_offset > o->size ||
		    ph.p_filesz > o->size - ph.p_offset)
			continue;
		o->build_id_len = tf_notes_build_id((char *)o->bytes + ph.p_offset, ph.p_filesz, o->swap,
						    ph.p_align == 8 ? 8 : 4, o->build_id, sizeof o->build_id);
	}
	for (size_t i = 1; i < o->n_sec && !o->build_id_len; i++) {
		size_t len;
		const void *bytes;
		if (o->sec[i].type == SHT_NOTE && (bytes = tf_object_bytes(o, i, &len)))
			o->build_id_len = tf_notes_build_id(bytes, len, o->swap, 4, o->build_id, sizeof o->build_id);
	}
}

/* Takes over o->bytes; the object is freed when it is no ELF. */
static int start(struct tf_object **out, struct tf_object *o)
{
	pthread_once(&libelf_once, libelf_start);
	if (o->size >= EI_NIDENT && !memcmp(o->bytes, ELFMAG, SELFMAG))
		o->elf = elf_memory(o->bytes, o->size);
	if (!o->elf || elf_kind(o->elf) != ELF_K_ELF || !gelf_getehdr(o->elf, &o->ehdr)) {
		tf_object_free(o);
		return -TF_EFORMAT;
	}
	uint16_t one = 1;
	o->swap = (o->ehdr.e_ident[EI_DATA] == ELFDATA2LSB) != *(uint8_t *)&one;
	tf_object_read_sections(o);
	tf_object_read_loads(o);
	read_build_id(o);
	*out = o;
	return 0;
}

int tf_object_open(struct tf_object **out, const char *path)
{
	struct stat st;
	/* Opening a device can already do something, so it is not even opened. */
	if (stat(path, &st))
		return -TF_EIO;
	if (!S_ISREG(st.st_mode))
		return -TF_EPERM;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -TF_EIO;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return -TF_EPERM;
	}
	if (st.st_size < EI_NIDENT) {
		close(fd);
		return -TF_EFORMAT;
	}
	void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	int why = errno;
	close(fd);
	if (map == MAP_FAILED) {
		errno = why;
		return -TF_EIO;
	}
	struct tf_object *o = tf_xcalloc(1, sizeof *o);
	*o = (struct tf_object){.path = tf_xstrdup(path),
				.bytes = map,
				.size = (size_t)st.st_size,
				.mapped = true,
				.dev = st.st_dev,
				.ino = st.st_ino,
				.mtime = st.st_mtim};
	return start(out, o);
}

int tf_object_from_memory(struct tf_object **out, void *bytes, size_t n, const char *path)
{
	struct tf_object *o = tf_xcalloc(1, sizeof *o);
	*o = (struct tf_object){.path = tf_xstrdup(path), .bytes = bytes, .size = n};
	return start(out, o);
}

void tf_object_free(struct tf_object *o)
{
	if (!o)
		return;
	if (o->elf)
		elf_end(o->elf);
	if (o->mapped)
		munmap(o->bytes, o->size);
	else
		free(o->bytes);
	free(o->path);
	free(o->sec);
	free(o->load);
	free(o);
}

bool tf_object_unchanged(const struct tf_object *o)
{
	struct stat st;
	if (!o->mapped)
		return true;
	return !stat(o->path, &st) && st.st_dev == o->dev && st.st_ino == o->ino && (uint64_t)st.st_size == o->size &&
	       st.st_mtim.tv_sec == o->mtime.tv_sec && st.st_mtim.tv_nsec == o->mtime.tv_nsec;
}

void tf_object_idle(struct tf_object *o)
{
	if (o->mapped)
		madvise(o->bytes, o->size, MADV_DONTNEED);
}

const char *tf_object_path(const struct tf_object *o)
{
	return o->path;
}
unsigned tf_object_machine(const struct tf_object *o)
{
	return o->ehdr.e_machine;
}
unsigned tf_object_type(const struct tf_object *o)
{
	return o->ehdr.e_type;
}
bool tf_object_is64(const struct tf_object *o)
{
	return o->ehdr.e_ident[EI_CLASS] == ELFCLASS64;
}

size_t tf_object_build_id(const struct tf_object *o, const uint8_t **id)
{
	*id = o->build_id;
	return o->build_id_len;
}
