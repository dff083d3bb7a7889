"""Implements script/findings: runs each history through simulate, ingest, project and report in a separate folder."""

import argparse
import collections
import datetime
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

from statements import contradictions, onsets

DAYS = 120
# Per incident: the change (metric, dimension, name) that must be there; what must not change; and the days, of which
# the last quarter is after its start: a month, so that it is in all days of the report, but less for a day of the push
# service, which is told for four weeks.
EXPECTED = {
    "grant-drop": ({("opt_in", "os_version", "iOS 26.3")}, set(), DAYS),
    "silent-version": ({("silent", "app_version", "5.14.0")}, set(), DAYS),
    "mix-shift": ({("opt_in", "all", "")}, {"opt_in_24h", "opens"}, DAYS),
    "open-drop": ({("opens", "os_version", "iOS 26.2")}, {"opt_in", "opt_in_24h"}, DAYS),
    "token-drop": ({("push_service", "all", "")}, {"opt_in", "opt_in_24h"}, 100),
}
CHANGE = re.compile(r" (?:fell|rose) ")


def findings(program, installations, seed, incident=None, days=DAYS, apps=3):
    """Returns the findings of a report on a simulated history, the headlines of the overviews of its apps, what contradicts
    on its pages, and for each verdict on what the incident changes whether its onset range holds the incident's day."""
    with tempfile.TemporaryDirectory() as folder:
        def run(*arguments, **options):
            return subprocess.run([program, *arguments], cwd=folder, check=True, **options)

        data = ["--data-dir", "data", "--quiet"]
        scale = ["--installations", str(installations), "--days", str(days), "--apps", str(apps)]
        with open(pathlib.Path(folder) / "events.ndjson", "wb") as events:
            run("simulate", *scale, "--seed", str(seed), "--quiet", "--reach",
                *(["--incident", incident] if incident else []),
                stdout=events)
        run("ingest", "events.ndjson", *data, stdout=subprocess.DEVNULL)
        run("project", *data, stdout=subprocess.DEVNULL)
        report = run("report", "--out", "out", "--json", *data, stdout=subprocess.PIPE)
        pages = pathlib.Path(folder, "out", "latest").glob("com.*/index.html")
        titles = [re.search("<h1>(.*?)</h1>", page.read_text(encoding="utf-8"))[1] for page in sorted(pages)]
        headlines = [re.sub("<[^>]*>", "", title) for title in titles]
        made = pathlib.Path(folder, "out", "latest")
        # An incident starts after three quarters of the days before 1 May.
        day = datetime.date(2026, 5, 1) - datetime.timedelta(days - 3 * days // 4)
        held = onsets(made, EXPECTED[incident][0], day.isoformat()) if incident else []
        return json.loads(report.stdout)["findings"], headlines, contradictions(made)[0], held


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("nulls", type=int, nargs="?", default=200)
    parser.add_argument("--installations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--incident", action="append", choices=EXPECTED)
    parser.add_argument("--skip-incidents", action="store_true")
    parser.add_argument("--incident-size", type=int, default=200_000)
    parser.add_argument("--apps", type=int, default=3)
    options = parser.parse_args()
    failed, began = False, []
    for incident in [] if options.skip_incidents else options.incident or EXPECTED:
        wanted, unwanted, days = EXPECTED[incident]
        found, headlines, faults, held = findings(
            options.program, options.incident_size, options.seed, incident, days, options.apps)
        named = {(row["metric"], row["dimension"], row["name"]) for row in found}
        services = sum(row["metric"] == "push_service" for row in found)
        good = wanted <= named and services == (incident == "token-drop") and not faults
        good &= not any(row["metric"] in unwanted for row in found)
        failed |= not good
        began += held
        print(f"{incident}: {'found' if good else 'NOT AS EXPECTED'}; {sum(held)} of {len(held)} onset ranges hold its day")
        for headline in headlines:
            print(f"    {headline}")
        for row in found:
            print(f"    {row['severity']}: {row['app_id']}: {row['sentence']}", flush=True)
        print("".join(f"    CONTRADICTION {fault}\n" for fault in faults), end="")
    # Simulated with one change each, a range holds the day in 93 to 97%.
    failed |= began.count(False) > math.ceil(len(began) / 10)
    alerting, noticing, telling, rules, others = 0, 0, 0, collections.Counter(), collections.Counter()
    for number in range(options.nulls):
        found, headlines, faults, _ = findings(
            options.program, options.installations, options.seed + number, days=options.days, apps=options.apps)
        # A first report tells everything that lasts, so its alerts are those of many nights.
        alerts = [row["metric"] for row in found if row["severity"] == "alert"]
        notices = {(row["severity"], row["metric"]) for row in found if row["severity"] != "alert"}
        print("".join(f"CONTRADICTION in quiet history {number}: {fault}\n" for fault in faults), end="")
        failed |= bool(faults)
        alerting += bool(alerts)
        told = [headline for headline in headlines if CHANGE.search(headline)]
        telling += bool(told)
        print("".join(f"quiet history {number}: {headline}\n" for headline in told), end="", flush=True)
        noticing += ("notice", "opens") in notices
        rules.update(alerts)
        others.update(f"{severity} {metric}" for severity, metric in notices)
        if (number + 1) % 10 == 0 or number + 1 == options.nulls:
            print(f"{number + 1} quiet histories: {alerting} with an alert that lasts {dict(rules)}, "
                  f"{telling} with a headline of a change, {noticing} with a notice of opens; histories with other findings {dict(sorted(others.items()))}", flush=True)
    failed |= max(noticing, telling) > 0.05 * options.nulls or rules["silent"] > 0.02 * options.nulls
    failed |= others["notice push_service"] > 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
