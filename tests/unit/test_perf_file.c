/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms of perf.data (file, pipe, directory, compressed) and what is left of damaged ones. */
#include "config.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "tests/kit/mkperf.h"
#include "tests/kit/sinkcount.h"

#define BASIC (PS_IP | PS_TID | PS_TIME | PS_CALLCHAIN | PS_PERIOD)
static const uint64_t chain[] = {0x401010, 0x401200, 0x401300};

static int read_bytes(struct sc_sink *s, const void *p, size_t n, unsigned workers, unsigned budget, struct tf_err *err)
{
	char *name = mk_write(p, n);
	sc_init(s);
	s->touch = true;
	int rc = sc_read(s, name, workers, budget, err);
	assert_false(s->order_broken);
	unlink(name);
	free(name);
	return rc;
}

/* n samples, a COMM between every hundred. */
static void fill(struct mk *m, const struct mk_attr *a, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (i % 100 == 0)
			mk_comm(m, i + 1, "worker", i, false);
		mk_sample(m, a, 10, 100 + i, 1 + i % 7, chain, i % 4);
	}
}

static uint64_t periods(unsigned n)
{
	uint64_t sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += 1 + i % 7;
	return sum;
}

static bool has_message(struct sc_sink *s, const char *kind)
{
	struct tf_message m[16];
	size_t n = tf_diag_list(s->sink.diag, m, 16);
	for (size_t i = 0; i < n && i < 16; i++)
		if (!strcmp(m[i].kind, kind))
			return true;
	return false;
}

static void expect(struct sc_sink *s, unsigned n)
{
	assert_int_equal(s->events.n, 1);
	assert_int_equal(sc_samples(s, 0), n);
	assert_int_equal(sc_period(s, 0), periods(n));
	assert_int_equal(sc_records(s, "SAMPLE"), n);
	assert_int_equal(sc_records(s, "COMM"), (n + 99) / 100);
	assert_int_equal(s->n_records, (n + 99) / 100);
}

/* Enough for several chunks, so that the workers really share them. */
#define MANY 200000

static void test_many(void **state)
{
	struct mk m;
	struct sc_sink s;
	struct tf_err err;
	size_t n;
	mk_init(&m, false);
	struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7);
	fill(&m, a, MANY);
	uint8_t *p = mk_file(&m, &n, false);
	assert_true(n > 11 << 20);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(read_bytes(&s, p, n, i & 1 ? 3 : 1, i & 2 ? 1 : 0, &err), 0);
		expect(&s, MANY);
		sc_release(&s);
	}
	free(p);
	/* unfinished: the size of the data was never written */
	p = mk_file(&m, &n, true);
	assert_int_equal(read_bytes(&s, p, n, 2, 0, &err), 0);
	expect(&s, MANY);
	assert_true(s.q.unfinished_file);
	sc_release(&s);
	free(p);
	p = mk_pipe(&m, &n);
	assert_int_equal(read_bytes(&s, p, n, 2, 1, &err), 0);
	expect(&s, MANY);
	sc_release(&s);
	free(p);
	mk_release(&m);
}

static void test_gzip(void **state)
{
	struct mk m;
	struct sc_sink s;
	struct tf_err err;
	size_t n;
	mk_init(&m, false);
	fill(&m, mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7), 1000);
	uint8_t *p = mk_file(&m, &n, false);
	char *name = mk_write("", 0);
	gzFile z = gzopen(name, "wb");
	assert_int_equal(gzwrite(z, p, (unsigned)n), n);
	gzclose(z);
	sc_init(&s);
	assert_int_equal(sc_read(&s, name, 2, 0, &err), 0);
	expect(&s, 1000);
	sc_release(&s);
	/* half of the packed file: what can be unpacked is shown, and that something is missing */
	struct stat st;
	assert_int_equal(stat(name, &st), 0);
	assert_int_equal(truncate(name, st.st_size / 2), 0);
	sc_init(&s);
	assert_int_equal(sc_read(&s, name, 2, 0, &err), 0);
	assert_true(sc_samples(&s, 0) > 0 && sc_samples(&s, 0) < 1000);
	assert_true(s.q.truncated_file);
	sc_release(&s);
	unlink(name);
	free(name);
	free(p);
	mk_release(&m);
}

#ifdef HAVE_ZSTD
/* The records as perf packs them: one stream, cut into COMPRESSED records at any place. */
static void pack(struct mk *to, const struct tf_strbuf *data, uint32_t type, size_t step)
{
	ZSTD_CStream *z = ZSTD_createCStream();
	ZSTD_initCStream(z, 1);
	for (size_t at = 0; at < data->n; at += step) {
		static char out[60000];
		size_t n = data->n - at < step ? data->n - at : step;
		ZSTD_inBuffer i = {data->s + at, n, 0};
		ZSTD_outBuffer o = {out, sizeof out, 0};
		assert_false(ZSTD_isError(ZSTD_compressStream(z, &o, &i)));
		assert_int_equal(i.pos, n);
		assert_int_equal(ZSTD_flushStream(z, &o), 0);
		mk_begin(to, type, 0);
		if (type == PR_COMPRESSED2)
			mk_u64(to, &to->data, o.pos);
		tf_strbuf_add(&to->data, out, o.pos);
		while (type == PR_COMPRESSED2 && to->data.n % 8)
			tf_strbuf_addc(&to->data, '\0');
		mk_end(to);
		if (at / step % 3 == 0) {
			mk_begin(to, PR_FINISHED_ROUND, 0);
			mk_end(to);
		}
	}
	ZSTD_freeCStream(z);
}

static void test_zstd(void **state)
{
	static const size_t steps[] = {20000, 777, 131};
	for (unsigned k = 0; k < 6; k++) {
		struct mk m, c;
		struct sc_sink s;
		struct tf_err err;
		size_t n;
		unsigned samples = k % 3 ? 3000 : 30000;
		mk_init(&m, k & 1);
		mk_init(&c, k & 1);
		fill(&m, mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7), samples);
		mk_attr(&c, PT_SOFTWARE, 0, BASIC, 7);
		pack(&c, &m.data, k < 3 ? PR_COMPRESSED : PR_COMPRESSED2, steps[k % 3]);
		for (unsigned i = 0; i < 4; i++) {
			uint8_t *p = i & 2 ? mk_pipe(&c, &n) : mk_file(&c, &n, false);
			assert_int_equal(read_bytes(&s, p, n, i & 1 ? 3 : 1, i & 2 ? 1 : 0, &err), 0);
			assert_int_equal(sc_samples(&s, 0), samples);
			assert_int_equal(sc_period(&s, 0), periods(samples));
			assert_int_equal(sc_records(&s, "COMM"), (samples + 99) / 100);
			assert_false(has_message(&s, "truncated-record"));
			sc_release(&s);
			free(p);
		}
		/* a damaged block in the middle: what came before stays */
		size_t at = 0, half = c.data.n / 2, size;
		for (; at < half || c.data.s[at + (c.big ? 3 : 0)] == PR_FINISHED_ROUND; at += size) {
			const uint8_t *q = (const uint8_t *)c.data.s + at + 6;
			size = c.big ? q[0] * 256u + q[1] : q[0] + q[1] * 256u;
		}
		memset(c.data.s + at + (k < 3 ? 8 : 16), 0xff, 3); /* no such kind of block */
		uint8_t *p = mk_file(&c, &n, false);
		assert_int_equal(read_bytes(&s, p, n, 2, 0, &err), 0);
		assert_true(sc_samples(&s, 0) > samples / 8 && sc_samples(&s, 0) < samples);
		assert_true(has_message(&s, "bad-compression"));
		assert_true(s.q.truncated_file);
		sc_release(&s);
		free(p);
		mk_release(&m);
		mk_release(&c);
	}
}
#endif

static void write_file(const char *dir, const char *name, const void *p, size_t n)
{
	char path[300];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, p, n), n);
	close(fd);
}

static void test_directory(void **state)
{
	char dir[] = "/tmp/tflame-dir.XXXXXX", path[300];
	struct mk head, part;
	struct sc_sink s;
	struct tf_err err;
	size_t n;
	assert_non_null(mkdtemp(dir));
	mk_init(&head, false);
	mk_init(&part, false);
	struct mk_attr *a = mk_attr(&head, PT_SOFTWARE, 0, BASIC, 7);
	*mk_attr(&part, PT_SOFTWARE, 0, BASIC, 7) = *a;
	mk_comm(&head, 1, "x", 1, false);
	fill(&part, a, 500);
	uint8_t *p = mk_file(&head, &n, false);
	/* a directory without a recording is refused in one sentence */
	sc_init(&s);
	assert_int_equal(sc_read(&s, dir, 1, 0, &err), -TF_EFORMAT);
	assert_non_null(strstr(err.text, "directory"));
	sc_release(&s);
	write_file(dir, "data", p, n);
	write_file(dir, "data.0", part.data.s, part.data.n);
	write_file(dir, "data.10", part.data.s, part.data.n);
	write_file(dir, "data.x", "rubbish", 7);
	sc_init(&s);
	assert_int_equal(sc_read(&s, dir, 2, 0, &err), 0);
	assert_int_equal(sc_samples(&s, 0), 1000);
	assert_int_equal(sc_records(&s, "COMM"), 11);
	sc_release(&s);
	static const char *const names[] = {"data", "data.0", "data.10", "data.x"};
	for (unsigned i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
	free(p);
	mk_release(&head);
	mk_release(&part);
}

/* A record that lies about its size ends the stream; one that lies inside its size is left out alone. */
static void test_bad_headers(void **state)
{
	for (unsigned k = 0; k < 4; k++) {
		static const uint16_t sizes[] = {0, 7, 65535, 40};
		struct mk m;
		struct sc_sink s;
		struct tf_err err;
		size_t n;
		mk_init(&m, false);
		struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7);
		fill(&m, a, 5);
		size_t at = m.data.n;
		mk_sample(&m, a, 1, 1, 1, chain, 3);
		memcpy(m.data.s + at + 6, &sizes[k], 2);
		if (k == 3) { /* the size is right, the chain is too long */
			uint16_t right = (uint16_t)(m.data.n - at);
			memcpy(m.data.s + at + 6, &right, 2);
			memset(m.data.s + at + 8 + 32, 0x7f, 8);
		}
		mk_sample(&m, a, 1, 1, 1, chain, 3);
		uint8_t *p = mk_file(&m, &n, false);
		assert_int_equal(read_bytes(&s, p, n, 1, 0, &err), 0);
		assert_int_equal(sc_samples(&s, 0), k == 3 ? 6 : 5);
		assert_true(has_message(&s, k == 3 ? "bad-sample" : k == 2 ? "truncated-record" : "bad-header"));
		assert_int_equal(s.q.bad_samples, k == 3);
		sc_release(&s);
		free(p);
		mk_release(&m);
	}
}

static void test_payloads_and_strangers(void **state)
{
	for (unsigned pipe = 0; pipe < 2; pipe++) {
		struct mk m;
		struct sc_sink s;
		struct tf_err err;
		size_t n;
		mk_init(&m, pipe);
		struct mk_attr *a = mk_attr(&m, PT_SOFTWARE, 0, BASIC, 7);
		mk_sample(&m, a, 1, 1, 1, chain, 3);
		mk_begin(&m, PR_AUXTRACE, 0);
		mk_u64(&m, &m.data, 3 << 20); /* larger than a block */
		for (unsigned i = 0; i < 4; i++)
			mk_u64(&m, &m.data, 0);
		mk_end(&m);
		for (unsigned i = 0; i < 3 << 20; i++)
			tf_strbuf_addc(&m.data, (char)(i * 7));
		mk_sample(&m, a, 1, 1, 1, chain, 3);
		for (uint32_t type = 90; type < 99; type++) {
			mk_begin(&m, type * type * type, 0xffff);
			tf_strbuf_add(&m.data, "12345", 5); /* not a multiple of 8 */
			mk_end(&m);
		}
		mk_begin(&m, PR_SP_FIRST, 1); /* simpleperf: 64 KiB and 24 bytes, of which none is looked at */
		m.data.s[m.open + (pipe ? 7 : 6)] = 24;
		for (unsigned i = 0; i < 65536 + 16; i++)
			tf_strbuf_addc(&m.data, 'k');
		mk_sample(&m, a, 1, 1, 1, chain, 3);
		uint8_t *p = pipe ? mk_pipe(&m, &n) : mk_file(&m, &n, false);
		assert_int_equal(read_bytes(&s, p, n, 2, 0, &err), 0);
		assert_int_equal(sc_samples(&s, 0), 3);
		assert_int_equal(s.q.unknown_records, 9);
		assert_int_equal(sc_records(&s, "AUXTRACE"), 1);
		assert_int_equal(sc_records(&s, "SIMPLEPERF_KERNEL_SYMBOL"), 1);
		sc_release(&s);
		free(p);
		mk_release(&m);
	}
}

static void test_attr_sizes(void **state)
{
	static const uint32_t sizes[] = {64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 256};
	for (unsigned k = 0; k < 22; k++) {
		struct mk m;
		struct sc_sink s;
		struct tf_err err;
		size_t n;
		mk_init(&m, k & 1);
		struct mk_attr *a = mk_attr(&m, PT_HARDWARE, 1, BASIC, 0);
		a->size = sizes[k / 2];
		fill(&m, a, 3);
		uint8_t *p = mk_file(&m, &n, false);
		assert_int_equal(read_bytes(&s, p, n, 1, 0, &err), 0);
		expect(&s, 3);
		assert_string_equal(s.events.v[0].role, "instructions");
		sc_release(&s);
		/* the first generation: the magic is a string in any byte order */
		memcpy(p, "PERFFILE", 8);
		assert_int_equal(read_bytes(&s, p, n, 1, 0, &err), 0);
		expect(&s, 3);
		sc_release(&s);
		free(p);
		mk_release(&m);
	}
}

static void test_refusals(void **state)
{
	struct tf_err err;
	struct sc_sink s;
	static const struct { const char *bytes; size_t n; const char *says; } t[] = {
		{"", 0, "empty"}, {"PERFILE2", 8, "header"}, {"PERFILE2\x10\0\0\0\0\0\0\0", 16, "no data"},
		{"\177ELF\2\1\1", 7, "ELF"}, {"\x1f\x8b\x08rubbish that is no gzip", 26, "gzip"}, {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, "zeros"},
	};
	for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
		int rc = read_bytes(&s, t[i].bytes, t[i].n, 1, 0, &err);
		assert_int_equal(rc, -TF_EFORMAT);
		if (!strstr(err.text, t[i].says))
			fail_msg("%s does not speak of %s", err.text, t[i].says);
		sc_release(&s);
	}
	static const struct { const char *path; int code; const char *says; } files[] = {
		{"/dev/null", TF_EFORMAT, "device"}, {"/no/such/file", TF_EIO, "no such file"}, {"/", TF_EFORMAT, "directory"},
	};
	for (unsigned i = 0; i < 3; i++) {
		sc_init(&s);
		assert_int_equal(sc_read(&s, files[i].path, 1, 0, &err), -files[i].code);
		assert_non_null(strstr(err.text, files[i].says));
		sc_release(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_many), cmocka_unit_test(test_gzip),
#ifdef HAVE_ZSTD
		cmocka_unit_test(test_zstd),
#endif
		cmocka_unit_test(test_directory), cmocka_unit_test(test_bad_headers), cmocka_unit_test(test_payloads_and_strangers),
		cmocka_unit_test(test_attr_sizes), cmocka_unit_test(test_refusals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
