/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folded stacks and perf script text, read through the table of operations into folded lines. */
#include "config.h"
#include "input/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/in_perfscript_parse.h"

extern const struct tf_input_ops tf_in_folded, tf_in_perfscript;

/* ---- a sink that writes what it gets ---- */

struct catcher {
	struct tf_sink sink;
	struct tf_strbuf events, stacks, meta;
	unsigned n_events;
	uint64_t refused;
	struct tf_quality quality;
	bool counted[64];
	bool details; /* event and weight behind each stack, marks behind names */
};

static tf_event_id on_event(struct tf_sink *s, const struct tf_event *e)
{
	struct catcher *c = (struct catcher *)s;
	tf_strbuf_addf(&c->events, "%s%s", c->n_events ? " " : "", e->name);
	c->counted[++c->n_events] = e->counted;
	return (tf_event_id){c->n_events};
}

static void on_meta(struct tf_sink *s, const char *key, const char *value)
{
	tf_strbuf_addf(&((struct catcher *)s)->meta, "%s=%s\n", key, value);
}

static void on_count(struct tf_sink *s, const char *name, uint64_t n)
{
	if (!strcmp(name, "lines not understood"))
		((struct catcher *)s)->refused = n;
}

static void on_quality(struct tf_sink *s, const struct tf_quality *q) { ((struct catcher *)s)->quality = *q; }
static void on_progress(struct tf_sink *s, enum tf_phase p, uint64_t done, uint64_t total) {}

static void on_stack(struct tf_sink *s, const struct tf_named_stack *x)
{
	struct catcher *c = (struct catcher *)s;
	struct tf_strbuf *b = &c->stacks;
	if (x->comm)
		tf_strbuf_add(b, x->comm, x->comm_len);
	for (size_t i = 0; i < x->n; i++) {
		const struct tf_named_frame *f = &x->frames[i];
		if (i || x->comm)
			tf_strbuf_addc(b, ';');
		if (f->len)
			tf_strbuf_add(b, f->name, f->len);
		else
			tf_strbuf_addf(b, "[%.*s]", (int)(f->module ? f->module_len : 1), f->module ? f->module : "?");
		if (c->details && f->flags)
			tf_strbuf_addf(b, "_[%s]", f->flags & TF_FUNC_KERNEL ? "k" : f->flags & TF_FUNC_INLINE ? "i" : "j");
	}
	tf_strbuf_addf(b, " %llu", (unsigned long long)(c->details || c->counted[x->event.v] ? x->weight : 1));
	if (c->details)
		tf_strbuf_addf(b, " e%u", x->event.v);
	tf_strbuf_addc(b, '\n');
}

static int read_text(const struct tf_input_ops *ops, struct catcher *c, const void *text, size_t n, unsigned budget)
{
	bool details = c->details;
	memset(c, 0, sizeof *c);
	c->details = details;
	c->sink = (struct tf_sink){.on_event = on_event, .on_meta = on_meta, .on_stack = on_stack, .on_count = on_count,
				   .on_quality = on_quality, .on_progress = on_progress, .diag = tf_diag_new()};
	FILE *t = tmpfile();
	assert_non_null(t);
	fwrite(text, 1, n, t);
	fflush(t);
	struct tf_input_file f = {.path = "x", .fd = fileno(t), .size = n, .head = text, .head_len = n < 65536 ? n : 65536};
	struct tf_err err = {0};
	struct tf_input *in = ops->open(&f, &c->sink, NULL, &err);
	assert_non_null(in);
	int r;
	do
		r = ops->pump(in, budget, NULL, &err);
	while (r > 0);
	ops->close(in);
	fclose(t);
	tf_strbuf_add(&c->stacks, "", 0);
	return r;
}

static void done(struct catcher *c)
{
	tf_diag_free(c->sink.diag);
	tf_strbuf_release(&c->events);
	tf_strbuf_release(&c->stacks);
	tf_strbuf_release(&c->meta);
}

static void check(const struct tf_input_ops *ops, bool details, const char *text, size_t n, const char *want)
{
	struct catcher c = {.details = details};
	assert_int_equal(read_text(ops, &c, text, n, 0), 0);
	assert_string_equal(c.stacks.s, want);
	done(&c);
}
#define FOLDED(text, want) check(&tf_in_folded, false, text, sizeof(text) - 1, want)
#define SCRIPT(text, want) check(&tf_in_perfscript, false, text, sizeof(text) - 1, want)
#define SCRIPT_DETAILS(text, want) check(&tf_in_perfscript, true, text, sizeof(text) - 1, want)

/* ---- folded ---- */

static void folded_lines(void **state)
{
	static const char text[] =
		"# comment\nmain;run;leaf 3\n\nmain;run 2\na b;c d (x, y);e 5\ntrailing;x 2   \ntabbed;x\t2\n"
		"frac;x 1.5\nfrac;y 1.49\nnegative;x -3\nzero;x 0\nno number here\n123\n;r;x 1\ne;;m 1\nmain;run;leaf 2 7\n";
	struct catcher c = {0};
	assert_int_equal(read_text(&tf_in_folded, &c, text, sizeof text - 1, 0), 0);
	assert_string_equal(c.stacks.s, "main;run;leaf 3\nmain;run 2\na b;c d (x, y);e 5\ntrailing;x 2\ntabbed;x 2\n"
					"frac;x 2\nfrac;y 1\nr;x 1\ne;m 1\nmain;run;leaf 2 7\n");
	assert_int_equal(c.refused, 3);
	struct tf_message m[8];
	size_t n = tf_diag_list(c.sink.diag, m, 8);
	assert_true(n >= 1);
	assert_string_equal(m[0].kind, "bad-line");
	assert_int_equal(m[0].count, 3);
	assert_non_null(strstr(m[0].text, "line 10:"));
	done(&c);
}

static void folded_bytes(void **state)
{
	FOLDED("m;caf\xe9;x 1\r\nm;nul\0mid;w 4\r\n", "m;caf\xe9;x 1\nm;nul\0mid;w 4\n");
	struct catcher c = {0};
	static const char nul[] = "m;nul\0mid;w 4\n";
	assert_int_equal(read_text(&tf_in_folded, &c, nul, sizeof nul - 1, 0), 0);
	assert_int_equal(c.stacks.n, sizeof nul - 1);
	assert_memory_equal(c.stacks.s, nul, sizeof nul - 1);
	done(&c);
	FOLDED("\xef\xbb\xbfm;a 1\nm;b 2", "m;a 1\nm;b 2\n");
	FOLDED("\xfe\xff\0a\0;\xd8\x3d\xde\x00\0 \0" "7\0\n\x20\xac\0 \0" "1", "a;\xf0\x9f\x98\x80 7\n\xe2\x82\xac 1\n");
	FOLDED("\xff\xfe" "a\0;\0\x3d\xd8 \0" "7\0\n\0", "a;\xef\xbf\xbd 7\n");
}

static void folded_overflow(void **state)
{
	struct catcher c = {0};
	static const char text[] = "a;b 4294967296\na;d 18446744073709551615\na;e 99999999999999999999999\na;f 18446744073709551616\n";
	assert_int_equal(read_text(&tf_in_folded, &c, text, sizeof text - 1, 0), 0);
	assert_string_equal(c.stacks.s, "a;b 4294967296\na;d 18446744073709551615\n");
	assert_int_equal(c.refused, 2);
	done(&c);
}

static void folded_columns(void **state)
{
	struct catcher c = {.details = true};
	static const char text[] = "a;b 3 7\na;c 0 12\na;d_[k] 5 0\nx 1\n";
	assert_int_equal(read_text(&tf_in_folded, &c, text, sizeof text - 1, 0), 0);
	assert_string_equal(c.events.s, "samples"); /* the last line has one number: one column, names end in a number */
	done(&c);
	assert_int_equal(read_text(&tf_in_folded, &c, text, sizeof text - 5, 0), 0);
	assert_string_equal(c.events.s, "before after");
	assert_string_equal(c.stacks.s, "a;b 3 e1\na;b 7 e2\na;c 12 e2\na;d_[k] 5 e1\n");
	done(&c);
}

static void folded_nothing(void **state)
{
	struct catcher c = {0};
	assert_int_equal(read_text(&tf_in_folded, &c, "what is this\nno stack\n", 22, 0), -TF_EFORMAT);
	done(&c);
	assert_int_equal(read_text(&tf_in_folded, &c, "# only a comment\n", 17, 0), 0);
	done(&c);
}

/* A file that is longer than a block, read in small turns; every line must come out once. */
static void folded_blocks(void **state)
{
	struct tf_strbuf b = TF_STRBUF_INIT;
	for (unsigned i = 0; i < 120000; i++)
		tf_strbuf_addf(&b, "main;function_%u;leaf %u\n", i % 977, i + 1);
	for (unsigned budget = 0; budget < 2; budget++) {
		struct catcher c = {0};
		assert_int_equal(read_text(&tf_in_folded, &c, b.s, b.n, budget), 0);
		assert_int_equal(c.stacks.n, b.n);
		assert_memory_equal(c.stacks.s, b.s, b.n);
		done(&c);
	}
	tf_strbuf_release(&b);
}

/* ---- perf script ---- */

static void header(const char *line, const char *want)
{
	struct tf_ps_header h;
	struct tf_strbuf b = TF_STRBUF_INIT;
	tf_ps_parse_header(line, strlen(line), &h);
	tf_strbuf_addf(&b, "%d|%.*s|%d|%d|%d|", h.strength, (int)h.comm_len, h.comm, (int)h.pid, (int)h.tid, (int)h.cpu);
	if (h.time != TF_NO_TIME)
		tf_strbuf_addf(&b, "%llu", (unsigned long long)h.time);
	if (h.has_period)
		tf_strbuf_addf(&b, "|%llu", (unsigned long long)h.period);
	tf_strbuf_addf(&b, "|%.*s|%.*s", (int)h.event_len, h.event ? h.event : "", (int)h.rest_len, h.rest ? h.rest : "");
	assert_string_equal(b.s, want);
	tf_strbuf_release(&b);
}

static void script_headers(void **state)
{
	header("Disc Writer Svc 26638 [001] 856620.530720:    1000000 cycles: ",
	       "2|Disc Writer Svc|-1|26638|1|856620530720000|1000000|cycles|");
	header("app [worker] 21332/21340 [000] 1.000000001: 7 cycles:u:", "2|app [worker]|21332|21340|0|1000000001|7|cycles:u|");
	header("lost task    -1 [000] 8.5:    10 cycles: ", "2|lost task|-1|-1|0|8500000000|10|cycles|");
	header("cup: 44 [001]: 45 [001] 8.6: 1 cycles:u: ", "2|cup: 44 [001]:|-1|45|1|8600000000|1|cycles:u|");
	header("srv 16 [004] 42.5: sched:sched_switch: prev_comm=a b ==> next_comm=c: 9 [001] 1.0: x: next_pid=4",
	       "2|srv|-1|16|4|42500000000|sched:sched_switch|prev_comm=a b ==> next_comm=c: 9 [001] 1.0: x: next_pid=4");
	header("toy 10 cycles: ", "2|toy|-1|10|-1||cycles|");
	header("toy 10/11 99 cycles: ", "2|toy|10|11|-1||99|cycles|");
	header("toy\t10 [007] 1.0:\t\t1000000 task-clock:u: ", "2|toy|-1|10|7|1000000000|1000000|task-clock:u|");
	header("toy 10 [007] K   1.0: cpu/event=0x3c, name=x/: ", "2|toy|-1|10|7|1000000000|cpu/event=0x3c, name=x/|");
	header("toy ", "1|toy|-1|-1|-1|||");
	header("toy 1.0: 401136 leaf (/a)", "2|toy|-1|-1|-1|1000000000||401136 leaf (/a)");
	header(" 8849/8849 175.5: 1 branches:uH:   jcc   cb4 A+0x2 (x) =>   cb5 B (x)",
	       "2||8849|8849|-1|175500000000|1|branches:uH|jcc   cb4 A+0x2 (x) =>   cb5 B (x)");
}

static void frame(const char *line, const char *want)
{
	struct tf_ps_frame f;
	struct tf_strbuf b = TF_STRBUF_INIT;
	assert_true(tf_ps_parse_frame(line, strlen(line), &f));
	tf_strbuf_addf(&b, "%llx|%.*s|%.*s%s%s", (unsigned long long)f.addr, (int)f.len, f.name, (int)f.module_len,
		       f.module ? f.module : "", f.inlined ? "|i" : "", tf_ps_is_kernel(&f) ? "|k" : "");
	assert_string_equal(b.s, want);
	tf_strbuf_release(&b);
}

static void script_frames(void **state)
{
	frame("\t          401136 work_a+0x6 (/opt/toy/app)", "401136|work_a|/opt/toy/app");
	frame("\t  9c51fd34 toy.lang.Text.hash ([JIT app cache])", "9c51fd34|toy.lang.Text.hash|[JIT app cache]");
	frame("\t  9c51fe34 [unknown] (/data/app/base apk (deleted))", "9c51fe34||/data/app/base apk (deleted)");
	frame("\t 1 std::function<void (toy::Item&), run(int)::{lambda()#1}>::_M_invoke+0x12 (/x)",
	      "1|std::function<void (toy::Item&), run(int)::{lambda()#1}>::_M_invoke|/x");
	frame("\t 1 helper(std::map<int, long> const&)", "1|helper(std::map<int, long> const&)|");
	frame("\t 7f py::Box.open:/srv/tool/__init__.py+0x6 (/tmp/perf-1.map)", "7f|py::Box.open:/srv/tool/__init__.py|/tmp/perf-1.map");
	frame("\t 4012a0 outer (inlined)", "4012a0|outer||i");
	frame("\t leaf_fn", "0|leaf_fn|");
	frame("\tffffffff81000030 c_core+0x10 (/lib/modules/6.1.0/build/vmlinux)", "ffffffff81000030|c_core|/lib/modules/6.1.0/build/vmlinux|k");
	frame("\tffffffffff600000 vtime ([vsyscall])", "ffffffffff600000|vtime|[vsyscall]");
	frame("\t 4e85d9 read_iter (/lib/modules/4.13.0/build/vmlinux)", "4e85d9|read_iter|/lib/modules/4.13.0/build/vmlinux|k");
	frame("\t 401200 main (/home/u/vmlinux-tool)", "401200|main|/home/u/vmlinux-tool");
	frame("\t 401200 main (/home/u/vmlinux-tools/app)", "401200|main|/home/u/vmlinux-tools/app");
	frame("\tc0100000 sys_read ([kernel.kallsyms])", "c0100000|sys_read|[kernel.kallsyms]|k");
	frame("\t sys_read ([kernel.kallsyms])", "0|sys_read|[kernel.kallsyms]|k");
}

static void script_stacks(void **state)
{
	SCRIPT("# ========\n#\ntoy 1 1.0: 5 cpu-clock:      401136 leaf+0x6 (/a)\ntoy 1 1.1: 5 cpu-clock: \n\t 401136 leaf+0x6 (/a)\n"
	       "\t 401200 main (/a)", "toy;leaf 1\ntoy;main;leaf 1\n");
	SCRIPT("toy 1 1.0: c: \r\n\t 401136 leaf (/a)\r\n\t 5 [unknown] (/lib/x.so)\r\n\r\n", "toy;[/lib/x.so];leaf 1\n");
	SCRIPT("toy 1 7.1: 1 c: \n\t 401136 leaf+0x6 (/a)\n  toy.c:12\n\t 401180 mid+0x20 (/a)\n  /src/with blank/toy.c:40 (inlined)\n"
	       "\t 401200 main (/a)\n  app[1200]\n", "toy;main;mid;leaf 1\n");
	SCRIPT("toy \n\t 401136 leaf\n\n", "toy;leaf 1\n");
	SCRIPT("toy 10/11 99 cycles: \n\t leaf\n\n", "toy;leaf 1\n");
	SCRIPT("          401136 leaf (/a)\n          401137 main (/a)\n\n          401136 x (/a)\n", "main;leaf 1\nx 1\n");
	SCRIPT("srv 1 [0] 1.5: kmem:kmalloc: call_site=ffff ptr=0x1\n"
	       "srv 1 [0] 1.6: block:rq: 259 R 8 [fio] ffffffff8beead90 start ([kernel.kallsyms])\n",
	       "srv 1\nsrv;start 1\n");
	SCRIPT("  false 39 19.4: 1 cycles:u:  ffffffff9b201293 [unknown] ([unknown])\n  face 39 19.5: 1 cycles: 7fa6 _dl+0x4 (/l)\n",
	       "false;[?] 1\nface;_dl 1\n");
	SCRIPT(" 1/1 1.5: 1 b:uH:   tr strt   0 [unknown] (x) =>  404b runtime.recv+0x3 (f)\n instruction trace error type 1\n"
	       " 1/1 1.6: 1 b:uH:   jcc   404c A::B+0x3 (f) =>  404d C (f)\n", "[x] 1\nA::B 1\n");
	SCRIPT("toy 1 1.0: c:\n\n\t 401136 leaf (/a)\n\ntoy 1 2.0: c:\n\n\ntoy 1 3.0: c:\n\t 1 x (/a)\n", "toy;leaf 1\ntoy 1\ntoy;x 1\n");
	SCRIPT_DETAILS("toy 1 1.0: 9000 cycles: \n\t ffffffff81000000 k ([kernel.kallsyms])\n\t 1 i (inlined)\n\t 2 main (/a)\n\n"
		       "toy 1 1.1: instructions: \n\t 2 main (/a)\n\n", "toy;main;i_[i];k_[k] 9000 e1\ntoy;main 1 e2\n");
}

static void script_damage(void **state)
{
	struct catcher c = {0};
	static const char text[] = "this\nis an unknown\nformat\n";
	assert_int_equal(read_text(&tf_in_perfscript, &c, text, sizeof text - 1, 0), -TF_EFORMAT);
	assert_int_equal(c.refused, 3);
	done(&c);
	static const char lost[] = "a 1/1 [0] 1.0: PERF_RECORD_LOST lost 12\na 1/1 [0] 1.0: PERF_RECORD_MMAP2 1/1: [0x1(0x2)]: r-xp /x\n"
				   "a 1/1 [0] 1.0: 1 c: \n\t 1 x (/a)\n";
	assert_int_equal(read_text(&tf_in_perfscript, &c, lost, sizeof lost - 1, 0), 0);
	assert_string_equal(c.stacks.s, "a;x 1\n");
	assert_int_equal(c.quality.lost_events, 12);
	assert_int_equal(c.quality.lost_chunks, 1);
	done(&c);
	/* cut and changed anywhere: no crash; memory checkers look on */
	static const char good[] = "toy 1/2 [003] 1.5: 9 cycles:u: \n\t 401136 leaf+0x6 (/a (deleted))\n  x.c:1 (inlined)\n\n"
				   "b 1 1.0: e: 40 f (g)\n";
	for (size_t cut = 0; cut < sizeof good - 1; cut++) {
		char copy[sizeof good];
		memcpy(copy, good, sizeof good);
		(void)read_text(&tf_in_perfscript, &c, copy, cut, 0);
		done(&c);
		copy[cut] = "\n\t (:/[#"[cut % 8];
		(void)read_text(&tf_in_perfscript, &c, copy, sizeof good - 1, 0);
		done(&c);
	}
}

/* Stacks that lie across the borders of blocks keep their names. */
static void script_blocks(void **state)
{
	struct tf_strbuf b = TF_STRBUF_INIT, want = TF_STRBUF_INIT;
	for (unsigned i = 0; i < 6000; i++) {
		tf_strbuf_addf(&b, "proc %u/%u [000] %u.5: 3 cycles: \n", i, i, i);
		tf_strbuf_addf(&want, "proc");
		for (unsigned k = 0; k < 10; k++)
			tf_strbuf_addf(&b, "\t%16x function_%u_%u+0x%x (/usr/lib/libsomething.so)\n", i + k, i, k, k);
		for (unsigned k = 10; k-- > 0;)
			tf_strbuf_addf(&want, ";function_%u_%u", i, k);
		tf_strbuf_adds(&b, "\n");
		tf_strbuf_adds(&want, " 1\n");
	}
	struct catcher c = {0};
	assert_int_equal(read_text(&tf_in_perfscript, &c, b.s, b.n, 0), 0);
	assert_string_equal(c.stacks.s, want.s);
	done(&c);
	tf_strbuf_release(&b);
	tf_strbuf_release(&want);
}

static void probes(void **state)
{
	static const struct { const char *text; const struct tf_input_ops *ops; } cases[] = {
		{"a;b 5\nc;d 6\n", &tf_in_folded}, {"toy 1 1.0: 5 cycles:\n\t 1 x (/a)\n", &tf_in_perfscript},
		{"# ========\n# arch : x\n# ========\ntoy 1 1.0: 5 cycles:\n\t 1 x (/a)\n", &tf_in_perfscript},
		{"toy \n\t 401136 leaf_fn+0x6\n\n", &tf_in_perfscript}, {"{\"a\": [1, 2]}\n", NULL},
		{"event {\n  pid: 12\n  tid: 13\n  time: 14\n}\n", NULL}, {"\x7f" "ELF\1\2\n\n", NULL},
		{"#!/bin/sh\necho hello\n", NULL}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t n = strlen(cases[i].text);
		struct tf_input_file f = {.path = "x", .fd = -1, .size = n, .head = (const uint8_t *)cases[i].text, .head_len = n};
		int a = tf_in_folded.probe(&f), b = tf_in_perfscript.probe(&f);
		assert_ptr_equal(a == 0 && b == 0 ? NULL : a > b ? &tf_in_folded : &tf_in_perfscript, cases[i].ops);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_lines), cmocka_unit_test(folded_bytes), cmocka_unit_test(folded_overflow),
		cmocka_unit_test(folded_columns), cmocka_unit_test(folded_nothing), cmocka_unit_test(folded_blocks),
		cmocka_unit_test(script_headers), cmocka_unit_test(script_frames), cmocka_unit_test(script_stacks),
		cmocka_unit_test(script_damage), cmocka_unit_test(script_blocks), cmocka_unit_test(probes),
	};
	return cmocka_run_group_tests_name("text_input", tests, NULL, NULL);
}
