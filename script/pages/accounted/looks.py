"""What an overview must say to look at next."""

import re

from .formats import SOME, count, percent

# Sentences that repeat a finding; its numbers are verified where the findings are listed.
OF_FINDING = re.compile(r"look at data quality|^New: |^Look at .*: [\d.]+% (?:allow|opened within 24 hours)(?: since \d+ \w+)?, ")


def looks(section, page):
    """Returns the numbers of each sentence, in order."""
    found = page.said("app-1", "", "findings li")
    return [told(section, text, found) for text in page.said("", "", "looks li")]


def partly(section, found):
    """Returns the numbers in the title about a finding, although the whole did not change. `found`: the app's findings."""
    whole, changes = section.whole(), section.changes()
    if changes.verdict(whole, changes.whole) not in ("held", "leaning"):
        return ""
    def falls(of):
        told = [re.search(r"(\d+ \w+).* " + of + r" within 24 hours(?: (?:on|in|at) (.*))? fell ([\d.]+) points", text)
                for text in found]
        return sorted(((float(each[3]), each[2] or "", each[1]) for each in told if each), reverse=True)

    parts = [f" {points} {part} {since}" for points, part, since in falls("Opt-in") if part]
    silent = [f" {told[2]} {told[1]}" for text in found
              if (told := re.search(r"since (\d+ \w+) .*[Aa]pp (.*)has sent no events", text))]
    opens = [f" {points} {part}" for points, part, _ in falls("Opens")]
    return next(iter(parts + silent + opens), "")


def told(section, text, found):
    """Returns the numbers that a sentence must have."""
    changes = section.changes()
    if "See " in text:
        return count(len(changes.compared()))
    if text.startswith("Look at who was asked on "):
        row = changes.shifted(changes.key["mix"])
        return f"{row['name']} {percent(row['share'])} {percent(row['share_before'])}"
    if OF_FINDING.search(text):
        numbers = re.findall(r"[\d.]+%", text)
        row = changes.clearest()
        if row and numbers == [percent(row["grant_rate"]), percent(row["grant_rate_before"])]:
            return f"{row['name']} {' '.join(numbers)}"
        subject = re.sub(r"^(?:Look at (?:opens on )?|New: )", "", text).split(":")[0].split(",")[0]
        is_there = any(all(number in finding for number in numbers) for finding in found)
        return text if is_there and subject else "none 0"
    return SOME
