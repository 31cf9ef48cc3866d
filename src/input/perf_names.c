/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of events that the recording does not name: built as perf builds them (evsel.c). */
#include "config.h"
#include "input/perf_reader.h"

#include <inttypes.h>
#include <stdio.h>

#define NAMED_MAX 65536
#define N(a) (sizeof(a) / sizeof *(a))

static const char *const hw[] = {
	"cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses", "bus-cycles",
	"stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
};
static const char *const sw[] = {
	"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults", "major-faults",
	"alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
};
static const char *const cache[] = {"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"};
static const char *const op[] = {"load", "store", "prefetch"};
static const char *const ops[] = {"loads", "stores", "prefetches"};

static void add_modifiers(struct tf_strbuf *b, const struct tf_perf_attr *a)
{
	char m[12];
	size_t n = 0;
	bool guest_default = false;
	if (a->flags & (PA_EXCLUDE_KERNEL | PA_EXCLUDE_USER | PA_EXCLUDE_HV)) {
		if (!(a->flags & PA_EXCLUDE_KERNEL))
			m[n++] = 'k';
		if (!(a->flags & PA_EXCLUDE_USER))
			m[n++] = 'u';
		if (!(a->flags & PA_EXCLUDE_HV))
			m[n++] = 'h';
		guest_default = true;
	}
	for (uint32_t i = 0; i < a->precise; i++)
		m[n++] = 'p';
	if (a->precise)
		guest_default = true;
	bool exclude_guest = (a->flags & PA_EXCLUDE_GUEST) != 0, exclude_host = (a->flags & PA_EXCLUDE_HOST) != 0;
	if (exclude_host || exclude_guest == guest_default) {
		if (!exclude_host)
			m[n++] = 'H';
		if (!exclude_guest)
			m[n++] = 'G';
	}
	if (n) {
		tf_strbuf_addc(b, ':');
		tf_strbuf_add(b, m, n);
	}
}

static const char *pmu_name(const struct tf_perf_reader *r, uint32_t type)
{
	for (size_t i = 0; i < r->pmus.n; i++)
		if (r->pmus.v[i].key == type)
			return r->pmus.v[i].name;
	return NULL;
}

void tf_perf_tracepoint(struct tf_perf_reader *r, uint64_t config, const char *name, size_t len)
{
	if (len && r->tracepoints.n < NAMED_MAX)
		*tf_vec_push(&r->tracepoints) = (struct tf_perf_named){config, tf_xmemdup0(name, len)};
}

void tf_perf_pmu(struct tf_perf_reader *r, uint32_t type, const char *name, size_t len)
{
	if (len && r->pmus.n < NAMED_MAX)
		*tf_vec_push(&r->pmus) = (struct tf_perf_named){type, tf_xmemdup0(name, len)};
}

static void add_cache(struct tf_strbuf *b, uint64_t config)
{
	uint64_t id = config & 0xff, o = config >> 8 & 0xff, result = config >> 16 & 0xff;
	if (id >= N(cache) || o >= N(op) || result > 1)
		tf_strbuf_addf(b, "cache-0x%" PRIx64, config);
	else if (result)
		tf_strbuf_addf(b, "%s-%s-misses", cache[id], op[o]);
	else
		tf_strbuf_addf(b, "%s-%s", cache[id], ops[o]);
}

static void add_breakpoint(struct tf_strbuf *b, const struct tf_perf_attr *a)
{
	tf_strbuf_addf(b, "mem:0x%" PRIx64 ":", a->config1);
	if (a->bp_type & 1)
		tf_strbuf_addc(b, 'r');
	if (a->bp_type & 2)
		tf_strbuf_addc(b, 'w');
	if (a->bp_type & 4)
		tf_strbuf_addc(b, 'x');
}

static void add_tracepoint(struct tf_strbuf *b, const struct tf_perf_reader *r, uint64_t config)
{
	for (size_t i = 0; i < r->tracepoints.n; i++)
		if (r->tracepoints.v[i].key == config) {
			tf_strbuf_adds(b, r->tracepoints.v[i].name);
			return;
		}
	tf_strbuf_addf(b, "tracepoint-%" PRIu64, config);
}

static void add_pmu_event(struct tf_strbuf *b, const struct tf_perf_reader *r, const struct tf_perf_attr *a)
{
	const char *pmu = pmu_name(r, a->type);
	if (pmu)
		tf_strbuf_addf(b, "%s/config=0x%" PRIx64, pmu, a->config);
	else
		tf_strbuf_addf(b, "pmu-%" PRIu32 "/config=0x%" PRIx64, a->type, a->config);
	if (a->config1)
		tf_strbuf_addf(b, ",config1=0x%" PRIx64, a->config1);
	if (a->config2)
		tf_strbuf_addf(b, ",config2=0x%" PRIx64, a->config2);
	tf_strbuf_addc(b, '/');
}

char *tf_perf_event_name(const struct tf_perf_reader *r, const struct tf_perf_attr *a)
{
	struct tf_strbuf b = TF_STRBUF_INIT;
	/* hybrid machines: which kind of core */
	const char *core = (a->type == PT_HARDWARE || a->type == PT_HW_CACHE) && a->config >> 32 ?
				   pmu_name(r, (uint32_t)(a->config >> 32)) : NULL;
	uint64_t config = a->type == PT_HARDWARE || a->type == PT_HW_CACHE ? a->config & 0xffffffff : a->config;
	if (core)
		tf_strbuf_addf(&b, "%s/", core);
	if (a->type == PT_HARDWARE && config < N(hw))
		tf_strbuf_adds(&b, hw[config]);
	else if (a->type == PT_HARDWARE)
		tf_strbuf_addf(&b, "hardware-%" PRIu64, config);
	else if (a->type == PT_SOFTWARE && config < N(sw))
		tf_strbuf_adds(&b, sw[config]);
	else if (a->type == PT_SOFTWARE)
		tf_strbuf_addf(&b, "software-%" PRIu64, config);
	else if (a->type == PT_HW_CACHE)
		add_cache(&b, config);
	else if (a->type == PT_TRACEPOINT)
		add_tracepoint(&b, r, config);
	else if (a->type == PT_BREAKPOINT)
		add_breakpoint(&b, a);
	else if (a->type == PT_RAW)
		tf_strbuf_addf(&b, "r%" PRIx64, config);
	else
		add_pmu_event(&b, r, a);
	if (core)
		tf_strbuf_addc(&b, '/');
	if (a->type != PT_TRACEPOINT)
		add_modifiers(&b, a);
	return tf_strbuf_take(&b);
}
