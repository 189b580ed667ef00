#!/usr/bin/env bash
# An app saves a weight and donates the intent that does the same, so that the system learns when to suggest it; the person
# undoes it, and the device deletes what it donated. What docs/donations.md tells, done with curl. Needs bash and curl, and
# a server:
#   docs/stories/donation.sh http://127.0.0.1:8080 TOKEN
# Prints each step; the first one that goes otherwise ends it with exit code 1.
set -euo pipefail

base=${1:?usage: donation.sh BASE_URL TOKEN}
token=${2:?usage: donation.sh BASE_URL TOKEN}
phone=$(cat /proc/sys/kernel/random/uuid) tablet=$(cat /proc/sys/kernel/random/uuid)
client=$phone

step() { echo "· $*"; }
fail() {
  echo "donation.sh: $*" >&2
  exit 1
}
uuid() { cat /proc/sys/kernel/random/uuid; }

# call METHOD PATH [CURL OPTION…]: as the $client; the answer's body in $answer, its status in $status.
call() {
  local method=$1 path=$2
  shift 2
  answer=$(curl -sS -X "$method" "$base$path" -H "Authorization: Bearer $token" \
    -H 'Accept-Language: en' -H "Kiroku-Client-Id: $client" -H 'Content-Type: application/json' \
    -w '\n%{http_code}' "$@") || fail "$method $path: no answer"
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
}
expect() { [[ $answer == *"$1"* ]] || fail "expected $1 in: $answer"; }
refuse() { [[ $answer != *"$1"* ]] || fail "did not expect $1 in: $answer"; }
answers() { [ "$status" = "$1" ] || fail "status $status, not $1: $answer"; }
# save SOURCE KEY: logs a weight under a key.
save() {
  call POST /v1/entries -H "Idempotency-Key: $2" -H "Kiroku-Source: $1" -H 'Kiroku-Intent: LogWeightIntent' \
    -d '{"weightKg":65.2}'
  answers 201
}
# donate KEY ACT IDENTIFIER: tells of a donation under a key of its own.
donate() {
  call POST /v1/donations -H "Idempotency-Key: $1" \
    -d "{\"opId\":\"$2\",\"intent\":\"LogWeightIntent\",\"donationIdentifier\":\"$3\"}"
}

first=$(uuid) second=$(uuid) key=$(uuid)

step "Nobody knows the act: it has to be saved before it is donated"
donate "$(uuid)" "$first" system-1
answers 409
expect '"code":"act-not-saved"'

step "The app saves, and is told to donate"
save app "$first"
expect '"donate":{"intent":"LogWeightIntent","recommended":true}'

step "It tells its system, and then the server"
donate "$key" "$first" system-1
answers 201
expect '"created":true'
expect '"donationIdentifier":"system-1"'
donated=$answer

step "The same again, since the answer was lost: the same answer, and one donation"
donate "$key" "$first" system-1
answers 201
[ "$answer" = "$donated" ] || fail "it was $donated, it is $answer"
call GET /v1/donations
[ "$(grep -o '"donationIdentifier"' <<<"$answer" | wc -l)" = 1 ] || fail "not one donation: $answer"

step "A second save the same day: once a day is enough"
save app "$second"
expect '"donate":{"intent":"LogWeightIntent","recommended":false}'
donate "$(uuid)" "$second" system-2
answers 200
expect '"created":false'
expect '"discarded":false'
call GET /v1/changes
cursor=$(sed -E 's/.*"cursor":"([^"]*)".*/\1/' <<<"$answer")

step "The person takes the first one back: the answer says which donation to delete, and the list is empty"
call POST /v1/undo -d "{\"opId\":\"$first\"}"
answers 200
expect '"outcome":"undone"'
expect '"donationIdentifier":"system-1"'
call GET /v1/donations
expect '"donations":[]'

step "The phone's feed says so, for when another device undid it; the tablet's does not"
call GET "/v1/changes?cursor=$cursor"
expect "\"type\":\"donation\",\"id\":\"$key\""
expect '"deleted":true,"value":null,"donationIdentifier":"system-1"'
client=$tablet
call GET "/v1/changes?cursor=$cursor"
refuse '"type":"donation"'
client=$phone

step "A donation that comes late, of what is undone: discarded, and the app deletes it"
donate "$(uuid)" "$first" system-3
answers 200
expect '"discarded":true'
call GET /v1/donations
expect '"donations":[]'

step "What Siri ran, the system knows by itself"
siri=$(uuid)
save siri "$siri"
refuse '"donate"'
donate "$(uuid)" "$siri" system-4
answers 422
expect '"code":"donation-not-applicable"'
echo "donation.sh: as told"
