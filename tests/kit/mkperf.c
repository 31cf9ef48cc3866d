/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tests/kit/mkperf.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void mk_init(struct mk *m, bool big)
{
	memset(m, 0, sizeof *m);
	m->big = big;
}

void mk_release(struct mk *m)
{
	tf_strbuf_release(&m->data);
	for (unsigned i = 0; i < 256; i++)
		tf_strbuf_release(&m->feature[i].b);
}

static void number(struct mk *m, struct tf_strbuf *b, uint64_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		tf_strbuf_addc(b, (char)(v >> 8 * (m->big ? n - 1 - i : i)));
}

void mk_u8(struct mk *m, struct tf_strbuf *b, uint8_t v) { number(m, b, v, 1); }
void mk_u16(struct mk *m, struct tf_strbuf *b, uint16_t v) { number(m, b, v, 2); }
void mk_u32(struct mk *m, struct tf_strbuf *b, uint32_t v) { number(m, b, v, 4); }
void mk_u64(struct mk *m, struct tf_strbuf *b, uint64_t v) { number(m, b, v, 8); }

static void patch(struct mk *m, struct tf_strbuf *b, size_t at, uint64_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		b->s[at + i] = (char)(v >> 8 * (m->big ? n - 1 - i : i));
}

struct mk_attr *mk_attr(struct mk *m, uint32_t type, uint64_t config, uint64_t sample_type, uint64_t id)
{
	struct mk_attr *a = &m->attrs[m->n_attrs++];
	*a = (struct mk_attr){.type = type, .config = config, .period = 1000, .sample_type = sample_type,
			      .flags = PA_SAMPLE_ID_ALL | PA_EXCLUDE_GUEST, .ids = {id}, .n_ids = id ? 1 : 0};
	return a;
}

void mk_attr_bytes(struct mk *m, struct tf_strbuf *b, const struct mk_attr *a)
{
	struct tf_strbuf t = TF_STRBUF_INIT;
	uint32_t size = a->size ? a->size : 128;
	mk_u32(m, &t, a->type);
	mk_u32(m, &t, size);
	mk_u64(m, &t, a->config);
	mk_u64(m, &t, a->period);
	mk_u64(m, &t, a->sample_type);
	mk_u64(m, &t, a->read_format);
	/* a bit field: the compiler of a big-endian machine starts at the other end of the word */
	uint64_t flags = a->flags, turned = 0;
	for (unsigned i = 0; i < 64; i++)
		turned |= (flags >> i & 1) << (63 - i);
	mk_u64(m, &t, m->big ? turned : flags);
	for (unsigned i = 0; i < 3; i++)
		mk_u64(m, &t, 0); /* wakeup and bp_type, config1, config2 */
	mk_u64(m, &t, a->branch);
	mk_u64(m, &t, a->regs_user);
	mk_u32(m, &t, a->stack_user);
	mk_u32(m, &t, 0);
	mk_u64(m, &t, a->regs_intr);
	while (t.n < size)
		tf_strbuf_addc(&t, '\0');
	tf_strbuf_add(b, t.s, size);
	tf_strbuf_release(&t);
}

void mk_text(struct mk *m, struct tf_strbuf *b, const char *s)
{
	size_t n = strlen(s) + 1;
	tf_strbuf_add(b, s, n);
	for (; n % 8; n++)
		tf_strbuf_addc(b, '\0');
}

void mk_string(struct mk *m, struct tf_strbuf *b, const char *s)
{
	size_t n = (strlen(s) + 64) / 64 * 64;
	mk_u32(m, b, (uint32_t)n);
	tf_strbuf_add(b, s, strlen(s));
	for (size_t i = strlen(s); i < n; i++)
		tf_strbuf_addc(b, '\0');
}

void mk_begin(struct mk *m, uint32_t type, uint16_t misc)
{
	m->open = m->data.n;
	mk_u32(m, &m->data, type);
	mk_u16(m, &m->data, misc);
	mk_u16(m, &m->data, 0);
}

void mk_end(struct mk *m) { patch(m, &m->data, m->open + 6, m->data.n - m->open, 2); }

void mk_trailer(struct mk *m, uint32_t pid, uint32_t tid, uint64_t time, uint32_t cpu)
{
	const struct mk_attr *a = &m->attrs[0];
	if (!(a->flags & PA_SAMPLE_ID_ALL))
		return;
	if (a->sample_type & PS_TID) {
		mk_u32(m, &m->data, pid);
		mk_u32(m, &m->data, tid);
	}
	if (a->sample_type & PS_TIME)
		mk_u64(m, &m->data, time);
	if (a->sample_type & PS_ID)
		mk_u64(m, &m->data, a->ids[0]);
	if (a->sample_type & PS_STREAM_ID)
		mk_u64(m, &m->data, a->ids[0]);
	if (a->sample_type & PS_CPU) {
		mk_u32(m, &m->data, cpu);
		mk_u32(m, &m->data, 0);
	}
	if (a->sample_type & PS_IDENTIFIER)
		mk_u64(m, &m->data, a->ids[0]);
}

void mk_sample(struct mk *m, const struct mk_attr *a, uint32_t pid, uint64_t time, uint64_t period, const uint64_t *chain,
	       unsigned n)
{
	mk_begin(m, PR_SAMPLE, 2);
	if (a->sample_type & PS_IDENTIFIER)
		mk_u64(m, &m->data, a->ids[0]);
	if (a->sample_type & PS_IP)
		mk_u64(m, &m->data, n ? chain[n > 1] : 0);
	if (a->sample_type & PS_TID) {
		mk_u32(m, &m->data, pid);
		mk_u32(m, &m->data, pid + 1);
	}
	if (a->sample_type & PS_TIME)
		mk_u64(m, &m->data, time);
	if (a->sample_type & PS_ID)
		mk_u64(m, &m->data, a->ids[0]);
	if (a->sample_type & PS_CPU) {
		mk_u32(m, &m->data, 3);
		mk_u32(m, &m->data, 0);
	}
	if (a->sample_type & PS_PERIOD)
		mk_u64(m, &m->data, period);
	if (a->sample_type & PS_CALLCHAIN) {
		mk_u64(m, &m->data, n);
		for (unsigned i = 0; i < n; i++)
			mk_u64(m, &m->data, chain[i]);
	}
	mk_end(m);
}

void mk_comm(struct mk *m, uint32_t pid, const char *name, uint64_t time, bool exec)
{
	mk_begin(m, PR_COMM, exec ? PM_COMM_EXEC : 0);
	mk_u32(m, &m->data, pid);
	mk_u32(m, &m->data, pid);
	mk_text(m, &m->data, name);
	mk_trailer(m, pid, pid, time, 0);
	mk_end(m);
}

void mk_mmap2(struct mk *m, uint32_t pid, uint64_t start, uint64_t len, uint64_t pgoff, const char *path, uint64_t time)
{
	mk_begin(m, PR_MMAP2, 2);
	mk_u32(m, &m->data, pid);
	mk_u32(m, &m->data, pid);
	mk_u64(m, &m->data, start);
	mk_u64(m, &m->data, len);
	mk_u64(m, &m->data, pgoff);
	mk_u32(m, &m->data, 8);
	mk_u32(m, &m->data, 1);
	mk_u64(m, &m->data, 1234);
	mk_u64(m, &m->data, 0);
	mk_u32(m, &m->data, 5);
	mk_u32(m, &m->data, 2);
	mk_text(m, &m->data, path);
	mk_trailer(m, pid, pid, time, 0);
	mk_end(m);
}

struct tf_strbuf *mk_feature(struct mk *m, unsigned f)
{
	m->feature[f].set = true;
	return &m->feature[f].b;
}

uint8_t *mk_file(struct mk *m, size_t *n, bool unfinished)
{
	struct tf_strbuf o = TF_STRBUF_INIT;
	uint32_t attr_size = m->attrs[0].size ? m->attrs[0].size : 128;
	uint64_t ids = 104, attrs = ids, data;
	for (unsigned i = 0; i < m->n_attrs; i++)
		attrs += 8 * m->attrs[i].n_ids;
	data = attrs + (uint64_t)m->n_attrs * (attr_size + 16);
	tf_strbuf_adds(&o, m->big ? "2ELIFREP" : "PERFILE2");
	mk_u64(m, &o, 104);
	mk_u64(m, &o, attr_size + 16);
	mk_u64(m, &o, attrs);
	mk_u64(m, &o, (uint64_t)m->n_attrs * (attr_size + 16));
	mk_u64(m, &o, data);
	mk_u64(m, &o, unfinished ? 0 : m->data.n);
	mk_u64(m, &o, 0);
	mk_u64(m, &o, 0);
	for (unsigned w = 0; w < 4; w++) {
		uint64_t bits = 0;
		for (unsigned i = 0; i < 64; i++)
			bits |= (uint64_t)m->feature[64 * w + i].set << i;
		mk_u64(m, &o, bits);
	}
	for (unsigned i = 0; i < m->n_attrs; i++)
		for (unsigned k = 0; k < m->attrs[i].n_ids; k++)
			mk_u64(m, &o, m->attrs[i].ids[k]);
	for (unsigned i = 0; i < m->n_attrs; i++) {
		mk_attr_bytes(m, &o, &m->attrs[i]);
		mk_u64(m, &o, ids);
		mk_u64(m, &o, 8 * m->attrs[i].n_ids);
		ids += 8 * m->attrs[i].n_ids;
	}
	tf_strbuf_add(&o, m->data.s, m->data.n);
	uint64_t at = o.n;
	for (unsigned f = 0; f < 256; f++)
		at += m->feature[f].set ? 16 : 0;
	for (unsigned f = 0; f < 256 && !unfinished; f++)
		if (m->feature[f].set) {
			mk_u64(m, &o, at);
			mk_u64(m, &o, m->feature[f].b.n);
			at += m->feature[f].b.n;
		}
	for (unsigned f = 0; f < 256 && !unfinished; f++)
		if (m->feature[f].set)
			tf_strbuf_add(&o, m->feature[f].b.s, m->feature[f].b.n);
	*n = o.n;
	return (uint8_t *)tf_strbuf_take(&o);
}

uint8_t *mk_pipe(struct mk *m, size_t *n)
{
	struct mk head = {.big = m->big};
	struct tf_strbuf o = TF_STRBUF_INIT;
	tf_strbuf_adds(&o, m->big ? "2ELIFREP" : "PERFILE2");
	mk_u64(m, &o, 16);
	for (unsigned i = 0; i < m->n_attrs; i++) {
		mk_begin(&head, PR_HEADER_ATTR, 0);
		mk_attr_bytes(&head, &head.data, &m->attrs[i]);
		for (unsigned k = 0; k < m->attrs[i].n_ids; k++)
			mk_u64(&head, &head.data, m->attrs[i].ids[k]);
		mk_end(&head);
	}
	for (unsigned f = 0; f < 256; f++) {
		if (!m->feature[f].set)
			continue;
		mk_begin(&head, PR_HEADER_FEATURE, 0);
		mk_u64(&head, &head.data, f);
		tf_strbuf_add(&head.data, m->feature[f].b.s, m->feature[f].b.n);
		mk_end(&head);
	}
	tf_strbuf_add(&o, head.data.s, head.data.n);
	tf_strbuf_add(&o, m->data.s, m->data.n);
	tf_strbuf_release(&head.data);
	*n = o.n;
	return (uint8_t *)tf_strbuf_take(&o);
}

char *mk_write(const void *p, size_t n)
{
	const char *dir = getenv("TMPDIR");
	char name[4096];
	snprintf(name, sizeof name, "%s/tflame-mkperf.XXXXXX", dir && *dir ? dir : "/tmp");
	int fd = mkstemp(name);
	if (fd < 0)
		return NULL;
	while (n) {
		ssize_t k = write(fd, p, n);
		if (k <= 0)
			break;
		p = (const char *)p + k;
		n -= (size_t)k;
	}
	close(fd);
	return tf_xstrdup(name);
}
