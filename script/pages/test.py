"""What script/browser does: makes reports, opens every page in the browser and says what is wrong. Exit status 1 if
anything is."""

import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import sys
import tempfile
import urllib.parse

import checks
import reports
import tab

# A page with something wrong for every check: each must say so.
BROKEN = """<!DOCTYPE html><html lang="en"><head>
<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'"/>
<meta charset="utf-8"/><title>Broken</title><style>p { color: #cccccc; background: #ffffff; } div { width: 3000px; }
@media print and (prefers-color-scheme: dark) { body { background: #000000; } }</style></head>
<body><h1>Broken</h1><p>Grey on white</p><div>Wide</div><svg><path></svg><img src="missing.png" alt="none"/>
<a href="nowhere.html">Nowhere</a>
<table class="sortable"><thead><tr><th><button>A</button></th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
<script>document.body.append("More"); console.log("said");</script></body></html>"""
BROKEN_FINDS = [
    "is no XML", "links to nowhere.html", "says on the console: said", "asks for", "px: page is", "script off",
    "axe at", "the paper is (0, 0, 0)", "sorted by a click",
    "a script put into it, with its policy",
]


def look(path, address, root, is_report, is_close, tabs):
    """Everything that is wrong with one page; a close look has the checks that take long, too."""
    opened, plain, bypassing = tabs
    found = checks.text(path)
    if is_report:
        found += checks.links(path, root)
    opened.open(address)
    found += checks.quiet(opened, address)
    found += checks.layout(opened)
    found += checks.sorting(opened)
    if is_close:
        opened.open(address)
        plain.open(address)
        found += checks.same_without_script(opened, plain)
        found += checks.print_on_paper(opened)[0]
        bypassing.open(address)
        found += checks.accessibility(bypassing)
    return found


def look_at_some(pages, address):
    """Looks at a share of the pages in a browser of its own: pairs of a page's name and what is wrong."""
    found = []
    with tab.browsing() as browser:
        tabs = (tab.Tab(browser), tab.Tab(browser, java_script_enabled=False), tab.Tab(browser, bypass_csp=True))
        for name, path, root, is_report, is_close in pages:
            at = urllib.parse.urljoin(address, urllib.parse.quote(name))
            found += [(name, words) for words in look(path, at, root, is_report, is_close, tabs)]
            if is_close and path.name == "index.html":
                found += [(name, words) for words in checks.policy(tab.Tab(browser), path, at)]
    return found


def pages_of(folder, roots):
    """Every page below the roots by its name below the folder; of pages that are the same bytes, one. Looked at closely
    are the first ones of each report, and the hostile fixture."""
    seen = set()
    for root, is_report in roots:
        for path in sorted(root.rglob("*.html")):
            is_close = is_report and path.parent == root or root.name == "hostile"
            page = (is_close, hashlib.sha256(path.read_bytes()).digest())
            if page not in seen:
                seen.add(page)
                yield str(path.relative_to(folder)), path, root, is_report, is_close


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("fixtures", type=pathlib.Path, help="a folder with a folder of pages for each fixture")
    parser.add_argument("--installations", type=int, default=2_000)
    parser.add_argument("--days", type=int, default=120)
    parser.add_argument("--apps", type=int, default=3)
    parser.add_argument("--browsers", type=int, default=min(os.cpu_count() or 1, 4))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bellwether-pages-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        made = reports.all_of(options.program, folder / "reports", options)
        (folder / "fixtures").symlink_to(options.fixtures.resolve())
        (folder / "broken").mkdir()
        (folder / "broken" / "index.html").write_text(BROKEN)
        fixtures = [(path, False) for path in sorted((folder / "fixtures").iterdir())]
        pages = list(pages_of(folder, [(path, True) for path in made.values()] + fixtures))
        broken = list(pages_of(folder, [(folder / "broken", True)]))
        with tab.serving(folder) as address, concurrent.futures.ProcessPoolExecutor(options.browsers) as pool:
            shares = [pages[number::options.browsers] for number in range(options.browsers)]
            shares[0] = broken + shares[0]
            found = [one for some in pool.map(look_at_some, shares, [address] * len(shares)) for one in some]
    sys.exit(verdict(pages, found))


def verdict(pages, found):
    """Prints what is wrong, and gives the exit status."""
    said = [words for name, words in found if name.startswith("broken/")]
    wrong = [f"{name}: {words}" for name, words in found if not name.startswith("broken/")]
    wrong += [f"a page that is broken on purpose passes a check: nothing says “{words}”"
              for words in BROKEN_FINDS if not any(words in one for one in said)]
    for line in wrong[:100]:
        print(line)
    closely = sum(is_close for *_, is_close in pages)
    print(f"browser: {len(pages)} pages looked at, {closely} of them closely: {len(wrong)} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
