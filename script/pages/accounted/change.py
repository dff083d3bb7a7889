"""What pages must say about a change of the opt-in rate: the headline, what to look at next, and where it changed."""

from . import formats as f
from .formats import ANY, DASH, SOME, count, day, digits, percent, rate, signed
from .tables import published_rate, settled

# The fewest people in both ranges for a comparison, and the p below which the headline says that the rate changed.
SMALLEST_RANGE, SURELY = 300, 0.001
DIMENSIONS = {"os": "OS", "os_version": "OS version", "app_version": "App version", "placement": "Placement",
              "variant": "Variant", "locale": "Locale"}


def is_clear(difference):
    return difference.low > 0 or difference.high < 0


def points(number):
    return digits(abs(number))


class Changes:
    """The rows of opt_in_changes of one app, without withheld ones, and the app's row of key_numbers."""

    def __init__(self, section):
        self.section, self.report = section, section.report
        self.rows = [row for row in section.table("opt_in_changes") if row["prompted"] is not None]
        self.key = section.key("grant_rate")
        self.whole = self.row("all", "")

    def of(self, dimension):
        """Returns the rows of a dimension, most people asked first."""
        rows = [row for row in self.rows if row["dimension"] == dimension]
        return sorted(rows, key=lambda row: (-row["prompted"], -row["prompted_before"]))

    def row(self, dimension, name):
        """Returns the row of a value, which may be withheld; None if there is none."""
        return next((row for row in self.section.table("opt_in_changes")
                     if (row["dimension"], row["name"]) == (dimension, name)), None)

    def is_covered(self):
        return any(row["part_before"] is not None for row in self.section.table("key_numbers"))

    def compared(self):
        return [row for row in self.rows if row["dimension"] != "all" and row["p"] is not None and is_of_enough(row)]

    def clearest(self):
        rows = self.compared()
        clear = [row for row in rows if row["p"] * len(rows) < 0.05 and is_clear(published_rate(row, "difference"))]
        width = lambda row: max(row["difference_high"] - row["difference_low"], 1e-9)
        return max(clear, key=lambda row: abs(row["difference"]) / width(row), default=None)

    def shifted(self, mix):
        """Returns the major OS version whose share moved the rate most in the direction of `mix`."""
        middle = lambda row: (lambda known: sum(known) / len(known) if known else None)(
            [each for each in (row["grant_rate"], row["grant_rate_before"]) if each is not None])
        moves = [(row, (row["share"] - row["share_before"]) * (middle(row) - middle(self.whole))) for row in self.of("os")
                 if None not in (row["share"], row["share_before"], middle(row))]
        best = max(moves, key=lambda move: move[1] * (1 if mix > 0 else -1), default=None)
        return best[0] if best and best[1] * mix > 0 else None

    def verdict(self, total, row):
        """Returns the name of the sentence that the comparison allows."""
        if total is None or not total["prompted"]:
            return "nobody"
        if not settled(total):
            return "open"
        if settled(total) < SMALLEST_RANGE:
            return "few"
        if not self.is_covered():
            return "uncovered"
        if row and row["prompted"] is None:
            return "withheld"
        if row is None or row["settled_before"] < SMALLEST_RANGE:
            return "few before"
        difference = published_rate(row, "difference")
        if difference is None:
            return "uncovered"
        if not is_clear(difference):
            return "held"
        return "changed" if row["p"] is not None and row["p"] < SURELY else "leaning"

    def headline(self, total, row, place="", is_whole=True):
        """Returns the title and the sentences below it. `total`: the answers; `row`: their comparison."""
        report, verdict = self.report, self.verdict(total, row)
        days = f"{report.short_days()}"
        if verdict == "nobody":
            return place, report.range_words()
        asked = count(total["prompted"])
        if verdict == "open":
            return place, f"{asked} {report.range_words()}"
        share = rate(total["granted"], settled(total))
        shown = f.shown(share, settled(total))
        still = count(total["open_window"]) if total["open_window"] else ""
        interval = f"{percent(share.value)} {f.told(share).split(' ', 1)[1]}" if shown else ""
        base = f"{days} {count(total['granted'])} {count(settled(total))} {interval} {still}"
        rate_text = f.cells(share, settled(total))[0]
        if verdict == "few":
            title = asked if total["prompted"] < SMALLEST_RANGE else f"{count(settled(total))} {asked}"
            return f"{place} {title}", base
        if verdict == "few before":
            return f"{place} {count(row['prompted_before'] if row else 0)}", base
        if verdict == "withheld":
            return f"{rate_text} {place}", base
        if verdict == "uncovered":
            first = self.key["first_day"] if self.key else None
            return f"{rate_text} {place} {day(first) if first else ''}", f"{base} {report.comparable(first) if first else ''}"
        difference = published_rate(row, "difference")
        pair = f"{days} {percent(row['grant_rate_before'])}"
        ends = f"{signed(difference.low)} {signed(difference.high)}"
        if verdict == "changed":
            split = self.split(difference.value) if is_whole else ""
            return f"{place} {points(difference.value)} {rate_text}", f"{pair} {ends} {split}"
        offset = self.offset() if is_whole else ""
        if verdict == "leaning":
            return f"{place} {rate_text} {points(difference.value)}", f"{pair} {signed(difference.value)} {ends} {offset}"
        detectable = "" if row["detectable"] is None else points(row["detectable"])
        return f"{place} {rate_text}", f"{pair} {signed(difference.value)} {ends} {detectable} {offset}"

    def split(self, difference):
        """Returns the numbers of the sentences that split a change into who was asked and their answers."""
        mix, rates = self.key["mix"], self.key["rates"]
        if mix is None or not difference:
            return ""
        whole = signed(difference)
        if mix / difference >= 0.8:
            row, told = self.shifted(mix), ""
            if row:
                told = f"{row['name']} {percent(row['grant_rate'])} {percent(row['share_before'])} {percent(row['share'])}"
            return f"{signed(mix)} {whole} {told} {signed(rates)}"
        if mix / difference <= 1 - 0.8:
            row = self.clearest()
            told = f"{row['name']} {percent(row['grant_rate'])} {percent(row['grant_rate_before'])}" if row else ""
            return f"{signed(rates)} {whole} {told} {signed(mix)}"
        return f"{signed(mix)} {whole} {signed(rates)}"

    def offset(self):
        mix = self.key["mix"]
        return f"{signed(mix)} {signed(self.key['rates'])}" if mix is not None and abs(mix) >= 0.02 else ""

    def where(self, dimension, limit, kind=()):
        """Returns the rows of the table of a dimension: values of 30 people or more, and one for the others."""
        rows = self.of(dimension)
        many = [row for row in rows if max(row["prompted"], row["prompted_before"]) >= f.SMALLEST_BASE][:limit]
        few = [row for row in rows if row not in many]
        usual = published_rate(self.whole, "grant_rate")
        told = [(f.name(row["name"], 40) or "none", [*kind, *self.cells(row, usual)]) for row in many]
        if few:
            people, before = (sum(row[column] for row in few) for column in ("prompted", "prompted_before"))
            label = f"{count(len(few))} other{'' if len(few) == 1 else 's'}, {count(people)} {'person' if people == 1 else 'people'}"
            now, then = (part / self.whole[column] if self.whole[column] else None
                         for part, column in ((people, "prompted"), (before, "prompted_before")))
            told.append((label, [*kind, DASH, DASH, *shares(now, then)]))
        return told

    @staticmethod
    def cells(row, usual):
        difference = published_rate(row, "difference") if is_of_enough(row) else None
        return [f.cells(published_rate(row, "grant_rate"), row["settled"], usual)[0], moved(difference),
                *shares(row["share"], row["share_before"])]

    def note(self):
        most = next((row for row in self.of("os") if row["detectable"] is not None and is_of_enough(row)), None)
        whole = "" if self.whole["detectable"] is None else points(self.whole["detectable"])
        return f"{whole} {points(most['detectable']) + ' ' + label(most) if most else ''} {count(len(self.compared()))}"


def is_unknown(answers):
    """Returns whether a number that a headline needs is not in the tables, because rows are withheld."""
    return bool(answers) and ANY in (answers["prompted"], answers["granted"], answers["open_window"])


def is_of_enough(row):
    return min(row["settled"], row["settled_before"]) >= f.SMALLEST_BASE


def moved(difference):
    """Returns the cell of a difference."""
    if difference is None:
        return DASH
    ends = f"{signed(difference.low)} to {signed(difference.high)}"
    return f"{signed(difference.value)} pts {ends}" if is_clear(difference) else f"no clear change {ends}"


def shares(share, before):
    """Returns the cells of a share and of its change."""
    told = percent(share) + ("" if before is None else f" was {percent(before)}")
    return told, DASH if None in (share, before) else f"{signed(share - before)} pts"


def label(row):
    """Returns the name of a value, as sentences give it."""
    kind = DIMENSIONS[row["dimension"]]
    if not row["name"]:
        return "no value"
    return f.name(row["name"]) if row["dimension"].startswith("os") else f"{kind} {f.name(row['name'], 40)}"
