/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sym_kernel.c - names of the kernel and its modules.
 *
 * A list of symbols is only used when it belongs to the recorded kernel: it was given by the user, it was
 * kept under the kernel's build id, or it is the running kernel's and that has the same build id.
 * Without a build id, the recorded extent of the kernel's text has to be exactly that of the list. The
 * kernel may have been loaded elsewhere then (KASLR): the recorded start of the text tells by how much.
 */
#include "config.h"
#include "symbol/symsrc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define RUNNING "/proc/kallsyms"

static void say(struct tf_symsrc *s, const char *path, const char *what)
{
	tf_strbuf_addf(&s->tried, "%s: %s\n", path, what);
}

/* Each list is read once, whichever kernels and modules ask. NULL: not readable. */
static struct tf_kallsyms *read_list(struct tf_symctx *c, struct tf_symsrc *s, const char *path)
{
	for (size_t i = 0; i < c->lists.n; i++)
		if (!strcmp(c->lists.v[i].path, path))
			return c->lists.v[i].list;
	struct tf_kallsyms *k = tf_kallsyms_read(path);
	if (!k) {
		say(s, path, errno ? strerror(errno) : "no list of kernel symbols");
		return NULL;
	}
	*tf_vec_push(&c->lists) = (struct tf_kernel_list){tf_xstrdup(path), k};
	return k;
}

static bool use(struct tf_symsrc *s, const struct tf_dso *d, struct tf_kallsyms *k, const char *path, bool exact)
{
	if (k->restricted) {
		say(s, path, "all addresses are hidden (kernel.kptr_restrict)");
		s->state = TF_DSO_RESTRICTED;
		return false;
	}
	bool placed = d->text_base && k->start;
	uint64_t shift = placed ? d->text_base - k->start : 0;
	if (shift % 4096 || (exact && (!placed || shift || d->text_base + d->text_size != k->end))) {
		say(s, path, "another kernel's: its text lies elsewhere");
		return false;
	}
	s->shift = shift;
	/* Modules and late code come and go: their places hold for one boot only. */
	s->tag = placed ? TF_KALLSYMS_IMAGE : 0;
	s->tab = &k->tab;
	s->state = TF_DSO_OK;
	tf_strbuf_clear(&s->found);
	tf_strbuf_adds(&s->found, path);
	say(s, path, "used");
	return true;
}

static bool try_list(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, const char *root,
		     const char *below, const char *name, bool exact)
{
	struct tf_strbuf path = TF_STRBUF_INIT;
	tf_strbuf_addf(&path, "%s%s%s", root, below, name);
	struct tf_kallsyms *k = read_list(c, s, path.s);
	bool ok = k && use(s, d, k, path.s, exact);
	tf_strbuf_release(&path);
	return ok;
}

static bool kept_list(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d)
{
	char hex[2 * sizeof d->build_id + 1], below[2 * sizeof d->build_id + 64];
	size_t len = tf_symsrc_id_len(d);
	if (len < 2)
		return false;
	tf_build_id_hex(d->build_id, len, hex);
	snprintf(below, sizeof below, "/.build-id/%.2s/%s", hex, hex + 2);
	if (c->dirs.symfs && try_list(c, s, d, c->dirs.symfs, below, "/kallsyms", false))
		return true;
	snprintf(below, sizeof below, "/.debug/.build-id/%.2s/%s", hex, hex + 2);
	if (c->dirs.home && try_list(c, s, d, c->dirs.home, below, "/kallsyms", false))
		return true;
	snprintf(below, sizeof below, "/.debug/[kernel.kallsyms]/%s", hex);
	return c->dirs.home && try_list(c, s, d, c->dirs.home, below, "/kallsyms", false);
}

static bool running_list(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d)
{
	size_t len = tf_symsrc_id_len(d);
	bool same = tf_build_id_equal(d->build_id, len, c->kernel_id, c->kernel_id_len);
	if (!same && len && !c->no_buildid_check) {
		say(s, RUNNING, "not used: the running kernel has another build id");
		return false;
	}
	if (!len && !c->no_buildid_check && (!d->text_base || !d->text_size)) {
		say(s, RUNNING, "not used: neither build id nor place of the kernel was recorded");
		return false;
	}
	s->forced = !same && len;
	return try_list(c, s, d, "", RUNNING, "", !same && !c->no_buildid_check);
}

/* Where the text of a kernel image begins by its own symbols; 0: not listed. */
static uint64_t image_start(const struct tf_symtab *t)
{
	uint64_t start = 0;
	for (size_t i = 0; i < t->sym.n; i++) {
		size_t len;
		const char *name = tf_symtab_name(t, (uint32_t)i, &len);
		if (len == 5 && !memcmp(name, "_text", 5))
			return t->sym.v[i].addr;
		if (len == 6 && !memcmp(name, "_stext", 6))
			start = t->sym.v[i].addr;
	}
	return start;
}

static bool try_image(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, const char *path)
{
	bool changed = false;
	struct tf_object *o = tf_symsrc_open(c, s, path, d->build_id, tf_symsrc_id_len(d), &changed);
	if (!o) {
		if (changed)
			s->state = TF_DSO_CHANGED;
		return false;
	}
	tf_symsrc_read_object(c, s, o);
	if (!s->own.sym.n) {
		say(s, path, "has no symbols");
		for (unsigned i = 0; i < s->n_objects; i++)
			tf_object_free(s->object[i]);
		s->n_objects = 0;
		tf_symtab_release(&s->own);
		return false;
	}
	uint64_t start = image_start(&s->own);
	s->shift = d->text_base && start ? d->text_base - start : 0;
	s->tab = &s->own;
	s->state = TF_DSO_OK;
	tf_strbuf_clear(&s->found);
	tf_strbuf_adds(&s->found, path);
	return true;
}

static bool kept_image(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d)
{
	char hex[2 * sizeof d->build_id + 1];
	size_t len = tf_symsrc_id_len(d);
	if (len < 2)
		return false;
	tf_build_id_hex(d->build_id, len, hex);
	const char *roots[] = {c->dirs.symfs, c->dirs.home, c->dirs.debug_dir};
	static const char *const forms[] = {"%s/.build-id/%.2s/%s/vmlinux", "%s/.debug/.build-id/%.2s/%s/vmlinux",
					    "%s/.build-id/%.2s/%s.debug"};
	for (size_t i = 0; i < 3; i++) {
		struct tf_strbuf path = TF_STRBUF_INIT;
		if (!roots[i])
			continue;
		tf_strbuf_addf(&path, forms[i], roots[i], hex, hex + 2);
		bool ok = try_image(c, s, d, path.s);
		tf_strbuf_release(&path);
		if (ok)
			return true;
	}
	return false;
}

/* Recorders that had a kernel image name that instead of the list. */
static bool recorded_image(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d)
{
	return d->build_id_len && tf_symsrc_is_path(d->path) && try_image(c, s, d, d->path);
}

static void kernel(struct tf_symctx *c, tf_dso_id id, const struct tf_dso *d, struct tf_symsrc *s)
{
	if (c->vmlinux && try_image(c, s, d, c->vmlinux))
		return;
	if (c->kallsyms) {
		if (try_list(c, s, d, "", c->kallsyms, "", false))
			return;
	} else if (!c->vmlinux &&
		   (recorded_image(c, s, d) || kept_list(c, s, d) || running_list(c, s, d) || kept_image(c, s, d))) {
		return;
	}
	if (tf_symsrc_embedded(c, id, s))
		return;
	/* A recording that says that its kernel begins at 0 was made while addresses were hidden. */
	if (s->state == TF_DSO_PENDING)
		s->state = d->text_size && !d->text_base ? TF_DSO_RESTRICTED : TF_DSO_MISSING;
}

/* ---- modules --------------------------------------------------------------------------------------- */

static size_t module_name(const struct tf_dso *d, const char **name)
{
	const char *slash = strrchr(d->path, '/');
	*name = slash ? slash + 1 : d->path;
	size_t n = strlen(*name);
	if (**name == '[') {
		(*name)++;
		return strcspn(*name, "]");
	}
	const char *ko = strstr(*name, ".ko");
	return ko ? (size_t)(ko - *name) : n;
}

/* Whether the list's symbols of this module lie where the module was recorded. */
static bool in_place(const struct tf_kallsyms *k, uint16_t tag, const struct tf_dso *d)
{
	uint64_t lo = UINT64_MAX, hi = 0;
	for (size_t i = 0; i < k->tab.sym.n; i++) {
		const struct tf_sym *x = &k->tab.sym.v[i];
		if (x->tag != tag || x->rank == TF_RANK_BOUND)
			continue;
		lo = x->addr < lo ? x->addr : lo;
		hi = x->addr > hi ? x->addr : hi;
	}
	if (lo > hi || !d->text_base)
		return lo <= hi;
	return lo >= d->text_base && lo - d->text_base < 4096 && (!d->text_size || hi - d->text_base < d->text_size);
}

static bool module_file(struct tf_symctx *c, const struct tf_dso *d, struct tf_symsrc *s)
{
	bool changed = false;
	struct tf_object *o = NULL;
	struct tf_strbuf path = TF_STRBUF_INIT;
	if (!tf_symsrc_is_path(d->path) || !d->text_base || strstr(d->path, "/../"))
		return false;
	if (c->dirs.symfs) {
		tf_strbuf_addf(&path, "%s%s", c->dirs.symfs, d->path);
		o = tf_symsrc_open(c, s, path.s, d->build_id, tf_symsrc_id_len(d), &changed);
	}
	/* A module without build id can be any kernel's. */
	if (!o && d->build_id_len) {
		tf_strbuf_clear(&path);
		tf_strbuf_adds(&path, d->path);
		o = tf_symsrc_open(c, s, path.s, d->build_id, tf_symsrc_id_len(d), &changed);
	}
	size_t text = o ? tf_object_find_section(o, ".text") : 0;
	if (o && text) {
		/* Symbols of a module are kept by file offset; its .text is loaded first. */
		tf_symsrc_read_object(c, s, o);
		s->shift = d->text_base - tf_object_section(o, text)->offset;
		s->tab = &s->own;
		s->state = s->own.sym.n ? TF_DSO_OK : TF_DSO_NOSYMS;
		tf_strbuf_adds(&s->found, path.s);
	} else {
		tf_object_free(o);
		s->state = changed ? TF_DSO_CHANGED : TF_DSO_MISSING;
	}
	tf_strbuf_release(&path);
	return s->tab;
}

static void module(struct tf_symctx *c, tf_dso_id id, const struct tf_dso *d, struct tf_symsrc *s)
{
	const char *name;
	size_t len = module_name(d, &name);
	for (size_t i = 0; i < c->lists.n; i++) {
		const struct tf_kallsyms *k = c->lists.v[i].list;
		uint16_t tag = tf_kallsyms_module(k, name, len);
		if (!tag)
			continue;
		if (!in_place(k, tag, d)) {
			say(s, c->lists.v[i].path, "the module lies elsewhere there: another boot's");
			continue;
		}
		s->tab = &k->tab;
		s->tag = tag;
		s->state = TF_DSO_OK;
		tf_strbuf_adds(&s->found, c->lists.v[i].path);
		say(s, c->lists.v[i].path, "used");
		return;
	}
	if (!module_file(c, d, s) && !tf_symsrc_embedded(c, id, s) && s->state == TF_DSO_PENDING)
		s->state = TF_DSO_MISSING;
}

void tf_symsrc_kernel(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s)
{
	const struct tf_dso *d = tf_profile_dso_row(c->profile, id);
	if (d->kind == TF_DSO_KERNEL)
		kernel(c, id, d, s);
	else
		module(c, id, d, s);
}
