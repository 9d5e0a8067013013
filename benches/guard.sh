#!/usr/bin/env bash
# Counts the instructions of a few hot paths under callgrind, and holds them against those on record in benches/guard/counts: what takes more
# than a few percent more is a finding; what takes so much less wants to be put on record.
#
#   benches/guard.sh            counts and compares; ends with 1 where something takes more
#   benches/guard.sh --accept   puts the present counts on record
#
# It builds the program with the profile `guard`: optimised a little, so that neither the build nor the counting takes long. Such counts are no
# speeds, but they are the same on a busy machine, and go up as soon as a path does more than it did. Where there is no valgrind, nothing is done.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${AFFRAY:-target/guard/affray}
tolerance=4
record=benches/guard/counts
work=target/guard/work
mkdir -p "$work"

if ! command -v valgrind > /dev/null; then
  echo "valgrind is not here: nothing is counted"
  exit 0
fi

if [[ -z "${AFFRAY:-}" ]]; then
  cargo build --quiet --locked --profile guard --bin affray
fi

# A fight of four against four by a complete system, that lasts so many rounds.
fight() {
  local rounds=$1 round number
  echo 'scenario "four against four" {'
  echo '  rules "../../../rules/osric.affray"'
  echo '  begin at round 1'
  echo '  side red { red_fighter x 4 { hp 1000 } }'
  echo '  side blue: run_by_gm { blue_fighter x 4 { hp 1000 } }'
  for ((round = 1; round <= rounds; round++)); do
    echo "  round $round {"
    echo "    red rolls $((round % 6 + 1)) for initiative"
    echo "    blue rolls $(((round + 2) % 6 + 1)) for initiative"
    for number in 1 2 3 4; do
      echo "    red_fighter $number attacks blue_fighter $number: hit, damage 1"
      echo "    blue_fighter $number attacks red_fighter $number: no hit"
    done
    echo '  }'
  done
  echo '}'
}

# The instructions of one function, with all that it calls, while a file is tested.
count() {
  local function=$1 file=$2 out
  out=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$function" "$program" test "$file" 2>&1)
  sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' <<< "$out"
}

play='affray::engine::run::Engine::play'
load='affray::load::Loader::load'

counts() {
  local short long
  fight 1 > "$work/one.affray"
  fight 11 > "$work/eleven.affray"
  short=$(count "$play" "$work/one.affray")
  long=$(count "$play" "$work/eleven.affray")
  echo "a round of eight by a complete system: $(((long - short) / 10))"
  echo "eleven rounds of individual initiative: $(count "$play" benches/guard/initiative.affray)"
  echo "a run with exceptions: $(count "$play" examples/the_idol_chamber.affray)"
  echo "reading and checking a small rule file: $(count "$load" benches/guard/initiative.affray)"
}

counts > "$work/counts"
if [[ "${1:-}" == --accept ]]; then
  cp "$work/counts" "$record"
  cat "$record"
  exit 0
fi

if [[ ! -f "$record" ]]; then
  cat "$work/counts"
  echo "nothing is on record yet: \`benches/guard.sh --accept\` puts these counts there"
  exit 0
fi

status=0
while IFS=: read -r what now; do
  before=$(sed -n "s/^$what: //p" "$record")
  if [[ -z "$before" ]]; then
    echo "$what: $((now)) instructions, none on record"
    continue
  fi
  change=$(((now - before) * 1000 / before))
  told="$what: $((now)) instructions, $before on record"
  if ((change > tolerance * 10)); then
    echo "$told: more"
    status=1
  elif ((change < -tolerance * 10)); then
    echo "$told: less; \`benches/guard.sh --accept\` puts it on record"
  else
    echo "$told"
  fi
done < "$work/counts"
exit "$status"
