#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Every command and option is in its manual page, and no other.
. "$TESTS_DIR/lib.sh"
doc=$TESTS_DIR/../doc
plain() { sed 's/\\fI\|\\fB\|\\fR//g; s/\\-/-/g; s/\\e/\\/g' "$1"; }
for c in $("$TFLAME" help --commands); do
	ok "tflame(1) names $c" grep -q "^\.B.*tflame $c" <(plain "$doc/tflame.1")
	page=$doc/tflame-$c.1
	[ -e "$page" ] || page=$doc/tflame.1
	plain "$page" >"$tmp/page"
	for o in $("$TFLAME" help --options "$c" | cut -d' ' -f1); do
		ok "$c $o" grep -Eq "(^|[ ,])$o(\$|[^a-z-])" "$tmp/page"
	done
	[ "$page" = "$doc/tflame.1" ] && continue
	is "tflame-$c(1) has no other options" "$(sed -n 's/^\.B .*\(--[a-z-]*\).*/\1/p' "$tmp/page" | sort -u)" \
		"$("$TFLAME" help --options "$c" | cut -d' ' -f1 | sort -u)"
done
if command -v groff >/dev/null; then
	for p in "$doc"/*.1; do is "$(basename "$p") formats" "$(groff -man -Tutf8 -ww "$p" 2>&1 >/dev/null)" ""; done
fi
done_testing
