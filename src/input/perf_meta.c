/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the reader itself knows of a recording, as meta data: its form, its age, its events. */
#include "config.h"
#include "input/perf_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

static void add_bits(struct tf_strbuf *out, const char *key, uint64_t bits, const char *const *names, unsigned n)
{
	if (!bits)
		return;
	tf_strbuf_addf(out, ", %s = ", key);
	bool first = true;
	for (unsigned i = 0; i < 64; i++) {
		if (!(bits >> i & 1))
			continue;
		if (!first)
			tf_strbuf_addc(out, '|');
		first = false;
		if (i < n)
			tf_strbuf_adds(out, names[i]);
		else
			tf_strbuf_addf(out, "bit%u", i);
	}
}

static void add_flags(struct tf_strbuf *out, uint64_t flags)
{
	static const char *const names[] = {
		"disabled", "inherit", "pinned", "exclusive", "exclude_user", "exclude_kernel", "exclude_hv",
		"exclude_idle", "mmap", "comm", "freq", "inherit_stat", "enable_on_exec", "task", "watermark", "", "",
		"mmap_data", "sample_id_all", "exclude_host", "exclude_guest", "exclude_callchain_kernel",
		"exclude_callchain_user", "mmap2", "comm_exec", "use_clockid", "context_switch", "write_backward",
		"namespaces", "ksymbol", "bpf_event", "aux_output", "cgroup", "text_poke", "build_id", "inherit_thread",
		"remove_on_exec", "sigtrap", "defer_callchain", "defer_output",
	};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (flags >> i & 1 && *names[i])
			tf_strbuf_addf(out, ", %s = 1", names[i]);
}

static void event_line(struct tf_perf_reader *r, const struct tf_perf_event *ev, size_t i)
{
	static const char *const sample[] = {
		"IP", "TID", "TIME", "ADDR", "READ", "CALLCHAIN", "ID", "CPU", "PERIOD", "STREAM_ID", "RAW",
		"BRANCH_STACK", "REGS_USER", "STACK_USER", "WEIGHT", "DATA_SRC", "IDENTIFIER", "TRANSACTION",
		"REGS_INTR", "PHYS_ADDR", "AUX", "CGROUP", "DATA_PAGE_SIZE", "CODE_PAGE_SIZE", "WEIGHT_STRUCT",
	};
	static const char *const read[] = {"TOTAL_TIME_ENABLED", "TOTAL_TIME_RUNNING", "ID", "GROUP", "LOST"};
	static const char *const types[] = {"HARDWARE", "SOFTWARE", "TRACEPOINT", "HW_CACHE", "RAW", "BREAKPOINT"};
	const struct tf_perf_attr *a = &ev->attr;
	struct tf_strbuf out = TF_STRBUF_INIT;
	char key[32];
	tf_strbuf_addf(&out, "name = %s, type = %" PRIu32, ev->name, a->type);
	if (a->type < sizeof types / sizeof *types)
		tf_strbuf_addf(&out, " (PERF_TYPE_%s)", types[a->type]);
	tf_strbuf_addf(&out, ", size = %" PRIu32 ", config = 0x%" PRIx64, a->size, a->config);
	if (a->period)
		tf_strbuf_addf(&out, ", %s = %" PRIu64, a->flags & PA_FREQ ? "sample_freq" : "sample_period", a->period);
	add_bits(&out, "sample_type", a->sample_type, sample, sizeof sample / sizeof *sample);
	add_bits(&out, "read_format", a->read_format, read, sizeof read / sizeof *read);
	add_flags(&out, a->flags);
	if (a->precise)
		tf_strbuf_addf(&out, ", precise_ip = %" PRIu32, a->precise);
	if (a->config1)
		tf_strbuf_addf(&out, ", config1 = 0x%" PRIx64, a->config1);
	if (a->config2)
		tf_strbuf_addf(&out, ", config2 = 0x%" PRIx64, a->config2);
	if (a->branch)
		tf_strbuf_addf(&out, ", branch_sample_type = 0x%" PRIx64, a->branch);
	if (a->regs_user)
		tf_strbuf_addf(&out, ", sample_regs_user = 0x%" PRIx64, a->regs_user);
	if (a->stack_user)
		tf_strbuf_addf(&out, ", sample_stack_user = %" PRIu32, a->stack_user);
	if (ev->ids.n) {
		tf_strbuf_adds(&out, ", id = { ");
		for (size_t k = 0; k < ev->ids.n && k < 256; k++)
			tf_strbuf_addf(&out, "%s%" PRIu64, k ? ", " : "", ev->ids.v[k]);
		tf_strbuf_adds(&out, ev->ids.n > 256 ? ", … }" : " }");
	}
	snprintf(key, sizeof key, "event-%zu", i + 1);
	r->sink->on_meta(r->sink, key, out.s);
	tf_strbuf_release(&out);
}

static void number(struct tf_perf_reader *r, const char *key, uint64_t v)
{
	char text[24];
	snprintf(text, sizeof text, "%" PRIu64, v);
	r->sink->on_meta(r->sink, key, text);
}

/* The features that perf's header could have and this one has not, in perf's words. */
static void missing_features(struct tf_perf_reader *r)
{
	static const char *const names[] = {
		[PH_TRACING_DATA] = "TRACING_DATA", [PH_BUILD_ID] = "BUILD_ID", [PH_HOSTNAME] = "HOSTNAME",
		[PH_OSRELEASE] = "OSRELEASE", [PH_VERSION] = "VERSION", [PH_ARCH] = "ARCH", [PH_NRCPUS] = "NRCPUS",
		[PH_CPUDESC] = "CPUDESC", [PH_CPUID] = "CPUID", [PH_TOTAL_MEM] = "TOTAL_MEM", [PH_CMDLINE] = "CMDLINE",
		[PH_EVENT_DESC] = "EVENT_DESC", [PH_CPU_TOPOLOGY] = "CPU_TOPOLOGY", [PH_NUMA_TOPOLOGY] = "NUMA_TOPOLOGY",
		[PH_BRANCH_STACK] = "BRANCH_STACK", [PH_PMU_MAPPINGS] = "PMU_MAPPINGS", [PH_GROUP_DESC] = "GROUP_DESC",
		[PH_AUXTRACE] = "AUXTRACE", [PH_STAT] = "STAT", [PH_CACHE] = "CACHE", [PH_SAMPLE_TIME] = "SAMPLE_TIME",
		[PH_MEM_TOPOLOGY] = "MEM_TOPOLOGY", [PH_CLOCKID] = "CLOCKID", [PH_DIR_FORMAT] = "DIR_FORMAT",
		[PH_BPF_PROG_INFO] = "BPF_PROG_INFO", [PH_BPF_BTF] = "BPF_BTF", [PH_COMPRESSED] = "COMPRESSED",
		[PH_CPU_PMU_CAPS] = "CPU_PMU_CAPS", [PH_CLOCK_DATA] = "CLOCK_DATA",
		[PH_HYBRID_TOPOLOGY] = "HYBRID_TOPOLOGY", [PH_PMU_CAPS] = "PMU_CAPS",
		[PH_CPU_DOMAIN_INFO] = "CPU_DOMAIN_INFO", [PH_E_MACHINE] = "E_MACHINE", [PH_CLN_SIZE] = "CLN_SIZE",
	};
	struct tf_strbuf out = TF_STRBUF_INIT;
	for (unsigned f = 1; f < sizeof names / sizeof *names; f++)
		if (!tf_perf_has(r, f))
			tf_strbuf_addf(&out, "%s%s", out.n ? " " : "", names[f]);
	if (out.n)
		r->sink->on_meta(r->sink, "missing-features", out.s);
	tf_strbuf_release(&out);
}

void tf_perf_meta_emit(struct tf_perf_reader *r)
{
	struct tf_sink *s = r->sink;
	struct stat st;
	s->on_meta(s, "format", "perf.data");
	s->on_meta(s, "form", r->pipe ? "pipe" : r->directory ? "directory" : r->legacy ? "file, first generation" : "file");
	s->on_meta(s, "byte-order", r->big_endian ? "big-endian" : "little-endian");
	if (!stat(r->path, &st) && (S_ISREG(st.st_mode) || r->directory)) {
		char text[64];
		struct tm tm;
		if (localtime_r(&st.st_mtime, &tm) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &tm))
			s->on_meta(s, "captured", text);
	}
	if (!r->pipe) {
		number(r, "header-size", r->header_size);
		number(r, "data-offset", r->data.offset);
		number(r, "data-size", r->data.size);
		number(r, "features-offset", r->data.offset + r->data.size);
		missing_features(r);
	}
	for (size_t i = 0; i < r->events.n && i < 256; i++)
		event_line(r, &r->events.v[i], i);
}
