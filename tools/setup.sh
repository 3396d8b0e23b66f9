#!/bin/sh
# Makes a virtual environment with everything a pin file names. uv does it in a tenth of pip's time: where there is none,
# it is installed into the environment first; where it cannot be had or finds less than pip, pip does it all.
set -eu
venv=$1
pins=$2

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

by_uv() {
    "$uv" pip install --quiet $compile --python "$venv/bin/python" --require-hashes -r "$pins" &&
        "$uv" pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
}

# Who plays waits for no bytecode of packages that are never imported. Tests start many processes.
case $pins in
*/test.txt | */bench.txt) compile=--compile-bytecode ;;
*) compile= ;;
esac

if command -v uv >/dev/null 2>&1; then
    echo "Setting up $venv with uv ..."
    uv=uv
    [ -x "$venv/bin/python" ] || uv venv --quiet --seed --python ">=3.11,<3.15" "$venv"
else
    python=$(find_python) || {
        echo "Tabiji needs Python 3.11 to 3.14 (or uv). None was found: install one and run make again." >&2
        exit 1
    }
    echo "Setting up $venv with $("$python" --version) ..."
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || {
        echo "$python cannot make virtual environments: on Debian, apt-get install python3-venv; then run make again." >&2
        exit 1
    }
    uv=$venv/bin/uv
    [ -x "$uv" ] || pip_install --require-hashes -r requirements/uv.txt || echo "No uv: pip takes longer ..."
fi

if ! { [ "$uv" = uv ] || [ -x "$uv" ]; } || ! by_uv; then
    pip_install --require-hashes -r "$pins"
    pip_install --no-deps --no-build-isolation -e .
fi
