"""Reads the pages of a report and finds statements of change that contradict its verdicts, or have none.

A statement names its verdict (data-verdict, docs/dashboards.md). For each: the verdict is in verdicts.csv of the page's
range; what it says of direction and size is that of the verdict; it has the people that a comparison needs; a link of it
leads to a page that states the same verdict. Words of change and arrows outside of statements have no verdict.
"""

import csv
import hashlib
import html.parser
import os
import pathlib
import re
import sys

CHANGE = re.compile(r"[▼▲]|\b(?:fell|rose|held at)\b")
SAID = {"fell": ("fell", "▼"), "rose": ("rose", "▲"), "held": ("held at", "no change over", "no clear change")}
VOID = {"meta", "link", "br", "input", "img", "hr", "path", "circle", "rect", "line"}


class Page(html.parser.HTMLParser):
    """The statements of a page as (key, words, address of the link around them), its other text, its links."""

    def __init__(self, text):
        super().__init__()
        self.open, self.statements, self.other, self.links = [], [], [], []
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
        fewest = 300 if row["dimension"] == "all" else 100
        sizes = ("value", "before") if row["metric"] == "asked" else ("base", "base_before")
        enough = (max if row["metric"] == "asked" else min)(number(row, size) or 0 for size in sizes)
        if enough < fewest:
            yield f"compares {enough} people"
        size = re.search(r"(?:fell|rose|▼|▲)\s*([\d.,]+)", words)
        if size and abs(float(size[1].replace(",", "")) / 100 - abs(number(row, "difference"))) > 0.00051:
            yield f"says {size[1]}, the verdict {row['difference']}"
    level = re.search(r"(?:to|held at|is) ([\d.,]+)%", words)
    if level and abs(float(level[1].replace(",", "")) / 100 - number(row, "value")) > 0.00051:
        yield f"says {level[1]}%, the verdict {row['value']}"


def onset(row):
    """Returns the words on when a change began."""
    days = []
    for column in ("since_from", "since_to"):
        if not row[column]:
            return None
        _, month, day = row[column].split("-")
        days.append(f"{int(day)} {'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()[int(month) - 1]}")
    return f"began on {days[0]}" if days[0] == days[1] else f"began between {days[0]} and {days[1]}"


def contradictions(folder):
    """Returns what is wrong on the pages of a report's folder, and the number of statements."""
    folder, found, count, tables = pathlib.Path(folder).resolve(), [], 0, {}
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))
             if path.name not in ("digest.html", "glossary.html")}
    for path, page in pages.items():
        def tell(words):
            found.append(f"{path.relative_to(folder)}: {words}")

        file = next((link for link in page.links if link.endswith("csv/verdicts.csv")), None)
        if not file:
            continue
        file = pathlib.Path(os.path.normpath(path.parent / file))
        rows = tables.setdefault(file, verdicts(file) if file.exists() else {})
        for key, words, link in page.statements:
            count += 1
            if key not in rows:
                tell(f"no verdict {key}: {words}")
                continue
            for fault in wrong(rows[key], words):
                tell(f"{key}: {fault}: {words}")
            target = pages.get(pathlib.Path(os.path.normpath(path.parent / link.partition("#")[0]))) if link else None
            if link and (not target or key not in [other for other, *_ in target.statements]):
                tell(f"{key}: {link} does not state it")
        for text in page.other:
            if CHANGE.search(text):
                tell(f"no verdict: {text.strip()}")
        began = {onset(row) for row in rows.values()}
        for phrase in re.findall(r"began (?:on \d+ \w+|between \d+ \w+ and \d+ \w+)", " ".join(page.other)):
            if phrase not in began:
                tell(f"no verdict {phrase}")
    return found, count


if __name__ == "__main__":
    faults, statements = contradictions(sys.argv[1])
    print("\n".join(faults + [f"{statements} statements, {len(faults)} contradictions"]))
    sys.exit(1 if faults else 0)
