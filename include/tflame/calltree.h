/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calltree.h - call trees, inverted trees, function lists and tables: pure functions of a snapshot.
 *
 * None of these functions does I/O or takes a lock. A tree belongs to one thread; it holds a
 * reference to its snapshot.
 */
#ifndef TFLAME_CALLTREE_H
#define TFLAME_CALLTREE_H

#include <tflame/profile.h>

/* ---- which samples count ------------------------------------------------------------------ */

struct tf_time_range { uint64_t from, to; }; /* from <= time < to */
enum tf_kernel_filter { TF_KERNEL_SHOW, TF_KERNEL_HIDE, TF_KERNEL_ONLY };

/* Zero-filled means everything. Lists are alternatives; different fields must all hold. */
struct tf_filter {
	const char *const *comms; size_t n_comms;     /* exact names of the process */
	const char *const *dsos; size_t n_dsos;       /* path or short name of the innermost frame's module */
	const char *const *symbols; size_t n_symbols; /* any name of the innermost frame's function */
	const uint32_t *pids; size_t n_pids;
	const uint32_t *tids; size_t n_tids;
	const uint32_t *cpus; size_t n_cpus;
	const struct tf_time_range *times; size_t n_times;
	enum tf_kernel_filter kernel; /* HIDE: kernel frames are taken off, their weight stays with the
	                                 user caller; ONLY: samples whose innermost frame is kernel */
	const char *parent; /* substring of the name of any frame of the stack; NULL: any */
};

/* ---- the call tree ------------------------------------------------------------------------ */

enum tf_column_kind { TF_COL_WEIGHT, TF_COL_SAMPLES };
struct tf_column { tf_event_id event; enum tf_column_kind kind; };

struct tf_treespec {
	struct tf_filter filter;         /* borrowed for the call */
	const struct tf_column *columns; /* at least one; columns[0] is the one drawn */
	size_t n_columns;
	bool no_comm;                    /* leave out the level of process names */
};

/*
 * Nodes in order of creation: parent[i] < i. Node 0 is the root ("all", func 0). Nodes whose total
 * is 0 in every column exist and are not to be shown. All arrays have n elements and are valid
 * until the next tf_calltree_build() with this tree.
 */
struct tf_calltree {
	uint32_t n;
	const uint32_t *parent;
	const uint32_t *first_child;  /* 0: none */
	const uint32_t *next_sibling; /* 0: none */
	const uint32_t *func;         /* tf_func_id.v */
	const uint32_t *flags;        /* enum tf_func_flags of this node */
	const uint32_t *depth;        /* root 0 */
	size_t n_columns;
	const uint64_t *const *self;  /* self[column][node], saturating */
	const uint64_t *const *total; /* total[column][node] */
	const uint32_t *name_rank;    /* name_rank[func]: order of functions by name, for sorting */
	const struct tf_snapshot *snapshot; /* the one it was built from */
	struct tf_calltree_priv *priv;
};

/* An empty tree; free with tf_calltree_free() (NULL allowed). */
struct tf_calltree *tf_calltree_new(void);
void tf_calltree_free(struct tf_calltree *t);
/*
 * Makes t the tree of the samples of s that spec selects. Work that an earlier build of the same
 * tree did (structure, sums of older samples) is reused, so that a new filter costs one pass over
 * the samples. Returns 0 or -TF_E….
 */
int tf_calltree_build(struct tf_calltree *t, const struct tf_snapshot *s, const struct tf_treespec *spec);

enum tf_order { TF_ORDER_NAME, TF_ORDER_WEIGHT };
/*
 * Children of node with a total in column 0 above 0, sorted by name (stable, byte order) or weight
 * (descending, then name), into out (room for max). Returns how many there are.
 */
size_t tf_calltree_children(const struct tf_calltree *t, tf_node_id node, enum tf_order order, tf_node_id *out, size_t max);

/*
 * The tree that an inverted (leaf first) view shows: children of the root are the functions with
 * self weight, their children the callers. Built from t for what is at least min_weight in column 0
 * and at most max_depth levels (0: no limit); t must outlive it. Same structure as a call tree:
 * total of a node = weight of the paths through it, self = what ends there (outermost callers).
 * Free with tf_calltree_free().
 */
struct tf_calltree *tf_calltree_invert(const struct tf_calltree *t, uint64_t min_weight, uint32_t max_depth);

/* ---- functions ---------------------------------------------------------------------------- */

/* One function: self and total in each column of the tree; recursion is counted once in total. */
struct tf_funcrow { tf_func_id func; uint32_t flags; const uint64_t *self, *total; /* [n_columns] */ };
struct tf_funclist { size_t n; struct tf_funcrow *rows; size_t n_columns; struct tf_funclist_priv *priv; };
/*
 * All functions of t below node (0: the whole tree) that have weight, sorted by self weight of
 * column 0, then total, then name. Processes' names (TF_FUNC_COMM) are left out.
 */
struct tf_funclist *tf_funclist_new(const struct tf_calltree *t, tf_node_id node);
void tf_funclist_free(struct tf_funclist *l);

/* ---- tables with perf's sort keys --------------------------------------------------------- */

enum tf_key {
	TF_KEY_COMM,   /* tf_func_id of the process name's function */
	TF_KEY_DSO,    /* tf_dso_id */
	TF_KEY_SYMBOL, /* tf_func_id */
	TF_KEY_PARENT, /* tf_func_id of the innermost frame that fits tf_tablespec.parent; 0: other */
	TF_KEY_PID, TF_KEY_TID, TF_KEY_CPU, /* numbers; TF_NO_ID: not recorded */
	TF_KEY_TIME,   /* start of the quantum in ns */
	TF_KEY_PERIOD, /* weight of the single sample */
	TF_KEY_N
};
struct tf_key_info { const char *name; const char *title; const char *help; };
/* Name, column title and help of a key (perf's words). */
const struct tf_key_info *tf_key_info(enum tf_key key);

struct tf_tablespec {
	const enum tf_key *keys; size_t n_keys;
	bool children;  /* also total: weight of samples with the row anywhere on the stack */
	uint64_t time_quantum; /* TF_KEY_TIME: width in ns, 0: 100 ms */
	tf_node_id top;        /* only samples that end in the subtree of this node; 0: all */
	const char *parent;    /* TF_KEY_PARENT: extended regular expression; NULL: perf's default */
};
/* flags: those of the row's function. */
struct tf_tablerow { const uint64_t *keys; uint32_t flags; const uint64_t *self, *total; };
struct tf_table { size_t n; struct tf_tablerow *rows; size_t n_columns; bool children; struct tf_table_priv *priv; };
/*
 * Groups the samples that t's spec selected by the keys. Sorted by total (children) or self of
 * column 0, descending, then by the keys' names. Same filter and columns as t.
 */
struct tf_table *tf_table_new(const struct tf_calltree *t, const struct tf_tablespec *spec);
void tf_table_free(struct tf_table *t);

/* ---- searching ---------------------------------------------------------------------------- */

/*
 * A search text: literal with smart case (a capital makes it exact); with a leading "\v" an
 * extended regular expression, which falls back to literal while it is not valid.
 */
struct tf_matcher;
struct tf_matcher *tf_matcher_new(const char *text);
void tf_matcher_free(struct tf_matcher *m);
bool tf_matcher_match(const struct tf_matcher *m, const char *text, size_t len);
/* Position of the match for highlighting: true and [*from, *to) in bytes. */
bool tf_matcher_find(const struct tf_matcher *m, const char *text, size_t len, size_t *from, size_t *to);

/*
 * For each function of t's snapshot: bit set if its name or an alias matches. out is malloc'ed, one
 * byte a function id (index 0 … n_funcs), freed by the caller.
 */
uint8_t *tf_matcher_funcs(const struct tf_matcher *m, const struct tf_snapshot *s);
/* Weight in column 0 of samples below node with a matching function on the stack, each once. */
uint64_t tf_calltree_matched(const struct tf_calltree *t, tf_node_id node, const uint8_t *funcs);

#endif
