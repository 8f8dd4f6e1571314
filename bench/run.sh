#!/usr/bin/env bash
# Whole passes of claimwatch beside a bare HTTP client and beside the least that a monitor must do, on pages served on this machine.
# The passes are run by ../shared/bench/peers.py, in an environment of its own. Arguments go to it, and win over those chosen here.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
script=${SHARED:-$PWD/../shared}/bench/peers.py
if [ ! -f "$script" ]; then
  echo "make bench: there is no ../shared/bench/peers.py: nothing to measure"
  exit 0
fi

python=${PYTHON:-.venv/bin/python}
lock=requirements/bench.txt
home=$PWD/.bench
if ! cmp -s "$lock" "$home/installed.txt"; then
  rm -rf "$home/venv"
  "$python" -m venv "$home/venv"
  "$home/venv/bin/python" -m pip --disable-pip-version-check --quiet install --require-hashes -r "$lock"
  cp "$lock" "$home/installed.txt"
fi

export BENCH_DATA=${BENCH_DATA:-$home/data} BENCH_VENVS=${BENCH_VENVS:-$home/venv-}
export BENCH_CLAIMWATCH=${BENCH_CLAIMWATCH:-$PWD/.venv/bin/claimwatch}
mkdir -p "$BENCH_DATA"
exec "$home/venv/bin/python" "$script" --peer raw_httpx ref_runs claimwatch --n 200 1000 --runs 3 --scen 304 5pct full \
  --json "$home/passes.json" "$@"
