/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names, meanings and filters of the model. */
#include "config.h"
#include "tui/model.h"

#include <stdlib.h>
#include <string.h>
#include <tflame/text.h>

#define NOBODY 0xfffffffeu /* a pid that no process has: selects nothing */

static bool in_texts(const char *const *v, size_t n, const char *s)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(v[i], s))
			return true;
	return !n;
}

/* Modules may be given by path or by their last part. */
static bool in_modules(const char *const *v, size_t n, const char *s)
{
	const char *last = strrchr(s, '/');
	for (size_t i = 0; i < n; i++) {
		const char *vl = strrchr(v[i], '/');
		if (!strcmp(v[i], s) || !strcmp(vl ? vl + 1 : v[i], last ? last + 1 : s))
			return true;
	}
	return !n;
}

static bool in_numbers(const uint32_t *v, size_t n, uint32_t x)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] == x)
			return true;
	return !n;
}

/* What the screen adds can only narrow what the command line chose. */
struct tf_filter ui_model_filter(const struct ui_model *m, struct ui_filter_room *r)
{
	static const uint32_t nobody = NOBODY;
	struct tf_filter f = m->base ? *m->base : (struct tf_filter){0};
	struct tf_filter b = f;
	bool none = false;
	for (size_t i = 0; i < m->n_stack; i++) {
		const struct ui_transform *t = &m->stack[i];
		switch (t->kind) {
		case UI_TR_COMM:
			none |= !in_texts(b.comms, b.n_comms, t->text) || (f.comms == &r->comm && strcmp(r->comm, t->text));
			r->comm = t->text;
			f.comms = &r->comm;
			f.n_comms = 1;
			break;
		case UI_TR_DSO:
			none |= !in_modules(b.dsos, b.n_dsos, t->text) || (f.dsos == &r->dso && !in_modules(&r->dso, 1, t->text));
			r->dso = t->text;
			f.dsos = &r->dso;
			f.n_dsos = 1;
			break;
		case UI_TR_SYMBOL:
			none |= !in_texts(b.symbols, b.n_symbols, t->text) || (f.symbols == &r->symbol && strcmp(r->symbol, t->text));
			r->symbol = t->text;
			f.symbols = &r->symbol;
			f.n_symbols = 1;
			break;
		case UI_TR_PARENT:
			f.parent = t->text;
			break;
		case UI_TR_PID:
			none |= !in_numbers(b.pids, b.n_pids, t->number) || (f.pids == &r->pid && r->pid != t->number);
			r->pid = t->number;
			f.pids = &r->pid;
			f.n_pids = 1;
			break;
		case UI_TR_TID:
			none |= !in_numbers(b.tids, b.n_tids, t->number) || (f.tids == &r->tid && r->tid != t->number);
			r->tid = t->number;
			f.tids = &r->tid;
			f.n_tids = 1;
			break;
		case UI_TR_CPU:
			none |= !in_numbers(b.cpus, b.n_cpus, t->number) || (f.cpus == &r->cpu && r->cpu != t->number);
			r->cpu = t->number;
			f.cpus = &r->cpu;
			f.n_cpus = 1;
			break;
		case UI_TR_KERNEL:
			f.kernel = (enum tf_kernel_filter)t->number;
			break;
		case UI_TR_ZOOM:
		case UI_TR_INVERT:
			break;
		}
	}
	if (none) {
		f.pids = &nobody;
		f.n_pids = 1;
	}
	return f;
}

static void add_safe(struct ui_buf *out, const char *s, size_t n)
{
	char safe[1024];
	tf_escape(safe, sizeof safe, s, n);
	ui_buf_adds(out, safe);
}

void ui_transform_text(const struct ui_model *m, const struct ui_transform *t, struct ui_buf *out)
{
	static const char *const kernel[] = {"with kernel", "without kernel", "kernel only"};
	struct ui_text name;
	switch (t->kind) {
	case UI_TR_ZOOM:
		name = ui_model_name(m, t->path.n ? t->path.v[t->path.n - 1].func : 0);
		ui_buf_adds(out, t->path.rest ? "small ones in " : "zoom ");
		add_safe(out, name.s, name.n);
		break;
	case UI_TR_INVERT: ui_buf_adds(out, "inverted"); break;
	case UI_TR_COMM: ui_buf_adds(out, "comm="); add_safe(out, t->text, strlen(t->text)); break;
	case UI_TR_DSO: ui_buf_adds(out, "dso="); add_safe(out, t->text, strlen(t->text)); break;
	case UI_TR_SYMBOL: ui_buf_adds(out, "symbol="); add_safe(out, t->text, strlen(t->text)); break;
	case UI_TR_PARENT: ui_buf_adds(out, "stack has "); add_safe(out, t->text, strlen(t->text)); break;
	case UI_TR_PID: ui_buf_addf(out, "pid=%u", t->number); break;
	case UI_TR_TID: ui_buf_addf(out, "tid=%u", t->number); break;
	case UI_TR_CPU: ui_buf_addf(out, "cpu=%u", t->number); break;
	case UI_TR_KERNEL: ui_buf_adds(out, kernel[t->number % 3]); break;
	}
}

const struct tf_func *ui_model_func(const struct ui_model *m, uint32_t func)
{
	return m->snap ? tf_snapshot_func(m->snap, (tf_func_id){func}) : NULL;
}

const struct tf_dso *ui_model_dso(const struct ui_model *m, uint32_t func)
{
	const struct tf_func *f = ui_model_func(m, func);
	return f ? tf_snapshot_dso(m->snap, f->dso) : NULL;
}

struct ui_text ui_model_name(const struct ui_model *m, uint32_t func)
{
	const struct tf_func *f = ui_model_func(m, func);
	if (!func)
		return (struct ui_text){"all", 3};
	if (!f || !f->name)
		return (struct ui_text){"[unknown]", 9};
	return (struct ui_text){f->name, f->name_len};
}

struct ui_text ui_model_module(const struct ui_model *m, uint32_t func)
{
	const struct tf_dso *d = ui_model_dso(m, func);
	if (!d || !d->name)
		return (struct ui_text){"", 0};
	return (struct ui_text){d->name, strlen(d->name)};
}

static unsigned hash(const char *s, size_t n)
{
	unsigned h = 2166136261u;
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h ^ h >> 15;
}

enum ui_slot ui_model_slot(const struct ui_model *m, const struct tf_calltree *t, uint32_t node)
{
	uint32_t func = t->func[node], flags = t->flags[node];
	const struct tf_func *f = ui_model_func(m, func);
	if (!func || !f)
		return UI_SLOT_ALL;
	flags |= f->flags;
	if (flags & (TF_FUNC_COMM | TF_FUNC_MARK))
		return UI_SLOT_COMM;
	if (m->colouring == UI_BY_NONE)
		return UI_SLOT_PLAIN;
	if (flags & TF_FUNC_UNRESOLVED)
		return UI_SLOT_UNKNOWN;
	if (flags & (TF_FUNC_KERNEL | TF_FUNC_BPF))
		return UI_SLOT_KERNEL;
	if (m->colouring == UI_BY_KIND)
		return flags & TF_FUNC_INLINE ? UI_SLOT_INLINE : flags & TF_FUNC_JIT ? UI_SLOT_JIT : UI_SLOT_USER;
	const struct tf_dso *d = ui_model_dso(m, func);
	/* Text often names no modules; then names tell frames apart, as in every flame graph. */
	unsigned h = d && d->kind != TF_DSO_UNKNOWN && d->name && *d->name ? f->dso.v : hash(f->name, f->name_len);
	return (enum ui_slot)(UI_SLOT_MODULE + h % UI_MODULE_HUES);
}

const struct tf_funclist *ui_model_funcs(struct ui_model *m)
{
	if (!m->tree)
		return NULL;
	if (!m->list || m->list_gen != m->gen) {
		tf_funclist_free(m->list);
		/* Always of the upright tree: self and total mean the same then. */
		uint32_t node = m->inverted ? 0 : m->zoom;
		m->list = tf_funclist_new(m->built, (tf_node_id){node});
		m->list_gen = m->gen;
	}
	return m->list;
}

uint64_t ui_model_min_weight(const struct ui_model *m)
{
	if (!m->tree || m->limit <= 0)
		return 0;
	double w = (double)m->whole * m->limit / 100;
	return w >= 1.8e19 ? UINT64_MAX : (uint64_t)w;
}
