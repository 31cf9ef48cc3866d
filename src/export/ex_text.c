/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ex_text.c - the call tree as indented text: share, weight, samples and name, heaviest first. */
#include "config.h"
#include "export/exporters.h"

#include <string.h>

#define SHALLOW 60 /* levels that are shown by indenting; deeper ones say their number */

struct level { tf_node_id *children; size_t n, i; };
struct texter {
	const struct tf_calltree *t;
	struct tf_outbuf *out;
	double all, limit;
	TF_VEC(struct level) levels;
};

static void put_node(struct texter *x, uint32_t node)
{
	const struct tf_calltree *t = x->t;
	const struct tf_func *f = tf_snapshot_func(t->snapshot, (tf_func_id){t->func[node]});
	const struct tf_dso *d = f->flags & TF_FUNC_COMM ? NULL : tf_snapshot_dso(t->snapshot, f->dso);
	uint32_t depth = t->depth[node] - 1;
	tf_outbuf_addf(x->out, "%6.2f%% %14llu %10llu  ", x->all > 0 ? (double)t->total[0][node] * 100 / x->all : 0.0,
		       (unsigned long long)t->total[0][node], (unsigned long long)t->total[1][node]);
	for (uint32_t i = 0; i < depth && i < SHALLOW; i++)
		tf_outbuf_add(x->out, "  ", 2);
	if (depth > SHALLOW)
		tf_outbuf_addf(x->out, "(level %u) ", depth);
	tf_export_escaped(x->out, f->name, f->name_len);
	if (t->flags[node] & TF_FUNC_KERNEL)
		tf_outbuf_adds(x->out, " [k]");
	if (t->flags[node] & TF_FUNC_INLINE)
		tf_outbuf_adds(x->out, " (inlined)");
	if (d && *d->name && !(f->flags & TF_FUNC_UNRESOLVED)) {
		tf_outbuf_adds(x->out, "  ");
		tf_export_text(x->out, d->name);
	}
	if (t->self[0][node] && t->first_child[node])
		tf_outbuf_addf(x->out, "  self %.2f%%", (double)t->self[0][node] * 100 / x->all);
	tf_outbuf_addc(x->out, '\n');
}

static void enter(struct texter *x, uint32_t node)
{
	struct level l = {0};
	l.n = tf_calltree_children(x->t, (tf_node_id){node}, TF_ORDER_WEIGHT, NULL, 0);
	l.children = tf_xmalloc((l.n + 1) * sizeof *l.children);
	tf_calltree_children(x->t, (tf_node_id){node}, TF_ORDER_WEIGHT, l.children, l.n);
	*tf_vec_push(&x->levels) = l;
}

static void walk(struct texter *x)
{
	enter(x, 0);
	while (x->levels.n) {
		struct level *l = &x->levels.v[x->levels.n - 1];
		if (l->i == l->n || (double)x->t->total[0][l->children[l->i].v] * 100 < x->limit * x->all) {
			free(l->children);
			x->levels.n--;
			continue;
		}
		uint32_t node = l->children[l->i++].v;
		put_node(x, node);
		enter(x, node);
	}
}

static int write_text(const struct tf_snapshot *s, const struct tf_export_opts *o, struct tf_out *out, struct tf_err *err)
{
	tf_event_id event = tf_export_event(s, o->event);
	/* shares are of weights, as in perf report */
	struct tf_column columns[2] = {{event, TF_COL_WEIGHT}, {event, TF_COL_SAMPLES}};
	struct tf_treespec spec = {.filter = o->filter, .columns = columns, .n_columns = 2, .no_comm = o->no_comm};
	struct tf_calltree *t = tf_calltree_new();
	int r = tf_calltree_build(t, s, &spec);
	if (r) {
		tf_calltree_free(t);
		return tf_err_set(err, -r, "export", "the call tree could not be built");
	}
	struct texter x = {.t = t, .out = tf_export_begin(out), .all = (double)t->total[0][0], .limit = o->percent_limit};
	const struct tf_event *e = tf_snapshot_event(s, event);
	tf_outbuf_adds(x.out, "# event: ");
	tf_export_text(x.out, e ? e->name : "none");
	tf_outbuf_addf(x.out, ", %llu samples, weight %llu%s%s\n", (unsigned long long)t->total[1][0],
		       (unsigned long long)t->total[0][0], e && e->unit ? " " : "", e && e->unit ? e->unit : "");
	tf_outbuf_addf(x.out, "# %5s %14s %10s  %s\n", "share", "weight", "samples", "call tree");
	walk(&x);
	free(x.levels.v);
	tf_calltree_free(t);
	return tf_export_end(x.out, err);
}

const struct tf_exporter tf_ex_text = {
	.name = "text", .suffix = ".txt", .help = "call tree as indented text", .write = write_text,
};
