/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "input/perf_reader.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool tf_perf_magic(const uint8_t *head, size_t n)
{
	return n >= 8 && (!memcmp(head, "PERFILE2", 8) || !memcmp(head, "2ELIFREP", 8) || !memcmp(head, "PERFFILE", 8) ||
			  !memcmp(head, "ELIFFREP", 8));
}

int tf_perf_open_regular(int dirfd, const char *path)
{
	struct stat st;
	int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

bool tf_perf_is_directory(const char *path, int *fd_out)
{
	uint8_t head[8];
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return false;
	int fd = tf_perf_open_regular(dir, "data");
	close(dir);
	if (fd < 0)
		return false;
	bool yes = tf_perf_pread(fd, head, sizeof head, 0) == sizeof head && tf_perf_magic(head, sizeof head);
	if (yes && fd_out)
		*fd_out = fd;
	else
		close(fd);
	return yes;
}

ssize_t tf_perf_pread(int fd, void *buf, size_t n, uint64_t offset)
{
	size_t got = 0;
	if (offset > (uint64_t)INT64_MAX - n)
		return 0;
	while (got < n) {
		ssize_t k = pread(fd, (uint8_t *)buf + got, n - got, (off_t)(offset + got));
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return got ? (ssize_t)got : -1;
		if (!k)
			break;
		got += (size_t)k;
	}
	return (ssize_t)got;
}

uint8_t *tf_perf_section_read(struct tf_perf_reader *r, const struct tf_perf_section *s, size_t limit, size_t *n)
{
	*n = 0;
	if (s->offset >= r->size || !s->size)
		return NULL;
	uint64_t there = r->size - s->offset, want = s->size < there ? s->size : there;
	if (want > limit)
		want = limit;
	uint8_t *p = tf_alloc_untrusted(want, 1, limit);
	if (!p)
		return NULL;
	ssize_t got = tf_perf_pread(r->fd, p, want, s->offset);
	if (got <= 0) {
		free(p);
		return NULL;
	}
	*n = (size_t)got;
	return p;
}

/* The feature bits are an array of longs of the recorder: on big-endian machines their size shows. */
static void parse_features(struct tf_perf_reader *r, const uint8_t *p)
{
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < PH_MAX / 64; i++) {
			uint64_t v = 0;
			for (unsigned k = 0; k < 8; k++) {
				unsigned at = !r->big_endian ? k : !pass ? 7 - k : (k & 4) + 3 - (k & 3);
				v |= (uint64_t)p[8 * i + at] << (8 * k);
			}
			r->features[i] = v;
		}
		if (!r->big_endian || tf_perf_has(r, PH_HOSTNAME) || tf_perf_has(r, PH_ARCH) || tf_perf_has(r, PH_CMDLINE))
			return;
	}
	/* neither looks right: 64-bit words are the likelier */
	for (unsigned i = 0; i < PH_MAX / 64; i++)
		r->features[i] = r->features[i] << 32 | r->features[i] >> 32;
}

static void set_order(struct tf_perf_reader *r, const uint8_t *head)
{
	bool host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	r->legacy = !memcmp(head, "PERFFILE", 8) || !memcmp(head, "ELIFFREP", 8);
	if (!memcmp(head, "PERFFILE", 8)) {
		/* the first generation wrote the magic as a string: the header's size tells the order */
		r->big_endian = tf_perf_u64(head + 8, host_big) > 0xffff;
	} else {
		r->big_endian = head[0] != 'P';
	}
	r->swap = r->big_endian != host_big;
}

static void add_segment(struct tf_perf_reader *r, int fd, bool own, uint64_t offset, uint64_t size)
{
	uint64_t pos = r->segs.n ? r->segs.v[r->segs.n - 1].pos + r->segs.v[r->segs.n - 1].size : offset;
	*tf_vec_push(&r->segs) = (struct tf_perf_segment){
		.fd = fd, .own_fd = own, .offset = offset, .size = size, .pos = pos, .stop = offset + size};
	r->total += size;
}

static int by_number(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a, y = *(const unsigned long *)b;
	return x < y ? -1 : x > y;
}

/* The directory form: beside "data" there is one "data.N" for each recording thread. */
static void add_directory(struct tf_perf_reader *r)
{
	int dir = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = dir >= 0 ? fdopendir(dir) : NULL;
	if (!d) {
		if (dir >= 0)
			close(dir);
		return;
	}
	TF_VEC(unsigned long) numbers = {0};
	for (struct dirent *e; (e = readdir(d)) && numbers.n < 65536;) {
		char *end;
		if (strncmp(e->d_name, "data.", 5) || e->d_name[5] < '0' || e->d_name[5] > '9')
			continue;
		unsigned long k = strtoul(e->d_name + 5, &end, 10);
		if (!*end)
			*tf_vec_push(&numbers) = k;
	}
	if (numbers.n)
		qsort(numbers.v, numbers.n, sizeof *numbers.v, by_number);
	for (size_t i = 0; i < numbers.n; i++) {
		char name[40];
		struct stat st;
		snprintf(name, sizeof name, "data.%lu", numbers.v[i]);
		int fd = tf_perf_open_regular(dirfd(d), name);
		if (fd < 0 || fstat(fd, &st)) {
			tf_diag_note(r->diag, "directory-part", true, TF_NO_OFFSET, "%s of the recording cannot be opened: %s",
				     name, strerror(errno));
			if (fd >= 0)
				close(fd);
			continue;
		}
		add_segment(r, fd, true, 0, (uint64_t)st.st_size);
	}
	free(numbers.v);
	closedir(d);
}

/*
 * A recording of no record at all, but closed: the table of features stands where the records would.
 * Its first word, an offset, cannot be a record: their headers have a size in its upper half.
 */
static bool closed_empty(const struct tf_perf_reader *r)
{
	uint8_t word[8];
	unsigned n = 0;
	for (unsigned i = 0; i < PH_MAX / 64; i++)
		n += (unsigned)__builtin_popcountll(r->features[i]);
	return !r->data.size && n && tf_perf_pread(r->fd, word, sizeof word, r->data.offset) == sizeof word &&
	       tf_perf_u64(word, r->swap) == r->data.offset + 16 * n;
}

static int file_form(struct tf_perf_reader *r, const uint8_t *head, size_t n, struct tf_err *err)
{
	if (n < PERF_HEADER_SIZE_OLD)
		return tf_err_set(err, TF_EFORMAT, r->path, "ends inside its header (at byte %zu)", n);
	r->attr_size = tf_perf_u64(head + 16, r->swap);
	struct tf_perf_section *const s[] = {&r->attrs, &r->data, &r->event_types};
	for (unsigned i = 0; i < 3; i++) {
		s[i]->offset = tf_perf_u64(head + 24 + 16 * i, r->swap);
		s[i]->size = tf_perf_u64(head + 32 + 16 * i, r->swap);
	}
	if (n >= PERF_HEADER_SIZE && r->header_size >= PERF_HEADER_SIZE)
		parse_features(r, head + 72);
	int rc = tf_perf_attrs_read(r, err);
	if (rc)
		return rc;
	if (r->data.offset > r->size || (!r->data.offset && !r->events.n))
		return tf_err_set(err, TF_EFORMAT, r->path, "has the header of a perf.data file, but no data (they should begin at byte %llu of %llu)",
				  (unsigned long long)r->data.offset, (unsigned long long)r->size);
	if (!r->events.n)
		return tf_err_set(err, TF_EFORMAT, r->path, "has the header of a perf.data file, but no event that was recorded");
	uint64_t there = r->size - r->data.offset, size = r->data.size;
	r->has_features = size || closed_empty(r);
	if (!size && !r->directory && !r->has_features) {
		/* the size is written when the recorder ends */
		r->q.unfinished_file = true;
		tf_diag_note(r->diag, "unfinished-file", true, TF_NO_OFFSET,
			     "the recorder did not close the file; its records are read up to the end");
		size = there;
	} else if (size > there) {
		r->q.truncated_file = true;
		tf_diag_note(r->diag, "truncated-file", true, r->size, "the file ends %llu bytes before the end of its data",
			     (unsigned long long)(size - there));
		size = there;
	}
	add_segment(r, r->fd, false, r->data.offset, size);
	if (r->directory)
		add_directory(r);
	return 0;
}

int tf_perf_file_read(struct tf_perf_reader *r, struct tf_err *err)
{
	uint8_t head[PERF_HEADER_SIZE] = {0};
	ssize_t n = tf_perf_pread(r->fd, head, sizeof head, 0);
	if (n < 0)
		return tf_err_set(err, TF_EIO, r->path, "cannot be read");
	if (n < PERF_PIPE_HEADER_SIZE || !tf_perf_magic(head, (size_t)n))
		return tf_err_set(err, TF_EFORMAT, r->path, "ends inside the header of a perf.data file (at byte %zd)", n);
	set_order(r, head);
	r->header_size = tf_perf_u64(head + 8, r->swap);
	if (r->header_size == PERF_PIPE_HEADER_SIZE) {
		if (r->size == PERF_PIPE_HEADER_SIZE)
			return tf_err_set(err, TF_EFORMAT, r->path, "has the header of a perf.data stream, but no data");
		r->pipe = true;
		add_segment(r, r->fd, false, PERF_PIPE_HEADER_SIZE, r->size - PERF_PIPE_HEADER_SIZE);
		return 0;
	}
	if (r->header_size < PERF_HEADER_SIZE_OLD || r->header_size > 1 << 16)
		tf_diag_note(r->diag, "header-size", true, 8, "the header says that it is %llu bytes long",
			     (unsigned long long)r->header_size);
	return file_form(r, head, (size_t)n, err);
}
