"""What the pages other than overview and opt-in must say about an app."""

import re

from . import formats as f
from .change import SMALLEST_RANGE, SURELY, is_clear
from .formats import ANY, DASH, SOME, count, day, lift, name, percent, rate
from .opt_in import OptIn, change, grant
from .section import Section, own_rate
from .tables import MOST_DAYS, STATUSES, added, ends, published_rate, settled, summed, total, weeks


class Trials(OptIn):
    """Provisional trials."""
    KEPT = ["kept_prominent", "kept_quiet", "kept_unspecified", "upgraded"]
    COLUMNS = [*KEPT, "turned_off", "refused", "pending", "started"]

    def keep(self, row):
        """Returns the keep rate of a row, and its base."""
        base = lift(lambda started, pending: started - pending, row["started"], row["pending"])
        return own_rate(row, "keep_rate", added(*(row[column] for column in self.KEPT)), base), base

    def trials(self):
        """Returns the app's sums, rate and base; if rows are withheld, from the key numbers. None if there are none."""
        rows, key = self.table("provisional_by_os"), self.key("keep_rate")
        sums = total(rows, self.COLUMNS)
        if sums["started"] != ANY:
            return (sums, *self.keep(sums)) if rows else None
        return (sums, published_rate(key, "rate"), key["base"]) if key["base"] is not None else None

    def headline(self):
        if not self.trials():
            return "", self.report.range_words(), DASH
        sums, share, base = self.trials()
        words = f"{count(sums['started'])} {self.report.range_words()} {count(sums['pending'])}"
        return self.lead(share, base, count(sums["started"]), f"{count(base)} {{}} {words}", words)

    def fill(self):
        rows, whole, usual = self.table("provisional_by_os"), self.whole(), None
        if self.trials():
            sums, usual, base = self.trials()
            started = sums["started"]
            of = lambda column: f.told(f.shown(rate(sums[column], started), started)) or count(started)
            asked = (grant(whole), settled(whole)) if whole else (None, None, "")
            self.strip(
                self.share("Keep rate", usual, base), self.share("Opt-in rate when asked outright", *asked),
                self.number("Started", started), self.number("Turned off", sums["turned_off"], of("turned_off")),
                self.number("Pending", sums["pending"], of("pending")))
        if rows:
            self.versions("outcomes", rows, self.COLUMNS, "started", lambda row: f.cells(*self.keep(row), usual) + [
                count(row[column]) for column in self.COLUMNS], "trials")


class WinBack(Section):
    STEPS = ["asked", "went", "returned"]

    def headline(self):
        sums = total(self.table("win_back_by_os"), self.STEPS)
        if sums["asked"] == 0:
            return "", self.report.range_words(), DASH
        words = f"{count(sums['returned'])} {count(sums['asked'])}"
        share = rate(sums["returned"], sums["asked"])
        return self.lead(share, sums["asked"], count(sums["asked"]), f"{words} {{}}", words)

    def fill(self):
        rows = self.table("win_back_by_os")
        if not rows:
            return
        sums = total(rows, self.STEPS)
        usual = rate(sums["returned"], sums["asked"])
        self.strip(self.share("Return rate", usual, sums["asked"]),
                   *(self.number(step.capitalize(), sums[step]) for step in self.STEPS))
        self.versions("returns", rows, self.STEPS, "asked", lambda row: [
            *f.cells(own_rate(row, "return_rate", row["returned"], row["asked"]), row["asked"], usual),
            *(count(row[step]) for step in self.STEPS)])


class Opens(Section):
    """Sends and their opens. The table withholds rows by active people too, the page only by people sent to."""
    COLUMNS = ["sent", "received", "direct_opens", "influenced_opens", "sent_24h", "opened_24h"]

    def sends(self):
        return [row for row in self.table("opens_daily") if row["sent"] != 0]

    def sums(self):
        """Returns the app's sums; if rows are withheld, from the key numbers. None if there are no sends."""
        sums, early, direct = total(self.sends(), self.COLUMNS), self.key("open_rate_24h"), self.key("direct_open_rate")
        if sums["sent"] == ANY:
            influenced = self.key("influenced_open_rate")["part"]
            sums |= {"sent": direct["base"], "direct_opens": direct["part"], "influenced_opens": influenced,
                     "sent_24h": early["base"], "opened_24h": early["part"]}
        return sums if sums["sent"] else None

    @staticmethod
    def rates(row):
        """Returns the rate within 24 hours, the direct rate and the influenced rate."""
        return [rate(row["opened_24h"], row["sent_24h"]), rate(row["direct_opens"], row["sent"]),
                rate(row["influenced_opens"], row["sent"])]

    def is_open(self, date):
        return self.report.is_open(date, max(self.report.open_window, self.report.influence_window))

    def difference(self):
        """Returns the difference to the range before; None if either has fewer than 300 sends."""
        key = self.key("open_rate_24h")
        is_enough = key and min(key["base"] or 0, key["base_before"] or 0) >= SMALLEST_RANGE
        return published_rate(key, "difference") if is_enough else None

    def headline(self):
        sums, key, difference = self.sums(), self.key("open_rate_24h"), self.difference()
        if not sums:
            return "", self.report.range_words(), DASH
        early, direct, influenced = self.rates(sums)
        later = [f.shown(share, sums["sent"]) for share in (direct, influenced)]
        if ANY in later:
            told = SOME
        elif all(later):
            told = " ".join(percent(each.value) for each in later)
        else:
            told = f"{count(sums['direct_opens'])} {count(sums['influenced_opens'])}"
        words = f"{count(sums['opened_24h'])} {count(sums['sent_24h'])}"
        before = percent(key["before"]) if difference else ""
        title, lede, summary = self.lead(early, sums["sent_24h"], count(sums["sent"]), f"{words} {{}} {before} {told}", words)
        if title and difference and is_clear(difference):
            points, is_sure = f.digits(abs(difference.value)), key["p"] is not None and key["p"] < SURELY
            title = f"{points} {title}" if is_sure else f"{title} {points}"
        return title, lede, summary

    def fill(self):
        rows, sums = self.sends(), self.sums()
        usual = self.rates(sums) if sums else [None] * 3
        if sums:
            sent, key = sums["sent"], self.key("open_rate_24h")
            early = (published_rate(key, "rate"), key["base"]) if key else (usual[0], sums["sent_24h"])
            moved = change(key) if key else ""
            self.strip(self.share("Opened within 24 h", *early, change=moved),
                       self.share(f"Opened within {f.window(self.report.open_window)}", usual[1], sent),
                       self.share("Influenced", usual[2], sent, ""),
                       self.number("Sent", sent), self.number("Received", sums["received"]))
        if not rows:
            return self.states()
        days, length = self.points(rows)
        # Of a withheld day no table says whether anything was sent, and the plot begins and ends with a day of sends.
        first, last = (ANY if end["sent"] == ANY else day(end["day"]) for end in (days[0], days[-1]))
        parts = {"early": ("opened_24h", "sent_24h"), "direct": ("direct_opens", "sent"),
                 "influenced": ("influenced_opens", "sent")}
        for place, (kind, part) in enumerate(parts.items()):
            self.by_day(kind, [self.day(row, *part, usual[place], length) for row in days],
                        days=first if len(days) == 1 else f"{first} to {last}", are_known=(first != ANY, last != ANY))
        self.states()
        self.hours(usual[1])
        self.campaigns(usual)
        versions = summed(rows, ["os_name", "os_version"], self.COLUMNS)
        self.versions("versions", versions, self.COLUMNS, "sent", self.cells(usual), "sent")

    def points(self, rows):
        """Returns the sums by day of the whole report, or by week if it is long, and the days of each. Of a range that is not
        long in a report that is, those of its own days."""
        whole = [row for row in self.report.whole.rows("opens_daily", self.app) if row["sent"] != 0]
        is_long, is_own = self.report.whole.length > MOST_DAYS, self.report.length <= MOST_DAYS
        if not is_long or is_own:
            return summed(rows if is_long else whole, ["day"], self.COLUMNS), 1
        return weeks(whole, self.COLUMNS, self.report.whole.first, self.report.whole.last), 7

    def states(self):
        """Adds the table of opens and receipts by the state of the app: sums of notification_states_daily."""
        rows, told = self.table("notification_states_daily"), []
        kinds = {"remote": ("opened", lambda row: row["trigger"] != "local"),
                 "local": ("opened", lambda row: row["trigger"] == "local"), "received": ("received", lambda row: True)}
        states = {"foreground": "In the foreground", "background": "From the background", "not_running": "Into a cold start",
                  "": "State not reported"}
        counts = {kind: {state: sum(row[column] or 0 for row in rows if row["app_state"] == state and is_own(row))
                         for state in states if any(row["app_state"] == state for row in rows)}
                  for kind, (column, is_own) in kinds.items()}
        counts = {kind: own for kind, own in counts.items() if sum(own.values())}
        if not counts:
            return
        for state, label in states.items():
            cells = []
            for own in counts.values():
                largest = max((rate(part, sum(own.values())) for part in own.values()), key=lambda share: share.value)
                if state in own:
                    cells += [count(own[state]), *f.cells(rate(own[state], sum(own.values())), sum(own.values()), largest)]
            if cells:
                told.append((label, cells))
        self.figure("states", told)

    def day(self, row, part, base, usual, length):
        share, size = rate(row[part], row[base]), row[base]
        is_open = self.is_open(row["day"]) if base == "sent" else row["sent"] != row["sent_24h"]
        cells = [count(size), count(row[part]), *f.cells(share, size, usual)]
        return row["day"], cells, f.shown(share, size, usual), is_open

    def cells(self, usual):
        return lambda row: [
            *(cell for share, size, base in zip(self.rates(row), usual, ("sent_24h", "sent", "sent"))
              for cell in f.cells(share, row[base], size)), count(row["sent"])]

    def hours(self, usual):
        """Adds the rates by weekday and hour: bars of at most 24 hours, or a heat map, in which a dot means too few sends."""
        rows = {(row["weekday"], row["hour"]): row for row in self.table("opens_by_hour")}
        rates = {key: f.shown(published_rate(row, "direct_open_rate"), row["sent"] or 0, usual)
                 for key, row in rows.items()}
        shown, cells = [each for each in rates.values() if each], {}
        if not shown:
            return
        for key, row in rows.items():
            few = "·" if row["sent"] else DASH
            cells[key] = few if not rates[key] else ANY if rates[key] == ANY else f.digits(rates[key].value)
        listed = [key for key in sorted(rows) if rates[key]]
        if len(listed) <= 24 and ANY not in shown:
            return self.bars([rows[key] for key in listed], list(rows.values()), usual)
        most = ANY if ANY in shown else percent(max(each.value for each in shown))
        widest = ANY if ANY in shown else f.digits(max(each.high - each.low for each in shown))
        days = "Mon Tue Wed Thu Fri Sat Sun".split()
        self.figure("hours", [(label, [cells.get((weekday, hour), DASH) for hour in range(24)])
                              for weekday, label in enumerate(days, 1)],
                    legend=f"{percent(0)} {most}", note=f"{widest} {name(self.report.zone)}")
        self.say("th", *(f"{hour}:00" for hour in range(24)), figure="hours")

    def bars(self, listed, rows, usual):
        days = "Mon Tue Wed Thu Fri Sat Sun".split()
        left = len(rows) - len(listed)
        sent = sum(row["sent"] or 0 for row in rows) - sum(row["sent"] for row in listed)
        self.figure("hours", [
            (f"{days[row['weekday'] - 1]} {row['hour']}:00",
             [*f.cells(published_rate(row, "direct_open_rate"), row["sent"], usual), count(row["sent"])]) for row in listed],
            note=f"{f'{count(left)} {count(sent)}' if left else ''} {name(self.report.zone)}")

    def campaigns(self, usual):
        rows = [row for row in self.table("opens_by_campaign") if row["sent"] != 0]
        rows.sort(key=lambda row: -1 if row["sent"] is None else row["sent"], reverse=True)
        if rows:
            cells = self.cells(usual)
            self.ranked("campaigns", [(name(row["campaign"]) or "no campaign", cells(row), "") for row in rows],
                        [row["sent"] for row in rows], "campaign", "campaigns", "sent")


class Reach(Section):
    COLUMNS = [*STATUSES, "reachable", "gained", "lost", "all", "base"]
    LABELS = ["Authorized", "Provisional", "Ephemeral", "Denied", "Not determined", "Unknown"]

    def rows(self):
        """Returns the table's rows with two more columns: `all` people, and the `base` of the rate."""
        return [row | {"all": added(*(row[status] for status in STATUSES)),
                       "base": added(row["reachable"], row["denied"], row["not_determined"])}
                for row in self.table("reach_daily")]

    def living(self, row):
        return rate(row["reachable_28d"], row["active_28d"])

    def last(self):
        """Returns the sums by day, the last of them, and the last row of activity with numbers; None if there is none."""
        days = summed(self.rows(), ["day"], self.COLUMNS)
        living = [row for row in self.table("activity_daily") if row["active_28d"] is not None]
        return days, days[-1] if days else None, living[-1] if living else None

    def headline(self):
        _, last, living = self.last()
        words = f"{count(last['reachable'])} {count(last['base'])} {day(last['day'])}" if last else ""
        title, lede, summary = self.lead(
            self.living(living), living["active_28d"], count(living["active_28d"]), f"{day(living['day'])} {{}} {words}", ""
        ) if living else ("", "", DASH)
        if not last:
            return "", self.report.range_words(), summary
        return (title, lede, summary) if title else (count(last["reachable"]), words, summary)

    def fill(self):
        days, last, living = self.last()
        if not days:
            return
        share = (self.living(living), living["active_28d"]) if living else (None, None, "0")
        moved, met = total(days, ["gained", "lost"]), self.met(days)
        self.strip(self.share("Reach, active people", *share),
                   self.share("Reach, all", rate(last["reachable"], last["base"]), last["base"]),
                   self.number("Reachable", last["reachable"], day(last["day"])),
                   self.number("Gained", moved["gained"]), self.number("Lost", moved["lost"]))
        self.stack("status", ends(days, lambda row: row["day"]), [*met, "reachable"],
                   " ".join(count(last[status]) for status in met))
        self.stack("moves", weeks(days, ["gained", "lost"]), ["gained", "lost"])
        self.living_days()
        rows = [row for row in self.rows() if row["day"] == last["day"]]
        self.versions("versions", rows, self.COLUMNS, "all", lambda row: [
            *f.cells(rate(row["reachable"], row["base"]), row["base"]),
            *(count(row[status]) for status in [*met, "all"])], days=day(last["day"]))

    def living_days(self):
        days = []
        for row in self.table("activity_daily"):
            share, base = self.living(row), row["active_28d"]
            cells = [count(base), count(row["reachable_28d"]), *f.cells(share, base)]
            days.append((row["day"], cells, f.shown(share, base), False))
        if days:
            target = self.target("reach_rate_28d", self.report)
            self.by_day("living", ends(days), target and f"target {target}", self.report)

    def met(self, days):
        """Returns the statuses that anyone had; if numbers are withheld, those that the page shows."""
        heads = self.page.said(self.id, "versions", "th")
        had = [{row[status] for row in days} for status in STATUSES]
        return [status for status, label, numbers in zip(STATUSES, self.LABELS, had)
                if (label in heads if ANY in numbers else numbers != {0})]

    def stack(self, figure, days, columns, legend=""):
        cells = [[count(row[column]) for column in columns] for row in days]
        rows = [(day(row["day"]), own, self.sum) for row, own in zip(days, cells)]
        rows, drawn, omission = self.listed(figure, rows)
        marks = self.marked(figure, [row["day"] for row in days[-drawn:]], self.report) if self.page.said(
            self.id, figure, "plot title") else ""
        self.figure(figure, rows, legend=legend, note=f"{marks} {omission}")


class Quality(Section):
    CHECKS = {
        "installations_set_aside": "Installations set aside", "unsent_opens": "Opens without a send",
        "orphan_decisions": "Answers without a prompt", "decided_late": "Answers after the window",
        "status_jumps": "Impossible changes of status", "conflicting_ids": "Ids used for two events"}

    def values(self):
        return {row["measure"]: row["value"] for row in self.table("data_quality")}

    def signs(self):
        """Returns the counts of the checks that found something."""
        return [count(int(self.values()[check])) for check in self.CHECKS if self.values().get(check)]

    OF_EVENTS = ["orphan_decisions", "unsent_opens", "clocks_corrected", "status_jumps"]

    def headline(self):
        words = f"{len(self.signs())} {len(self.CHECKS)}"
        if not self.values():
            return "", self.report.range_words(), DASH
        return words if self.signs() else "", "" if self.signs() else "0", words

    def fill(self):
        values = self.values()
        rows = [(label, [count(lift(int, values[check])), [self.of_events(check, values[check])]])
                for check, label in {**self.CHECKS, "clocks_corrected": "Clocks corrected"}.items() if check in values]
        if values:
            self.figure("checks", rows)


    def of_events(self, check, value):
        """Returns the share of a count of events in all events, and its interval. No table has the number of all events; the page
        says it where it says how many came late, which is verified there."""
        places = [place for place in self.page.rows if place[1] == "latency" and self.is_latency_of(place[0])]
        rows = [row for place in places for row in self.page.rows[place] if row.name == "Over 24 hours"]
        said = [base for row in rows for base in f.NUMBER.findall(row.cells[1].text)[:1]]
        base = int(said[0].replace(",", "")) if said else 0
        if check not in self.OF_EVENTS or value is None or not base or value > base:
            return ""
        share = rate(int(value), base)
        return f"{'< 0.1' if 0 < share.value < 0.001 else f.digits(share.value)} {f.digits(share.low)} {f.digits(share.high)}"

    def is_latency_of(self, section):
        """Returns whether a section is about how late the events of this app came."""
        return self.is_alone or name(self.app, 80) in self.page.said(section, "", "h2")


class Deliveries(Section):
    """Deliveries and rejects, of all apps together."""
    OUTCOMES = ["accepted", "duplicate", "rejected"]

    def fill(self):
        days, rejects = (self.report.rows(table) for table in ("deliveries_daily", "rejects"))
        if days:
            rows, _, omission = self.listed("deliveries", [
                (day(row["day"]), [count(row[outcome]) for outcome in self.OUTCOMES]) for row in weeks(days, self.OUTCOMES)])
            sums = total(days, self.OUTCOMES)
            legend = " ".join(count(sums[outcome]) for outcome in self.OUTCOMES)
            self.figure("deliveries", rows, legend=legend, note=omission)
        if rejects:
            # The description of the most frequent defect is in no table.
            self.figure("rejects", [
                (name(row["reason"]).replace("_", " "), [count(row["count"]), [SOME]]) for row in rejects])


class Latency(Quality):
    def is_shown(self):
        return bool(self.values() or self.table("restatements"))

    def fill(self):
        values = self.values()
        if values:
            late = values["latency_over_24h_rate"]
            self.figure("latency", [
                ("Median", [f.duration(values["latency_p50_seconds"]), [""]]),
                ("95th percentile", [f.duration(values["latency_p95_seconds"]), [""]]),
                ("Over 24 hours", [lambda text: text in (percent(late), DASH) or text.startswith("too few"),
                                   lambda text: self.is_of(text, late)])])
        self.restatements()

    @staticmethod
    def is_of(text, late):
        """No table has the number of events; share and interval must be correct for the number on the page."""
        base, *said = f.NUMBER.findall(re.sub("95% interval", "", text).replace(",", "")) or ["0"]
        base, part = int(base), f.nearest((late or 0) * int(base))
        if not base:
            return late is None
        return abs(part / base - late) < 1e-6 and said in ([], [f.digits(end) for end in f.wilson(part, base)])

    def restatements(self):
        rows, there = self.table("restatements"), len(self.page.rows.get((self.id, "restatements"), []))
        listed = rows[:there] if there else rows
        wanted = [(day(row["day"]) + (f", {row['os_name']} {row['os_version']}" if row["os_name"] else ""), [
            count(row["before"]), count(row["after"]), [f"{row['measure']} in {row['table']}"]]) for row in listed]
        rest = f"{count(there)} {count(len(rows))}" if there < len(rows) else ""
        self.figure("restatements", wanted, note=f"{count(rows[0]['late_events'])} {rest}" if rows else "",
                    days=f.instant(self.report.compared) if self.report.compared else DASH)
