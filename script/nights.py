"""Implements script/findings --nights: replays the nightly decisions of projection.past_shifts from the counts of each day.

Quiet histories come from the simulator, through the program; incidents are drawn as daily counts, because a table of sizes
needs hundreds of them. The rule is written here a second time, and on some nights of each quiet history it is compared with
projection.past_shifts.
"""

import argparse
import collections
import datetime
import math
import pathlib
import random
import subprocess
import sys
import tempfile

WINDOWS, BEFORE, LASTING = (14, 28, 42, 56), 112, 2.0
# A shift is told on one of its first nights, and listed for longer.
SEEN, LISTED = 56, 90
TOLD = {"app": 2.8}  # 3.9 for parts
APPS, WARM_UP, NIGHTS = 3, 168, 365
SIZES, PEOPLE, FOLLOWED = (0.05, 0.08, 0.12, 0.2), (20, 50, 150, 500), 90
ALL_APPS = 0


class Subject:
    """An app or a part of it: sums of people asked and of those who allowed up to each day, by app and OS version."""

    def __init__(self, days):
        self.days, self.counts = days, collections.defaultdict(lambda: ([0] * days, [0] * days))

    def add(self, stratum, day, asked, allowed):
        for sums, number in zip(self.counts[stratum], (asked, allowed)):
            sums[day] += number

    def close(self):
        """Adds up the days, after an empty one; keeps the whole beside the strata."""
        self.strata = [[running(sums) for sums in pair] for pair in self.counts.values()]
        self.whole = [[sum(day) for day in zip(*(pair[side] for pair in self.strata))] for side in (0, 1)]

    def pooled(self, end, window, before, fewest):
        """Compares the last `window` days with those before them. Returns the statistic of Cochran, Mantel and Haenszel, the
        pooled and the plain difference, and the standard error of the latter; None if too few were asked."""
        middle, start = end - window, max(end - window - before, 0)
        if middle <= 0:
            return None
        side = lambda sums: (sums[middle] - sums[start], sums[end] - sums[middle])
        (n0, n1), (k0, k1) = side(self.whole[0]), side(self.whole[1])
        if n0 < 300 or n1 < fewest:
            return None
        weight = weighted = variance = 0.0
        for asked, allowed in self.strata:
            (b0, b1), (e0, e1) = side(asked), side(allowed)
            if b0 and b1:
                share, rate = b0 * b1 / (b0 + b1), (e0 + e1) / (b0 + b1)
                weight += share
                weighted += share * (e1 / b1 - e0 / b0)
                variance += share * rate * (1 - rate) * (b0 + b1) / (b0 + b1 - 1)
        if not variance:
            return None
        spread = math.sqrt(k0 / n0 * (1 - k0 / n0) / n0 + k1 / n1 * (1 - k1 / n1) / n1)
        return weighted / math.sqrt(variance), weighted / weight, k1 / n1 - k0 / n0, spread

    def strength(self, end, window):
        """Returns the statistic at the end of a day; 0 if the comparison does not count."""
        found = self.pooled(end, window, BEFORE, 100)
        if not found or abs(found[1]) < 0.02 or found[2] * math.copysign(1, found[1]) < 1.96 * found[3]:
            return 0
        return found[0]

    def one_look(self, end):
        """Returns p of 28 days against the 28 before, and whether the rule for one look can tell a fall; None if too few were
        asked."""
        found = self.pooled(end, 28, 28, 300) if end >= 56 else None
        if not found:
            return None
        return math.erfc(abs(found[0]) / math.sqrt(2)), found[1] <= -0.02 and found[2] + 1.96 * found[3] < 0


def running(numbers):
    total, sums = 0, [0]
    for number in numbers:
        total += number
        sums.append(total)
    return sums


def subjects(cells, days):
    """Returns the subjects of cells (app, day, dimension, value, version, asked, allowed), by (kind, app, value)."""
    made = collections.defaultdict(lambda: Subject(days))
    several = len({cell[0] for cell in cells}) > 1
    for app, day, dimension, value, version, asked, allowed in cells:
        keys = [(dimension, app, value)]
        if dimension == "os":
            keys += [("app", app, 0)] + ([("os", ALL_APPS, value)] if several else [])
        for key in keys:
            made[key].add((app, version), day, asked, allowed)
    for subject in made.values():
        subject.close()
    return {key: subject for key, subject in made.items() if subject.whole[0][-1] >= 400}


def shifts(key, subject, first):
    """Yields (direction, night told, last night) of each shift told from the night `first` on. A night is the number of days
    that it knows."""
    told_from = TOLD.get(key[0], 3.9)
    strengths = {-1: [], 1: []}
    for night in range(subject.days + 1):
        found = [subject.strength(night, window) for window in WINDOWS] if night > first - SEEN - LISTED else []
        for direction, values in strengths.items():
            values.append(max([abs(each) for each in found if each * direction > 0], default=0))
    for direction, values in strengths.items():
        start = told = None
        for night, strength in enumerate(values + [0]):
            if strength >= LASTING:
                start = night if start is None else start
                if told is None and strength >= told_from and night - start < SEEN:
                    told = night
            else:
                if told is not None and told >= first:
                    yield direction, told, min(night - 1, start + LISTED - 1)
                start = told = None


def tells_at_one_look(made, night):
    """Whether the rule for one look tells a fall: by Benjamini and Hochberg, p below 0.05."""
    tests = sorted(filter(None, (subject.one_look(night) for subject in made.values())))
    passing = [rank for rank, (p, _) in enumerate(tests, 1) if p <= 0.05 * rank / len(tests)]
    return any(is_fall for _, is_fall in tests[:max(passing, default=0)])


def upper_bound(events, exposure):
    """Returns the 95% upper bound (one-sided) of a Poisson rate."""
    low, high = 0.0, 10.0 * (events + 3)
    for _ in range(100):
        mean = (low + high) / 2
        below = sum(math.exp(i * math.log(mean) - mean - math.lgamma(i + 1)) for i in range(events + 1))
        low, high = (mean, high) if below > 0.05 else (low, mean)
    return high / exposure


# Quiet histories

CELLS = """
COPY (
    SELECT cell.app, cell.day - date '{}', cell.dimension,
        CASE cell.dimension WHEN 'os' THEN system.version ELSE cell.value END, system.version,
        sum(cell.people), sum(cell.allowed_24h)
    FROM projection.prompt_cell AS cell
    INNER JOIN (SELECT os, dense_rank() OVER (ORDER BY os_name, major, minor) AS version FROM log.os) AS system
        ON system.os = CASE cell.dimension WHEN 'os' THEN cell.value ELSE cell.within END
    WHERE cell.dimension <> 'variant'
    GROUP BY 1, 2, 3, 4, 5
) TO STDOUT
"""
FIRST = f"SELECT max(day) - {WARM_UP + NIGHTS - 1} FROM projection.prompt_cell"
SHIFTS = "SELECT told FROM projection.past_shifts(analytics.horizon(), '{}') ORDER BY 1"
ODD = """
SELECT count(*) FROM generate_series(date '{}', '{}', '1 day') AS night (day)
CROSS JOIN LATERAL projection.intake_findings(night.day::date, analytics.horizon(), 0) AS odd
WHERE odd.rule <> 'latency' AND odd.told = night.day::date
"""


def history(program, installations, seed, only_prompts):
    """Simulates a quiet history. Yields once: a function that runs SQL on its database."""
    with tempfile.TemporaryDirectory() as folder:
        def run(*arguments, **options):
            return subprocess.run([program, *arguments], cwd=folder, check=True, **options)

        data = ["--data-dir", "data", "--quiet"]
        scale = ["--installations", str(installations * APPS), "--days", str(WARM_UP + NIGHTS), "--apps", str(APPS)]
        simulate = [program, "simulate", *scale, "--seed", str(seed), "--quiet"]
        with subprocess.Popen(simulate, stdout=subprocess.PIPE) as simulated, \
                open(pathlib.Path(folder, "events.ndjson"), "wb") as events:
            events.writelines(line for line in simulated.stdout if not only_prompts or b'"type":"prompt_' in line)
        run("ingest", "events.ndjson", *data, "--max-rejected", "100", stdout=subprocess.DEVNULL)
        run("project", *data, stdout=subprocess.DEVNULL)
        url = run("server", "start", *data, stdout=subprocess.PIPE).stdout.decode().strip()
        try:
            yield lambda sql: subprocess.check_output(["psql", "-AtX", url, "-c", sql]).decode()
        finally:
            run("server", "stop", *data, stdout=subprocess.DEVNULL)


def quiet(program, installations, histories, seed, only_prompts):
    """Prints the alerts of quiet histories per app and year; returns whether they are few enough."""
    falls = rises = odd = headlines = standing = 0
    for number in range(histories):
        for ask in history(program, installations, seed + number, only_prompts):
            first_day, days = datetime.date.fromisoformat(ask(FIRST).strip()), WARM_UP + NIGHTS
            lines = ask(CELLS.format(first_day)).splitlines()
            cells = [[int(word) if word.lstrip("-").isdigit() else word for word in line.split("\t")] for line in lines]
            date = lambda night: first_day + datetime.timedelta(night)
            made, found = subjects([cell for cell in cells if 0 <= cell[1] < days], days), []
            for key, subject in made.items():
                found += [(key, *shift) for shift in shifts(key, subject, WARM_UP)]
                headlines += count_headlines(subject) if key[0] == "app" else 0
            for night in range(WARM_UP + LISTED, days, 61):
                wanted = sorted(str(date(told)) for _, _, told, last in found if told <= night <= last)
                given = ask(SHIFTS.format(date(night))).split()
                if wanted != given:
                    sys.exit(f"seed {seed + number}, night {date(night)}: the program told {given}, the replay {wanted}")
            falls += sum(direction < 0 for _, direction, _, _ in found)
            rises += sum(direction > 0 for _, direction, _, _ in found)
            standing += sum(last - told + 1 for _, direction, told, last in found if direction < 0)
            odd += 0 if only_prompts else int(ask(ODD.format(date(WARM_UP), date(days - 1))))
        years = (number + 1) * APPS * NIGHTS / 365
        alerts, apps = falls + odd, (number + 1) * APPS
        print(f"{installations:,} installations, {apps} apps, {NIGHTS} nights: {alerts} alerts ({falls} falls, {odd} about data), "
              f"{alerts / years:.2f} per app and year, at most {upper_bound(alerts, years):.2f}; "
              f"{rises / years:.2f} notices of a rise; {standing / years:.1f} nights with a fall listed; "
              f"{headlines / years:.2f} headlines of a change", flush=True)
    return alerts / years <= 1 and upper_bound(alerts, years) <= 1.5


def count_headlines(app):
    """Counts how often the headline of 28 days begins to say that the opt-in rate of an app changed (p below 0.001)."""
    begun, was = 0, False
    for night in range(WARM_UP, app.days + 1):
        (n0, n1), (k0, k1) = [(sums[night - 28] - sums[night - 56], sums[night] - sums[night - 28]) for sums in app.whole]
        rate = (k0 + k1) / max(n0 + n1, 1)
        spread = math.sqrt(rate * (1 - rate) * (1 / n0 + 1 / n1)) if min(n0, n1) >= 300 else math.inf
        told = spread > 0 and abs(k1 / max(n1, 1) - k0 / max(n0, 1)) / spread >= 3.2905
        begun, was = begun + (told and not was), told
    return begun


# Incidents

def drawn(rng, people, days, size, start):
    """Draws the cells of an app whose opt-in rate falls by `size` on the day `start`."""
    cells = collections.Counter()
    versions = [(version, 0.8 ** version, 0.45 + 0.2 * (version * 7 % 13) / 13) for version in range(12)]
    places, weekly = [0.58, 0.14, 0.14, 0.14], [1, 1.1, 1.4, 1.3, 0.9, 0.9, 0.95]
    for day in range(days):
        for _ in range(round(rng.gauss(people * weekly[day % 7] / 1.08, math.sqrt(people)))):
            version, _, rate = rng.choices(versions, [each[1] for each in versions])[0]
            app_version, place = day // 21 - (rng.random() < 0.3), rng.choices(range(4), places)[0]
            allowed = rng.random() < rate + 0.01 * place - (size if day >= start else 0)
            for dimension, value in (("os", version), ("app_version", app_version), ("placement", place)):
                cells[1, day, dimension, value, version, allowed] += 1
    return [(*key[:5], number, number if key[5] else 0) for key, number in cells.items()]


def incidents(repeats, seed):
    """Prints after how many nights a fall of the opt-in rate is told; returns whether no size is much slower than before."""
    rng, good, start = random.Random(seed), True, WARM_UP
    print("fall, people a day: nights until told, median and 90%; by the rule for one look")
    for people in PEOPLE:
        for size in SIZES:
            nights, before = [], []
            for _ in range(repeats):
                days = start + FOLLOWED
                made = subjects(drawn(rng, people, days, size, start), days)
                found = [each for key, subject in made.items() for each in shifts(key, subject, start)]
                told = [told for direction, told, _ in found if direction < 0]
                # A report knows the days before its own, so the second one is the first that knows a day of the incident.
                nights.append(min(told, default=math.inf) - start + 1)
                looks = (night - start for night in range(start + 1, days + 1) if tells_at_one_look(made, night))
                before.append(next(looks, math.inf))
            new, old = ([sorted(each)[math.ceil(share * repeats) - 1] for share in (0.5, 0.9)] for each in (nights, before))
            # If the old rule missed one in ten, its nights are those of luck.
            is_slower = old[1] < math.inf and any(a > 1.5 * b for a, b in zip(new, old))
            good &= not is_slower
            words = lambda pair: ", ".join("not in 90" if night == math.inf else f"{night:.0f}" for night in pair)
            print(f"    {100 * size:.0f} points, {people}: {words(new)}; {words(old)}{' TOO SLOW' if is_slower else ''}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--nights", action="store_true")
    parser.add_argument("--histories", type=int, default=20)
    parser.add_argument("--installations", type=int, nargs="*", default=[20_000, 2_000])
    parser.add_argument("--only-prompts", action="store_true", help="leave out alerts about data; a fifth of the time")
    parser.add_argument("--repeats", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    results = [quiet(options.program, size, options.histories, options.seed, options.only_prompts)
               for size in options.installations if options.histories]
    results += [incidents(options.repeats, options.seed)] if options.repeats else []
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
