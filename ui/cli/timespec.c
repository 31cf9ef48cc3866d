/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timespec.c - the ranges of --time, as perf's man pages describe them:
 *   "START,STOP" seconds with fractions, either may be missing; several, with blanks between;
 *   "A%-B%[,C%-D%…]" shares of the time between first and last sample;
 *   "A%/N[,…]" the Nth piece of A percent.
 */
#include "config.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

struct ranges { struct tf_time_range *v; size_t n; };

static bool add(struct ranges *r, uint64_t from, uint64_t to)
{
	struct tf_time_range *v = realloc(r->v, (r->n + 1) * sizeof *v);
	if (!v)
		return false;
	r->v = v;
	r->v[r->n++] = (struct tf_time_range){from, to};
	return true;
}

/* Seconds with up to 9 digits behind the point. *p stands behind it. */
static bool seconds(const char **p, uint64_t *ns)
{
	const char *s = *p;
	uint64_t sec = 0, frac = 0, unit = 100000000;
	if (*s < '0' || *s > '9')
		return false;
	for (; *s >= '0' && *s <= '9'; s++) {
		sec = sec * 10 + (uint64_t)(*s - '0');
		if (sec > 9000000000ULL)
			return false;
	}
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++, unit /= 10)
			frac += unit * (uint64_t)(*s - '0');
	*p = s;
	*ns = sec * 1000000000ULL + frac;
	return true;
}

static bool percent(const char **p, double *out)
{
	char *end;
	if ((**p < '0' || **p > '9') && **p != '.')
		return false;
	*out = strtod(*p, &end);
	if (end == *p || *end != '%' || *out < 0 || *out > 100)
		return false;
	*p = end + 1;
	return true;
}

static bool share(struct ranges *r, double a, double b, uint64_t first, uint64_t last)
{
	double span = (double)(last - first);
	uint64_t from = first + (uint64_t)(a / 100 * span + 0.5);
	uint64_t to = b >= 100 ? last + 1 : first + (uint64_t)(b / 100 * span + 0.5);
	return add(r, from, to);
}

static bool percents(const char *p, uint64_t first, uint64_t last, struct ranges *r)
{
	for (;;) {
		double a, b;
		if (!percent(&p, &a))
			return false;
		if (*p == '/') {
			char *end;
			unsigned long i = strtoul(p + 1, &end, 10);
			if (end == p + 1 || !i || a <= 0 || (double)(i - 1) * a >= 100)
				return false;
			p = end;
			b = (double)i * a < 100 ? (double)i * a : 100;
			a = (double)(i - 1) * a;
		} else {
			if (*p != '-')
				return false;
			p++;
			if (!percent(&p, &b) || b < a)
				return false;
		}
		if (!share(r, a, b, first, last))
			return false;
		while (*p == ',' || *p == ' ')
			p++;
		if (!*p)
			return true;
	}
}

int ui_parse_times(const char *text, uint64_t first, uint64_t last, struct tf_time_range **out, const char **why)
{
	struct ranges r = {NULL, 0};
	const char *p = text;
	*out = NULL;
	if (strchr(text, '%')) {
		if (first == TF_NO_TIME || last == TF_NO_TIME) {
			*why = "the samples have no times to take shares of";
			return -1;
		}
		if (percents(p, first, last, &r)) {
			*out = r.v;
			return (int)r.n;
		}
		goto bad;
	}
	while (*p) {
		uint64_t from = 0, to = UINT64_MAX;
		if (*p != ',' && !seconds(&p, &from))
			goto bad;
		if (*p == ',') {
			p++;
			if (*p && *p != ' ' && !seconds(&p, &to))
				goto bad;
		} else {
			to = from;
		}
		if (to != UINT64_MAX)
			to++; /* perf's ranges include their end */
		if (to < from || !add(&r, from, to))
			goto bad;
		if (*p && *p != ' ')
			goto bad;
		while (*p == ' ')
			p++;
	}
	*out = r.v;
	return (int)r.n;
bad:
	free(r.v);
	*why = "not a time range: START,STOP in seconds, 10%-20% or 10%/2";
	return -1;
}
