/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ex_folded.c - "comm;frame;frame WEIGHT", one line for each distinct stack of names, sorted by the
 * bytes of the stack.
 *
 * Walks the call tree from the root with one buffer for the path, so that each name is copied about
 * once. Different nodes can have the same path (functions of one name in two modules), so a step
 * takes all nodes of a path together. Siblings are put in order by the rank of two keys a function:
 * its name, at which its own line stands, and its name and ';', with which all lines below it begin
 * ("f 1" < "f x 1" < "f;g 1").
 */
#include "config.h"
#include "export/exporters.h"

#include <string.h>

/* What is ranked: a function, as own line or as the beginning of others. With annotations a
 * function has two names, since inlined calls are marked. */
enum { KEY_BELOW = 1, KEY_INLINE = 2, KEYS = 4 };

struct key { const struct tf_func *f; uint32_t id; const char *suffix; bool below; };
/* One node to be written: own or below. */
struct item { uint32_t rank, node; };
struct level { size_t first, next, end, path; }; /* items of this level not done yet; length of the path */

struct folder {
	const struct tf_calltree *t; /* a column for each event that is added up */
	const struct tf_export_opts *o;
	struct tf_outbuf *out;
	bool annotate;
	uint32_t *rank;  /* [func * KEYS + bits] */
	uint32_t *funcs; /* a function for each rank, to find its name */
	TF_VEC(struct item) items;
	TF_VEC(struct level) levels;
	TF_VEC(uint32_t) nodes;  /* scratch: the nodes of one path */
	TF_VEC(uint32_t) splice; /* scratch: inlined calls to step over */
	char *path; size_t path_cap;
};

static uint64_t add(uint64_t a, uint64_t b)
{
	uint64_t sum;
	return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t self(const struct folder *f, uint32_t node)
{
	uint64_t w = 0;
	for (size_t c = 0; c < f->t->n_columns; c++)
		w = add(w, f->t->self[c][node]);
	return w;
}

static bool weighs(const struct folder *f, uint32_t node)
{
	for (size_t c = 0; c < f->t->n_columns; c++)
		if (f->t->total[c][node])
			return true;
	return false;
}

static const char *suffix_of(const struct folder *f, uint32_t flags)
{
	if (!f->annotate)
		return "";
	return flags & TF_FUNC_KERNEL ? "_[k]" : flags & TF_FUNC_INLINE ? "_[i]" : "";
}

/* The byte of a name as it is written. */
static inline unsigned char shown(char c) { return (unsigned char)(c == ';' ? ':' : c == '\n' ? ' ' : c); }

static unsigned char key_byte(const struct key *k, size_t i, bool *end)
{
	size_t n = k->f->name_len;
	*end = false;
	if (i < n)
		return shown(k->f->name[i]);
	i -= n;
	n = strlen(k->suffix);
	if (i < n)
		return (unsigned char)k->suffix[i];
	*end = i > n || !k->below;
	return ';';
}

static int by_bytes(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	size_t i = 0, n = x->f->name_len < y->f->name_len ? x->f->name_len : y->f->name_len;
	if (!memcmp(x->f->name, y->f->name, n))
		i = n;
	for (;; i++) {
		bool ex, ey;
		unsigned char cx = key_byte(x, i, &ex), cy = key_byte(y, i, &ey);
		if (ex || ey)
			return ey - ex;
		if (cx != cy)
			return cx < cy ? -1 : 1;
	}
}

static void add_key(const struct folder *f, struct key *keys, size_t *n, uint32_t id, unsigned bits)
{
	const struct tf_func *fn = tf_snapshot_func(f->t->snapshot, (tf_func_id){id});
	uint32_t flags = fn->flags | (bits & KEY_INLINE ? TF_FUNC_INLINE : 0);
	keys[(*n)++] = (struct key){fn, id * KEYS + bits, suffix_of(f, flags), bits & KEY_BELOW};
}

/* Ranks the functions that the tree uses; equal names (as written) have equal ranks. */
static void rank_keys(struct folder *f)
{
	uint32_t n_funcs = tf_snapshot_n_funcs(f->t->snapshot);
	f->rank = tf_xcalloc(((size_t)n_funcs + 1) * KEYS, sizeof *f->rank);
	uint8_t *used = tf_xcalloc((size_t)n_funcs + 1, 1);
	size_t n = 0, max = 0;
	for (uint32_t i = 1; i < f->t->n; i++)
		used[f->t->func[i]] |= f->annotate && f->t->flags[i] & TF_FUNC_INLINE ? 2 : 1;
	for (uint32_t i = 1; i <= n_funcs; i++)
		max += (size_t)2 * __builtin_popcount(used[i]);
	struct key *keys = tf_xmalloc((max + 1) * sizeof *keys);
	for (uint32_t i = 1; i <= n_funcs; i++) {
		for (unsigned below = 0; below <= KEY_BELOW; below++) {
			if (used[i] & 1)
				add_key(f, keys, &n, i, below);
			if (used[i] & 2)
				add_key(f, keys, &n, i, below | KEY_INLINE);
		}
	}
	free(used);
	qsort(keys, n, sizeof *keys, by_bytes);
	f->funcs = tf_xmalloc((n + 1) * sizeof *f->funcs);
	uint32_t rank = 0;
	for (size_t i = 0; i < n; i++) {
		if (i && by_bytes(&keys[i - 1], &keys[i]))
			rank++;
		f->rank[keys[i].id] = rank;
		f->funcs[rank] = keys[i].id;
	}
	free(keys);
}

static int by_rank(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static void push_child(struct folder *f, uint32_t c)
{
	const struct tf_calltree *t = f->t;
	unsigned bits = f->annotate && t->flags[c] & TF_FUNC_INLINE ? KEY_INLINE : 0;
	const uint32_t *rank = &f->rank[(size_t)t->func[c] * KEYS + bits];
	*tf_vec_push(&f->items) = (struct item){rank[0], c};
	if (t->first_child[c])
		*tf_vec_push(&f->items) = (struct item){rank[KEY_BELOW], c};
}

/*
 * Puts the children of node on the items. With --no-inline those of inlined calls stand in their
 * place, and own grows by what ends in them.
 */
static void push_children(struct folder *f, uint32_t node, uint64_t *own)
{
	const struct tf_calltree *t = f->t;
	f->splice.n = 0;
	*tf_vec_push(&f->splice) = node;
	while (f->splice.n) {
		for (uint32_t c = t->first_child[f->splice.v[--f->splice.n]]; c; c = t->next_sibling[c]) {
			if (!weighs(f, c))
				continue;
			if (!f->o->no_inline || !(t->flags[c] & TF_FUNC_INLINE)) {
				push_child(f, c);
				continue;
			}
			*own = add(*own, self(f, c));
			*tf_vec_push(&f->splice) = c;
		}
	}
}

static size_t put_name(struct folder *f, size_t at, uint32_t key)
{
	const struct tf_func *fn = tf_snapshot_func(f->t->snapshot, (tf_func_id){key / KEYS});
	uint32_t flags = fn->flags | (key & KEY_INLINE ? TF_FUNC_INLINE : 0);
	const char *suffix = suffix_of(f, flags);
	size_t n = fn->name_len, k = strlen(suffix);
	tf_grow(&f->path, &f->path_cap, at + n + k + 2, 1);
	if (at)
		f->path[at++] = ';';
	for (size_t i = 0; i < n; i++)
		f->path[at + i] = (char)shown(fn->name[i]);
	memcpy(f->path + at + n, suffix, k);
	return at + n + k;
}

static void put_line(struct folder *f, size_t path, uint64_t weight)
{
	if (!weight)
		return;
	tf_outbuf_add(f->out, f->path, path);
	tf_outbuf_addc(f->out, ' ');
	tf_outbuf_u64(f->out, weight);
	tf_outbuf_addc(f->out, '\n');
}

/* Opens a level: the children of f->nodes, whose path has the given length. */
static void enter(struct folder *f, size_t path)
{
	size_t first = f->items.n;
	uint64_t spliced = 0;
	for (size_t i = 0; i < f->nodes.n; i++)
		push_children(f, f->nodes.v[i], &spliced);
	size_t n = f->items.n - first;
	if (n > 1)
		qsort(f->items.v + first, n, sizeof *f->items.v, by_rank);
	*tf_vec_push(&f->levels) = (struct level){first, first, f->items.n, path};
}

/* Weight that ends in the nodes of one path. */
static uint64_t own_weight(struct folder *f, uint32_t node)
{
	uint64_t w = self(f, node);
	if (f->o->no_inline) {
		size_t keep = f->items.n;
		push_children(f, node, &w);
		f->items.n = keep;
	}
	return w;
}

static void walk(struct folder *f)
{
	/* Samples of which not even the process is known. */
	tf_grow(&f->path, &f->path_cap, 16, 1);
	memcpy(f->path, "[unknown]", 9);
	put_line(f, 9, own_weight(f, 0));
	*tf_vec_push(&f->nodes) = 0;
	enter(f, 0);
	while (f->levels.n) {
		struct level *l = &f->levels.v[f->levels.n - 1];
		if (l->next == l->end) {
			f->items.n = l->first;
			f->levels.n--;
			continue;
		}
		uint32_t rank = f->items.v[l->next].rank, key = f->funcs[rank];
		size_t path = put_name(f, l->path, key);
		bool below = key & KEY_BELOW;
		uint64_t own = 0;
		f->nodes.n = 0;
		for (; l->next < l->end && f->items.v[l->next].rank == rank; l->next++) {
			uint32_t node = f->items.v[l->next].node;
			if (below)
				*tf_vec_push(&f->nodes) = node;
			else
				own = add(own, own_weight(f, node));
		}
		if (below)
			enter(f, path);
		else
			put_line(f, path, own);
	}
}

#define MAX_EVENTS 16

/*
 * Without --event: the first event that has samples, and those that measure the same (cycles and
 * cycles:u, or the two kinds of cores of a hybrid machine). Others are other units.
 */
static size_t choose_events(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_column *columns)
{
	enum tf_column_kind kind = o->by_weight ? TF_COL_WEIGHT : TF_COL_SAMPLES;
	tf_event_id first = tf_export_event(s, o->event);
	const struct tf_event *e = tf_snapshot_event(s, first);
	size_t n = 0;
	columns[n++] = (struct tf_column){first, kind};
	for (uint32_t i = first.v + 1; i <= tf_snapshot_n_events(s) && e && e->role && !o->event.v && n < MAX_EVENTS; i++) {
		const struct tf_event *other = tf_snapshot_event(s, (tf_event_id){i});
		if (other->role && !strcmp(other->role, e->role))
			columns[n++] = (struct tf_column){{i}, kind};
	}
	return n;
}

static int write_folded(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_out *out, struct tf_err *err)
{
	struct tf_column columns[MAX_EVENTS];
	struct tf_treespec spec = {.filter = o->filter, .columns = columns, .no_comm = o->no_comm};
	spec.n_columns = choose_events(s, o, columns);
	struct tf_calltree *t = tf_calltree_new();
	int r = tf_calltree_build(t, s, &spec);
	if (r) {
		tf_calltree_free(t);
		return tf_err_set(err, -r, "export", "the call tree could not be built");
	}
	/* Text that came with annotations goes out as it came in. */
	struct folder f = {.t = t, .o = o, .annotate = o->annotate || tf_snapshot_meta(s, "annotated")};
	f.out = tf_export_begin(out);
	rank_keys(&f);
	walk(&f);
	free(f.rank);
	free(f.funcs);
	free(f.items.v);
	free(f.levels.v);
	free(f.nodes.v);
	free(f.splice.v);
	free(f.path);
	tf_calltree_free(t);
	return tf_export_end(f.out, err);
}

const struct tf_exporter tf_ex_folded = {
	.name = "folded",
	.suffix = ".folded",
	.help = "folded stacks for flamegraph.pl, inferno, speedscope …",
	.write = write_folded,
};
