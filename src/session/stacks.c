/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.c - from a sample's addresses to its stack.
 *
 * The work is done once for each distinct call chain: the callers' part of the chain is hashed with
 * its address space, and only a chain that was not seen lately is taken apart. The innermost
 * address, which differs most, is looked up alone. The cache holds 128-bit hashes with a random
 * seed instead of the chains themselves.
 */
#include "config.h"
#include "session/priv.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- who ------------------------------------------------------------------------------------ */

static tf_stack_id comm_stack(struct tf_session *s, const struct tf_thread_at *at, uint32_t pid, uint32_t tid)
{
	char unnamed[24];
	size_t n;
	const char *comm = tf_strtab_get(tf_profile_strings(s->p), at->comm, &n);
	if (!at->comm.v && pid == 0) {
		comm = "swapper";
		n = strlen(comm);
	} else if (!at->comm.v) {
		n = (size_t)snprintf(unnamed, sizeof unnamed, ":%d", (int)tid);
		comm = unnamed;
	}
	return tf_profile_stack(s->p, s->root, tf_profile_named_frame(s->p, s->no_dso, comm, n, TF_FRAME_COMM));
}

const struct thread_entry *tf_session_thread(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x)
{
	uint64_t time = x->time == TF_NO_TIME ? UINT64_MAX - 1 : x->time;
	struct thread_entry *e = &w->threads[(x->tid ^ x->pid * 31) % THREAD_CACHE];
	if (e->used && e->pid == x->pid && e->tid == x->tid && e->from <= time && time < e->to)
		return e;
	struct tf_thread_at at;
	uint64_t from, to;
	tf_processes_find(s->processes, x->pid, x->tid, time, &at);
	*e = (struct thread_entry){.pid = x->pid, .tid = x->tid, .used = true, .from = at.from, .to = at.to, .aspace = at.aspace};
	if (at.aspace) {
		e->space_key = (uint64_t)tf_aspace_uid(at.aspace) << 32 | tf_aspace_epoch(at.aspace, time, &from, &to);
		e->from = from > e->from ? from : e->from;
		e->to = to < e->to ? to : e->to;
	}
	e->kernel_key = (uint64_t)UINT32_MAX << 32 | tf_aspace_epoch(s->kernel, time, &from, &to);
	e->from = from > e->from ? from : e->from;
	e->to = to < e->to ? to : e->to;
	e->comm = comm_stack(s, &at, x->pid, x->tid);
	e->thread = tf_profile_thread(s->p, x->pid, x->tid);
	return e;
}

/* ---- one address ---------------------------------------------------------------------------- */

/* What lies at an address; a return address may lie behind the end of its mapping, since it is the
 * call before it that counts. */
static bool find_mapping(const struct tf_aspace *a, uint64_t addr, bool caller, uint64_t time, struct tf_mapping *m)
{
	return a && ((caller && addr && tf_aspace_find(a, addr - 1, time, m)) || tf_aspace_find(a, addr, time, m));
}

static tf_frame_id find_frame(struct tf_session *s, const struct thread_entry *t, uint64_t addr, uint64_t ctx, uint32_t flags,
			      uint64_t time)
{
	bool caller = flags & TF_FRAME_RETURN;
	struct tf_mapping m;
	switch (ctx) {
	case CTX_KERNEL:
		if (!find_mapping(s->kernel, addr, caller, time, &m))
			m = (struct tf_mapping){.dso = s->kernel_dso};
		break;
	case CTX_HV:
		m = (struct tf_mapping){.dso = s->hv_dso};
		break;
	case CTX_GUEST:
	case CTX_GUEST_KERNEL:
	case CTX_GUEST_USER:
		m = (struct tf_mapping){.dso = s->guest_dso};
		break;
	default:
		if (!find_mapping(t->aspace, addr, caller, time, &m))
			m = (struct tf_mapping){.dso = s->unknown_dso};
		break;
	}
	return tf_profile_frame(s->p, m.dso, addr - m.shift, flags);
}

static tf_frame_id frame_at(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, uint64_t addr,
			    uint64_t ctx, bool caller, uint64_t time)
{
	bool kernel = ctx == CTX_KERNEL || ctx == CTX_HV || ctx == CTX_GUEST_KERNEL;
	uint32_t flags = (kernel ? TF_FRAME_KERNEL : 0) | (caller ? TF_FRAME_RETURN : 0) |
			 (ctx == CTX_GUEST || ctx == CTX_GUEST_KERNEL || ctx == CTX_GUEST_USER ? TF_FRAME_GUEST : 0);
	uint64_t key = kernel ? t->kernel_key : t->space_key;
	struct addr_entry *e = &w->addrs[tf_mix64(addr + key + flags) % ADDR_CACHE];
	if (e->frame && e->addr == addr && e->key == key && e->flags == flags)
		return (tf_frame_id){e->frame};
	tf_frame_id f = find_frame(s, t, addr, ctx, flags, time);
	*e = (struct addr_entry){addr, key, flags, f.v};
	return f;
}

/* ---- call chains ---------------------------------------------------------------------------- */

static uint64_t word_at(const uint8_t *chain, uint64_t i)
{
	uint64_t w;
	memcpy(&w, chain + 8 * i, 8);
	return w;
}

static uint64_t *scratch(struct tf_session_worker *w, uint64_t n)
{
	tf_grow(&w->words, &w->words_cap, n, sizeof *w->words);
	return w->words;
}

static const struct deferred *find_deferred(const struct tf_session *s, uint64_t cookie, uint32_t tid)
{
	size_t lo = 0, hi = s->deferred.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		const struct deferred *d = &s->deferred.v[mid];
		if (d->cookie < cookie || (d->cookie == cookie && d->tid < tid))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->deferred.n && s->deferred.v[lo].cookie == cookie && s->deferred.v[lo].tid == tid ? &s->deferred.v[lo] : NULL;
}

/*
 * Brings the chain into native byte order and joins a user part that the kernel delivered later
 * (PERF_CONTEXT_USER_DEFERRED, cookie). Returns the chain and its number of words.
 */
static const uint8_t *whole_chain(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x, uint64_t *n)
{
	*n = x->n_chain;
	const uint8_t *chain = x->chain;
	if (x->swap) {
		uint64_t *to = scratch(w, *n);
		for (uint64_t i = 0; i < *n; i++)
			to[i] = __builtin_bswap64(word_at(chain, i));
		chain = (const uint8_t *)to;
	}
	if (*n < 2 || word_at(chain, *n - 2) != CTX_USER_DEFERRED)
		return chain;
	const struct deferred *d = find_deferred(s, word_at(chain, *n - 1), x->tid);
	*n -= 2;
	if (!d) {
		w->quality.truncated_stacks++;
		tf_diag_note(s->sink.diag, "no-deferred-chain", true, x->offset, "the user part of a call chain was never delivered");
		return chain;
	}
	uint64_t *to = scratch(w, *n + 1 + d->n);
	memmove(to, chain, *n * 8);
	to[*n] = CTX_USER;
	memcpy(to + *n + 1, s->deferred_words.v + d->at, d->n * 8);
	*n += 1 + (uint64_t)d->n;
	return (const uint8_t *)to;
}

static uint64_t mode_context(enum tf_cpumode mode, uint64_t ip)
{
	switch (mode) {
	case TF_CPU_KERNEL:
		return CTX_KERNEL;
	case TF_CPU_HYPERVISOR:
		return CTX_HV;
	case TF_CPU_GUEST_KERNEL:
		return CTX_GUEST_KERNEL;
	case TF_CPU_GUEST_USER:
		return CTX_GUEST_USER;
	case TF_CPU_USER:
		return CTX_USER;
	default: /* not recorded: kernels live in the upper half */
		return ip >> 63 ? CTX_KERNEL : CTX_USER;
	}
}

/* The callers' stack: words [first, n) of the chain, which begins inside context ctx. */
static tf_stack_id build_callers(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t,
				 const uint8_t *chain, uint64_t first, uint64_t n, uint64_t ctx, uint64_t time)
{
	tf_stack_id stack = t->comm;
	/* Outermost first; the context of a word is the nearest marker before it. */
	uint64_t i = n;
	while (i > first) {
		uint64_t from = i;
		while (from > first && !is_marker(word_at(chain, from - 1)))
			from--;
		uint64_t here = from > first ? word_at(chain, from - 1) : ctx;
		/* The first address behind a marker is where that context was left: not a return
		 * address. */
		for (uint64_t k = i; k > from; k--)
			stack = tf_profile_stack(s->p, stack,
						 frame_at(s, w, t, word_at(chain, k - 1), here, k - 1 != from || from == first, time));
		i = from > first ? from - 1 : first;
	}
	return stack;
}

static void chains_grow(struct tf_session_worker *w)
{
	struct chain_entry *old = w->chains;
	uint32_t n = old ? w->chain_mask + 1 : 0;
	w->chain_mask = n ? n * 2 - 1 : 4095;
	w->chains = tf_xcalloc((size_t)w->chain_mask + 1, sizeof *w->chains);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t at = old[i].lo;
		if (!old[i].stack)
			continue;
		while (w->chains[at & w->chain_mask].stack)
			at++;
		w->chains[at & w->chain_mask] = old[i];
	}
	free(old);
}

/* The slot of a key: its own, or an empty one, or, when the table may not grow any more, its first. */
static struct chain_entry *chain_slot(struct tf_session_worker *w, uint64_t lo, uint64_t hi)
{
	if (w->chain_used >= w->chain_mask / 4 * 3 && w->chain_mask + 1 < CHAIN_CACHE_MAX)
		chains_grow(w);
	for (uint64_t i = 0; i < 8; i++) {
		struct chain_entry *e = &w->chains[(lo + i) & w->chain_mask];
		if (!e->stack || (e->lo == lo && e->hi == hi))
			return e;
	}
	return &w->chains[lo & w->chain_mask];
}

static tf_stack_id callers(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, const uint8_t *chain,
			   uint64_t first, uint64_t n, uint64_t ctx, uint64_t time)
{
	if (first == n)
		return t->comm;
	uint64_t seed = tf_mix64(t->space_key ^ (uint64_t)t->comm.v << 20) ^ t->kernel_key ^ ctx ^ tf_hash_seed();
	XXH128_hash_t h = XXH3_128bits_withSeed(chain + 8 * first, (n - first) * 8, seed);
	struct chain_entry *e = chain_slot(w, h.low64, h.high64);
	if (e->stack && e->lo == h.low64 && e->hi == h.high64)
		return (tf_stack_id){e->stack};
	tf_stack_id stack = build_callers(s, w, t, chain, first, n, ctx, time);
	w->chain_used += !e->stack;
	*e = (struct chain_entry){h.low64, h.high64, stack.v};
	return stack;
}

tf_stack_id tf_session_stack(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t,
			     const struct tf_sample *x)
{
	uint64_t time = x->time == TF_NO_TIME ? UINT64_MAX - 1 : x->time;
	uint64_t n = 0, i = 0, ctx = mode_context(x->mode, x->ip);
	const uint8_t *chain = NULL;
	if (x->has_chain && x->n_chain)
		chain = whole_chain(s, w, x, &n);
	while (i < n && is_marker(word_at(chain, i)))
		ctx = word_at(chain, i++);
	w->quality.no_chain += !x->has_chain;
	w->quality.no_user_chain += x->has_user_stack;
	if (i == n) {
		/* Nothing but the sampled address itself, if that. */
		return tf_profile_stack(s->p, t->comm, frame_at(s, w, t, x->ip, mode_context(x->mode, x->ip), false, time));
	}
	tf_stack_id prefix = callers(s, w, t, chain, i + 1, n, ctx, time);
	return tf_profile_stack(s->p, prefix, frame_at(s, w, t, word_at(chain, i), ctx, false, time));
}
