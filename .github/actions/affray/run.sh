#!/usr/bin/env bash
# Looks at the rule files of a repository: check, layout, scenarios, and what a pull request changes in play. docs/pipelines.md describes it.
#
# Run at the root of the repository. All that it is told comes as environment variables, and no value of them is read as code:
#   AFFRAY            the program (default: affray)
#   AFFRAY_STEPS      which of `check fmt test diff` (default: all)
#   AFFRAY_PATHS      files and folders, one a line (default: .)
#   AFFRAY_SCENARIOS  files and folders with scenarios that are played by the rules before and after, one a line (default: none)
#   AFFRAY_BASE       the commit that the pull request is to be merged into; without it nothing is compared
#   AFFRAY_HEAD       the commit of the pull request (default: HEAD)
#   AFFRAY_TRIES      how many situations are tried for each rule file
#   AFFRAY_MOST       of how many rule files the differences are told (default: 10)
#   AFFRAY_SUMMARY    the file to which the answer is added as markdown (default: none)
#   AFFRAY_COMMENT    the file into which it is written for a comment (default: none)
#   AFFRAY_SARIF      the file into which what `check` finds is written as SARIF (default: none)
#
# Status: 0 where all is well, 1 where a step finds faults, 2 where one cannot do its work. Differences are no faults.
set -euo pipefail

affray=${AFFRAY:-affray}
steps=" ${AFFRAY_STEPS:-check fmt test diff} "
most=${AFFRAY_MOST:-10}
# GitHub refuses comments of more than 65,536 characters.
longest=60000
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
table=$work/table.md
parts=$work/parts.md
comment=$work/comment.md
: > "$table"
: > "$parts"
: > "$comment"

# The lines of a variable into the array `lines`, each made a path that is no option.
lines=()
read_lines() {
  lines=()
  local line
  while IFS= read -r line; do
    case $line in
      '') ;;
      /* | ./*) lines+=("$line") ;;
      *) lines+=("./$line") ;;
    esac
  done <<< "$1"
}

wanted() {
  case $steps in
    *" $1 "*) return 0 ;;
    *) return 1 ;;
  esac
}

# Text as it is: the runner obeys no command in it.
quietly() {
  local token
  token=affray-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$token"
  cat
  echo "::$token::"
}

# `worst NUMBER`: the status is at least this.
worst() {
  local found=$1
  [ "$found" -le 2 ] || found=2
  [ "$found" -le "$status" ] || status=$found
}

# `step NAME ARGUMENT...`: calls the program, whose answer annotates lines, and puts its last line into the table.
step() {
  local name=$1 found=0
  shift
  echo "::group::affray $name"
  "$affray" --quiet --format github "$@" > "$work/out" 2> "$work/err" || found=$?
  cat "$work/out"
  [ ! -s "$work/err" ] || quietly < "$work/err"
  echo "::endgroup::"
  worst "$found"
  local word="well"
  [ "$found" -eq 0 ] || word="**faults**"
  [ "$found" -lt 2 ] || word="**cannot be done**"
  printf '| %s | %s | %s |\n' "$name" "$word" "$(grep -v '^::' "$work/out" | head -n 1 | tr '|`<' '   ')" >> "$table"
}

# All rule files and scenarios of a commit into a folder: no links, no other files.
export_commit() {
  mkdir -p "$2"
  GIT_INDEX_FILE=$work/index git read-tree "$1"
  GIT_INDEX_FILE=$work/index git ls-files -z -- '*.affray' > "$work/files"
  GIT_INDEX_FILE=$work/index git -c core.symlinks=false checkout-index -z --stdin --prefix="$2/" < "$work/files"
  rm -f "$work/index"
}

# A rule file as one that needs no other, on standard output; fails where it has errors, or is no rule file.
expanded() {
  (cd "$work/both" && "$affray" --quiet check --expand "./$1") 2> "$work/err"
}

# Nobody is called by a name in a comment: `@` is followed by a space without width, but in blocks of code.
without_mentions() {
  awk '/^ *```/ { code = !code } { if (!code) gsub(/@/, "@\342\200\213"); print }'
}

# Headings one level lower.
below() {
  awk '/^ *```/ { code = !code } { if (!code) sub(/^#/, "##"); print }'
}

# `told`: adds the text of standard input to the summary, and to the comment as long as there is room.
left_out=0
told() {
  without_mentions > "$work/part"
  cat "$work/part" >> "$parts"
  if [ $(($(wc -c < "$comment") + $(wc -c < "$work/part"))) -le "$longest" ]; then
    cat "$work/part" >> "$comment"
  else
    left_out=$((left_out + 1))
  fi
}

# A name as code in markdown.
code() {
  # shellcheck disable=SC2016 # The marks of code.
  printf '`%s`' "$(printf '%s' "$1" | tr '`\r\n' "'  ")"
}

compare() {
  local base head file before after found count=0 more=0
  if ! head=$(git rev-parse --verify --quiet --end-of-options "${AFFRAY_HEAD:-HEAD}^{commit}") \
    || ! base=$(git rev-parse --verify --quiet --end-of-options "$AFFRAY_BASE^{commit}") \
    || ! base=$(git merge-base "$base" "$head"); then
    echo "::error title=affray diff::the commits to compare, or where they part, are not in this clone: fetch the whole history (fetch-depth: 0)"
    printf '| diff | **cannot be done** | the history is not in this clone |\n' >> "$table"
    worst 2
    return
  fi
  mkdir -p "$work/both"
  : > "$work/both/affray.toml"
  export_commit "$base" "$work/both/before"
  export_commit "$head" "$work/both/after"
  # In both commits, with rules in it; what a library changes in others is seen there too.
  (cd "$work/both" && find before after -name '*.affray' -type f -exec grep -lE '^rules[[:space:]]+[^"[:space:]]' {} + || true) > "$work/found"
  sed -E 's|^[^/]*/||' "$work/found" | sort -u > "$work/rules"
  read_lines "${AFFRAY_SCENARIOS:-}"
  local scenarios=() options=()
  for file in "${lines[@]+"${lines[@]}"}"; do
    [ ! -e "$work/both/after/$file" ] || scenarios+=("./after/$file")
  done
  [ -z "${AFFRAY_TRIES:-}" ] || options+=("--tries=$AFFRAY_TRIES")
  while IFS= read -r file; do
    before=before/$file
    after=after/$file
    if [ ! -f "$work/both/$before" ]; then
      told < <(printf '\n%s is new.\n' "$(code "$file")")
      continue
    elif [ ! -f "$work/both/$after" ]; then
      told < <(printf '\n%s is gone.\n' "$(code "$file")")
      continue
    fi
    if ! expanded "$before" > "$work/left" || ! expanded "$after" > "$work/right"; then
      # What nobody touched was not readable before either.
      cmp -s "$work/both/$before" "$work/both/$after" || told < <(printf '\n%s is not compared: it cannot be read before or after.\n' "$(code "$file")")
      continue
    fi
    ! cmp -s "$work/left" "$work/right" || continue
    count=$((count + 1))
    if [ "$count" -gt "$most" ]; then
      more=$((more + 1))
      continue
    fi
    found=0
    (cd "$work/both" && "$affray" --quiet --format markdown diff "${options[@]+"${options[@]}"}" "./$before" "./$after" "${scenarios[@]+"${scenarios[@]}"}") > "$work/out" 2> "$work/err" || found=$?
    [ ! -s "$work/err" ] || quietly < "$work/err"
    if [ "$found" -gt 1 ]; then
      worst 2
      told < <(printf '\n%s is not compared: %s cannot do it.\n' "$(code "$file")" "$(code "affray diff")")
    else
      told < <(
        printf '\n<details open><summary>%s</summary>\n\n' "$(printf '%s' "$file" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')"
        below < "$work/out"
        printf '\n</details>\n'
      )
    fi
  done < "$work/rules"
  [ "$more" -eq 0 ] || told < <(printf '\n%s more rule files have changed; %s tells how.\n' "$more" "$(code "affray diff")")
  local word="files"
  [ "$count" -ne 1 ] || word="file"
  printf '| diff | %s rule %s changed | from %s to %s |\n' "$count" "$word" "$(git rev-parse --short "$base")" "$(git rev-parse --short "$head")" >> "$table"
}

read_lines "${AFFRAY_PATHS:-.}"
paths=("${lines[@]+"${lines[@]}"}")
if wanted check; then
  step check check "${paths[@]}"
  if [ -n "${AFFRAY_SARIF:-}" ]; then
    "$affray" --quiet --format sarif check "${paths[@]}" > "$AFFRAY_SARIF" 2> "$work/err" || true
  fi
fi
if wanted fmt; then
  step fmt fmt --check "${paths[@]}"
fi
if wanted test; then
  step test test "${paths[@]}"
fi
if wanted diff && [ -n "${AFFRAY_BASE:-}" ]; then
  compare
fi

{
  printf '<!-- affray -->\n## Affray\n\n| step | outcome | |\n| --- | --- | --- |\n'
  cat "$table"
} > "$work/head.md"
if [ -n "${AFFRAY_SUMMARY:-}" ]; then
  cat "$work/head.md" "$parts" >> "$AFFRAY_SUMMARY"
fi
if [ -n "${AFFRAY_COMMENT:-}" ]; then
  cat "$work/head.md" "$comment" > "$AFFRAY_COMMENT"
  [ "$left_out" -eq 0 ] || printf '\n%s parts do not fit into a comment: the summary of the job has them.\n' "$left_out" >> "$AFFRAY_COMMENT"
fi
exit "$status"
