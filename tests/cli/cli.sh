#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The command line itself: help, errors and their status, outputs that go away.
. "$TESTS_DIR/lib.sh"
data=$TESTS_DIR/data/text
status() { "$TFLAME" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null; echo $?; }
# Every line of stderr begins with our name; at most one is advice.
tidy() { ! grep -qv '^tflame: ' "$tmp/err" && [ "$(grep -c '^tflame: try: ' "$tmp/err")" -le 1 ] && [ -s "$tmp/err" ]; }

is "no arguments: status 2" "$(status)" 2
like "and the help" "$(cat "$tmp/out")" '^  report '
is "--version" "$(status --version)" 0
like "names features" "$(cat "$tmp/out")" '^  [+-]zstd$'
is "help" "$(status help)" 0
for c in $("$TFLAME" help --commands); do
	is "help $c" "$(status help "$c")" 0
	like "its usage" "$(cat "$tmp/out")" "^usage: tflame $c"
	is "$c --help is the same" "$("$TFLAME" "$c" --help)" "$("$TFLAME" help "$c")"
done
is "help of an unknown command" "$(status help frobnicate)" 2
ok "one line" tidy
is "unknown command" "$(status frobnicate)" 2
ok "one line" tidy
is "a file instead of a command" "$(status "$data/periods.perf")" 2
is "suggests report" "$(tail -1 "$tmp/err")" "tflame: try: tflame report $data/periods.perf"
for args in '--bogus' '-Z' '--sort' '--sort nokey' '--fields nokey' '--percent-limit x' '--time abc' '--time 50%' '--pid x' '--cpu 1-' \
	'--percentage most' '--call-graph=sideways' '--print=0x0' '--view nosuchview' '--color blue' '--json=1' '--threads many'; do
	# shellcheck disable=SC2086
	is "report $args" "$(status report $args "$data/periods.perf")" 2
	ok "one line" tidy
done
like "an unknown key lists the keys" "$(status report --sort nokey >/dev/null; cat "$tmp/err")" 'comm, dso, symbol, .*overhead'
is "export --format nosuch" "$(status export --format nosuch "$data/periods.perf")" 2
is "export -o without a known suffix" "$(status export -o "$tmp/x.unknown" "$data/periods.perf")" 2
is "export -e nosuch" "$(status export -e nosuch "$data/periods.perf")" 2
like "names the events" "$(cat "$tmp/err")" 'there are: cycles$'

is "no such file" "$(status report "$tmp/nothing")" 1
ok "one line" tidy
like "that names it" "$(cat "$tmp/err")" "^tflame: $tmp/nothing: "
is "a directory of something" "$(status report "$TESTS_DIR")" 1
ok "one line" tidy
: >"$tmp/empty"
is "an empty file" "$(status report "$tmp/empty")" 1
like "is said to be empty" "$(cat "$tmp/err")" "empty"
head -c 3000 /dev/urandom >"$tmp/noise"
is "noise" "$(status report "$tmp/noise")" 1
ok "one line" tidy
is "output that cannot be made" "$(status export -o "$tmp/no/such/dir.folded" "$data/periods.perf")" 1
ok "one line" tidy
if [ -w /dev/full ]; then
	"$TFLAME" export "$data/periods.perf" >/dev/full 2>"$tmp/err"
	is "a full disk" $? 1
	ok "one line" tidy
fi
for i in $(seq 3000); do echo "main;function_$i;$(printf 'x%.0s' {1..60}) $i"; done >"$tmp/many"
"$TFLAME" export "$tmp/many" 2>"$tmp/err" | head -1 >/dev/null
is "a reader that goes away: quiet" "$(cat "$tmp/err")" ""
"$TFLAME" report --stdio "$tmp/many" 2>"$tmp/err" | head -1 >/dev/null
is "report, too" "$(cat "$tmp/err")" ""
is "no terminal: text" "$(status report "$data/periods.perf")$(grep -c Symbol "$tmp/out")" 01
"$TFLAME" export "$data/periods.perf" -o "$tmp/a.folded" -o "$tmp/b.json" -o "$tmp/c.txt" -o - >"$tmp/d"
ok "several outputs at once" cmp "$tmp/a.folded" "$tmp/d"
like "by suffix" "$(head -c 100 "$tmp/b.json")" '"schema": 1'
"$TFLAME" help --bash-completion >"$tmp/completion"
ok "the completion is a script" bash -n "$tmp/completion"
is "that knows options" "$(bash -c '. "$1"; COMP_WORDS=(tflame report --perc); COMP_CWORD=2; _tflame; echo "${COMPREPLY[*]}"' - "$tmp/completion")" "--percent-limit --percentage"
done_testing
