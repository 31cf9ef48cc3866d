/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "session/process.h"

#include "base/interner.h"
#include "base/xalloc.h"

/* One life of a process: until it is forked anew under the same pid, or calls exec. */
struct life { uint64_t from; struct tf_aspace *aspace; };
struct process { uint32_t pid; TF_VEC(struct life) lives; };
struct name { uint64_t from; tf_str_id comm; };
struct thread { uint32_t tid; TF_VEC(struct name) names; };

/* Number → index, open addressing; index 0: empty. */
struct map { uint32_t *slot; uint32_t mask; };

struct tf_processes {
	struct tf_strtab *strings;
	TF_VEC(struct process) procs; /* [0] unused */
	TF_VEC(struct thread) threads;
	struct map by_pid, by_tid;
	TF_VEC(struct tf_aspace *) spaces;
};

static uint32_t *map_slot(const struct map *m, uint32_t key, const uint32_t *(*key_of)(const struct tf_processes *, uint32_t),
			  const struct tf_processes *p)
{
	uint32_t i = (uint32_t)tf_mix64(key ^ tf_hash_seed());
	while (m->slot[i & m->mask] && *key_of(p, m->slot[i & m->mask]) != key)
		i++;
	return &m->slot[i & m->mask];
}

static const uint32_t *pid_of(const struct tf_processes *p, uint32_t i) { return &p->procs.v[i].pid; }
static const uint32_t *tid_of(const struct tf_processes *p, uint32_t i) { return &p->threads.v[i].tid; }

static void map_grow(struct map *m, uint32_t n, const uint32_t *(*key_of)(const struct tf_processes *, uint32_t),
		     const struct tf_processes *p)
{
	if (m->slot && n < m->mask / 2)
		return;
	free(m->slot);
	m->mask = m->slot ? m->mask * 2 + 1 : 63;
	m->slot = tf_xcalloc((size_t)m->mask + 1, sizeof *m->slot);
	for (uint32_t i = 1; i < n; i++)
		*map_slot(m, *key_of(p, i), key_of, p) = i;
}

struct tf_processes *tf_processes_new(struct tf_strtab *strings)
{
	struct tf_processes *p = tf_xcalloc(1, sizeof *p);
	p->strings = strings;
	*tf_vec_push(&p->procs) = (struct process){0};
	*tf_vec_push(&p->threads) = (struct thread){0};
	map_grow(&p->by_pid, 1, pid_of, p);
	map_grow(&p->by_tid, 1, tid_of, p);
	return p;
}

void tf_processes_free(struct tf_processes *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->procs.n; i++)
		free(p->procs.v[i].lives.v);
	for (size_t i = 0; i < p->threads.n; i++)
		free(p->threads.v[i].names.v);
	for (size_t i = 0; i < p->spaces.n; i++)
		tf_aspace_free(p->spaces.v[i]);
	free(p->procs.v);
	free(p->threads.v);
	free(p->spaces.v);
	free(p->by_pid.slot);
	free(p->by_tid.slot);
	free(p);
}

static struct process *process(struct tf_processes *p, uint32_t pid)
{
	uint32_t *s = map_slot(&p->by_pid, pid, pid_of, p);
	if (!*s) {
		*s = (uint32_t)p->procs.n;
		*tf_vec_push(&p->procs) = (struct process){.pid = pid};
		map_grow(&p->by_pid, (uint32_t)p->procs.n, pid_of, p);
	}
	return &p->procs.v[*map_slot(&p->by_pid, pid, pid_of, p)];
}

static struct thread *thread(struct tf_processes *p, uint32_t tid)
{
	uint32_t *s = map_slot(&p->by_tid, tid, tid_of, p);
	if (!*s) {
		*s = (uint32_t)p->threads.n;
		*tf_vec_push(&p->threads) = (struct thread){.tid = tid};
		map_grow(&p->by_tid, (uint32_t)p->threads.n, tid_of, p);
	}
	return &p->threads.v[*map_slot(&p->by_tid, tid, tid_of, p)];
}

static struct tf_aspace *new_space(struct tf_processes *p, struct tf_aspace *parent, uint64_t time)
{
	struct tf_aspace *a = tf_aspace_new((uint32_t)p->spaces.n + 1, parent, time);
	*tf_vec_push(&p->spaces) = a;
	return a;
}

static void new_life(struct tf_processes *p, uint32_t pid, struct tf_aspace *parent, uint64_t time)
{
	struct life l = {time, new_space(p, parent, time)};
	*tf_vec_push(&process(p, pid)->lives) = l;
}

static void set_name(struct tf_processes *p, uint32_t tid, tf_str_id comm, uint64_t time)
{
	struct thread *t = thread(p, tid);
	if (t->names.n && t->names.v[t->names.n - 1].comm.v == comm.v)
		return;
	*tf_vec_push(&t->names) = (struct name){time, comm};
}

static tf_str_id last_name(struct tf_processes *p, uint32_t tid)
{
	struct thread *t = thread(p, tid);
	return t->names.n ? t->names.v[t->names.n - 1].comm : (tf_str_id){0};
}

void tf_processes_fork(struct tf_processes *p, uint32_t pid, uint32_t tid, uint32_t ppid, uint32_t ptid, bool synthesized,
		       uint64_t time)
{
	if (synthesized) {
		if (!process(p, pid)->lives.n)
			new_life(p, pid, NULL, time);
		if (pid != tid && !last_name(p, tid).v)
			set_name(p, tid, last_name(p, pid), time);
		return;
	}
	if (pid != ppid) {
		struct process *parent = process(p, ppid);
		new_life(p, pid, parent->lives.n ? parent->lives.v[parent->lives.n - 1].aspace : NULL, time);
	}
	tf_str_id name = last_name(p, ptid);
	if (!name.v)
		name = last_name(p, ppid);
	/* Also when the parent has no name: the one of an earlier thread with this number is over. */
	if (name.v || last_name(p, tid).v)
		set_name(p, tid, name, time);
}

void tf_processes_comm(struct tf_processes *p, uint32_t pid, uint32_t tid, tf_str_id name, bool exec, uint64_t time)
{
	if (exec)
		new_life(p, pid, NULL, time);
	set_name(p, tid, name, time);
}

struct tf_aspace *tf_processes_aspace(struct tf_processes *p, uint32_t pid, uint64_t time)
{
	struct process *q = process(p, pid);
	if (!q->lives.n) {
		new_life(p, pid, NULL, time);
		q = process(p, pid);
	}
	return q->lives.v[q->lives.n - 1].aspace;
}

void tf_processes_freeze(struct tf_processes *p)
{
	for (size_t i = 0; i < p->spaces.n; i++)
		tf_aspace_freeze(p->spaces.v[i]);
}

uint32_t tf_processes_count(const struct tf_processes *p)
{
	return (uint32_t)p->procs.n - 1;
}

/*
 * The index of the row of v (sorted by from) that holds at time, the first one counting from the
 * beginning; narrows out's span to that row's.
 */
#define FIND_AT(vec, time, out, index)                                           \
	do {                                                                     \
		size_t lo = 0, hi = (vec).n;                                     \
		while (lo < hi) {                                                \
			size_t mid = (lo + hi) / 2;                              \
			if ((vec).v[mid].from <= (time))                         \
				lo = mid + 1;                                    \
			else                                                     \
				hi = mid;                                        \
		}                                                                \
		(index) = lo ? lo - 1 : 0;                                       \
		if ((index) && (vec).v[index].from > (out)->from)                \
			(out)->from = (vec).v[index].from;                       \
		if ((index) + 1 < (vec).n && (vec).v[(index) + 1].from < (out)->to) \
			(out)->to = (vec).v[(index) + 1].from;                   \
	} while (0)

static tf_str_id name_at(const struct tf_processes *p, uint32_t tid, uint64_t time, struct tf_thread_at *out)
{
	uint32_t s = *map_slot(&p->by_tid, tid, tid_of, p);
	size_t i;
	if (!s || !p->threads.v[s].names.n)
		return (tf_str_id){0};
	FIND_AT(p->threads.v[s].names, time, out, i);
	return p->threads.v[s].names.v[i].comm;
}

void tf_processes_find(const struct tf_processes *p, uint32_t pid, uint32_t tid, uint64_t time, struct tf_thread_at *out)
{
	*out = (struct tf_thread_at){.from = 0, .to = UINT64_MAX};
	uint32_t s = *map_slot(&p->by_pid, pid, pid_of, p);
	size_t i;
	if (s && p->procs.v[s].lives.n) {
		FIND_AT(p->procs.v[s].lives, time, out, i);
		out->aspace = p->procs.v[s].lives.v[i].aspace;
	}
	out->comm = name_at(p, tid, time, out);
	if (!out->comm.v && tid != pid)
		out->comm = name_at(p, pid, time, out);
}
