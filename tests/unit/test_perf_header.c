/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Header features of perf.data: names, roles, groups, meta data, build ids, symbols. */
#include "config.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "input/roles.h"
#include "tests/kit/mkperf.h"
#include "tests/kit/sinkcount.h"

#define BASIC (PS_IDENTIFIER | PS_IP | PS_TID | PS_TIME | PS_PERIOD)

static void read_mk(struct mk *m, struct sc_sink *s, bool pipe)
{
	size_t n;
	struct tf_err err;
	uint8_t *p = pipe ? mk_pipe(m, &n) : mk_file(m, &n, false);
	char *name = mk_write(p, n);
	sc_init(s);
	s->want_records = s->touch = true;
	int rc = sc_read(s, name, 1, 0, &err);
	if (rc)
		fail_msg("%s: %s", err.what, err.text);
	assert_false(s->order_broken);
	unlink(name);
	free(name);
	free(p);
}

static void meta_is(struct sc_sink *s, const char *key, const char *value)
{
	char line[400];
	snprintf(line, sizeof line, "%s\t%s\n", key, value);
	const char *at = strstr(s->meta.s, line);
	if (!at || (at != s->meta.s && at[-1] != '\n'))
		fail_msg("no \"%s\" in:\n%s", line, s->meta.s);
}

/* What perf (evsel.c) calls these. */
static void test_names(void **state)
{
	static const struct { uint32_t type; uint64_t config, flags; const char *name, *role; } t[] = {
		{PT_HARDWARE, 0, PA_EXCLUDE_GUEST, "cycles", "cycles"},
		{PT_HARDWARE, 9, PA_EXCLUDE_GUEST, "ref-cycles", "ref-cycles"},
		{PT_HARDWARE, 1, PA_EXCLUDE_KERNEL | PA_EXCLUDE_HV, "instructions:u", "instructions"},
		{PT_HARDWARE, 4, PA_EXCLUDE_USER | PA_EXCLUDE_HV | PA_EXCLUDE_HOST, "branches:kG", "branches"},
		{PT_HARDWARE, 0, 3ull << PA_BIT_PRECISE, "cycles:ppp", "cycles"},
		{PT_HARDWARE, 0, 2ull << PA_BIT_PRECISE | PA_EXCLUDE_KERNEL | PA_EXCLUDE_HV, "cycles:upp", "cycles"},
		{PT_SOFTWARE, 0, PA_EXCLUDE_GUEST, "cpu-clock", "cpu-clock"},
		{PT_SOFTWARE, 9, PA_EXCLUDE_GUEST, "dummy", NULL},
		{PT_HW_CACHE, 0x10000, PA_EXCLUDE_GUEST, "L1-dcache-load-misses", "L1-dcache-load-misses"},
		{PT_HW_CACHE, 2, PA_EXCLUDE_GUEST, "LLC-loads", "LLC-loads"},
		{PT_HW_CACHE, 0x10103, PA_EXCLUDE_GUEST, "dTLB-store-misses", NULL},
		{PT_RAW, 0x1c4, PA_EXCLUDE_GUEST, "r1c4", NULL},
		{PT_RAW, 0xc0, PA_EXCLUDE_GUEST, "rc0", "instructions"},
		{PT_HARDWARE, 4ull << 32, PA_EXCLUDE_GUEST, "cpu_core/cycles/", "cycles"},
		{8, 0x76, PA_EXCLUDE_GUEST, "uncore/config=0x76/", NULL},
		{77, 0x76, PA_EXCLUDE_GUEST, "pmu-77/config=0x76/", NULL},
	};
	for (int big = 0; big < 2; big++)
		for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
			struct mk m;
			struct sc_sink s;
			mk_init(&m, big);
			struct mk_attr *a = mk_attr(&m, t[i].type, t[i].config, BASIC, 5);
			a->flags = t[i].flags;
			if (big && t[i].flags >> PA_BIT_PRECISE & 3) { /* two bits, the other way round */
				uint64_t p = t[i].flags >> PA_BIT_PRECISE & 3;
				a->flags &= ~(3ull << PA_BIT_PRECISE);
				a->flags |= (uint64_t)(p >> 1 | (p & 1) << 1) << PA_BIT_PRECISE;
			}
			struct tf_strbuf *b = mk_feature(&m, PH_PMU_MAPPINGS);
			mk_u32(&m, b, 2);
			mk_u32(&m, b, 4);
			mk_string(&m, b, "cpu_core");
			mk_u32(&m, b, 8);
			mk_string(&m, b, "uncore");
			mk_string(&m, mk_feature(&m, PH_HOSTNAME), "h");
			read_mk(&m, &s, false);
			assert_string_equal(s.events.v[0].name, t[i].name);
			if (t[i].role)
				assert_string_equal(s.events.v[0].role, t[i].role);
			else
				assert_null(s.events.v[0].role);
			sc_release(&s);
			mk_release(&m);
		}
}

static void test_roles(void **state)
{
	static const struct { uint32_t type; uint64_t config; const char *name, *role; } t[] = {
		{UINT32_MAX, 0, "cpu-cycles:u", "cycles"}, {4, 0x11, "armv8_pmuv3_0/cpu_cycles/", "cycles"},
		{4, 1, "cpu_atom/instructions/ku", "instructions"}, {4, 1, "r00c0", "instructions"},
		{4, 1, "INST_RETIRED.ANY", "instructions"}, {UINT32_MAX, 0, "task-clock:u", "task-clock"},
		{2, 1, "sched:cycles", NULL}, {1, 77, "cycles", NULL}, {UINT32_MAX, 0, "samples", NULL}, {UINT32_MAX, 0, NULL, NULL},
		{0, 0x400000003, "cpu_core/cache-misses/", "cache-misses"},
	};
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		const char *role = tf_event_role(t[i].type, t[i].config, t[i].name);
		if (t[i].role) {
			assert_non_null(role);
			assert_string_equal(role, t[i].role);
		} else {
			assert_null(role);
		}
	}
}

static void all_features(struct mk *m)
{
	struct tf_strbuf *b;
	mk_string(m, mk_feature(m, PH_HOSTNAME), "host");
	mk_string(m, mk_feature(m, PH_OSRELEASE), "6.18");
	mk_string(m, mk_feature(m, PH_ARCH), "x86_64");
	b = mk_feature(m, PH_NRCPUS);
	mk_u32(m, b, 2);
	mk_u32(m, b, 1);
	mk_u64(m, mk_feature(m, PH_TOTAL_MEM), 123456);
	b = mk_feature(m, PH_CMDLINE);
	mk_u32(m, b, 2);
	mk_string(m, b, "perf");
	mk_string(m, b, "record");
	b = mk_feature(m, PH_EVENT_DESC);
	mk_u32(m, b, m->n_attrs);
	mk_u32(m, b, 128);
	for (unsigned i = 0; i < m->n_attrs; i++) {
		mk_attr_bytes(m, b, &m->attrs[i]);
		mk_u32(m, b, m->attrs[i].n_ids);
		mk_string(m, b, m->attrs[i].name);
		for (unsigned k = 0; k < m->attrs[i].n_ids; k++)
			mk_u64(m, b, m->attrs[i].ids[k]);
	}
	b = mk_feature(m, PH_CPU_TOPOLOGY);
	mk_u32(m, b, 1);
	mk_string(m, b, "0-1");
	mk_u32(m, b, 1);
	mk_string(m, b, "0");
	for (unsigned i = 0; i < 4; i++)
		mk_u32(m, b, i);
	b = mk_feature(m, PH_NUMA_TOPOLOGY);
	mk_u32(m, b, 1);
	mk_u32(m, b, 0);
	mk_u64(m, b, 100);
	mk_u64(m, b, 50);
	mk_string(m, b, "0-1");
	b = mk_feature(m, PH_GROUP_DESC);
	mk_u32(m, b, 1);
	mk_string(m, b, "{anon group}");
	mk_u32(m, b, 1);
	mk_u32(m, b, 2);
	b = mk_feature(m, PH_CACHE);
	mk_u32(m, b, 1);
	mk_u32(m, b, 1);
	for (unsigned i = 1; i < 5; i++)
		mk_u32(m, b, i);
	mk_string(m, b, "Data");
	mk_string(m, b, "32K");
	mk_string(m, b, "0-1");
	b = mk_feature(m, PH_SAMPLE_TIME);
	mk_u64(m, b, 1500000000);
	mk_u64(m, b, 4000001000);
	b = mk_feature(m, PH_MEM_TOPOLOGY);
	mk_u64(m, b, 1);
	mk_u64(m, b, 0x8000000);
	mk_u64(m, b, 1);
	mk_u64(m, b, 0);
	mk_u64(m, b, 3);
	mk_u64(m, b, 5);
	b = mk_feature(m, PH_CLOCK_DATA);
	mk_u32(m, b, 1);
	mk_u32(m, b, 4);
	mk_u64(m, b, 1700000000000000005);
	mk_u64(m, b, 2000000007);
	b = mk_feature(m, PH_HYBRID_TOPOLOGY);
	mk_u32(m, b, 1);
	mk_string(m, b, "cpu_core");
	mk_string(m, b, "0-1");
	b = mk_feature(m, PH_PMU_CAPS);
	mk_u32(m, b, 1);
	mk_u32(m, b, 1);
	mk_string(m, b, "branches");
	mk_string(m, b, "32");
	mk_string(m, b, "cpu_core");
}

static void test_features(void **state)
{
	for (int k = 0; k < 4; k++) {
		struct mk m;
		struct sc_sink s;
		mk_init(&m, k & 1);
		mk_attr(&m, PT_SOFTWARE, 0, BASIC, 1)->name = "my-clock";
		mk_attr(&m, PT_HARDWARE, 0, BASIC, 2)->name = "cpu/cycles/";
		mk_attr(&m, PT_HARDWARE, 1, BASIC, 3)->name = "cpu/instructions/";
		all_features(&m);
		read_mk(&m, &s, k & 2);
		meta_is(&s, "hostname", "host");
		meta_is(&s, "os-release", "6.18");
		meta_is(&s, "nrcpus-avail", "2");
		meta_is(&s, "nrcpus-online", "1");
		meta_is(&s, "total-memory-kb", "123456");
		meta_is(&s, "cmdline", "perf record");
		meta_is(&s, "cpu-topology", "sibling sockets: 0-1\nsibling threads: 0\nCPU 0: core ID 0, socket ID 1\nCPU 1: core ID 2, socket ID 3");
		meta_is(&s, "numa-topology", "node0 meminfo: total = 100 kB, free = 50 kB; cpu list: 0-1");
		meta_is(&s, "caches", "L1 Data 32K [0-1]");
		meta_is(&s, "duration", "2.500001000");
		meta_is(&s, "first-sample-time", "1.500000");
		meta_is(&s, "mem-topology", "memory block size: 0x8000000\nnode 0: 2 blocks");
		meta_is(&s, "clock-data", "clockid: monotonic_raw (4), reference time: 1700000000.000000005 = 2.000000007 (clock)");
		meta_is(&s, "hybrid-topology", "cpu_core cpu list: 0-1");
		meta_is(&s, "pmu-caps", "cpu_core: branches=32");
		meta_is(&s, "byte-order", k & 1 ? "big-endian" : "little-endian");
		assert_string_equal(s.events.v[0].name, "my-clock");
		assert_string_equal(s.events.v[1].name, "cpu/cycles/");
		assert_int_equal(s.events.v[1].e.leader, 0);
		assert_int_equal(s.events.v[2].e.leader, 2);
		struct tf_message t[2];
		assert_int_equal(tf_diag_list(s.sink.diag, t, 2), 0);
		sc_release(&s);
		mk_release(&m);
	}
}

/* Each feature cut at each length: never a crash, and the events are there all the same. */
static void test_cut_features(void **state)
{
	struct mk m;
	mk_init(&m, false);
	mk_attr(&m, PT_SOFTWARE, 0, BASIC, 1)->name = "my-clock";
	mk_attr(&m, PT_HARDWARE, 0, BASIC, 2)->name = "cpu/cycles/";
	mk_attr(&m, PT_HARDWARE, 1, BASIC, 3)->name = "cpu/instructions/";
	all_features(&m);
	for (unsigned f = 0; f < 256; f++) {
		size_t full = m.feature[f].b.n;
		for (size_t n = 0; n < full; n += full > 200 ? 29 : 5) {
			struct sc_sink s;
			m.feature[f].b.n = n;
			read_mk(&m, &s, n & 1);
			assert_int_equal(s.events.n, 3);
			sc_release(&s);
		}
		m.feature[f].b.n = full;
	}
	mk_release(&m);
}

static void test_build_ids(void **state)
{
	struct mk m;
	struct sc_sink s;
	mk_init(&m, false);
	mk_attr(&m, PT_SOFTWARE, 0, BASIC, 1);
	struct mk t = {.big = false};
	static const struct { uint16_t misc; uint8_t size; const char *path; } ids[] = {
		{2, 0, "/bin/long"}, {2 | PM_BUILD_ID_SIZE, 16, "/bin/short"}, {1 | PM_BUILD_ID_SIZE, 20, "[kernel.kallsyms]"},
		{2 | PM_BUILD_ID_SIZE, 21, "/bin/bad"},
	};
	for (unsigned i = 0; i < 4; i++) {
		mk_begin(&t, 0, ids[i].misc);
		mk_u32(&t, &t.data, UINT32_MAX);
		for (unsigned k = 0; k < 20; k++)
			mk_u8(&t, &t.data, (uint8_t)(0xa0 + k));
		mk_u8(&t, &t.data, ids[i].size);
		tf_strbuf_add(&t.data, "\0\0\0", 3);
		mk_text(&t, &t.data, ids[i].path);
		mk_end(&t);
	}
	tf_strbuf_add(mk_feature(&m, PH_BUILD_ID), t.data.s, t.data.n);
	read_mk(&m, &s, false);
	assert_string_equal(s.records.s,
			    "BUILD_ID t=-1 pid=-1 tid=-1 cpu=-1 mode=2 /bin/long len=20 a0a1\n"
			    "BUILD_ID t=-1 pid=-1 tid=-1 cpu=-1 mode=2 /bin/short len=16 a0a1\n"
			    "BUILD_ID t=-1 pid=-1 tid=-1 cpu=-1 mode=1 [kernel.kallsyms] len=20 a0a1\n");
	sc_release(&s);
	mk_release(&t);
	mk_release(&m);
}

static void sp_file(struct mk *m, const char *path, uint32_t type, uint64_t min_vaddr, uint64_t vaddr, uint64_t offset)
{
	struct tf_strbuf *b = mk_feature(m, PH_SP_FILE);
	struct mk t = {.big = m->big};
	tf_strbuf_add(&t.data, path, strlen(path) + 1);
	mk_u32(&t, &t.data, type);
	mk_u64(&t, &t.data, min_vaddr);
	mk_u32(&t, &t.data, 1);
	mk_u64(&t, &t.data, vaddr);
	mk_u32(&t, &t.data, 16);
	tf_strbuf_add(&t.data, "fn", 3);
	if (offset != UINT64_MAX)
		mk_u64(&t, &t.data, offset);
	mk_u32(m, b, (uint32_t)t.data.n);
	tf_strbuf_add(b, t.data.s, t.data.n);
	mk_release(&t);
}

/* Addresses of simpleperf's symbols become file offsets (dso.cpp: offset - file_offset + min_vaddr). */
static void test_symbols(void **state)
{
	struct mk m;
	struct sc_sink s;
	mk_init(&m, false);
	mk_attr(&m, PT_SOFTWARE, 0, BASIC, 1);
	mk_mmap2(&m, 1, 0x70000000, 0x1000, 0x3000, "/lib/old.so", 5);
	sp_file(&m, "/lib/new.so", 2, 0x11000, 0x11234, 0x1000);
	sp_file(&m, "/lib/old.so", 2, 0x24000, 0x24018, UINT64_MAX);
	sp_file(&m, "[kernel.kallsyms]", 0, 0, 0xffffffff81000000, UINT64_MAX);
	/* FILE2: path 1, type 2 = 2, min_vaddr 3 = 0x11000, symbol 4 {1: 0x11010, 2: 4, 3: "g"}, elf 6 {1: 0x1000} */
	static const char pb[] = "\x0a\x06/lib/2\x10\x02\x18\x80\xa0\x04\x22\x09\x08\x90\xa0\x04\x10\x04\x1a\x01g\x32\x03\x08\x80\x20";
	struct tf_strbuf *b = mk_feature(&m, PH_SP_FILE2);
	mk_u32(&m, b, sizeof pb - 1);
	tf_strbuf_add(b, pb, sizeof pb - 1);
	read_mk(&m, &s, false);
	const char *at = strstr(s.records.s, "SYMBOL");
	assert_non_null(at);
	assert_string_equal(at, "SYMBOL kind=1 /lib/new.so 1234+10 fn\nSYMBOL kind=1 /lib/old.so 3018+10 fn\n"
				"SYMBOL kind=2 [kernel.kallsyms] ffffffff81000000+10 fn\nSYMBOL kind=1 /lib/2 1010+4 g\n");
	sc_release(&s);
	mk_release(&m);
}

/* hiperf with --dedup_stack: the chain is empty, the sample's last word names a node and a length. */
static void test_stack_table(void **state)
{
	for (int big = 0; big < 2; big++) {
		struct mk m;
		struct sc_sink s;
		mk_init(&m, big);
		struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, PS_IP | PS_TID | PS_CALLCHAIN, 0);
		static const struct { uint32_t pid; uint64_t id, nr; } samples[] = {{10, 7, 3}, {10, 7, 2}, {10, 99, 3}, {11, 7, 3}, {10, 8, 500}};
		for (unsigned i = 0; i < 5; i++) {
			mk_sample(&m, a, samples[i].pid, 0, 0, NULL, 0);
			mk_u64(&m, &m.data, samples[i].id | samples[i].nr << 23);
			mk_end(&m);
		}
		struct tf_strbuf *b = mk_feature(&m, PH_HI_STACK_TABLE);
		mk_string(&m, mk_feature(&m, PH_HI_WORKLOAD), "x");
		mk_string(&m, mk_feature(&m, PH_HOSTNAME), "x");
		static const struct { uint32_t index; uint64_t value; } nodes[] = {
			{7, 0x1011601050 | 5ull << 40 | 1ull << 63}, {3, 0x401000}, {5, 0x402000 | 3ull << 40}, {8, 0x1 | 8ull << 40}};
		mk_u32(&m, b, 1);
		mk_u32(&m, b, 10);
		mk_u32(&m, b, 4096);
		mk_u32(&m, b, 4);
		for (unsigned i = 0; i < 4; i++) {
			mk_u32(&m, b, nodes[i].index);
			mk_u64(&m, b, nodes[i].value);
		}
		size_t n;
		struct tf_err err;
		uint8_t *p = mk_file(&m, &n, false);
		char *name = mk_write(p, n);
		sc_init(&s);
		s.want_samples = s.touch = true;
		assert_int_equal(sc_read(&s, name, 1, 0, &err), 0);
		static const char *const chains[] = {"ffffff1011601050,402000,401000\n", "ffffff1011601050,402000\n", "\n", "\n"};
		const char *at = s.samples.s;
		for (unsigned i = 0; i < 4; i++) {
			at = strstr(at, "chain=") + 6;
			assert_memory_equal(at, chains[i], strlen(chains[i]));
		}
		/* a node that is its own caller ends with the length */
		assert_int_equal(s.workers[0].chain, 3 + 2 + 500);
		unlink(name);
		free(name);
		free(p);
		sc_release(&s);
		mk_release(&m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names), cmocka_unit_test(test_roles), cmocka_unit_test(test_features),
		cmocka_unit_test(test_cut_features), cmocka_unit_test(test_build_ids), cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_stack_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
