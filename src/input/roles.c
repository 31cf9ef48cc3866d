/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/roles.h"

#include <string.h>
#include <strings.h>

#include "input/perf_abi.h"

/* include/uapi/linux/perf_event.h: enum perf_hw_id, perf_sw_ids, perf_hw_cache_*. */
#define CACHE(id, op, result) ((id) | (op) << 8 | (result) << 16)
static const struct { uint32_t type; uint64_t config; const char *role; } by_config[] = {
	{PT_HARDWARE, 0, "cycles"},
	{PT_HARDWARE, 1, "instructions"},
	{PT_HARDWARE, 2, "cache-references"},
	{PT_HARDWARE, 3, "cache-misses"},
	{PT_HARDWARE, 4, "branches"},
	{PT_HARDWARE, 5, "branch-misses"},
	{PT_HARDWARE, 7, "stalled-cycles-frontend"},
	{PT_HARDWARE, 8, "stalled-cycles-backend"},
	{PT_HARDWARE, 9, "ref-cycles"},
	{PT_SOFTWARE, 0, "cpu-clock"},
	{PT_SOFTWARE, 1, "task-clock"},
	{PT_SOFTWARE, 2, "page-faults"},
	{PT_SOFTWARE, 3, "context-switches"},
	{PT_SOFTWARE, 4, "cpu-migrations"},
	{PT_SOFTWARE, 5, "minor-faults"},
	{PT_SOFTWARE, 6, "major-faults"},
	{PT_HW_CACHE, CACHE(0, 0, 0), "L1-dcache-loads"},
	{PT_HW_CACHE, CACHE(0, 0, 1), "L1-dcache-load-misses"},
	{PT_HW_CACHE, CACHE(1, 0, 1), "L1-icache-load-misses"},
	{PT_HW_CACHE, CACHE(2, 0, 0), "LLC-loads"},
	{PT_HW_CACHE, CACHE(2, 0, 1), "LLC-load-misses"},
	{PT_HW_CACHE, CACHE(3, 0, 0), "dTLB-loads"},
	{PT_HW_CACHE, CACHE(3, 0, 1), "dTLB-load-misses"},
	{PT_HW_CACHE, CACHE(5, 0, 0), "branches"},
	{PT_HW_CACHE, CACHE(5, 0, 1), "branch-misses"},
};

/*
 * Names without PMU and modifiers, in small letters with '-' for '_'. The second half are names of
 * processors' own events (Intel's and Arm's lists) that measure just this.
 */
static const struct { const char *name, *role; } by_name[] = {
	{"cycles", "cycles"}, {"cpu-cycles", "cycles"},
	{"ref-cycles", "ref-cycles"},
	{"instructions", "instructions"}, {"inst-retired", "instructions"}, {"inst-retired.any", "instructions"},
	{"cache-references", "cache-references"}, {"cache-misses", "cache-misses"},
	{"branches", "branches"}, {"branch-instructions", "branches"}, {"branch-loads", "branches"},
	{"branch-misses", "branch-misses"}, {"branch-load-misses", "branch-misses"},
	{"stalled-cycles-frontend", "stalled-cycles-frontend"}, {"idle-cycles-frontend", "stalled-cycles-frontend"},
	{"stalled-cycles-backend", "stalled-cycles-backend"}, {"idle-cycles-backend", "stalled-cycles-backend"},
	{"l1-dcache-loads", "L1-dcache-loads"}, {"l1-dcache-load-misses", "L1-dcache-load-misses"},
	{"l1-icache-load-misses", "L1-icache-load-misses"},
	{"llc-loads", "LLC-loads"}, {"llc-load-misses", "LLC-load-misses"},
	{"dtlb-loads", "dTLB-loads"}, {"dtlb-load-misses", "dTLB-load-misses"},
	{"cpu-clock", "cpu-clock"}, {"task-clock", "task-clock"},
	{"page-faults", "page-faults"}, {"faults", "page-faults"},
	{"minor-faults", "minor-faults"}, {"major-faults", "major-faults"},
	{"context-switches", "context-switches"}, {"cs", "context-switches"},
	{"cpu-migrations", "cpu-migrations"}, {"migrations", "cpu-migrations"},
	{"r00c0", "instructions"}, {"rc0", "instructions"}, {"r003c", "cycles"}, {"r3c", "cycles"},
	{"r00c4", "branches"}, {"rc4", "branches"}, {"r00c5", "branch-misses"}, {"rc5", "branch-misses"},
	{"r4f2e", "cache-references"}, {"r412e", "cache-misses"},
	{"event=0xc0", "instructions"}, {"event=0x3c", "cycles"}, {"event=0xc4", "branches"}, {"event=0xc5", "branch-misses"},
	{"cpu-clk-unhalted.thread", "cycles"}, {"cpu-clk-unhalted.core", "cycles"}, {"br-inst-retired.all-branches", "branches"},
	{"br-misp-retired.all-branches", "branch-misses"}, {"longest-lat-cache.reference", "cache-references"},
	{"longest-lat-cache.miss", "cache-misses"}, {"ex-ret-instr", "instructions"}, {"ls-not-halted-cyc", "cycles"},
	{"br-retired", "branches"}, {"br-mis-pred-retired", "branch-misses"}, {"br-mis-pred", "branch-misses"},
	{"br-pred", "branches"}, {"stall-frontend", "stalled-cycles-frontend"}, {"stall-backend", "stalled-cycles-backend"},
	{"l1d-cache", "L1-dcache-loads"}, {"l1d-cache-refill", "L1-dcache-load-misses"},
};

/* The bare name: "cpu_core/cycles/u" -> "cycles", "cycles:ppp" -> "cycles". */
static void bare(char *out, size_t size, const char *name)
{
	const char *slash = strchr(name, '/');
	size_t o = 0;
	if (slash && strchr(slash + 1, '/'))
		name = slash + 1;
	for (const char *p = name; *p && *p != '/' && *p != ':' && *p != ',' && o + 1 < size; p++)
		out[o++] = *p == '_' ? '-' : *p >= 'A' && *p <= 'Z' ? (char)(*p | 0x20) : *p;
	out[o] = 0;
}

const char *tf_event_role(uint32_t type, uint64_t config, const char *name)
{
	/* hybrid machines put the number of the PMU into the upper half */
	uint64_t event = type == PT_HARDWARE || type == PT_HW_CACHE ? config & 0xffffffff : config;
	for (size_t i = 0; type != UINT32_MAX && i < sizeof by_config / sizeof *by_config; i++)
		if (by_config[i].type == type && by_config[i].config == event)
			return by_config[i].role;
	/* what software, a tracepoint or a breakpoint counts is said by its config alone */
	if (!name || type == PT_SOFTWARE || type == PT_TRACEPOINT || type == PT_BREAKPOINT)
		return NULL;
	char key[80];
	bare(key, sizeof key, name);
	for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
		if (!strcmp(by_name[i].name, key))
			return by_name[i].role;
	return NULL;
}
