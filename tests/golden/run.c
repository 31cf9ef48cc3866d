/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run - draws the pictures that the .t files beside it describe and compares cells and styles.
 *
 * A .t file: sections that begin with a line "=== NAME ARGUMENT". input: folded stacks (or any text
 * format), loaded before anything else; size COLSxROWS; locale ascii|utf8; colours N; script: actions;
 * screen: the expected cells; styles: one letter a cell, each row cut after its last styled cell, and
 * a legend. Scripts, screens and styles may follow each other as often as wanted.
 * With --update the expectations are written as they are drawn; look at the diff.
 */
#include "config.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/state.h"
#include "tui/widths.h"

static int n_tests, n_failed;
static bool update;

static void result(bool ok, const char *file, const char *what, const char *got, const char *want)
{
	n_tests++;
	n_failed += !ok;
	printf("%sok %d - %s: %s\n", ok ? "" : "not ", n_tests, file, what);
	if (ok)
		return;
	const char *texts[] = {want, got};
	for (int i = 0; i < 2; i++) {
		printf("# %s:\n# |", i ? "got" : "wanted");
		for (const char *s = texts[i]; *s; s++)
			printf(*s == '\n' && s[1] ? "\n# |" : *s == '\n' ? "\n" : "%c", *s);
		printf("\n");
	}
}

static void screen_text(struct ui_app *a, struct ui_buf *out)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	ui_app_dump(a, f);
	fclose(f);
	ui_buf_add(out, text, n);
	free(text);
}

/* Letters in the order of appearance; blank: the terminal's own style. */
static void style_text(struct ui_app *a, struct ui_buf *out)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	struct { uint8_t style, under; } seen[sizeof letters];
	size_t n = 0;
	ui_app_draw(a);
	for (int y = 0; y < a->h; y++) {
		size_t begin = out->n;
		for (int x = 0; x < a->w; x++) {
			const struct ui_cell *c = ui_cells_at(&a->cells, x, y);
			size_t i = 0;
			if (c->style <= UI_GAP && !c->under) {
				ui_buf_addc(out, ' ');
				continue;
			}
			while (i < n && (seen[i].style != c->style || seen[i].under != c->under))
				i++;
			if (i == n && n < sizeof letters - 1) {
				seen[n].style = c->style;
				seen[n++].under = c->under;
			}
			ui_buf_addc(out, i < sizeof letters - 1 ? letters[i] : '?');
		}
		while (out->n > begin && out->s[out->n - 1] == ' ')
			out->s[--out->n] = 0;
		ui_buf_addc(out, '\n');
	}
	for (size_t i = 0; i < n; i++) {
		char one[24], two[24];
		ui_buf_addf(out, "%c %s", letters[i], ui_style_name(seen[i].style, one));
		if (seen[i].under)
			ui_buf_addf(out, " | %s", ui_style_name(seen[i].under, two));
		ui_buf_addc(out, '\n');
	}
}

static struct tf_engine *load(const char *text, size_t n, char path[64])
{
	struct tf_err err = {0};
	snprintf(path, 64, "/tmp/tflame-golden.XXXXXX");
	int fd = mkstemp(path);
	if (fd < 0 || write(fd, text, n) != (ssize_t)n)
		exit(99);
	close(fd);
	const char *paths[] = {path};
	struct tf_engine *e = tf_engine_new(&(struct tf_engine_opts){.paths = paths, .n_paths = 1, .no_symbols = true, .threads = 1}, &err);
	if (!e) {
		printf("# %s: %s\n", err.what, err.text);
		exit(99);
	}
	if (tf_engine_pump(e, 0, &err) < 0)
		printf("# %s: %s\n", err.what, err.text);
	return e;
}

struct section { char head[128]; const char *body; size_t n; };

static size_t split(const char *text, size_t n, struct section *out, size_t max)
{
	size_t k = 0;
	for (const char *s = text, *end = text + n; s < end;) {
		const char *nl = memchr(s, '\n', (size_t)(end - s));
		const char *next = nl ? nl + 1 : end;
		if (!strncmp(s, "=== ", 4) && k < max) {
			snprintf(out[k].head, sizeof out[k].head, "%.*s", (int)((nl ? nl : end) - s - 4), s + 4);
			out[k].body = next;
			out[k++].n = 0;
		} else if (k) {
			out[k - 1].n = (size_t)(next - out[k - 1].body);
		}
		s = next;
	}
	return k;
}

static void compare(struct ui_app *a, const char *file, const struct section *s, int index, struct ui_buf *fresh)
{
	struct ui_buf got = UI_BUF_INIT;
	char what[160];
	char *want = strndup(s->body, s->n);
	if (!strncmp(s->head, "screen", 6))
		screen_text(a, &got);
	else
		style_text(a, &got);
	snprintf(what, sizeof what, "%.120s %d", s->head, index);
	if (update)
		ui_buf_adds(fresh, ui_buf_str(&got));
	else
		result(!strcmp(ui_buf_str(&got), want), file, what, ui_buf_str(&got), want);
	free(want);
	ui_buf_release(&got);
}

static void run(const char *file, const char *text, size_t n, struct ui_buf *fresh)
{
	static struct section s[64];
	size_t k = split(text, n, s, 64);
	struct ui_app a;
	struct ui_options o = {.title = "report test.folded"};
	struct tf_engine *e = NULL;
	char path[64] = "", why[200];
	if (k)
		ui_buf_add(fresh, text, (size_t)(s[0].body - text) - strlen(s[0].head) - 5);
	ui_set_ascii(false);
	ui_theme_set("default");
	ui_theme_set_colours(256);
	for (size_t i = 0; i < k; i++) {
		int w, h;
		ui_buf_addf(fresh, "=== %s\n", s[i].head);
		bool checked = !strncmp(s[i].head, "screen", 6) || !strncmp(s[i].head, "styles", 6);
		if (!strncmp(s[i].head, "input", 5) && !e) {
			e = load(s[i].body, s[i].n, path);
			o.engine = e;
			ui_app_init(&a, &o);
			ui_model_take(&a.m, tf_engine_acquire(e));
		} else if (sscanf(s[i].head, "size %dx%d", &w, &h) == 2 && e) {
			ui_app_resize(&a, w, h);
		} else if (!strncmp(s[i].head, "locale ", 7)) {
			ui_set_ascii(!strcmp(s[i].head + 7, "ascii"));
		} else if (!strncmp(s[i].head, "colours ", 8)) {
			ui_theme_set_colours(atoi(s[i].head + 8));
		} else if (!strncmp(s[i].head, "script", 6) && e) {
			char *script = strndup(s[i].body, s[i].n);
			if (!ui_app_script(&a, script, why))
				result(false, file, s[i].head, why, "a script that runs");
			free(script);
		} else if (checked && e) {
			compare(&a, file, &s[i], (int)i, fresh);
		} else {
			result(false, file, s[i].head, "no such section here", "");
		}
		if (!checked)
			ui_buf_add(fresh, s[i].body, s[i].n);
	}
	if (e) {
		ui_app_release(&a);
		tf_engine_free(e);
		unlink(path);
	}
}

static int by_name(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }
static int is_test(const struct dirent *d)
{
	size_t n = strlen(d->d_name);
	return n > 2 && !strcmp(d->d_name + n - 2, ".t");
}

int main(int argc, char **argv)
{
	const char *dir = TESTS_DIR "/golden", *only = NULL;
	struct dirent **names;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--update"))
			update = true;
		else
			only = argv[i];
	}
	setlocale(LC_ALL, "C.UTF-8");
	int n = scandir(dir, &names, is_test, by_name);
	if (n <= 0)
		return 99;
	for (int i = 0; i < n; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", dir, names[i]->d_name);
		if (!only || strstr(names[i]->d_name, only)) {
			struct ui_buf fresh = UI_BUF_INIT, text = UI_BUF_INIT;
			char buf[4096];
			FILE *f = fopen(path, "r");
			for (size_t got; f && (got = fread(buf, 1, sizeof buf, f)) > 0;)
				ui_buf_add(&text, buf, got);
			if (f)
				fclose(f);
			run(names[i]->d_name, ui_buf_str(&text), text.n, &fresh);
			if (update && (f = fopen(path, "w"))) {
				fwrite(ui_buf_str(&fresh), 1, fresh.n, f);
				fclose(f);
			}
			ui_buf_release(&fresh);
			ui_buf_release(&text);
		}
		free(names[i]);
	}
	free(names);
	printf("1..%d\n", n_tests);
	return n_failed != 0;
}
