/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/fmt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double share(uint64_t part, uint64_t whole)
{
	if (!whole)
		return 0;
	double v = 100.0 * (double)part / (double)whole;
	return v > 100 ? 100 : v;
}

struct ui_num ui_fmt_share(uint64_t part, uint64_t whole)
{
	struct ui_num o;
	double v = share(part, whole);
	if (v >= 9.95)
		snprintf(o.s, sizeof o.s, "%.0f%%", v);
	else if (v >= 0.095)
		snprintf(o.s, sizeof o.s, "%.1f%%", v);
	else if (v >= 0.01)
		snprintf(o.s, sizeof o.s, "%.2f%%", v);
	else
		snprintf(o.s, sizeof o.s, part ? "<0.01%%" : "0%%");
	return o;
}

struct ui_num ui_fmt_percent(uint64_t part, uint64_t whole)
{
	struct ui_num o;
	snprintf(o.s, sizeof o.s, "%.2f", share(part, whole));
	return o;
}

struct ui_num ui_fmt_count(uint64_t n)
{
	static const char unit[] = " kMGTPE";
	struct ui_num o;
	double v = (double)n;
	int i = 0;
	if (n < 10000) {
		snprintf(o.s, sizeof o.s, "%llu", (unsigned long long)n);
		return o;
	}
	while (v >= 999.5 && unit[i + 1]) {
		v /= 1000;
		i++;
	}
	snprintf(o.s, sizeof o.s, v < 9.995 ? "%.2f%c" : v < 99.95 ? "%.1f%c" : "%.0f%c", v, unit[i]);
	return o;
}

struct ui_num ui_fmt_full(uint64_t n)
{
	char d[24];
	struct ui_num o;
	int len = snprintf(d, sizeof d, "%llu", (unsigned long long)n), k = 0;
	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			o.s[k++] = ',';
		o.s[k++] = d[i];
	}
	o.s[k] = 0;
	return o;
}

struct ui_num ui_fmt_time(uint64_t ns)
{
	struct ui_num o;
	double v = (double)ns;
	if (ns < 1000)
		snprintf(o.s, sizeof o.s, "%u ns", (unsigned)ns);
	else if (v < 999.5e3)
		snprintf(o.s, sizeof o.s, "%.3g us", v / 1e3);
	else if (v < 999.5e6)
		snprintf(o.s, sizeof o.s, "%.3g ms", v / 1e6);
	else if (v < 99.95e9)
		snprintf(o.s, sizeof o.s, "%.3g s", v / 1e9);
	else if (v < 3600e9)
		snprintf(o.s, sizeof o.s, "%llu min %llu s", (unsigned long long)(ns / 60000000000u),
			 (unsigned long long)(ns / 1000000000u % 60));
	else
		snprintf(o.s, sizeof o.s, "%llu h %llu min", (unsigned long long)(ns / 3600000000000u),
			 (unsigned long long)(ns / 60000000000u % 60));
	return o;
}

struct ui_num ui_fmt_weight(uint64_t n, const char *unit)
{
	return unit && !strcmp(unit, "ns") ? ui_fmt_time(n) : ui_fmt_count(n);
}

double ui_fmt_doubt(uint64_t part, uint64_t whole, uint64_t n)
{
	if (!n || !whole)
		return -1;
	const double z = 1.96;
	double p = share(part, whole) / 100, dn = (double)n;
	return 100 * z * sqrt(p * (1 - p) / dn + z * z / (4 * dn * dn)) / (1 + z * z / dn);
}
