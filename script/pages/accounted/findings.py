"""The findings ("what changed") of the overview: every sentence whose numbers are in tables."""

import datetime
import re

from . import formats as f
from .formats import ANY, day, percent, signed, system
from .tables import Report, total

# Findings whose numbers are in no table: the last event, events by receipt, answers within 24 hours, rejects of past nights.
OF_NO_TABLE = re.compile(r"has sent no events since|hours late in|in the 112 days before|of deliveries were rejected")
BEFORE = "in the 28 days before"


def recent(report):
    """Returns the report of the last 28 days of a whole report, which findings compare with the 28 days before."""
    return report if report.length == 28 else Report(report.root, "28-days/") if report.length > 28 else None


def reaches_back(report):
    """Returns whether the tables have all numbers of findings: the days that they compare, and no withheld row."""
    return report.length >= 56 and report.cell <= 1


def sentences(report, apps, names_app):
    """Yields every sentence that a finding can say, with its app, and the days in front of it."""
    last = recent(report)
    for app in [None, *apps]:
        who = "All apps: " if app is None else f"{f.name(app, 40)}: " if names_app else ""
        told = [(days(last.first, last.last), words) for words in answers(last, app)] if last else []
        if app is not None:
            told += [*new_versions(report, last, app), *opens(report, app)]
        yield from ((when, who + words) for when, words in told)


def short(date):
    return day(date)[:-5]


def days(first, last):
    return f"{short(first)}–{short(last)}"


def moved(place, verb, difference, after, before):
    """Returns the sentence about two rates; `difference` with its interval."""
    way = "fell" if difference.value < 0 else "rose"
    ends = " to ".join(map(signed, difference[1:]))
    return (f"{verb}{place} {way} {f.digits(abs(difference.value))} points to {percent(after)}, from {percent(before)} "
            f"{BEFORE} (95% interval {ends} points).")


def answers(report, app):
    """Yields the sentence about other people being asked, for a whole app."""
    for row in [row for row in report.rows("opt_in_changes", app) if app and row["prompted"] is not None]:
        counts = [row[column] for column in ("granted", "settled", "granted_before", "settled_before")]
        if row["dimension"] != "all" or 0 in counts[1::2] or ANY in counts:
            continue
        rates, difference = [f.rate(*each).value for each in (counts[:2], counts[2:])], f.newcombe(*counts)
        way = "fell" if difference.value < 0 else "rose"
        yield (f"Opt-in {way} {f.digits(abs(difference.value))} points to {percent(rates[0])}, from "
               f"{percent(rates[1])} {BEFORE}: more of it comes with who was asked than with different answers.")


def opens(report, app):
    """Yields sentences on opens within 24 hours, for a whole app and its OS versions."""
    rows = [row for row in report.rows("opens_daily", app) if row["sent"] != 0]
    for label in [None, *sorted({system(row["os_name"], row["os_version"]) for row in rows})]:
        own = [row for row in rows if label in (None, system(row["os_name"], row["os_version"]))]
        ages = [[row for row in own if start <= (report.last - row["day"]).days < start + 28] for start in (0, 28)]
        counts = [total(each, ["opened_24h", "sent_24h"])[column] for each in ages for column in ("opened_24h", "sent_24h")]
        if ANY in counts or 0 in counts[1::2]:
            continue
        rates = [f.rate(*each).value for each in (counts[:2], counts[2:])]
        first = report.last - datetime.timedelta(27)
        yield days(first, report.last), moved(
            f" on {label}" if label else "", "Opens within 24 hours", f.newcombe(*counts), *rates)


def new_versions(report, last, app):
    rows = [row for row in report.rows("opt_in_daily", app) if last and row["day"] >= last.first]
    for label in {system(row["os_name"], row["os_version"]) for row in rows}:
        first = min(row["day"] for row in rows if system(row["os_name"], row["os_version"]) == label)
        yield f"since {short(first)}", f"{label} is new: first asked on {day(first)}, 30 people or more so far."
