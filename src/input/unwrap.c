/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens what the user named and makes a seekable, unpacked file of it. */
#include "config.h"
#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "input/inflate.h"

#define HEAD_MAX ((size_t)64 << 10)
#define BLOCK ((size_t)256 << 10)
/* A packed file may grow this much; more is an attack on the disk. */
#define RATIO_MAX 2000u
#define RATIO_FROM ((uint64_t)1 << 30)

static int read_some(int fd, uint8_t *buf, size_t n, size_t *got)
{
	for (*got = 0; *got < n;) {
		ssize_t k = read(fd, buf + *got, n - *got);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return -1;
		if (!k)
			break;
		*got += (size_t)k;
	}
	return 0;
}

static int write_all(int fd, const uint8_t *p, size_t n)
{
	while (n) {
		ssize_t k = write(fd, p, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return -1;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

/* A file without a name. */
static int temp_file(struct tf_err *err)
{
	const char *dirs[] = {getenv("TMPDIR"), "/var/tmp", "/tmp"};
	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
		if (!dirs[i] || !*dirs[i])
			continue;
		int fd = open(dirs[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
		if (fd >= 0)
			return fd;
		char name[4096];
		if ((size_t)snprintf(name, sizeof name, "%s/tflame.XXXXXX", dirs[i]) >= sizeof name)
			continue;
		fd = mkostemp(name, O_CLOEXEC);
		if (fd >= 0) {
			unlink(name);
			return fd;
		}
	}
	tf_err_set(err, TF_EIO, "temporary file", "no directory for the unpacked data can be written");
	tf_err_advise(err, "TMPDIR=DIRECTORY tflame …");
	return -1;
}

/* Copies a stream that cannot seek. Starts with the n bytes of head. */
static int spool(int from, int to, const uint8_t *head, size_t n, const char *path, struct tf_err *err)
{
	uint8_t *buf = tf_xmalloc(BLOCK);
	int rc = write_all(to, head, n) ? tf_err_set(err, TF_EIO, path, "cannot be copied to a temporary file") : 0;
	while (!rc) {
		size_t got;
		if (read_some(from, buf, BLOCK, &got))
			rc = tf_err_set(err, TF_EIO, path, "cannot be read");
		else if (got && write_all(to, buf, got))
			rc = tf_err_set(err, TF_EIO, path, "cannot be copied to a temporary file");
		if (rc || !got)
			break;
	}
	free(buf);
	return rc;
}

/* Unpacks one layer. What can be unpacked of damaged data counts. */
static int unpack(enum tf_pack pack, int from, int to, const char *path, uint64_t *unpacked, struct tf_err *err)
{
	const char *kind = pack == TF_PACK_GZIP ? "gzip" : "zstd";
	struct tf_inflate *z = tf_inflate_new(pack);
	if (!z)
		return tf_err_set(err, TF_ENOTSUP, path, "is compressed with %s, which this build cannot unpack", kind);
	uint8_t *in = tf_xmalloc(BLOCK), *out = tf_xmalloc(BLOCK);
	uint64_t packed = 0;
	int rc = 0;
	bool damaged = false;
	*unpacked = 0;
	while (!rc && !damaged) {
		size_t n;
		if (read_some(from, in, BLOCK, &n)) {
			rc = tf_err_set(err, TF_EIO, path, "cannot be read");
			break;
		}
		packed += n;
		const uint8_t *p = in;
		size_t left = n;
		for (;;) {
			uint8_t *o = out;
			size_t room = BLOCK;
			size_t before = left;
			damaged = tf_inflate_run(z, &p, &left, &o, &room) < 0;
			size_t made = BLOCK - room;
			if (made && write_all(to, out, made)) {
				rc = tf_err_set(err, TF_EIO, path, "cannot be unpacked to a temporary file");
				break;
			}
			*unpacked += made;
			if (*unpacked > RATIO_FROM && *unpacked / RATIO_MAX > packed) {
				rc = tf_err_set(err, TF_EFORMAT, path, "unpacks to more than %u times its size", RATIO_MAX);
				break;
			}
			if (damaged || (!left && room) || (!made && left == before))
				break;
		}
		if (!n)
			break;
	}
	if (!rc && !*unpacked)
		rc = tf_err_set(err, TF_EFORMAT, path, damaged ? "is a damaged %s file" : "is a %s file without data", kind);
	tf_inflate_free(z);
	free(in);
	free(out);
	return rc;
}

static int refuse(const char *path, const struct stat *st, struct tf_err *err)
{
	const char *what = S_ISCHR(st->st_mode) ? "a character device" :
			   S_ISBLK(st->st_mode) ? "a block device" :
			   S_ISSOCK(st->st_mode) ? "a socket" : "not a file";
	return tf_err_set(err, TF_EFORMAT, path, "is %s, not a recording", what);
}

static int open_path(const char *path, struct stat *st, struct tf_err *err)
{
	if (!strcmp(path, "-")) {
		int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
		if (fd < 0 || fstat(fd, st)) {
			if (fd >= 0)
				close(fd);
			return tf_err_set(err, TF_EIO, "standard input", "is not open");
		}
		if (S_ISCHR(st->st_mode) && isatty(fd)) {
			close(fd);
			tf_err_set(err, TF_EFORMAT, "standard input", "is a terminal, not a recording");
			tf_err_advise(err, "perf record -o - … | tflame report -");
			return -TF_EFORMAT;
		}
		return fd;
	}
	/* O_NONBLOCK: a FIFO or a device must not hold us up before we know what it is */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 || fstat(fd, st)) {
		int e = errno;
		if (fd >= 0)
			close(fd);
		errno = e;
		tf_err_set(err, TF_EIO, path, "%s", e == ENOENT ? "there is no such file" : "cannot be opened");
		if (e == ENOENT && !strcmp(path, "perf.data"))
			tf_err_advise(err, "perf record -g -- COMMAND, then tflame report");
		else if (e == EACCES)
			tf_err_advise(err, "sudo chown $USER %s", path);
		return -TF_EIO;
	}
	if (S_ISFIFO(st->st_mode))
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

/* Puts an unlinked copy in place of *fd. */
static int to_temp(struct tf_input_file *f, enum tf_pack pack, const uint8_t *head, size_t n, uint64_t *size, struct tf_err *err)
{
	const char *path = strcmp(f->path, "-") ? f->path : "standard input";
	int tmp = temp_file(err);
	if (tmp < 0)
		return -TF_EIO;
	int rc = pack ? unpack(pack, f->fd, tmp, path, size, err) : spool(f->fd, tmp, head, n, path, err);
	if (rc) {
		close(tmp);
		return rc;
	}
	close(f->fd);
	f->fd = tmp;
	return 0;
}

static int load_head(struct tf_input_file *f, uint8_t *head, const char *what, struct tf_err *err)
{
	if (lseek(f->fd, 0, SEEK_SET) < 0 || read_some(f->fd, head, HEAD_MAX, &f->head_len) || lseek(f->fd, 0, SEEK_SET) < 0)
		return tf_err_set(err, TF_EIO, what, "cannot be read");
	struct stat st;
	if (fstat(f->fd, &st))
		return tf_err_set(err, TF_EIO, what, "cannot be read");
	f->size = (uint64_t)st.st_size;
	return 0;
}

int tf_input_file_open(struct tf_input_file *f, const char *path, struct tf_err *err)
{
	struct stat st;
	*f = (struct tf_input_file){.path = path, .fd = -1};
	int fd = open_path(path, &st, err);
	if (fd < 0)
		return fd;
	const char *what = strcmp(path, "-") ? path : "standard input";
	if (S_ISDIR(st.st_mode)) {
		close(fd);
		f->is_dir = true;
		return 0;
	}
	f->fd = fd;
	uint8_t *head = tf_xcalloc(1, HEAD_MAX);
	f->head = head;
	int rc = 0;
	/* standard input may stand anywhere in its file: what is left of it is the recording */
	bool seeks = S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == 0;
	if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode) && !(S_ISSOCK(st.st_mode) && !strcmp(path, "-")))
		rc = refuse(what, &st, err);
	else if (!seeks)
		rc = to_temp(f, TF_PACK_NONE, head, 0, NULL, err);
	if (!rc)
		rc = load_head(f, head, what, err);
	/* a wrapping inside a wrapping is somebody's accident; more than that is a trap */
	for (int depth = 0; !rc && depth < 2; depth++) {
		enum tf_pack pack = tf_pack_of(head, f->head_len);
		if (!pack)
			break;
		uint64_t size;
		rc = to_temp(f, pack, head, 0, &size, err);
		if (!rc)
			rc = load_head(f, head, what, err);
	}
	if (!rc && !f->size)
		rc = tf_err_set(err, TF_EFORMAT, what, "is empty");
	if (rc)
		tf_input_file_close(f);
	return rc;
}

void tf_input_file_close(struct tf_input_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	free((void *)(uintptr_t)f->head);
	*f = (struct tf_input_file){.fd = -1};
}
