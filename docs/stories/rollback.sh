#!/usr/bin/env bash
# The app reads a habit's day, not done; a widget's tap sets it done; the app comes back to the front and sends its older
# copy. The tap stays. Needs bash, curl and GNU date, and a server that lets anybody make an account:
#   docs/stories/rollback.sh http://127.0.0.1:8080
# Prints each step; the first one that goes otherwise ends it with exit code 1. The last step needs a server whose clock
# can be set: our tests name a file that holds the time as a second argument.
set -euo pipefail

base=${1:?usage: rollback.sh BASE_URL [CLOCK_FILE]}
clock=${2:-}

step() { echo "· $*"; }
fail() {
  echo "rollback.sh: $*" >&2
  exit 1
}

# call TOKEN METHOD PATH [CURL OPTION…]: the answer's body in $answer, its status in $status, its entity tag in $tag.
call() {
  local token=$1 method=$2 path=$3
  shift 3
  answer=$(curl -sS -X "$method" "$base$path" -H "Authorization: Bearer $token" -H 'Accept-Language: en' \
    -w '\n%header{etag}\n%{http_code}' "$@") || fail "$method $path: no answer"
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
  tag=${answer##*$'\n'} answer=${answer%$'\n'*}
}
expect() { [[ $answer == *"$1"* ]] || fail "expected $1 in: $answer"; }
status() { [ "$status" = "$1" ] || fail "expected status $1, not $status: $answer"; }
# member NAME: the value of the first text of this name in the answer.
member() { sed -E "s/.*\"$1\":\"([^\"]*)\".*/\\1/" <<<"$answer" | head -n 1; }

json=(-H 'Content-Type: application/json')
now=$([ -n "$clock" ] && cat "$clock" || date -u +%FT%TZ)
earlier() { date -u -d "$now - $1" +%FT%TZ; }

step "An account whose day starts at three, with a token for the app and one for the widget"
answer=$(curl -sS "$base/v1/accounts" "${json[@]}" \
  -d '{"timeZone":"Asia/Tokyo","dayStart":180,"scopes":["app","widget"]}') || fail "no account"
app=$(sed -E 's/.*"scope":"app"[^}]*"secret":"(krk_[a-z0-9]*)".*/\1/' <<<"$answer")
widget=$(sed -E 's/.*"scope":"widget"[^}]*"secret":"(krk_[a-z0-9]*)".*/\1/' <<<"$answer")
[[ $app == krk_* && $widget == krk_* && $app != "$widget" ]] || fail "no tokens in: $answer"

step "A habit; the app reads its day, which is not done, and the widget draws it"
call "$app" POST /v1/habits "${json[@]}" -d '{"name":"Read","kind":"check"}'
status 201
habit=$(sed -E 's/.*"habit":\{"id":"([^"]*)".*/\1/' <<<"$answer")
call "$widget" GET /v1/widget
status 200
expect '"done":null'
before=$tag day=$(sed -E 's/^\{"day":"([^"]*)".*/\1/' <<<"$answer")
path=/v1/habits/$habit/days/$day
call "$app" GET "$path"
expect '"done":null'

step "A tap on the widget, an hour ago: done"
call "$widget" PUT "$path" "${json[@]}" -H 'Kiroku-Source: widget' \
  -H "Kiroku-Acted-At: $(earlier '1 hour')" -d '{"done":true}'
status 200
expect '"outcome":"applied"'
expect '"dialog":"“Read” is done.'

step "The app, back in front, sends what it showed two hours ago: not done. It is superseded"
call "$app" PUT "$path" "${json[@]}" -H 'Kiroku-Source: app' \
  -H "Kiroku-Acted-At: $(earlier '2 hours')" -d '{"done":false}'
status 200
expect '"outcome":"superseded"'
expect '"done":true'
expect '"dialog":"A newer change was kept. “Read” is done.'

step "The widget's snapshot shows done, under a new tag; then it is 304"
call "$widget" GET /v1/widget -H "If-None-Match: $before"
status 200
expect '"done":true'
[ "$tag" != "$before" ] || fail "the tag is the old one: $tag"
shown=$tag boundary=$(member refreshAfter)
call "$widget" GET /v1/widget -H "If-None-Match: $shown"
status 304

if [ -n "$clock" ]; then
  step "A second before three in the morning it is 304 still; at three the day is another one"
  date -u -d "$boundary - 1 second" +%FT%TZ >"$clock"
  call "$widget" GET /v1/widget -H "If-None-Match: $shown"
  status 304
  echo "$boundary" >"$clock"
  call "$widget" GET /v1/widget -H "If-None-Match: $shown"
  status 200
  expect '"done":null'
  [ "$(sed -E 's/^\{"day":"([^"]*)".*/\1/' <<<"$answer")" != "$day" ] || fail "the same day: $answer"
  [ "$tag" != "$shown" ] || fail "the tag is the old one: $tag"
  call "$app" GET "$path"
  expect '"done":true'
fi
echo "rollback.sh: as told"
