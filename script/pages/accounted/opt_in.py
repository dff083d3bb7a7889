"""What the opt-in pages must say about the answers to the prompt."""

from . import formats as f
from .formats import ANY, DASH, SOME, count, name, percent, rate, system
from .section import Section, own_rate
from .tables import ANSWERS, major, majors, published_rate, settled, summed, total


def grant(row):
    return own_rate(row, "grant_rate", row["granted"], settled(row))


def change(row):
    """Returns the change against the range before, or '' if either has too few people."""
    difference = published_rate(row, "difference")
    if difference is None or min(row["base"], row["base_before"]) < f.SMALLEST_BASE:
        return ""
    return "no clear change" if difference.low <= 0 <= difference.high else f.points(difference)


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

    def headline(self):
        return self.headline_of(self.whole(), self.still_open())

    def headline_of(self, row, still="", people=""):
        if not row:
            return "", self.report.range_words(), DASH
        few = f"{count(row['prompted'])} {self.report.range_words()}"
        few += f" {count(row['granted'])} {count(settled(row))}" if settled(row) else ""
        title, *rest = self.lead(grant(row), settled(row), count(row["prompted"]),
                                 f"{count(row['granted'])} {count(settled(row))} {{}} {still}", few)
        return title if title in ("", SOME) else f"{title} {people}", *rest

    def pools(self, rows):
        """Yields per day: people asked, and base and part of the 7-day rate; ANY if the tables begin too late."""
        for date in self.report.days():
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
    """Returns the cells of the comparison (difference, p, adjusted p) of each comparable pair of rows, by its key."""
    tests = {key: (row["granted"], settled(row), other["granted"], settled(other))
             for key, (row, other) in pairs.items()}
    tests = {key: test for key, test in tests.items() if not {None, 0} & {test[1], test[3]}}
    p = {key: ANY if ANY in test else f.two_sided_p(*test) for key, test in tests.items()}
    adjusted, cells = {} if ANY in p.values() else dict(zip(p, f.benjamini_hochberg(p.values()))), {}
    for key, test in tests.items():
        if ANY in test:
            cells[key] = [ANY] * 3
        elif min(test[1], test[3]) >= f.SMALLEST_BASE:
            difference = f.newcombe(*test)
            words = "no clear difference" if difference.low <= 0 <= difference.high else f.points(difference)
            cells[key] = [words, f.p_value(p[key]), f.p_value(adjusted[key]) if adjusted else ANY]
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
        difference = lambda row: tests.get((row["os_name"], row["os_version"]), [DASH] * 3) if tests else []
        self.versions("versions", rows, ANSWERS, "prompted", lambda row: self.answers(usual)(row) + difference(row))
        self.change()
        self.decisions()
        self.app_versions(self.table("opt_in_by_app_version"), usual)
        self.variants(usual)
        for days in ("7", "30"):
            self.retention(days, rows, whole)

    def numbers(self, whole):
        base, decided, first = settled(whole), whole["decided"], self.key("first_open_24h")
        return [self.share("Grant rate", rate(whole["granted"], base), base),
                self.share("Acceptance rate", rate(whole["granted"], decided), decided),
                self.share("Opened in 24 hours", published_rate(first, "rate"), first["base"], change=change(first)),
                self.number("Asked", whole["prompted"]), self.number("No answer", whole["undecided"]),
                self.number("Still open", whole["open_window"]),
                ("Median time to decide", [self.is_percentile(0.5), "", "", self.is_percentile(0.9)])]

    def is_percentile(self, share):
        """Returns a check of a percentile. No table has those of a whole app, but the decision curve bounds them."""
        curve = [(row["seconds"], row["decided"]) for row in self.table("decision_curve")]
        rank = (curve[-1][1] - 1) * share
        after = max([seconds for seconds, decided in curve if decided <= rank], default=0)
        by = min((seconds for seconds, decided in curve if decided > rank + 1), default=curve[-1][0])
        return lambda text: after - 0.5 <= f.seconds_of(text) <= by + 0.5 if rank >= 0 else text in (DASH, "")

    def change(self):
        row = self.key("grant_rate")
        if not row:
            return
        rows = [(label, f.cells(published_rate(row, column), row[f"base{end}"])
                 + [count(row[f"part{end}"]), count(row[f"base{end}"])])
                for label, column, end in [("These days", "rate", ""), ("The days before", "before", "_before")]]
        difference, words = published_rate(row, "difference"), ""
        if difference and min(row["base"], row["base_before"]) >= f.SMALLEST_BASE:
            parts = "" if row["mix"] is None else f"{f.signed(row['mix'])} {f.signed(row['rates'])}"
            words = f"{f.points(difference)} p {f.p_value(row['p'])} {parts}"
        is_covered = any(each["part_before"] is not None for each in self.table("key_numbers"))
        self.figure("change", rows, note=f"{words} {self.still_open()}" if is_covered else "")

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
            self.clipped("app-versions", [(name(row["app_version"]) or "no version", self.answers(usual)(row),
                                           self.sum if row.get("is_sum") else "") for row in rows])

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
            otherwise = ["control" if is_control else DASH, DASH, DASH]
            difference = tests.get((row["placement"], row["variant"]), otherwise)
            rows.append((f"{placement} · {variant}" if is_control else variant,
                         self.answers(usual)(row)[:3] + difference + [count(row["prompted"])], self.sum))
        if rows:
            self.clipped("variants", rows)

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
        rows, both = self.table("opt_in_by_os"), self.table("opt_in_by_os_and_app_version")
        version = part.removeprefix("app-")
        whole = next((row for row in majors(rows, ANSWERS)
                      if f"{row['os_name'].lower()}-{row['os_version']}" == part), None)
        is_own = lambda row: (row["os_name"], major(row)) == (whole["os_name"], whole["os_version"])
        if whole:
            self.total, self.people = whole, system(whole["os_name"], whole["os_version"])
            self.own, self.apart = list(filter(is_own, rows)), summed(filter(is_own, both), ["app_version"], ANSWERS)
        else:
            self.total = next(row for row in self.table("opt_in_by_app_version") if row["app_version"] == version)
            self.people, self.own, self.apart = version, [row for row in both if row["app_version"] == version], []

    def headline(self):
        still = self.total["open_window"]
        return self.headline_of(self.total, count(still) if still else "", self.people)

    def fill(self):
        usual = grant(self.total)
        numbers = {"Asked": "prompted", "Allowed": "granted", "Denied": "denied", "No answer": "undecided",
                   "Still open": "open_window"}
        self.strip(self.share("Grant rate", usual, settled(self.total)),
                   *(self.number(label, self.total[column]) for label, column in numbers.items()))
        self.versions("versions", self.own, ANSWERS, "prompted", self.answers(usual))
        self.app_versions(self.apart, usual)
