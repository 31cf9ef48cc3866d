# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# lib.sh - what shell tests share: TAP output and temporary files.
# Use: . "$TESTS_DIR/lib.sh";  ok NAME CONDITION…;  is NAME GOT WANTED;  skip_all WHY;  done_testing
n=0
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tflame-test.XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
: "${TFLAME:?run by make check}" "${TESTS_DIR:?run by make check}"
SHARED=${SHARED:-$TESTS_DIR/../../shared}

# ok NAME COMMAND…: passes when the command does.
ok() {
	local name=$1 out
	shift
	n=$((n + 1))
	if out=$("$@" 2>&1); then echo "ok $n - $name"; else
		echo "not ok $n - $name"
		printf '%s\n' "$out" | head -40 | sed 's/^/# /'
	fi
}
# is NAME GOT WANTED: passes when both texts are equal; else shows a diff.
is() {
	n=$((n + 1))
	if [ "$2" = "$3" ]; then echo "ok $n - $1"; else
		echo "not ok $n - $1"
		diff <(printf '%s\n' "$3") <(printf '%s\n' "$2") | head -40 | sed 's/^/# /'
	fi
}
# like NAME TEXT ERE: passes when the text matches.
like() {
	n=$((n + 1))
	if printf '%s\n' "$2" | grep -Eq -- "$3"; then echo "ok $n - $1"; else
		echo "not ok $n - $1"
		printf 'no match for %s in:\n%s\n' "$3" "$2" | head -40 | sed 's/^/# /'
	fi
}
# skip NAME WHY: one test that cannot run here.
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
skip_all() { echo "1..0 # SKIP $1"; exit 0; }
done_testing() { echo "1..$n"; }
