"""Checks the turn-offs by campaign on histories whose hazards are known; see script/findings."""

import argparse
import json
import math
import random
import subprocess
import sys
import tempfile
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

DAY = 86_400
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
DAYS = 90
CAMPAIGNS = ["a", "b", "c", "d", "e"]
# Visits of a person: the mean days between two.
VISITS = {"daily": 1, "weekly": 7, "monthly": 30}
# People of a history, with a campaign every third day, and with all campaigns on one day: so many that each campaign has
# about 80 turn-offs after sends alone at a hazard of 5%.
PEOPLE = {"daily": (650, 3000), "weekly": (4000, 5000), "monthly": (2000, 2000)}


def main():
    parser = argparse.ArgumentParser(prog="script/findings --turn-offs")
    parser.add_argument("bellwether")
    parser.add_argument("--turn-offs", action="store_true", required=True)
    parser.add_argument("--histories", type=int, default=100)
    parser.add_argument("--hazard", type=float, default=0.05, help="chance that a send makes a person turn off")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    failed = []
    for visits in VISITS:
        for is_same_day in (False, True):
            for factor in (2, 1):
                failed += check(chosen, visits, is_same_day, factor)
    if failed:
        sys.exit("FAILED: " + "; ".join(failed))
    print("passed: every hazard was found as often as it should be")


def check(chosen, visits, is_same_day, factor):
    """Plays histories as the apps of one database. Returns what was found too seldom or too often."""
    dice = random.Random(f"{chosen.seed} {visits} {is_same_day} {factor}")
    people = PEOPLE[visits][is_same_day]
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder, "events.ndjson")
        with events.open("w") as file:
            for history in range(chosen.histories):
                play(file, dice, f"h{history}", people, VISITS[visits], is_same_day, chosen.hazard, factor)
        rows, named = report(chosen.bellwether, folder, events)
    name = f"{visits} visits, {'all campaigns on one day' if is_same_day else 'a campaign a day'}, {factor} times"
    found = [verdict(rows.get(f"h{history}", {})) for history in range(chosen.histories)]
    told = sum(f"h{history}" in named for history in range(chosen.histories))
    alone = sum(row["alone"] for history in rows.values() for row in history.values())
    print(
        f"{name}: above all others {found.count('above')}, not {found.count('not')}, no rate {found.count('none')}; "
        f"{told} verdicts; {alone / max(1, chosen.histories * len(CAMPAIGNS)):.0f} sends alone of a campaign",
        flush=True,
    )
    enough = math.ceil(0.95 * chosen.histories)
    if factor == 1:
        return [] if chosen.histories - told >= enough else [f"{name}: {told} of {chosen.histories} have a verdict"]
    if visits == "monthly":
        return []
    return [] if found.count("above") >= enough else [f"{name}: found in {found.count('above')}"]


def play(file, dice, app, people, mean_gap, is_same_day, hazard, factor):
    """Writes the events of an app: the first campaign has `factor` times the hazard."""
    for _ in range(people):
        installation = str(uuid.UUID(int=dice.getrandbits(128), version=4))
        rate = 1 / (mean_gap * DAY * dice.uniform(0.7, 1.3))
        visits, at = [], 0.0
        while at < DAYS * DAY:
            visits.append(at)
            at += max(3600, dice.expovariate(rate))
        write(file, dice, app, installation, "prompt_granted", 0)
        sends, seen, off = plan(dice, is_same_day), 1, None
        for at, campaign in sends:
            while seen < len(visits) and visits[seen] < at and (off is None or visits[seen - 1] < off):
                visit(file, dice, app, installation, visits[seen], off is None)
                seen += 1
            # The sender learns of it when the app is opened, and sends until then.
            if off is not None and visits[seen - 1] >= off:
                break
            write(
                file, dice, app, installation, "notification_sent", at,
                {"notification_id": f"{campaign}-{int(at)}", "campaign": campaign},
            )
            if off is None and dice.random() < hazard * (factor if campaign == CAMPAIGNS[0] else 1):
                off = at
        for at in visits[seen:]:
            if off is not None and visits[seen - 1] >= off:
                break
            visit(file, dice, app, installation, at, off is None)
            seen += 1


def plan(dice, is_same_day):
    """Returns what a person is sent: a campaign every third day, or each of five with a chance of a third on each tenth."""
    if is_same_day:
        days = range(1, DAYS, 10)
        return sorted(
            (day * DAY + 3600 * (9 + place), campaign)
            for day in days
            for place, campaign in enumerate(CAMPAIGNS)
            if dice.random() < 1 / 3
        )
    return [(day * DAY + 3600 * dice.uniform(8, 20), dice.choice(CAMPAIGNS)) for day in range(1, DAYS, 3)]


def visit(file, dice, app, installation, at, is_on):
    write(file, dice, app, installation, "app_opened", at)
    if not is_on:
        write(file, dice, app, installation, "status_observed", at + 1, {"status": "denied"})


def write(file, dice, app, installation, kind, at, data=None):
    moment = (START + timedelta(seconds=at)).isoformat(timespec="milliseconds")
    event = {
        "id": str(uuid.UUID(int=dice.getrandbits(128), version=4)), "type": kind, "app_id": app,
        "installation_id": installation, "occurred_at": moment, "received_at": moment,
    }
    if kind != "notification_sent":
        event["os"] = {"name": "iOS", "version": "26.1"}
    if data:
        event["data"] = data
    file.write(json.dumps(event) + "\n")


def report(bellwether, folder, events):
    """Returns the rows of turn_offs_by_campaign by app and campaign, and the apps with a verdict."""
    data = ["--data-dir", f"{folder}/data"]
    subprocess.run([bellwether, "server", "start", "--quiet", *data], check=True, stdout=subprocess.DEVNULL)
    try:
        for command in (["ingest", str(events)], ["project", "--rebuild"]):
            subprocess.run([bellwether, *command, "--quiet", *data], check=True, stdout=subprocess.DEVNULL)
        first, last = START.date(), (START + timedelta(days=DAYS - 1)).date()
        counts = ask(bellwether, data, f"SELECT * FROM turn_offs_by_campaign('{first}', '{last}')")
        told = ask(
            bellwether, data,
            f"SELECT app_id FROM verdicts('{first}', '{last}') WHERE metric = 'turn_offs' AND kind = 'rose'",
        )
    finally:
        subprocess.run([bellwether, "server", "stop", *data], check=False, stdout=subprocess.DEVNULL)
    rows = {}
    for row in counts:
        rows.setdefault(row["app_id"], {})[row["campaign"]] = row
    return rows, {row["app_id"] for row in told}


def ask(bellwether, data, query):
    answer = subprocess.run(
        [bellwether, "sql", "--json", *data, "-c", query], check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(answer.stdout)


def verdict(rows):
    """Returns above if the interval of the first campaign lies above those of all others, none if one has no rate."""
    rates = [rows.get(campaign, {}) for campaign in CAMPAIGNS]
    if any(rate.get("turn_offs_per_1000") is None for rate in rates):
        return "none"
    low = float(rates[0]["turn_offs_per_1000_low"])
    return "above" if all(low > float(rate["turn_offs_per_1000_high"]) for rate in rates[1:]) else "not"


if __name__ == "__main__":
    main()
