"""Gives each request a token: one account's for most, a throw-away account's for what deletes or revokes."""

import datetime
import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies as st

# What a schema says in words only. Zones that exist; acts and readings of the past, since what lies in the future is
# refused or moved; offsets that leave the instant in the years that are taken.
ZONES = ["UTC", "Asia/Tokyo", "Europe/Zurich", "America/Argentina/Buenos_Aires"]
schemathesis.openapi.format("time-zone", st.sampled_from(ZONES))
schemathesis.openapi.format("date", st.dates(datetime.date(1900, 1, 1), datetime.date(2200, 12, 31)).map(str))
schemathesis.openapi.format(
    "date-time",
    st.builds(
        lambda instant, offset: instant.isoformat() + offset,
        st.datetimes(datetime.datetime(1901, 1, 1), datetime.datetime(2025, 12, 31)),
        st.sampled_from(["Z", "+09:00", "-03:30"])))

# Operations after which a token, or its whole account, is no more.
DESTRUCTIVE = {
    ("DELETE", "/v1/account"),
    ("DELETE", "/v1/tokens/{id}"),
    ("POST", "/v1/accounts/recover"),
}


SERVER = os.environ["KIROKU_CONTRACT_URL"]


def call(method, path, body=None, token=None):
    """A request with a body, beside those that are tested; its answer."""
    return send(method, path, json.dumps(body or {}).encode(), token)


def send(method, path, content=None, token=None):
    request = urllib.request.Request(SERVER + path, method=method, data=content)
    if content:
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def make_account():
    """An account with a token of every scope: the server that is tested has no sign-up limit."""
    return call("POST", "/v1/accounts")


def app_token(account):
    return next(token["secret"] for token in account["tokens"] if token["scope"] == "app")


def analytics_token():
    command = [os.environ["KIROKU_PROGRAM"], "token", "create", "--scope", "analytics", "--data",
               os.environ["KIROKU_CONTRACT_DATA"]]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)["secret"]


shared = app_token(make_account())
analytics = analytics_token()
TODAY = datetime.datetime.now(datetime.timezone.utc).date().isoformat()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def session_cookie():
    """The cookie of a browser in which the token of analytics was pasted."""
    form = urllib.parse.urlencode({"token": analytics}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(SERVER + "/dashboard", form)
    except urllib.error.HTTPError as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


session = session_cookie()


# Not kept for the next case, as it would be by default: a throw-away account is for one.
@schemathesis.auth(refresh_interval=None)
class Token:
    def get(self, case, context):
        if case.operation.path.startswith("/v1/measures/"):
            return analytics
        if (case.method.upper(), case.operation.path) not in DESTRUCTIVE:
            return shared
        account = make_account()
        if is_good(case) and case.operation.path == "/v1/tokens/{id}":
            case.path_parameters["id"] = account["tokens"][-1]["id"]
        return app_token(account)

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def recovery_code():
    return make_account()["recoveryCode"]


def pairing_code():
    """A code that waits to be claimed."""
    return call("POST", "/v1/pairings", {"scope": "read"}, shared)["pairing"]["code"]


# How many cases on habits there have been since there was room made.
cases_on_habits = 0


def make_room_for_habits():
    """Deletes the habits of earlier cases, every so often: an account holds no more than 500."""
    global cases_on_habits
    cases_on_habits += 1
    if cases_on_habits < 200:
        return
    cases_on_habits = 0
    for archived in ("false", "true"):
        for found in send("GET", f"/v1/habits?limit=500&archived={archived}", token=shared)["habits"]:
            send("DELETE", "/v1/habits/" + found["id"], token=shared)


def habit(kind):
    """A new habit of the kind, so that what is done to it is not what others did."""
    body = {"name": "Contract", "kind": kind}
    if kind == "count":
        body["target"] = {"value": 2, "unit": "l"}
    return call("POST", "/v1/habits", body, shared)["habit"]["id"]


def act_in_app():
    """A new act that an app may donate."""
    act = str(uuid.uuid4())
    call("POST", "/v1/sync", {"ops": [{
        "opId": act, "record": {"type": "entry", "id": str(uuid.uuid4())}, "kind": "put", "source": "app",
        "fields": {"weightKg": 65}}]}, shared)
    return act


# Query parameters that exclude `ids`, which no schema of single parameters can say.
EXCLUDED_BY_IDS = ["cursor", "sort", "q", "from", "to", "minKg", "maxKg", "source", "archived"]


def is_good(case):
    """Whether the data is meant to be taken."""
    return case.meta is not None and case.meta.generation.mode.value == "positive"


def is_example_key(key):
    """Whether it is the contract's example: the same key in two bad requests would say something of the second."""
    return key == "019ad8f2-6a40-7c19-93e0-8f3f0f5a7b21"


def exact(value):
    """The value with its decimals as written by hand: 65.2, where a multiple of 0.001 has come out as 65.2000…01."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {name: exact(member) for name, member in value.items()}
    return [exact(element) for element in value] if isinstance(value, list) else value


def make_events_good(events):
    """Zones that exist, and no more properties than fit."""
    for event in events if isinstance(events, list) else []:
        if event.get("timeZone") not in (None, *ZONES):
            event["timeZone"] = ZONES[2]
        if event.get("name") in ("intent_performed", "intent_donated") and not event.get("intent"):
            event["intent"] = "LogWeightIntent"
        if event.get("properties"):
            event["properties"] = {"screen": "today"}


def make_habit_good(case):
    """Ids of habits of the kind that the body is for, and new ones where a habit is made."""
    method, path = case.method.upper(), case.operation.path
    body = case.body if isinstance(case.body, dict) else {}
    if "kind" in body:
        # Counted habits have a target, checks have none.
        if body["kind"] == "count":
            body["target"] = body.get("target") or {"value": 2, "unit": "l"}
        else:
            body.pop("target", None)
    # Of a text that is shown, something has to be visible.
    for holder, name in ((body, "name"), (body.get("target"), "unit")):
        if holder and isinstance(holder.get(name), str) and not any(c.isalnum() for c in holder[name]):
            holder[name] = "Contract"
    # One schedule, so that no two begin on one day, and never more times than days.
    if body.get("schedules"):
        body["schedules"] = body["schedules"][:1]
    for schedule in [body.get("schedule")] + (body.get("schedules") or []):
        if schedule and schedule.get("type") == "inDays":
            schedule["times"] = 1
    # Of pauses each has to end after it begins and before the next.
    if body.get("pauses"):
        body["pauses"] = []
    # What a day is, is said in one way.
    said = [name for name in ("done", "count", "skipped") if body.get(name) is not None]
    for name in said[1:]:
        body.pop(name)
    if method == "PUT" and path == "/v1/habits/{id}":
        case.path_parameters["id"] = str(uuid.uuid4())
    elif method == "POST" and path == "/v1/habits":
        body.pop("id", None)
    elif method == "PATCH":
        case.path_parameters["id"] = habit("count" if body.get("target") else "check")
    elif path.endswith("/increment") or body.get("count") is not None:
        case.path_parameters["id"] = habit("count")
    elif path.endswith("/toggle") or method == "PUT":
        case.path_parameters["id"] = habit("check")


@schemathesis.hook
def before_call(context, case, kwargs):
    """Where the data is meant to be good, makes good what only the server's state, or two fields together, decide: a key
    of its own for each write, a record as it is now, no cursor out of thin air, ranges that are not reversed."""
    headers = case.headers
    if case.operation.path == "/dashboard" and case.method.upper() == "GET":
        # Only whoever is signed in is told what is wrong with the query.
        headers["Cookie"] = session
    if "Idempotency-Key" in headers and (is_good(case) or is_example_key(headers["Idempotency-Key"])):
        headers["Idempotency-Key"] = str(uuid.uuid4())
    if not is_good(case):
        return
    if headers.get("Kiroku-Time-Zone", "UTC") not in ZONES:
        headers["Kiroku-Time-Zone"] = ZONES[1]
    if case.method.upper() not in ("GET", "HEAD"):
        for condition in ("If-Match", "If-None-Match"):
            headers.pop(condition, None)
    if case.method.upper() == "DELETE":
        # A delete that was done before the last change leaves the entry as it is.
        for time in ("Kiroku-Acted-At", "Kiroku-Clock-Offset-Ms"):
            headers.pop(time, None)
    query = case.query or {}
    query.pop("cursor", None)
    # A long poll would take the time of hundreds of requests.
    query.pop("wait", None)
    if case.operation.path.startswith("/v1/habits"):
        make_room_for_habits()
        make_habit_good(case)
    if "ids" in query:
        for name in EXCLUDED_BY_IDS:
            query.pop(name, None)
    for low, high in (("from", "to"), ("minKg", "maxKg")):
        if low in query and high in query:
            query.pop(high)
    if case.operation.path in ("/v1/measures/sources", "/v1/measures/donations"):
        # A range that is not too long for one answer.
        for name in ("from", "to"):
            query.pop(name, None)
    for name in ("minKg", "maxKg"):
        if name in query:
            query[name] = exact(query[name])
    if case.method.upper() != "GET" and TODAY < case.path_parameters.get("day", "") != "today":
        # What is recorded lies no more than a day ahead.
        case.path_parameters["day"] = TODAY
    if isinstance(case.body, dict):
        case.body = exact(case.body)
        if case.body.get("timeZone") not in (None, *ZONES):
            case.body["timeZone"] = ZONES[2]
        if isinstance(case.body.get("recordedAt"), str) and case.body["recordedAt"][:10] > TODAY:
            # No later than a day from now; schemathesis sends back times that it was answered, moved.
            case.body["recordedAt"] = f"{TODAY}T00:00:00Z"
        case.body.pop("cursor", None)
        if case.operation.path == "/v1/donations":
            case.body["opId"] = act_in_app()
        if case.operation.path == "/v1/events":
            make_events_good(case.body.get("events"))
        if case.operation.path == "/v1/accounts/recover":
            case.body["recoveryCode"] = recovery_code()
        if case.operation.path == "/dashboard":
            case.body["token"] = analytics
        if case.operation.path == "/v1/pairings/claim":
            case.body["code"] = pairing_code()
        if "id" in case.path_parameters:
            case.body.pop("id", None)


@schemathesis.hook
def filter_case(context, case):
    """Leaves out the negative case of a header field that the contract does not name: HTTP lets anybody on the way add
    fields, and who does not know them ignores them (RFC 9110 §5.1). Unknown query parameters and body fields stay."""
    data = case.meta.phase.data if case.meta else None
    return not (
        data is not None
        and data.parameter_location is not None
        and data.parameter_location.value == "header"
        and (data.description or "").lower() == "object with unexpected properties"
    )
