"""People with weights and habits, made through the API: what their own pages are looked at with."""

import datetime
import http.client
import json
import random
import uuid

TODAY = datetime.datetime.now(datetime.timezone.utc).date()


class Client:
    def __init__(self, port, token=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.token = token

    def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"screens: {method} {path}: {answer.status} {text.decode()}")
        return json.loads(text)


def make_account(port, **settings):
    made = Client(port).call("POST", "/v1/accounts", settings | {"scopes": ["app"]})
    return Client(port, made["tokens"][0]["secret"])


def person(port, seed, names, unit, start_kg, goal_kg, **settings):
    """Somebody who has lost weight for 300 days, with gaps, and has four habits.

    - names: of the habits: checked daily, counted, on weekdays, and one of no days yet.
    """
    lot = random.Random(seed)
    client = make_account(port, unit=unit, **settings)
    client.call("PATCH", "/v1/account", {"weightGoal": {"value": goal_kg, "unit": "kg"}})
    daily, counted, weekdays, new = names
    # A habit holds from the day on which its schedule begins.
    from_day = str(TODAY - datetime.timedelta(days=300))
    habits = [
        {"name": daily, "kind": "check", "schedules": [{"type": "daily", "from": from_day}]},
        {"name": counted[0], "kind": "count", "target": {"value": 8, "unit": counted[1]}, "color": "#0a84ff",
         "schedules": [{"type": "daily", "from": from_day}]},
        {"name": weekdays, "kind": "check", "color": "#bf5af2",
         "schedules": [{"type": "weekdays", "weekdays": [1, 2, 3, 4, 5], "from": from_day}]},
        {"name": new, "kind": "check"},
    ]
    ids = [client.call("POST", "/v1/habits", habit)["habit"]["id"] for habit in habits]
    operations = []
    for back in range(300, -1, -1):
        day = TODAY - datetime.timedelta(days=back)
        at = f"{day}T06:00:00Z"
        if back > 0 and lot.random() < 0.78 and not 140 < back < 155:
            weight = start_kg - 0.021 * (300 - back) + 1.6 * (0.5 - lot.random())
            operations.append({"record": {"type": "entry", "id": str(uuid.uuid4())}, "kind": "put",
                               "fields": {"weightKg": round(weight, 1), "recordedAt": at}})
        if lot.random() < (0.6 if back > 60 else 0.93):
            operations.append(day_operation(ids[0], day, {"done": True}))
        if lot.random() < 0.9:
            operations.append(day_operation(ids[1], day, {"count": lot.randint(1, 10)}))
        if day.isoweekday() < 6 and lot.random() < 0.8:
            operations.append(day_operation(ids[2], day, {"done": True} if lot.random() < 0.93 else {"skipped": True}))
    for start in range(0, len(operations), 400):
        batch = [{"opId": str(uuid.uuid4()), "actedAt": f"{TODAY - datetime.timedelta(days=1)}T00:00:00Z"} | operation
                 for operation in operations[start:start + 400]]
        for result in client.call("POST", "/v1/sync", {"clientId": str(uuid.uuid4()), "ops": batch})["results"]:
            if result["outcome"] != "applied":
                raise SystemExit(f"screens: {result}")
    return client


def day_operation(habit, day, fields):
    return {"record": {"type": "day", "id": f"{habit}/{day}"}, "kind": "set", "fields": fields}
