#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# term.sh - what cells cannot show, in a real terminal (tmux): start, colours, resize, stop and
# continue, and the screen after every kind of end. make check-term runs it.
. "$TESTS_DIR/lib.sh"
command -v tmux >/dev/null || skip_all "tmux is not installed"

tm() { tmux -L "tflame-$$" "$@" 2>/dev/null; }
trap 'tm kill-server; rm -rf "$tmp"' EXIT

cat >"$tmp/a.folded" <<'EOF'
main;parse;lex 60
main;parse 10
main;emit;write 30
EOF

# seen ERE: the screen shows it, within 5 seconds.
seen() {
	local i
	for i in $(seq 100); do
		tm capture-pane -p | grep -Eq -- "$1" && return 0
		sleep 0.05
	done
	echo "never seen: $1"
	tm capture-pane -p
	return 1
}
gone() {
	local i
	for i in $(seq 100); do
		tm capture-pane -p | grep -Eq -- "$1" || return 0
		sleep 0.05
	done
	echo "still there: $1"
	tm capture-pane -p
	return 1
}
# The shell's prompt is a marker; the line before proves that echo works again.
shell() {
	local i
	tm kill-server
	for i in $(seq 100); do # until the old server is gone
		tm new-session -d -s "s$i" -x "${1:-80}" -y "${2:-24}" \
			"env PS1='ready> ' TFLAME='$TFLAME' F='$tmp/a.folded' ${3:-} bash --norc --noprofile -i" &&
			tm has-session -t "s$i" && break
		sleep 0.05
	done
	tm set-option -g remain-on-exit on
	seen '^ready>'
}
run() { tm send-keys "\$TFLAME report \$F" Enter; seen 'Enter zoom' && seen 'main 100%'; }
clean() { # the shell echoes, the cursor is there, no mouse mode is on
	tm send-keys "echo back-again" Enter
	seen '^back-again' || return 1
	[ "$(tm display -p '#{cursor_flag}#{mouse_any_flag}#{alternate_on}')" = 100 ] && return 0
	tm display -p 'cursor #{cursor_flag} mouse #{mouse_any_flag} alternate #{alternate_on}'
	return 1
}
colours() { tm capture-pane -p -e | grep -q $'\033\[[0-9;]*48;5;'; }
no_colours() { ! tm capture-pane -p -e | grep -Eq $'\033\[[0-9;]*(3[0-8]|4[0-8])(;|m)'; }
program() { pgrep -f "^$TFLAME report" -P "$(tm display -p '#{pane_pid}')" | head -n 1; }

ok "a shell in tmux" shell
ok "the picture comes up" run
ok "colours reach the terminal" colours
tm send-keys Down Down
ok "keys move the selection" seen 'main › .*parse|main › emit'
tm resize-window -x 130 -y 30
ok "a larger window gets the panel" seen '│ (main|parse|emit)'
tm resize-window -x 40 -y 10
ok "a small window gets one line" gone 'Enter zoom'
tm resize-window -x 80 -y 24
ok "and back" seen 'Enter zoom'
tm send-keys /
tm send-keys lex
ok "search while typing" seen '/lex .*1 function'
tm send-keys Escape
ok "a lone Esc ends it" gone '/lex'
tm send-keys C-z
ok "Ctrl-Z stops it" seen 'Stopped'
ok "the terminal is the shell's while stopped" clean
tm resize-window -x 100 -y 28
tm send-keys fg Enter
ok "fg paints all, in the new size" seen 'quit$'
tm send-keys q
ok "q leaves the terminal as it was" clean
for sig in TERM HUP INT QUIT SEGV ABRT PIPE; do
	killed() {
		local pid
		shell && run && pid=$(program) && [ -n "$pid" ] && kill -s "$sig" "$pid" && clean
	}
	ok "SIG$sig leaves the terminal as it was" killed
done
ok "NO_COLOR" shell 80 24 "NO_COLOR=1"
ok "the picture without colours" run
ok "NO_COLOR sends no colour" no_colours
tm send-keys q
clean
tm send-keys "TERM=dumb \$TFLAME report \$F | cat; TERM=no-such \$TFLAME report \$F; echo status \$?" Enter
ok "an unknown terminal is a sentence or text, not a mess" seen '^status [01]'
ok "LC_ALL=C" shell 80 24 "LC_ALL=C"
ok "the picture in ASCII" run
ascii() { ! tm capture-pane -p | LC_ALL=C grep -q '[^ -~]'; }
ok "LC_ALL=C sends ASCII only" ascii
done_testing
