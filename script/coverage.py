"""Implements script/findings --experiments: how often intervals of an experiment without a difference ever leave out 0, if
someone looks every day, with all people alike and with a primer that filters in one arm; how soon a loss that looks like a
gain among those asked is clear; whether effects that are planted in events come out of the program; and whether a new primer
looks better than it is in its first weeks."""

import argparse
import bisect
import contextlib
import datetime
import functools
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
import uuid

DAYS, FEWEST = 180, 100
Z = 1.959963984540054


def sequential(k1, n1, k2, n2, alpha=0.05):
    """Returns the interval of stats.sequential_difference."""
    r1, r2, n = k1 / n1, k2 / n2, n1 + n2
    rho = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / 10_000
    variance = n * (r1 * (1 - r1) / n1 + r2 * (1 - r2) / n2)
    half = math.sqrt(variance * 2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / alpha))
    return r1 - r2 - half, r1 - r2 + half


def newcombe(k1, n1, k2, n2):
    """Returns Newcombe's interval, which is made for one look."""
    (l1, u1), (l2, u2), r1, r2 = wilson(k1, n1), wilson(k2, n2), k1 / n1, k2 / n2
    return r1 - r2 - math.hypot(r1 - l1, u2 - r2), r1 - r2 + math.hypot(u1 - r1, r2 - l2)


def wilson(k, n):
    rate, scale = k / n, 1 + Z * Z / n
    half = Z * math.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
    return (rate + Z * Z / (2 * n) - half) / scale, (rate + Z * Z / (2 * n) + half) / scale


@functools.cache
def distribution(n, rate):
    """Returns the cumulative probabilities of a binomial variable."""
    return list(itertools.accumulate(
        math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(rate)
                 + (n - k) * math.log(1 - rate)) for k in range(n + 1)))


def drawn(rng, n, rate):
    return n if rate == 1 else min(bisect.bisect(distribution(n, rate), rng.random()), n)


def leaves_out_0(low, high):
    return low > 0 or high < 0


def ever(rng, people, rate):
    """Plays an experiment of equal rates; returns whether each of the two intervals ever leaves out 0."""
    k1 = n1 = k2 = n2 = 0
    left_out = [False, False]
    for _ in range(DAYS):
        first = drawn(rng, people, 0.5)
        n1, n2 = n1 + first, n2 + people - first
        k1, k2 = k1 + drawn(rng, first, rate), k2 + drawn(rng, people - first, rate)
        if min(n1, n2) >= FEWEST:
            for place, interval in enumerate((sequential, newcombe)):
                left_out[place] |= leaves_out_0(*interval(k1, n1, k2, n2))
    return left_out


def days_of_primer(rng, people, rate, accepting):
    """Plays an experiment in which one arm has a primer: of those who would allow, `accepting[0]` accept it, of the others
    `accepting[1]`. Yields after each day the two bases, each as reached and settled of the primer's arm and the control."""
    k1 = n1 = k2 = n2 = asked = 0
    for _ in range(DAYS):
        first = drawn(rng, people, 0.5)
        willing = drawn(rng, first, rate)
        allowing = drawn(rng, willing, accepting[0])
        n1, n2 = n1 + first, n2 + people - first
        k1, k2 = k1 + allowing, k2 + drawn(rng, people - first, rate)
        asked += allowing + drawn(rng, first - willing, accepting[1])
        yield (k1, n1, k2, n2), (k1, asked, k2, n2)


def ever_of_primer(rng, people, rate):
    """Plays a primer that takes away only people who would refuse, half of them, so that as many people allow as without
    it; returns whether the interval ever leaves out 0, of everyone assigned and of those asked."""
    left_out = [False, False]
    for bases in days_of_primer(rng, people, rate, (1, 0.5)):
        for place, base in enumerate(bases):
            left_out[place] |= min(base[1], base[3]) >= FEWEST and leaves_out_0(*sequential(*base))
    return left_out


def until_clear(rng, people):
    """Plays a primer that loses 8 points of all, 42% against 50%, while of those asked 70% allow; returns the number of
    people assigned when the loss is clear, or infinity."""
    for (k1, n1, k2, n2), _ in days_of_primer(rng, people, 0.5, (0.84, 0.36)):
        if min(n1, n2) >= FEWEST and sequential(k1, n1, k2, n2)[1] < 0:
            return n1 + n2
    return math.inf


def compare(program):
    """Stops unless the formula here gives the numbers of the database."""
    cases = [(120, 200, 90, 200, 0.05), (6_000, 10_000, 5_500, 10_000, 0.025), (3, 100, 100, 900, 0.0125)]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            sql = "SELECT json_build_array(low, high) FROM stats.sequential_difference({}, {}, {}, {}, {})".format(*case)
            answer = subprocess.run([program, "sql", "--data-dir", f"{folder}/data", "-AtXc", sql], check=True, stdout=subprocess.PIPE)
            if any(abs(a - b) > 1e-12 for a, b in zip(json.loads(answer.stdout), sequential(*case))):
                sys.exit(f"{case}: the database gives {answer.stdout.decode().strip()}, this script {sequential(*case)}")


# What becomes of a person in an arm: the probability, and the events after the assignment, each its day, type and data.
DIALOG = [(0.4, [(0, "prompt_shown"), (0, "prompt_granted")]), (0.6, [(0, "prompt_shown"), (0, "prompt_denied")])]
PLANTED = {
    "ask_later": {
        "control": DIALOG,
        "day_3": [(0.54, [(3, "prompt_shown"), (3, "prompt_granted")]), (0.26, [(3, "prompt_shown"), (3, "prompt_denied")]), (0.2, [])],
    },
    "quiet_start": {
        "control": DIALOG,
        "provisional": [
            (0.15, [(0, "provisional_started"), (4, "provisional_kept")]), (0.2, [(0, "provisional_started"), (4, "provisional_turned_off")]),
            (0.65, [(0, "provisional_started")]),
        ],
    },
}
# The differences to the control that these make, by experiment and outcome.
TRUTH = {("ask_later", "allowed"): 0.14, ("ask_later", "reachable"): 0.14, ("quiet_start", "allowed"): -0.25, ("quiet_start", "reachable"): 0.4}


def primed(day, answer, *then):
    """Returns the events of a person who answers a primer on this day."""
    return [(0, "primer_shown", {"variant": "primer"}), (day, "primer_answered", {"answer": answer}), *((day, kind) for kind in then)]


# A primer that loses people: who allows does so at once, the others answer after weeks.
SLOW = {"soft_ask": {
    "control": [(0.5, [(0, "prompt_shown", {"variant": "control"}), (0, "prompt_granted")]),
                (0.5, [(0, "prompt_shown", {"variant": "control"}), (0, "prompt_denied")])],
    "primer": [(0.25, primed(0, "accepted", "prompt_shown", "prompt_granted")), (0.4, primed(12, "declined")),
               (0.35, primed(20, "accepted", "prompt_shown", "prompt_granted"))],
}}
BEGIN, ASSIGNED_DAYS, LAST_DAY = datetime.datetime(2026, 3, 1, 9, tzinfo=datetime.timezone.utc), 10, 30
WINDOW_DAYS, YOUNG_DAYS, YOUNG_PEOPLE = 7, 14, 300


def planted_events(rng, app, experiments, people):
    """Yields the events of an app: this many people in each arm of each experiment."""
    for (experiment, arms), person in itertools.product(experiments.items(), range(2 * people)):
        arm = list(arms)[person % 2]
        at = BEGIN + datetime.timedelta(days=person % ASSIGNED_DAYS, seconds=rng.randrange(30_000))
        installation, (later,) = str(uuid.UUID(int=rng.getrandbits(128))), rng.choices([e for _, e in arms[arm]], [p for p, _ in arms[arm]])
        first = [(0, "experiment_assigned", {"experiment": experiment, "variant": arm}), (0, "status_observed", {"status": "not_determined"})]
        for place, (day, kind, *data) in enumerate(first + later):
            time = (at + datetime.timedelta(days=day, seconds=place)).isoformat()
            yield {"id": str(uuid.UUID(int=rng.getrandbits(128))), "type": kind, "app_id": app, "installation_id": installation,
                   "occurred_at": time, "received_at": time, "sequence": place, "os": {"name": "iOS", "version": "18.1"},
                   "data": data[0] if data else {}}


@contextlib.contextmanager
def projected(program, seed, histories, experiments, people):
    """Gives the program histories of experiments, each as an app; the value asks its database for JSON."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/events.ndjson", "w", encoding="utf-8") as file:
            for number in range(histories):
                file.writelines(json.dumps(event) + "\n" for event in planted_events(rng, f"app.{number}", experiments, people))
            # Moves the horizon behind all conversion windows.
            last = (BEGIN + datetime.timedelta(days=LAST_DAY)).isoformat()
            file.write(json.dumps({"id": str(uuid.UUID(int=1 << 120)), "type": "app_opened", "app_id": "app.0", "occurred_at": last,
                                   "received_at": last, "installation_id": str(uuid.UUID(int=2 << 120)), "os": {"name": "iOS", "version": "18.1"}}) + "\n")
        data = ["--data-dir", f"{folder}/data"]
        subprocess.run([program, "ingest", *data, "--quiet", f"{folder}/events.ndjson"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "project", *data, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        yield lambda sql: json.loads(subprocess.run([program, "sql", *data, "-AtXc", sql], check=True, stdout=subprocess.PIPE).stdout or "[]")


def planted(program, seed, histories, people):
    """Returns how many histories with planted effects tell them: every interval holds what was planted, and none holds 0."""
    with projected(program, seed, histories, PLANTED, people) as ask:
        rows = ask("""SELECT json_agg(json_build_array(app_id, experiment, outcome, difference_low, difference_high))
            FROM analytics.opt_in_experiments WHERE base = 'assigned'""")
    good = {}
    for app, experiment, outcome, low, high in rows:
        is_told = low is not None and low <= TRUTH[experiment, outcome] <= high and leaves_out_0(low, high)
        good.setdefault(app, []).append(is_told)
    return sum(len(told) == len(TRUTH) and all(told) for told in good.values())


def young(program, seed, histories):
    """Reads the yield of the slow primer and of its control at the end of each of its first days, and of the last. Returns how many
    histories ever show too much of the primer (a yield while no window is over, or one that is clearly better), and how many tell its
    loss at last."""
    with projected(program, seed, histories, SLOW, YOUNG_PEOPLE) as ask:
        rows = ask(f"""SELECT json_agg(json_build_array(look.day, ask.app_id, ask.name, ask.yield_low, ask.yield_high))
            FROM (SELECT {LAST_DAY} AS day UNION ALL SELECT generate_series(1, {YOUNG_DAYS})) AS look
            CROSS JOIN LATERAL analytics.ask_by(
                '{BEGIN:%F}', '{BEGIN:%F}'::date + {LAST_DAY}, '{BEGIN:%F}Z'::timestamptz + look.day * interval '24 h'
            ) AS ask
            WHERE ask.dimension = 'variant'""")
    wrong, told = set(), set()
    by_look = {(day, app, name): (low, high) for day, app, name, low, high in rows}
    for (day, app, name), (low, _) in by_look.items():
        if name == "control" or low is None:
            continue
        (_, high), (control_low, control_high) = by_look[day, app, name], by_look[day, app, "control"]
        if day <= WINDOW_DAYS or low > control_high:
            wrong.add(app)
        if day == LAST_DAY and high < control_low:
            told.add(app)
    return len(wrong), len(told)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--experiments", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--histories", type=int, default=100)
    parser.add_argument("--people", type=int, default=1_000)
    options = parser.parse_args()
    compare(options.program)
    rng, count = random.Random(options.seed), options.count
    limit = 0.05 + 3 * math.sqrt(0.05 * 0.95 / count)
    good = True
    for people, rate in itertools.product((50, 500), (0.1, 0.5, 0.9)):
        found = [ever(rng, people, rate) for _ in range(count)]
        primed = [ever_of_primer(rng, people, rate) for _ in range(count)]
        (uniform, one_look), (assigned, asked) = ([sum(each) / count for each in zip(*all)] for all in (found, primed))
        good &= uniform <= limit and assigned <= limit
        print(f"{people} people a day, rate {rate}: of {count:,} experiments without a difference, looked at on {DAYS} days, "
              f"{100 * uniform:.1f}% ever leave out 0; by Newcombe's interval {100 * one_look:.1f}%. With a primer that filters in one "
              f"arm {100 * assigned:.1f}% of everyone assigned; of those asked {100 * asked:.1f}%", flush=True)
    sizes = sorted(until_clear(rng, 100) for _ in range(count))
    print(f"A primer that loses 8 points of all and gains 20 among those asked: the loss is clear after {sizes[count // 2]:,} people in half "
          f"of {count:,} experiments, after {sizes[count * 19 // 20]:,} in 19 of 20", flush=True)
    if options.histories:
        told = planted(options.program, options.seed, options.histories, options.people)
        good &= told >= 0.95 * options.histories
        print(f"Asking on day 3, and provisional against the dialog: {told} of {options.histories} histories of {options.people:,} "
              "people an arm tell what was planted", flush=True)
        wrong, told = young(options.program, options.seed, options.histories)
        good &= wrong == 0 and told >= 0.95 * options.histories
        print(f"A new primer that loses half of those who would allow, while all who answer in its first week allow: {wrong} of "
              f"{options.histories} histories ever show it too good, {told} tell the loss after {LAST_DAY} days", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
