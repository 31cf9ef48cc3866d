/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/model.h"

#include <stdlib.h>
#include <string.h>

/* An inverted tree has a node for each function on each path; beyond this many it is cut. */
#define INVERTED_MAX 3000000u

void ui_model_init(struct ui_model *m)
{
	*m = (struct ui_model){0};
	m->built = tf_calltree_new();
}

static void free_search(struct ui_model *m)
{
	tf_matcher_free(m->matcher);
	free(m->find);
	free(m->hit);
	free(m->hits);
	m->matcher = NULL;
	m->find = NULL;
	m->hit = NULL;
	m->hits = NULL;
	m->n_hits = 0;
	m->n_hit_funcs = 0;
	m->matched = 0;
}

void ui_model_release(struct ui_model *m)
{
	free_search(m);
	tf_funclist_free(m->list);
	tf_calltree_free(m->turned);
	tf_calltree_free(m->built);
	for (size_t i = 0; i < m->n_redo; i++) {
		ui_path_release(&m->stack[i].path);
		free(m->stack[i].text);
	}
	free(m->stack);
	ui_path_release(&m->sel);
	ui_path_release(&m->trail);
	tf_snapshot_unref(m->snap);
}

const struct tf_event *ui_model_event(const struct ui_model *m)
{
	return m->snap ? tf_snapshot_event(m->snap, m->event) : NULL;
}

static tf_event_id next_event(const struct tf_snapshot *s, tf_event_id after)
{
	uint32_t n = s ? tf_snapshot_n_events(s) : 0;
	tf_event_id fallback = {0};
	for (uint32_t i = 0; i < n; i++) {
		tf_event_id id = {(after.v + i) % n + 1};
		const struct tf_event *e = tf_snapshot_event(s, id);
		if (!e || e->hidden)
			continue;
		if (!fallback.v)
			fallback = id;
		if (tf_snapshot_event_sum(s, id).weight)
			return id;
	}
	return fallback.v ? fallback : (tf_event_id){n ? 1 : 0};
}

tf_event_id ui_model_next_event(const struct ui_model *m, tf_event_id after) { return next_event(m->snap, after); }
tf_event_id ui_model_first_event(const struct tf_snapshot *s) { return next_event(s, (tf_event_id){0}); }

/* How large the inverted tree may get: frames with weight of their own times their depth. */
static uint64_t inverted_floor(const struct tf_calltree *t, bool *cut)
{
	uint64_t floor = 1, n = 0;
	*cut = false;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->self[0][i])
			n += t->depth[i];
	while (n > INVERTED_MAX) {
		*cut = true;
		floor = floor < 2 ? t->total[0][0] / 100000 + 2 : floor > UINT64_MAX / 2 ? UINT64_MAX : floor * 2;
		n = 0;
		for (uint32_t i = 0; i < t->n; i++)
			if (t->self[0][i] >= floor)
				n += t->depth[i];
		if (floor > t->total[0][0])
			break;
	}
	return floor;
}

static int hit_order(const void *a, const void *b, void *arg)
{
	const struct ui_model *m = arg;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	uint64_t wx = m->tree->total[0][x], wy = m->tree->total[0][y];
	return wx != wy ? (wx < wy ? 1 : -1) : x < y ? -1 : x > y;
}

/* Marks the nodes below the zoom: one pass, since parents come before their children. */
static void collect_hits(struct ui_model *m)
{
	const struct tf_calltree *t = m->tree;
	free(m->hits);
	m->hits = NULL;
	m->n_hits = m->at_hit = 0;
	m->matched = 0;
	if (!m->hit || !t || !t->n)
		return;
	size_t cap = 0;
	uint8_t *below = ui_xcalloc(t->n, 1);
	for (uint32_t i = m->zoom; i < t->n; i++) {
		below[i] = i == m->zoom || below[t->parent[i]];
		if (!below[i] || !t->total[0][i] || !ui_model_hit(m, t->func[i]))
			continue;
		ui_grow(&m->hits, &cap, m->n_hits + 1, sizeof *m->hits);
		m->hits[m->n_hits++] = i;
	}
	free(below);
	if (m->n_hits)
		qsort_r(m->hits, m->n_hits, sizeof *m->hits, hit_order, m);
	m->matched = tf_calltree_matched(t, (tf_node_id){m->zoom}, m->hit);
}

static void match_funcs(struct ui_model *m)
{
	free(m->hit);
	m->hit = NULL;
	m->n_hit_funcs = 0;
	if (!m->matcher || !m->snap)
		return;
	/* Functions are still being named: there may be more of them in the next line than in this. */
	m->hit_max = tf_snapshot_n_funcs(m->snap);
	m->hit = tf_matcher_funcs(m->matcher, m->snap);
	for (uint32_t i = 1; m->hit && i <= m->hit_max; i++)
		m->n_hit_funcs += m->hit[i] != 0;
}

/* Finds zoom and selection again after a new tree or another transform. */
static void resolve(struct ui_model *m)
{
	const struct ui_transform *zoom = NULL;
	for (size_t i = 0; i < m->n_stack; i++) {
		if (m->stack[i].kind == UI_TR_INVERT)
			zoom = NULL;
		else if (m->stack[i].kind == UI_TR_ZOOM)
			zoom = &m->stack[i];
	}
	bool whole = false;
	m->zoom = zoom ? ui_path_resolve(&zoom->path, m->tree, &whole) : 0;
	m->zoom_rest = zoom && whole && zoom->path.rest;
	m->zoom_skip = m->zoom_rest ? zoom->path.skip : 0;
	m->sel_node = ui_path_resolve(&m->sel, m->tree, &whole);
	m->sel_rest = whole && m->sel.rest;
	m->gen++;
	collect_hits(m);
}

/* Everything that follows from a new m->built. */
static void use_tree(struct ui_model *m, bool ok)
{
	bool turn = false;
	for (size_t i = 0; i < m->n_stack; i++)
		turn ^= m->stack[i].kind == UI_TR_INVERT;
	m->tree_gen++;
	if (ok && m->built->n) {
		m->tree = m->built;
		m->whole = m->built->total[0][0];
		m->samples = m->built->total[1][0];
		if (turn)
			m->turned = tf_calltree_invert(m->built, inverted_floor(m->built, &m->cut), 0);
		if (m->turned)
			m->tree = m->turned;
	}
	m->inverted = m->turned != NULL;
	match_funcs(m);
	resolve(m);
}

/* What was made of the tree there was. */
static void drop_tree(struct ui_model *m)
{
	tf_calltree_free(m->turned);
	tf_funclist_free(m->list);
	m->turned = NULL;
	m->list = NULL;
	m->list_gen = 0;
	m->tree = NULL;
}

void ui_model_rebuild(struct ui_model *m)
{
	if (!m->snap)
		return;
	if (!m->event.v || !tf_snapshot_event(m->snap, m->event))
		m->event = ui_model_first_event(m->snap);
	struct ui_filter_room room;
	const struct tf_column columns[] = {{m->event, TF_COL_WEIGHT}, {m->event, TF_COL_SAMPLES}};
	const struct tf_treespec spec = {ui_model_filter(m, &room), columns, 2, m->no_comm};
	drop_tree(m);
	m->spec_gen++;
	use_tree(m, tf_calltree_build(m->built, m->snap, &spec) == 0);
}

void ui_model_take(struct ui_model *m, const struct tf_snapshot *s)
{
	if (m->snap)
		tf_snapshot_unref(m->snap);
	m->snap = s;
	ui_model_rebuild(m);
}

struct tf_calltree *ui_model_adopt(struct ui_model *m, struct tf_calltree *t, const struct tf_snapshot *s, tf_event_id event)
{
	struct tf_calltree *before = m->built;
	drop_tree(m);
	tf_snapshot_unref(m->snap);
	m->snap = s;
	m->event = event;
	m->built = t;
	use_tree(m, true);
	return before;
}

/* ---- transforms ------------------------------------------------------------------------------ */

static bool changes_tree(enum ui_transform_kind k) { return k != UI_TR_ZOOM; }

static struct ui_transform *push(struct ui_model *m, enum ui_transform_kind kind)
{
	while (m->n_redo > m->n_stack) {
		struct ui_transform *t = &m->stack[--m->n_redo];
		ui_path_release(&t->path);
		free(t->text);
	}
	ui_grow(&m->stack, &m->cap_stack, m->n_stack + 1, sizeof *m->stack);
	struct ui_transform *t = &m->stack[m->n_stack++];
	m->n_redo = m->n_stack;
	*t = (struct ui_transform){.kind = kind};
	return t;
}

/* The selected function keeps being selected when the tree is turned round. */
static void turn(struct ui_model *m, uint32_t func)
{
	if (!func || !m->tree)
		return;
	if (m->inverted) {
		const struct tf_calltree *t = m->tree;
		for (uint32_t c = t->first_child[0]; c; c = t->next_sibling[c])
			if (t->func[c] == func && t->total[0][c]) {
				ui_model_select(m, c, false);
				return;
			}
	}
	ui_model_select_func(m, func);
}

static void changed(struct ui_model *m, enum ui_transform_kind kind)
{
	uint32_t func = ui_model_sel_func(m);
	if (changes_tree(kind))
		ui_model_rebuild(m);
	else
		resolve(m);
	if (kind == UI_TR_INVERT)
		turn(m, func);
}

void ui_model_push(struct ui_model *m, enum ui_transform_kind kind, const char *text, uint32_t number)
{
	struct ui_transform *t = push(m, kind);
	t->text = text ? ui_xstrdup(text) : NULL;
	t->number = number;
	changed(m, kind);
}

void ui_model_zoom(struct ui_model *m, uint32_t node, bool rest, uint32_t skip)
{
	if (!m->tree || node >= m->tree->n)
		return;
	struct ui_transform *t = push(m, UI_TR_ZOOM);
	ui_path_set(&t->path, m->tree, node, rest);
	t->path.skip = skip;
	changed(m, UI_TR_ZOOM);
}

bool ui_model_undo(struct ui_model *m)
{
	if (!m->n_stack)
		return false;
	m->n_stack--;
	changed(m, m->stack[m->n_stack].kind);
	return true;
}

bool ui_model_redo(struct ui_model *m)
{
	if (m->n_stack == m->n_redo)
		return false;
	m->n_stack++;
	changed(m, m->stack[m->n_stack - 1].kind);
	return true;
}

bool ui_model_zoom_out(struct ui_model *m)
{
	/* Only the top of the stack can be taken off; below a filter a wider zoom is pushed. */
	if (m->n_stack && m->stack[m->n_stack - 1].kind == UI_TR_ZOOM)
		return ui_model_undo(m);
	if (!m->zoom && !m->zoom_rest)
		return false;
	ui_model_zoom(m, m->zoom_rest ? m->zoom : m->tree->parent[m->zoom], false, 0);
	return true;
}

void ui_model_reset(struct ui_model *m)
{
	bool tree = false;
	uint32_t func = ui_model_sel_func(m);
	bool was = m->inverted;
	for (size_t i = 0; i < m->n_stack; i++)
		tree |= changes_tree(m->stack[i].kind);
	m->n_stack = 0; /* all of it can be done again */
	if (tree)
		ui_model_rebuild(m);
	else
		resolve(m);
	if (was != m->inverted)
		turn(m, func);
}

/* ---- selection ------------------------------------------------------------------------------- */

void ui_model_select(struct ui_model *m, uint32_t node, bool rest)
{
	if (!m->tree || node >= m->tree->n)
		return;
	m->sel_node = node;
	m->sel_rest = rest;
	ui_path_set(&m->sel, m->tree, node, rest);
	if (!ui_path_begins(&m->trail, &m->sel))
		ui_path_copy(&m->trail, &m->sel);
}

uint32_t ui_model_heaviest(const struct ui_model *m, uint32_t func)
{
	const struct tf_calltree *t = m->tree;
	uint32_t best = UINT32_MAX;
	if (!t || !t->n || !func)
		return best;
	uint8_t *below = ui_xcalloc(t->n, 1);
	for (uint32_t i = m->zoom; i < t->n; i++) {
		below[i] = i == m->zoom || below[t->parent[i]];
		if (below[i] && t->func[i] == func && t->total[0][i] &&
		    (best == UINT32_MAX || t->total[0][i] > t->total[0][best]))
			best = i;
	}
	free(below);
	return best;
}

bool ui_model_select_func(struct ui_model *m, uint32_t func)
{
	uint32_t node = ui_model_heaviest(m, func);
	if (node == UINT32_MAX)
		return false;
	ui_model_select(m, node, false);
	return true;
}

uint32_t ui_model_sel_func(const struct ui_model *m)
{
	return m->tree && m->sel_node < m->tree->n ? m->tree->func[m->sel_node] : 0;
}

/* ---- search ---------------------------------------------------------------------------------- */

void ui_model_find(struct ui_model *m, const char *text)
{
	free_search(m);
	if (!text || !*text || !strcmp(text, "\\v"))
		return;
	m->find = ui_xstrdup(text);
	m->matcher = tf_matcher_new(text);
	match_funcs(m);
	collect_hits(m);
}

bool ui_model_find_step(struct ui_model *m, int dir)
{
	if (!m->n_hits)
		return false;
	/* From where one is, if that is a match; else the heaviest. */
	size_t at = m->n_hits;
	if (m->at_hit < m->n_hits && m->hits[m->at_hit] == m->sel_node)
		at = m->at_hit;
	for (size_t i = 0; at == m->n_hits && i < m->n_hits; i++)
		if (m->hits[i] == m->sel_node)
			at = i;
	if (at == m->n_hits)
		at = dir > 0 ? 0 : m->n_hits - 1;
	else
		at = (at + (dir > 0 ? 1 : m->n_hits - 1)) % m->n_hits;
	m->at_hit = at;
	ui_model_select(m, m->hits[at], false);
	return true;
}
