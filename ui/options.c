/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "complain.h"

#define HELP_ID 256
#define MAX_OPTIONS 96

static bool has_arg(const struct ui_option *o) { return o->arg != NULL; }
static bool arg_optional(const struct ui_option *o) { return o->arg && o->arg[0] == '['; }

static size_t count(const struct ui_option *table)
{
	size_t n = 0;
	while (table[n].name || table[n].help)
		n++;
	return n;
}

/* Fills what getopt_long wants. */
static void make_getopt(const struct ui_option *table, struct option *longs, char *shorts)
{
	size_t k = 0, n = count(table);
	*shorts++ = ':'; /* missing arguments are told apart */
	for (size_t i = 0; i < n && k < MAX_OPTIONS; i++) {
		const struct ui_option *o = &table[i];
		if (!o->name)
			continue;
		int kind = !has_arg(o) ? no_argument : arg_optional(o) ? optional_argument : required_argument;
		longs[k++] = (struct option){o->name, kind, NULL, o->id};
		if (!o->letter)
			continue;
		*shorts++ = o->letter;
		if (has_arg(o))
			*shorts++ = ':';
		if (arg_optional(o))
			*shorts++ = ':';
	}
	longs[k++] = (struct option){"help", no_argument, NULL, HELP_ID};
	longs[k] = (struct option){0};
	*shorts++ = 'h';
	*shorts = 0;
}

static int id_of_letter(const struct ui_option *table, int letter)
{
	for (size_t i = 0; table[i].name || table[i].help; i++)
		if (table[i].letter == letter && letter)
			return table[i].id;
	return letter;
}

static int bad_option(const char *command, int c, char **argv, int at)
{
	const char *word = argv[at];
	char letter[3] = {'-', (char)optopt, 0};
	if (optopt > 0 && optopt < 256)
		word = letter;
	if (c == ':')
		ui_error(word, "needs an argument");
	else if (optopt > 255)
		ui_error(word, "takes no argument");
	else
		ui_error(word, "no such option, or the beginning of several");
	ui_advise("tflame help %s", command);
	return 2;
}

static struct { int argc; char **argv; } at_hand;

const char *ui_options_next(void)
{
	return optind < at_hand.argc ? at_hand.argv[optind] : NULL;
}

void ui_options_take(void)
{
	optind++;
}

int ui_options_parse(const char *command, const struct ui_option *table, int argc, char **argv,
		     int (*set)(void *ctx, int id, const char *arg), void *ctx, struct ui_positional *pos)
{
	struct option longs[MAX_OPTIONS + 2];
	char shorts[3 * MAX_OPTIONS + 4];
	make_getopt(table, longs, shorts);
	at_hand.argc = argc;
	at_hand.argv = argv;
	opterr = 0;
	optind = 0; /* glibc: start anew */
	for (;;) {
		int at = optind ? optind : 1;
		int c = getopt_long(argc, argv, shorts, longs, NULL);
		if (c == -1)
			break;
		if (c == '?' || c == ':')
			return bad_option(command, c, argv, optopt > 255 || optopt == 0 ? optind - 1 : at);
		if (c == HELP_ID || (c == 'h' && id_of_letter(table, 'h') == 'h'))
			return ui_help_command(command, stdout);
		int r = set(ctx, c < 256 ? id_of_letter(table, c) : c, optarg);
		if (r)
			return r;
	}
	pos->v = argv + optind;
	pos->n = (size_t)(argc - optind);
	return -1;
}

void ui_options_help(const struct ui_option *table, FILE *out)
{
	for (size_t i = 0; table[i].name || table[i].help; i++) {
		const struct ui_option *o = &table[i];
		char left[80];
		if (!o->name) {
			fprintf(out, "\n%s\n", o->help);
			continue;
		}
		const char *a = o->arg ? o->arg : "";
		char letter[5] = "    ";
		if (o->letter)
			snprintf(letter, sizeof letter, "-%c, ", o->letter);
		snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, has_arg(o) && !arg_optional(o) ? " " : "", a);
		if (strlen(left) > 26)
			fprintf(out, "  %s\n  %-26s %s\n", left, "", o->help);
		else
			fprintf(out, "  %-26s %s\n", left, o->help);
	}
}

void ui_options_list(const struct ui_option *table, FILE *out)
{
	for (size_t i = 0; table[i].name || table[i].help; i++)
		if (table[i].name)
			fprintf(out, "--%s%s%s\n", table[i].name, table[i].arg ? " " : "", table[i].arg ? table[i].arg : "");
	fputs("--help\n", out);
}
