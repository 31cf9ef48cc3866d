/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include <tflame/calltree.h>

#include <regex.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/priv.h"

struct tf_matcher {
	char *text;     /* literal: folded to lower case unless exact */
	size_t len;
	bool exact;     /* a capital was typed */
	bool is_regex;
	regex_t regex;
};

static char fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

struct tf_matcher *tf_matcher_new(const char *text)
{
	struct tf_matcher *m = tf_xcalloc(1, sizeof *m);
	bool regex = !strncmp(text, "\\v", 2);
	if (regex)
		text += 2;
	for (const char *p = text; *p; p++)
		m->exact |= *p >= 'A' && *p <= 'Z';
	/* Half-typed expressions are not valid yet: taken literally until they are. */
	m->is_regex = regex && *text && !regcomp(&m->regex, text, REG_EXTENDED | (m->exact ? 0 : REG_ICASE));
	m->text = tf_xstrdup(text);
	m->len = strlen(text);
	if (!m->exact)
		for (char *p = m->text; *p; p++)
			*p = fold(*p);
	return m;
}

void tf_matcher_free(struct tf_matcher *m)
{
	if (!m)
		return;
	if (m->is_regex)
		regfree(&m->regex);
	free(m->text);
	free(m);
}

static bool find_literal(const struct tf_matcher *m, const char *text, size_t len, size_t *from)
{
	if (m->exact || !m->len) {
		const char *p = memmem(text, len, m->text, m->len);
		*from = p ? (size_t)(p - text) : 0;
		return p != NULL;
	}
	for (size_t i = 0; i + m->len <= len; i++) {
		size_t k = 0;
		while (k < m->len && fold(text[i + k]) == m->text[k])
			k++;
		if (k == m->len) {
			*from = i;
			return true;
		}
	}
	return false;
}

bool tf_matcher_find(const struct tf_matcher *m, const char *text, size_t len, size_t *from, size_t *to)
{
	if (m->is_regex) {
		regmatch_t r = {.rm_so = 0, .rm_eo = (regoff_t)len};
		if (regexec(&m->regex, text, 1, &r, REG_STARTEND))
			return false;
		*from = (size_t)r.rm_so;
		*to = (size_t)r.rm_eo;
		return true;
	}
	if (!find_literal(m, text, len, from))
		return false;
	*to = *from + m->len;
	return true;
}

bool tf_matcher_match(const struct tf_matcher *m, const char *text, size_t len)
{
	size_t from, to;
	return tf_matcher_find(m, text, len, &from, &to);
}

uint8_t *tf_matcher_funcs(const struct tf_matcher *m, const struct tf_snapshot *s)
{
	uint32_t n = tf_snapshot_n_funcs(s);
	uint8_t *out = tf_xcalloc((size_t)n + 1, 1);
	for (uint32_t i = 1; i <= n; i++) {
		const struct tf_func *f = tf_snapshot_func(s, (tf_func_id){i});
		if (f)
			out[i] = tf_matcher_match(m, f->name, f->name_len) || (f->linkage && tf_matcher_match(m, f->linkage, strlen(f->linkage))) ||
				 (f->aliases && tf_matcher_match(m, f->aliases, strlen(f->aliases)));
	}
	return out;
}

uint64_t tf_calltree_matched(const struct tf_calltree *t, tf_node_id node, const uint8_t *funcs)
{
	uint64_t sum = 0;
	if (!t->n_columns)
		return 0;
	for (uint32_t i = t->first_child[node.v], next; i; i = next) {
		bool hit = funcs[t->func[i]];
		if (hit)
			sum = tf_sat(sum, t->total[0][i]);
		next = tf_calltree_next(t, node.v, i, hit || !t->total[0][i]);
	}
	return sum;
}
