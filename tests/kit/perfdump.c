/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfdump [-w WORKERS] [-b BUDGET_MS] [-r] [-s] [-m] [-t] FILE - what the inputs hand on, in lines of
 * tab-separated words, for tests that compare it with what other programs say.
 *   -r records and symbols, -s samples (one worker), -m meta data, -t touch every byte
 */
#include "config.h"
#include "tests/kit/sinkcount.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sc_sink s;
	struct tf_err err;
	unsigned workers = 1, budget = 0;
	bool meta = false;
	sc_init(&s);
	for (int c; (c = getopt(argc, argv, "w:b:rsmt")) != -1;) {
		if (c == 'w')
			workers = (unsigned)atoi(optarg) % 16;
		else if (c == 'b')
			budget = (unsigned)atoi(optarg);
		else if (c == 'r')
			s.want_records = true;
		else if (c == 's')
			s.want_samples = true;
		else if (c == 'm')
			meta = true;
		else if (c == 't')
			s.touch = true;
		else
			return 2;
	}
	if (optind + 1 != argc)
		return 2;
	if (s.want_samples)
		workers = 1;
	int rc = sc_read(&s, argv[optind], workers, budget, &err);
	if (rc < 0)
		printf("error\t%s\t%s\t%s\n", err.what, err.text, err.advice);
	for (size_t i = 0; i < s.events.n; i++)
		printf("event\t%s\t%" PRIu64 "\t%" PRIu64 "\t%s\n", s.events.v[i].name, sc_samples(&s, i), sc_period(&s, i),
		       s.events.v[i].role ? s.events.v[i].role : "-");
	for (size_t i = 0; i < s.counts.n; i++)
		printf("count\t%s\t%" PRIu64 "\n", s.counts.v[i].name, s.counts.v[i].n);
	uint64_t chain = 0, first = UINT64_MAX, last = 0;
	for (unsigned i = 0; i < 16; i++) {
		chain += s.workers[i].chain;
		if (s.workers[i].last) {
			first = s.workers[i].first < first ? s.workers[i].first : first;
			last = s.workers[i].last > last ? s.workers[i].last : last;
		}
	}
	printf("total\tchain=%" PRIu64 "\trecords=%" PRIu64 "\tsymbols=%" PRIu64 "\tstacks=%" PRIu64 "\tfirst=%" PRIu64 "\tlast=%" PRIu64 "\n",
	       chain, s.n_records, s.n_symbols, s.n_stacks, first, last);
	printf("quality\tbad=%" PRIu64 "\tunknown=%" PRIu64 "\ttruncated=%d\tunfinished=%d\n", s.q.bad_samples, s.q.unknown_records,
	       s.q.truncated_file, s.q.unfinished_file);
	struct tf_message m[32];
	size_t n = tf_diag_list(s.sink.diag, m, 32);
	for (size_t i = 0; i < n && i < 32; i++)
		printf("message\t%s\t%" PRIu64 "\t%" PRId64 "\t%s\t%s\n", m[i].kind, m[i].count, (int64_t)m[i].first_offset,
		       m[i].damage ? "damage" : "remark", m[i].text);
	if (s.order_broken)
		printf("broken\torder of calls\n");
	if (meta)
		fwrite(s.meta.s, 1, s.meta.n, stdout);
	if (s.records.n)
		fwrite(s.records.s, 1, s.records.n, stdout);
	if (s.samples.n)
		fwrite(s.samples.s, 1, s.samples.n, stdout);
	sc_release(&s);
	return rc < 0;
}
