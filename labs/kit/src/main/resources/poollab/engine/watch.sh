# Keeps a server from outliving the program that started it. That program holds the other end of standard input.
#
#   sh watch.sh FOLDER COMMAND...
#
# When standard input ends or brings anything, the server is stopped at once and FOLDER and FOLDER.lock are removed;
# exit code 0. A server that ends by itself gives its own exit code, and FOLDER stays, for the log in it.

folder=$1
shift
file=$folder/data/postmaster.pid
stopping=

# The command may be a wrapper with a process of its own: postmaster.pid knows better.
find_postmaster() {
    pid=
    [ -r "$file" ] && read -r pid rest <"$file"
    case $pid in '' | *[!0-9]*) pid=$server ;; esac
}

children() {
    if [ -r "/proc/$1/task/$1/children" ]; then
        cat "/proc/$1/task/$1/children"
    else
        ps -A -o pid= -o ppid= | while read -r child parent; do [ "$parent" = "$1" ] && echo "$child"; done
    fi
}

# The signal is sent again and again: early in its life a server ignores it.
stop() {
    tick=0
    while [ "$tick" -lt 50 ]; do
        find_postmaster
        kill -QUIT "$pid" || break
        sleep 0.1 || sleep 1
        tick=$((tick + 1))
    done
    find_postmaster
    kill -KILL "$pid" "$server" $(children "$pid")
}

remove() {
    # A server killed the hard way leaves its small shared memory segment behind: line 7 of postmaster.pid.
    if [ -r "$file" ]; then
        segment=$(sed -n 7p "$file")
        segment=${segment##* }
        users=0
        [ -r /proc/sysvipc/shm ] && users=$(awk -v id="$segment" '$2 == id { print $7 }' /proc/sysvipc/shm)
        [ "$users" = 0 ] && [ -n "$segment" ] && ipcrm -m "$segment"
    fi
    tick=0
    until rm -rf "$folder" || [ "$tick" -ge 50 ]; do
        sleep 0.1 || sleep 1
        tick=$((tick + 1))
    done
    rm -f "$folder.lock"
}

# Neither Ctrl-C nor a closed terminal is for this process.
trap '' INT HUP TERM
trap 'stopping=yes; stop & stopper=$!' USR1

# A background job has /dev/null for standard input, so the pipe gets another number.
exec 3<&0 </dev/null
main=$$
"$@" 3<&- &
server=$!
# From here on standard error is the server's log no more.
exec >/dev/null 2>&1
(
    read -r line <&3
    kill -USR1 "$main" || { stop; remove; }
) &
reader=$!
exec 3<&-

wait "$server"
code=$?
if [ -z "$stopping" ]; then
    kill -KILL "$reader"
    exit "$code"
fi
# The signal may have interrupted the first wait.
wait "$server"
kill -KILL "$stopper"
remove
