"""Implements script/findings --experiments: how often intervals of an experiment without a difference ever leave out 0, if
someone looks every day."""

import argparse
import bisect
import functools
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile

EXPERIMENTS, DAYS, FEWEST = 2_000, 180, 100
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
    return min(bisect.bisect(distribution(n, rate), rng.random()), n)


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
                low, high = interval(k1, n1, k2, n2)
                left_out[place] |= low > 0 or high < 0
    return left_out


def compare(program):
    """Stops unless the formula here gives the numbers of the database."""
    cases = [(120, 200, 90, 200, 0.05), (6_000, 10_000, 5_500, 10_000, 0.025), (3, 100, 100, 900, 0.0125)]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            sql = "SELECT json_build_array(low, high) FROM stats.sequential_difference({}, {}, {}, {}, {})".format(*case)
            answer = subprocess.run([program, "sql", "--data-dir", f"{folder}/data", "-AtXc", sql], check=True, stdout=subprocess.PIPE)
            if any(abs(a - b) > 1e-12 for a, b in zip(json.loads(answer.stdout), sequential(*case))):
                sys.exit(f"{case}: the database gives {answer.stdout.decode().strip()}, this script {sequential(*case)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--experiments", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compare(options.program)
    rng, limit = random.Random(options.seed), 0.05 + 3 * math.sqrt(0.05 * 0.95 / EXPERIMENTS)
    good = True
    for people in (50, 500):
        for rate in (0.1, 0.5, 0.9):
            found = [ever(rng, people, rate) for _ in range(EXPERIMENTS)]
            uniform, one_look = (sum(each) / EXPERIMENTS for each in zip(*found))
            good &= uniform <= limit
            print(f"{people} people a day, rate {rate}: of {EXPERIMENTS:,} experiments without a difference, looked at on {DAYS} "
                  f"days, {100 * uniform:.1f}% ever leave out 0; by Newcombe's interval {100 * one_look:.1f}%", flush=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
