#!/usr/bin/env bash
# A weight is logged with Siri, the answer is lost, the request is repeated, the act is taken back and
# brought back. Needs bash and curl, and a server:
#   docs/stories/undo.sh http://127.0.0.1:8080 TOKEN
# Prints each step; the first one that goes otherwise ends it with exit code 1.
set -euo pipefail

base=${1:?usage: undo.sh BASE_URL TOKEN}
token=${2:?usage: undo.sh BASE_URL TOKEN}
host=${base#http://} host=${host%%/*} port=${host##*:} host=${host%:*}
key=$(cat /proc/sys/kernel/random/uuid)
id=$(cat /proc/sys/kernel/random/uuid)
body="{\"id\":\"$id\",\"weightKg\":65.2}"

step() { echo "· $*"; }
fail() {
  echo "undo.sh: $*" >&2
  exit 1
}

# call METHOD PATH [CURL OPTION…]: the answer's body in $answer, its status in $status.
call() {
  local method=$1 path=$2
  shift 2
  answer=$(curl -sS -X "$method" "$base$path" -H "Authorization: Bearer $token" \
    -H 'Accept-Language: en' -w '\n%{http_code}' "$@") || fail "$method $path: no answer"
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
}
expect() { [[ $answer == *"$1"* ]] || fail "expected $1 in: $answer"; }
refuse() { [[ $answer != *"$1"* ]] || fail "did not expect $1 in: $answer"; }
# What an app shows, but for what each change of an entry raises.
entry() {
  call GET "/v1/entries/$id"
  sed -E 's/"(version|rev|updatedAt)":[^,}]*,?//g' <<<"$answer"
}

siri=(-H 'Kiroku-Source: siri' -H 'Kiroku-Intent: LogWeightIntent')

step "An older weight, so that there is something that must not be touched"
yesterday=$(date -u -d yesterday +%FT%TZ)
call POST /v1/entries -H 'Content-Type: application/json' \
  -d "{\"weightKg\":66,\"recordedAt\":\"$yesterday\"}"
[ "$status" = 201 ] || fail "status $status: $answer"
older=$(sed -E 's/.*"entry":\{"id":"([^"]*)".*/\1/' <<<"$answer")

step "\"Log 65.2 kilograms\": the request is sent, and the connection is cut before the answer is read"
exec 3<>"/dev/tcp/$host/$port"
printf 'POST /v1/entries HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n' "$host" "$token" >&3
printf 'Kiroku-Source: siri\r\nKiroku-Intent: LogWeightIntent\r\nIdempotency-Key: %s\r\n' "$key" >&3
printf 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' "${#body}" "$body" >&3
exec 3>&- 3<&-
for _ in {1..200}; do
  call GET "/v1/entries/$id"
  [ "$status" = 200 ] && break
  sleep 0.05
done
[ "$status" = 200 ] || fail "the entry never came: $answer"

step "The same again with the same key: one entry, and the answer that was lost"
call POST /v1/entries "${siri[@]}" -H "Idempotency-Key: $key" \
  -H 'Content-Type: application/json' -d "$body"
[ "$status" = 201 ] || fail "status $status: $answer"
expect '"outcome":"applied"'
expect '"dialog":"Logged 65.2 kg."'
call GET "/v1/entries?ids=$id"
[ "$(grep -o "\"id\":\"$id\"" <<<"$answer" | wc -l)" = 1 ] || fail "not one entry: $answer"
before=$(entry)
call GET /v1/entries/trend
expect '"weightKg":65.2'

step "The same key with another weight is refused"
call POST /v1/entries "${siri[@]}" -H "Idempotency-Key: $key" \
  -H 'Content-Type: application/json' -d '{"weightKg":70}'
[ "$status" = 422 ] || fail "status $status: $answer"
expect '"code":"idempotency-key-reused"'

step "\"Undo the last weight I logged\": gone from entries, suggested, trend and chart"
call POST /v1/undo -H 'Content-Type: application/json' -d '{"intent":"LogWeightIntent"}'
[ "$status" = 200 ] || fail "status $status: $answer"
expect '"outcome":"undone"'
expect '"dialog":"Undid logging 65.2 kg."'
expect "\"opId\":\"$key\""
call GET "/v1/entries/$id"
[ "$status" = 404 ] || fail "still there: $answer"
for path in /v1/entries /v1/entries/suggested; do
  call GET "$path"
  refuse "$id"
  expect "$older"
done
for path in /v1/entries/trend /v1/entries/chart.svg; do
  call GET "$path"
  refuse 65.2
  [ "$status" = 200 ] || fail "$path: status $status"
done
call GET /v1/entries
list=$answer

step "The same again, since a Watch says it twice: nothing else is touched"
call POST /v1/undo -H 'Content-Type: application/json' -d '{"intent":"LogWeightIntent"}'
[ "$status" = 200 ] || fail "status $status: $answer"
expect '"outcome":"alreadyUndone"'
call GET /v1/entries
[ "$answer" = "$list" ] || fail "something else was touched: $answer"

step "Redo: as it was, but for rev, version and updatedAt"
call POST /v1/redo -H 'Content-Type: application/json' -d "{\"opId\":\"$key\"}"
[ "$status" = 200 ] || fail "status $status: $answer"
expect '"outcome":"redone"'
after=$(entry)
[ "$before" = "$after" ] || fail "it was $before, it is $after"

step "The history tells it all"
call GET '/v1/operations?limit=5'
for label in 'Redid logging 65.2 kg' 'Undid logging 65.2 kg' 'Logged 65.2 kg'; do
  expect "\"label\":\"$label\""
done
echo "undo.sh: as told"
