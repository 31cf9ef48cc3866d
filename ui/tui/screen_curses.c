/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terminal, through ncurses' terminfo level: capabilities come from the database, what is sent
 * is decided here, cell by cell, so that only what changed goes over the wire.
 */
#include "config.h"
#include "tui/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

#include "tui/rescue.h"
#include "tui/util.h"

struct terminal {
	struct ui_screen base;
	int in;
	bool own_in;      /* opened here */
	bool mouse, paste, gone, osc52, last_cell, rgb;
	int colours;
	const char *cup, *sgr0, *bold, *dim, *rev, *smul, *el, *clear, *smcup, *rmcup, *civis, *cnorm, *setaf, *setab;
	char *fg[256], *bg[256]; /* made when first used */
	struct termios saved;
	struct ui_cells front;
	struct ui_buf out;
	struct ui_attr pen;
	int x, y; /* the cursor, -1: not known */
};

static const char *cap(const char *name)
{
	const char *s = tigetstr(name);
	return s == (char *)-1 ? NULL : s;
}

/* Adds a capability without its padding marks $<…>, which no terminal of today needs. */
static void emit(struct ui_buf *b, const char *s)
{
	while (s && *s) {
		const char *end;
		if (s[0] == '$' && s[1] == '<' && (end = strchr(s, '>'))) {
			s = end + 1;
			continue;
		}
		ui_buf_addc(b, *s++);
	}
}

static bool load(struct terminal *t, const char **why)
{
	const char *term = getenv("TERM");
	int err = 0;
	if (!term || !*term) {
		*why = "TERM is not set, so there is no way to draw on this terminal";
		return false;
	}
	if (cur_term)
		del_curterm(cur_term);
	if (setupterm(NULL, STDOUT_FILENO, &err) != OK) {
		*why = err == 0 ? "the terminal type in TERM is not known on this machine"
				: "the terminal type in TERM cannot draw a screen";
		return false;
	}
	t->cup = cap("cup");
	t->clear = cap("clear");
	if (!t->cup || !t->clear) {
		*why = "the terminal type in TERM cannot move its cursor";
		return false;
	}
	t->sgr0 = cap("sgr0");
	t->bold = cap("bold");
	t->dim = cap("dim");
	t->rev = cap("rev");
	t->smul = cap("smul");
	t->el = cap("el");
	t->smcup = cap("smcup");
	t->rmcup = cap("rmcup");
	t->civis = cap("civis");
	t->cnorm = cap("cnorm");
	t->setaf = cap("setaf");
	t->setab = cap("setab");
	if (!t->sgr0)
		t->bold = t->dim = t->rev = t->smul = NULL;
	t->colours = t->setaf && t->setab && t->sgr0 ? tigetnum("colors") : 0;
	t->rgb = t->colours > 256;
	t->last_cell = tigetflag("am") != 1 || tigetflag("xenl") == 1;
	const char *kmous = cap("kmous");
	t->paste = kmous != NULL; /* terminals with a mouse have the other manners of xterm too */
	t->osc52 = kmous && strncmp(term, "linux", 5);
	t->mouse = t->mouse && kmous;
	return true;
}

bool ui_terminal_possible(const char **why)
{
	struct terminal t = {0};
	if (!isatty(STDOUT_FILENO)) {
		*why = "standard output is not a terminal";
		return false;
	}
	if (!isatty(STDIN_FILENO)) {
		int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
		if (fd < 0) {
			*why = "there is no terminal to take keys from";
			return false;
		}
		close(fd);
	}
	return load(&t, why);
}

static void set_raw(struct terminal *t)
{
	struct termios m = t->saved;
	m.c_iflag &= (tcflag_t) ~(ICRNL | INLCR | IGNCR | IXON | ISTRIP | BRKINT | PARMRK);
	m.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ECHONL | ISIG | IEXTEN);
	m.c_cc[VMIN] = 1;
	m.c_cc[VTIME] = 0;
	tcsetattr(t->in, TCSADRAIN, &m);
}

static void flush(struct terminal *t)
{
	size_t done = 0;
	while (done < t->out.n && !t->gone) {
		ssize_t k = write(STDOUT_FILENO, t->out.s + done, t->out.n - done);
		if (k > 0) {
			done += (size_t)k;
		} else if (k < 0 && errno == EAGAIN) {
			struct pollfd p = {STDOUT_FILENO, POLLOUT, 0};
			poll(&p, 1, 1000);
			if (p.revents & (POLLERR | POLLHUP))
				t->gone = true;
		} else if (k < 0 && errno != EINTR) {
			t->gone = true;
		}
	}
	ui_buf_clear(&t->out);
}

static void term_size(struct ui_screen *s, int *w, int *h)
{
	struct winsize ws = {0};
	const char *e;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) < 0)
		ws.ws_col = ws.ws_row = 0;
	*w = ws.ws_col ? ws.ws_col : (e = getenv("COLUMNS")) && atoi(e) > 0 ? atoi(e) : tigetnum("cols");
	*h = ws.ws_row ? ws.ws_row : (e = getenv("LINES")) && atoi(e) > 0 ? atoi(e) : tigetnum("lines");
	*w = ui_clamp(*w > 0 ? *w : 80, 1, 4096);
	*h = ui_clamp(*h > 0 ? *h : 24, 1, 4096);
}

/* What puts the terminal back, ready for a signal handler. */
static void prepare_rescue(struct terminal *t)
{
	struct ui_buf b = UI_BUF_INIT;
	int w, h;
	term_size(&t->base, &w, &h);
	emit(&b, t->sgr0);
	if (t->mouse)
		ui_buf_adds(&b, "\033[?1006l\033[?1000l");
	if (t->paste)
		ui_buf_adds(&b, "\033[?2004l");
	emit(&b, tparm(t->cup, (long)h - 1, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
	if (t->rmcup)
		emit(&b, t->rmcup);
	else
		emit(&b, t->el);
	emit(&b, t->cnorm);
	ui_rescue_set(STDOUT_FILENO, ui_buf_str(&b), b.n, t->in, &t->saved);
	ui_buf_release(&b);
}

static void term_enter(struct ui_screen *s)
{
	struct terminal *t = (struct terminal *)s;
	tcgetattr(t->in, &t->saved);
	prepare_rescue(t);
	ui_rescue_arm(true);
	set_raw(t);
	emit(&t->out, t->smcup);
	emit(&t->out, t->civis);
	if (t->mouse)
		ui_buf_adds(&t->out, "\033[?1000h\033[?1006h");
	if (t->paste)
		ui_buf_adds(&t->out, "\033[?2004h");
	emit(&t->out, t->sgr0);
	emit(&t->out, t->clear);
	t->front.w = 0; /* nothing is known of the screen any more */
	flush(t);
}

static void term_leave(struct ui_screen *s) { ui_rescue_now(); }

static void move_to(struct terminal *t, int x, int y)
{
	if (t->x == x && t->y == y)
		return;
	emit(&t->out, tparm(t->cup, (long)y, (long)x, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
	t->x = x;
	t->y = y;
}

static void set_colour(struct terminal *t, const char *how, char **cache, int index)
{
	if (!cache[index]) {
		struct ui_buf b = UI_BUF_INIT;
		long v = t->rgb ? (long)ui_colour_rgb(index) : index;
		emit(&b, tparm(how, v, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
		cache[index] = ui_xstrdup(ui_buf_str(&b));
		ui_buf_release(&b);
	}
	ui_buf_adds(&t->out, cache[index]);
}

static void set_pen(struct terminal *t, struct ui_attr a)
{
	struct ui_attr *p = &t->pen;
	if (a.fg == p->fg && a.bg == p->bg && a.flags == p->flags)
		return;
	if ((p->flags & ~a.flags) || (p->fg >= 0 && a.fg < 0) || (p->bg >= 0 && a.bg < 0)) {
		emit(&t->out, t->sgr0);
		*p = (struct ui_attr){-1, -1, 0};
	}
	unsigned on = a.flags & ~(unsigned)p->flags;
	if (on & UI_BOLD)
		emit(&t->out, t->bold);
	if (on & UI_FAINT)
		emit(&t->out, t->dim);
	if (on & UI_UNDERLINE)
		emit(&t->out, t->smul);
	if (on & UI_REVERSE)
		emit(&t->out, t->rev);
	if (a.fg >= 0 && a.fg != p->fg)
		set_colour(t, t->setaf, t->fg, a.fg);
	if (a.bg >= 0 && a.bg != p->bg)
		set_colour(t, t->setab, t->bg, a.bg);
	*p = a;
}

static bool is_background(const struct ui_cell *p) { return !p->n && p->w == 1 && p->style <= UI_GAP && !p->under; }

/* Sends what differs in one row; was: what the terminal shows there, NULL: nothing known. */
static void show_row(struct terminal *t, const struct ui_cells *c, int y, const struct ui_cell *was)
{
	const struct ui_cell *row = ui_cells_at(c, 0, y);
	int end = c->w;
	if (y == c->h - 1 && !t->last_cell)
		end--; /* writing there would scroll */
	int blank = end;
	while (blank > 0 && is_background(&row[blank - 1]))
		blank--;
	for (int x = 0; x < end; x++) {
		if (was && ui_cell_equal(&row[x], &was[x]))
			continue;
		if (x >= blank && t->el && end - x > 4 && end == c->w) {
			move_to(t, x, y);
			set_pen(t, (struct ui_attr){-1, -1, 0});
			emit(&t->out, t->el);
			return;
		}
		if (row[x].w == 0) /* its first half tells it */
			x--;
		/* A few cells between two changes are cheaper sent than jumped over. */
		if (was && t->y == y && x > t->x && x - t->x <= 3 && t->x >= 0 && row[t->x].w)
			x = t->x;
		move_to(t, x, y);
		set_pen(t, ui_theme_attr(row[x].style, row[x].under));
		ui_buf_add(&t->out, row[x].n ? row[x].s : " ", row[x].n ? row[x].n : 1);
		t->x += row[x].w;
		x += row[x].w - 1;
		if (t->x >= c->w)
			t->x = t->y = -1; /* terminals disagree where the cursor is now */
	}
}

static bool term_show(struct ui_screen *s, const struct ui_cells *c, bool whole)
{
	struct terminal *t = (struct terminal *)s;
	if (t->front.w != c->w || t->front.h != c->h) {
		ui_cells_resize(&t->front, c->w, c->h);
		prepare_rescue(t);
		whole = true;
	}
	t->x = t->y = -1;
	t->pen = (struct ui_attr){-1, -1, 0};
	if (whole) {
		emit(&t->out, t->sgr0);
		emit(&t->out, t->clear);
	}
	size_t row = sizeof(struct ui_cell) * (size_t)c->w;
	if (whole)
		ui_cells_clear(&t->front);
	for (int y = 0; y < c->h; y++) {
		struct ui_cell *was = ui_cells_at(&t->front, 0, y);
		if (memcmp(was, ui_cells_at(c, 0, y), row)) {
			show_row(t, c, y, was);
			memcpy(was, ui_cells_at(c, 0, y), row);
		}
	}
	set_pen(t, (struct ui_attr){-1, -1, 0});
	flush(t);
	return !t->gone;
}

static void base64(struct ui_buf *b, const unsigned char *s, size_t n)
{
	static const char a[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < n; i += 3) {
		unsigned v = (unsigned)s[i] << 16 | (i + 1 < n ? (unsigned)s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
		ui_buf_addc(b, a[v >> 18]);
		ui_buf_addc(b, a[v >> 12 & 63]);
		ui_buf_addc(b, i + 1 < n ? a[v >> 6 & 63] : '=');
		ui_buf_addc(b, i + 2 < n ? a[v & 63] : '=');
	}
}

static bool term_copy(struct ui_screen *s, const char *text, size_t n)
{
	struct terminal *t = (struct terminal *)s;
	if (!t->osc52)
		return false;
	ui_buf_adds(&t->out, "\033]52;c;");
	base64(&t->out, (const unsigned char *)text, n < 74000 ? n : 74000); /* xterm takes 100 kB */
	ui_buf_adds(&t->out, "\a");
	flush(t);
	return true;
}

static void term_free(struct ui_screen *s)
{
	struct terminal *t = (struct terminal *)s;
	ui_rescue_now();
	ui_rescue_uninstall();
	if (t->own_in)
		close(t->in);
	for (int i = 0; i < 256; i++) {
		free(t->fg[i]);
		free(t->bg[i]);
	}
	ui_cells_release(&t->front);
	ui_buf_release(&t->out);
	free(t);
	if (cur_term)
		del_curterm(cur_term);
}

static const struct ui_screen_ops term_ops = {
	"terminal", term_size, term_show, term_copy, term_leave, term_enter, term_free,
};

struct ui_screen *ui_screen_terminal(bool mouse, bool colour, const char **why)
{
	struct terminal *t = ui_xcalloc(1, sizeof *t);
	t->base.ops = &term_ops;
	t->mouse = mouse;
	t->in = STDIN_FILENO;
	if (!isatty(t->in)) {
		t->in = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
		t->own_in = true;
	}
	if (t->in < 0 || !load(t, why)) {
		if (t->in < 0)
			*why = "there is no terminal to take keys from";
		else if (t->own_in)
			close(t->in);
		free(t);
		return NULL;
	}
	if (!colour)
		t->colours = 0;
	ui_rescue_install();
	term_enter(&t->base);
	return &t->base;
}

int ui_terminal_fd(const struct ui_screen *s) { return ((const struct terminal *)s)->in; }
int ui_terminal_signal_fd(const struct ui_screen *s) { return ui_rescue_fd(); }
int ui_terminal_colours(const struct ui_screen *s) { return ((const struct terminal *)s)->colours; }

void ui_terminal_stop(struct ui_screen *s)
{
	ui_rescue_now();
	ui_rescue_stop();
	term_enter(s);
}
