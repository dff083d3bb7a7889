"""The findings ("what changed") of the overview: every sentence whose numbers are in tables."""

import datetime
import re

from . import formats as f
from .formats import ANY, day, percent, signed
from .tables import added, system, total

# Findings whose numbers are in no table: people of 28 days by app version or placement, the last event, events by receipt.
OF_NO_TABLE = re.compile(r"(?:app version|placement) .*: .* allow notifications|has sent nothing since|hours late in")


def reaches_back(report):
    """Returns whether the tables have all days that findings compare, with all numbers."""
    days = 58 + max(report.window, report.open_window) / 86_400
    return report.length >= days and report.cell <= 1


def sentences(report, apps, names_app):
    """Yields every sentence that a finding can say, with its app."""
    for app in [None, *apps]:
        who = "All apps: " if app is None else f"{f.name(app, 40)}: " if names_app else ""
        asked = report.rows("opt_in_daily", app)
        told = [*moved(report, asked, report.window, "granted", "of people asked allow notifications", app is not None)]
        if app is None:
            told += rejects(report)
        else:
            sent = [row for row in report.rows("opens_daily", app) if row["sent"] != 0]
            told += new_versions(report, asked)
            told += moved(report, sent, report.open_window, "direct_opens", "of sends were opened directly")
        yield from (who + words for words in told)


def periods(report, rows, seconds):
    """Returns the sums of the last 28 days whose windows are over and of the 28 days before, and the first of the last 28."""
    horizon = report.moment(report.horizon) - datetime.timedelta(seconds=seconds)
    last = min(report.last, horizon.date() - datetime.timedelta(1))
    columns = [column for column in ("prompted", "granted", "sent", "direct_opens") if rows and column in rows[0]]
    ages = [[row for row in rows if start <= (last - row["day"]).days < start + 28] for start in (0, 28)]
    return [total(own, columns) for own in ages], last - datetime.timedelta(27)


def moved(report, rows, seconds, part, words, has_mix=False):
    """Yields sentences for all versions together and for each."""
    labels = {system(row["os_name"], row["os_version"]) for row in rows}
    for subject in [None, *sorted(labels)]:
        own = [row for row in rows if subject in (None, system(row["os_name"], row["os_version"]))]
        (after, before), since = periods(report, own, seconds)
        base = "prompted" if part == "granted" else "sent"
        counts = [each.get(column, ANY) for each in (after, before) for column in (part, base)]
        if ANY in counts or 0 in counts[1::2]:
            continue
        rates = [percent(f.rate(*each).value) for each in (counts[:2], counts[2:])]
        difference, low, high = map(signed, f.newcombe(*counts))
        yield (f"{subject or 'All versions'}: {rates[0]}, before {rates[1]}, {words}, {difference} points "
               f"(95\u202f% interval {low} to {high}) in the 28 days from {day(since)}.")
        if has_mix and not subject:
            yield (f"The grant rate went from {rates[1]} to {rates[0]}; more of the difference comes with other shares "
                   "of the OS versions than with other rates within them.")


def new_versions(report, rows):
    for label in {system(row["os_name"], row["os_version"]) for row in rows}:
        first = min(row["day"] for row in rows if system(row["os_name"], row["os_version"]) == label)
        yield f"{label} is new: first asked on {day(first)}, 30 people or more by now."


def rejects(report):
    since, counts = report.last - datetime.timedelta(6), []
    for ages in (range(7), range(7, 35)):
        sums = total([row for row in report.rows("deliveries_daily") if (report.last - row["day"]).days in ages],
                     ["accepted", "duplicate", "rejected"])
        counts.append((sums["rejected"], added(*list(sums.values())[:3])))
    if all(base for _, base in counts):
        shares = [percent(f.rate(*each).value) for each in counts]
        yield f"{shares[0]} of deliveries were rejected in the 7 days from {day(since)}, against {shares[1]} before."
