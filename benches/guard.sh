#!/usr/bin/env bash
# Counts the instructions of a few hot paths under valgrind, and holds them against those on record in benches/guard/counts: what takes more
# than a few percent more is a finding; what takes so much less wants to be put on record.
#
#   benches/guard.sh            counts and compares; ends with 1 where something takes more
#   benches/guard.sh --accept   puts the present counts on record
#
# The paths are those of benches/guard/paths.rs, built as the tests are: optimised a little, so that what is counted is not far from what a release does. Such counts
# are no speeds: they say how much a path does, are the same on a busy machine, and go up as soon as it does more than it did. A compiler counts
# otherwise than another, so they are compared only for the one on record. Where there is no valgrind, nothing is counted.
#
# Whatever the compiler: what once grew with the square of a file must take at most 2.15 times as much with twice as many things in it.
set -euo pipefail
cd "$(dirname "$0")/.."

tolerance=4
record=benches/guard/counts
paths=(reading initiative exceptions system tactics odds)

# As `SORT / VERB` of benches/growth, and how many things of the sort at first.
growing=(
  'phases / odds / 125'
  'orders / odds / 250'
  'rounds / why / 250'
  'combatants / why / 500'
  'actions at once, each doing the next / odds / 250'
  'unknown actions / check / 100'
  'declarations of one combatant / run / 250'
)

if ! command -v valgrind > /dev/null; then
  echo "valgrind is not here: nothing is counted"
  exit 0
fi

work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# The program that `cargo test` builds anyway, with nothing else; as in the checks, for what is compiled anew in parts has other counts.
export CARGO_INCREMENTAL=0
program=$(cargo test --quiet --locked --no-run --test guard --message-format json | sed -n 's,.*"executable":"\([^"]*/guard-[^"]*\)".*,\1,p' | tail -1)

# The instructions of what grows, with so many.
once() {
  valgrind --tool=callgrind --toggle-collect='*counted*' --callgrind-out-file=/dev/null "$program" "$1 / $2" 2>&1 | sed -n 's/.*Collected *: *//p'
}

# Tells by what they grow with twice as many, and whether that is too much.
grow() {
  local sort=${1% / *} size=${1##* / }
  local one two
  one=$(once "$sort" "$size")
  two=$(once "$sort" "$((2 * size))")
  local told="$sort: $one instructions with $size, $two with twice as many"
  if ((two * 100 > one * 215)); then
    echo "$told: too many"
    return 1
  fi
  echo "$told"
}
export -f once grow
export program work
printf '%s\0' "${growing[@]}" | xargs -0 -P "$(nproc)" -I '{}' bash -euo pipefail -c 'grow "$1"' grow '{}'

compiler="$(rustc --version) for $(rustc --version --verbose | sed -n 's/^host: //p')"
if [[ "${1:-}" != --accept && -f "$record" ]]; then
  known=$(head -1 "$record")
  if [[ "$compiler" != "$known" ]]; then
    echo "the counts on record are those of $known; this is $compiler: nothing is compared"
    exit 0
  fi
fi

# All instructions of a run in which the path is done so many times.
run() {
  # Only the count is wanted: no caches are simulated, and no file is written.
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$program" "$1" "$2" 2>&1 | sed -n 's/.*I *refs: *//p' | tr -d ,
}

# What it takes when all is warm: three times, less once, by two.
count() {
  echo "$1: $((($(run "$1" 3) - $(run "$1" 1)) / 2))" > "$work/$1"
}

printf '%s\n' "${paths[@]}" | {
  export -f run count
  xargs -P "$(nproc)" -I '{}' bash -euo pipefail -c 'count "$1"' count '{}'
}
counts() {
  echo "$compiler"
  for path in "${paths[@]}"; do cat "$work/$path"; done
}

if [[ "${1:-}" == --accept ]]; then
  counts > "$record"
  cat "$record"
  exit 0
fi
if [[ ! -f "$record" ]]; then
  counts
  echo "nothing is on record yet: \`benches/guard.sh --accept\` puts these counts there"
  exit 0
fi

status=0
while IFS=: read -r path now; do
  before=$(sed -n "s/^$path: //p" "$record")
  if [[ -z "$before" ]]; then
    echo "$path:$now instructions, none on record"
    status=1
    continue
  fi
  change=$(((now - before) * 1000 / before))
  told="$path:$now instructions, $before on record"
  if ((change > tolerance * 10)); then
    echo "$told: more"
    status=1
  elif ((change < -tolerance * 10)); then
    echo "$told: less; \`benches/guard.sh --accept\` puts it on record"
  else
    echo "$told"
  fi
done < <(counts | tail -n +2)
if ((status)); then
  echo "where that is meant, \`benches/guard.sh --accept\` puts the present counts on record"
fi
exit "$status"
