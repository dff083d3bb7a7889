"""What the opt-in pages must say about the answers to the prompt."""

import math

from . import formats as f
from .change import Changes, is_unknown
from .formats import ANY, DASH, SOME, count, day, name, percent, rate, system
from .section import Section, own_rate
from .tables import ANSWERS, ends, major, majors, published_rate, settled, summed, total, week_length


EXPERIMENT = 100


def split_p(row, rows):
    """Returns p of the test that the variants of a row's placement have equally many people."""
    sizes = [each["settled"] for each in rows if each["placement"] == row["placement"] and each["settled"] is not None]
    sizes.append(row["settled_control"])
    mean = sum(sizes) / len(sizes)
    x, degrees = sum((size - mean) ** 2 for size in sizes) / mean, len(sizes) - 1
    p, term, known = math.erfc(math.sqrt(x / 2)), math.sqrt(2 * x / math.pi) * math.exp(-x / 2), 1
    if degrees % 2 == 0:
        p, term, known = math.exp(-x / 2), x / 2 * math.exp(-x / 2), 2
    while known < degrees:
        p, known = p + term, known + 2
        term *= x / known
    return p


def grant(row):
    return own_rate(row, "grant_rate", row["granted"], settled(row))


def change(row):
    """Returns the change against the range before, or '' if either has too few people."""
    difference = published_rate(row, "difference")
    if difference is None or min(row["base"], row["base_before"]) < f.SMALLEST_BASE:
        return ""
    if difference.low <= 0 <= difference.high:
        return "no clear change"
    return f"{'▼' if difference.value < 0 else '▲'} {f.digits(abs(difference.value))} pts"


class OptIn(Section):
    """The answers of one app."""

    def whole(self):
        """Returns the sums of an app. If versions are withheld, uses the tables of whole apps. None if nobody was asked."""
        rows, asked, grants = self.table("opt_in_by_os"), self.key("prompted"), self.key("grant_rate")
        answers = total(rows, [*ANSWERS, *(f"{kind}_{days}d" for kind in ("eligible", "retained") for days in (7, 30))])
        if answers["prompted"] != ANY:
            return answers if answers["prompted"] else None
        if asked["part"] is None:
            return None
        decided, granted = self.table("decision_curve")[-1]["decided"], grants["part"]
        return answers | {
            "prompted": asked["part"], "decided": decided, "granted": granted, "denied": decided - granted,
            "undecided": grants["base"] - decided, "open_window": asked["part"] - grants["base"]}

    def answers(self, usual):
        """Returns a function that gives the cells of a row of answers."""
        return lambda row: f.cells(grant(row), settled(row), usual) + [
            count(row[column]) for column in ("granted", "denied", "undecided", "open_window", "prompted")]

    def still_open(self):
        whole = self.whole()
        return count(whole["open_window"]) if whole and whole["open_window"] else ""

    def changes(self):
        return Changes(self)

    def headline(self):
        """Returns title, lede and summary. If versions are withheld, the sum of their answers may be, too."""
        changes, whole = self.changes(), self.whole()
        if is_unknown(whole):
            return SOME, SOME, SOME
        summary = f"{f.cells(grant(whole), settled(whole))[0]} {count(whole['prompted'])}" if whole else "0"
        return *changes.headline(whole, changes.whole), summary

    def is_compared(self):
        whole, changes = self.whole(), self.changes()
        if is_unknown(whole):
            return False
        return changes.verdict(whole, changes.whole) in ("held", "leaning", "changed")

    def rate_by_day(self, rows, answers, row, is_compared, is_part=False):
        """Adds the plot of the opt-in rate: the days of the whole report, at most four times the range. `answers`: those of
        the range, whose rate decides which rates are shown; `row`: their comparison."""
        usual = f.shown(grant(answers), settled(answers)) if answers else None
        drawn = list(self.trend(rows, usual))[-max(4 * self.report.length, 28):]
        first, last = day(drawn[0][0]), day(drawn[-1][0])
        if week_length([date for date, *_ in drawn]) > 1:
            drawn = [(date, cells[1:], *more) for date, cells, *more in ends(drawn)]
        elif is_part and self.report.cell > 1:
            # The number of people asked on a day is withheld for every major.
            either = lambda asked: lambda text: text in (DASH, asked)
            drawn = [(date, [either(asked), *rest], *more) for date, (asked, *rest), *more in drawn]
        if is_compared and (self.report.first - drawn[0][0]).days >= self.report.length:
            self.say("plot before-label", percent(row["grant_rate_before"]), figure="trend")
            self.say("plot now-label", f"{f.counted_days(self.report.length)} {percent(row['grant_rate'])}", figure="trend")
        target = "" if is_part else self.target("grant_rate")
        self.by_day("trend", drawn, target and f"target {target}", days=first if first == last else f"{first} to {last}")

    def pools(self, rows):
        """Yields per day: people asked, and base and part of the 7-day rate; ANY if the tables begin too late."""
        for date in self.report.whole.days():
            sums = total([row for row in rows if 0 <= (date - row["day"]).days < 7], ANSWERS)
            asked = total([row for row in rows if row["day"] == date], ["prompted"])["prompted"]
            is_known = (date - self.report.whole.first).days >= 6
            yield date, asked, *((settled(sums), sums["granted"]) if is_known else (ANY, ANY))

    def trend(self, rows, usual):
        """Yields per day: the date, the cells, the rate if it is shown, and whether it can still change."""
        for date, asked, base, part in self.pools(rows):
            share = rate(part, base)
            cells = [count(asked), count(base), *f.cells(share, base, usual)]
            yield date, cells, f.shown(share, base, usual), self.report.is_open(date, self.report.window)


def compared(pairs):
    """Returns the cells of the comparison (words, difference, p, adjusted p) of each comparable pair of rows, by its key."""
    tests = {key: (row["granted"], settled(row), other["granted"], settled(other))
             for key, (row, other) in pairs.items()}
    tests = {key: test for key, test in tests.items() if not {None, 0} & {test[1], test[3]}}
    p = {key: ANY if ANY in test else f.two_sided_p(*test) for key, test in tests.items()}
    adjusted, cells = {} if ANY in p.values() else dict(zip(p, f.benjamini_hochberg(p.values()))), {}
    for key, test in tests.items():
        if ANY in test:
            cells[key] = [ANY] * 4
        elif min(test[1], test[3]) >= f.SMALLEST_BASE:
            difference = f.newcombe(*test)
            words = "no clear difference" if difference.low <= 0 <= difference.high else f.points(difference)
            cells[key] = [words, f.points(difference), f.p_value(p[key]), f.p_value(adjusted[key]) if adjusted else ANY]
    return cells


class Answers(OptIn):
    def fill(self):
        rows, whole = self.table("opt_in_by_os"), self.whole()
        usual = grant(whole) if whole else None
        self.strip(*self.numbers(whole) if whole else [])
        if not rows:
            return
        pairs = {(row["os_name"], row["os_version"]): (row, before) for before, row in zip(rows, rows[1:])
                 if row["os_name"] == before["os_name"]
                 and min(settled(row) or 0, settled(before) or 0) >= f.SMALLEST_BASE}
        tests = compared(pairs)
        difference = lambda row: tests.get((row["os_name"], row["os_version"]), [DASH])[:1] if tests else []
        kept = self.versions("versions", rows, ANSWERS, "prompted", lambda row: self.answers(usual)(row) + difference(row))
        self.tests("versions", [(system(*key), cells[1:]) for key, cells in tests.items() if system(*key) in kept])
        daily = self.report.whole.rows("opt_in_daily", self.app)
        self.rate_by_day(daily, whole, self.changes().whole, self.is_compared())
        if self.is_compared() and self.is_alone:
            self.places()
        self.decisions()
        self.app_versions(self.table("opt_in_by_app_version"), usual)
        self.variants(usual)
        self.experiments()
        for days in ("7", "30"):
            self.retention(days, rows, whole)

    def tests(self, figure, tests):
        """Adds the data table of a table with comparisons: difference, p and adjusted p. The difference is in it in any case."""
        self.expected.rows[self.id, figure + "-data"] = tests

    def numbers(self, whole):
        base, decided, first = settled(whole), whole["decided"], self.key("first_open_24h")
        return [self.share("Opt-in rate", rate(whole["granted"], base), base),
                self.share("Acceptance rate", rate(whole["granted"], decided), decided),
                self.share("Opened in 24 hours", published_rate(first, "rate"), first["base"], change=change(first)),
                self.number("People asked", whole["prompted"]), self.number("No answer", whole["undecided"]),
                *([self.number("Can still answer", whole["open_window"])] if whole["open_window"] else []),
                ("Median time to decide", [self.is_percentile(0.5), "", "", self.is_percentile(0.9)])]

    def is_percentile(self, share):
        """Returns a check of a percentile. No table has those of a whole app, but the decision curve bounds them."""
        curve = [(row["seconds"], row["decided"]) for row in self.table("decision_curve")]
        rank = (curve[-1][1] - 1) * share
        after = max([seconds for seconds, decided in curve if decided <= rank], default=0)
        by = min((seconds for seconds, decided in curve if decided > rank + 1), default=curve[-1][0])
        return lambda text: after - 0.5 <= f.seconds_of(text) <= by + 0.5 if rank >= 0 else text in (DASH, "")

    def places(self):
        """Adds the tables of what changed in each dimension."""
        changes, note = self.changes(), self.changes().note()
        for dimension in ("os", "os_version", "app_version", "placement", "variant", "locale"):
            if any(row["name"] for row in changes.of(dimension)):
                figure = "where-" + dimension.replace("_", "-")
                there = len(self.page.rows.get((self.id, figure), []))
                limit = next((rows for rows in (48, 32, 16, 8) if len(changes.where(dimension, rows)) <= there), 8)
                self.figure(figure, changes.where(dimension, limit), note=note)
                note = ""

    def decisions(self):
        curve = self.table("decision_curve")
        if not curve or (curve[0]["prompted"] or 0) < f.SMALLEST_BASE:
            return
        rows = [(f.window(row["seconds"]), [
            count(row["decided"]), *f.cells(published_rate(row, "decided_rate"), row["prompted"]),
            count(row["granted"]), count(row["denied"])]) for row in curve]
        ends = [curve[-1][column] for column in ("granted_rate", "denied_rate")]
        asked = count(curve[0]["prompted"])
        self.figure("decisions", rows, caption=asked, desc=" ".join(map(percent, ends)), note=self.still_open())
        self.ends("decisions", [("", rate, percent(rate)) for rate in ends])

    def app_versions(self, rows, usual):
        if rows:
            self.ranked("app-versions", [(name(row["app_version"]) or "no version", self.answers(usual)(row),
                                          self.sum if row.get("is_sum") else "") for row in rows],
                        [row["prompted"] for row in rows], "app version", "app versions", "people")

    def variants(self, usual):
        """Compares each variant with the control of its placement: the variant named `control`, or else the first."""
        arms = summed(self.table("opt_in_by_variant"), ["placement", "variant"], ANSWERS)
        arms.sort(key=lambda row: (row["placement"].encode(), row["variant"] != "control", row["variant"].encode()))
        controls = {}
        for row in arms:
            controls.setdefault(row["placement"], row)
        tests = compared({(row["placement"], row["variant"]): (row, controls[row["placement"]]) for row in arms
                          if row is not controls[row["placement"]]})
        rows = []
        for row in arms:
            placement, variant = (name(row[kind], 40) or f"no {kind}" for kind in ("placement", "variant"))
            is_control = row is controls[row["placement"]]
            otherwise = ["control" if is_control else DASH]
            difference = tests.get((row["placement"], row["variant"]), otherwise)[:1]
            rows.append((f"{placement} · {variant}" if is_control else variant,
                         self.answers(usual)(row)[:3] + difference + [count(row["prompted"])], self.sum))
        keys = [(row["placement"], row["variant"]) for row in arms]
        if rows:
            self.clipped("variants", rows)
            shown = [id(row) for row in self.split("variants", rows)[0]]
            words = lambda key: " · ".join(name(each, 40) or f"no {kind}" for each, kind in zip(key, ("placement", "variant")))
            self.tests("variants", [
                (words(key), tests[key][1:]) for key, row in zip(keys, rows) if key in tests and id(row) in shown])

    def experiments(self):
        """Adds the comparison of each variant with the control of its placement, and plots of those with most people."""
        rows, plotted, listed = self.table("opt_in_experiments"), [], []
        for row in rows:
            placement, variant, control = (name(row[kind], 40) or f"no {kind}" for kind in ("placement", "variant", "control"))
            own, low = published_rate(row, "difference"), row["difference_low"]
            if row["settled"] is None:
                words = DASH
            elif split_p(row, rows) < 0.001:
                own, words = None, ""
            elif low is None:
                own, words = None, f"{EXPERIMENT}, {count(row['settled'])} {count(row['settled_control'])}"
            elif row["is_clear"] == "true":
                words = f"{f.digits(min(abs(low), abs(row['difference_high'])))} {control}"
            else:
                words = f"{f.signed(low)} {f.signed(row['difference_high'])}"
            if own:
                plotted.append((row, f"{variant} against {control}, {placement}"))
            shares = [DASH if row[column] is None else percent(row[column]) for column in ("grant_rate", "grant_rate_control")]
            listed.append((f"{placement} · {variant}", [
                *shares, f.points(own) if own else DASH, count(row["settled"]), count(row["settled_control"]), [words]]))
        if listed:
            kept, absent = self.split("experiments", listed)
            self.figure("experiments", kept, note=count(len(absent)) if absent else "", days=" ")
        plotted.sort(key=lambda each: -min(each[0]["settled"], each[0]["settled_control"]))
        for number, (row, title) in enumerate(plotted[:4] if self.is_alone else [], 1):
            self.experiment(f"experiment-{number}", row, title)

    def experiment(self, figure, row, title):
        days = [each for each in self.table("opt_in_experiment_days")
                if all(each[key] == row[key] for key in ("placement", "variant"))]
        there = len(self.page.rows.get((self.id, figure), []))
        listed = [(day(each["day"]), [count(each["settled"]), count(each["settled_control"]),
                                      f.points(published_rate(each, "difference"))]) for each in days][-there:]
        last = days[-1]
        self.figure(
            figure, listed, note=count(there) if there < len(days) else "", days=f"{day(days[0]['day'])} to {day(last['day'])}",
            title=title, desc=f"{day(last['day'])} {f.points(published_rate(last, 'difference'))}")

    def retention(self, days, rows, whole):
        kept, eligible, opened = (f"{kind}_{days}d" for kind in ("retained", "eligible", "opened"))
        usual = rate(whole[kept], whole[eligible]) if whole else None
        self.versions(f"retention-{days}", rows, ["prompted", kept, eligible, opened], "prompted", lambda row: [
            *f.cells(rate(row[kept], row[eligible]), row[eligible], usual),
            *(count(row[each]) for each in (kept, eligible, opened))])


class Part(Answers):
    """The people asked on a major OS version, or by an app version. The file name of the page says which."""

    def find(self, file):
        part = file.removeprefix("opt-in-").removesuffix(".html")
        whole = self.report.whole.rows("opt_in_by_os", self.app)
        rows, both = self.table("opt_in_by_os"), self.table("opt_in_by_os_and_app_version")
        version, changes = part.removeprefix("app-"), self.changes()
        own = next((row for row in majors(whole, ANSWERS)
                    if f"{row['os_name'].lower()}-{row['os_version']}" == part), None)
        if own:
            is_own = lambda row: (row["os_name"], major(row)) == (own["os_name"], own["os_version"])
            self.total = next(filter(is_own, majors(rows, ANSWERS)), None)
            self.people = system(own["os_name"], own["os_version"])
            self.own, self.apart = list(filter(is_own, rows)), summed(filter(is_own, both), ["app_version"], ANSWERS)
            self.compared = changes.row("os", self.people)
            self.daily = list(filter(is_own, self.report.whole.rows("opt_in_daily", self.app)))
        else:
            self.total = next((row for row in self.table("opt_in_by_app_version") if row["app_version"] == version), None)
            self.people, self.own, self.apart = version, [row for row in both if row["app_version"] == version], []
            self.compared, self.daily = changes.row("app_version", version), None
        if is_unknown(self.total) and self.compared and self.compared["prompted"] is not None:
            row = self.compared
            self.total |= {column: row[column] for column in ("prompted", "granted")}
            self.total["open_window"] = row["prompted"] - row["settled"]

    def headline(self):
        if is_unknown(self.total):
            return SOME, SOME, ""
        title, lede = self.changes().headline(self.total, self.compared, self.people, is_whole=False)
        return title, lede, ""

    def fill(self):
        if not self.total:
            return
        usual = grant(self.total)
        numbers = {"People asked": "prompted", "Allowed": "granted", "Denied": "denied", "No answer": "undecided"}
        if self.total["open_window"]:
            numbers["Can still answer"] = "open_window"
        self.strip(self.share("Opt-in rate", usual, settled(self.total)),
                   *(self.number(label, self.total[column]) for label, column in numbers.items()))
        if self.daily is not None:
            is_compared = not is_unknown(self.total) and self.changes().verdict(self.total, self.compared) in ("held", "leaning", "changed")
            self.rate_by_day(self.daily, self.total, self.compared, is_compared, is_part=True)
        self.versions("versions", self.own, ANSWERS, "prompted", self.answers(usual))
        self.app_versions(self.apart, usual)
