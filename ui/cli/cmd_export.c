/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <tflame/export.h>

#include "cli/load.h"
#include "cli/out.h"
#include "complain.h"

enum { OPT_OUTPUT = OPT_LOAD_END, OPT_INPUT_FORMAT, OPT_WEIGHT, OPT_ANNOTATE, OPT_NO_INLINE, OPT_NO_COMM, OPT_LIMIT };
#define MAX_OUTPUTS 16

static const struct ui_option options[] = {
	{OPT_FORMAT, 'f', "format", "FORMAT", "format to write (default: from the suffix of -o, else folded)"},
	{OPT_OUTPUT, 'o', "output", "FILE", "where to, - is standard output (default); may be repeated"},
	{OPT_WEIGHT, 0, "weight", "WHAT", "samples (default), period, or the name of an event for its periods"},
	{OPT_ANNOTATE, 0, "annotate", NULL, "folded: _[k] behind kernel frames, _[i] behind inlined ones"},
	{OPT_NO_INLINE, 0, "no-inline", NULL, "leave inlined calls out"},
	{OPT_NO_COMM, 0, "no-comm", NULL, "without the process name in front"},
	{OPT_LIMIT, 0, "percent-limit", "PERCENT", "json, text: leave out what is below"},
	{0, 0, NULL, NULL, "Recordings:"},
	UI_INPUT_OPTIONS,
	{OPT_INPUT_FORMAT, 0, "input-format", "FORMAT", "the recording is of this format (default: found by content)"},
	{0, 0, NULL, NULL, "Samples that count:"},
	UI_FILTER_OPTIONS,
	{0},
};

struct export {
	struct ui_load load;
	struct tf_export_opts o;
	const char *format, *weight;
	const char *outputs[MAX_OUTPUTS]; size_t n_outputs;
};

static int set(void *ctx, int id, const char *arg)
{
	struct export *x = ctx;
	char *end;
	switch (id) {
	case OPT_FORMAT: x->format = arg; return 0;
	case OPT_INPUT_FORMAT: x->load.engine.format = arg; return 0;
	case OPT_WEIGHT: x->weight = arg; return 0;
	case OPT_ANNOTATE: x->o.annotate = true; return 0;
	case OPT_NO_INLINE: x->o.no_inline = true; return 0;
	case OPT_NO_COMM: x->o.no_comm = true; return 0;
	case OPT_OUTPUT:
		if (x->n_outputs == MAX_OUTPUTS) {
			ui_error("--output", "more than %d files", MAX_OUTPUTS);
			return 2;
		}
		x->outputs[x->n_outputs++] = arg;
		return 0;
	case OPT_LIMIT:
		x->o.percent_limit = strtod(arg, &end);
		if (end == arg || *end || x->o.percent_limit < 0 || x->o.percent_limit > 100) {
			ui_error("--percent-limit", "%s is no share in per cent", arg);
			return 2;
		}
		return 0;
	default: return ui_load_option(&x->load, id, arg);
	}
}

static const struct tf_exporter *format_of(const struct export *x, const char *output)
{
	const struct tf_exporter *e;
	if (x->format) {
		e = tf_exporter_by_name(x->format);
		if (!e) {
			ui_error("--format", "%s: no such format", x->format);
			ui_advise("tflame help export");
		}
		return e;
	}
	if (!strcmp(output, "-"))
		return tf_exporter_by_name("folded");
	e = tf_exporter_by_suffix(output);
	if (!e) {
		ui_error(output, "its suffix does not say which format to write");
		ui_advise("--format folded");
	}
	return e;
}

/* A terminal gets folded stacks escaped; files and pipes get the bytes as they are. */
static int write_stdout(const struct export *x, const struct tf_exporter *e, struct tf_err *err)
{
	struct tf_out out = ui_out_file(stdout);
	struct ui_escaped escaped;
	bool tty = isatty(STDOUT_FILENO);
	if (tty)
		out = ui_out_escaped(&escaped, stdout);
	int r = e->write(x->load.s, &x->o, &out, err);
	if (tty && ui_out_escaped_end(&escaped) && !r)
		r = -TF_EIO;
	return ferror(stdout) ? 0 : r; /* ui_out_finish() says what became of stdout */
}

static int write_one(const struct export *x, const struct tf_exporter *e, const char *output)
{
	struct tf_err err = {0};
	int r;
	if (!strcmp(output, "-")) {
		r = write_stdout(x, e, &err);
		return r < 0 ? ui_complain_err(&err) : 0;
	}
	FILE *f = fopen(output, "we");
	if (!f) {
		ui_error(output, "cannot be written: %s", strerror(errno));
		return 1;
	}
	struct tf_out out = ui_out_file(f);
	r = e->write(x->load.s, &x->o, &out, &err);
	int saved = errno;
	bool bad = ferror(f);
	if (fclose(f) != 0) {
		bad = true;
		saved = errno;
	}
	if (bad) {
		ui_error(output, "cannot be written: %s", strerror(saved));
		return 1;
	}
	return r < 0 ? ui_complain_err(&err) : 0;
}

static int choose_weight(struct export *x)
{
	const char *w = x->weight;
	if (!w || !strcmp(w, "samples") || !strcmp(w, "sample"))
		return 0;
	x->o.by_weight = true;
	if (!strcmp(w, "period") || !strcmp(w, "weight"))
		return 0;
	x->load.event = w;
	return 0;
}

static int run_loaded(struct export *x)
{
	int status = ui_load_open(&x->load);
	if (!status)
		status = ui_load_finish(&x->load);
	x->o.filter = x->load.filter;
	x->o.event = x->load.event_id;
	for (size_t i = 0; i < x->n_outputs && !status; i++)
		status = write_one(x, format_of(x, x->outputs[i]), x->outputs[i]);
	return status;
}

static int run(const struct ui_command *self, int argc, char **argv)
{
	struct export x = {0};
	struct ui_positional pos;
	int status = ui_options_parse(self->name, self->options, argc, argv, set, &x, &pos);
	if (status < 0) {
		status = choose_weight(&x);
		ui_load_paths(&x.load, &pos);
		if (!x.n_outputs)
			x.outputs[x.n_outputs++] = "-";
		for (size_t i = 0; i < x.n_outputs && !status; i++)
			status = format_of(&x, x.outputs[i]) ? 0 : 2;
		if (!status)
			status = run_loaded(&x);
	}
	ui_load_release(&x.load);
	return status;
}

const struct ui_command ui_cmd_export = {
	.name = "export",
	.usage = "[OPTIONS] [-i] FILE... [-o FILE]",
	.summary = "write a recording in another format",
	.options = options,
	.run = run,
};
