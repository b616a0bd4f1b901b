#!/bin/sh
# Draws docs/console.svg anew: opens lab 01 in a terminal of 80x24, runs it, and takes the moment when request 6 waits.
# Needs tmux and the JDK that runs the lab.
set -e
cd "$(dirname "$0")/.."
work=$(mktemp -d)
lab() { tmux -u -L poollab-picture -f /dev/null "$@"; }
trap 'lab kill-server 2>/dev/null; sleep 2; rm -rf "$work"' EXIT

shows() { # $1: a text; waits until the terminal shows it
  tries=0
  until lab capture-pane -p | grep -q -e "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "the console never showed: $1" >&2; exit 1; }
    sleep 0.1
  done
}

LAB_HOME=$work/home LANG=C.UTF-8 lab new-session -d -x 80 -y 24 './lab start 01 --again'
shows '01 story>'
lab send-keys run Enter
shows 'server  5 idle'
lab capture-pane -e -p >"$work/screen.txt"
"${JAVA_HOME:+$JAVA_HOME/bin/}java" labs/console/src/test/java/poollab/console/run/ScreenPicture.java \
  "$work/screen.txt" docs/console.svg
