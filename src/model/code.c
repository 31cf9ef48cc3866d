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
	if (kind == TF_DSO_FILE || kind == TF_DSO_TEXT) {
		const char *slash = memrchr(path, '/', *n);
		if (slash && slash + 1 < path + *n) {
			*n -= (size_t)(slash + 1 - path);
			return slash + 1;
		}
	}
	return path;
}

static void fill_dso(struct tf_profile *p, uint32_t id, enum tf_dso_kind kind, tf_str_id path, bool deleted,
		     const uint8_t *build_id, size_t build_id_len, uint32_t pid)
{
	struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, id);
	size_t n;
	r->path = path;
	r->pub.path = tf_strtab_get(p->strings, path, &n);
	const char *name = short_name(kind, r->pub.path, &n);
	r->name = tf_strtab_add(p->strings, name, n);
	r->pub.name = tf_strtab_get(p->strings, r->name, NULL);
	r->pub.kind = kind;
	r->pub.pid = pid;
	r->pub.deleted = deleted;
	r->pub.build_id_len = (uint8_t)build_id_len;
	if (build_id_len)
		memcpy(r->pub.build_id, build_id, build_id_len);
	struct tf_strbuf b = TF_STRBUF_INIT;
	unresolved_name(&r->pub, &b);
	uint32_t flags = TF_FUNC_UNRESOLVED | (has_code_of_kernel(kind) ? TF_FUNC_KERNEL : 0);
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
	tf_str_id str = tf_strtab_add(p->strings, path, n);
	uint64_t hash = tf_mix64(((uint64_t)str.v << 32 | pid) ^ tf_hash_seed()) ^ tf_mix64((uint64_t)kind << 8 | build_id_len);
	uint32_t h = (uint32_t)hash, i = h, id;
	struct tf_stripe *st = tf_interner_lock(&p->dso_ids, hash);
	while ((id = tf_interner_next(st, h, &i))) {
		const struct dso_row *r = tf_seg_at(&p->dsos, struct dso_row, id);
		if (r->path.v == str.v && r->pub.kind == kind && r->pub.pid == pid && r->pub.deleted == deleted &&
		    r->pub.build_id_len == build_id_len && (!build_id_len || !memcmp(r->pub.build_id, build_id, build_id_len)))
			goto out;
	}
	id = tf_interner_id(&p->dso_ids);
	tf_seg_need(&p->dsos, id);
	fill_dso(p, id, kind, str, deleted, build_id, build_id_len, pid);
	tf_interner_add(st, h, id);
out:
	tf_interner_unlock(st);
	return (tf_dso_id){id};
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

tf_func_id tf_profile_func(struct tf_profile *p, tf_dso_id dso, const char *name, size_t len, uint32_t flags,
			   const char *linkage, const char *aliases)
{
	tf_str_id str = tf_strtab_add(p->strings, name, len);
	uint32_t kind = flags & FUNC_IDENTITY;
	uint64_t hash = tf_mix64(((uint64_t)str.v << 32 | dso.v) ^ tf_hash_seed()) ^ kind;
	uint32_t h = (uint32_t)hash, i = h, id;
	struct tf_stripe *st = tf_interner_lock(&p->func_ids, hash);
	while ((id = tf_interner_next(st, h, &i))) {
		const struct func_row *r = tf_seg_at(&p->funcs, struct func_row, id);
		if (r->name.v == str.v && r->pub.dso.v == dso.v && (r->pub.flags & FUNC_IDENTITY) == kind)
			goto out;
	}
	id = tf_interner_id(&p->func_ids);
	tf_seg_need(&p->funcs, id);
	struct func_row *r = tf_seg_at(&p->funcs, struct func_row, id);
	size_t n;
	r->name = str;
	r->pub.dso = dso;
	r->pub.flags = flags;
	r->pub.linkage = linkage ? tf_strtab_get(p->strings, tf_strtab_add(p->strings, linkage, strlen(linkage)), NULL) : NULL;
	r->pub.aliases = aliases ? tf_strtab_get(p->strings, tf_strtab_add(p->strings, aliases, strlen(aliases)), NULL) : NULL;
	const char *s = tf_strtab_get(p->strings, str, &n);
	r->pub.name_len = (uint32_t)n;
	/* Last, so that a reader who runs over all rows sees whole ones. */
	__atomic_store_n(&r->pub.name, s, __ATOMIC_RELEASE);
	tf_interner_add(st, h, id);
out:
	tf_interner_unlock(st);
	return (tf_func_id){id};
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

tf_frame_id tf_profile_frame(struct tf_profile *p, tf_dso_id dso, uint64_t addr, uint32_t flags)
{
	uint64_t hash = tf_mix64((addr + ((uint64_t)dso.v << 40)) ^ tf_hash_seed()) + flags * 0x9e3779b97f4a7c15ULL;
	uint32_t h = (uint32_t)hash, i = h, id;
	struct tf_stripe *st = tf_interner_lock(&p->frame_ids, hash);
	while ((id = tf_interner_next(st, h, &i))) {
		const struct tf_frame *f = tf_seg_at(&p->frames, struct tf_frame, id);
		if (f->addr == addr && f->dso.v == dso.v && f->flags == flags)
			goto out;
	}
	id = tf_interner_id(&p->frame_ids);
	tf_seg_need(&p->frames, id);
	tf_seg_need(&p->symrefs, id);
	*tf_seg_at(&p->frames, struct tf_frame, id) = (struct tf_frame){addr, dso, flags};
	tf_interner_add(st, h, id);
out:
	tf_interner_unlock(st);
	return (tf_frame_id){id};
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

tf_stack_id tf_profile_stack(struct tf_profile *p, tf_stack_id prefix, tf_frame_id frame)
{
	uint64_t hash = tf_mix64(((uint64_t)prefix.v << 32 | frame.v) ^ tf_hash_seed());
	uint32_t h = (uint32_t)hash, i = h, id;
	struct tf_stripe *st = tf_interner_lock(&p->stack_ids, hash);
	while ((id = tf_interner_next(st, h, &i))) {
		const struct stack_row *r = tf_seg_at(&p->stacks, struct stack_row, id);
		if (r->prefix == prefix.v && r->frame == frame.v)
			goto out;
	}
	id = tf_interner_id(&p->stack_ids);
	tf_seg_need(&p->stacks, id);
	*tf_seg_at(&p->stacks, struct stack_row, id) = (struct stack_row){prefix.v, frame.v};
	tf_interner_add(st, h, id);
out:
	tf_interner_unlock(st);
	return (tf_stack_id){id};
}
