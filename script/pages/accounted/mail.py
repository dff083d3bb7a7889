"""What the digest, a page for mail, must say."""

from .findings import OF_NO_TABLE, reaches_back, sentences
from .formats import SOME, instant, name
from .looks import partly, told
from .overview import Apps, Overview
from .reading import Page

DIGEST = "digest.html"
LABELS = ("Look at this: ", "Changed: ", "New: ")


class Digest:
    """The digest of a report: of its first range. `pages` maps an app to the overview of it alone."""

    def __init__(self, report, whole, page, expected, apps, pages):
        self.report, self.whole, self.page, self.expected = report, whole, page, expected
        self.apps, self.pages = apps, pages

    def fill(self):
        own = [Overview(self.report, app, self.page, self.expected, 1, True) for app in self.pages]
        is_one = len(self.apps) == len(own) == 1
        if is_one:
            title = self.title(own[0])
            lede = ""
        else:
            title, lede = "", self.report.range_words()
            if len(self.apps) > 1:
                title, lede = Apps(self.report, self.apps, self.page, self.expected).headline()
        said, parts = self.page.said("", "", "p"), {None: []}
        names = [name(app, 80) for app in self.pages]
        place = None
        for text in said:
            if text in names:
                place = text
                parts[place] = []
            elif place not in parts or text != place:
                parts[place].append(text)
        words = [lede, *self.lines(None, parts[None], None)]
        for section, label in zip(own, names):
            words += [label, section.headline()[1], *self.lines(section.app, parts.get(label, []), section)]
            self.rows(section)
        omitted = len(self.apps) - len(own)
        words.append(f"{omitted or ''} {self.report.range_words()} {name(self.report.zone)} "
                     f"{instant(self.report.horizon) if self.report.horizon else ''}")
        self.expected.say("title", title)
        self.expected.say("h1", title)
        self.expected.say("p", *words)
        if not is_one:
            self.expected.say("h2", *map(self.title, own))

    def title(self, section):
        return section.headline()[0] + partly(section, self.pages[section.app].said("app-1", "", "findings li"))

    def lines(self, app, texts, section):
        """Yields the numbers of what to look at, of findings and of marks, in order."""
        known = [words for _, words in sentences(self.whole, [app] if app else [], False)] if self.whole.first else []
        found = self.pages[app].said("app-1", "", "findings li") if app else []
        for text in texts:
            if text.startswith("→ "):
                yield told(section, text.removeprefix("→ "), found)
            elif text.startswith(LABELS):
                sentence = text.split(": ", 1)[1]
                is_known = any(sentence == words.removeprefix("All apps: ") for words in known)
                # The overview of the app has the same finding, where it is verified.
                is_there = any(sentence in each for each in found)
                is_told = not OF_NO_TABLE.search(text) and reaches_back(self.whole)
                yield sentence if is_known or is_there else "none 0" if is_told or app else SOME
            elif text.startswith("Marks: ") and section:
                yield section.marks(self.report.first, self.report.last, self.report)[1]

    def rows(self, section):
        """Adds the key numbers of an app: label, interval and base, value, change."""
        rows = self.expected.rows.setdefault(("", ""), [])
        for label, (value, change, interval, note) in section.key_numbers():
            rows.append((label, [[f"{interval} {note[0]}"], value, *([change] if change else [])]))
