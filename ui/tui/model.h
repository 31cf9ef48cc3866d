/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model.h - what all views share: the snapshot, the tree made of it, the stack of zooms and
 * filters, the selection and the search. Nothing here draws.
 */
#ifndef UI_TUI_MODEL_H
#define UI_TUI_MODEL_H

#include <tflame/calltree.h>

#include "tui/path.h"
#include "tui/theme.h"
#include "tui/util.h"

enum ui_transform_kind {
	UI_TR_ZOOM, UI_TR_INVERT, UI_TR_COMM, UI_TR_DSO, UI_TR_SYMBOL, UI_TR_PARENT, UI_TR_PID, UI_TR_TID, UI_TR_CPU,
	UI_TR_KERNEL,
};
struct ui_transform {
	enum ui_transform_kind kind;
	struct ui_path path; /* ZOOM */
	char *text;          /* COMM, DSO, SYMBOL, PARENT */
	uint32_t number;     /* PID, TID, CPU; KERNEL: enum tf_kernel_filter */
};

enum ui_colouring { UI_BY_MODULE, UI_BY_KIND, UI_BY_NONE };

struct ui_model {
	const struct tf_filter *base; /* from the command line, borrowed; NULL: none */
	bool no_comm;
	const struct tf_snapshot *snap; /* a reference; NULL: nothing yet */
	tf_event_id event;
	uint64_t spec_gen;           /* grows when event or filters change */

	struct ui_transform *stack; size_t n_stack, n_redo, cap_stack; /* n_redo: with what was undone */
	bool inverted;               /* the shown tree begins with the leaves */

	struct tf_calltree *built, *turned; /* turned: inverted, NULL: not shown */
	const struct tf_calltree *tree;     /* the shown one; NULL: nothing yet */
	uint64_t gen;                /* grows with every change of tree or zoom */
	uint64_t tree_gen;           /* grows with every new tree */
	uint64_t whole, samples;     /* the root's totals */
	uint32_t zoom; bool zoom_rest; uint32_t zoom_skip;
	uint64_t sym_version; bool cut; /* cut: the inverted tree leaves out what is tiny */

	struct ui_path sel, trail;   /* trail: the longest path gone lately, for going down again */
	uint32_t sel_node; bool sel_rest;

	enum ui_colouring colouring;
	enum tf_order order;
	bool flip;
	double limit;                /* percent; below: merged */

	char *find; struct tf_matcher *matcher; /* NULL: no search */
	uint8_t *hit; uint32_t n_hit_funcs;     /* hit[func id] */
	uint32_t hit_max;                       /* highest id in hit */
	uint64_t matched;                       /* weight below zoom with a match on the stack */
	uint32_t *hits; size_t n_hits; size_t at_hit; /* matching nodes below zoom, heaviest first */

	struct tf_funclist *list; uint64_t list_gen; /* functions below zoom; see ui_model_funcs() */
};

void ui_model_init(struct ui_model *m);
void ui_model_release(struct ui_model *m);
/* Takes a snapshot with its reference and makes the tree anew. */
void ui_model_take(struct ui_model *m, const struct tf_snapshot *s);
/*
 * Takes a snapshot with its reference together with the tree that was made of it (for event and the
 * filters as they are now). Returns the tree there was before: it now belongs to the caller.
 */
struct tf_calltree *ui_model_adopt(struct ui_model *m, struct tf_calltree *t, const struct tf_snapshot *s, tf_event_id event);
/* The first event of s that has weight, or that is not hidden. */
tf_event_id ui_model_first_event(const struct tf_snapshot *s);
/* Makes the tree anew after a change of event or filters. */
void ui_model_rebuild(struct ui_model *m);

/* ---- transforms --------------------------------------------------------------------------- */
/* Pushes one; text is copied, path too. What was undone is forgotten. */
void ui_model_push(struct ui_model *m, enum ui_transform_kind kind, const char *text, uint32_t number);
void ui_model_zoom(struct ui_model *m, uint32_t node, bool rest, uint32_t skip);
/* False: nothing to take back or do again. */
bool ui_model_undo(struct ui_model *m);
bool ui_model_redo(struct ui_model *m);
/* Takes back the last zoom of this orientation only; false: not zoomed. */
bool ui_model_zoom_out(struct ui_model *m);
void ui_model_reset(struct ui_model *m);
/* The filter that the command line and the stack make together; lists borrowed from *room. */
struct ui_filter_room { const char *comm, *dso, *symbol; uint32_t pid, tid, cpu; };
struct tf_filter ui_model_filter(const struct ui_model *m, struct ui_filter_room *room);
/* A transform in words, for the path line. */
void ui_transform_text(const struct ui_model *m, const struct ui_transform *t, struct ui_buf *out);

/* ---- selection ---------------------------------------------------------------------------- */
void ui_model_select(struct ui_model *m, uint32_t node, bool rest);
/* Selects the heaviest frame of a function; false: there is none. */
bool ui_model_select_func(struct ui_model *m, uint32_t func);
/* The heaviest frame of func below the zoom, UINT32_MAX: none. */
uint32_t ui_model_heaviest(const struct ui_model *m, uint32_t func);
/* The selected function, 0: none (the root). */
uint32_t ui_model_sel_func(const struct ui_model *m);

/* ---- search ------------------------------------------------------------------------------- */
/* NULL or "": no search. */
void ui_model_find(struct ui_model *m, const char *text);
/* Selects the next (dir 1) or previous match; false: none. */
bool ui_model_find_step(struct ui_model *m, int dir);
static inline bool ui_model_hit(const struct ui_model *m, uint32_t func) { return m->hit && func <= m->hit_max && m->hit[func]; }

/* ---- names and meanings ------------------------------------------------------------------- */
struct ui_text { const char *s; size_t n; };
/* Never NULL. Any bytes: escape before showing. */
struct ui_text ui_model_name(const struct ui_model *m, uint32_t func);
struct ui_text ui_model_module(const struct ui_model *m, uint32_t func); /* short name, "" if none */
const struct tf_func *ui_model_func(const struct ui_model *m, uint32_t func);
const struct tf_dso *ui_model_dso(const struct ui_model *m, uint32_t func);
enum ui_slot ui_model_slot(const struct ui_model *m, const struct tf_calltree *t, uint32_t node);
/* The functions below the zoom, made when first asked for. NULL: nothing yet. */
const struct tf_funclist *ui_model_funcs(struct ui_model *m);
const struct tf_event *ui_model_event(const struct ui_model *m);
/* The event after this one (or the first) that has samples or is not hidden. */
tf_event_id ui_model_next_event(const struct ui_model *m, tf_event_id after);
uint64_t ui_model_min_weight(const struct ui_model *m);

#endif
