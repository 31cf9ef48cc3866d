/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small recordings that together hold every kind of record and part. */
#include "config.h"
#include "tests/fuzz/seeds.h"

#include <string.h>

#define BASIC (PS_IP | PS_TID | PS_TIME | PS_CALLCHAIN | PS_PERIOD)
static const uint64_t chain[] = {(uint64_t)-128, 0xffffffff81000010, (uint64_t)-512, 0x401010, 0x401200};

static void side_band(struct mk *m)
{
	mk_comm(m, 10, "worker", 1, true);
	mk_mmap2(m, 10, 0x400000, 0x2000, 0x1000, "/bin/worker", 2);
	for (uint32_t type = PR_MMAP; type < PR_MAX; type++) {
		if (type == PR_SAMPLE || type == PR_COMPRESSED || type == PR_COMPRESSED2 || type == PR_HEADER_ATTR)
			continue;
		mk_begin(m, type, (uint16_t)(type << 12));
		for (unsigned i = 0; i < 6; i++)
			mk_u64(m, &m->data, type == PR_AUXTRACE || type == PR_HEADER_TRACING_DATA ? 0 : i * i + 1);
		mk_text(m, &m->data, "name");
		mk_trailer(m, 10, 11, 3 + type, 0);
		mk_end(m);
	}
}

static void features(struct mk *m)
{
	static const char file2[] = "\x0a\x06/lib/2\x10\x02\x18\x80\xa0\x04\x22\x09\x08\x90\xa0\x04\x10\x04\x1a\x01g\x32\x03\x08\x80\x20";
	static const char tracing[] = "\x17\x08\x44tracing0.6\0\0\x08\0\x10\0\0header_page";
	mk_string(m, mk_feature(m, PH_HOSTNAME), "host");
	struct tf_strbuf *b = mk_feature(m, PH_EVENT_DESC);
	mk_u32(m, b, m->n_attrs);
	mk_u32(m, b, 128);
	for (unsigned i = 0; i < m->n_attrs; i++) {
		mk_attr_bytes(m, b, &m->attrs[i]);
		mk_u32(m, b, m->attrs[i].n_ids);
		mk_string(m, b, "event");
		mk_u64(m, b, m->attrs[i].ids[0]);
	}
	static const unsigned counted[] = {PH_NRCPUS, PH_CPU_TOPOLOGY, PH_NUMA_TOPOLOGY, PH_PMU_MAPPINGS, PH_GROUP_DESC, PH_CACHE,
					   PH_CPU_PMU_CAPS, PH_HYBRID_TOPOLOGY, PH_PMU_CAPS, PH_CPU_DOMAIN_INFO, PH_CMDLINE,
					   PH_MEM_TOPOLOGY, PH_SAMPLE_TIME, PH_CLOCK_DATA, PH_COMPRESSED, PH_HI_SYMBOLS, PH_SP_FILE};
	for (unsigned i = 0; i < sizeof counted / sizeof *counted; i++) {
		b = mk_feature(m, counted[i]);
		for (unsigned k = 0; k < 3; k++) {
			mk_u32(m, b, 2);
			mk_string(m, b, "word");
		}
	}
	tf_strbuf_adds(mk_feature(m, PH_SP_META_INFO), "event_type_info");
	b = mk_feature(m, PH_SP_FILE2);
	mk_u32(m, b, sizeof file2 - 1);
	tf_strbuf_add(b, file2, sizeof file2 - 1);
	b = mk_feature(m, PH_TRACING_DATA);
	tf_strbuf_add(b, tracing, sizeof tracing);
	for (unsigned i = 0; i < 8; i++)
		mk_u64(m, b, i & 1);
	b = mk_feature(m, PH_BUILD_ID);
	mk_u32(m, b, 0);
	mk_u16(m, b, 2);
	mk_u16(m, b, 52);
	for (unsigned i = 0; i < 11; i++)
		mk_u32(m, b, 0x41424344);
}

static void big_sample(struct mk *m, const struct mk_attr *a)
{
	struct tf_strbuf *d = &m->data;
	mk_begin(m, PR_SAMPLE, 2);
	mk_u64(m, d, a->ids[0]);
	for (unsigned i = 0; i < 7; i++)
		mk_u64(m, d, i == 4 ? a->ids[0] : i + 1); /* IP, TID, TIME, ADDR, ID, STREAM_ID, CPU */
	mk_u64(m, d, 2); /* READ, a group of two */
	mk_u64(m, d, 10);
	mk_u64(m, d, 10);
	for (unsigned i = 0; i < 2; i++) {
		mk_u64(m, d, 100 + i);
		mk_u64(m, d, a->ids[0] + i);
		mk_u64(m, d, 0);
	}
	mk_u64(m, d, 2); /* CALLCHAIN */
	mk_u64(m, d, chain[3]);
	mk_u64(m, d, chain[4]);
	mk_u32(m, d, 4); /* RAW */
	mk_u32(m, d, 0);
	mk_u64(m, d, 1); /* BRANCH_STACK with hw_idx */
	for (unsigned i = 0; i < 4; i++)
		mk_u64(m, d, i);
	mk_u64(m, d, 2); /* REGS_USER */
	for (unsigned i = 0; i < 4; i++)
		mk_u64(m, d, i);
	mk_u64(m, d, 16); /* STACK_USER */
	mk_u64(m, d, 1);
	mk_u64(m, d, 2);
	mk_u64(m, d, 16);
	for (unsigned i = 0; i < 3; i++)
		mk_u64(m, d, 1);
	mk_u64(m, d, 0); /* REGS_INTR: none */
	for (unsigned i = 0; i < 4; i++)
		mk_u64(m, d, 1);
	mk_u64(m, d, 8); /* AUX */
	mk_u64(m, d, 0);
	mk_end(m);
}

uint8_t *seed_make(unsigned i, size_t *n)
{
	struct mk m;
	uint8_t *p;
	bool big = i & 1, pipe = i & 2;
	unsigned kind = i / 4;
	if (kind > 2)
		return NULL;
	mk_init(&m, big);
	uint64_t parts = kind == 0 ? BASIC : kind == 1 ? PS_IDENTIFIER | BASIC | PS_CPU : (1u << 25) - 1 - PS_WEIGHT - PS_PERIOD;
	struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, parts, kind ? 7 : 0);
	struct mk_attr *b = kind ? mk_attr(&m, PT_HARDWARE, 0, parts, 8) : NULL;
	if (kind == 2) {
		a->read_format = b->read_format = PF_GROUP | PF_ENABLED | PF_RUNNING | PF_ID | PF_LOST;
		a->branch = b->branch = PB_HW_INDEX;
		a->regs_user = b->regs_user = 0xf;
		big_sample(&m, a);
	} else {
		mk_sample(&m, a, 10, 100, 5, chain, 5);
	}
	side_band(&m);
	if (kind == 2)
		big_sample(&m, b);
	else
		mk_sample(&m, kind ? b : a, 10, 200, 5, chain, 3);
	if (kind != 0 || pipe)
		features(&m);
	p = pipe ? mk_pipe(&m, n) : mk_file(&m, n, false);
	mk_release(&m);
	return p;
}
