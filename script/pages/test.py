"""Implements script/browser: makes reports, opens every page in the browser and prints what is wrong. Exit status 1 if anything is wrong."""

import argparse
import concurrent.futures
import contextlib
import hashlib
import multiprocessing.util
import os
import pathlib
import sys
import tempfile
import time
import urllib.parse

import checks
import reports
import tab

# A page with an error for every check; BROKEN_FINDS is part of what each check must report of it.
BROKEN = """<!DOCTYPE html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'"/>
<meta charset="utf-8"/><title>Broken</title><style>p { color: #cccccc; background: #ffffff; } div { width: 3000px; }
@media print and (prefers-color-scheme: dark) { body { background: #000000; } }</style></head>
<body><h1>Broken</h1><p>Grey on white</p><div>Wide</div><svg><path></svg><img src="missing.png" alt="none"/>
<a href="nowhere.html">Nowhere</a>
<table class="sortable"><thead><tr><th><button>A</button></th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
<figure><div class="plot"><svg class="chart" tabindex="0" data-from="2026-05-01T00:00" data-to="2026-05-02T00:00"/></div>
<details><table><thead>
<tr><th>Day</th></tr></thead><tbody><tr><th><bdi>1 May 2026</bdi></th></tr></tbody></table></details>
<p class="tip"><span>Always</span></p></figure>
<dl class="numbers"><dd class="value" style="width: 3rem">67,668 people</dd></dl>
<div class="filter"><input aria-label="Rows"/><output>All</output></div>
<div class="wide"><table><tbody>""" + "<tr><th>A row</th></tr>" * 13 + """</tbody></table></div>
<div class="wide"><table><tbody>""" + "<tr><th>A row</th></tr>" * 13 + """</tbody></table></div>
<script>document.body.append("More"); console.log("said");</script></body></html>"""
BROKEN_FINDS = [
    "is no XML", "links to nowhere.html", "says on the console: said", "asks for", "px: page is", "script off",
    "axe at", "the paper is (0, 0, 0)", "sorted by a click", "13 rows and no field", "says All",
    "what no row has leaves rows", "tells by pointer", "tells after Escape", "tells by key",
    "a script put into it, with its policy", "a key number is broken: 67,668 people",
]

# How much of a page is checked: at two widths; at all widths and with its tooltips; also with the slow checks of close_look.
FEW, MOST, ALL = range(3)


class Looker:
    """One browser per process, with a normal tab, one without script, and one that bypasses the policy for axe."""
    current = None

    def __init__(self, address):
        self.address = address
        self.stack = contextlib.ExitStack()
        self.browser = self.stack.enter_context(tab.browsing())
        self.opened, self.plain, self.bypassing = (
            tab.Tab(self.browser), tab.Tab(self.browser, java_script_enabled=False), tab.Tab(self.browser, bypass_csp=True))
        multiprocessing.util.Finalize(self, self.stack.close, exitpriority=10)

    @staticmethod
    def begin(address):
        """Starts this process's browser."""
        Looker.current = Looker(address)

    @staticmethod
    def look_at(name, path, root, is_report, checked):
        """Returns what is wrong with one page, as (name, sentence)."""
        looker = Looker.current
        at = urllib.parse.urljoin(looker.address, urllib.parse.quote(name))
        return [(name, words) for words in looker.look(path, at, root, is_report, checked)]

    def look(self, path, address, root, is_report, checked):
        """Runs the checks of a page, as many as `checked` says."""
        if path.name == "digest.html":
            return self.look_at_mail(address)
        found = checks.text(path)
        if is_report:
            found += checks.links(path, root)
        self.opened.open(address)
        found += checks.quiet(self.opened, address)
        found += checks.layout(self.opened, [390, 1240] if checked == FEW else checks.WIDTHS)
        found += [*checks.folds(self.opened), *checks.filters(self.opened)]
        found += [] if checked == FEW else checks.tips(self.opened)
        found += checks.sorting(self.opened)
        return found + self.close_look(path, address) if checked == ALL else found

    def look_at_mail(self, address):
        """Checks the digest, which is a mail: it has neither script nor policy, and its links lead to where the report is served."""
        self.opened.open(address)
        self.bypassing.open(address)
        return [*checks.layout(self.opened, [320, 390, 640]), *checks.accessibility(self.bypassing)]

    def close_look(self, path, address):
        """Checks the page without script, printed and with axe, and the policy on one page of each report."""
        self.opened.open(address)
        self.plain.open(address)
        found = [*checks.same_without_script(self.opened, self.plain), *checks.print_on_paper(self.opened)[0]]
        self.bypassing.open(address)
        found += checks.accessibility(self.bypassing)
        with contextlib.closing(tab.Tab(self.browser)) as saving:
            found += checks.figure_links(saving, address)
        if path.name == "index.html":
            with contextlib.closing(tab.Tab(self.browser)) as probing:
                found += checks.policy(probing, path, address)
        return found


def look_at_all(pages, address, browsers):
    """Checks pages in several browsers at once, and prints the progress every ten seconds."""
    found, said = [], time.monotonic()
    with concurrent.futures.ProcessPoolExecutor(browsers, initializer=Looker.begin, initargs=(address,)) as pool:
        looks = [pool.submit(Looker.look_at, *page) for page in pages]
        for number, look in enumerate(concurrent.futures.as_completed(looks), 1):
            found += look.result()
            if time.monotonic() - said > 10:
                said = time.monotonic()
                print(f"browser: {number} of {len(pages)} pages", file=sys.stderr, flush=True)
    return sorted(found)


def pages_of(folder, roots, is_quick=False):
    """Yields every page below the roots, by its path below the folder, and how much of it is checked; identical pages only once.
    Everything is checked of pages at the top of reports and of the hostile fixture. Pages of shorter ranges look like these, so
    they get few checks. `is_quick`: everything is checked only of the first root and of two hostile pages, and others give only their top pages."""
    seen = set()
    for root, is_report in roots:
        for path in sorted(path for path in root.rglob("*.html") if path.is_file()):
            is_top = is_report and path.parent == root and (root == roots[0][0] or not is_quick)
            is_twin = is_quick or is_report and path.relative_to(root).parts[0].endswith("-days")
            is_hostile = root.name == "hostile" and (path.name in ("index.html", "opt-in.html") or not is_quick)
            checked = ALL if is_top or is_hostile else FEW if is_twin else MOST
            if is_quick and root != roots[0][0] and path.parent != root:
                continue
            page = (checked, hashlib.sha256(path.read_bytes()).digest())
            if page not in seen:
                seen.add(page)
                yield str(path.relative_to(folder)), path, root, is_report, checked


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("fixtures", type=pathlib.Path, help="a folder with a folder of pages for each fixture")
    parser.add_argument("--installations", type=int, default=2_000)
    parser.add_argument("--days", type=int, default=120)
    parser.add_argument("--apps", type=int, default=3)
    parser.add_argument("--browsers", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=["reports", "fixtures"])
    options = parser.parse_args()
    if options.quick:
        options.installations, options.days, options.apps = 400, 40, 1
    with tempfile.TemporaryDirectory(prefix="bellwether-pages-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        made = {} if options.only == "fixtures" else reports.all_of(options.program, folder / "reports", options)
        (folder / "fixtures").symlink_to(options.fixtures.resolve())
        (folder / "broken").mkdir()
        (folder / "broken" / "index.html").write_text(BROKEN)
        fixtures = [(path, False) for path in sorted((folder / "fixtures").iterdir())] if options.only != "reports" else []
        pages = list(pages_of(folder, [(path, True) for path in made.values()] + fixtures, options.quick))
        broken = list(pages_of(folder, [(folder / "broken", True)]))
        with tab.serving(folder) as address:
            found = look_at_all(broken + pages, address, options.browsers)
    sys.exit(verdict(pages, found))


def verdict(pages, found):
    """Prints what is wrong, and returns the exit status."""
    said = [words for name, words in found if name.startswith("broken/")]
    wrong = [f"{name}: {words}" for name, words in found if not name.startswith("broken/")]
    wrong += [f"the deliberately broken page passes a check: nothing says “{words}”"
              for words in BROKEN_FINDS if not any(words in one for one in said)]
    for line in wrong[:100]:
        print(line)
    closely = sum(checked == ALL for *_, checked in pages)
    print(f"browser: {len(pages)} pages checked, {closely} of them closely: {len(wrong)} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
