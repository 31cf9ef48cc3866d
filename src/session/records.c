/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c - what records say about processes and maps: kept, put in order of time, applied. */
#include "config.h"
#include "session/priv.h"

#include <string.h>

static bool starts(const char *s, size_t n, const char *with)
{
	return n >= strlen(with) && !memcmp(s, with, strlen(with));
}

/* Names that the kernel and perf give to memory without a file behind it. */
static bool is_anon(const char *path, size_t n)
{
	return !n || starts(path, n, "//anon") || starts(path, n, "[anon") || starts(path, n, "/dev/zero") ||
	       starts(path, n, "/anon_hugepage");
}

static bool is_special(const char *path, size_t n)
{
	return path[0] == '[' || starts(path, n, "/memfd:") || starts(path, n, "memfd:") || starts(path, n, "/SYSV") ||
	       starts(path, n, "/dev/") || starts(path, n, "anon_inode:") || starts(path, n, "socket:") ||
	       (starts(path, n, "/proc/") && memmem(path, n, "/fd/", 4));
}

static enum tf_dso_kind user_kind(const char *path, size_t n)
{
	if (is_anon(path, n))
		return TF_DSO_JIT;
	if (starts(path, n, "[vdso"))
		return TF_DSO_VDSO;
	return is_special(path, n) ? TF_DSO_SPECIAL : TF_DSO_FILE;
}

static enum tf_dso_kind kernel_kind(const char *path, size_t n)
{
	if (starts(path, n, "[guest"))
		return TF_DSO_GUEST;
	if (starts(path, n, "[kernel"))
		return TF_DSO_KERNEL;
	const char *slash = memrchr(path, '/', n);
	size_t base = slash ? (size_t)(slash + 1 - path) : 0;
	if (starts(path + base, n - base, "vmlinux"))
		return TF_DSO_KERNEL;
	return TF_DSO_KMODULE;
}

static tf_dso_id kernel_dso(struct tf_session *s, const struct tf_record *r, enum tf_dso_kind kind)
{
	const char *path = r->u.map.path;
	size_t n = r->u.map.path_len;
	if (kind == TF_DSO_GUEST)
		return s->guest_dso;
	/* "[kernel.kallsyms]_text": the symbol that was used to find the address is no part of the name */
	const char *close = kind == TF_DSO_KERNEL && path[0] == '[' ? memchr(path, ']', n) : NULL;
	if (close)
		n = (size_t)(close + 1 - path);
	tf_dso_id id = tf_profile_dso(s->p, kind, path, n, r->u.map.build_id, r->u.map.build_id_len, 0);
	struct tf_dso *d = tf_profile_dso_row(s->p, id);
	if (!d->text_size) {
		d->text_base = r->u.map.start;
		d->text_size = r->u.map.len;
	}
	if (kind == TF_DSO_KERNEL)
		s->kernel_dso = id;
	return id;
}

static bool is_kernel_map(const struct tf_record *r)
{
	return r->mode == TF_CPU_KERNEL || r->mode == TF_CPU_GUEST_KERNEL || r->pid == TF_NO_ID;
}

static void keep_map(struct tf_session *s, const struct tf_record *r, struct kept_record *k)
{
	k->kernel = is_kernel_map(r);
	uint64_t end = r->u.map.start + r->u.map.len;
	if (end < r->u.map.start)
		end = UINT64_MAX;
	k->u.map.start = r->u.map.start;
	k->u.map.end = end;
	if (k->kernel) {
		k->u.map.dso = kernel_dso(s, r, kernel_kind(r->u.map.path, r->u.map.path_len));
		return;
	}
	enum tf_dso_kind kind = user_kind(r->u.map.path, r->u.map.path_len);
	k->u.map.jit = kind == TF_DSO_JIT;
	if (k->u.map.jit) {
		k->u.map.dso = tf_profile_dso(s->p, kind, "//anon", 6, NULL, 0, r->pid);
		return; /* absolute addresses: what a perf map file speaks of */
	}
	k->u.map.dso = tf_profile_dso(s->p, kind, r->u.map.path, r->u.map.path_len, r->u.map.build_id, r->u.map.build_id_len, 0);
	k->u.map.shift = r->u.map.start - r->u.map.pgoff;
}

static void keep_ksymbol(struct tf_session *s, const struct tf_record *r, struct kept_record *k)
{
	uint64_t end = r->u.map.start + r->u.map.len;
	k->u.map.start = r->u.map.start;
	k->u.map.end = end < r->u.map.start ? UINT64_MAX : end;
	k->flag = r->u.map.unregister;
	if (!k->flag) {
		k->u.map.dso = tf_profile_dso(s->p, TF_DSO_BPF, r->u.map.path, r->u.map.path_len, NULL, 0, 0);
		struct tf_dso *d = tf_profile_dso_row(s->p, k->u.map.dso);
		d->text_base = r->u.map.start;
		d->text_size = r->u.map.len;
	}
}

static void keep_deferred(struct tf_session *s, const struct tf_record *r)
{
	struct deferred *d = tf_vec_push(&s->deferred);
	*d = (struct deferred){r->u.deferred.cookie, r->tid, s->deferred_words.n, 0};
	for (uint64_t i = 0; i < r->u.deferred.n; i++) {
		uint64_t w;
		memcpy(&w, r->u.deferred.chain + 8 * i, 8);
		*tf_vec_push(&s->deferred_words) = r->u.deferred.swap ? __builtin_bswap64(w) : w;
		d->n++;
	}
}

static void keep_build_id(struct tf_session *s, const struct tf_record *r)
{
	struct build_id *b = tf_vec_push(&s->build_ids);
	b->path = tf_strtab_add(tf_profile_strings(s->p), r->u.build_id.path, r->u.build_id.path_len);
	b->len = (uint8_t)(r->u.build_id.len < sizeof b->id ? r->u.build_id.len : sizeof b->id);
	memcpy(b->id, r->u.build_id.id, b->len);
}

static void count(struct tf_session *s, const struct tf_record *r)
{
	struct tf_quality q = {0};
	if (r->kind == TF_REC_LOST) {
		q.lost_events = r->u.lost.count;
		q.lost_chunks = 1;
	} else if (r->kind == TF_REC_LOST_SAMPLES) {
		q.lost_samples = r->u.lost.count;
	} else {
		q.throttled = 1;
	}
	tf_profile_add_quality(s->p, &q);
}

void tf_session_on_record(struct tf_sink *sink, const struct tf_record *r)
{
	struct tf_session *s = (struct tf_session *)sink;
	struct kept_record k = {.time = r->time == TF_NO_TIME ? 0 : r->time, .order = (uint32_t)s->records.n, .pid = r->pid,
				.tid = r->tid, .kind = (uint8_t)r->kind};
	switch (r->kind) {
	case TF_REC_MMAP:
		if (!r->u.map.exec && !is_kernel_map(r))
			return; /* data: no code runs there */
		keep_map(s, r, &k);
		break;
	case TF_REC_KSYMBOL:
		keep_ksymbol(s, r, &k);
		break;
	case TF_REC_COMM:
		k.flag = r->u.comm.exec;
		k.u.comm = tf_strtab_add(tf_profile_strings(s->p), r->u.comm.name, r->u.comm.len);
		break;
	case TF_REC_FORK:
		/* perf announces running processes at time 0; old ones did so without the mark. */
		k.flag = r->u.fork.synthesized || r->time == 0;
		k.u.fork.ppid = r->u.fork.ppid;
		k.u.fork.ptid = r->u.fork.ptid;
		break;
	case TF_REC_DEFERRED_CHAIN:
		keep_deferred(s, r);
		return;
	case TF_REC_BUILD_ID:
		keep_build_id(s, r);
		return;
	case TF_REC_LOST:
	case TF_REC_LOST_SAMPLES:
	case TF_REC_THROTTLE:
		count(s, r);
		return;
	default:
		return;
	}
	*tf_vec_push(&s->records) = k;
}

/* ---- putting them in order ------------------------------------------------------------------ */

static int by_time(const void *a, const void *b)
{
	const struct kept_record *x = a, *y = b;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static int by_cookie(const void *a, const void *b)
{
	const struct deferred *x = a, *y = b;
	if (x->cookie != y->cookie)
		return x->cookie < y->cookie ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static void apply_map(struct tf_session *s, const struct kept_record *k)
{
	struct tf_mapping m = {k->u.map.start, k->u.map.end, k->u.map.shift, k->u.map.dso}, old;
	if (k->kernel) {
		tf_aspace_map(s->kernel, &m, k->time);
		return;
	}
	struct tf_aspace *a = tf_processes_aspace(s->processes, k->pid, k->time);
	/* Programs that copy their own code to huge pages map anonymous memory over it: names of the
	 * file still hold there. */
	if (k->u.map.jit && tf_aspace_covers(a, m.start, m.end, &old) && tf_profile_dso_row(s->p, old.dso)->kind == TF_DSO_FILE) {
		tf_diag_note(tf_profile_diag(s->p), "remapped-text", false, TF_NO_OFFSET,
			     "anonymous executable memory covers mapped code of %s: taken for a copy of it",
			     tf_profile_dso_row(s->p, old.dso)->name);
		return;
	}
	tf_aspace_map(a, &m, k->time);
}

static void apply(struct tf_session *s, const struct kept_record *k)
{
	switch (k->kind) {
	case TF_REC_MMAP:
		apply_map(s, k);
		break;
	case TF_REC_KSYMBOL:
		if (k->flag) {
			tf_aspace_unmap(s->kernel, k->u.map.start, k->u.map.end, k->time);
		} else {
			struct tf_mapping m = {k->u.map.start, k->u.map.end, 0, k->u.map.dso};
			tf_aspace_map(s->kernel, &m, k->time);
		}
		break;
	case TF_REC_COMM:
		tf_processes_comm(s->processes, k->pid, k->tid, k->u.comm, k->flag, k->time);
		break;
	case TF_REC_FORK:
		tf_processes_fork(s->processes, k->pid, k->tid, k->u.fork.ppid, k->u.fork.ptid, k->flag, k->time);
		break;
	}
}

static int by_path(const void *a, const void *b)
{
	const struct build_id *x = a, *y = b;
	return x->path.v < y->path.v ? -1 : x->path.v > y->path.v;
}

/* Build ids that stand in the header, for modules whose maps did not bring them. */
static void give_build_ids(struct tf_session *s)
{
	if (!s->build_ids.n)
		return;
	qsort(s->build_ids.v, s->build_ids.n, sizeof *s->build_ids.v, by_path);
	struct tf_strtab *strings = tf_profile_strings(s->p);
	for (uint32_t i = 1; i <= tf_profile_n_dsos(s->p); i++) {
		struct tf_dso *d = tf_profile_dso_row(s->p, (tf_dso_id){i});
		struct build_id key = {.path = tf_strtab_add(strings, d->path, strlen(d->path))};
		if (d->kind == TF_DSO_JIT || d->kind == TF_DSO_BPF)
			continue;
		const struct build_id *b = bsearch(&key, s->build_ids.v, s->build_ids.n, sizeof key, by_path);
		if (b)
			tf_profile_dso_build_id(s->p, (tf_dso_id){i}, b->id, b->len);
	}
}

void tf_session_on_records_end(struct tf_sink *sink)
{
	struct tf_session *s = (struct tf_session *)sink;
	bool sorted = true;
	for (size_t i = 1; i < s->records.n && sorted; i++)
		sorted = s->records.v[i - 1].time <= s->records.v[i].time;
	if (!sorted)
		qsort(s->records.v, s->records.n, sizeof *s->records.v, by_time);
	for (size_t i = 0; i < s->records.n; i++)
		apply(s, &s->records.v[i]);
	free(s->records.v);
	memset(&s->records, 0, sizeof s->records);
	if (s->deferred.n)
		qsort(s->deferred.v, s->deferred.n, sizeof *s->deferred.v, by_cookie);
	give_build_ids(s);
	tf_processes_freeze(s->processes);
	tf_aspace_freeze(s->kernel);
	struct tf_quality q = {.n_processes = tf_processes_count(s->processes)};
	tf_profile_add_quality(s->p, &q);
	s->frozen = true;
}
