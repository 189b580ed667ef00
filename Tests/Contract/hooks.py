"""Gives each request a token: one account's for most, a throw-away account's for what deletes or revokes."""

import json
import os
import subprocess
import uuid

import schemathesis

# Operations after which a token, or its whole account, is no more.
DESTRUCTIVE = {
    ("DELETE", "/v1/account"),
    ("DELETE", "/v1/tokens/{id}"),
    ("POST", "/v1/accounts/recover"),
}


def make_account():
    """An account with a token of every scope, by the command line: no sign-up limit stands in its way."""
    command = [os.environ["KIROKU_PROGRAM"], "account", "create", "--data", os.environ["KIROKU_CONTRACT_DATA"]]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def app_token(account):
    return next(token["secret"] for token in account["tokens"] if token["scope"] == "app")


shared = app_token(make_account())


@schemathesis.auth()
class Token:
    def get(self, case, context):
        if (case.method.upper(), case.operation.path) in DESTRUCTIVE:
            return app_token(make_account())
        return shared

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


# Query parameters that exclude `ids`, which no schema of single parameters can say.
EXCLUDED_BY_IDS = ["cursor", "sort", "q", "from", "to", "minKg", "maxKg", "source"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Where the data is meant to be good, makes good what only the server's state decides: a key of its own for each
    write, a record as it is now, and no cursor out of thin air."""
    if case.meta is None or case.meta.generation.mode.value != "positive":
        return
    headers = case.headers
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = str(uuid.uuid4())
    for condition in ("If-Match", "If-None-Match"):
        if case.method.upper() not in ("GET", "HEAD"):
            headers.pop(condition, None)
    query = case.query or {}
    query.pop("cursor", None)
    if "ids" in query:
        for name in EXCLUDED_BY_IDS:
            query.pop(name, None)
    for low, high in (("from", "to"), ("minKg", "maxKg")):
        if low in query and high in query:
            query.pop(high)
