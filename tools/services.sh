#!/bin/sh
# Finds what the tests start by themselves (PostgreSQL, Redis, nginx, Chromium), and installs what is missing.
# Nothing is started here, and no service of the system is used: tests/server/services.py starts them in folders of its own.
set -eu

# PostgreSQL's server programs are seldom on the path. The tests look in the same places.
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
    find_program chromium >/dev/null || find_program chromium-browser >/dev/null ||
        find_program google-chrome >/dev/null || find_program google-chrome-stable >/dev/null || echo "$4"
}

[ -n "$(missing postgresql redis-server nginx chromium)" ] || exit 0

if command -v apt-get >/dev/null 2>&1; then
    packages=$(missing postgresql redis-server nginx-light chromium)
    if [ "$(id -u)" = 0 ]; then
        root=
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        root="sudo -n"
    else
        echo "The tests need more than is here. Run this, then make again:" >&2
        echo "    sudo apt-get install --no-install-recommends" $packages >&2
        exit 1
    fi
    echo "Installing" $packages "for the tests ..."
    install_packages() {
        # policy-rc.d would be needed to keep Debian from starting services; RUNLEVEL does it for the length of a command
        $root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
            apt-get install -y -q --no-install-recommends $packages >/dev/null
    }
    install_packages 2>/dev/null || { $root apt-get update -q >/dev/null && install_packages; } || {
        echo "apt-get could not install" $packages": its message is above; mend that, then run make again." >&2
        exit 1
    }
elif command -v brew >/dev/null 2>&1; then
    echo "The tests need more than is here. Run this, then make again:" >&2
    echo "    brew install" $(missing postgresql redis nginx chromium) >&2
    exit 1
else
    echo "The tests need these programs: install them, then run make again:" >&2
    echo "   " $(missing "postgres and initdb (PostgreSQL, 13 or newer)," "redis-server," "nginx," "chromium") >&2
    exit 1
fi

left=$(missing postgresql redis-server nginx chromium)
[ -z "$left" ] || {
    echo "apt-get has installed everything, but these are still not found:" $left >&2
    exit 1
}
