/* SPDX-License-Identifier: GPL-2.0-or-later */
/* code.c - DSOs, functions, frames and stacks: rows that are interned. */
#include "config.h"
#include "model/tables.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/priv.h"

/* ---- DSOs ----------------------------------------------------------------------------------- */

/* The text that stands for a DSO's unnamed code. */
static void unresolved_name(const struct tf_dso *d, struct tf_strbuf *out)
{
	if (d->kind == TF_DSO_KERNEL)
		tf_strbuf_adds(out, "[kernel]");
	else if (d->kind == TF_DSO_UNKNOWN || d->kind == TF_DSO_JIT || !*d->name)
		tf_strbuf_adds(out, "[unknown]");
	else if (d->name[0] == '[')
		tf_strbuf_adds(out, d->name);
	else
		tf_strbuf_addf(out, "[%s]", d->name);
}

static bool has_code_of_kernel(enum tf_dso_kind kind)
{
	return kind == TF_DSO_KERNEL || kind == TF_DSO_KMODULE || kind == TF_DSO_BPF;
}

static const char *short_name(enum tf_dso_kind kind, const char *path, size_t *n)
{
	if (kind == TF_DSO_KERNEL) {
		*n = strlen("[kernel]");
		return "[kernel]";
	}
	if (kind == TF_DSO_FILE || kind == TF_DSO_KMODULE || kind == TF_DSO_TEXT) {
		const char *slash = memrchr(path, '/', *n);
		if (slash && slash + 1 < path + *n) {
			*n -= (size_t)(slash + 1 - path);
			return slash + 1;
		}
	}
	return path;
}

struct dso_key {
	enum tf_dso_kind kind;
	tf_str_id path;
	bool deleted;
	const uint8_t *build_id;
	size_t build_id_len;
	uint32_t pid;
};

static bool same_dso(const void *owner, uint32_t id, const void *key)
{
	const struct tf_profile *p = owner;
	const struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, id);
	const struct dso_key *k = key;
	return r->path.v == k->path.v && r->pub.kind == k->kind && r->pub.pid == k->pid && r->pub.deleted == k->deleted &&
	       r->key_len == k->build_id_len && (!k->build_id_len || !memcmp(r->pub.build_id, k->build_id, k->build_id_len));
}

static void make_dso(void *owner, uint32_t id, const void *key)
{
	struct tf_profile *p = owner;
	const struct dso_key *k = key;
	tf_seg_need(&p->dsos, id);
	struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, id);
	size_t n;
	r->path = k->path;
	r->pub.path = tf_strtab_get(p->strings, k->path, &n);
	const char *name = short_name(k->kind, r->pub.path, &n);
	r->pub.name = tf_strtab_get(p->strings, tf_strtab_add(p->strings, name, n), NULL);
	r->pub.kind = k->kind;
	r->pub.pid = k->pid;
	r->pub.deleted = k->deleted;
	r->key_len = r->pub.build_id_len = (uint8_t)k->build_id_len;
	if (k->build_id_len)
		memcpy(r->pub.build_id, k->build_id, k->build_id_len);
	struct tf_strbuf b = TF_STRBUF_INIT;
	unresolved_name(&r->pub, &b);
	uint32_t flags = TF_FUNC_UNRESOLVED | (has_code_of_kernel(k->kind) ? TF_FUNC_KERNEL : 0);
	r->unresolved = tf_profile_func(p, (tf_dso_id){id}, b.s, b.n, flags, NULL, NULL);
	tf_strbuf_release(&b);
}

tf_dso_id tf_profile_dso(struct tf_profile *p, enum tf_dso_kind kind, const char *path, size_t n, const uint8_t *build_id,
			 size_t build_id_len, uint32_t pid)
{
	static const char tail[] = " (deleted)";
	bool deleted = n > sizeof tail - 1 && !memcmp(path + n - (sizeof tail - 1), tail, sizeof tail - 1);
	if (deleted)
		n -= sizeof tail - 1;
	if (build_id_len > sizeof ((struct tf_dso *)0)->build_id)
		build_id_len = sizeof ((struct tf_dso *)0)->build_id;
	struct dso_key k = {kind, tf_strtab_add(p->strings, path, n), deleted, build_id, build_id_len, pid};
	uint64_t hash = tf_mix64(((uint64_t)k.path.v << 32 | pid) ^ tf_hash_seed()) ^ tf_mix64((uint64_t)kind << 8 | build_id_len);
	return (tf_dso_id){tf_interner_get(&p->dso_ids, hash, same_dso, make_dso, p, &k)};
}

struct tf_dso *tf_profile_dso_row(struct tf_profile *p, tf_dso_id id)
{
	return &tf_seg_at(&p->dsos, struct dso_row, id.v)->pub;
}

uint32_t tf_profile_n_dsos(const struct tf_profile *p)
{
	return tf_interner_count(&p->dso_ids);
}

void tf_profile_dso_build_id(struct tf_profile *p, tf_dso_id id, const uint8_t *build_id, size_t len)
{
	struct tf_dso *d = tf_profile_dso_row(p, id);
	if (d->build_id_len || !len)
		return;
	d->build_id_len = (uint8_t)(len > sizeof d->build_id ? sizeof d->build_id : len);
	memcpy(d->build_id, build_id, d->build_id_len);
}

void tf_profile_add_symbol(struct tf_profile *p, tf_dso_id dso, uint64_t addr, uint64_t size, const char *name, size_t len)
{
	struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, dso.v);
	*tf_vec_push(&r->symbols) = (struct tf_embedded_symbol){addr, size, tf_strtab_add(p->strings, name, len)};
}

const struct tf_embedded_symbol *tf_profile_symbols(const struct tf_profile *p, tf_dso_id dso, size_t *n)
{
	const struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, dso.v);
	*n = r->symbols.n;
	return r->symbols.v;
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Flags that make two functions of one name different. */
#define FUNC_IDENTITY (TF_FUNC_KERNEL | TF_FUNC_UNRESOLVED | TF_FUNC_COMM | TF_FUNC_MARK)

struct func_key {
	tf_str_id name;
	tf_dso_id dso;
	uint32_t flags;
	const char *linkage, *aliases;
};

static bool same_func(const void *owner, uint32_t id, const void *key)
{
	const struct tf_profile *p = owner;
	const struct func_row *r = tf_seg_at(&p->funcs, struct func_row, id);
	const struct func_key *k = key;
	return r->name.v == k->name.v && r->pub.dso.v == k->dso.v && !((r->pub.flags ^ k->flags) & FUNC_IDENTITY);
}

static const char *keep(struct tf_profile *p, const char *s)
{
	return s ? tf_strtab_get(p->strings, tf_strtab_add(p->strings, s, strlen(s)), NULL) : NULL;
}

static void make_func(void *owner, uint32_t id, const void *key)
{
	struct tf_profile *p = owner;
	const struct func_key *k = key;
	tf_seg_need(&p->funcs, id);
	struct func_row *r = tf_seg_at(&p->funcs, struct func_row, id);
	size_t n;
	r->name = k->name;
	r->pub.dso = k->dso;
	r->pub.flags = k->flags;
	r->pub.linkage = keep(p, k->linkage);
	r->pub.aliases = keep(p, k->aliases);
	const char *s = tf_strtab_get(p->strings, k->name, &n);
	r->pub.name_len = (uint32_t)n;
	/* Last, so that a reader who runs over all rows sees whole ones. */
	__atomic_store_n(&r->pub.name, s, __ATOMIC_RELEASE);
}

tf_func_id tf_profile_func(struct tf_profile *p, tf_dso_id dso, const char *name, size_t len, uint32_t flags,
			   const char *linkage, const char *aliases)
{
	struct func_key k = {tf_strtab_add(p->strings, name, len), dso, flags, linkage, aliases};
	uint64_t hash = tf_mix64(((uint64_t)k.name.v << 32 | dso.v) ^ tf_hash_seed()) ^ (flags & FUNC_IDENTITY);
	return (tf_func_id){tf_interner_get(&p->func_ids, hash, same_func, make_func, p, &k)};
}

const struct tf_func *tf_profile_func_row(const struct tf_profile *p, tf_func_id id)
{
	return &tf_seg_at(&p->funcs, struct func_row, id.v)->pub;
}

tf_func_id tf_profile_unresolved(struct tf_profile *p, tf_dso_id dso)
{
	return tf_seg_at(&p->dsos, struct dso_row, dso.v)->unresolved;
}

/* ---- frames --------------------------------------------------------------------------------- */

static bool same_frame(const void *owner, uint32_t id, const void *key)
{
	const struct tf_profile *p = owner;
	const struct tf_frame *f = tf_seg_at(&p->frames, struct tf_frame, id), *k = key;
	return f->addr == k->addr && f->dso.v == k->dso.v && f->flags == k->flags;
}

static void make_frame(void *owner, uint32_t id, const void *key)
{
	struct tf_profile *p = owner;
	tf_seg_need(&p->frames, id);
	tf_seg_need(&p->symrefs, id);
	*tf_seg_at(&p->frames, struct tf_frame, id) = *(const struct tf_frame *)key;
}

tf_frame_id tf_profile_frame(struct tf_profile *p, tf_dso_id dso, uint64_t addr, uint32_t flags)
{
	struct tf_frame k = {addr, dso, flags};
	uint64_t hash = tf_mix64((addr + ((uint64_t)dso.v << 40)) ^ tf_hash_seed()) + flags * 0x9e3779b97f4a7c15ULL;
	return (tf_frame_id){tf_interner_get(&p->frame_ids, hash, same_frame, make_frame, p, &k)};
}

tf_frame_id tf_profile_named_frame(struct tf_profile *p, tf_dso_id dso, const char *name, size_t len, uint32_t frame_flags)
{
	uint32_t flags = frame_flags & TF_FRAME_KERNEL ? TF_FUNC_KERNEL : 0;
	if (frame_flags & TF_FRAME_COMM)
		flags |= TF_FUNC_COMM;
	else if (frame_flags & TF_FRAME_MARK)
		flags |= TF_FUNC_MARK;
	else
		frame_flags |= TF_FRAME_NAMED;
	tf_str_id str = tf_strtab_add(p->strings, name, len);
	tf_frame_id id = tf_profile_frame(p, dso, str.v, frame_flags);
	if (!tf_profile_symref(p, id).v)
		tf_profile_set_symref(p, id, tf_profile_func(p, dso, name, len, flags, NULL, NULL), UINT64_MAX);
	return id;
}

const struct tf_frame *tf_profile_frame_row(const struct tf_profile *p, tf_frame_id id)
{
	return tf_seg_at(&p->frames, struct tf_frame, id.v);
}

uint32_t tf_profile_n_frames(const struct tf_profile *p)
{
	return tf_interner_count(&p->frame_ids);
}

void tf_profile_set_symref(struct tf_profile *p, tf_frame_id frame, tf_func_id func, uint64_t offset)
{
	uint64_t off = offset < UINT32_MAX ? offset : UINT32_MAX;
	atomic_store_explicit(tf_seg_at(&p->symrefs, _Atomic uint64_t, frame.v), off << 32 | func.v, memory_order_release);
}

tf_func_id tf_profile_symref(const struct tf_profile *p, tf_frame_id frame)
{
	return (tf_func_id){(uint32_t)atomic_load_explicit(tf_seg_at(&p->symrefs, _Atomic uint64_t, frame.v), memory_order_acquire)};
}

/* ---- stacks --------------------------------------------------------------------------------- */

static bool same_stack(const void *owner, uint32_t id, const void *key)
{
	const struct tf_profile *p = owner;
	const struct stack_row *r = tf_seg_at(&p->stacks, struct stack_row, id), *k = key;
	return r->prefix == k->prefix && r->frame == k->frame;
}

static void make_stack(void *owner, uint32_t id, const void *key)
{
	struct tf_profile *p = owner;
	tf_seg_need(&p->stacks, id);
	*tf_seg_at(&p->stacks, struct stack_row, id) = *(const struct stack_row *)key;
}

static uint64_t stack_hash(uint32_t prefix, uint32_t frame)
{
	return tf_mix64(((uint64_t)prefix << 32 | frame) ^ tf_hash_seed());
}

tf_stack_id tf_profile_stack(struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame)
{
	struct stack_row k = {prefix.v, frame.v};
	return (tf_stack_id){tf_interner_get(&p->stack_ids, stack_hash(prefix.v, frame.v), same_stack, make_stack, p, &k)};
}

void tf_profile_stack_soon(const struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame)
{
	tf_interner_prefetch(&p->stack_ids, stack_hash(prefix.v, frame.v));
}

void tf_profile_stack_next(const struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame)
{
	uint32_t id = tf_interner_guess(&p->stack_ids, stack_hash(prefix.v, frame.v));
	if (id)
		__builtin_prefetch(tf_seg_row(&p->stacks, id));
}
