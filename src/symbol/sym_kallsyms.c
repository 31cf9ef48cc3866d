/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "symbol/kallsyms.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/pages.h"

#define MAX_LIST (256 << 20) /* a list has about 10 MB */
#define PAGE	 4096
#define LINE	 40 /* bytes of a line, about */

static bool read_all(struct tf_kallsyms *k, const char *path)
{
	struct stat st;
	if (stat(path, &st))
		return false;
	if (!S_ISREG(st.st_mode)) {
		errno = EINVAL;
		return false;
	}
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	/* The size of /proc/kallsyms is 0, so it tells nothing. */
	size_t cap = st.st_size > 0 && st.st_size < MAX_LIST ? (size_t)st.st_size + 2 : 8 << 20;
	k->text = tf_pages_new(cap);
	for (;;) {
		if (k->size + 1 >= cap) {
			if (cap >= MAX_LIST)
				break;
			char *more = tf_pages_new(cap * 2);
			memcpy(more, k->text, k->size);
			tf_pages_free(k->text, cap);
			k->text = more;
			cap *= 2;
		}
		ssize_t n = read(fd, k->text + k->size, cap - 1 - k->size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		k->size += (size_t)n;
	}
	close(fd);
	k->cap = cap;
	k->text[k->size] = '\0';
	errno = 0;
	return true;
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static uint16_t tag_of(struct tf_kallsyms *k, const char *name)
{
	/* Lines of one module follow each other. */
	for (size_t i = k->modules.n; i-- > 0;)
		if (!strcmp(k->modules.v[i], name))
			return (uint16_t)(i + 1);
	if (k->modules.n >= UINT16_MAX - 1)
		return 0;
	*tf_vec_push(&k->modules) = name;
	return (uint16_t)k->modules.n;
}

static bool is_text(char type)
{
	return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

static unsigned rank_of(const char *name, char type)
{
	/* They mark places, they are not the code that is there. */
	if (!strcmp(name, "_etext") || !strcmp(name, "_einittext") || !strcmp(name, "_end"))
		return TF_RANK_BOUND;
	if (!strcmp(name, "_text") || !strcmp(name, "_stext") || !strcmp(name, "_sinittext") ||
	    !strncmp(name, "__pi_", 5))
		return TF_RANK_UNTYPED;
	return type == 'T' ? TF_RANK_GLOBAL : type == 't' ? TF_RANK_LOCAL : TF_RANK_WEAK;
}

static void parse(struct tf_kallsyms *k)
{
	char *p = k->text, *end = k->text + k->size;
	bool after_text = false, any = false, shown = false;
	while (p < end) {
		uint64_t addr = 0;
		char *line = p;
		for (int h; (h = hex(*p)) >= 0; p++)
			addr = addr << 4 | (unsigned)h;
		char *stop = memchr(p, '\n', (size_t)(end - p));
		if (!stop)
			stop = end;
		char type = p + 1 < stop ? p[1] : 0;
		char *name = p + 3;
		bool ok = p > line && p - line <= 16 && name < stop && *p == ' ' && p[2] == ' ';
		p = stop + 1;
		if (!ok)
			continue;
		any = true;
		shown |= addr != 0;
		*stop = '\0';
		char *tab = memchr(name, '\t', (size_t)(stop - name));
		uint16_t tag = TF_KALLSYMS_IMAGE;
		if (tab) {
			*tab = '\0';
			if (tab[1] == '[' && stop[-1] == ']') {
				stop[-1] = '\0';
				tag = tag_of(k, tab + 2);
			}
		}
		bool text = is_text(type);
		if (tag == TF_KALLSYMS_IMAGE && name[0] == '_') {
			if (!strcmp(name, "_text") || (!k->start && !strcmp(name, "_stext")))
				k->start = addr;
			else if (!strcmp(name, "_etext"))
				k->end = addr;
		}
		/* Data only ends the code before it; the kernel's own part is sorted, so one is enough. */
		if (!addr || (!text && !after_text && tag == TF_KALLSYMS_IMAGE) || name[0] == '$' || name[0] == '.')
			continue;
		after_text = text;
		tf_symtab_add(&k->tab, addr, 0, UINT64_MAX, 1, (uint32_t)(name - k->text),
			      text ? rank_of(name, type) : TF_RANK_BOUND, tag);
	}
	k->restricted = any && !shown;
	if (!any)
		errno = 0;
}

/* Names reach to the next symbol of the same module; behind the last one nothing is known. */
static void bound_last(struct tf_symtab *t)
{
	size_t n = t->sym.n;
	struct tf_sym *v = t->sym.v;
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && v[end].addr == v[i].addr;)
			end++;
		if (end < n && v[end].tag == v[i].tag)
			continue;
		for (size_t j = i; j < end; j++)
			v[j].size = PAGE - v[j].addr % PAGE;
	}
}

struct tf_kallsyms *tf_kallsyms_read(const char *path)
{
	struct tf_kallsyms *k = tf_xcalloc(1, sizeof *k);
	tf_symtab_init(&k->tab, false);
	*tf_vec_push(&k->modules) = "";
	if (!read_all(k, path)) {
		tf_kallsyms_free(k);
		return NULL;
	}
	tf_symtab_strings(&k->tab, k->text);
	tf_grow(&k->tab.sym.v, &k->tab.sym.cap, k->size / LINE + 1, sizeof *k->tab.sym.v);
	parse(k);
	if (!k->tab.sym.n && !k->restricted) {
		tf_kallsyms_free(k);
		errno = 0;
		return NULL;
	}
	tf_symtab_sort(&k->tab);
	bound_last(&k->tab);
	tf_symtab_finish(&k->tab);
	return k;
}

void tf_kallsyms_free(struct tf_kallsyms *k)
{
	if (!k)
		return;
	int why = errno;
	tf_symtab_release(&k->tab);
	free(k->modules.v);
	tf_pages_free(k->text, k->cap);
	free(k);
	errno = why;
}

uint16_t tf_kallsyms_module(const struct tf_kallsyms *k, const char *name, size_t len)
{
	for (size_t i = 1; i < k->modules.n; i++) {
		const char *m = k->modules.v[i];
		size_t j = 0;
		while (j < len && m[j] && (m[j] == name[j] || (m[j] == '_' && name[j] == '-')))
			j++;
		if (j == len && !m[j])
			return (uint16_t)(i + 1);
	}
	return 0;
}
