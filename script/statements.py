"""Reads the pages of a report and finds statements of change that contradict its verdicts, or have none.

A statement names its verdict (data-verdict, docs/dashboards.md). For each: the verdict is in verdicts.csv of the page's
range; what it says of direction and size is that of the verdict; it has the people that a comparison needs; a link of it
leads to a page that states the same verdict, and has a figure with it if it is of a part. Words of change and arrows
outside of statements have no verdict. digest.html has the range of the landing page; that of a week may be in no file, so
only words without a verdict are found there.
"""

import csv
import functools
import hashlib
import html.parser
import os
import pathlib
import re
import sys

CHANGE = re.compile(r"[▼▲]|\b(?:fell|rose|held at|a clear (?:fall|rise))\b|\bsince,")
SAID = {
    "fell": ("fell", "▼", "a clear fall"), "rose": ("rose", "▲", "a clear rise"),
    "held": ("held at", "no change over", "no clear change", "not clear yet"),
}
VOID = {"meta", "link", "br", "input", "img", "hr", "path", "circle", "rect", "line"}


class Page(html.parser.HTMLParser):
    """The statements of a page as (key, words, address of the link around them), its other text, its links, and the keys
    of the statements in its figures."""

    def __init__(self, text):
        super().__init__()
        self.open, self.statements, self.other, self.links, self.shown = [], [], [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag not in VOID:
            self.open.append((tag, attributes.get("data-verdict"), attributes.get("href"), []))

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        while self.open:
            name, key, _, words = self.open.pop()
            if key:
                links = [href for _, _, href, _ in self.open if href]
                self.statements.append((key, "".join(words), links[-1] if links else None))
                if any(element[0] == "figure" for element in self.open):
                    self.shown.add(key)
            if name == tag:
                return

    def handle_data(self, data):
        if any(tag in ("script", "style", "title") for tag, *_ in self.open):
            return
        stating = [element for element in self.open if element[1]]
        for element in stating:
            element[3].append(data)
        if not stating:
            self.other.append(data)


@functools.cache
def plain(text):
    """Returns the text as a part of a key: other bytes than letters, digits and .-_ as ~ and two hexadecimal digits."""
    name = "".join(chr(byte) if re.match(rb"[A-Za-z0-9._-]", bytes([byte])) else f"~{byte:02x}" for byte in text.encode())
    return name if len(name) <= 100 else "~" + hashlib.sha256(text.encode()).hexdigest()


def verdicts(path):
    """Returns the rows of verdicts.csv by key."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    key = ("app_id", "metric", "dimension", "name", "from_day")
    # Text that a spreadsheet could take for a formula has an apostrophe before it.
    return {"/".join(plain(row[column].removeprefix("'")) for column in key): row for row in rows}


def number(row, column):
    return float(row[column]) if row[column] else None


def wrong(row, words):
    """Returns what a statement says against its verdict."""
    said = [kind for kind, signs in SAID.items() if any(sign in words for sign in signs)]
    if row["metric"] in ("silent", "rejects", "latency", "push_service", "turn_offs"):
        return
    if said and said != [row["kind"]]:
        yield f"says {said}, the verdict {row['kind']}"
    if {"fell", "rose"} & set(said):
        fewest = 300 if row["dimension"] in ("all", "mark") else 100
        sizes = ("value", "before") if row["metric"] == "asked" else ("base", "base_before")
        enough = (max if row["metric"] == "asked" else min)(number(row, size) or 0 for size in sizes)
        # What a night told was decided by its own rule, which asks for no number of people.
        if enough < fewest and not row["told"]:
            yield f"compares {enough} people"
        size = re.search(r"(?:fell |rose |▼ ?|▲ ?|before \([+−])([\d.,]+)", words)
        if size and abs(float(size[1].replace(",", "")) / 100 - abs(number(row, "difference"))) > 0.00051:
            yield f"says {size[1]}, the verdict {row['difference']}"
    level = re.search(r"(?:to|held at|is) ([\d.,]+)%|([\d.,]+)% since, ", words)
    if level:
        said = level[1] or level[2]
        if abs(float(said.replace(",", "")) / 100 - number(row, "value")) > 0.00051:
            yield f"says {said}%, the verdict {row['value']}"


def onset(row):
    """Returns the words on when a change began."""
    days = []
    for column in ("since_from", "since_to"):
        if not row[column]:
            return None
        _, month, day = row[column].split("-")
        days.append(f"{int(day)} {'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[int(month) - 1]}")
    return f"began on {days[0]}" if days[0] == days[1] else f"began between {days[0]} and {days[1]}"


def table(pages, folder, path):
    """Returns the file with the verdicts of a page, that of the landing page for the mail; None if it has none."""
    place = folder / "index.html" if path == folder / "digest.html" else path
    links = pages[place].links if place in pages else []
    file = next((link for link in links if link.endswith("csv/verdicts.csv")), None)
    return pathlib.Path(os.path.normpath(place.parent / file)) if file else None


def onsets(folder, wanted, day):
    """Returns for each verdict of the landing page with one of these (metric, dimension, name) whether its onset range
    holds the day."""
    folder = pathlib.Path(folder).resolve()
    page = folder / "index.html"
    file = table({page: Page(page.read_text(encoding="utf-8"))}, folder, page)
    return [row["since_from"] <= day <= row["since_to"] for row in verdicts(file).values()
            if (row["metric"], row["dimension"], row["name"]) in wanted and row["since_from"]]


def contradictions(folder):
    """Returns what is wrong on the pages of a report's folder, and the number of statements."""
    folder, found, count, tables = pathlib.Path(folder).resolve(), [], 0, {}
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))
             if path.name != "glossary.html"}
    for path, page in pages.items():
        def tell(words):
            found.append(f"{path.relative_to(folder)}: {words}")

        for text in page.other:
            if CHANGE.search(text):
                tell(f"no verdict: {text.strip()}")
        file = table(pages, folder, path)
        if not file:
            continue
        rows = tables.setdefault(file, verdicts(file) if file.exists() else {})
        for key, words, link in page.statements:
            count += 1
            if key not in rows:
                tell(f"no verdict {key}: {words}")
                continue
            for fault in wrong(rows[key], words):
                tell(f"{key}: {fault}: {words}")
            if not link or link.startswith("http"):
                continue
            target = pages.get(pathlib.Path(os.path.normpath(path.parent / link.partition("#")[0])))
            if not target or key not in [other for other, *_ in target.statements]:
                tell(f"{key}: {link} does not state it")
            elif rows[key]["dimension"] != "all" and key not in target.shown:
                tell(f"{key}: {link} has no figure of it")
        began = {onset(row) for row in rows.values()}
        for phrase in re.findall(r"began (?:on \d+ \w+|between \d+ \w+ and \d+ \w+)", " ".join(page.other)):
            if phrase not in began:
                tell(f"no verdict {phrase}")
    return found, count


if __name__ == "__main__":
    faults, statements = contradictions(sys.argv[1])
    print("\n".join(faults + [f"{statements} statements, {len(faults)} contradictions"]))
    sys.exit(1 if faults else 0)
