"""Holds the numbers on a page to the API's answers."""

import re

# Of a weight's table.
MAX_ROWS = 400


def check(sections, get, is_owner):
    """What differs, as a list of sentences. `get` asks the API for an address."""
    faults = []
    for key, section in sections.items():
        if key.startswith("habit-"):
            check = check_habit
        else:
            check = {"funnel": check_funnel, "sources": check_sources, "retention": check_retention,
                     "donations": check_donations, "weight": check_weight}[key]
        answer = get(section["address"])
        for shown, told in check(section, answer):
            if shown != told:
                faults.append(f"{key}: the page has {shown}, {section['address']} has {told}")
                break
    expected = ["funnel", "sources", "retention", "donations"] if is_owner else ["weight"]
    faults += [f"the page has no {key}" for key in expected if key not in sections]
    return faults


def number(value):
    """A number as Python's JSON has it, from the page's text; nothing where the page shows a dash."""
    found = re.fullmatch(r"-?\d+(\.\d+)?", value or "")
    return float(value) if found else None


def cell(values):
    return number(values[0])


def check_funnel(section, answer):
    if not section["tables"]:
        yield 0, answer["steps"][0]["people"]
        return
    for row, step in zip(section["tables"][0], answer["steps"], strict=True):
        keys = ["people", "rateFromFirst", "rateFromPrevious", "medianSecondsFromFirst", "medianSecondsFromPrevious"]
        yield [cell(values) for values in row[1:]], [step[key] for key in keys]


def check_sources(section, answer):
    if not section["tables"]:
        yield 0, sum(bucket["events"] for bucket in answer["buckets"])
        return
    for row, bucket in zip(section["tables"][0], reversed(answer["buckets"]), strict=True):
        yield [row[0][0], cell(row[1]), cell(row[2])], [bucket["start"], bucket["people"], bucket["events"]]
        shown = sorted(cell(values) for values in row[3:] if cell(values))
        yield shown, sorted(source["events"] for source in bucket["sources"])


def check_retention(section, answer):
    for row, week in zip(section["tables"][0], answer["weeks"], strict=True):
        for group, cells in (("exposed", row[1:5]), ("others", row[5:9])):
            told = week[group]
            yield ([cell(values) for values in cells[:3]], [told["people"], told["returned"], told["rate"]])
            if told["rate"] is not None:
                yield [number(value) for value in cells[3]], [told["lower"], told["upper"]]
        if week["difference"]:
            told = week["difference"]
            yield [number(value) for value in row[9]], [told["value"], told["lower"], told["upper"]]
        yield cell(row[10]), week["immature"]


def check_donations(section, answer):
    totals = {}
    for day in answer["days"]:
        total = totals.setdefault(day["intent"], [0, 0, 0])
        for index, key in enumerate(("donated", "performed", "undone")):
            total[index] += day[key]
    if not section["tables"]:
        yield {}, totals
        return
    yield {row[0][0]: [cell(values) for values in row[1:]] for row in section["tables"][0]}, totals


def check_weight(section, answer):
    points = answer["points"]
    if not section["tables"]:
        yield 0, len(points)
        return
    shown = [fact[0] for fact in section["facts"]]
    rate = answer["weeklyRateKg"]
    told = [text(points[-1]["trendKg"])] + ([] if rate is None else [text(rate)])
    yield shown[:len(told)], told
    if answer["goalDate"]:
        yield shown[-1], answer["goalDate"]
    # The latest are in the table.
    for row, point in zip(section["tables"][0], reversed(points[-MAX_ROWS:]), strict=True):
        weight = None if point["interpolated"] else point["weightKg"]
        yield [row[0][0], cell(row[1]), cell(row[2])], [point["day"], weight, point["trendKg"]]


def check_habit(section, answer):
    facts = section["facts"]
    yield [facts[0][0], facts[1][0]], [str(answer["streakDays"]), str(answer["bestStreakDays"])]
    yield number(facts[2][0]), answer["score"]
    if len(facts) > 3:
        told = answer["completion"]["last30Days"]
        # In Japanese the whole comes before the part.
        yield sorted(facts[3]), sorted([str(told["satisfied"]), str(told["satisfied"] + told["missed"])])


def text(value):
    return f"{value:.3f}".rstrip("0").rstrip(".")
