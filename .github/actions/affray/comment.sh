#!/usr/bin/env bash
# Writes a comment under a pull request, or changes the one that was written before. Needs gh, and GH_TOKEN with `pull-requests: write`.
#
#   AFFRAY_COMMENT  the file with the comment; its first line marks it
#   AFFRAY_PULL     the number of the pull request
#   AFFRAY_REPO     OWNER/NAME
#
# A comment that may not be written, as in pull requests from forks, is a warning: the summary of the job says the same.
set -euo pipefail

[[ $AFFRAY_PULL =~ ^[0-9]+$ ]] || { echo "::error::the number of the pull request is none"; exit 2; }
comments=repos/$AFFRAY_REPO/issues/$AFFRAY_PULL/comments
# shellcheck disable=SC2016 # The program is that of jq.
own='.[] | select(.user.type == "Bot" and (.body | startswith("<!-- affray -->"))) | .id'
if ! known=$(gh api --paginate "$comments" --jq "$own"); then
  echo "::warning::the comments of the pull request cannot be read"
  exit 0
fi
known=${known%%$'\n'*}
if [[ $known =~ ^[0-9]+$ ]]; then
  call=(--method PATCH "repos/$AFFRAY_REPO/issues/comments/$known")
else
  call=(--method POST "$comments")
fi
if ! gh api "${call[@]}" --field "body=@$AFFRAY_COMMENT" --silent; then
  echo "::warning::the comment cannot be written: see the summary of the job"
fi
