/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "symbol/symbolizer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "symbol/demangle.h"
#include "symbol/symsrc.h"

#define MAX_ALIASES 16

struct tf_symbolizer {
	struct tf_symctx ctx;
	bool no_objects;
	struct tf_symsrc **src; /* by DSO id; NULL: never asked for */
	uint32_t n_src;
};

static char *copy(const char *s)
{
	return s && *s ? tf_xstrdup(s) : NULL;
}

/* Directories without the slashes at their end, so that paths can be put behind them. */
static char *copy_dir(const char *s)
{
	char *d = copy(s);
	for (size_t n = d ? strlen(d) : 0; n > 1 && d[n - 1] == '/'; n--)
		d[n - 1] = '\0';
	return d;
}

struct tf_symbolizer *tf_symbolizer_new(struct tf_profile *p, const struct tf_symbol_opts *o)
{
	struct tf_symbolizer *s = tf_xcalloc(1, sizeof *s);
	struct tf_symctx *c = &s->ctx;
	c->profile = p;
	c->dirs.symfs = copy_dir(o->symfs);
	c->dirs.debug_dir = copy_dir(o->debug_dir ? o->debug_dir : "/usr/lib/debug");
	c->dirs.home = copy_dir(o->home ? o->home : getenv("HOME"));
	c->kallsyms = copy(o->kallsyms);
	c->vmlinux = copy(o->vmlinux);
	c->no_demangle = o->no_demangle;
	c->no_buildid_check = o->no_buildid_check;
	c->kernel_id_len = tf_running_kernel_build_id(c->kernel_id);
	s->no_objects = o->no_objects;
	return s;
}

void tf_symbolizer_free(struct tf_symbolizer *s)
{
	if (!s)
		return;
	struct tf_symctx *c = &s->ctx;
	for (uint32_t i = 0; i < s->n_src; i++) {
		if (!s->src[i])
			continue;
		tf_symsrc_release(s->src[i]);
		free(s->src[i]);
	}
	for (size_t i = 0; i < c->lists.n; i++) {
		tf_kallsyms_free(c->lists.v[i].list);
		free(c->lists.v[i].path);
	}
	free(c->lists.v);
	free((char *)c->dirs.symfs);
	free((char *)c->dirs.debug_dir);
	free((char *)c->dirs.home);
	free(c->kallsyms);
	free(c->vmlinux);
	free(s->src);
	free(s);
}

/* ---- one DSO --------------------------------------------------------------------------------------- */

struct job {
	uint32_t dso;
	const struct tf_pair *frame; /* key: looked-up address, value: frame id, more: is a return address */
	size_t n;
};

struct run {
	struct tf_symbolizer *s;
	struct job *jobs;
	size_t n_kernel, n_jobs; /* the first ones are of the kernel and share its lists: one turn */
	const _Atomic bool *stop;
	atomic_bool stopped;
	atomic_size_t done;
	size_t total;
};

/* Who names which kind of DSO; kinds that are not here have no symbols. */
static const struct {
	enum tf_dso_kind kind;
	void (*open)(struct tf_symctx *c, tf_dso_id id, struct tf_symsrc *s);
} sources[] = {
	{TF_DSO_FILE, tf_symsrc_file},	 {TF_DSO_KERNEL, tf_symsrc_kernel}, {TF_DSO_KMODULE, tf_symsrc_kernel},
	{TF_DSO_JIT, tf_symsrc_perfmap}, {TF_DSO_VDSO, tf_symsrc_vdso},
};

static bool opens_nothing(enum tf_dso_kind kind)
{
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (sources[i].kind == kind)
			return false;
	return true;
}

static void open_source(struct tf_symbolizer *s, tf_dso_id id, struct tf_symsrc *src)
{
	struct tf_symctx *c = &s->ctx;
	enum tf_dso_kind kind = tf_profile_dso_row(c->profile, id)->kind;
	src->opened = true;
	if (opens_nothing(kind)) {
		src->state = kind == TF_DSO_BPF ? TF_DSO_OK : TF_DSO_NONE;
		return;
	}
	if (s->no_objects) {
		/* Nothing was looked for, so nothing is missing either. */
		if (!tf_symsrc_embedded(c, id, src))
			src->state = TF_DSO_PENDING;
		return;
	}
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (sources[i].kind == kind)
			sources[i].open(c, id, src);
}

/* Opens the source, or opens it anew when its files are not the ones that were read. */
static void ready_source(struct tf_symbolizer *s, tf_dso_id id, struct tf_symsrc *src)
{
	bool again = tf_symsrc_perfmap_changed(src);
	for (unsigned i = 0; i < src->n_objects; i++)
		again |= !tf_object_unchanged(src->object[i]);
	if (again)
		tf_symsrc_release(src);
	if (!src->opened)
		open_source(s, id, src);
}

static void add_alias(void *ctx, const char *name, size_t len)
{
	struct tf_strbuf *b = ctx;
	if (b->n)
		tf_strbuf_addc(b, '\n');
	if (!tf_demangle(name, len, b))
		tf_strbuf_add(b, name, len);
}

/* Hashes that change with each build hide what is the same: they become a tag like other clones'. */
static bool tag_llvm(const char *name, size_t len, struct tf_strbuf *out)
{
	const char *dot = memmem(name, len, ".llvm.", 6);
	if (!dot || dot == name)
		return false;
	size_t stem = (size_t)(dot - name);
	tf_strbuf_add(out, name, stem);
	tf_strbuf_adds(out, " [clone ");
	tf_strbuf_add(out, dot, len - stem);
	tf_strbuf_addc(out, ']');
	return true;
}

static uint32_t func_flags(enum tf_dso_kind kind)
{
	switch (kind) {
	case TF_DSO_KERNEL:
	case TF_DSO_KMODULE:
		return TF_FUNC_KERNEL;
	case TF_DSO_BPF:
		return TF_FUNC_KERNEL | TF_FUNC_BPF;
	case TF_DSO_JIT:
		return TF_FUNC_JIT;
	default:
		return 0;
	}
}

static tf_func_id make_func(struct tf_symbolizer *s, uint32_t dso, const struct tf_symsrc *src, uint32_t sym)
{
	struct tf_symctx *c = &s->ctx;
	uint32_t flags = func_flags(tf_profile_dso_row(c->profile, (tf_dso_id){dso})->kind);
	struct tf_strbuf name = TF_STRBUF_INIT, aliases = TF_STRBUF_INIT;
	size_t len;
	const char *raw = tf_symtab_name(src->tab, sym, &len);
	if (src->opaque)
		return tf_profile_func(c->profile, (tf_dso_id){dso}, raw, len, flags, NULL, NULL);
	if (!c->no_demangle && (tf_demangle(raw, len, &name) || tag_llvm(raw, len, &name))) {
		char *linkage = tf_xmemdup0(raw, len);
		tf_symtab_aliases(src->tab, sym, MAX_ALIASES, add_alias, &aliases);
		tf_func_id f = tf_profile_func(c->profile, (tf_dso_id){dso}, name.s, name.n, flags, linkage, aliases.s);
		free(linkage);
		tf_strbuf_release(&name);
		tf_strbuf_release(&aliases);
		return f;
	}
	tf_symtab_aliases(src->tab, sym, MAX_ALIASES, add_alias, &aliases);
	tf_func_id f = tf_profile_func(c->profile, (tf_dso_id){dso}, raw, len, flags, NULL, aliases.s);
	tf_strbuf_release(&aliases);
	return f;
}

static bool stopped(struct run *r)
{
	if (r->stop && atomic_load_explicit(r->stop, memory_order_relaxed))
		atomic_store(&r->stopped, true);
	return atomic_load_explicit(&r->stopped, memory_order_relaxed);
}

/* Code of a BPF program: its DSO is the function. */
static void name_bpf(struct run *r, const struct job *j)
{
	struct tf_profile *p = r->s->ctx.profile;
	const struct tf_dso *d = tf_profile_dso_row(p, (tf_dso_id){j->dso});
	tf_func_id f =
		tf_profile_func(p, (tf_dso_id){j->dso}, d->name, strlen(d->name), func_flags(d->kind), NULL, NULL);
	for (size_t i = 0; i < j->n; i++) {
		uint64_t addr = j->frame[i].key;
		tf_profile_set_symref(p, (tf_frame_id){j->frame[i].value}, f,
				      d->text_base && addr >= d->text_base ? addr - d->text_base : UINT64_MAX);
	}
}

static void name_frames(struct run *r, const struct job *j, struct tf_symsrc *src)
{
	struct tf_profile *p = r->s->ctx.profile;
	tf_func_id unresolved = tf_profile_unresolved(p, (tf_dso_id){j->dso}), func = {0};
	uint32_t last = TF_SYM_NONE;
	for (size_t i = 0; i < j->n; i++) {
		uint64_t offset = 0;
		if (!(i & 1023) && stopped(r))
			return;
		uint32_t sym = tf_symsrc_find(src, j->frame[i].key, j->frame[i].more, &offset);
		src->frames++;
		if (sym == TF_SYM_NONE) {
			src->unnamed++;
			tf_profile_set_symref(p, (tf_frame_id){j->frame[i].value}, unresolved, UINT64_MAX);
			continue;
		}
		if (sym != last)
			func = make_func(r->s, j->dso, src, sym);
		last = sym;
		tf_profile_set_symref(p, (tf_frame_id){j->frame[i].value}, func, offset);
	}
}

static void name_dso(struct run *r, size_t k)
{
	struct tf_symbolizer *s = r->s;
	struct job *j = &r->jobs[k];
	struct tf_symsrc *src = s->src[j->dso];
	const struct tf_dso *d = tf_profile_dso_row(s->ctx.profile, (tf_dso_id){j->dso});
	if (stopped(r))
		return;
	tf_profile_set_progress(s->ctx.profile, TF_PHASE_SYMBOLS, atomic_load(&r->done), r->total, d->name);
	ready_source(s, (tf_dso_id){j->dso}, src);
	if (d->kind == TF_DSO_BPF)
		name_bpf(r, j);
	else
		name_frames(r, j, src);
	for (unsigned i = 0; i < src->n_objects; i++)
		tf_object_idle(src->object[i]);
	atomic_fetch_add(&r->done, j->n);
}

static void turn(void *ctx, unsigned worker, size_t i)
{
	struct run *r = ctx;
	if (i) {
		name_dso(r, r->n_kernel + i - 1);
		return;
	}
	for (size_t k = 0; k < r->n_kernel; k++)
		name_dso(r, k);
}

/* ---- what is missing --------------------------------------------------------------------------------- */

static const char *kept_text(struct tf_profile *p, const struct tf_strbuf *b)
{
	if (!b->n)
		return NULL;
	return tf_strtab_get(tf_profile_strings(p), tf_strtab_add(tf_profile_strings(p), b->s, b->n), NULL);
}

static void note_file(struct tf_diag *g, const struct tf_dso *d, const struct tf_symsrc *s)
{
	char hex[2 * sizeof d->build_id + 1];
	tf_build_id_hex(d->build_id, d->build_id_len, hex);
	if (s->forced) {
		tf_diag_note(g, "forced-object", false, TF_NO_OFFSET,
			     "%s is used although it is not the recorded build", d->path);
	} else if (s->state == TF_DSO_CHANGED) {
		tf_diag_note(g, "changed-object", false, TF_NO_OFFSET,
			     "%s is another build than the recorded one, so its symbols are not used (build id %s is "
			     "wanted)",
			     d->path, hex);
		tf_diag_advise(g, "changed-object",
			       "--symfs DIR with the recorded build below DIR, or tflame report --modules");
	} else if (s->state == TF_DSO_MISSING && d->kind == TF_DSO_FILE) {
		tf_diag_note(g, "missing-object", false, TF_NO_OFFSET, "%s is not here%s%s", d->path,
			     d->build_id_len ? ", wanted is build id "
			     : d->deleted    ? " (deleted when recorded)"
					     : "",
			     hex);
		tf_diag_advise(g, "missing-object", "--symfs DIR, where DIR holds the files of the recorded machine");
	} else if (s->state == TF_DSO_DAMAGED) {
		tf_diag_note(g, "damaged-object", false, TF_NO_OFFSET, "%s cannot be read as an ELF file", d->path);
	} else if (s->wrong_debug) {
		tf_diag_note(g, "wrong-debug-file", false, TF_NO_OFFSET,
			     "the debug file beside %s belongs to another build and is not used", d->path);
		tf_diag_advise(g, "wrong-debug-file", "install the debug file of %s%s",
			       *hex ? "build id " : "this build", hex);
	} else if (s->state == TF_DSO_NOSYMS || (s->stripped && s->unnamed)) {
		tf_diag_note(g, "no-symbols", false, TF_NO_OFFSET,
			     "%s has no symbols for %u of %u addresses: it is stripped", d->path, s->unnamed,
			     s->frames);
		tf_diag_advise(
			g, "no-symbols",
			"install its debug symbols (Debian: the -dbgsym or -dbg package; Fedora: debuginfo-install)");
	}
}

static void note_missing(struct tf_symbolizer *s, uint32_t id)
{
	struct tf_diag *g = tf_profile_diag(s->ctx.profile);
	const struct tf_dso *d = tf_profile_dso_row(s->ctx.profile, (tf_dso_id){id});
	const struct tf_symsrc *x = s->src[id];
	if (d->kind == TF_DSO_KERNEL && x->state == TF_DSO_RESTRICTED) {
		tf_diag_note(g, "kernel-restricted", false, TF_NO_OFFSET,
			     "kernel names are missing: kernel.kptr_restrict hides the addresses");
		tf_diag_advise(g, "kernel-restricted",
			       "sysctl -w kernel.kptr_restrict=0 (as root; see /proc/sys/kernel/kptr_restrict), then "
			       "record again");
	} else if (d->kind == TF_DSO_KERNEL && (x->state == TF_DSO_MISSING || x->state == TF_DSO_CHANGED)) {
		tf_diag_note(g, "kernel-symbols", false, TF_NO_OFFSET,
			     "kernel names are missing: no symbols of the recorded kernel are here");
		tf_diag_advise(g, "kernel-symbols",
			       "--kallsyms FILE (a copy of /proc/kallsyms of the recorded machine, made by root) or "
			       "--vmlinux FILE");
	} else if (x->foreign_map) {
		tf_diag_note(g, "perf-map-owner", false, TF_NO_OFFSET,
			     "/tmp/perf-%u.map is not used: it belongs to another user", d->pid);
		tf_diag_advise(g, "perf-map-owner", "chown $(id -u) /tmp/perf-%u.map", d->pid);
	} else if (d->kind == TF_DSO_FILE || d->kind == TF_DSO_KMODULE) {
		note_file(g, d, x);
	}
}

/* Tells the DSO's row what was found; once, when it was opened. */
static void tell(struct tf_symbolizer *s, uint32_t id)
{
	struct tf_dso *d = tf_profile_dso_row(s->ctx.profile, (tf_dso_id){id});
	struct tf_symsrc *x = s->src[id];
	if (!x->opened || (d->state == x->state && d->state != TF_DSO_PENDING))
		return;
	bool first = d->state == TF_DSO_PENDING;
	d->found = x->state == TF_DSO_OK || x->state == TF_DSO_NOSYMS ? kept_text(s->ctx.profile, &x->found) : NULL;
	d->tried = kept_text(s->ctx.profile, &x->tried);
	__atomic_store_n(&d->state, x->state, __ATOMIC_RELEASE);
	if (first)
		note_missing(s, id);
}

/* ---- a run --------------------------------------------------------------------------------------------- */

static int by_importance(const void *a, const void *b)
{
	const struct job *x = a, *y = b;
	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->dso < y->dso ? -1 : x->dso > y->dso;
}

static bool wants_name(const struct tf_frame *f)
{
	return f->dso.v && !(f->flags & (TF_FRAME_COMM | TF_FRAME_NAMED | TF_FRAME_MARK));
}

/* Sorts the frames into one block for each DSO; the first n_kernel jobs are the kernel and its modules. */
static struct tf_pair *group(struct run *r, uint32_t first, uint32_t end)
{
	struct tf_profile *p = r->s->ctx.profile;
	uint32_t n_dsos = tf_profile_n_dsos(p) + 1;
	size_t *count = tf_xcalloc(n_dsos + 1, sizeof *count);
	for (uint32_t i = first; i < end; i++) {
		const struct tf_frame *f = tf_profile_frame_row(p, (tf_frame_id){i});
		if (wants_name(f) && f->dso.v < n_dsos)
			count[f->dso.v]++;
	}
	size_t total = 0, n = 0;
	for (uint32_t d = 1; d < n_dsos; d++) {
		total += count[d];
		n += count[d] != 0;
	}
	struct tf_pair *frames = tf_xmalloc((total + 1) * sizeof *frames);
	size_t *at = tf_xcalloc(n_dsos + 1, sizeof *at);
	r->jobs = tf_xcalloc(n + 1, sizeof *r->jobs);
	r->total = total;
	total = 0;
	/* The kernel first, in two sweeps over the DSOs: the image before its modules. */
	for (int pass = 0; pass < 3; pass++) {
		for (uint32_t d = 1; d < n_dsos; d++) {
			enum tf_dso_kind kind = tf_profile_dso_row(p, (tf_dso_id){d})->kind;
			int want = kind == TF_DSO_KERNEL ? 0 : kind == TF_DSO_KMODULE ? 1 : 2;
			if (!count[d] || want != pass)
				continue;
			r->jobs[r->n_jobs++] = (struct job){d, frames + total, count[d]};
			at[d] = total;
			total += count[d];
		}
		if (pass == 1)
			r->n_kernel = r->n_jobs;
	}
	for (uint32_t i = first; i < end; i++) {
		const struct tf_frame *f = tf_profile_frame_row(p, (tf_frame_id){i});
		if (wants_name(f) && f->dso.v < n_dsos)
			frames[at[f->dso.v]++] = (struct tf_pair){f->addr, i, f->flags & TF_FRAME_RETURN ? 1 : 0};
	}
	free(count);
	free(at);
	/* Long ones first, so that no worker starts one when the others are done. */
	qsort(r->jobs + r->n_kernel, r->n_jobs - r->n_kernel, sizeof *r->jobs, by_importance);
	return frames;
}

static void find_same_kernel(struct tf_symctx *c)
{
	for (uint32_t d = 1; d <= tf_profile_n_dsos(c->profile) && !c->same_kernel; d++) {
		const struct tf_dso *x = tf_profile_dso_row(c->profile, (tf_dso_id){d});
		c->same_kernel = x->kind == TF_DSO_KERNEL &&
				 tf_build_id_equal(x->build_id, x->build_id_len, c->kernel_id, c->kernel_id_len);
	}
}

bool tf_symbolizer_run(struct tf_symbolizer *s, struct tf_pool *pool, uint32_t first, uint32_t end,
		       const _Atomic bool *stop)
{
	struct run r = {.s = s, .stop = stop};
	if (first < 1)
		first = 1;
	if (first >= end)
		return true;
	struct tf_pair *frames = group(&r, first, end);
	find_same_kernel(&s->ctx);
	for (size_t i = 0; i < r.n_jobs; i++) {
		struct job *j = &r.jobs[i];
		if (j->dso >= s->n_src) {
			uint32_t n = tf_profile_n_dsos(s->ctx.profile) + 1;
			s->src = tf_xrealloc(s->src, n, sizeof *s->src);
			memset(s->src + s->n_src, 0, (n - s->n_src) * sizeof *s->src);
			s->n_src = n;
		}
		if (!s->src[j->dso]) {
			s->src[j->dso] = tf_xmalloc(sizeof **s->src);
			tf_symsrc_init(s->src[j->dso]);
		}
		tf_sort_pairs((struct tf_pair *)j->frame, j->n);
	}
	tf_pool_for(pool, r.n_jobs - r.n_kernel + 1, turn, &r);
	/* Here and not in the turns, so that the messages do not depend on who was faster. */
	for (size_t i = 0; i < r.n_jobs; i++)
		tell(s, r.jobs[i].dso);
	free(r.jobs);
	free(frames);
	return !atomic_load(&r.stopped);
}
