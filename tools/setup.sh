#!/bin/sh
# Makes a virtual environment with everything a pin file names. uv does it in a tenth of pip's time: where there is none,
# it is installed into the environment first; where it cannot be had or finds less than pip, pip does it all.
set -eu
venv=$1
pins=$2

# The first Python that was built with profile-guided optimization, which is up to a half faster: a distribution's own,
# or one that says so. Without any, the first that there is.
find_python() {
    any=
    for name in python3 python3.14 python3.13 python3.12 python3.11 python /usr/bin/python3; do
        found=$(command -v "$name") || continue
        built=$("$found" -c '
import sys, sysconfig, ensurepip, venv
if (3, 11) <= sys.version_info[:2] <= (3, 14):
    own = sys.base_prefix == "/usr"
    print("fast" if own or "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "") else "any")
' 2>/dev/null) || continue
        [ "$built" = any ] && any=${any:-$found}
        [ "$built" = fast ] && echo "$found" && return
    done
    [ -n "$any" ] && echo "$any"
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

by_uv() {
    "$uv" pip install --quiet --python "$venv/bin/python" --require-hashes -r "$pins" &&
        "$uv" pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
}

if command -v uv >/dev/null 2>&1; then
    echo "Setting up $venv with uv ..."
    uv=uv
    [ -x "$venv/bin/python" ] || uv venv --quiet --seed --python ">=3.11,<3.15" "$venv"
else
    python=$(find_python) || {
        echo "Tabiji needs Python 3.11 to 3.14 with its module venv (or uv). None was found: install one (on Debian:" >&2
        echo "apt-get install python3-venv) and run make again." >&2
        exit 1
    }
    echo "Setting up $venv with $("$python" --version) ..."
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    uv=$venv/bin/uv
    [ -x "$uv" ] || pip_install --require-hashes -r requirements/uv.txt || echo "No uv: pip takes longer ..."
fi

if ! { [ "$uv" = uv ] || [ -x "$uv" ]; } || ! by_uv; then
    pip_install --require-hashes -r "$pins"
    pip_install --no-deps --no-build-isolation -e .
fi
