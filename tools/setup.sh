#!/bin/sh
# Makes a virtual environment with everything a pin file names, by whatever Python tool is there.
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

if command -v uv >/dev/null 2>&1; then
    echo "Setting up $venv with uv ..."
    [ -x "$venv/bin/python" ] || uv venv --quiet --python ">=3.11,<3.15" "$venv"
    uv pip install --quiet --python "$venv/bin/python" --require-hashes -r "$pins"
    uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
    exit 0
fi

python=$(find_python) || {
    echo "Tabiji needs Python 3.11 to 3.14 (or uv). None was found: install one and run make again." >&2
    exit 1
}
echo "Setting up $venv with $("$python" --version) ..."
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv" || {
    echo "$python cannot make virtual environments: on Debian, apt-get install python3-venv; then run make again." >&2
    exit 1
}
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$pins"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
