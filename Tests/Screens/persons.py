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

    def call(self, method, path, body=None, headers=None):
        headers = {"Content-Type": "application/json"} | (headers or {})
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        # Between two calls there may be more pages than an idle connection is kept for.
        self.connection.close()
        if answer.status >= 300:
            raise SystemExit(f"screens: {method} {path}: {answer.status} {text.decode()}")
        return json.loads(text) if text else None


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
        if back > 0 and lot.random() < 0.78 and not 140 < back < 155:
            weight = start_kg - 0.021 * (300 - back) + 1.6 * (0.5 - lot.random())
            operations.append(weighing(day, weight))
        if lot.random() < (0.6 if back > 60 else 0.93):
            operations.append(day_operation(ids[0], day, {"done": True}))
        if lot.random() < 0.9:
            operations.append(day_operation(ids[1], day, {"count": lot.randint(1, 10)}))
        if day.isoweekday() < 6 and lot.random() < 0.8:
            operations.append(day_operation(ids[2], day, {"done": True} if lot.random() < 0.93 else {"skipped": True}))
    push(client, operations)
    return client


def breadth(port, language, unit):
    """Somebody with all that is long, large, rare or odd: two years of few weights, no goal, and many habits."""
    client = make_account(port, unit=unit, timeZone="UTC", locale=language)
    is_japanese = language == "ja"
    # At the limit of length, with nowhere to break and with words.
    long = ["毎朝起きたらすぐに窓を開けて深呼吸をしてから白湯を一杯ゆっくり飲む" * 3,
            "ウォーキングアンドストレッチング" * 6] if is_japanese else [
        "Walk to the station instead of taking the bus, unless it rains or the luggage is too heavy to be carried",
        "Donaudampfschifffahrtsgesellschaftskapitän" * 2]
    habits = [
        {"name": long[0][:100], "kind": "check", "color": "#ffd60a"},
        {"name": long[1][:100], "kind": "count", "color": "#000000",
         "target": {"value": 800_000_000, "unit": "ミリリットルのお水です" if is_japanese else "millilitres of water"}},
        {"name": "🧘🏽‍♀️", "kind": "check", "color": "#ffffff", "schedule": {"type": "perWeek", "times": 3}},
        {"name": "間食" if is_japanese else "Snacks", "kind": "count",
         "target": {"value": 2.5, "direction": "atMost"}, "color": "#ff453a"},
        {"name": "مشي كل يوم", "kind": "check", "schedule": {"type": "everyDays", "days": 3, "anchor": str(TODAY)}},
    ]
    habits += [{"name": f"{'習慣' if is_japanese else 'Habit'} {number}", "kind": "check"} for number in range(6, 33)]
    ids = [client.call("POST", "/v1/habits", habit)["habit"]["id"] for habit in habits]
    pause = {"from": str(TODAY - datetime.timedelta(days=40)), "to": str(TODAY - datetime.timedelta(days=20))}
    client.call("PATCH", f"/v1/habits/{ids[0]}", {"pauses": [pause]})
    lot = random.Random(3)
    operations = [weighing(TODAY - datetime.timedelta(days=back), kg)
                  for back, kg in [(760, 299.9), (700, 180), (395, 20.1), (30, 121.4), (3, 120.9)]]
    for back in range(400, 0, -1):
        day = TODAY - datetime.timedelta(days=back)
        operations.append(day_operation(ids[0], day, {"done": True} if lot.random() < 0.8 else {"skipped": True}))
        operations.append(day_operation(ids[1], day, {"count": lot.randint(1, 1_000_000_000)}))
        operations.append(day_operation(ids[3], day, {"count": lot.randint(0, 12) / 2}))
        if lot.random() < 0.4:
            operations.append(day_operation(ids[2], day, {"done": True}))
    operations.append(day_operation(ids[4], TODAY, {"done": True}))
    push(client, operations)
    return client


def beginner(port):
    """Somebody who weighed themselves once, and is too far from the goal for one picture."""
    client = make_account(port, unit="kg", timeZone="UTC", locale="en")
    client.call("PATCH", "/v1/account", {"weightGoal": {"value": 60, "unit": "kg"}})
    push(client, [weighing(TODAY, 104.25)])
    client.call("POST", "/v1/habits", {"name": "Read", "kind": "check"})
    return client


SOURCES = ["app", "widget", "siri", "shortcuts", "spotlight", "control_center", "action_button", "script"]


def perform(client, names):
    """Logs a weight from each source, by the intents in turn."""
    for number, source in enumerate(SOURCES * 3):
        client.call("POST", "/v1/entries", {"weightKg": 80 + number / 10},
                    {"Kiroku-Source": source, "Kiroku-Intent": names[number % len(names)]})


def push(client, operations):
    """Sends what a device did yesterday."""
    for start in range(0, len(operations), 400):
        batch = [{"opId": str(uuid.uuid4()), "actedAt": f"{TODAY - datetime.timedelta(days=1)}T00:00:00Z"} | operation
                 for operation in operations[start:start + 400]]
        for result in client.call("POST", "/v1/sync", {"clientId": str(uuid.uuid4()), "ops": batch})["results"]:
            if result["outcome"] != "applied":
                raise SystemExit(f"screens: {result}")


def weighing(day, kg):
    return {"record": {"type": "entry", "id": str(uuid.uuid4())}, "kind": "put",
            "fields": {"weightKg": round(kg, 1), "recordedAt": f"{day}T06:00:00Z"}}


def day_operation(habit, day, fields):
    return {"record": {"type": "day", "id": f"{habit}/{day}"}, "kind": "set", "fields": fields}
