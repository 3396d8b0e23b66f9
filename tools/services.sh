#!/bin/sh
# Finds what some tests start by themselves (PostgreSQL, Redis, nginx, Chromium), and installs what is missing where it
# can. Where it cannot, the tests that need it are skipped and named at the end; with CI=true that is an error.
# Nothing is started here, and no service of the system is used: tests/server/services.py starts them in folders of its own.
# With --how it only says how to install what is missing.
set -eu

# PostgreSQL's server programs are seldom on the path. The tests look in the same places (tests/programs.py).
find_program() {
    command -v "$1" 2>/dev/null && return
    for folder in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/sbin /usr/local/sbin \
        /opt/homebrew/bin /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
        if [ -x "$folder/$1" ]; then
            echo "$folder/$1"
            return
        fi
    done
    return 1
}

missing() {
    find_program postgres >/dev/null && find_program initdb >/dev/null || echo "$1"
    find_program redis-server >/dev/null || echo "$2"
    find_program nginx >/dev/null || echo "$3"
    [ -n "${TABIJI_CHROMIUM:-}" ] || find_program chromium-headless-shell >/dev/null ||
        find_program chromium >/dev/null || find_program chromium-browser >/dev/null ||
        find_program google-chrome >/dev/null || find_program google-chrome-stable >/dev/null || echo "$4"
}

# What Debian calls them. Its Chromium without a window takes less time and space; not every release has it.
debian_packages() {
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then chromium=chromium-headless-shell; else chromium=chromium; fi
    missing postgresql redis-server nginx-light $chromium
}

# How a person installs what is missing.
how() {
    if command -v apt-get >/dev/null 2>&1; then
        echo "sudo apt-get install --no-install-recommends" $(debian_packages)
    elif command -v brew >/dev/null 2>&1; then
        echo "brew install" $(missing postgresql redis nginx chromium)
    else
        echo "install" $(missing "PostgreSQL (13 or newer)," redis-server, nginx, chromium)
    fi
}

# Cannot install: the tests run without it, except where somebody relies on all of them.
give_up() {
    [ "${CI:-}" = true ] || exit 0
    echo "Not everything the tests start is here: $(how)" >&2
    exit 1
}

[ -n "$(missing postgresql redis-server nginx chromium)" ] || exit 0
if [ "${1:-}" = --how ]; then
    how
    exit 0
fi

command -v apt-get >/dev/null 2>&1 || give_up
if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    root="sudo -n"
else
    give_up
fi
echo "Installing" $(missing PostgreSQL Redis nginx Chromium) "for the tests ..."
install_packages() {
    # policy-rc.d would be needed to keep Debian from starting services; RUNLEVEL does it for the length of a command
    $root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get install -y -q --no-install-recommends $(debian_packages) >/dev/null
}
install_packages 2>/dev/null || { $root apt-get update -q >/dev/null && install_packages; } || give_up
[ -z "$(missing postgresql redis-server nginx chromium)" ] || give_up
