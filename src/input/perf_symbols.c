/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Symbols that simpleperf (FILE, FILE2) and hiperf put into the header. Both give virtual addresses
 * of the object and say which address stands at which file offset; the sink wants file offsets, or
 * absolute addresses for the kernel. Sources: simpleperf's record_file.proto, record_file_format.h
 * and dso.cpp (IpToVaddrInFile), hiperf's perf_file_format.cpp and symbols_file.cpp.
 */
#include "config.h"
#include "input/perf_reader.h"

#define NOT_KNOWN UINT64_MAX
#define SYMBOLS_MAX ((size_t)1 << 24)

/* simpleperf's DsoType; hiperf's first three are the same. */
enum { KERNEL, KERNEL_MODULE, ELF_FILE, DEX_FILE, SYMBOL_MAP_FILE };

struct symbol { uint64_t vaddr; uint32_t len; uint32_t name_len; const char *name; };

struct object {
	const char *path;       /* borrowed from the copy of the feature */
	size_t path_len;
	uint32_t type;
	uint64_t min_vaddr, offset; /* the address, and where it lies in the file or module */
	uint64_t start, pgoff;  /* of the first executable mapping; NOT_KNOWN */
	size_t first, n;        /* of its symbols */
};

struct tf_perf_symbols {
	TF_VEC(struct object) objects;
	TF_VEC(struct symbol) symbols;
	TF_VEC(uint8_t *) copies; /* of the features' bytes */
	size_t missing;         /* objects of which we wait for the mapping */
};

static struct tf_perf_symbols *symbols_of(struct tf_perf_reader *r)
{
	if (!r->symbols)
		r->symbols = tf_xcalloc(1, sizeof *r->symbols);
	return r->symbols;
}

/* The sink gets them later: the bytes have to stay. */
static const uint8_t *keep(struct tf_perf_symbols *s, const uint8_t *p, size_t n)
{
	uint8_t *copy = (uint8_t *)tf_xmemdup0(p, n);
	*tf_vec_push(&s->copies) = copy;
	return copy;
}

static void add_symbol(struct tf_perf_symbols *s, uint64_t vaddr, uint32_t len, const char *name, size_t name_len)
{
	if (s->symbols.n < SYMBOLS_MAX && name_len && name_len <= UINT32_MAX)
		*tf_vec_push(&s->symbols) = (struct symbol){vaddr, len, (uint32_t)name_len, name};
}

static void add_object(struct tf_perf_symbols *s, struct object o)
{
	o.n = s->symbols.n - o.first;
	o.start = o.pgoff = NOT_KNOWN;
	if (!o.n)
		return;
	if ((o.type == ELF_FILE && o.offset == NOT_KNOWN) || o.type == KERNEL_MODULE)
		s->missing++;
	*tf_vec_push(&s->objects) = o;
}

/* FILE: a packed structure. */
static void parse_file(struct tf_perf_symbols *s, struct tf_bytes b)
{
	struct object o = {.offset = NOT_KNOWN, .first = s->symbols.n};
	o.path = tf_perf_word(&b, &o.path_len);
	o.type = tf_bytes_u32(&b);
	o.min_vaddr = tf_bytes_u64(&b);
	uint32_t n = tf_bytes_u32(&b);
	for (uint32_t i = 0; i < n && !b.bad; i++) {
		uint64_t vaddr = tf_bytes_u64(&b);
		uint32_t len = tf_bytes_u32(&b);
		size_t name_len;
		const char *name = tf_perf_word(&b, &name_len);
		if (!b.bad)
			add_symbol(s, vaddr, len, name, name_len);
	}
	if (o.type == DEX_FILE)
		tf_bytes_skip(&b, 8 * (uint64_t)tf_bytes_u32(&b));
	if ((o.type == ELF_FILE || o.type == KERNEL_MODULE) && !b.bad && tf_bytes_left(&b) >= 8)
		o.offset = tf_bytes_u64(&b);
	add_object(s, o);
}

/* ---- protobuf, as much of it as is needed ---------------------------------------------------- */

static uint64_t varint(struct tf_bytes *b)
{
	uint64_t v = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t c = tf_bytes_u8(b);
		v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return v;
	}
	b->bad = true;
	return 0;
}

struct pb { uint32_t field; uint64_t value; const uint8_t *p; size_t n; };

/* The next field of a message; false: end or damage. */
static bool pb_next(struct tf_bytes *b, struct pb *f)
{
	if (b->bad || !tf_bytes_left(b))
		return false;
	uint64_t key = varint(b);
	*f = (struct pb){.field = (uint32_t)(key >> 3)};
	switch (key & 7) {
	case 0:
		f->value = varint(b);
		break;
	case 1:
		tf_bytes_skip(b, 8);
		break;
	case 2:
		f->n = varint(b);
		f->p = tf_bytes_take(b, f->n);
		break;
	case 5:
		tf_bytes_skip(b, 4);
		break;
	default:
		b->bad = true;
	}
	return !b->bad;
}

static void parse_symbol(struct tf_perf_symbols *s, const struct pb *m)
{
	struct tf_bytes b = tf_bytes_init(m->p, m->n, false);
	uint64_t vaddr = 0, len = 0;
	const uint8_t *name = NULL;
	size_t name_len = 0;
	for (struct pb f; pb_next(&b, &f);) {
		if (f.field == 1)
			vaddr = f.value;
		else if (f.field == 2)
			len = f.value;
		else if (f.field == 3) {
			name = f.p;
			name_len = f.n;
		}
	}
	if (name)
		add_symbol(s, vaddr, (uint32_t)len, (const char *)name, name_len);
}

/* FILE2: message FileFeature {path 1, type 2, min_vaddr 3, symbol 4, dex 5, elf 6 {1}, module 7 {1}} */
static void parse_file2(struct tf_perf_symbols *s, struct tf_bytes b)
{
	struct object o = {.offset = NOT_KNOWN, .first = s->symbols.n};
	for (struct pb f, g; pb_next(&b, &f);) {
		if (f.field == 1) {
			o.path = (const char *)f.p;
			o.path_len = f.n;
		} else if (f.field == 2) {
			o.type = (uint32_t)f.value;
		} else if (f.field == 3) {
			o.min_vaddr = f.value;
		} else if (f.field == 4 && f.p) {
			parse_symbol(s, &f);
		} else if ((f.field == 6 || f.field == 7) && f.p) {
			struct tf_bytes m = tf_bytes_init(f.p, f.n, false);
			o.offset = 0; /* a zero is not written */
			while (pb_next(&m, &g))
				if (g.field == 1)
					o.offset = g.value;
		}
	}
	if (o.path)
		add_object(s, o);
}

void tf_perf_symbols_simpleperf(struct tf_perf_reader *r, const uint8_t *p, size_t n, bool protobuf)
{
	struct tf_perf_symbols *s = symbols_of(r);
	struct tf_bytes b = tf_bytes_init(keep(s, p, n), n, r->swap);
	while (tf_bytes_left(&b) >= 4) {
		uint32_t size = tf_bytes_u32(&b);
		const uint8_t *one = tf_bytes_take(&b, size);
		if (!one)
			break;
		struct tf_bytes m = tf_bytes_init(one, size, r->swap);
		if (protobuf)
			parse_file2(s, m);
		else
			parse_file(s, m);
	}
	if (b.bad)
		tf_diag_note(r->diag, "bad-symbols", true, TF_NO_OFFSET, "the symbols that came with the recording are damaged");
}

static const char *sized(struct tf_bytes *b, size_t *len)
{
	uint32_t n = tf_bytes_u32(b);
	const char *s = (const char *)tf_bytes_take(b, n);
	*len = s ? strnlen(s, n) : 0;
	return s;
}

void tf_perf_symbols_hiperf(struct tf_perf_reader *r, const uint8_t *p, size_t n)
{
	struct tf_perf_symbols *s = symbols_of(r);
	struct tf_bytes b = tf_bytes_init(keep(s, p, n), n, r->swap);
	uint32_t files = tf_bytes_u32(&b);
	for (uint32_t i = 0; i < files && !b.bad; i++) {
		struct object o = {.first = s->symbols.n};
		size_t len;
		o.path = sized(&b, &o.path_len);
		o.type = tf_bytes_u32(&b);
		o.min_vaddr = tf_bytes_u64(&b);
		o.offset = tf_bytes_u64(&b);
		sized(&b, &len); /* build id, in hexadecimal */
		/* behind the third, hiperf has kinds of its own: scripts and archives, by file offset */
		if (o.type > ELF_FILE)
			o.type = DEX_FILE;
		uint32_t count = tf_bytes_u32(&b);
		for (uint32_t k = 0; k < count && !b.bad; k++) {
			uint64_t vaddr = tf_bytes_u64(&b);
			uint32_t size = tf_bytes_u32(&b);
			const char *name = sized(&b, &len);
			if (!b.bad)
				add_symbol(s, vaddr, size, name, len);
		}
		if (o.path)
			add_object(s, o);
	}
	if (b.bad)
		tf_diag_note(r->diag, "bad-symbols", true, TF_NO_OFFSET, "the symbols that came with the recording are damaged");
}

/* ---- handing on ------------------------------------------------------------------------------ */

void tf_perf_symbols_mapping(struct tf_perf_reader *r, const char *path, size_t len, uint64_t start, uint64_t pgoff)
{
	struct tf_perf_symbols *s = r->symbols;
	for (size_t i = 0; s && s->missing && i < s->objects.n; i++) {
		struct object *o = &s->objects.v[i];
		if (o->start != NOT_KNOWN || o->path_len != len || memcmp(o->path, path, len))
			continue;
		o->start = start;
		o->pgoff = pgoff;
		if ((o->type == ELF_FILE && o->offset == NOT_KNOWN) || o->type == KERNEL_MODULE)
			s->missing--;
	}
}

static void emit(struct tf_perf_reader *r, const struct object *o)
{
	enum tf_dso_kind kind = TF_DSO_FILE;
	uint64_t add = 0;
	if (o->type == KERNEL) {
		kind = TF_DSO_KERNEL;
	} else if (o->type == KERNEL_MODULE) {
		kind = TF_DSO_KMODULE;
		if (o->start == NOT_KNOWN)
			return;
		add = o->start + (o->offset == NOT_KNOWN ? 0 : o->offset) - o->min_vaddr;
	} else if (o->type == ELF_FILE && o->offset != NOT_KNOWN) {
		add = o->offset - o->min_vaddr;
	} else if (o->type == ELF_FILE) {
		/* older simpleperf: min_vaddr stands at the start of the executable mapping */
		add = (o->pgoff == NOT_KNOWN ? 0 : o->pgoff) - o->min_vaddr;
	} else if (o->type == SYMBOL_MAP_FILE) {
		kind = TF_DSO_JIT;
	}
	const struct symbol *v = r->symbols->symbols.v + o->first;
	for (size_t i = 0; i < o->n; i++)
		r->sink->on_symbol(r->sink, kind, o->path, o->path_len, v[i].vaddr + add, v[i].len, v[i].name, v[i].name_len);
}

void tf_perf_symbols_emit(struct tf_perf_reader *r)
{
	for (size_t i = 0; r->symbols && i < r->symbols->objects.n; i++)
		emit(r, &r->symbols->objects.v[i]);
	tf_perf_symbols_free(r);
}

void tf_perf_symbols_free(struct tf_perf_reader *r)
{
	if (!r->symbols)
		return;
	for (size_t i = 0; i < r->symbols->copies.n; i++)
		free(r->symbols->copies.v[i]);
	free(r->symbols->copies.v);
	free(r->symbols->objects.v);
	free(r->symbols->symbols.v);
	free(r->symbols);
	r->symbols = NULL;
}
