/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "symbol/symtab.h"

#include <string.h>

/* Longer names than any compiler makes; a bound for what a hostile string table can say. */
#define MAX_NAME 65535

void tf_symtab_init(struct tf_symtab *t, bool later_wins)
{
	*t = (struct tf_symtab){.later_wins = later_wins, .n_strings = 1};
}

void tf_symtab_release(struct tf_symtab *t)
{
	free(t->sym.v);
	free(t->own);
	free(t->seg_addr);
	free(t->seg_sym);
	tf_symtab_init(t, t->later_wins);
}

unsigned tf_symtab_strings(struct tf_symtab *t, const char *block)
{
	tf_assert(t->n_strings < TF_SYM_STRINGS);
	t->strings[t->n_strings] = block;
	return t->n_strings++;
}

uint32_t tf_symtab_own(struct tf_symtab *t, const char *name, size_t len, const char *tail)
{
	size_t at = t->own_n, m = strlen(tail);
	if (len > MAX_NAME)
		len = MAX_NAME;
	if (at + len + m + 1 > UINT32_MAX)
		return 0; /* four GiB of names: the first has to do */
	tf_grow(&t->own, &t->own_cap, at + len + m + 1, 1);
	memcpy(t->own + at, name, len);
	memcpy(t->own + at + len, tail, m + 1);
	t->own_n += len + m + 1;
	return (uint32_t)at;
}

void tf_symtab_add(struct tf_symtab *t, uint64_t addr, uint64_t size, uint64_t limit, unsigned strings, uint32_t name,
		   unsigned rank, uint16_t tag)
{
	uint64_t covers = size ? size : limit > addr ? limit - addr : 1;
	if (t->sym.n >= TF_SYM_NONE)
		return;
	*tf_vec_push(&t->sym) = (struct tf_sym){.addr = addr,
						.size = covers > UINT32_MAX ? UINT32_MAX : (uint32_t)covers,
						.name = name,
						.tag = tag,
						.strings = (uint8_t)strings,
						.rank = rank & 7,
						.no_size = !size};
}

void tf_sort_pairs(struct tf_pair *v, size_t n)
{
	uint64_t differ = 0;
	bool sorted = true;
	for (size_t i = 1; i < n; i++) {
		differ |= v[i].key ^ v[0].key;
		sorted &= v[i - 1].key <= v[i].key;
	}
	if (sorted)
		return;
	struct tf_pair *to = tf_xmalloc(n * sizeof *to), *from = v, *tmp = to;
	for (unsigned shift = 0; shift < 64; shift += 8) {
		size_t at[256] = {0}, sum = 0;
		if (!(differ >> shift & 255))
			continue;
		for (size_t i = 0; i < n; i++)
			at[from[i].key >> shift & 255]++;
		for (unsigned b = 0; b < 256; b++) {
			size_t k = at[b];
			at[b] = sum;
			sum += k;
		}
		for (size_t i = 0; i < n; i++)
			to[at[from[i].key >> shift & 255]++] = from[i];
		struct tf_pair *x = from;
		from = to;
		to = x;
	}
	if (from != v)
		memcpy(v, from, n * sizeof *v);
	free(tmp);
}

void tf_symtab_sort(struct tf_symtab *t)
{
	size_t n = t->sym.n, i = 1;
	while (i < n && t->sym.v[i - 1].addr <= t->sym.v[i].addr)
		i++;
	if (i >= n)
		return;
	struct tf_pair *p = tf_xmalloc(n * sizeof *p);
	for (i = 0; i < n; i++)
		p[i] = (struct tf_pair){t->sym.v[i].addr, (uint32_t)i, 0};
	tf_sort_pairs(p, n);
	struct tf_sym *v = tf_xmalloc(n * sizeof *v);
	for (i = 0; i < n; i++)
		v[i] = t->sym.v[p[i].value];
	free(t->sym.v);
	free(p);
	t->sym.v = v;
	t->sym.cap = n;
}

static const char *raw_name(const struct tf_symtab *t, const struct tf_sym *s)
{
	return (s->strings ? t->strings[s->strings] : t->own) + s->name;
}

/* Rule 3 of the header: whether a is the better name. */
static bool better(const struct tf_symtab *t, const struct tf_sym *a, const struct tf_sym *b)
{
	if (a->rank != b->rank)
		return a->rank < b->rank;
	const char *x = raw_name(t, a), *y = raw_name(t, b);
	size_t ux = strspn(x, "_"), uy = strspn(y, "_");
	if (ux != uy)
		return ux < uy;
	size_t nx = strnlen(x, MAX_NAME), ny = strnlen(y, MAX_NAME);
	if (nx != ny)
		return nx < ny;
	return memcmp(x, y, nx) < 0;
}

/* ---- who holds what ---------------------------------------------------------------------------- */

struct open {
	uint64_t end;
	uint32_t sym, order;
};

/* A sweep over the addresses; the open symbol of the highest order holds the place. */
struct sweep {
	struct tf_symtab *t;
	TF_VEC(struct open) heap;
	size_t cap;
	struct open loose; /* the symbol without size that reaches to here; sym TF_SYM_NONE: none */
};

static void emit(struct sweep *w, uint64_t addr, uint32_t sym)
{
	struct tf_symtab *t = w->t;
	if (t->n_seg && t->seg_addr[t->n_seg - 1] == addr)
		t->n_seg--; /* nothing was held for no bytes */
	if (t->n_seg ? t->seg_sym[t->n_seg - 1] == sym : sym == TF_SYM_NONE)
		return;
	if (t->n_seg == w->cap) {
		w->cap = w->cap ? w->cap * 2 : t->sym.n + 1;
		t->seg_addr = tf_xrealloc(t->seg_addr, w->cap, sizeof *t->seg_addr);
		t->seg_sym = tf_xrealloc(t->seg_sym, w->cap, sizeof *t->seg_sym);
	}
	t->seg_addr[t->n_seg] = addr;
	t->seg_sym[t->n_seg++] = sym;
}

static void heap_push(struct sweep *w, struct open x)
{
	*tf_vec_push(&w->heap) = x;
	struct open *h = w->heap.v;
	size_t i = w->heap.n - 1;
	for (; i && h[(i - 1) / 2].order < x.order; i = (i - 1) / 2)
		h[i] = h[(i - 1) / 2];
	h[i] = x;
}

static void heap_pop(struct sweep *w)
{
	struct open *h = w->heap.v, x = h[--w->heap.n];
	size_t n = w->heap.n, i = 0, c;
	for (; (c = 2 * i + 1) < n; i = c) {
		if (c + 1 < n && h[c + 1].order > h[c].order)
			c++;
		if (h[c].order < x.order)
			break;
		h[i] = h[c];
	}
	if (n)
		h[i] = x;
}

/* Closes what ends at or before addr. */
static void close_until(struct sweep *w, uint64_t addr)
{
	while (w->heap.n && w->heap.v[0].end <= addr) {
		uint64_t end = w->heap.v[0].end;
		do
			heap_pop(w);
		while (w->heap.n && w->heap.v[0].end <= end);
		emit(w, end, w->heap.n ? w->heap.v[0].sym : TF_SYM_NONE);
	}
	if (w->loose.sym != TF_SYM_NONE) {
		if (w->loose.end < addr)
			emit(w, w->loose.end, TF_SYM_NONE);
		w->loose.sym = TF_SYM_NONE;
	}
}

/* The symbols [i, end) begin at one address. */
static void open_group(struct sweep *w, size_t i, size_t end)
{
	const struct tf_sym *v = w->t->sym.v;
	size_t best = i, sized = TF_SYM_NONE, size = 0;
	for (size_t k = i; k < end; k++) {
		if (v[k].rank != TF_RANK_BOUND &&
		    (v[best].rank == TF_RANK_BOUND || (k > i && better(w->t, &v[k], &v[best]))))
			best = k;
		if (!v[k].no_size && v[k].rank != TF_RANK_BOUND && v[k].size > size) {
			size = v[k].size;
			sized = k;
		}
	}
	uint64_t addr = v[i].addr;
	if (sized != TF_SYM_NONE) {
		uint64_t stop = addr + size < addr ? UINT64_MAX : addr + size;
		heap_push(w, (struct open){stop, (uint32_t)best, (uint32_t)i});
		emit(w, addr, w->heap.v[0].sym);
	} else if (!w->heap.n) {
		bool named = v[best].rank != TF_RANK_BOUND;
		uint64_t stop = addr + v[best].size < addr ? UINT64_MAX : addr + v[best].size;
		if (named)
			w->loose = (struct open){stop, (uint32_t)best, 0};
		emit(w, addr, named ? (uint32_t)best : TF_SYM_NONE);
	}
}

static void open_one(struct sweep *w, size_t i, uint32_t order)
{
	const struct tf_sym *s = &w->t->sym.v[i];
	uint64_t stop = s->addr + s->size < s->addr ? UINT64_MAX : s->addr + s->size;
	heap_push(w, (struct open){stop, (uint32_t)i, order});
	emit(w, s->addr, w->heap.v[0].sym);
}

void tf_symtab_finish(struct tf_symtab *t)
{
	struct sweep w = {.t = t, .loose = {0, TF_SYM_NONE, 0}};
	/* In tables where later entries win, the name's offset tells the order of adding. */
	tf_symtab_sort(t);
	for (size_t i = 0, end; i < t->sym.n; i = end) {
		for (end = i + 1; end < t->sym.n && t->sym.v[end].addr == t->sym.v[i].addr;)
			end++;
		close_until(&w, t->sym.v[i].addr);
		if (!t->later_wins) {
			open_group(&w, i, end);
			continue;
		}
		for (size_t k = i; k < end; k++)
			open_one(&w, k, t->sym.v[k].name);
	}
	close_until(&w, UINT64_MAX);
	free(w.heap.v);
}

uint32_t tf_symtab_find(const struct tf_symtab *t, uint64_t addr)
{
	size_t lo = 0, hi = t->n_seg;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (t->seg_addr[mid] <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? t->seg_sym[lo - 1] : TF_SYM_NONE;
}

const char *tf_symtab_name(const struct tf_symtab *t, uint32_t i, size_t *len)
{
	const char *s = raw_name(t, &t->sym.v[i]);
	size_t n = strnlen(s, MAX_NAME);
	const char *at = t->later_wins ? NULL : memchr(s, '@', n);
	*len = at && at > s && at[1] == '@' ? (size_t)(at - s) : n;
	return s;
}

void tf_symtab_aliases(const struct tf_symtab *t, uint32_t i, unsigned max,
		       void (*fn)(void *ctx, const char *name, size_t len), void *ctx)
{
	const struct tf_sym *v = t->sym.v;
	size_t first = i, end = i + 1, len, n;
	const char *name = tf_symtab_name(t, i, &len), *told[64];
	unsigned k = 0;
	while (first && v[first - 1].addr == v[i].addr)
		first--;
	while (end < t->sym.n && v[end].addr == v[i].addr)
		end++;
	if (max > 64)
		max = 64;
	for (size_t j = first; j < end && k < max; j++) {
		if (j == i || v[j].rank == TF_RANK_BOUND)
			continue;
		const char *s = tf_symtab_name(t, (uint32_t)j, &n);
		bool seen = n == len && !memcmp(s, name, n);
		for (unsigned m = 0; m < k && !seen; m++)
			seen = !strncmp(told[m], s, n) && (!told[m][n] || told[m][n] == '@');
		if (seen)
			continue;
		told[k++] = s;
		fn(ctx, s, n);
	}
}
