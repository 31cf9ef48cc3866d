/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/cmd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <tflame/calltree.h>
#include <tflame/export.h>
#include <tflame/input.h>
#include <tflame/version.h>

#include "complain.h"
#include "tui/app.h"

static int run_help(const struct ui_command *self, int argc, char **argv);
static int run_version(const struct ui_command *self, int argc, char **argv);

enum { OPT_COMPLETION = 300, OPT_LIST, OPT_COMMANDS };

static const struct ui_option help_options[] = {
	{OPT_COMMANDS, 0, "commands", NULL, "names of the commands, one a line"},
	{OPT_LIST, 0, "options", "COMMAND", "options of COMMAND, one a line"},
	{OPT_COMPLETION, 0, "bash-completion", NULL, "a completion script: source <(tflame help --bash-completion)"},
	{0},
};
static const struct ui_option no_options[] = {{0}};

static const struct ui_command cmd_help = {"help", "[COMMAND]", "show the help of a command", NULL, help_options, run_help};
static const struct ui_command cmd_version = {"version", "", "show version and built-in features", NULL, no_options, run_version};

static const struct ui_command *const cmd_table[] = {
	&ui_cmd_report, &ui_cmd_export, &ui_cmd_script, &cmd_help, &cmd_version, NULL,
};

static const struct ui_command *find(const char *name)
{
	for (size_t i = 0; cmd_table[i]; i++)
		if (!strcmp(cmd_table[i]->name, name))
			return cmd_table[i];
	return NULL;
}

static void help_program(FILE *out)
{
	fputs("tflame - performance recordings in the terminal\n\nusage: tflame COMMAND [OPTIONS] [FILE...]\n\n", out);
	for (size_t i = 0; cmd_table[i]; i++)
		fprintf(out, "  %-10s %s\n", cmd_table[i]->name, cmd_table[i]->summary);
	fputs("\n'tflame help COMMAND' or 'tflame COMMAND --help' shows the options of one command.\n", out);
}

static void help_sort_keys(FILE *out)
{
	fputs("\nSort keys (--sort):\n", out);
	for (int k = 0; k < TF_KEY_N; k++)
		if (k != TF_KEY_PERIOD)
			fprintf(out, "  %-10s %s\n", tf_key_info((enum tf_key)k)->name, tf_key_info((enum tf_key)k)->help);
}

static void help_formats(FILE *out)
{
	const char *name, *help;
	fputs("\nFormats that are read (found by content; --format):\n", out);
	for (size_t i = 0; tf_input_format(i, &name, &help); i++)
		fprintf(out, "  %-12s %s\n", name, help);
}

static void help_exporters(FILE *out)
{
	fputs("\nFormats that are written (--format, or the suffix of -o):\n", out);
	for (size_t i = 0; tf_export_table[i]; i++)
		fprintf(out, "  %-12s %s\n", tf_export_table[i]->name, tf_export_table[i]->help);
}

static void help_views(FILE *out)
{
	const char *name, *title, *keys, *help;
	fputs("\nViews (--view):\n", out);
	for (size_t i = 0; ui_view_info(i, &name, &title); i++)
		fprintf(out, "  %-12s %s\n", name, title);
	fputs("\nActions (--keys, --script) and their keys:\n", out);
	for (size_t i = 0; ui_action_info(i, &name, &keys, &help); i++)
		fprintf(out, "  %-18s %-14s %s\n", name, keys, help);
}

int ui_help_command(const char *name, FILE *out)
{
	if (!name) {
		help_program(out);
		return 0;
	}
	const struct ui_command *c = find(name);
	if (!c) {
		ui_error(name, "no such command");
		ui_advise("tflame help");
		return 2;
	}
	fprintf(out, "tflame %s - %s\n\nusage: tflame %s %s\n", c->name, c->summary, c->name, c->usage);
	if (c->options->name || c->options->help) {
		fputs(c->options->name ? "\n" : "", out);
		ui_options_help(c->options, out);
	}
	if (c->more)
		fprintf(out, "\n%s\n", c->more);
	if (c == &ui_cmd_report) {
		help_sort_keys(out);
		help_views(out);
	}
	if (c == &ui_cmd_export)
		help_exporters(out);
	if (c == &ui_cmd_report || c == &ui_cmd_export || c == &ui_cmd_script)
		help_formats(out);
	return 0;
}

/* Commands and options are known here; files are what the shell completes by itself. */
static void completion(FILE *out)
{
	fputs("_tflame()\n{\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} words\n"
	      "\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\twords='",
	      out);
	for (size_t i = 0; cmd_table[i]; i++)
		fprintf(out, "%s%s", i ? " " : "", cmd_table[i]->name);
	fputs(" --help --version'\n\telse\n\t\tcase ${COMP_WORDS[1]} in\n", out);
	for (size_t i = 0; cmd_table[i]; i++) {
		fprintf(out, "\t\t%s) words='", cmd_table[i]->name);
		for (const struct ui_option *o = cmd_table[i]->options; o->name || o->help; o++)
			if (o->name)
				fprintf(out, "--%s ", o->name);
		fputs("--help", out);
		if (cmd_table[i] == &cmd_help)
			for (size_t k = 0; cmd_table[k]; k++)
				fprintf(out, " %s", cmd_table[k]->name);
		fputs("' ;;\n", out);
	}
	fputs("\t\tesac\n\tfi\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n"
	      "complete -o bashdefault -o default -F _tflame tflame\n",
	      out);
}

static int set_help(void *ctx, int id, const char *arg)
{
	int *done = ctx;
	*done = 1;
	if (id == OPT_COMPLETION) {
		completion(stdout);
	} else if (id == OPT_COMMANDS) {
		for (size_t i = 0; cmd_table[i]; i++)
			puts(cmd_table[i]->name);
	} else {
		const struct ui_command *c = find(arg);
		if (!c) {
			ui_error(arg, "no such command");
			return 2;
		}
		ui_options_list(c->options, stdout);
	}
	return 0;
}

static int run_help(const struct ui_command *self, int argc, char **argv)
{
	struct ui_positional pos;
	int done = 0, r = ui_options_parse(self->name, self->options, argc, argv, set_help, &done, &pos);
	if (r >= 0)
		return r;
	if (done)
		return 0;
	return ui_help_command(pos.n ? pos.v[0] : NULL, stdout);
}

static int set_nothing(void *ctx, int id, const char *arg)
{
	(void)ctx, (void)id, (void)arg;
	return 0;
}

static int run_version(const struct ui_command *self, int argc, char **argv)
{
	struct ui_positional pos;
	int r = ui_options_parse(self->name, self->options, argc, argv, set_nothing, NULL, &pos);
	if (r >= 0)
		return r;
	printf("tflame %s\n", TFLAME_VERSION);
	for (const char *p = tf_features(); *p;) {
		size_t n = strcspn(p, "\n");
		printf("  %.*s\n", (int)n, p);
		p += n + (p[n] != 0);
	}
	return 0;
}

static int unknown(const char *word)
{
	if (access(word, F_OK) == 0) {
		ui_error(word, "a file, not a command");
		ui_advise("tflame report %s", word);
	} else {
		ui_error(word, word[0] == '-' ? "no such option" : "no such command");
		ui_advise("tflame help");
	}
	return 2;
}

int ui_main(int argc, char **argv)
{
	if (argc < 2) {
		help_program(stdout);
		return 2;
	}
	const char *word = argv[1];
	if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		word = "help";
	else if (!strcmp(word, "--version") || !strcmp(word, "-V"))
		word = "version";
	const struct ui_command *c = find(word);
	return c ? c->run(c, argc - 1, argv + 1) : unknown(argv[1]);
}
