/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SAMPLE and side-band records of perf.data, put together byte by byte. */
#include "config.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/kit/mkperf.h"
#include "tests/kit/sinkcount.h"

#define BASIC (PS_IP | PS_TID | PS_TIME | PS_CALLCHAIN | PS_PERIOD)

static void read_mk(struct mk *m, struct sc_sink *s, bool pipe)
{
	size_t n;
	struct tf_err err;
	uint8_t *p = pipe ? mk_pipe(m, &n) : mk_file(m, &n, false);
	char *name = mk_write(p, n);
	sc_init(s);
	s->want_records = s->want_samples = s->touch = true;
	int rc = sc_read(s, name, 1, 0, &err);
	if (rc)
		fail_msg("%s: %s", err.what, err.text);
	assert_false(s->order_broken);
	unlink(name);
	free(name);
	free(p);
}

static size_t messages(struct sc_sink *s)
{
	struct tf_message m[8];
	return tf_diag_list(s->sink.diag, m, 8);
}

static void basic(bool big, bool pipe)
{
	struct mk m;
	struct sc_sink s;
	static const uint64_t chain[] = {(uint64_t)-512, 0x401010, 0x401200};
	mk_init(&m, big);
	struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7);
	mk_comm(&m, 10, "worker", 5, true);
	mk_mmap2(&m, 10, 0x400000, 0x2000, 0x1000, "/bin/worker", 6);
	mk_sample(&m, a, 10, 100, 4000, chain, 3);
	mk_sample(&m, a, 10, 200, 5000, chain, 0);
	read_mk(&m, &s, pipe);
	assert_string_equal(s.samples.s,
			    "cpu-clock t=100 pid=10 tid=11 cpu=-1 mode=2 ip=401010 addr=0 period=4000 id=0 chain=fffffffffffffe00,401010,401200\n"
			    "cpu-clock t=200 pid=10 tid=11 cpu=-1 mode=2 ip=0 addr=0 period=5000 id=0 chain=\n");
	assert_string_equal(s.records.s, "COMM t=5 pid=10 tid=10 cpu=-1 mode=0 worker exec\n"
					 "MMAP t=6 pid=10 tid=10 cpu=-1 mode=2 400000+2000@1000 /bin/worker exec id=0\n");
	assert_int_equal(sc_records(&s, "SAMPLE"), 2);
	assert_int_equal(sc_records(&s, "MMAP2"), 1);
	assert_int_equal(messages(&s), 0);
	sc_release(&s);
	mk_release(&m);
}

static void test_basic(void **state)
{
	for (int i = 0; i < 4; i++)
		basic(i & 1, i & 2);
}

/* All parts at once; the numbers are all different, so that a shift shows. */
static void test_every_part(void **state)
{
	for (int big = 0; big < 2; big++)
		for (int form = 0; form < 4; form++) {
			struct mk m;
			struct sc_sink s;
			bool regs = form & 1, stack = form & 2;
			mk_init(&m, big);
			struct mk_attr *a = mk_attr(&m, PT_HARDWARE, 0, (1u << 25) - 1 - PS_WEIGHT, 77);
			a->read_format = PF_ENABLED | PF_RUNNING | PF_ID | PF_LOST;
			a->branch = PB_HW_INDEX | PB_COUNTERS;
			a->regs_user = 0xff0f;
			a->regs_intr = 0x7;
			a->stack_user = 16;
			struct tf_strbuf *d = &m.data;
			mk_begin(&m, PR_SAMPLE, 1 | PM_EXACT_IP);
			mk_u64(&m, d, 77);     /* IDENTIFIER */
			mk_u64(&m, d, 0x1111); /* IP */
			mk_u32(&m, d, 21);     /* TID */
			mk_u32(&m, d, 22);
			mk_u64(&m, d, 333);    /* TIME */
			mk_u64(&m, d, 0x4444); /* ADDR */
			mk_u64(&m, d, 77);     /* ID */
			mk_u64(&m, d, 6666);   /* STREAM_ID */
			mk_u32(&m, d, 5);      /* CPU */
			mk_u32(&m, d, 0);
			mk_u64(&m, d, 8888);   /* PERIOD */
			for (unsigned i = 0; i < 3; i++)
				mk_u64(&m, d, 9000 + i); /* READ: value, enabled, running */
			mk_u64(&m, d, 77);
			mk_u64(&m, d, 9);      /* lost */
			mk_u64(&m, d, 2);      /* CALLCHAIN */
			mk_u64(&m, d, 0xaaa);
			mk_u64(&m, d, 0xbbb);
			mk_u32(&m, d, 12);     /* RAW */
			tf_strbuf_add(d, "123456789012", 12);
			mk_u64(&m, d, 2);      /* BRANCH_STACK */
			mk_u64(&m, d, 99);     /* hw_idx */
			for (unsigned i = 0; i < 6; i++)
				mk_u64(&m, d, i);
			mk_u64(&m, d, 1);      /* counters */
			mk_u64(&m, d, 2);
			mk_u64(&m, d, regs ? 2 : 0); /* REGS_USER */
			for (unsigned i = 0; regs && i < 12; i++)
				mk_u64(&m, d, 0x100 + i);
			mk_u64(&m, d, stack ? 16 : 0); /* STACK_USER */
			if (stack) {
				tf_strbuf_add(d, "0123456789abcdef", 16);
				mk_u64(&m, d, 8);
			}
			for (unsigned i = 0; i < 3; i++)
				mk_u64(&m, d, 1); /* WEIGHT_STRUCT, DATA_SRC, TRANSACTION */
			mk_u64(&m, d, regs ? 1 : 0); /* REGS_INTR */
			for (unsigned i = 0; regs && i < 3; i++)
				mk_u64(&m, d, i);
			for (unsigned i = 0; i < 4; i++)
				mk_u64(&m, d, 1); /* PHYS_ADDR, CGROUP, page sizes */
			mk_u64(&m, d, 8);      /* AUX */
			mk_u64(&m, d, 0);
			mk_end(&m);
			/* the same without its last word: cut */
			size_t n = d->n - 16;
			char *copy = tf_xmemdup0(d->s + 8, n);
			mk_begin(&m, PR_SAMPLE, 1);
			tf_strbuf_add(d, copy, n);
			mk_end(&m);
			free(copy);
			read_mk(&m, &s, false);
			char want[500];
			snprintf(want, sizeof want,
				 "cycles t=333 pid=21 tid=22 cpu=5 mode=1 ip=1111 addr=4444 period=8888 id=77 chain=aaa,bbb read1=77/9000/9 "
				 "enabled=9001 running=9002 raw=12 branches=2%s stack=%d exact\n",
				 regs ? " regs=2/ff0f" : "", stack ? 8 : 0);
			assert_string_equal(s.samples.s, want);
			assert_int_equal(s.q.bad_samples, 1);
			sc_release(&s);
			mk_release(&m);
		}
}

static void test_read_formats(void **state)
{
	for (unsigned rf = 0; rf < 32; rf++) {
		struct mk m;
		struct sc_sink s;
		char want[400];
		mk_init(&m, rf & 1);
		struct mk_attr *a = mk_attr(&m, PT_HARDWARE, 0, PS_IP | PS_READ | PS_ID, 100);
		struct mk_attr *b = mk_attr(&m, PT_HARDWARE, 1, PS_IP | PS_READ | PS_ID, 200);
		a->read_format = b->read_format = rf;
		mk_begin(&m, PR_SAMPLE, 2);
		mk_u64(&m, &m.data, 0x1234);
		mk_u64(&m, &m.data, 100);
		if (rf & PF_GROUP)
			mk_u64(&m, &m.data, 2);
		else
			mk_u64(&m, &m.data, 11);
		if (rf & PF_ENABLED)
			mk_u64(&m, &m.data, 50);
		if (rf & PF_RUNNING)
			mk_u64(&m, &m.data, 40);
		for (unsigned i = 0; i < (rf & PF_GROUP ? 2 : 1); i++) {
			if (rf & PF_GROUP)
				mk_u64(&m, &m.data, 11 * (i + 1));
			if (rf & PF_ID)
				mk_u64(&m, &m.data, 100 * (i + 1));
			if (rf & PF_LOST)
				mk_u64(&m, &m.data, 3 + i);
		}
		mk_end(&m);
		read_mk(&m, &s, false);
		/* without any time the place in the file stands for it: 104 + ids + attrs */
		int n = snprintf(want, sizeof want, "cycles t=%d pid=-1 tid=-1 cpu=-1 mode=2 ip=1234 addr=0 period=0 id=100", 104 + 16 + 2 * 144);
		for (unsigned i = 0; i < (rf & PF_GROUP ? 2 : 1); i++)
			n += snprintf(want + n, sizeof want - (size_t)n, " read%u=%u/%u/%u", i + 1, rf & PF_ID ? 100 * (i + 1) : 0, 11 * (i + 1),
				      rf & PF_LOST ? 3 + i : 0);
		snprintf(want + n, sizeof want - (size_t)n, " enabled=%d running=%d\n", rf & PF_ENABLED ? 50 : 0, rf & PF_RUNNING ? 40 : 0);
		assert_string_equal(s.samples.s, want);
		sc_release(&s);
		mk_release(&m);
	}
}

/* Events are told apart by IDENTIFIER, although their samples have different parts. */
static void test_two_layouts(void **state)
{
	for (int big = 0; big < 2; big++) {
		struct mk m;
		struct sc_sink s;
		static const uint64_t chain[] = {0x10, 0x20};
		mk_init(&m, big);
		struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, PS_IDENTIFIER | BASIC, 31);
		struct mk_attr *b = mk_attr(&m, PT_SOFTWARE, 2, PS_IDENTIFIER | PS_IP | PS_TID | PS_TIME | PS_CPU, 32);
		mk_sample(&m, a, 1, 10, 5, chain, 2);
		mk_sample(&m, b, 2, 20, 0, chain, 2);
		mk_sample(&m, a, 3, 30, 6, chain, 2);
		struct mk_attr stranger = *b;
		stranger.ids[0] = 99;
		mk_sample(&m, &stranger, 4, 40, 0, chain, 2);
		read_mk(&m, &s, big);
		assert_string_equal(s.samples.s, "cpu-clock t=10 pid=1 tid=2 cpu=-1 mode=2 ip=20 addr=0 period=5 id=31 chain=10,20\n"
						 "page-faults t=20 pid=2 tid=3 cpu=3 mode=2 ip=20 addr=0 period=0 id=32\n"
						 "cpu-clock t=30 pid=3 tid=4 cpu=-1 mode=2 ip=20 addr=0 period=6 id=31 chain=10,20\n");
		assert_int_equal(s.q.bad_samples, 1);
		sc_release(&s);
		mk_release(&m);
	}
}

static void side_band(struct mk *m)
{
	struct tf_strbuf *d = &m->data;
	mk_begin(m, PR_FORK, PM_FORK_EXEC);
	for (uint32_t i = 0; i < 4; i++)
		mk_u32(m, d, 50 + i); /* pid, ppid, tid, ptid */
	mk_u64(m, d, 1);
	mk_trailer(m, 50, 52, 11, 3);
	mk_end(m);
	mk_begin(m, PR_LOST, 0);
	mk_u64(m, d, 9);
	mk_u64(m, d, 42);
	mk_trailer(m, 60, 61, 12, 3);
	mk_end(m);
	mk_begin(m, PR_LOST_SAMPLES, 0);
	mk_u64(m, d, 43);
	mk_trailer(m, 60, 61, 13, 3);
	mk_end(m);
	mk_begin(m, PR_KSYMBOL, 0);
	mk_u64(m, d, 0xffffffffc0001000);
	mk_u32(m, d, 0x80);
	mk_u16(m, d, 1);
	mk_u16(m, d, 1);
	mk_text(m, d, "bpf_prog_1");
	mk_trailer(m, 0, 0, 14, 3);
	mk_end(m);
	mk_begin(m, PR_CALLCHAIN_DEFERRED, 2);
	mk_u64(m, d, 0xc00c1e);
	mk_u64(m, d, 2);
	mk_u64(m, d, 0x1);
	mk_u64(m, d, 0x2);
	mk_trailer(m, 70, 71, 15, 3);
	mk_end(m);
	mk_begin(m, PR_MMAP2, 2 | PM_MMAP_BUILD_ID);
	mk_u32(m, d, 80);
	mk_u32(m, d, 81);
	mk_u64(m, d, 0x7000);
	mk_u64(m, d, 0x1000);
	mk_u64(m, d, 0);
	mk_u8(m, d, 20);
	for (unsigned i = 0; i < 23; i++)
		mk_u8(m, d, (uint8_t)i);
	mk_u32(m, d, 1);
	mk_u32(m, d, 2);
	mk_text(m, d, "/lib/libx.so");
	mk_trailer(m, 80, 81, 16, 3);
	mk_end(m);
	mk_begin(m, PR_CGROUP, 0);
	mk_u64(m, d, 5);
	mk_text(m, d, "/user.slice");
	mk_trailer(m, 0, 0, 17, 3);
	mk_end(m);
	mk_begin(m, PR_MMAP, PM_MMAP_DATA | 2);
	mk_u32(m, d, 80);
	mk_u32(m, d, 81);
	mk_u64(m, d, 0x8000);
	mk_u64(m, d, 0x1000);
	mk_u64(m, d, 0);
	mk_text(m, d, "//anon");
	mk_trailer(m, 80, 81, 18, 3);
	mk_end(m);
	/* a chain that claims more than is there */
	mk_begin(m, PR_CALLCHAIN_DEFERRED, 2);
	mk_u64(m, d, 1);
	mk_u64(m, d, UINT64_MAX / 4);
	mk_trailer(m, 70, 71, 19, 3);
	mk_end(m);
}

static void test_side_band(void **state)
{
	for (int big = 0; big < 2; big++) {
		struct mk m;
		struct sc_sink s;
		mk_init(&m, big);
		mk_attr(&m, PT_SOFTWARE, 0, PS_IDENTIFIER | BASIC | PS_CPU, 31);
		side_band(&m);
		read_mk(&m, &s, false);
		assert_string_equal(s.records.s,
				    "FORK t=11 pid=50 tid=52 cpu=3 mode=0 ppid=51 ptid=53 synth\n"
				    "LOST t=12 pid=60 tid=61 cpu=3 mode=0 42\n"
				    "LOST_SAMPLES t=13 pid=60 tid=61 cpu=3 mode=0 43\n"
				    "KSYMBOL t=14 pid=0 tid=0 cpu=3 mode=1 ffffffffc0001000+80@0 bpf_prog_1 exec id=0\n"
				    "DEFERRED t=15 pid=70 tid=71 cpu=3 mode=2 cookie=c00c1e n=2\n"
				    "MMAP t=16 pid=80 tid=81 cpu=3 mode=2 7000+1000@0 /lib/libx.so id=20\n"
				    "CGROUP t=17 pid=0 tid=0 cpu=3 mode=0 5 /user.slice\n"
				    "MMAP t=18 pid=80 tid=81 cpu=3 mode=2 8000+1000@0 //anon anon id=0\n");
		assert_int_equal(messages(&s), 1);
		sc_release(&s);
		mk_release(&m);
	}
}

/* Without sample_id_all the records have no time: they stand before the samples of their round. */
static void test_times_from_rounds(void **state)
{
	struct mk m;
	struct sc_sink s;
	static const uint64_t chain[] = {1, 2};
	mk_init(&m, false);
	struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, BASIC, 0);
	a->flags = 0;
	mk_comm(&m, 1, "one", 0, false);
	mk_sample(&m, a, 1, 500, 1, chain, 2);
	mk_sample(&m, a, 1, 300, 1, chain, 2);
	mk_comm(&m, 1, "two", 0, false);
	mk_begin(&m, PR_FINISHED_ROUND, 0);
	mk_end(&m);
	mk_sample(&m, a, 1, 700, 1, chain, 2);
	mk_comm(&m, 1, "three", 0, false);
	mk_begin(&m, PR_FINISHED_ROUND, 0);
	mk_end(&m);
	mk_comm(&m, 1, "four", 0, false);
	read_mk(&m, &s, false);
	assert_string_equal(s.records.s, "COMM t=0 pid=1 tid=1 cpu=-1 mode=0 one\nCOMM t=0 pid=1 tid=1 cpu=-1 mode=0 two\n"
					 "ROUND t=-1 pid=-1 tid=-1 cpu=-1 mode=0\nCOMM t=500 pid=1 tid=1 cpu=-1 mode=0 three\n"
					 "ROUND t=-1 pid=-1 tid=-1 cpu=-1 mode=0\nCOMM t=700 pid=1 tid=1 cpu=-1 mode=0 four\n");
	sc_release(&s);
	mk_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_basic), cmocka_unit_test(test_every_part), cmocka_unit_test(test_read_formats),
		cmocka_unit_test(test_two_layouts), cmocka_unit_test(test_side_band), cmocka_unit_test(test_times_from_rounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
