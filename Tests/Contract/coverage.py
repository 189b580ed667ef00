"""Says how often each operation was answered with 2xx, or with 303 as a form is, and fails when one never was:
coverage.py REPORT.ndjson…"""

import json
import re
import sys
from collections import Counter

# The paths of openapi.yaml, the most literal first: `/v1/entries/trend` is no `/v1/entries/{id}`.
PATHS = sorted(
    re.findall(r"^  (/\S*):$", open("openapi.yaml").read(), re.MULTILINE), key=lambda path: path.count("{"))


def template(path):
    for candidate in PATHS:
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(candidate)), path):
            return candidate
    return None


def responses(report):
    """Every (operation, status) of schemathesis' report whose path is one of the contract's."""
    with open(report) as file:
        for line in file:
            recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
            for interaction in recorder.get("interactions", {}).values():
                response = interaction.get("response")
                request = interaction["request"]
                path = re.sub(r"^https?://[^/]+|[?].*$", "", request["uri"])
                if response and template(path):
                    yield f"{request['method'].upper()} {template(path)}", response["status_code"]


def documented():
    """Every operation of openapi.yaml."""
    path = None
    for line in open("openapi.yaml"):
        if found := re.match(r"^  (/\S*):$", line):
            path = found[1]
        elif path and (found := re.match(r"^    (get|put|post|patch|delete):$", line)):
            yield f"{found[1].upper()} {path}"
        elif re.match(r"^\S", line):
            path = None


def main():
    total, good = Counter(), Counter()
    for report in sys.argv[1:]:
        for operation, status in responses(report):
            total[operation] += 1
            good[operation] += 200 <= status < 300 or status == 303
    never = []
    for operation in sorted(documented()):
        print(f"{good[operation]:6} of {total[operation]:6} answered 2xx  {operation}")
        if good[operation] == 0:
            never.append(operation)
    if never:
        raise SystemExit(f"contract: never answered with 2xx: {', '.join(never)}")


main()
