/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.c - from a sample's addresses to its stack.
 *
 * The work is done once for each distinct call chain: the callers' part of the chain is hashed with
 * its address space, and only a chain that was not seen before is taken apart. The innermost
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

static bool is_kernel(uint64_t ctx) { return ctx == CTX_KERNEL || ctx == CTX_HV || ctx == CTX_GUEST_KERNEL; }

static uint32_t frame_flags(uint64_t ctx, bool caller)
{
	bool guest = ctx == CTX_GUEST || ctx == CTX_GUEST_KERNEL || ctx == CTX_GUEST_USER;
	return (is_kernel(ctx) ? TF_FRAME_KERNEL : 0) | (caller ? TF_FRAME_RETURN : 0) | (guest ? TF_FRAME_GUEST : 0);
}

static struct addr_entry *addr_slot(struct tf_session_worker *w, uint64_t addr, uint64_t key, uint32_t flags)
{
	return &w->addrs[tf_mix64(addr + key + flags) & w->addr_mask];
}

static tf_frame_id frame_at(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, uint64_t addr,
			    uint64_t ctx, bool caller, uint64_t time)
{
	uint32_t flags = frame_flags(ctx, caller);
	uint64_t key = is_kernel(ctx) ? t->kernel_key : t->space_key;
	struct addr_entry *e = addr_slot(w, addr, key, flags);
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

/* Puts the words [first, end) of a chain, which begin inside context ctx, on top of a stack. */
static tf_stack_id push_words(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, tf_stack_id stack,
			      const uint8_t *chain, uint64_t first, uint64_t end, uint64_t ctx, uint64_t time)
{
	/* Outermost first; the context of a word is the nearest marker before it. */
	uint64_t i = end;
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

#define PROBES 8

static uint32_t chain_find(const struct tf_session *s, XXH128_hash_t h)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct chain_entry *e = &s->chains[(h.high64 + i) & s->chain_mask];
		uint64_t lo = atomic_load_explicit(&e->lo, memory_order_relaxed);
		if (!lo)
			return 0;
		if (lo != (h.low64 | 1))
			continue;
		uint32_t stack = atomic_load_explicit(&e->stack, memory_order_acquire);
		if (stack && atomic_load_explicit(&e->hi, memory_order_relaxed) == h.high64)
			return stack;
	}
	return 0;
}

static void chain_keep(struct tf_session *s, XXH128_hash_t h, tf_stack_id stack)
{
	for (uint32_t i = 0; i < PROBES; i++) {
		struct chain_entry *e = &s->chains[(h.high64 + i) & s->chain_mask];
		uint64_t lo = 0;
		if (atomic_compare_exchange_strong(&e->lo, &lo, h.low64 | 1)) {
			atomic_store_explicit(&e->hi, h.high64, memory_order_relaxed);
			atomic_store_explicit(&e->stack, stack.v, memory_order_release);
			return;
		}
		if (lo == (h.low64 | 1))
			return; /* another worker was faster */
	}
}

static XXH128_hash_t chain_hash(const struct thread_entry *t, const uint8_t *chain, uint64_t first, uint64_t n, uint64_t ctx)
{
	uint64_t seed = tf_mix64(t->space_key ^ (uint64_t)t->comm.v << 20) ^ t->kernel_key ^ ctx ^ tf_hash_seed();
	return XXH3_128bits_withSeed(chain + 8 * first, (n - first) * 8, seed);
}

/*
 * The stack of words [first, n) of a chain, which begins inside context ctx and has this hash. A
 * new chain mostly differs from known ones near its inner end only, so the known part is looked for
 * at growing distances from there, and what had to be built is remembered at each of these places.
 */
static tf_stack_id callers(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, const uint8_t *chain,
			   uint64_t first, uint64_t n, uint64_t ctx, XXH128_hash_t hash, uint64_t time)
{
	struct { uint64_t at, ctx; XXH128_hash_t hash; } cut[16];
	int k = 0;
	tf_stack_id stack = t->comm;
	uint64_t at = first, end = n;
	while (at < n && k < 16) {
		cut[k].at = at;
		cut[k].ctx = ctx;
		cut[k].hash = k ? chain_hash(t, chain, at, n, ctx) : hash;
		uint32_t known = chain_find(s, cut[k].hash);
		if (known) {
			stack.v = known;
			end = at;
			break;
		}
		uint64_t next = at + ((uint64_t)2 << k++);
		for (; at < next && at < n; at++)
			if (is_marker(word_at(chain, at)))
				ctx = word_at(chain, at);
		/* A part may not begin with the first address of a context: it would look like a
		 * return address. */
		while (at < n && is_marker(word_at(chain, at - 1))) {
			if (is_marker(word_at(chain, at)))
				ctx = word_at(chain, at);
			at++;
		}
	}
	while (k--) {
		stack = push_words(s, w, t, stack, chain, cut[k].at, end, cut[k].ctx, time);
		end = cut[k].at;
		chain_keep(s, cut[k].hash, stack);
	}
	return stack;
}

/* ---- samples -------------------------------------------------------------------------------- */

/* What a sample's chain is about: its innermost address, and where its callers' words begin. */
struct parts { const uint8_t *chain; uint64_t n, first, leaf, ctx; };

static struct parts take_apart(struct tf_session *s, struct tf_session_worker *w, const struct tf_sample *x)
{
	struct parts p = {.ctx = mode_context(x->mode, x->ip)};
	uint64_t i = 0, ctx = p.ctx;
	if (x->has_chain && x->n_chain)
		p.chain = whole_chain(s, w, x, &p.n);
	while (i < p.n && is_marker(word_at(p.chain, i)))
		ctx = word_at(p.chain, i++);
	w->quality.no_chain += !x->has_chain;
	w->quality.no_user_chain += x->has_user_stack;
	if (i == p.n) {
		/* Nothing but the sampled address itself, if that. */
		p.first = p.n;
		p.leaf = x->ip;
		return p;
	}
	p.first = i + 1;
	p.leaf = word_at(p.chain, i);
	p.ctx = ctx;
	return p;
}

/* All at once, for samples that cannot wait. */
static tf_stack_id stack_now(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, const struct parts *p,
			     uint64_t time)
{
	tf_stack_id prefix = t->comm;
	if (p->first < p->n)
		prefix = callers(s, w, t, p->chain, p->first, p->n, p->ctx, chain_hash(t, p->chain, p->first, p->n, p->ctx), time);
	return tf_profile_stack(s->p, prefix, frame_at(s, w, t, p->leaf, p->ctx, false, time));
}

/* Second step: the innermost frame and the callers' stack; the stack's slot is asked for. */
static void find_parts(struct tf_session *s, struct tf_session_worker *w)
{
	struct waiting *e = &w->ring[w->ring_named++ % RING];
	XXH128_hash_t h = {e->hash_lo, e->hash_hi};
	e->frame = frame_at(s, w, &e->thread, e->leaf, e->ctx, false, e->time);
	e->prefix = e->thread.comm;
	if (e->n_words)
		e->prefix = callers(s, w, &e->thread, (const uint8_t *)e->words, 0, e->n_words, e->ctx, h, e->time);
	tf_profile_stack_soon(s->p, e->prefix, e->frame);
}

/* Third step: the stack's row is asked for. */
static void see_slot(struct tf_session *s, struct tf_session_worker *w)
{
	struct waiting *e = &w->ring[w->ring_seen++ % RING];
	tf_profile_stack_next(s->p, e->prefix, e->frame);
}

static void finish_one(struct tf_session *s, struct tf_session_worker *w)
{
	struct waiting *e = &w->ring[w->ring_out++ % RING];
	e->row.stack = tf_profile_stack(s->p, e->prefix, e->frame);
	tf_session_push(s, w, &e->row);
}

static void step(struct tf_session *s, struct tf_session_worker *w, uint32_t lag)
{
	if (w->ring_in - w->ring_named > lag)
		find_parts(s, w);
	if (w->ring_named - w->ring_seen > lag)
		see_slot(s, w);
	if (w->ring_seen - w->ring_out > lag)
		finish_one(s, w);
}

void tf_session_drain(struct tf_session *s, struct tf_session_worker *w)
{
	while (w->ring_out != w->ring_in)
		step(s, w, 0);
}

void tf_session_add(struct tf_session *s, struct tf_session_worker *w, const struct thread_entry *t, const struct tf_sample *x,
		    const struct tf_sample_row *row)
{
	uint64_t time = x->time == TF_NO_TIME ? UINT64_MAX - 1 : x->time;
	struct parts p = take_apart(s, w, x);
	if (x->n_reads || p.n - p.first > RING_WORDS) {
		struct tf_sample_row r = *row;
		r.stack = stack_now(s, w, t, &p, time);
		if (x->n_reads)
			tf_session_reads(s, w, x, &r);
		tf_session_push(s, w, &r);
		return;
	}
	struct waiting *e = &w->ring[w->ring_in % RING];
	e->row = *row;
	e->thread = *t;
	e->time = time;
	e->ctx = p.ctx;
	e->n_words = (uint32_t)(p.n - p.first);
	if (e->n_words) {
		memcpy(e->words, p.chain + 8 * p.first, 8 * e->n_words);
		XXH128_hash_t h = chain_hash(t, (const uint8_t *)e->words, 0, e->n_words, p.ctx);
		e->hash_lo = h.low64;
		e->hash_hi = h.high64;
		__builtin_prefetch(&s->chains[h.high64 & s->chain_mask]);
	}
	e->leaf = p.leaf;
	__builtin_prefetch(addr_slot(w, p.leaf, is_kernel(p.ctx) ? t->kernel_key : t->space_key, frame_flags(p.ctx, false)));
	w->ring_in++;
	step(s, w, LAG);
}
