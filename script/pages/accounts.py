"""Verifies every number on the pages of a report against the CSV tables beside them. Prints what is wrong; exit status 1 if
anything is wrong, or if there is no number.
    python3 script/pages/accounts.py REPORT_FOLDER [--prove N]    also changes N of the numbers: each must be noticed"""

import argparse
import pathlib
import random
import sys

sys.dont_write_bytecode = True

from accounted.pages import Site  # noqa: E402


def account(folder):
    """Returns the site of a report, what is wrong with its pages, and each correct number as (page, text, offset, number)."""
    site = Site(pathlib.Path(folder))
    checks = {file: site.check(file) for file in site.files}
    wrong = [f"{file} is missing" for file in site.missing()]
    wrong += [f"{file}: {words}" for file, check in checks.items() for words in check.failures]
    return site, wrong, [(file, *place) for file, check in checks.items() for place in check.right]


def sample(numbers, count, choice):
    """Returns `count` numbers, spread evenly over the kinds of places where numbers stand on pages."""
    places = {}
    for number in numbers:
        file, text, *_ = number
        places.setdefault((file.split("/")[-1], *text.place[1:]), []).append(number)
    order = choice.sample(list(places.values()), len(places))
    return [choice.choice(order[each % len(order)]) for each in range(count)] if order else []


def unnoticed(site, numbers, choice):
    """Changes one digit of each number in turn, and yields those whose page still passes the check."""
    for file, text, start, number in numbers:
        source = bytearray((site.root / file).read_bytes())
        place = choice.choice([place for place, sign in enumerate(number) if sign.isdigit()])
        at = text.at(start + place)
        source[at:at + 1] = choice.choice("0123456789".replace(number[place], "")).encode()
        if not site.check(file, bytes(source)).failures:
            yield f"{file}: {text.place}: “{text.text}”: a change of digit {place + 1} of {number} was not noticed"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="with index.html, csv/ and manifest.json")
    parser.add_argument("--prove", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    (site, wrong, numbers), choice = account(options.folder), random.Random(options.seed)
    changed = [] if wrong else sample(numbers, options.prove, choice)
    missed = list(unnoticed(site, changed, choice))
    for line in wrong + missed:
        print(line)
    if changed:
        print(f"{len(changed) - len(missed)} of {len(changed)} changed numbers were noticed")
    end = f"{len(wrong)} places wrong" if wrong else "each matches its table"
    print(f"{len(numbers):,} numbers on {len(site.files)} pages, {end}")
    sys.exit(1 if wrong or missed or not numbers else 0)


if __name__ == "__main__":
    main()
