/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"
#include "cli/cmd.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <tflame/export.h>

#include "cli/load.h"
#include "cli/out.h"
#include "cli/report.h"
#include "complain.h"
#include "tui/app.h"

enum mode { MODE_AUTO, MODE_STDIO, MODE_JSON, MODE_PRINT, MODE_TUI, MODE_HEADER, MODE_STATS, MODE_MODULES };
enum {
	OPT_STDIO = OPT_LOAD_END, OPT_JSON, OPT_PRINT, OPT_TUI, OPT_HEADER, OPT_HEADER_ONLY, OPT_STATS, OPT_MODULES, OPT_VIEW,
	OPT_SCRIPT, OPT_KEYS, OPT_COLOR, OPT_STDIO_COLOR, OPT_NO_MOUSE, OPT_ASCII, OPT_NO_COMM, OPT_SORT, OPT_FIELDS, OPT_LIMIT,
	OPT_CHILDREN, OPT_NO_CHILDREN, OPT_GRAPH, OPT_INVERTED, OPT_FORCE, OPT_GROUP, OPT_SEPARATOR, OPT_SAMPLES, OPT_PERCENTAGE,
	OPT_PARENT, OPT_QUANTUM, OPT_QUIET,
};

static const struct ui_option options[] = {
	{0, 0, NULL, NULL, "Recordings:"},
	UI_INPUT_OPTIONS,
	{OPT_FORMAT, 0, "format", "FORMAT", "the recording is of this format (default: found by content)"},
	{OPT_FORCE, 'f', "force", NULL, "nothing: perf has it, but owners of files are not checked here"},
	{0, 0, NULL, NULL, "What is shown:"},
	{OPT_TUI, 0, "tui", NULL, "browse on the screen (default on a terminal)"},
	{OPT_STDIO, 0, "stdio", NULL, "the function table as text (default elsewhere)"},
	{OPT_JSON, 0, "json", NULL, "source, events, quality and functions as JSON"},
	{OPT_PRINT, 0, "print", "[=COLSxROWS]", "draw a view once as text (default 80x24)"},
	{OPT_HEADER, 0, "header", NULL, "the recording's header before the table"},
	{OPT_HEADER_ONLY, 0, "header-only", NULL, "nothing but the header"},
	{OPT_STATS, 0, "stats", NULL, "counts of records, and all messages about the input"},
	{OPT_MODULES, 0, "modules", NULL, "build ids, and where symbols were looked for"},
	{0, 0, NULL, NULL, "Samples that count:"},
	UI_FILTER_OPTIONS,
	{0, 0, NULL, NULL, "The table (--stdio):"},
	{OPT_SORT, 's', "sort", "KEYS", "one row for each combination (default comm,dso,symbol)"},
	{OPT_FIELDS, 'F', "fields", "KEYS", "columns: keys, overhead, overhead_children, sample, period"},
	{OPT_CHILDREN, 0, "children", NULL, "weight of the callers, too (default with call chains)"},
	{OPT_NO_CHILDREN, 0, "no-children", NULL, "self weight only"},
	{OPT_LIMIT, 0, "percent-limit", "PERCENT", "leave out what is below"},
	{OPT_PERCENTAGE, 0, "percentage", "relative|absolute", "filters change what 100 % is, or not (default)"},
	{OPT_SAMPLES, 'n', "show-nr-samples", NULL, "number of samples"},
	{OPT_GROUP, 0, "group", NULL, "all events side by side"},
	{OPT_GRAPH, 'g', "call-graph", "[=KIND[,PERCENT]]", "call graph below each row: caller, callee or none, from PERCENT (0.5) on"},
	{OPT_INVERTED, 'G', "inverted", NULL, "the same as -g caller"},
	{OPT_PARENT, 'p', "parent", "REGEX", "what the key parent looks for"},
	{OPT_QUANTUM, 0, "time-quantum", "MS", "width of the steps of the key time (default 100)"},
	{OPT_SEPARATOR, 't', "field-separator", "SEP", "SEP between columns instead of blanks"},
	{OPT_STDIO_COLOR, 0, "stdio-color", "always|never|auto", "colours in the table (default auto)"},
	{OPT_QUIET, 'q', "quiet", NULL, "no comment lines"},
	{0, 0, NULL, NULL, "The screen (and --print):"},
	{OPT_VIEW, 0, "view", "NAME", "the view to begin with"},
	{OPT_KEYS, 0, "keys", "ACTIONS", "actions to run first: 'zoom-in; find lex'"},
	{OPT_SCRIPT, 0, "script", "FILE", "the same from a file, one a line"},
	{OPT_COLOR, 0, "color", "always|never|auto", "colours of --print and of the screen (default auto)"},
	{OPT_NO_MOUSE, 0, "no-mouse", NULL, "leave the mouse to the terminal"},
	{OPT_ASCII, 0, "ascii", NULL, "no line characters"},
	{OPT_NO_COMM, 0, "no-comm", NULL, "no level of process names"},
	{0},
};

struct report {
	struct ui_load load;
	struct report_opts o;
	enum mode mode;
	struct ui_options ui;
	enum ui_color table_color;
};

static int parse_color(const char *option, const char *arg, enum ui_color *out)
{
	static const char *const names[] = {"auto", "always", "never"};
	for (int i = 0; i < 3; i++) {
		if (!strcmp(arg, names[i])) {
			*out = (enum ui_color)i;
			return 0;
		}
	}
	ui_error(option, "%s is none of always, never, auto", arg);
	return 2;
}

static int parse_percent(const char *option, const char *arg, double *out)
{
	char *end;
	*out = strtod(arg, &end);
	if (end != arg && (!*end || !strcmp(end, "%")) && *out >= 0 && *out <= 100)
		return 0;
	ui_error(option, "%s is no share in per cent", arg);
	return 2;
}

static int parse_size(struct report *r, const char *arg)
{
	if (!arg)
		return 0;
	if (sscanf(arg, "%dx%d", &r->ui.cols, &r->ui.rows) == 2 && r->ui.cols > 0 && r->ui.rows > 0 && r->ui.cols <= 4096 &&
	    r->ui.rows <= 4096)
		return 0;
	ui_error("--print", "%s is no size like 120x40", arg);
	return 2;
}

/* perf also takes the word behind -g; a file is no such word. */
static const char *graph_word(void)
{
	static const char *const words[] = {"caller", "callee", "none", "graph", "function", "percent"};
	const char *next = ui_options_next();
	size_t n = next ? strcspn(next, ",") : 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (n == strlen(words[i]) && !strncmp(next, words[i], n)) {
			ui_options_take();
			return next;
		}
	}
	return "caller";
}

/* "caller", "callee", "none", with a limit behind a comma; perf's other words are skipped. */
static int parse_graph(struct report *r, const char *arg)
{
	char *copy = strdup(arg), *save = NULL;
	int status = 0;
	if (r->o.graph == GRAPH_NONE)
		r->o.graph = GRAPH_CALLER;
	for (char *w = copy ? strtok_r(copy, ",", &save) : NULL; w && !status; w = strtok_r(NULL, ",", &save)) {
		char *end;
		double v = strtod(w, &end);
		if (end != w && !*end && v >= 0 && v <= 100) {
			r->o.graph_limit = v;
		} else if (!strcmp(w, "caller")) {
			r->o.graph = GRAPH_CALLER;
		} else if (!strcmp(w, "callee")) {
			r->o.graph = GRAPH_CALLEE;
		} else if (!strcmp(w, "none")) {
			r->o.graph = GRAPH_NONE;
		} else if (strcmp(w, "graph") != 0 && strcmp(w, "function") != 0 && strcmp(w, "percent") != 0) {
			ui_error("--call-graph", "%s is none of caller, callee, none", w);
			status = 2;
		}
	}
	free(copy);
	return status;
}

static int set_keys(struct report *r, const char *arg)
{
	int keys[REPORT_MAX_FIELDS];
	size_t n;
	int status = report_parse_keys("--sort", arg, keys, &n);
	if (status)
		return status;
	r->o.sorted = true;
	r->o.n_keys = 0;
	for (size_t i = 0; i < n; i++)
		if (keys[i] < TF_KEY_N)
			r->o.keys[r->o.n_keys++] = (enum tf_key)keys[i];
	if (r->o.n_keys < n) { /* figures among the keys say which columns there are */
		memcpy(r->o.fields, keys, n * sizeof *keys);
		r->o.n_fields = n;
	}
	return 0;
}

static int set_parent(struct report *r, const char *arg)
{
	regex_t regex;
	int bad = regcomp(&regex, arg, REG_EXTENDED | REG_NOSUB);
	if (bad) {
		char why[128];
		regerror(bad, &regex, why, sizeof why);
		ui_error("--parent", "%s is no regular expression: %s", arg, why);
		return 2;
	}
	regfree(&regex);
	r->o.parent = arg;
	return 0;
}

static int set_mode(struct report *r, enum mode m)
{
	r->mode = m;
	return 0;
}

static int set_table(struct report *r, int id, const char *arg)
{
	char *end;
	switch (id) {
	case OPT_SORT: return set_keys(r, arg);
	case OPT_FIELDS: return report_parse_keys("--fields", arg, r->o.fields, &r->o.n_fields);
	case OPT_CHILDREN: r->o.children = true; r->o.no_children = false; return 0;
	case OPT_NO_CHILDREN: r->o.no_children = true; return 0;
	case OPT_LIMIT: return parse_percent("--percent-limit", arg, &r->o.percent_limit);
	case OPT_SAMPLES: r->o.show_samples = true; return 0;
	case OPT_GROUP: r->o.group = true; return 0;
	case OPT_GRAPH: return parse_graph(r, arg ? arg : graph_word());
	case OPT_INVERTED: r->o.graph = GRAPH_CALLER; return 0;
	case OPT_PARENT: return set_parent(r, arg);
	case OPT_SEPARATOR: r->o.separator = *arg ? arg : " "; return 0;
	case OPT_STDIO_COLOR: return parse_color("--stdio-color", arg, &r->table_color);
	case OPT_QUIET: r->o.quiet = true; return 0;
	case OPT_PERCENTAGE:
		if (strcmp(arg, "relative") != 0 && strcmp(arg, "absolute") != 0) {
			ui_error("--percentage", "%s is neither relative nor absolute", arg);
			return 2;
		}
		r->o.relative = arg[0] == 'r';
		return 0;
	case OPT_QUANTUM: {
		double ms = strtod(arg, &end);
		if (end == arg || *end || ms < 0.001 || ms > 1e9) {
			ui_error("--time-quantum", "%s is no number of milliseconds", arg);
			return 2;
		}
		r->o.time_quantum = (uint64_t)(ms * 1e6);
		return 0;
	}
	default: return -1;
	}
}

static int set(void *ctx, int id, const char *arg)
{
	struct report *r = ctx;
	int status = ui_load_option(&r->load, id, arg);
	if (status >= 0)
		return status;
	status = set_table(r, id, arg);
	if (status >= 0)
		return status;
	switch (id) {
	case OPT_TUI: return set_mode(r, MODE_TUI);
	case OPT_STDIO: return set_mode(r, MODE_STDIO);
	case OPT_JSON: return set_mode(r, MODE_JSON);
	case OPT_PRINT: r->mode = MODE_PRINT; return parse_size(r, arg);
	case OPT_HEADER: r->o.header = true; return 0;
	case OPT_HEADER_ONLY: return set_mode(r, MODE_HEADER);
	case OPT_STATS: return set_mode(r, MODE_STATS);
	case OPT_MODULES: return set_mode(r, MODE_MODULES);
	case OPT_VIEW: r->ui.view = arg; return 0;
	case OPT_KEYS: r->ui.keys = arg; return 0;
	case OPT_SCRIPT: r->ui.script = arg; return 0;
	case OPT_COLOR: r->table_color = UI_COLOR_AUTO; return parse_color("--color", arg, &r->ui.color);
	case OPT_NO_MOUSE: r->ui.no_mouse = true; return 0;
	case OPT_ASCII: r->ui.ascii = true; return 0;
	case OPT_NO_COMM: r->ui.no_comm = true; return 0;
	default: return 0;
	}
}

static bool view_exists(const char *name)
{
	const char *n, *title;
	for (size_t i = 0; ui_view_info(i, &n, &title); i++)
		if (!strcmp(n, name))
			return true;
	return false;
}

static int json(struct report *r)
{
	struct tf_export_opts o = {.filter = r->load.filter, .event = r->load.event_id, .percent_limit = r->o.percent_limit};
	struct tf_out out = ui_out_file(stdout);
	struct tf_err err = {0};
	return tf_exporter_by_name("json")->write(r->load.s, &o, &out, &err) && !ferror(stdout) ? ui_complain_err(&err) : 0;
}

static int as_text(struct report *r)
{
	int status = ui_load_finish(&r->load);
	if (status)
		return status;
	const char *no_color = getenv("NO_COLOR");
	enum ui_color c = r->table_color;
	r->o.color = c == UI_COLOR_ALWAYS || (c == UI_COLOR_AUTO && isatty(STDOUT_FILENO) && !(no_color && *no_color));
	switch (r->mode) {
	case MODE_JSON: return json(r);
	case MODE_HEADER: report_header(r->load.s, stdout); return 0;
	case MODE_STATS: report_stats(r->load.s, stdout); return 0;
	case MODE_MODULES: report_modules(r->load.s, stdout); return 0;
	default: return report_table(&r->load, &r->o, stdout);
	}
}

/* The screen and --print load by themselves; a filter that needs the samples first is completed here. */
static int on_screen(struct report *r)
{
	struct ui_load *l = &r->load;
	char title[256];
	if (l->time) {
		int status = ui_load_finish(l);
		if (status)
			return status;
	}
	snprintf(title, sizeof title, "report %s%s", l->paths[0], l->n_paths > 1 ? " …" : "");
	r->ui.engine = l->e;
	r->ui.filter = &l->filter;
	r->ui.title = title;
	r->ui.percent_limit = r->o.percent_limit;
	if (r->mode == MODE_PRINT) {
		int status = ui_print(&r->ui, stdout);
		if (!l->s) { /* else it was said before */
			l->s = tf_engine_acquire(l->e);
			ui_complain_messages(l->s);
		}
		return status;
	}
	return ui_run(&r->ui);
}

static enum mode choose_mode(struct report *r)
{
	const char *why = NULL;
	if (r->mode == MODE_AUTO && (!isatty(STDOUT_FILENO) || r->o.header))
		return MODE_STDIO;
	if (r->mode != MODE_AUTO && r->mode != MODE_TUI)
		return r->mode;
	if (ui_possible(&why))
		return MODE_TUI;
	ui_error("no screen", "%s; here is the table as text", why ? why : "this is no terminal");
	return MODE_STDIO;
}

static int run(const struct ui_command *self, int argc, char **argv)
{
	struct report r = {.o = {.keys = {TF_KEY_COMM, TF_KEY_DSO, TF_KEY_SYMBOL}, .n_keys = 3, .graph_limit = 0.5}};
	struct ui_positional pos;
	int status = ui_options_parse(self->name, self->options, argc, argv, set, &r, &pos);
	if (status < 0) {
		ui_load_paths(&r.load, &pos);
		r.mode = choose_mode(&r);
		if (r.ui.view && !view_exists(r.ui.view)) {
			ui_error("--view", "%s: no such view", r.ui.view);
			ui_advise("tflame help report");
			status = 2;
		} else {
			status = ui_load_open(&r.load);
		}
		if (!status)
			status = r.mode == MODE_PRINT || r.mode == MODE_TUI ? on_screen(&r) : as_text(&r);
	}
	ui_load_release(&r.load);
	return status;
}

const struct ui_command ui_cmd_report = {
	.name = "report",
	.usage = "[OPTIONS] [FILE...]",
	.summary = "browse recordings, or print them as text or JSON",
	.options = options,
	.run = run,
};
