/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loop: keys, news from the engine and signals change the state; the picture follows, at most
 * once in 16 ms. Keys never wait for the engine.
 */
#include "config.h"
#include "tui/builder.h"
#include "tui/start.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"

#define MS 1000000u
#define FRAME (16 * MS)     /* no two pictures sooner */
#define REBUILD (200 * MS)  /* new trees while loading */
#define ESCAPE_MS 25        /* how long a lone Esc may be the beginning of something */

struct loop {
	struct ui_app a;
	struct ui_input in;
	struct pollfd fds[4];    /* terminal, signals, engine, builder */
	struct ui_builder *builder;
	uint64_t drawn;          /* when */
	uint64_t begun, rebuilt; /* the last tree */
	uint64_t esc;            /* when the last byte of something unfinished came; 0: nothing is */
	uint64_t esc_wait;
	bool news, gone, scripted;
	bool refused;            /* an action given on the command line is wrong */
};

bool ui_possible(const char **why) { return ui_terminal_possible(why); }

static void take_events(struct loop *l, bool late)
{
	struct ui_event ev;
	while (!l->a.quit && ui_input_next(&l->in, &ev, late))
		ui_app_event(&l->a, &ev);
	l->esc = ui_input_pending(&l->in) ? ui_now() : 0;
}

static void read_keys(struct loop *l)
{
	char buf[4096];
	ssize_t n = read(l->fds[0].fd, buf, sizeof buf);
	if (n > 0) {
		ui_input_feed(&l->in, buf, (size_t)n);
		take_events(l, false);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		l->gone = true;
	}
}

static void read_signals(struct loop *l)
{
	char buf[64];
	ssize_t n = read(l->fds[1].fd, buf, sizeof buf);
	for (ssize_t i = 0; i < n; i++) {
		if (buf[i] == 't') {
			ui_terminal_stop(l->a.screen);
		} else if (buf[i] == 'c') { /* someone may have written over us */
			l->a.screen->ops->leave(l->a.screen);
			l->a.screen->ops->enter(l->a.screen);
		}
		l->a.whole |= buf[i] != 'w';
	}
	l->a.dirty = true;
}

/* There is a new tree. */
static void new_tree(struct loop *l)
{
	struct ui_app *a = &l->a;
	a->dirty = true;
	if (tf_snapshot_complete(a->m.snap)) {
		tf_engine_failed(a->o->engine, &a->failed);
		if (!l->scripted) {
			l->scripted = true;
			l->refused = !ui_start_actions(a);
		}
	}
	l->rebuilt = ui_now();
	/* Large trees take longer: no more than a third of the time goes into them. */
	l->rebuilt += (l->rebuilt - l->begun) * 2;
	if (!a->m.whole) /* the first picture should not wait */
		l->rebuilt = l->begun - REBUILD + 10 * MS;
}

/* A new snapshot becomes a new tree: not more often than it is worth. */
static void take_news(struct loop *l)
{
	const struct tf_snapshot *s = tf_engine_acquire(l->a.o->engine);
	l->news = false;
	l->begun = ui_now();
	if (ui_builder_start(l->builder, &l->a.m, s))
		return;
	ui_model_take(&l->a.m, s);
	new_tree(l);
}

static void take_tree(struct loop *l)
{
	if (ui_builder_finish(l->builder, &l->a.m))
		new_tree(l);
	else
		l->news = true; /* made for filters that are gone: once more */
}

static int wait_ms(const struct loop *l, uint64_t now)
{
	uint64_t until = UINT64_MAX;
	if (l->a.dirty)
		until = l->drawn + FRAME;
	if (l->news && !ui_builder_busy(l->builder) && l->rebuilt + REBUILD < until)
		until = l->rebuilt + REBUILD;
	if (l->esc && l->esc + l->esc_wait < until)
		until = l->esc + l->esc_wait;
	if (until == UINT64_MAX)
		return -1;
	return until <= now ? 0 : (int)((until - now + MS - 1) / MS);
}

static void draw(struct loop *l)
{
	int w, h;
	struct ui_app *a = &l->a;
	ui_screen_size(a->screen, &w, &h);
	if (w != a->w || h != a->h) {
		ui_app_resize(a, w, h);
		a->whole = true;
	}
	ui_app_draw(a);
	if (!ui_screen_show(a->screen, &a->cells, a->whole))
		l->gone = true;
	a->whole = false;
	l->drawn = ui_now();
}

static void loop(struct loop *l)
{
	while (!l->a.quit && !l->gone && !l->refused) {
		uint64_t now = ui_now();
		l->fds[2].events = l->news ? 0 : POLLIN;
		/* Through a pointer of its own: gcc 12 takes the array for its first member under ASan. */
		struct pollfd *volatile fds = l->fds;
		if (poll(fds, sizeof l->fds / sizeof l->fds[0], wait_ms(l, now)) < 0 && errno != EINTR)
			break;
		now = ui_now();
		if (l->fds[0].revents & POLLIN)
			read_keys(l);
		else if (l->fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
			l->gone = true;
		if (l->fds[1].revents & POLLIN)
			read_signals(l);
		if (l->fds[2].revents & POLLIN)
			l->news = true;
		if (l->fds[2].revents & (POLLERR | POLLNVAL))
			l->fds[2].fd = -1;
		if (l->esc && now >= l->esc + l->esc_wait)
			take_events(l, true);
		if (l->fds[3].revents & POLLIN && !l->a.quit)
			take_tree(l);
		if (l->news && !ui_builder_busy(l->builder) && now >= l->rebuilt + REBUILD && !l->a.quit)
			take_news(l);
		if (l->a.dirty && now >= l->drawn + FRAME && !l->a.quit && !l->gone)
			draw(l);
	}
}

static bool wants_colour(const struct ui_options *o)
{
	const char *no = getenv("NO_COLOR");
	return o->color == UI_COLOR_ALWAYS || (o->color == UI_COLOR_AUTO && !(no && *no));
}

static uint64_t escape_wait(void)
{
	const char *s = getenv("ESCDELAY");
	int ms = s ? atoi(s) : 0;
	return (uint64_t)(ms > 0 && ms <= 1000 ? ms : ESCAPE_MS) * MS;
}

int ui_run(const struct ui_options *o)
{
	struct tf_err err = {0};
	const char *why = "";
	if (tf_engine_start(o->engine, &err) < 0) {
		ui_complain_err(&err);
		return 1;
	}
	struct ui_screen *screen = ui_screen_terminal(!o->no_mouse, wants_colour(o), &why);
	if (!screen) {
		fprintf(stderr, "tflame: %s\n", why);
		return 1;
	}
	ui_start(o, ui_terminal_colours(screen));
	struct loop *l = ui_xcalloc(1, sizeof *l);
	ui_app_init(&l->a, o);
	l->a.screen = screen;
	l->a.started = true;
	l->a.whole = true;
	l->esc_wait = escape_wait();
	l->fds[0] = (struct pollfd){ui_terminal_fd(screen), POLLIN, 0};
	l->fds[1] = (struct pollfd){ui_terminal_signal_fd(screen), POLLIN, 0};
	l->fds[2] = (struct pollfd){tf_engine_fd(o->engine), POLLIN, 0};
	l->builder = ui_builder_new();
	l->fds[3] = (struct pollfd){ui_builder_fd(l->builder), POLLIN, 0};
	enum ui_view_id first = o->view ? ui_view_by_name(o->view) : UI_VIEW_N;
	if (first != UI_VIEW_N)
		ui_app_set_view(&l->a, first);
	loop(l);
	tf_engine_stop(o->engine);
	ui_screen_free(screen);
	/* What went wrong is said where it stays. */
	int status = l->refused ? 2 : l->gone ? 1 : 0;
	if (l->a.failed.code && !l->gone) {
		ui_complain_err(&l->a.failed);
		status = 1;
	}
	ui_builder_free(l->builder);
	ui_input_release(&l->in);
	ui_app_release(&l->a);
	free(l);
	return status;
}
