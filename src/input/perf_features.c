/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Header features. All are optional and none is trusted: a damaged one is noted and the next one is
 * read. What they say becomes meta data under the keys below; longer ones have a line for each CPU,
 * cache, node … Sources: tools/perf/util/header.c (write_*, process_*).
 */
#include "config.h"
#include "input/perf_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define FEATURE_MAX ((size_t)256 << 20)
#define ITEMS_MAX 65536

/* A length and as many bytes, NUL-padded. */
static const char *get_string(struct tf_bytes *b, size_t *len)
{
	uint32_t n = tf_bytes_u32(b);
	const char *s = (const char *)tf_bytes_take(b, n);
	*len = s ? strnlen(s, n) : 0;
	return s;
}

static void meta(struct tf_perf_reader *r, const char *key, const char *value) { r->sink->on_meta(r->sink, key, value); }

static void TF_PRINTF(3, 4) metaf(struct tf_perf_reader *r, const char *key, const char *fmt, ...)
{
	char buf[200];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	meta(r, key, buf);
}

static void meta_buf(struct tf_perf_reader *r, const char *key, struct tf_strbuf *out)
{
	if (out->n && out->s[out->n - 1] == '\n')
		out->s[--out->n] = 0;
	if (out->n)
		meta(r, key, out->s);
	tf_strbuf_release(out);
}

static void string_feature(struct tf_perf_reader *r, const char *key, struct tf_bytes *b)
{
	size_t len;
	const char *s = get_string(b, &len);
	if (!s)
		return;
	char *v = tf_xmemdup0(s, len);
	meta(r, key, v);
	free(v);
}

static void cmdline(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	if (r->hiperf) { /* writes one string instead of a list */
		string_feature(r, "cmdline", b);
		return;
	}
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		size_t len;
		const char *s = get_string(b, &len);
		if (!s)
			break;
		if (i)
			tf_strbuf_addc(&out, ' ');
		tf_strbuf_add(&out, s, len);
	}
	if (out.n)
		meta(r, "cmdline", out.s);
	tf_strbuf_release(&out);
}

/* ---- events --------------------------------------------------------------------------------- */

static size_t event_of_ids(const struct tf_perf_reader *r, const uint8_t *ids, uint32_t n)
{
	for (size_t e = 0; n && e < r->events.n; e++)
		for (size_t k = 0; k < r->events.v[e].ids.n; k++)
			if (r->events.v[e].ids.v[k] == tf_perf_u64(ids, r->swap))
				return e;
	return SIZE_MAX;
}

static void event_desc(struct tf_perf_reader *r, struct tf_bytes *b)
{
	uint32_t n = tf_bytes_u32(b), size = tf_bytes_u32(b);
	size_t from = 0;
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		struct tf_perf_attr a;
		const uint8_t *attr = tf_bytes_take(b, size);
		uint32_t n_ids = tf_bytes_u32(b);
		size_t len;
		const char *name = get_string(b, &len);
		const uint8_t *ids = n_ids <= tf_bytes_left(b) / 8 ? tf_bytes_take(b, 8 * (uint64_t)n_ids) : NULL;
		if (n_ids && !ids)
			b->bad = true;
		if (b->bad || !tf_perf_attr_parse(&a, attr, size, r->swap, r->big_endian))
			continue;
		/* by its ids, else by its attr: both lists are in the same order */
		size_t e = event_of_ids(r, ids, n_ids);
		if (e == SIZE_MAX)
			e = tf_perf_event_find(r, &a, from);
		if (e == SIZE_MAX || !len)
			continue;
		from = e + 1;
		free(r->events.v[e].name);
		r->events.v[e].name = tf_xmemdup0(name, len);
		if (!r->events.v[e].ids.n)
			for (uint32_t k = 0; k < n_ids; k++)
				tf_perf_event_add_id(r, e, tf_perf_u64(ids + 8 * (size_t)k, r->swap));
	}
}

static void group_desc(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		size_t len;
		const char *name = get_string(b, &len);
		uint32_t leader = tf_bytes_u32(b), members = tf_bytes_u32(b);
		if (b->bad || leader >= r->events.n || members > r->events.n - leader)
			break;
		tf_strbuf_add(&out, name, len);
		tf_strbuf_addf(&out, ": %" PRIu32 " events from number %" PRIu32 "\n", members, leader + 1);
		for (uint32_t k = 0; k < members; k++)
			r->events.v[leader + k].leader = leader;
	}
	meta_buf(r, "group-desc", &out);
}

static void event_types(struct tf_perf_reader *r)
{
	/* before event names had a feature of their own: u64 config, char name[64] */
	size_t n;
	uint8_t *p = tf_perf_section_read(r, &r->event_types, FEATURE_MAX, &n);
	for (size_t at = 0; at + 72 <= n; at += 72)
		tf_perf_tracepoint(r, tf_perf_u64(p + at, r->swap), (const char *)p + at + 8,
				   strnlen((const char *)p + at + 8, 64));
	free(p);
}

/* ---- the machine ---------------------------------------------------------------------------- */

static uint32_t string_list(struct tf_bytes *b, const char *what, struct tf_strbuf *out)
{
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		size_t len;
		const char *s = get_string(b, &len);
		if (!s)
			break;
		tf_strbuf_addf(out, "%s: ", what);
		tf_strbuf_add(out, s, len);
		tf_strbuf_addc(out, '\n');
	}
	return n;
}

static void cpu_topology(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	string_list(b, "sibling sockets", &out);
	string_list(b, "sibling threads", &out);
	/* then a pair for each CPU there may be, and later a die for each */
	for (uint32_t cpu = 0; cpu < r->n_cpus && tf_bytes_left(b) >= 8; cpu++) {
		uint32_t core = tf_bytes_u32(b), socket = tf_bytes_u32(b);
		tf_strbuf_addf(&out, "CPU %" PRIu32 ": core ID %" PRId32 ", socket ID %" PRId32 "\n", cpu, (int32_t)core,
			       (int32_t)socket);
	}
	if (tf_bytes_left(b) >= 4 && r->n_cpus) {
		string_list(b, "sibling dies", &out);
		for (uint32_t cpu = 0; cpu < r->n_cpus && tf_bytes_left(b) >= 4; cpu++)
			tf_strbuf_addf(&out, "CPU %" PRIu32 ": die ID %" PRId32 "\n", cpu, (int32_t)tf_bytes_u32(b));
	}
	meta_buf(r, "cpu-topology", &out);
}

static void numa_topology(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		uint32_t node = tf_bytes_u32(b);
		uint64_t total = tf_bytes_u64(b), free_kb = tf_bytes_u64(b);
		size_t len;
		const char *cpus = get_string(b, &len);
		if (b->bad)
			break;
		tf_strbuf_addf(&out, "node%" PRIu32 " meminfo: total = %" PRIu64 " kB, free = %" PRIu64 " kB; cpu list: ", node,
			       total, free_kb);
		tf_strbuf_add(&out, cpus, len);
		tf_strbuf_addc(&out, '\n');
	}
	meta_buf(r, "numa-topology", &out);
}

static void pmu_mappings(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		uint32_t type = tf_bytes_u32(b);
		size_t len;
		const char *name = get_string(b, &len);
		if (b->bad)
			break;
		tf_perf_pmu(r, type, name, len);
		if (i)
			tf_strbuf_adds(&out, ", ");
		tf_strbuf_add(&out, name, len);
		tf_strbuf_addf(&out, " = %" PRIu32, type);
	}
	meta_buf(r, "pmu-mappings", &out);
}

static void caches(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t version = tf_bytes_u32(b), n = tf_bytes_u32(b);
	for (uint32_t i = 0; version == 1 && i < n && i < ITEMS_MAX && !b->bad; i++) {
		uint32_t level = tf_bytes_u32(b);
		tf_bytes_skip(b, 12); /* line size, sets, ways: perf shows them with -v only */
		size_t nt, ns, nm;
		const char *type = get_string(b, &nt), *size = get_string(b, &ns), *map = get_string(b, &nm);
		if (b->bad)
			break;
		tf_strbuf_addf(&out, "L%" PRIu32 " ", level);
		tf_strbuf_add(&out, type, nt);
		tf_strbuf_addc(&out, ' ');
		tf_strbuf_add(&out, size, ns);
		tf_strbuf_adds(&out, " [");
		tf_strbuf_add(&out, map, nm);
		tf_strbuf_adds(&out, "]\n");
	}
	meta_buf(r, "caches", &out);
}

static void mem_topology(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint64_t version = tf_bytes_u64(b), block = tf_bytes_u64(b), n = tf_bytes_u64(b);
	if (version != 1 || b->bad)
		return;
	tf_strbuf_addf(&out, "memory block size: 0x%" PRIx64 "\n", block);
	for (uint64_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		uint64_t node = tf_bytes_u64(b), bits = tf_bytes_u64(b), blocks = 0;
		if (b->bad || bits / 8 > tf_bytes_left(b))
			break;
		for (uint64_t k = 0; k < (bits + 63) / 64; k++)
			blocks += (uint64_t)__builtin_popcountll(tf_bytes_u64(b));
		tf_strbuf_addf(&out, "node %" PRIu64 ": %" PRIu64 " blocks\n", node, blocks);
	}
	meta_buf(r, "mem-topology", &out);
}

static void name_value_list(struct tf_bytes *b, struct tf_strbuf *out)
{
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		size_t nk, nv;
		const char *k = get_string(b, &nk), *v = get_string(b, &nv);
		if (b->bad)
			break;
		if (i)
			tf_strbuf_adds(out, ", ");
		tf_strbuf_add(out, k, nk);
		tf_strbuf_addc(out, '=');
		tf_strbuf_add(out, v, nv);
	}
}

static void pmu_caps(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		struct tf_strbuf one = TF_STRBUF_INIT;
		size_t len;
		name_value_list(b, &one);
		const char *pmu = get_string(b, &len);
		if (pmu) {
			tf_strbuf_add(&out, pmu, len);
			tf_strbuf_addf(&out, ": %s\n", one.n ? one.s : "");
		}
		tf_strbuf_release(&one);
	}
	meta_buf(r, "pmu-caps", &out);
}

static void hybrid_topology(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t n = tf_bytes_u32(b);
	for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
		size_t np, nc;
		const char *pmu = get_string(b, &np), *cpus = get_string(b, &nc);
		if (b->bad)
			break;
		tf_strbuf_add(&out, pmu, np);
		tf_strbuf_adds(&out, " cpu list: ");
		tf_strbuf_add(&out, cpus, nc);
		tf_strbuf_addc(&out, '\n');
	}
	meta_buf(r, "hybrid-topology", &out);
}

static void cpu_domains(struct tf_perf_reader *r, struct tf_bytes *b)
{
	struct tf_strbuf out = TF_STRBUF_INIT;
	uint32_t version = tf_bytes_u32(b), max = tf_bytes_u32(b);
	tf_strbuf_addf(&out, "schedstat version %" PRIu32 ", at most %" PRIu32 " domains\n", version, max);
	while (!b->bad && tf_bytes_left(b) >= 8) {
		uint32_t cpu = tf_bytes_u32(b), n = tf_bytes_u32(b);
		for (uint32_t i = 0; i < n && i < ITEMS_MAX && !b->bad; i++) {
			uint32_t domain = tf_bytes_u32(b);
			size_t nn, nm, nl;
			const char *name = get_string(b, &nn), *mask = get_string(b, &nm), *list = get_string(b, &nl);
			if (b->bad || !mask)
				break;
			tf_strbuf_addf(&out, "CPU %" PRIu32 ", domain %" PRIu32 ": ", cpu, domain);
			tf_strbuf_add(&out, name, nn);
			tf_strbuf_adds(&out, ", cpu list ");
			tf_strbuf_add(&out, list, nl);
			tf_strbuf_addc(&out, '\n');
		}
	}
	meta_buf(r, "cpu-domain-info", &out);
}

/* ---- times ---------------------------------------------------------------------------------- */

static void sample_time(struct tf_perf_reader *r, struct tf_bytes *b)
{
	uint64_t first = tf_bytes_u64(b), last = tf_bytes_u64(b);
	if (b->bad || last < first || (!first && !last))
		return;
	metaf(r, "first-sample-time", "%" PRIu64 ".%06" PRIu64, first / 1000000000, first % 1000000000 / 1000);
	metaf(r, "last-sample-time", "%" PRIu64 ".%06" PRIu64, last / 1000000000, last % 1000000000 / 1000);
	metaf(r, "duration", "%" PRIu64 ".%09" PRIu64, (last - first) / 1000000000, (last - first) % 1000000000);
}

static const char *clock_name(uint32_t id)
{
	static const char *const names[] = {"realtime", "monotonic", "process", "thread", "monotonic_raw", "", "", "boottime",
					    "", "", "", "tai"};
	return id < sizeof names / sizeof *names && names[id] && *names[id] ? names[id] : "unknown clock";
}

static void clock_data(struct tf_perf_reader *r, struct tf_bytes *b)
{
	uint32_t version = tf_bytes_u32(b), id = tf_bytes_u32(b);
	uint64_t wall = tf_bytes_u64(b), ns = tf_bytes_u64(b);
	if (b->bad || version != 1)
		return;
	metaf(r, "clock-data", "clockid: %s (%" PRIu32 "), reference time: %" PRIu64 ".%09" PRIu64 " = %" PRIu64 ".%09" PRIu64 " (clock)",
	      clock_name(id), id, wall / 1000000000, wall % 1000000000, ns / 1000000000, ns % 1000000000);
}

static void compressed(struct tf_perf_reader *r, struct tf_bytes *b)
{
	uint32_t version = tf_bytes_u32(b), type = tf_bytes_u32(b), level = tf_bytes_u32(b), ratio = tf_bytes_u32(b);
	if (!b->bad)
		metaf(r, "compressed", "%s, level = %" PRIu32 ", ratio = %" PRIu32 " (version %" PRIu32 ")",
		      type == 1 ? "Zstd" : "unknown", level, ratio, version);
}

/* simpleperf's event_type_info: lines of "name,type,config". */
static void event_type_info(struct tf_perf_reader *r, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n"), name = strcspn(text, ",\n");
		unsigned type;
		unsigned long long config;
		if (name < len && sscanf(text + name, ",%u,%llu", &type, &config) == 2 && type == PT_TRACEPOINT)
			tf_perf_tracepoint(r, config, text, name);
		text += len + (text[len] != 0);
	}
}

/* simpleperf: pairs of NUL-ended strings. */
static void meta_info(struct tf_perf_reader *r, struct tf_bytes *b)
{
	while (tf_bytes_left(b)) {
		size_t nk, nv;
		const char *k = tf_perf_word(b, &nk), *v = tf_perf_word(b, &nv);
		if (!nk)
			break;
		struct tf_strbuf key = TF_STRBUF_INIT;
		tf_strbuf_adds(&key, "simpleperf-");
		tf_strbuf_add(&key, k, nk);
		char *value = tf_xmemdup0(v, nv);
		meta(r, key.s, value);
		if (nk == 15 && !memcmp(k, "event_type_info", 15))
			event_type_info(r, value);
		free(value);
		tf_strbuf_release(&key);
	}
}

static void count_feature(struct tf_perf_reader *r, const char *key, struct tf_bytes *b)
{
	uint32_t n = tf_bytes_u32(b);
	if (!b->bad)
		metaf(r, key, "%" PRIu32, n);
}

void tf_perf_feature(struct tf_perf_reader *r, unsigned feature, const uint8_t *p, size_t n, uint64_t offset)
{
	static const struct { unsigned feature; const char *key; } strings[] = {
		{PH_HOSTNAME, "hostname"}, {PH_OSRELEASE, "os-release"}, {PH_VERSION, "version"}, {PH_ARCH, "arch"},
		{PH_CPUDESC, "cpudesc"}, {PH_CPUID, "cpuid"}, {PH_HI_WORKLOAD, "hiperf-workload"},
		{PH_HI_RECORD_TIME, "hiperf-record-time"},
	};
	static const struct { unsigned feature; void (*fn)(struct tf_perf_reader *, struct tf_bytes *); } table[] = {
		{PH_CMDLINE, cmdline}, {PH_EVENT_DESC, event_desc}, {PH_GROUP_DESC, group_desc},
		{PH_CPU_TOPOLOGY, cpu_topology}, {PH_NUMA_TOPOLOGY, numa_topology}, {PH_PMU_MAPPINGS, pmu_mappings},
		{PH_CACHE, caches}, {PH_MEM_TOPOLOGY, mem_topology}, {PH_PMU_CAPS, pmu_caps},
		{PH_HYBRID_TOPOLOGY, hybrid_topology}, {PH_CPU_DOMAIN_INFO, cpu_domains}, {PH_SAMPLE_TIME, sample_time},
		{PH_CLOCK_DATA, clock_data}, {PH_COMPRESSED, compressed}, {PH_SP_META_INFO, meta_info},
	};
	struct tf_bytes b = tf_bytes_init(p, n, r->swap);
	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		if (strings[i].feature == feature)
			string_feature(r, strings[i].key, &b);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].feature == feature)
			table[i].fn(r, &b);
	if (feature == PH_NRCPUS) {
		uint32_t avail = tf_bytes_u32(&b), online = tf_bytes_u32(&b);
		if (!b.bad) {
			metaf(r, "nrcpus-online", "%" PRIu32, online);
			metaf(r, "nrcpus-avail", "%" PRIu32, avail);
			r->n_cpus = avail < ITEMS_MAX ? avail : 0;
		}
	} else if (feature == PH_TOTAL_MEM) {
		uint64_t kb = tf_bytes_u64(&b);
		if (!b.bad)
			metaf(r, "total-memory-kb", "%" PRIu64, kb);
	} else if (feature == PH_CLOCKID) {
		uint64_t res = tf_bytes_u64(&b);
		if (!b.bad && res)
			metaf(r, "clockid-frequency", "%" PRIu64 " MHz", 1000 / res ? 1000 / res : 1);
	} else if (feature == PH_DIR_FORMAT) {
		uint64_t version = tf_bytes_u64(&b);
		if (!b.bad)
			metaf(r, "directory-version", "%" PRIu64, version);
	} else if (feature == PH_CPU_PMU_CAPS) {
		struct tf_strbuf out = TF_STRBUF_INIT;
		name_value_list(&b, &out);
		meta_buf(r, "cpu-pmu-caps", &out);
	} else if (feature == PH_E_MACHINE) {
		uint32_t machine = tf_bytes_u32(&b), flags = tf_bytes_u32(&b);
		if (!b.bad)
			metaf(r, "e-machine", "%" PRIu32 ", e_flags = %" PRIu32, machine, flags);
	} else if (feature == PH_CLN_SIZE) {
		count_feature(r, "cacheline-size", &b);
	} else if (feature == PH_BPF_PROG_INFO) {
		count_feature(r, "bpf-programs", &b);
	} else if (feature == PH_BPF_BTF) {
		count_feature(r, "bpf-btf", &b);
	} else if (feature == PH_TRACING_DATA) {
		tf_perf_tracing_data(r, p, n);
	} else if (feature == PH_SP_FILE || feature == PH_SP_FILE2) {
		tf_perf_symbols_simpleperf(r, p, n, feature == PH_SP_FILE2);
	} else if (feature == PH_HI_STACK_TABLE && r->hiperf) {
		tf_perf_stacks_read(r, p, n);
	} else if (feature == PH_HI_SYMBOLS) {
		tf_perf_symbols_hiperf(r, p, n);
	}
	if (b.bad)
		tf_diag_note(r->diag, "bad-feature", true, offset, "header feature %u is damaged; the rest of the header is used", feature);
}

/* Calls fn for each feature that the file has: the table of sections follows the data. */
static void each_feature(struct tf_perf_reader *r, void (*fn)(struct tf_perf_reader *, unsigned, const struct tf_perf_section *))
{
	uint64_t at = r->data.offset + r->data.size;
	if (!r->has_features || at < r->data.offset || at > r->size)
		return; /* unfinished or cut: it was never written */
	for (unsigned f = 0; f < PH_MAX; f++) {
		uint8_t raw[16];
		if (!tf_perf_has(r, f))
			continue;
		if (tf_perf_pread(r->fd, raw, sizeof raw, at) != sizeof raw) {
			tf_diag_note(r->diag, "features-cut", true, at, "the file ends inside its header features");
			r->q.truncated_file = true;
			return;
		}
		at += sizeof raw;
		struct tf_perf_section s = {tf_perf_u64(raw, r->swap), tf_perf_u64(raw + 8, r->swap)};
		if (s.size && (s.offset > r->size || s.size > r->size - s.offset))
			tf_diag_note(r->diag, "bad-feature", true, at - sizeof raw,
				     "header feature %u claims to lie outside of the file; the rest of the header is used", f);
		else
			fn(r, f, &s);
	}
}

static void read_one(struct tf_perf_reader *r, unsigned f, const struct tf_perf_section *s)
{
	size_t n;
	if (f == PH_BUILD_ID || !s->size)
		return;
	uint8_t *p = tf_perf_section_read(r, s, FEATURE_MAX, &n);
	if (p)
		tf_perf_feature(r, f, p, n, s->offset);
	free(p);
}

void tf_perf_features_read(struct tf_perf_reader *r)
{
	r->hiperf = tf_perf_has(r, PH_HI_SYMBOLS) || tf_perf_has(r, PH_HI_WORKLOAD) || tf_perf_has(r, PH_HI_RECORD_TIME);
	event_types(r);
	each_feature(r, read_one);
}

/* ---- build ids ------------------------------------------------------------------------------ */

void tf_perf_build_id(struct tf_perf_reader *r, const uint8_t *rec, size_t n, uint16_t misc, uint64_t offset)
{
	static const uint8_t modes[8] = {TF_CPU_UNKNOWN, TF_CPU_KERNEL, TF_CPU_USER, TF_CPU_HYPERVISOR,
					 TF_CPU_GUEST_KERNEL, TF_CPU_GUEST_USER, TF_CPU_UNKNOWN, TF_CPU_UNKNOWN};
	struct tf_bytes b = tf_bytes_init(rec + 8, n - 8, r->swap);
	uint32_t pid = tf_bytes_u32(&b);
	const uint8_t *id = tf_bytes_take(&b, 24);
	size_t len, id_len = 20;
	const char *path = tf_bytes_str(&b, tf_bytes_left(&b), &len);
	if (b.bad || !len)
		return;
	if (misc & PM_BUILD_ID_SIZE)
		id_len = id[20];
	if (id_len > 20 || !id_len)
		return;
	/* before the length was stored, short ids (md5, uuid) were padded with zeros */
	if (!(misc & PM_BUILD_ID_SIZE) && !tf_perf_u32(id + 16, false))
		id_len = 16;
	bool any = false;
	for (size_t i = 0; i < id_len; i++)
		any |= id[i] != 0;
	if (!any)
		return;
	struct tf_record x = {.kind = TF_REC_BUILD_ID, .offset = offset, .time = TF_NO_TIME, .pid = pid, .tid = TF_NO_ID,
			      .cpu = TF_NO_ID, .mode = (enum tf_cpumode)modes[misc & PM_CPUMODE]};
	x.u.build_id.path = path;
	x.u.build_id.path_len = len;
	x.u.build_id.id = id;
	x.u.build_id.len = id_len;
	x.u.build_id.mode = x.mode;
	r->sink->on_record(r->sink, &x);
}

static void read_build_ids(struct tf_perf_reader *r, unsigned f, const struct tf_perf_section *s)
{
	size_t n;
	if (f != PH_BUILD_ID || !s->size)
		return;
	uint8_t *p = tf_perf_section_read(r, s, FEATURE_MAX, &n);
	for (size_t at = 0; at + 8 <= n;) {
		uint16_t misc = tf_perf_u16(p + at + 4, r->swap), size = tf_perf_u16(p + at + 6, r->swap);
		if (size < 36 || size > n - at) {
			tf_diag_note(r->diag, "bad-feature", true, s->offset + at, "the table of build ids is damaged");
			break;
		}
		tf_perf_build_id(r, p + at, size, misc, s->offset + at);
		at += size;
	}
	free(p);
}

void tf_perf_build_ids_read(struct tf_perf_reader *r)
{
	if (!r->pipe)
		each_feature(r, read_build_ids);
}
