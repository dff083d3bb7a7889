"""Compares what a page says with what it must say."""

import re

from .formats import ANY, DASH, NUMBER, SOME


class Comparison:
    """The failures of a page (sentences), and its correct numbers: (text, offset in the text, number)."""

    def __init__(self, page, expected, exempt, places):
        """Ignores numbers in phrases that `exempt` matches, and texts at `places`: they do not come from the report."""
        self.exempt, self.failures, self.right = exempt, [], []
        texts = {}
        for text in page.texts:
            if text.place[2] not in ("row", "cell", *places):
                texts.setdefault(text.place, []).append(text)
        for place in texts | expected.texts:
            self.sentence(place, texts.get(place, []), " ".join(expected.texts.get(place, [])))
        for place in page.rows | expected.rows:
            self.table(place, page.rows.get(place, []), list(expected.rows.get(place, [])))

    def blank(self, text):
        return self.exempt.sub(lambda phrase: " " * len(phrase[0]), text)

    @staticmethod
    def numbers(text, words):
        return [(text, number.start(), number[0]) for number in NUMBER.finditer(words)]

    def match(self, texts, wanted):
        """Returns the numbers of texts that `wanted` names exactly; None if the numbers differ from `wanted`."""
        found = [number for text in texts for number in self.numbers(text, self.blank(text.text))]
        one = {SOME: "(?:[^;]*;)*", ANY: "[^;]*;"}
        parts = [one.get(number, f"({re.escape(number)};)") for number in NUMBER.findall(self.blank(wanted))]
        match = re.fullmatch("".join(parts), "".join(f"{number};" for *_, number in found))
        if not match:
            return None
        told, at, right = {match.start(group) for group in range(1, match.re.groups + 1)}, 0, []
        for number in found:
            right += [number] * (at in told)
            at += len(number[2]) + 1
        return right

    def sentence(self, place, texts, wanted):
        right = self.match(texts, wanted)
        self.right += right or []
        if right is None:
            self.fail(place, " | ".join(text.text for text in texts), [NUMBER.findall(self.blank(wanted))])

    def fail(self, place, said, wanted):
        where = ", ".join(filter(None, place))
        self.failures.append(f"{where}: “{said}”, not {' or '.join(map(str, wanted)) or 'there'}")

    def cells(self, row, wanted):
        """Returns the numbers of a row; None if its cells are not the wanted ones."""
        right = [self.cell(text, cell) for text, cell in zip(row.cells, wanted)]
        return None if None in right or len(row.cells) != len(wanted) else sum(right, [])

    def cell(self, text, wanted):
        if callable(wanted):
            return [] if wanted(text.text) else None
        if isinstance(wanted, list):
            return self.match([text], wanted[0])
        return [] if wanted == ANY else self.numbers(text, text.text) if text.text == wanted else None

    @staticmethod
    def filled(rows, wanted):
        """Returns the wanted rows without as many cells as the page leaves out, because their columns hold nothing in any row."""
        width, there = max((len(row.cells) for row in rows), default=0), {row.name for row in rows}
        told = [each for each in wanted if each[1] and each[0] in there]
        most = max((len(each[1]) for each in told), default=0)
        if not rows or width >= most:
            return wanted
        withheld = [each for each in told if each[-1] in ("sum", "perhaps")]
        is_empty = lambda row, column: (
            row[1][column] in ("", DASH) or column and row[1][column] in ([""], [SOME]) and column == most - 1
            or row in withheld and row[1][column] == ANY)
        empty = [column for column in range(most) if all(is_empty(row, column) for row in told)]
        surely = [column for column in empty if all(row[1][column] != ANY for row in told)]
        left = sorted(empty, key=lambda column: column not in surely)[:most - width]
        return [(each[0], [cell for column, cell in enumerate(each[1]) if column not in left],
                 *(["perhaps"] if ANY in each[1] else each[2:])) for each in wanted]

    def table(self, place, rows, wanted):
        """Checks that each row is a wanted one and each wanted row exists. Only the numbers of a sum may be withheld."""
        wanted = self.filled(rows, wanted) if place[1] else wanted
        for row in rows:
            mine = [each for each in wanted if each[0] == row.name]
            is_withheld = all(cell.text in ("", DASH, "control") for cell in row.cells)
            right = [([] if is_withheld and each[-1] in ("sum", "perhaps") else self.cells(row, each[1]), each)
                     for each in mine]
            right = [each for each in right if each[0] is not None]
            if right:
                # If several fit, take the one with most known numbers.
                numbers, hit = max(right, key=lambda each: len(each[0]))
                wanted.remove(hit)
                self.right += numbers + (self.numbers(row.head, row.head.text) if hit[-1] != "unverified" else [])
            else:
                self.fail((*place, row.name), [cell.text for cell in row.cells], [each[1] for each in mine])
        for label, cells, *kind in wanted:
            if ANY not in cells and kind not in (["perhaps"], ["unverified"]):
                self.fail((*place, label), "no row", [cells])
