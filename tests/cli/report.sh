#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Text and JSON of tflame report, on recordings small enough to add up by hand.
. "$TESTS_DIR/lib.sh"
data=$TESTS_DIR/data/text
cat >"$tmp/a.perf" <<'END'
# hostname : toyhost
# cmdline : perf record -g toy
srv 10/10 [000] 1.000000: 100 cycles: 
	 401136 leaf+0x6 (/opt/toy/app)
	 401200 main+0x10 (/opt/toy/app)

srv 10/11 [001] 2.000000: 300 cycles: 
	ffffffff81000010 read_it+0x10 ([kernel.kallsyms])
	 401136 leaf+0x6 (/opt/toy/app)
	 401200 main+0x10 (/opt/toy/app)

job 20/20 [001] 3.000000: 500 cycles: 
	 7f0000001234 memcpy+0x4 (/lib/libtoy.so.6)
	 401200 main+0x10 (/opt/toy/app)

srv 10/10 [000] 5.000000: 100 instructions: 
	 401200 main+0x10 (/opt/toy/app)

END
report() { "$TFLAME" report --stdio -q "$@" "$tmp/a.perf"; }
rows() { report "$@" | grep -v '^#' | sed 's/  */ /g; s/^ //'; }

is "children and self" "$(rows -e cycles | sort)" '33.33% 33.33% srv [kernel.kallsyms] [k] read_it
44.44% 0.00% srv app [.] main
44.44% 11.11% srv app [.] leaf
55.56% 0.00% job app [.] main
55.56% 55.56% job libtoy.so.6 [.] memcpy'
is "heaviest first" "$(rows -e cycles | cut -d% -f1 | uniq | tr '\n' ' ')" '55.56 44.44 33.33 '
is "titles" "$(report -e cycles | head -1)" '# Children      Self  Command  Shared Object      Symbol'
is "--no-children" "$(rows -e cycles --no-children -s symbol)" '55.56% [.] memcpy
33.33% [k] read_it
11.11% [.] leaf'
is "--percent-limit" "$(rows -e cycles --no-children -s symbol --percent-limit 30 | wc -l)" 2
is "-s comm" "$(rows -e cycles --no-children -s comm)" '55.56% job
44.44% srv'
is "-s cpu -n" "$(rows -e cycles --no-children -s cpu -n)" '88.89% 2 001
11.11% 1 000'
is "-F" "$(rows -e cycles -F sample,period,comm)" '1 500 job
2 400 srv'
is "-F without keys: one row" "$(rows -e cycles -F sample,period,overhead)" '3 900 100.00%'
is "-t" "$(report -e cycles --no-children -s comm,symbol -t ,)" '# Overhead,Command,Symbol
55.56%,job,[.] memcpy
33.33%,srv,[k] read_it
11.11%,srv,[.] leaf'
is "all events by default, one after the other" "$(report --no-children -s comm | grep -c Overhead)" 2
is "--group puts them side by side" "$(rows --group --no-children -s comm)" '55.56% 0.00% job
44.44% 100.00% srv'
is "--comms: shares of all" "$(rows -e cycles --no-children -s comm --comms srv)" '44.44% srv'
is "--percentage relative: of those" "$(rows -e cycles --no-children -s comm --comms srv --percentage relative)" '100.00% srv'
is "--dsos" "$(rows -e cycles --no-children -s symbol --dsos libtoy.so.6)" '55.56% [.] memcpy'
is "--symbols" "$(rows -e cycles --no-children -s symbol --symbols leaf,memcpy)" '55.56% [.] memcpy
11.11% [.] leaf'
is "--pid" "$(rows -e cycles --no-children -s comm --pid 20)" '55.56% job'
is "--tid" "$(rows -e cycles --no-children -s symbol --tid 11)" '33.33% [k] read_it'
is "--cpu" "$(rows -e cycles --no-children -s comm --cpu 0)" '100.00% srv'
is "--time START,STOP" "$(rows -e cycles --no-children -s symbol --time 1.5,2.5)" '100.00% [k] read_it'
is "--time START," "$(rows -e cycles --no-children -s symbol --time 2.5,)" '100.00% [.] memcpy'
is "the end belongs to the range" "$(rows -e cycles --no-children -s symbol --time ,2)" '75.00% [k] read_it
25.00% [.] leaf'
is "--time A%-B%" "$(rows -e cycles --no-children -s symbol --time 0%-10%)" '100.00% [.] leaf'
is "--time A%/N" "$(rows -e cycles --no-children -s symbol --time 50%/1)" '75.00% [k] read_it
25.00% [.] leaf'
is "several ranges" "$(rows -e cycles --no-children -s symbol --time 0%-10%,40%-60%)" '83.33% [.] memcpy
16.67% [.] leaf'
is "--kernel-only" "$(rows -e cycles --no-children -s symbol --kernel-only)" '33.33% [k] read_it'
is "--hide-kernel gives the weight to the caller" "$(rows -e cycles --no-children -s symbol --hide-kernel)" '55.56% [.] memcpy
44.44% [.] leaf'
is "call graph: what main calls" "$(report -e cycles -g -s symbol | sed -n '/\] main/,/^$/p')" '   100.00%     0.00%  [.] main
            |
            ---main
               |
               |--55.56%--memcpy
               |
                --44.44%--leaf
                          |
                           --33.33%--read_it'
is "callers, innermost first" "$(report -e cycles -g callee --no-children -s symbol | sed -n '/\] read_it/,/^$/p')" '    33.33%  [k] read_it
            |
            ---read_it
               leaf
               main'
like "--header" "$("$TFLAME" report --header-only "$tmp/a.perf")" '^# hostname : toyhost$'
like "the quality line" "$("$TFLAME" report --stdio "$tmp/a.perf")" '^# Quality: 4 samples; lost: 0 records, 0 samples; throttled: 0; damage: none$'
like "--stats" "$("$TFLAME" report --stats "$tmp/a.perf")" '^ +SAMPLE events: +4 '
like "--modules" "$("$TFLAME" report --modules "$tmp/a.perf")" '/opt/toy/app$'

# names that drive a terminal
printf 'a\033[2Jb;c\302\233d;\342\200\256e;f\377g;h\ti 1\n' >"$tmp/hostile.folded"
for mode in '--stdio' '--stdio -g' '--json' '--stats' '--modules' '--header-only' '--print'; do
	# shellcheck disable=SC2086
	is "no control bytes: $mode" "$("$TFLAME" report $mode "$tmp/hostile.folded" | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f\xff]\|\xc2[\x80-\x9f]\|\xe2\x80\xae')" 0
done
is "nor in the call tree" "$("$TFLAME" export --format text "$tmp/hostile.folded" | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f\xff]\|\xc2[\x80-\x9f]\|\xe2\x80\xae')" 0
is "nor in script" "$("$TFLAME" script "$tmp/hostile.folded" | tr -d '\t' | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f\xff]\|\xc2[\x80-\x9f]\|\xe2\x80\xae')" 0

cat >"$tmp/check.py" <<'END'
import json, sys
d = json.load(open(sys.argv[1], encoding="utf8"))
assert d["schema"] == 1 and d["tool"]["name"] == "tflame"
assert d["source"]["host"] == "toyhost" and d["source"]["command"] == ["perf", "record", "-g", "toy"], d["source"]
assert d["source"]["duration_s"] == 4, d["source"]
assert d["source"]["os"] is None
assert [(e["name"], e["samples"], e["weight"], e["role"]) for e in d["events"]] == [("cycles", 3, 900, "cycles"), ("instructions", 1, 100, "instructions")], d["events"]
assert d["quality"]["samples"] == 4 and d["quality"]["lost_events"] == 0 and d["quality"]["warnings"] == []
f = {x["name"]: x for x in d["functions"]}
assert [x["name"] for x in d["functions"]] == ["memcpy", "read_it", "leaf", "main"], list(f)
assert f["main"]["total"] == {"cycles": {"weight": 900, "samples": 3}, "instructions": {"weight": 100, "samples": 1}}, f["main"]
assert f["main"]["self"] == {"instructions": {"weight": 100, "samples": 1}}
assert f["leaf"]["self"] == {"cycles": {"weight": 100, "samples": 1}} and f["leaf"]["total"]["cycles"]["weight"] == 400
assert f["leaf"]["module"] == "/opt/toy/app" and f["leaf"]["line"] is None and f["leaf"]["inlined"] is False
assert f["leaf"]["metrics"]["cache_miss_ratio"] is None and f["main"]["metrics"]["ipc"] is None
assert f["leaf"]["metrics"]["ipc"]["value"] == 0 and f["leaf"]["metrics"]["ipc"]["high"] > 0
END
"$TFLAME" report --json "$tmp/a.perf" >"$tmp/a.json" 2>/dev/null
ok "JSON" python3 "$tmp/check.py" "$tmp/a.json"
is "JSON of hostile names keeps them apart" "$("$TFLAME" report --json "$tmp/hostile.folded" | python3 -c 'import json,sys; print(sorted(f["name"] for f in json.load(sys.stdin)["functions"]))')" \
	"$(python3 -c 'print(sorted(["a\033[2Jb", "c\x9bd", "\u202ee", "f\\xffg", "h\ti"]))')"
printf '# arch : x\n' >"$tmp/none.perf"
is "no samples: status 0" "$("$TFLAME" report --json --format perf-script "$tmp/none.perf" 2>"$tmp/err" | python3 -c 'import json,sys; print(json.load(sys.stdin)["functions"])')$(grep -c 'no samples' "$tmp/err")" '[]1'

# script: the same samples again
"$TFLAME" script "$tmp/a.perf" >"$tmp/b.perf"
is "script reads back" "$("$TFLAME" export "$tmp/b.perf")" "$("$TFLAME" export "$tmp/a.perf")"
is "with times, CPUs and ids" "$("$TFLAME" report --stdio -q -e cycles --no-children -s cpu,tid "$tmp/b.perf")" "$("$TFLAME" report --stdio -q -e cycles --no-children -s cpu,tid "$tmp/a.perf")"
is "its first line" "$(head -1 "$tmp/b.perf")" 'srv    10/10    [000]     1.000000:        100 cycles: '
done_testing
