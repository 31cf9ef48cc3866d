/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fmt.h - numbers as people read them. All write into the caller's buffer and return it. */
#ifndef UI_TUI_FMT_H
#define UI_TUI_FMT_H

#include <tflame/types.h>

struct ui_num { char s[32]; };

/* 81%, 4.3%, 0.04%, <0.01%, 0%: for labels. */
struct ui_num ui_fmt_share(uint64_t part, uint64_t whole);
/* Always two decimals, for columns: 81.25. part above whole (saturated) is 100.00. */
struct ui_num ui_fmt_percent(uint64_t part, uint64_t whole);
/* 812, 12.4k, 3.10M */
struct ui_num ui_fmt_count(uint64_t n);
/* 1,234,567 */
struct ui_num ui_fmt_full(uint64_t n);
/* ns: 812 ns, 4.21 ms, 12.3 s, 3 min 20 s */
struct ui_num ui_fmt_time(uint64_t ns);
/* A weight in its event's unit: a time if that is "ns", else a count. */
struct ui_num ui_fmt_weight(uint64_t n, const char *unit);
/* 95 % interval (Wilson) of a share that rests on n samples, in percent points; <0: no samples. */
double ui_fmt_doubt(uint64_t part, uint64_t whole, uint64_t n);

#endif
