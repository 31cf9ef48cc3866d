/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/builder.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct ui_builder {
	int fd;
	bool busy;
	pthread_t thread;
	/* The job: written before the thread begins, read by it, and again after it was joined. */
	struct tf_calltree *tree; /* the second tree, in turn with the model's */
	const struct tf_snapshot *snap;
	struct ui_filter_room room;
	struct tf_column columns[2];
	struct tf_treespec spec;
	char *texts[4];
	uint64_t spec_gen;
	int result;
};

struct ui_builder *ui_builder_new(void)
{
	struct ui_builder *b = ui_xcalloc(1, sizeof *b);
	b->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return b;
}

static void join(struct ui_builder *b)
{
	uint64_t n;
	pthread_join(b->thread, NULL);
	b->busy = false;
	if (read(b->fd, &n, sizeof n) < 0)
		n = 0; /* joined before it was told */
	for (size_t i = 0; i < 4; i++) {
		free(b->texts[i]);
		b->texts[i] = NULL;
	}
}

void ui_builder_free(struct ui_builder *b)
{
	if (!b)
		return;
	if (b->busy)
		join(b);
	tf_snapshot_unref(b->snap);
	tf_calltree_free(b->tree);
	if (b->fd >= 0)
		close(b->fd);
	free(b);
}

int ui_builder_fd(const struct ui_builder *b) { return b->fd; }
bool ui_builder_busy(const struct ui_builder *b) { return b->busy; }

static void *build(void *arg)
{
	struct ui_builder *b = arg;
	const uint64_t one = 1;
	b->result = tf_calltree_build(b->tree, b->snap, &b->spec);
	if (write(b->fd, &one, sizeof one) < 0)
		return NULL; /* cannot be: the counter is far from full */
	return NULL;
}

/* Texts of the stack of transforms may go while the thread reads them. */
static const char *keep(struct ui_builder *b, size_t i, const char *s) { return s ? b->texts[i] = ui_xstrdup(s) : NULL; }

static bool start_thread(struct ui_builder *b)
{
	sigset_t set, old;
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
	sigfillset(&set); /* all others belong to the main thread */
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigdelset(&set, crashes[i]);
	pthread_sigmask(SIG_SETMASK, &set, &old);
	bool ok = pthread_create(&b->thread, NULL, build, b) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}

bool ui_builder_start(struct ui_builder *b, const struct ui_model *m, const struct tf_snapshot *s)
{
	if (b->busy || b->fd < 0)
		return false;
	if (!b->tree)
		b->tree = tf_calltree_new();
	tf_event_id event = m->event;
	if (!event.v || !tf_snapshot_event(s, event))
		event = ui_model_first_event(s);
	b->room = (struct ui_filter_room){0};
	b->columns[0] = (struct tf_column){event, TF_COL_WEIGHT};
	b->columns[1] = (struct tf_column){event, TF_COL_SAMPLES};
	b->spec = (struct tf_treespec){ui_model_filter(m, &b->room), b->columns, 2, m->no_comm};
	b->room.comm = keep(b, 0, b->room.comm);
	b->room.dso = keep(b, 1, b->room.dso);
	b->room.symbol = keep(b, 2, b->room.symbol);
	b->spec.filter.parent = keep(b, 3, b->spec.filter.parent);
	b->spec_gen = m->spec_gen;
	const struct tf_snapshot *before = b->snap;
	b->snap = s;
	if (!start_thread(b)) {
		b->snap = before;
		return false;
	}
	tf_snapshot_unref(before);
	b->busy = true;
	return true;
}

bool ui_builder_finish(struct ui_builder *b, struct ui_model *m)
{
	if (!b->busy)
		return false;
	join(b);
	if (b->spec_gen != m->spec_gen || b->result < 0)
		return false;
	b->tree = ui_model_adopt(m, b->tree, b->snap, b->columns[0].event);
	b->snap = NULL;
	if (tf_snapshot_complete(m->snap)) { /* no more trees will come */
		tf_calltree_free(b->tree);
		b->tree = NULL;
	}
	return true;
}
