/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/flame_layout.h"

#include <stdlib.h>

#include "tui/util.h"

/* How a weight offset becomes a position: units for scale weight. */
struct build {
	struct ui_flame *f;
	const struct ui_flame_spec *s;
	const uint64_t *total;
	uint64_t scale;
	int units;
	int limit; /* nothing of this scale lies beyond */
};

static int pos(const struct build *b, uint64_t off)
{
	if (off >= b->scale)
		return b->units;
	return (int)(((unsigned __int128)off * (unsigned)b->units + b->scale / 2) / b->scale);
}

/* Whether a weight is at least one column wide, exactly. */
static bool wide(const struct build *b, uint64_t w)
{
	return w >= b->s->min_weight &&
	       (unsigned __int128)w * (unsigned)b->units >= (unsigned __int128)b->scale * (unsigned)b->s->unit;
}

static void push(struct ui_flame *f, struct ui_box box)
{
	ui_grow(&f->boxes, &f->cap, f->n + 1, sizeof *f->boxes);
	f->boxes[f->n++] = box;
}

static void end_row(struct ui_flame *f)
{
	ui_grow(&f->rows, &f->cap_rows, f->n_rows + 2, sizeof *f->rows);
	f->rows[++f->n_rows] = (uint32_t)f->n;
}

static int by_weight(const void *a, const void *b)
{
	const struct ui_flame_kid *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : x->node < y->node ? -1 : x->node > y->node;
}

static int by_name(const void *a, const void *b)
{
	const struct ui_flame_kid *x = a, *y = b;
	return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : x->node < y->node ? -1 : x->node > y->node;
}

static void take_kid(struct ui_flame *f, const struct tf_calltree *t, size_t n, uint32_t c)
{
	ui_grow(&f->kids, &f->cap_kids, n + 1, sizeof *f->kids);
	f->kids[n] = (struct ui_flame_kid){t->total[0][c], c, t->name_rank ? t->name_rank[t->func[c]] : t->func[c]};
}

/* A box for [off, off + weight) inside [x0, x1); nothing if it rounds to no unit. */
static void place(struct build *b, uint32_t parent, int x0, int x1, uint64_t off, uint64_t weight, uint32_t node, uint32_t rest)
{
	int l = ui_max(pos(b, off), x0), r = ui_min(pos(b, off + weight < off ? UINT64_MAX : off + weight), x1);
	if (l < r)
		push(b->f, (struct ui_box){l, r - l, node, rest, parent, off, weight});
}

/*
 * Places the children of one box: those in kids[0 … n) get boxes of their own, in order, then one
 * for the rest: n_rest children of restw weight together, single being one of them.
 */
static void place_kids(struct build *b, uint32_t parent, int x0, int x1, uint64_t off, size_t n, uint32_t n_rest,
		       uint64_t restw, uint32_t single, uint32_t node)
{
	struct ui_flame *f = b->f;
	if (n > 1)
		qsort(f->kids, n, sizeof *f->kids, b->s->order == TF_ORDER_NAME ? by_name : by_weight);
	for (size_t i = 0; i < n; i++) {
		place(b, parent, x0, x1, off, f->kids[i].weight, f->kids[i].node, 0);
		off += f->kids[i].weight;
	}
	if (n_rest == 1)
		place(b, parent, x0, x1, off, restw, single, 0);
	else if (n_rest)
		place(b, parent, x0, x1, off, restw, node, n_rest);
}

static void children(struct build *b, uint32_t bi)
{
	struct ui_flame *f = b->f;
	const struct tf_calltree *t = b->s->tree;
	struct ui_box box = f->boxes[bi];
	size_t n = 0;
	uint32_t n_rest = 0, single = 0;
	uint64_t restw = 0;
	for (uint32_t c = t->first_child[box.node]; c; c = t->next_sibling[c]) {
		uint64_t w = b->total[c];
		if (!w)
			continue;
		if (wide(b, w)) {
			take_kid(f, t, n++, c);
		} else {
			n_rest++;
			single = c;
			restw = restw + w < restw ? UINT64_MAX : restw + w;
		}
	}
	place_kids(b, bi, box.x, box.x + box.w, box.off, n, n_rest, restw, single, box.node);
}

/*
 * The inside of a +N box: the children of zoom behind the skip heaviest. They are drawn to scale
 * as long as that shows more than it hides; where all are alike and too many, one screen of the
 * heaviest is shown to scale among themselves, and one more +N box for the others.
 */
static void inside_rest(struct build *b, uint32_t parent)
{
	struct ui_flame *f = b->f;
	const struct tf_calltree *t = b->s->tree;
	uint32_t zoom = b->s->zoom;
	size_t n = 0, first = b->s->skip;
	for (uint32_t c = t->first_child[zoom]; c; c = t->next_sibling[c])
		if (b->total[c])
			take_kid(f, t, n++, c);
	if (first >= n)
		return;
	qsort(f->kids, n, sizeof *f->kids, by_weight);
	n -= first;
	for (size_t i = 0; i < n; i++)
		f->kids[i] = f->kids[first + i];
	uint64_t sum = 0, shown = 0;
	for (size_t i = 0; i < n; i++)
		sum = sum + f->kids[i].weight < sum ? UINT64_MAX : sum + f->kids[i].weight;
	b->scale = sum;
	size_t k = 0;
	for (; k < n && wide(b, f->kids[k].weight); k++)
		shown += f->kids[k].weight;
	int limit = b->units;
	if (k < n && shown < sum / 2) {
		size_t page = (size_t)ui_max(b->s->cols / 8, 1);
		f->paged = true;
		k = page < n ? page : n;
		shown = 0;
		for (size_t i = 0; i < k; i++)
			shown += f->kids[i].weight;
		if (k < n) {
			limit = b->units - ui_max(b->units / 8, ui_min(b->s->unit, b->units - 1));
			limit = limit / b->s->unit * b->s->unit;
		}
		b->units = limit;
		b->scale = shown;
	}
	uint32_t others = (uint32_t)(n - k), single = k < n ? f->kids[k].node : 0;
	if (f->paged && others) {
		place_kids(b, parent, 0, limit, 0, k, 0, 0, 0, zoom);
		push(f, (struct ui_box){limit, f->width - limit, others == 1 ? single : zoom, others == 1 ? 0 : others, parent,
					shown, sum - shown});
		return;
	}
	place_kids(b, parent, 0, f->width, 0, k, others, sum - shown, single, zoom);
}

void ui_flame_build(struct ui_flame *f, const struct ui_flame_spec *s)
{
	const struct tf_calltree *t = s->tree;
	f->n = f->n_rows = 0;
	f->paged = false;
	f->width = ui_max(s->cols, 1) * s->unit;
	ui_grow(&f->rows, &f->cap_rows, 2, sizeof *f->rows);
	f->rows[0] = 0;
	f->zoom_row = 0;
	if (!t || !t->n || s->zoom >= t->n)
		return;
	struct build b = {.f = f, .s = s, .total = t->total[0], .scale = t->total[0][s->zoom], .units = f->width};
	f->zoom_row = t->depth[s->zoom];
	/* Ancestors from the root down: filled from behind, since only parents are known. */
	size_t above = f->zoom_row;
	ui_grow(&f->boxes, &f->cap, above + 1, sizeof *f->boxes);
	f->n = above + 1;
	for (uint32_t node = s->zoom, i = (uint32_t)above;; node = t->parent[node], i--) {
		f->boxes[i] = (struct ui_box){0, f->width, node, 0, i ? i - 1 : UINT32_MAX, 0, t->total[0][node]};
		if (i == 0)
			break;
	}
	ui_grow(&f->rows, &f->cap_rows, above + 3, sizeof *f->rows);
	for (size_t r = 0; r <= above + 1; r++)
		f->rows[r] = (uint32_t)r;
	f->n_rows = above + 1;
	if (!b.scale)
		return;
	for (;;) {
		size_t from = f->rows[f->n_rows - 1], to = f->n;
		for (size_t i = from; i < to; i++) {
			if (s->rest && f->n_rows == above + 1)
				inside_rest(&b, (uint32_t)i);
			else if (!f->boxes[i].rest)
				children(&b, (uint32_t)i);
		}
		if (f->n == to)
			break;
		end_row(f);
	}
}

void ui_flame_release(struct ui_flame *f)
{
	free(f->boxes);
	free(f->rows);
	free(f->kids);
	*f = (struct ui_flame){0};
}

uint32_t ui_flame_at(const struct ui_flame *f, size_t row, int x)
{
	if (row >= f->n_rows)
		return UINT32_MAX;
	uint32_t lo = f->rows[row], hi = f->rows[row + 1];
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (f->boxes[mid].x + f->boxes[mid].w <= x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < f->rows[row + 1] && f->boxes[lo].x <= x ? lo : UINT32_MAX;
}

static uint32_t find_in_row(const struct ui_flame *f, size_t row, uint32_t node, bool rest)
{
	if (row >= f->n_rows)
		return UINT32_MAX;
	for (uint32_t i = f->rows[row]; i < f->rows[row + 1]; i++)
		if (f->boxes[i].node == node && (f->boxes[i].rest != 0) == rest)
			return i;
	return UINT32_MAX;
}

uint32_t ui_flame_box_of(const struct ui_flame *f, const struct tf_calltree *t, uint32_t node, bool rest)
{
	uint32_t i;
	if (!t || node >= t->n || !f->n_rows)
		return UINT32_MAX;
	if (rest && (i = find_in_row(f, t->depth[node] + 1, node, true)) != UINT32_MAX)
		return i;
	if ((i = find_in_row(f, t->depth[node], node, false)) != UINT32_MAX)
		return i;
	/* Up until the parent is shown; then it is in the parent's +N box, if there is one. */
	while (node) {
		uint32_t up = t->parent[node];
		if ((i = find_in_row(f, t->depth[up], up, false)) != UINT32_MAX) {
			uint32_t r = find_in_row(f, t->depth[up] + 1, up, true);
			return r != UINT32_MAX ? r : i;
		}
		node = up;
	}
	return UINT32_MAX;
}
