/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "tui/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tui/util.h"

#define BYTES 512
/* Two copies, so that a handler never sees one that is being written. */
static struct rescue { int out, in; size_t n; char bytes[BYTES]; struct termios modes; } copies[2];
static volatile sig_atomic_t current, armed, continued;
static int pipe_fd[2] = {-1, -1};
static void *alt_stack;

static const int deadly[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGSEGV, SIGABRT, SIGBUS,
			     SIGFPE,  SIGILL, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGSYS};
#define N_DEADLY (sizeof deadly / sizeof *deadly)
static struct sigaction before[N_DEADLY];
static struct sigaction before_winch, before_tstp, before_cont;

void ui_rescue_set(int out, const char *bytes, size_t n, int in, const struct termios *modes)
{
	struct rescue *r = &copies[!current];
	r->out = out;
	r->in = in;
	r->n = n < BYTES ? n : BYTES;
	memcpy(r->bytes, bytes, r->n);
	r->modes = *modes;
	current = !current;
}

void ui_rescue_arm(bool on) { armed = on; }

void ui_rescue_now(void)
{
	if (!armed)
		return;
	armed = 0;
	const struct rescue *r = &copies[current];
	/* Setting modes from the background would stop us; block that for this moment. */
	sigset_t ttou, old;
	sigemptyset(&ttou);
	sigaddset(&ttou, SIGTTOU);
	pthread_sigmask(SIG_BLOCK, &ttou, &old);
	/* A terminal that takes nothing any more must not keep us: half a second, then without it. */
	int flags = fcntl(r->out, F_GETFL);
	if (flags >= 0)
		fcntl(r->out, F_SETFL, flags | O_NONBLOCK);
	struct pollfd p = {r->out, POLLOUT, 0};
	for (size_t done = 0; done < r->n;) {
		ssize_t k = write(r->out, r->bytes + done, r->n - done);
		if (k > 0)
			done += (size_t)k;
		else if (k == 0 || (errno != EINTR && (errno != EAGAIN || poll(&p, 1, 500) <= 0)))
			break;
	}
	if (flags >= 0)
		fcntl(r->out, F_SETFL, flags);
	tcsetattr(r->in, TCSANOW, &r->modes);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void on_deadly(int sig)
{
	ui_rescue_now();
	/* SA_RESETHAND has set the default action; the signal is not blocked (SA_NODEFER). */
	raise(sig);
}

static void tell(char what)
{
	int saved = errno;
	if (write(pipe_fd[1], &what, 1) < 0) {
		/* full: it is readable anyway */
	}
	errno = saved;
}

static void on_winch(int sig) { tell('w'); }
static void on_tstp(int sig) { tell('t'); }
static void on_cont(int sig)
{
	continued = 1;
	tell('c');
}

void ui_rescue_install(void)
{
	if (pipe_fd[0] < 0) {
		if (pipe2(pipe_fd, O_CLOEXEC | O_NONBLOCK) < 0)
			abort();
		atexit(ui_rescue_now); /* a library may call exit() */
	}
	size_t size = (size_t)SIGSTKSZ < 65536 ? 65536 : (size_t)SIGSTKSZ;
	alt_stack = ui_xmalloc(size);
	stack_t ss = {.ss_sp = alt_stack, .ss_size = size};
	sigaltstack(&ss, NULL);
	for (size_t i = 0; i < N_DEADLY; i++) {
		struct sigaction sa = {.sa_handler = on_deadly};
		sa.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
		sigaction(deadly[i], NULL, &before[i]);
		/* What nohup ignores stays ignored; a pipe that breaks is no such wish, only inherited. */
		if (before[i].sa_handler != SIG_IGN || deadly[i] == SIGPIPE)
			sigaction(deadly[i], &sa, NULL);
	}
	struct sigaction sa = {.sa_handler = on_winch, .sa_flags = SA_RESTART};
	sigaction(SIGWINCH, &sa, &before_winch);
	sa.sa_handler = on_tstp;
	sigaction(SIGTSTP, &sa, &before_tstp);
	sa.sa_handler = on_cont;
	sigaction(SIGCONT, &sa, &before_cont);
}

void ui_rescue_uninstall(void)
{
	for (size_t i = 0; i < N_DEADLY; i++)
		sigaction(deadly[i], &before[i], NULL);
	sigaction(SIGWINCH, &before_winch, NULL);
	sigaction(SIGTSTP, &before_tstp, NULL);
	sigaction(SIGCONT, &before_cont, NULL);
	stack_t ss = {.ss_flags = SS_DISABLE};
	sigaltstack(&ss, NULL);
	free(alt_stack);
	alt_stack = NULL;
}

int ui_rescue_fd(void) { return pipe_fd[0]; }

void ui_rescue_stop(void)
{
	struct sigaction sa = {.sa_handler = SIG_DFL}, old;
	continued = 0;
	/* The shell's prompt has to come behind what gives the terminal back. */
	tcdrain(copies[current].out);
	nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	sigaction(SIGTSTP, &sa, &old);
	raise(SIGTSTP);
	/* Without a shell above us the kernel ignores that signal, but someone asked to stop. */
	if (!continued)
		raise(SIGSTOP);
	sigaction(SIGTSTP, &old, NULL);
}
