/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mkperf.h - writes perf.data files record by record, in either byte order, right or damaged on
 * purpose. For tests. Strings and numbers are put down as the kernel and perf would.
 */
#ifndef TF_TESTS_MKPERF_H
#define TF_TESTS_MKPERF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/perf_abi.h"

struct mk_attr {
	uint32_t type, size; /* size 0: 128 */
	uint64_t config, period, sample_type, read_format, flags, branch, regs_user, regs_intr;
	uint32_t stack_user;
	uint64_t ids[4];
	unsigned n_ids;
	const char *name; /* for EVENT_DESC */
};

struct mk {
	bool big;
	struct tf_strbuf data;  /* records */
	struct { bool set; struct tf_strbuf b; } feature[256];
	struct mk_attr attrs[8];
	unsigned n_attrs;
	size_t open;            /* where the record being written begins */
};

void mk_init(struct mk *m, bool big);
void mk_release(struct mk *m);
struct mk_attr *mk_attr(struct mk *m, uint32_t type, uint64_t config, uint64_t sample_type, uint64_t id);
void mk_u8(struct mk *m, struct tf_strbuf *b, uint8_t v);
void mk_u16(struct mk *m, struct tf_strbuf *b, uint16_t v);
void mk_u32(struct mk *m, struct tf_strbuf *b, uint32_t v);
void mk_u64(struct mk *m, struct tf_strbuf *b, uint64_t v);
void mk_attr_bytes(struct mk *m, struct tf_strbuf *b, const struct mk_attr *a);
/* NUL-ended and padded to 8 bytes. */
void mk_text(struct mk *m, struct tf_strbuf *b, const char *s);
/* A length and the text, as header features have it. */
void mk_string(struct mk *m, struct tf_strbuf *b, const char *s);
/* Begins a record; its body goes to m->data; mk_end() writes its size. */
void mk_begin(struct mk *m, uint32_t type, uint16_t misc);
void mk_end(struct mk *m);
/* The trailer of records other than samples, for the first event. */
void mk_trailer(struct mk *m, uint32_t pid, uint32_t tid, uint64_t time, uint32_t cpu);
/* A SAMPLE of IP|TID|TIME|CALLCHAIN|PERIOD in the order of the ABI, with the id if the attr has one. */
void mk_sample(struct mk *m, const struct mk_attr *a, uint32_t pid, uint64_t time, uint64_t period, const uint64_t *chain,
	       unsigned n);
void mk_comm(struct mk *m, uint32_t pid, const char *name, uint64_t time, bool exec);
void mk_mmap2(struct mk *m, uint32_t pid, uint64_t start, uint64_t len, uint64_t pgoff, const char *path, uint64_t time);
/* The bytes of a feature. */
struct tf_strbuf *mk_feature(struct mk *m, unsigned f);
/* The whole file (caller frees) in file form or pipe form. unfinished: data size 0, no features. */
uint8_t *mk_file(struct mk *m, size_t *n, bool unfinished);
uint8_t *mk_pipe(struct mk *m, size_t *n);
/* Writes bytes to a fresh file; its name (caller frees and unlinks). */
char *mk_write(const void *p, size_t n);

#endif
