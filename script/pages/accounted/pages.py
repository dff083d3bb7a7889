"""What whole pages must say."""

import re

from . import formats as f
from .compare import Comparison
from .findings import OF_NO_TABLE, reaches_back, sentences
from .looks import looks, partly
from .mail import DIGEST, Digest
from .formats import SOME, count, name
from .opt_in import Answers, Part
from .overview import Apps, Overview
from .reading import Page
from .section import Expected
from .sections import Deliveries, Latency, Opens, Quality, Reach, Trials, WinBack
from .tables import Report

SECTIONS = {
    "index.html": Overview, "opt-in.html": Answers, "provisional.html": Trials, "win-back.html": WinBack,
    "opens.html": Opens, "reach.html": Reach, "quality.html": Quality}
GLOSSARY = "glossary.html"
# Places whose numbers do not come from the report, and why.
EXEMPT = {
    "plot text": "labels of axes", "scale": "labels of axes", "words dt": "names of columns",
    "words dd": "definitions, with the numbers that are part of them", "parts li": "names of pages"}


class Site:
    """A report with all its ranges."""

    def __init__(self, root):
        self.root = root
        # The folders of pages, each with the report of its range. Unless the caller chose the days, the pages of the last 28
        # are at the top, and those of the whole report in a folder that is named for their number.
        self.ranges = {folder: Report(root, folder) for folder in ["90-days/", "28-days/", "7-days/", ""]
                       if (root / folder / "csv").is_dir()}
        self.whole = self.ranges[""]
        if "28-days/" in self.ranges and not (root / "28-days" / "index.html").exists():
            self.ranges |= {"": self.ranges.pop("28-days/"), f"{self.whole.length}-days/": self.whole}
            self.ranges = dict(sorted(self.ranges.items(), reverse=True))
        self.apps = self.whole.apps()
        self.files = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.html"))

    def missing(self):
        """Returns the pages that an app or a range lacks."""
        places = {file.rpartition("/")[0] for file in self.files} | {folder.rstrip("/") for folder in self.ranges}
        pages = {f"{place}/{page}".lstrip("/") for place in places for page in (*SECTIONS, GLOSSARY)}
        return sorted((pages | {DIGEST}) - set(self.files))

    def check(self, file, source=None):
        """Compares a page with its tables. `source`: bytes to check instead of the file."""
        source = source or (self.root / file).read_bytes()
        folder = next(each for each in self.ranges if file.startswith(each))
        *place, file = file.removeprefix(folder).split("/")
        page, report = Page(source), self.ranges[folder]
        if file == DIGEST:
            expected = Expected()
            Digest(report, self.whole, page, expected, self.apps, self.overviews()).fill()
            return Comparison(page, expected, report.exempt, {})
        wanted = Wanted(report, page, file, place or self.apps)
        wanted.fill(self.whole)
        return Comparison(page, wanted.expected, report.exempt, EXEMPT)

    def overviews(self):
        """Returns the overview of each app that has one."""
        paths = {app: self.root / app / "index.html" if len(self.apps) > 1 else self.root / "index.html" for app in self.apps}
        return {app: Page(path.read_bytes()) for app, path in paths.items() if path.is_file() and f"{app}/" not in self.ranges}


class Wanted:
    """What a page of one or more apps must say."""

    def __init__(self, report, page, file, apps):
        self.report, self.page, self.file, self.apps, self.expected = report, page, file, apps, Expected()
        contents = len(page.said("", "", "contents li"))
        is_listed = len(apps) > 1 and file in SECTIONS and file != "index.html"
        self.listed = contents if is_listed else len(apps)

    def section(self, kind, app, number=0):
        return kind(self.report, app, self.page, self.expected, number, len(self.apps) == 1)

    def fill(self, whole):
        """Collects everything the page must say. `whole`: the report of the longest range, whose tables have the findings."""
        if self.report.first:
            self.about()
        if self.file == GLOSSARY:
            return self.titles("", "")
        kind = SECTIONS.get(self.file, Part)
        if kind is Overview and len(self.apps) > 1:
            return self.all_apps(whole)
        sections = [self.section(kind, app, number) for number, app in enumerate(self.apps, 1)]
        if kind is Part:
            sections[0].find(self.file)
        if len(sections) == 1:
            title, lede, _ = sections[0].headline()
            if kind is Overview:
                title += partly(sections[0], self.page.said("app-1", "", "findings li"))
            self.titles(title, lede, sections[0].people if kind is Part else "")
        else:
            self.titles(str(len(self.apps) or ""), "" if self.apps else self.report.range_words())
        for section in sections[:self.listed]:
            self.fill_one(section)
        if kind is Quality:
            self.of_all_apps()
        if kind is Overview:
            self.checks()
            self.findings(whole)
            if sections:
                self.expected.say("looks li", *looks(sections[0], self.page))

    def all_apps(self, whole):
        apps = Apps(self.report, self.apps, self.page, self.expected)
        self.titles(*apps.headline())
        apps.fill()
        self.checks()
        self.findings(whole)
        # Alerts about single apps, which are listed on their pages.
        told = list(sentences(whole, self.apps, True)) if whole.first else []
        for text in self.page.said("", "", "looks li"):
            is_told = not OF_NO_TABLE.search(text) and reaches_back(whole)
            self.expected.say("looks li", next((words for _, words in told if words == text), "none 0" if is_told else SOME))

    def titles(self, title, lede, part=""):
        subject = "" if not self.apps else name(self.apps[0], 80) if len(self.apps) == 1 else f"{len(self.apps)} apps"
        self.expected.say("title", title, part, subject)
        self.expected.say("h1", title)
        self.expected.say("lede", lede)

    def about(self):
        report = self.report
        # Why the report could not be renewed.
        self.expected.say("quality", report.stale)
        self.expected.say("about li", report.range_words(), name(report.zone), f.instant(report.horizon))
        if self.listed < len(self.apps):
            self.expected.say("contents note", count(self.listed), count(len(self.apps)))

    def fill_one(self, section):
        if len(self.apps) > 1:
            title, lede, summary = section.headline()
            self.expected.say("contents li", name(section.app, 80), summary)
            section.say("h2", name(section.app, 80))
            section.say("lede", title, lede)
        section.fill()

    def of_all_apps(self):
        later = [self.section(Latency, app) for app in self.apps[:self.listed]]
        sections = [self.section(Deliveries, "All apps"), *(section for section in later if section.is_shown())]
        for number, section in enumerate(sections, len(self.apps) + 1):
            section.id = f"app-{number}"
            if len(self.apps) != 1:
                section.say("h2", name(section.app, 80))
            section.fill()

    def checks(self):
        """Adds the line about data quality, if someone should look at the data."""
        if "quality" not in [place[2] for place in {text.place for text in self.page.texts}]:
            return
        sections = [self.section(Quality, app) for app in self.apps]
        odd, silent = sum(bool(one.signs()) for one in sections), sum(not one.values() for one in sections)
        if len(sections) == 1 and odd:
            self.expected.say("quality", sections[0].headline()[2], *sections[0].signs())
        elif odd:
            self.expected.say("quality", f"{odd} {len(sections)}")
        if 0 < silent < len(sections):
            self.expected.say("quality", count(silent))

    def findings(self, whole):
        """Adds the findings. Returns the text of each with the numbers of its sentence."""
        section, found = "app-1" if self.apps else "", []
        told = list(sentences(whole, self.apps, len(self.apps) > 1)) if whole.first else []
        for text in self.page.said(section, "", "findings li"):
            known = [each for each in told if text.removesuffix(" See the figure").endswith(" " + each[1])]
            is_told = not OF_NO_TABLE.search(text) and reaches_back(whole)
            unknown = "none 0" if is_told else SOME
            self.expected.say("findings li", " ".join(known[0]) if known else unknown, section=section)
            found.append((text, known[0][1] if known else unknown))
        more = re.match(r"[\d,]+(?= more (?:is|are) in analytics)", "".join(self.page.said(section, "", "findings note")))
        # No table says how many are left out.
        self.expected.say("findings note", more[0] if more else "", section=section)
        return found
