"""What an overview must say to look at next."""

import re

from .formats import SOME, count, percent

# Sentences that repeat a finding; its numbers are verified where the findings are listed.
OF_FINDING = re.compile(r"look at data quality|^New: |^Look at (?:opens on .*|.*): [\d.]+% (?:allow|opened within 24 hours), ")


def looks(section, page):
    """Returns the numbers of each sentence, in order."""
    found = page.said("app-1", "", "findings li")
    return [told(section, text, found) for text in page.said("", "", "looks li")]


def partly(section, found):
    """Returns the numbers in the title about a part that fell, although the whole did not change.
    `found`: the app's findings."""
    whole, changes = section.whole(), section.changes()
    if changes.verdict(whole, changes.whole) not in ("held", "leaning"):
        return ""
    falls = [re.search(r"since (\d+ \w+) .*Opt-in within 24 hours (?:on|in|at) (.*) fell ([\d.]+) points", text)
             for text in found]
    most = max(filter(None, falls), key=lambda fall: float(fall[3]), default=None)
    return f" {most[3]} {most[2]} {most[1]}" if most else ""


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
