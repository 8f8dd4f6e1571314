#!/usr/bin/env bash
# Checks claims.yaml against the pages in examples/archive as they stood on two dates. No network; the store is a temporary file.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."   # so that the commands below can be copied as they are shown
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CLAIMWATCH_CLAIMS=claims.yaml CLAIMWATCH_DATABASE_URL="$folder/demo.db" NO_COLOR=1

caption() { printf '\n== %s\n' "$1"; }

fail() {
  printf '\nThe demo FAILED: %s\n' "$1" >&2
  exit 1
}

# run STATUS COMMAND…: shows the command, runs it, keeps its output in $said, and fails unless it exits with STATUS.
run() {
  local wanted=$1 status=0
  shift
  printf '$ %s\n' "$*"
  said=$("$@" 2>"$folder/errors") || status=$?
  printf '%s\n' "$said"
  if [ "$status" -ne "$wanted" ]; then
    cat "$folder/errors" >&2
    fail "\"$*\" should exit with $wanted, and exited with $status"
  fi
}

# says TEXT…: fails unless the last command's output has each of them.
says() {
  local text
  for text in "$@"; do
    case $said in *"$text"*) ;; *) fail "the output above should mention \"$text\"" ;; esac
  done
}

command -v claimwatch >/dev/null || fail "there is no command \"claimwatch\" on PATH; run \"make demo\""

caption "20 October 2026: the day on which the table was published. Every row holds."
run 0 claimwatch check --all --offline examples/archive --now 2026-10-20T12:00:00Z

caption "24 November 2026: the pages have been edited in some seventy places. Six rows no longer hold (so it exits with 1)."
run 1 claimwatch check --all --offline examples/archive --now 2026-11-24T12:00:00Z
says "Model support" "Hardware" "Online API" "PD disaggregation" "Maturity" "Best fit" "250+" "AMD MI450" "HTTP server" "87"

caption "When did a claim cease to hold?"
run 0 claimwatch history vllm.model-architectures
says supported refuted 250+

caption "What was expected of the source, and what was found, and where?"
run 0 claimwatch show vllm.model-architectures --now 2026-11-24T12:00:00Z
says "200+" "250+"

caption "What to do next"
cat <<'END'
  Read the passage. Then mend the published table, and with it the claim in claims.yaml: what it says, its citation, and the day on which
  you read the source. Another check, and the row is fresh again. A row that you cannot mend today stays stale, as it should.
END

printf '\nAll went as planned.\n'
