"""Numbers as pages write them, and the statistics that are computed from counts."""

import collections
import datetime
import math
import re

# Placeholders: ANY is one number that no table of the report has, SOME any number of such numbers.
ANY, SOME = "\ue000", "\ue001"
DASH, MINUS = "–", "\u2212"
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
# A date, a time of day, or a number with sign, thousands separators and decimals.
NUMBER = re.compile(
    rf"\d\d? (?:{MONTHS}) \d{{4}}|\d\d?:\d\d|(?:< )?[+{MINUS}]?\d+(?:,\d{{3}})*(?:\.\d+)?|[{ANY}{SOME}]")
UNITS = {"d": 86_400, "h": 3600, "min": 60, "s": 1}
SMALLEST_BASE = 30
Z = 1.959963984540054

Rate = collections.namedtuple("Rate", "value low high")


def lift(function, *numbers):
    """Applies a function to numbers. The result is ANY if one is ANY, or else None if one is withheld (None)."""
    return ANY if ANY in numbers else None if None in numbers else function(*numbers)


def count(number):
    return DASH if number is None else number if number == ANY else f"{number:,}".replace("-", MINUS)


def nearest(number):
    """Rounds a number of 0 or more to the nearest integer, halves up."""
    return math.floor(number + 0.5)


def digits(fraction):
    """Returns `59.4` for 0.594."""
    tenths = nearest(abs(fraction) * 1000)
    return f"{MINUS if fraction < 0 and tenths else ''}{tenths // 10:,}.{tenths % 10}"


def percent(fraction):
    return DASH if fraction is None else digits(fraction) + "%"


def signed(fraction):
    text = digits(fraction)
    return text if text.startswith(MINUS) or text == "0.0" else "+" + text


def points(difference):
    return f"{signed(difference.value)} pts ({signed(difference.low)} to {signed(difference.high)})"


def p_value(p):
    return DASH if p is None else "< 0.001" if p < 0.001 else f"{nearest(p * 1000) / 1000:.3f}"


def duration(seconds):
    """Returns `4.2 s` or `2 min 5 s`; negative durations count as 0."""
    if seconds is None:
        return DASH
    seconds = max(seconds, 0)
    if nearest(seconds * 10) < 100:
        return f"{nearest(seconds * 10) / 10:.1f} s"
    parts, rest = [], nearest(seconds)
    for unit, length in UNITS.items():
        parts.append((rest // length, unit))
        rest %= length
    first = next(place for place, (number, _) in enumerate(parts) if number)
    return " ".join(f"{number:,} {unit}" for number, unit in parts[first:first + 2] if number)


def seconds_of(text):
    """Parses the text of a duration."""
    parts = re.findall(r"([\d.,]+) (d|h|min|s)\b", text)
    return sum(float(number.replace(",", "")) * UNITS[unit] for number, unit in parts)


def window(seconds):
    """Returns `7 days`: the duration in the largest unit that divides it."""
    units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    length, unit = next(each for each in units if seconds % each[0] == 0)
    return f"{seconds // length:,} {unit}{'' if seconds == length else 's'}"


def day(date):
    return f"{date.day} {MONTHS.split('|')[date.month - 1]} {date.year}"


def counted_days(number):
    return f"{number:,} day{'' if number == 1 else 's'}"


def instant(text):
    """Returns `1 May 2026, 03:48 UTC` for an RFC 3339 time in UTC."""
    return f"{day(datetime.date.fromisoformat(text[:10]))}, {text[11:16]} UTC"


def name(text, limit=64):
    """Returns a name as pages show it: clipped, with invisible characters replaced."""
    unseen = "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
    return re.sub(f"[{unseen}]", "\ufffd", text[:limit]) + ("…" if len(text) > limit else "")


def system(os_name, os_version):
    return name(f"{os_name} {os_version}") if os_name or os_version else "no version"


def published(number):
    """Rounds to 6 decimals, as in tables."""
    return math.copysign(nearest(abs(number) * 1e6) / 1e6, number)


def wilson(part, base):
    """Returns the bounds of the score interval (Wilson 1927)."""
    share = part / base
    middle = (share + Z * Z / (2 * base)) / (1 + Z * Z / base)
    half = Z / (1 + Z * Z / base) * math.sqrt(share * (1 - share) / base + Z * Z / (4 * base * base))
    return 0 if part == 0 else middle - half, 1 if part == base else middle + half


def rate(part, base):
    """Returns a proportion with its interval; None if the base is 0."""
    if ANY in (part, base):
        return ANY
    return Rate(*map(published, (part / base, *wilson(part, base)))) if base else None


def newcombe(part, base, other, other_base):
    """Returns the first proportion minus the second with its interval (Newcombe 1998, method 10)."""
    one, (low, high) = part / base, wilson(part, base)
    two, (other_low, other_high) = other / other_base, wilson(other, other_base)
    below, above = math.hypot(one - low, other_high - two), math.hypot(high - one, two - other_low)
    return Rate(*map(published, (one - two, one - two - below, one - two + above)))


def two_sided_p(part, base, other, other_base):
    """Returns the p value of the pooled z test; None if the pooled proportion is 0 or 1."""
    pooled = (part + other) / (base + other_base)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / base + 1 / other_base))
    return math.erfc(abs(part / base - other / other_base) / spread / math.sqrt(2)) if spread else None


def benjamini_hochberg(values):
    """Returns adjusted p values (Benjamini and Hochberg 1995); None stays None and does not count as a test."""
    tested = sorted(p for p in values if p is not None)
    ranks = list(enumerate(tested, 1))
    return [p if p is None else min(1, *(other * len(tested) / rank for rank, other in ranks if other >= p))
            for p in values]


def shown(rate, base, usual=None):
    """Returns the rate if pages show it: enough people, and an interval no wider than the usual rate. Otherwise None."""
    if ANY in (rate, base):
        return ANY
    if rate is None or base < SMALLEST_BASE:
        return None
    if usual == ANY:
        return ANY
    return rate if rate.high - rate.low <= ((usual or rate).value or (usual or rate).high) else None


def cells(rate, base, usual=None):
    """Returns the cells of a rate and its interval."""
    told = shown(rate, base, usual)
    if told == ANY:
        return [ANY, ANY]
    if told is None:
        return [f"too few ({count(base)})" if base and rate else DASH, DASH]
    return [percent(told.value), f"{digits(told.low)}–{digits(told.high)}"]


def told(rate):
    """Returns the numbers of a rate in a sentence."""
    return SOME if rate == ANY else " ".join(map(digits, rate)) if rate else ""
