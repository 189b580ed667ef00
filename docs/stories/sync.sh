#!/usr/bin/env bash
# Two devices of one person: an app that was offline and a widget. What docs/sync.md tells, done with curl. Needs bash and
# curl, and a server:
#   docs/stories/sync.sh http://127.0.0.1:8080 TOKEN
# Prints each step; the first one that goes otherwise ends it with exit code 1.
set -euo pipefail

base=${1:?usage: sync.sh BASE_URL TOKEN}
token=${2:?usage: sync.sh BASE_URL TOKEN}
stream=$(mktemp)
reader=
trap '[ -z "$reader" ] || kill -KILL "$reader" 2>/dev/null || true; rm -f "$stream"' EXIT

step() { echo "· $*"; }
fail() {
  echo "sync.sh: $*" >&2
  exit 1
}
uuid() { cat /proc/sys/kernel/random/uuid; }
ago() { date -u -d "$1" +%FT%TZ; }

# call METHOD PATH [CURL OPTION…]: the answer's body in $answer, its status in $status.
call() {
  local method=$1 path=$2
  shift 2
  answer=$(curl -sS -X "$method" "$base$path" -H "Authorization: Bearer $token" \
    -H 'Accept-Language: en' -w '\n%{http_code}' "$@") || fail "$method $path: no answer"
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
}
# sync CURSOR OPERATIONS: pushes and pulls in one request; CURSOR is null for a device that knows nothing.
sync() {
  call POST /v1/sync -H 'Content-Type: application/json' \
    -d "{\"cursor\":$1,\"clientId\":\"$client\",\"ops\":[$2]}"
}
# op ID KIND TYPE RECORD ACTED [FIELDS]: one operation of an outbox.
op() {
  printf '{"opId":"%s","kind":"%s","record":{"type":"%s","id":"%s"},"actedAt":"%s"%s}' \
    "$1" "$2" "$3" "$4" "$5" "${6:+,\"fields\":$6}"
}
expect() { [[ $answer == *"$1"* ]] || fail "expected $1 in: $answer"; }
refuse() { [[ $answer != *"$1"* ]] || fail "did not expect $1 in: $answer"; }
cursor() { sed -E 's/.*"cursor":("[^"]*").*/\1/' <<<"$answer"; }

app=$(uuid) widget=$(uuid)
habit=$(uuid) entry=$(uuid)
day=$habit/$(date -u +%F)

step "The app starts with nothing: a full sync, page by page, until hasMore is false"
client=$app
sync null ""
[ "$status" = 200 ] || fail "status $status: $answer"
expect '"fullSync":true'
while [[ $answer == *'"hasMore":true'* ]]; do call GET "/v1/changes?cursor=$(cursor | tr -d '"')"; done
seen_by_app=$(cursor)

step "Offline for an hour, a person makes a habit and logs a weight: two operations wait in the outbox"
make=$(op "$(uuid)" put habit "$habit" "$(ago '1 hour ago')" '{"name":"Stretch","kind":"check"}')
weigh=$(op "$(uuid)" put entry "$entry" "$(ago '50 minutes ago')" '{"weightKg":65.2}')
sync "$seen_by_app" "$make,$weigh"
[[ $answer == *'"outcome":"applied"'*'"outcome":"applied"'* ]] || fail "not applied: $answer"
expect "$habit"
refuse '"fullSync":true'

step "The answer was lost on the way: the same outbox again has no second effect"
sync "$seen_by_app" "$make,$weigh"
[[ $answer == *'"outcome":"duplicate"'*'"outcome":"duplicate"'* ]] || fail "not told as repeats: $answer"
seen_by_app=$(cursor)

step "The app opens a stream: it is told when there is something to pull"
curl -sSN --max-time 60 "$base/v1/changes/stream?cursor=${seen_by_app//\"/}" -H "Authorization: Bearer $token" \
  >"$stream" &
reader=$!
for _ in {1..200}; do
  grep -q '^id: ' "$stream" && break
  sleep 0.05
done
grep -q '^event: ' "$stream" && fail "a hint without a change: $(cat "$stream")"

step "The widget, ten minutes ago: done"
client=$widget
sync null "$(op "$(uuid)" set day "$day" "$(ago '10 minutes ago')" '{"done":true}')"
expect '"outcome":"applied"'

step "The stream says so"
for _ in {1..200}; do
  grep -q '^event: change' "$stream" && break
  sleep 0.05
done
grep -q '^event: change' "$stream" || fail "the stream said nothing: $(cat "$stream")"

step "The app had \"not done\" in its outbox, from half an hour ago: superseded, and the answer is what holds"
client=$app
sync "$seen_by_app" "$(op "$(uuid)" set day "$day" "$(ago '30 minutes ago')" '{"done":false}')"
expect '"outcome":"superseded"'
expect '"done":true'
refuse '"done":false'
seen_by_app=$(cursor)

step "One bad operation never blocks another"
bad=$(op "$(uuid)" put entry "$(uuid)" "$(ago now)" '{"weightKg":6520}')
good=$(op "$(uuid)" patch entry "$entry" "$(ago now)" '{"note":"after breakfast"}')
sync "$seen_by_app" "$bad,$good"
[ "$status" = 200 ] || fail "status $status: $answer"
[[ $answer == *'"outcome":"rejected"'*'"outcome":"applied"'* ]] || fail "unexpected: $answer"
expect '/ops/0/fields/weightKg'
seen_by_app=$(cursor)

step "The habit is deleted; its days go with it. The widget learns of it, and drops both"
delete=$(uuid)
sync "$seen_by_app" "$(op "$delete" delete habit "$habit" "$(ago now)")"
expect '"deleted":true'
seen_by_app=$(cursor)

step "Undo: the habit and its day are back, as changes like any other"
sync "$seen_by_app" "$(op "$(uuid)" undo operation "$delete" "$(ago now)")"
expect '"name":"Stretch"'
expect '"done":true'

step "A cursor of another account's feed, or from before the horizon: 410, begin afresh"
call GET "/v1/changes?cursor=aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
[ "$status" = 410 ] || fail "status $status: $answer"
expect sync-cursor-expired
echo "sync.sh: all as expected"
