/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sym_elf.c - mapped files: finds the object that was recorded, and reads its symbols. */
#include "config.h"
#include "symbol/symsrc.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

void tf_symsrc_init(struct tf_symsrc *s)
{
	*s = (struct tf_symsrc){.state = TF_DSO_PENDING};
	tf_symtab_init(&s->own, false);
}

void tf_symsrc_release(struct tf_symsrc *s)
{
	tf_symtab_release(&s->own);
	for (unsigned i = 0; i < s->n_objects; i++)
		tf_object_free(s->object[i]);
	tf_strbuf_release(&s->found);
	tf_strbuf_release(&s->tried);
	tf_symsrc_init(s);
}

/* ---- symbols of an object ------------------------------------------------------------------------ */

struct adder {
	struct tf_symsrc *s;
	unsigned strings;
};

static void add_symbol(void *ctx, const struct tf_rawsym *x)
{
	struct adder *a = ctx;
	unsigned rank = x->bind == STB_LOCAL ? TF_RANK_LOCAL : x->bind == STB_WEAK ? TF_RANK_WEAK : TF_RANK_GLOBAL;
	if (x->type == STT_NOTYPE)
		rank += TF_RANK_UNTYPED;
	tf_symtab_add(&a->s->own, x->addr, x->size, x->limit, a->strings, x->name, rank, 0);
}

static void add_table(struct tf_symsrc *s, struct tf_object *o, enum tf_symsource which)
{
	const char *block;
	size_t n;
	/* The block of names is known only after the walk, its number before. */
	struct adder a = {s, s->own.n_strings};
	if (s->own.n_strings < TF_SYM_STRINGS && tf_object_has_symbols(o, which) &&
	    tf_object_symbols(o, which, &block, &n, add_symbol, &a))
		tf_symtab_strings(&s->own, block);
}

struct stubs {
	struct tf_symsrc *s;
	TF_VEC(struct tf_pair) ifunc;
};

static void add_stub(void *ctx, uint64_t addr, uint64_t size, const char *name, uint64_t resolver)
{
	struct stubs *x = ctx;
	if (!name) {
		*tf_vec_push(&x->ifunc) = (struct tf_pair){resolver, (uint32_t)x->s->own.sym.n, 0};
		name = "";
	}
	tf_symtab_add(&x->s->own, addr, size, 0, 0, tf_symtab_own(&x->s->own, name, strlen(name), "@plt"),
		      TF_RANK_LOCAL, 0);
}

/* A stub without a symbol jumps to what an indirect function resolved to: it is named after that. */
static void name_ifunc_stubs(struct stubs *x)
{
	struct tf_symtab *t = &x->s->own;
	for (size_t i = 0; i < x->ifunc.n; i++) {
		struct tf_sym *best = NULL;
		for (size_t k = 0; k < t->sym.n && x->ifunc.n <= 64; k++)
			if (t->sym.v[k].addr == x->ifunc.v[i].key && (!best || t->sym.v[k].rank < best->rank))
				best = &t->sym.v[k];
		if (!best || !best->strings)
			continue;
		const char *name = t->strings[best->strings] + best->name;
		t->sym.v[x->ifunc.v[i].value].name = tf_symtab_own(t, name, strcspn(name, "@"), "@plt");
	}
	free(x->ifunc.v);
}

static void keep(struct tf_symsrc *s, struct tf_object *o)
{
	s->object[s->n_objects++] = o;
}

void tf_symsrc_read_object(struct tf_symctx *c, struct tf_symsrc *s, struct tf_object *o)
{
	keep(s, o);
	add_table(s, o, TF_SYMTAB);
	if (!tf_object_has_symbols(o, TF_SYMTAB)) {
		struct tf_object *d = tf_debugfile_find(o, &c->dirs, &s->tried, &s->wrong_debug);
		s->stripped = !d;
		if (!d)
			d = tf_object_minidebug(o);
		if (d) {
			add_table(s, d, TF_SYMTAB);
			keep(s, d);
		}
	}
	/* Nearly always a part of the other one; but that can be cut down by hand. */
	add_table(s, o, TF_DYNSYM);
	struct stubs x = {.s = s};
	tf_object_plt(o, add_stub, &x);
	name_ifunc_stubs(&x);
	tf_symtab_finish(&s->own);
	for (unsigned i = 0; i < s->n_objects; i++)
		tf_object_idle(s->object[i]);
}

/* ---- the right object ---------------------------------------------------------------------------- */

static void say(struct tf_symsrc *s, const char *path, const char *what)
{
	tf_strbuf_addf(&s->tried, "%s: %s\n", path, what);
}

struct tf_object *tf_symsrc_open(struct tf_symctx *c, struct tf_symsrc *s, const char *path, const uint8_t *build_id,
				 size_t len, bool *changed)
{
	struct tf_object *o;
	const uint8_t *id;
	char hex[2 * 64 + 1];
	int r = tf_object_open_packed(&o, path);
	if (r) {
		say(s, path, r == -TF_EIO ? strerror(errno) : r == -TF_EPERM ? "no regular file" : "no ELF file");
		if (r == -TF_EFORMAT)
			s->state = TF_DSO_DAMAGED;
		return NULL;
	}
	size_t n = tf_object_build_id(o, &id);
	if (!len) {
		say(s, path, "used; no build id was recorded, so it may be another build");
		return o;
	}
	if (tf_build_id_equal(id, n, build_id, len)) {
		say(s, path, "build id is the recorded one");
		return o;
	}
	tf_build_id_hex(id, n, hex);
	*changed = true;
	if (c->no_buildid_check) {
		s->forced = true;
		tf_strbuf_addf(&s->tried, "%s: used although its build id is %s\n", path, n ? hex : "missing");
		return o;
	}
	tf_strbuf_addf(&s->tried, "%s: has build id %s\n", path, n ? hex : "(none)");
	tf_object_free(o);
	return NULL;
}

static struct tf_object *try_parts(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, bool *changed,
				   const char *a, const char *b, const char *x)
{
	struct tf_strbuf path = TF_STRBUF_INIT;
	tf_strbuf_addf(&path, "%s%s%s", a, b, x);
	struct tf_object *o = tf_symsrc_open(c, s, path.s, d->build_id, d->build_id_len, changed);
	if (o) {
		tf_strbuf_clear(&s->found);
		tf_strbuf_adds(&s->found, path.s);
	}
	tf_strbuf_release(&path);
	return o;
}

/* Names of mappings that are no paths of files, or of files of a process that is not ours. */
bool tf_symsrc_is_path(const char *p)
{
	return *p == '/' && strncmp(p, "/proc/", 6) && strncmp(p, "/sys/", 5) && strncmp(p, "//", 2) &&
	       strncmp(p, "/memfd:", 7) && strncmp(p, "/SYSV", 5) && strncmp(p, "/[", 2);
}

size_t tf_symsrc_id_len(const struct tf_dso *d)
{
	static const uint8_t zero[12];
	size_t len = d->build_id_len;
	if (len == 20 && !memcmp(d->build_id + 8, zero, 12))
		return 8;
	return len == 20 && !memcmp(d->build_id + 16, zero, 4) ? 16 : len;
}

static struct tf_object *by_build_id(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, const char *root,
				     const char *below, bool *changed)
{
	char hex[2 * sizeof d->build_id + 1], dir[2 * sizeof d->build_id + 8];
	size_t len = tf_symsrc_id_len(d);
	if (len < 2)
		return NULL;
	tf_build_id_hex(d->build_id, len, hex);
	snprintf(dir, sizeof dir, "/%.2s/%s", hex, hex + 2);
	struct tf_strbuf b = TF_STRBUF_INIT;
	tf_strbuf_addf(&b, "%s%s", below, dir);
	struct tf_object *o = try_parts(c, s, d, changed, root, b.s, "/elf");
	tf_strbuf_release(&b);
	return o;
}

static struct tf_object *search(struct tf_symctx *c, struct tf_symsrc *s, const struct tf_dso *d, bool *changed)
{
	const char *symfs = c->dirs.symfs;
	struct tf_object *o = NULL;
	/* A deleted file's name may have been given to another one since. */
	bool usable = tf_symsrc_is_path(d->path) && (!d->deleted || d->build_id_len || c->no_buildid_check);
	if (symfs && usable && !strstr(d->path, "/../")) {
		if ((o = try_parts(c, s, d, changed, symfs, d->path, "")) ||
		    (o = try_parts(c, s, d, changed, symfs, "/", d->name)))
			return o;
	}
	if (symfs && (o = by_build_id(c, s, d, symfs, "/.build-id", changed)))
		return o;
	/* With a root directory, files outside of it have to prove that they are meant. */
	if (usable && (!symfs || d->build_id_len) && (o = try_parts(c, s, d, changed, d->path, "", "")))
		return o;
	return c->dirs.home ? by_build_id(c, s, d, c->dirs.home, "/.debug/.build-id", changed) : NULL;
}

/* JITs map the first page of their dump as a mark for perf; it never holds code. */
static bool is_jitdump(const char *name)
{
	size_t n = strlen(name);
	return n > 9 && !strncmp(name, "jit-", 4) && !strcmp(name + n - 5, ".dump") &&
	       strspn(name + 4, "0123456789") == n - 9;
}

void tf_symsrc_file(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s)
{
	const struct tf_dso *d = tf_profile_dso_row(c->profile, id);
	size_t n;
	if (is_jitdump(d->name)) {
		s->state = TF_DSO_NONE;
		return;
	}
	/* What the recording says itself is right, unless a file proves to be the very object. */
	bool embedded = tf_profile_symbols(c->profile, id, &n) && n && !d->build_id_len;
	bool changed = false;
	struct tf_object *o = embedded ? NULL : search(c, s, d, &changed);
	if (!o) {
		if (tf_symsrc_embedded(c, id, s))
			return;
		if (d->deleted && !d->build_id_len)
			say(s, d->path, "not used: deleted when recorded, and no build id to compare");
		if (s->state != TF_DSO_DAMAGED)
			s->state = changed ? TF_DSO_CHANGED : TF_DSO_MISSING;
		return;
	}
	tf_symsrc_read_object(c, s, o);
	s->by_offset = true;
	s->tab = &s->own;
	s->state = s->own.sym.n ? TF_DSO_OK : TF_DSO_NOSYMS;
	if (!s->own.sym.n)
		tf_symsrc_embedded(c, id, s);
}

bool tf_symsrc_embedded(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s)
{
	size_t n, len;
	const struct tf_embedded_symbol *e = tf_profile_symbols(c->profile, id, &n);
	if (!n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const char *name = tf_strtab_get(tf_profile_strings(c->profile), e[i].name, &len);
		tf_symtab_add(&s->own, e[i].addr, e[i].size, UINT64_MAX, 0, tf_symtab_own(&s->own, name, len, ""),
			      TF_RANK_GLOBAL, 0);
	}
	tf_symtab_finish(&s->own);
	s->tab = &s->own;
	s->by_offset = false;
	s->shift = 0;
	s->tag = 0;
	s->state = TF_DSO_OK;
	tf_strbuf_adds(&s->tried, "symbols of the recording itself: used\n");
	return true;
}

uint32_t tf_symsrc_find(const struct tf_symsrc *s, uint64_t addr, bool is_return, uint64_t *offset)
{
	uint64_t at = addr - (is_return ? 1 : 0);
	if (!s->tab || (is_return && !addr))
		return TF_SYM_NONE;
	if (s->by_offset && !tf_object_vaddr(s->object[0], at, &at))
		return TF_SYM_NONE;
	at -= s->shift;
	uint32_t i = tf_symtab_find(s->tab, at);
	if (i == TF_SYM_NONE || (s->tag && s->tab->sym.v[i].tag != s->tag))
		return TF_SYM_NONE;
	*offset = at - s->tab->sym.v[i].addr + (is_return ? 1 : 0);
	return i;
}
