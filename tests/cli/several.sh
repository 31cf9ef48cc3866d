#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Several inputs in one view; odd lines at the head of a file; writes that fail.
. "$TESTS_DIR/lib.sh"
cd "$tmp" || exit 99
json() { "$TFLAME" report --json "$@" 2>/dev/null | python3 -c "import json,sys; d=json.load(sys.stdin); print($expr)"; }

printf 'main;a 3\nmain;b 4\n' >one.folded
printf 'main;a 10\n' >two.folded
expr='[(e["name"], e["samples"]) for e in d["events"]]'
is "equal events of two files are one" "$(json one.folded two.folded)" "[('samples', 17)]"
expr='d["quality"]["samples"]'
is "their samples add up" "$(json one.folded two.folded)" 17
is "each file keeps its root" "$("$TFLAME" export --format folded one.folded two.folded)" \
	"$(printf 'one.folded;main;a 3\none.folded;main;b 4\ntwo.folded;main;a 10')"
is "merged roots" "$("$TFLAME" export --format folded --merge-roots one.folded two.folded)" "$(printf 'main;a 13\nmain;b 4')"
like "both are on the screen" "$("$TFLAME" report --print=80x24 one.folded two.folded)" 'one\.folded.*two\.folded'
is "the same file twice" "$("$TFLAME" export --format folded --merge-roots one.folded one.folded)" "$(printf 'main;a 6\nmain;b 8')"

"$TFLAME" report --stdio --comms nobody one.folded >/dev/null 2>err
is "a filter that nothing passes is no failure" $? 0
like "but it is said" "$(cat err)" 'none of its .* passes'

big=999999999999999999999999999999
{ echo "a;b $big"; echo 'a;c 5'; echo 'a;d 3'; } >big.folded
is "a count that does not fit costs its own line" "$("$TFLAME" export --format folded big.folded 2>/dev/null)" "$(printf 'a;c 5\na;d 3')"
python3 -c 'print(";".join("f%d" % i for i in range(40000)) + " 5")' >long.folded
is "one line of 40000 frames" "$("$TFLAME" export --format folded long.folded 2>/dev/null | awk '{print $NF}')" 5
python3 -c 'print("x" * 70000 + " 3")' >name.folded
is "one name of 70000 bytes, told that it is one" "$("$TFLAME" export --input-format folded --format folded name.folded 2>/dev/null | wc -c)" 70003

"$TFLAME" report --stdio -s parent -p '(' one.folded >out 2>err
is "an expression that is none is refused" $? 2
like "with the reason" "$(cat err)" 'no regular expression'
if [ -c /dev/full ]; then
	for c in "script" "report --stdio" "report --json" "export --format folded"; do
		# shellcheck disable=SC2086
		"$TFLAME" $c one.folded >/dev/full 2>err
		is "$c to a full disk fails" $? 1
		like "$c to a full disk says so" "$(cat err)" 'standard output'
	done
fi
mkdir locked && cp one.folded locked/ && chmod 0 locked/one.folded
if [ "$(id -u)" != 0 ]; then
	"$TFLAME" report --stdio locked/one.folded >/dev/null 2>err
	is "no permission is said once" "$(grep -c 'Permission denied' err)" 1
else
	skip "no permission is said once" "root may read everything"
fi
done_testing
