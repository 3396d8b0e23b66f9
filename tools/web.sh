#!/bin/sh
# Runs a script of web/package.json (build, check, lint, format-check, test) with Node 20 or newer: the machine's own, or else one
# from PyPI in the virtual environment. `own-node` says whether the machine has one.
set -eu
task=$2

fits() {
    command -v "$1" >/dev/null 2>&1 && command -v "$2" >/dev/null 2>&1 &&
        "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null
}

if [ "$task" = own-node ]; then
    ! fits node npm || echo yes
    exit 0
fi

if ! fits node npm; then
    venv=$(cd "$1" && pwd)
    if ! fits "$venv/bin/node" "$venv/bin/npm"; then
        echo "Setting up Node in $1 ..."
        sh tools/setup.sh "$1" requirements/node.txt
    fi
    PATH="$venv/bin:$PATH"
    export PATH
fi

cd web
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    echo "Installing what the pages are made of ..."
    npm ci --no-fund --no-audit --loglevel=error
    touch node_modules/.package-lock.json
fi
npm run --silent "$task"
