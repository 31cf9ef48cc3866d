/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/path.h"

#include <stdlib.h>
#include <string.h>

#include "tui/util.h"

void ui_path_release(struct ui_path *p)
{
	free(p->v);
	*p = (struct ui_path){0};
}

void ui_path_copy(struct ui_path *to, const struct ui_path *from)
{
	if (to == from)
		return;
	ui_grow(&to->v, &to->cap, from->n, sizeof *to->v);
	if (from->n)
		memcpy(to->v, from->v, from->n * sizeof *to->v);
	to->n = from->n;
	to->rest = from->rest;
	to->skip = from->skip;
}

void ui_path_set(struct ui_path *p, const struct tf_calltree *t, uint32_t node, bool rest)
{
	p->rest = rest;
	p->skip = 0;
	p->n = t && node < t->n ? t->depth[node] : 0;
	ui_grow(&p->v, &p->cap, p->n, sizeof *p->v);
	for (size_t i = p->n; i > 0; node = t->parent[node])
		p->v[--i] = (struct ui_step){t->func[node], (t->flags[node] & TF_FUNC_INLINE) != 0};
}

uint32_t ui_path_resolve(const struct ui_path *p, const struct tf_calltree *t, bool *whole)
{
	uint32_t node = 0;
	size_t i = 0;
	for (; t && t->n && i < p->n; i++) {
		uint32_t c = t->first_child[node];
		while (c && (t->func[c] != p->v[i].func || !t->total[0][c] ||
			     ((t->flags[c] & TF_FUNC_INLINE) != 0) != p->v[i].inlined))
			c = t->next_sibling[c];
		if (!c)
			break;
		node = c;
	}
	if (whole)
		*whole = i == p->n;
	return node;
}

bool ui_path_begins(const struct ui_path *p, const struct ui_path *with)
{
	if (p->n < with->n)
		return false;
	for (size_t i = 0; i < with->n; i++)
		if (p->v[i].func != with->v[i].func || p->v[i].inlined != with->v[i].inlined)
			return false;
	return true;
}
