#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings as text: what they mean was written down by hand beside them (tests/data/text).
. "$TESTS_DIR/lib.sh"
data=$TESTS_DIR/data/text
folded() { "$TFLAME" export -i "$@" 2>/dev/null; }

for f in "$data"/*.perf; do
	want=${f%.perf}.folded
	[ -e "$want" ] || continue
	is "$(basename "$f")" "$(folded "$f")" "$(LC_ALL=C sort "$want")"
done

# payloads of tracepoints, an event at a time
for pair in 'syscalls:sys_enter_brk=srv;grow heap;brk 1' 'kmem:kmalloc=srv;alloc_thing 1' 'sched:sched_switch=srv;schedule 1' \
	'probe_toy:entry_fn=srv 1' 'sched:sched_wakeup=srv 1'; do
	is "tracepoint ${pair%%=*}" "$(folded "$data/tracepoints.perf" -e "${pair%%=*}")" "${pair#*=}"
done
is "names of C++, Rust and Go stay whole" "$(folded "$data/names.perf" --no-comm | sed 's/ 1$//' | tr ';' '\n')" "$(cat "$data/names.frames")"
is "kernel frames are told by object and address" "$(folded "$data/kernel.perf" --annotate | tr ';' '\n' | sed 's/ 1$//' | grep '_\[k\]$' | tr '\n' ' ')" \
	"g_guest_[k] bpf_prog_6deef7357e7b4530_x_[k] f_mod_[k] e_mod_[k] d_core_[k] c_core_[k] b_core_[k] a_core_[k] "
is "samples are counted" "$(folded "$data/periods.perf")" "toy;main;cold 2
toy;main;hot 1"
is "or periods added" "$(folded "$data/periods.perf" --weight period)" "toy;main;cold 1000000
toy;main;hot 9000000"

# folded stacks: which lines count is in the manual
is "folded lines" "$(folded "$data/lines.txt")" 'a b;c d (x, y);e 5
empty root;x 1
empty;middle 1
main;run 2
main;run;leaf 7
main;run;leaf 2 7
percent;x 2
single 1
tabbed;x 2
trailing blanks;x 2'
err=$("$TFLAME" export -i "$data/lines.txt" 2>&1 >/dev/null)
like "refused lines are counted and the first is named" "$err" 'line 11: .*\(3 cases'
is "one line for them" "$(grep -c 'no count' <<<"$err")" 1
folded "$data/bytes.txt" >"$tmp/out"
LC_ALL=C sort "$data/bytes.txt" >"$tmp/want"
ok "bytes that are no UTF-8, and NUL, come out unchanged" cmp "$tmp/out" "$tmp/want"
is "numbers of 64 bits" "$(folded "$data/overflow.txt")" 'a;b 4294967296
a;c 9223372036854775808
a;d 18446744073709551615'
like "a number beyond them is refused" "$("$TFLAME" export -i "$data/overflow.txt" 2>&1 >/dev/null)" 'line 6: a count that does not fit 64 bits'
is "shares stay below 100 % when the sum saturates" "$("$TFLAME" report --stdio --percent-limit 0 -q "$data/overflow.txt" 2>/dev/null | grep -Ec '^ +(1[0-9][1-9]|[2-9][0-9][0-9]|[0-9]{4,})\.')" 0
printf 'a;f_[k];g_[i] 3\na;f 2\nb;x_[j] 1\n' >"$tmp/marks"
is "marks come out as they came in" "$(folded "$tmp/marks")" 'a;f 2
a;f_[k];g_[i] 3
b;x_[j] 1'
is "inlined calls can be left out" "$(folded "$tmp/marks" --no-inline)" 'a;f 2
a;f_[k] 3
b;x_[j] 1'
printf 'a;b 3 7\na;c 0 12\n' >"$tmp/diff"
is "two counts: before" "$(folded "$tmp/diff")" 'a;b 3'
is "and after" "$(folded "$tmp/diff" -e after)" 'a;b 7
a;c 12'
printf 'f;g 1\nf x 1\nf 1\nf:a 2\nf;g;h 1\n' >"$tmp/order"
is "sorted by bytes of the stack" "$(folded "$tmp/order")" "$(sed 's/ [0-9]*$//' "$tmp/order" | LC_ALL=C sort | while read -r s; do grep -F -x -e "$s 1" -e "$s 2" "$tmp/order"; done)"
printf 'this\nis an unknown\nformat\n' >"$tmp/unknown"
ok "lines of no format: status 1" test "$("$TFLAME" export --input-format perf-script "$tmp/unknown" 2>/dev/null; echo $?)" = 1
like "and the form is named" "$("$TFLAME" export --input-format perf-script "$tmp/unknown" 2>&1)" '^tflame: try: perf script -F comm'
gzip -c "$data/lines.txt" >"$tmp/lines.gz"
is "gzip is seen through" "$(folded "$tmp/lines.gz" | md5sum)" "$(folded "$data/lines.txt" | md5sum)"
is "standard input" "$(folded - <"$data/lines.txt" | md5sum)" "$(folded "$data/lines.txt" | md5sum)"
done_testing
