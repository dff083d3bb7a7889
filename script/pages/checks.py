"""Checks of a page in a browser. Each returns or yields sentences that say what is wrong, or nothing."""

import io
import pathlib
import re
import urllib.parse
import xml.etree.ElementTree

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops

WIDTHS = [320, 390, 620, 768, 1240, 1920]
# The width in px that margins of 14 mm leave on A4.
PAPER = 688
LARGEST = 200_000
HERE = pathlib.Path(__file__).parent
LAYOUT, FILTERS, SORTING, TIPS = (
    (HERE / f"{name}.js").read_text() for name in ["layout", "filters", "sorting", "tips"])
# Hides or shows the filter fields above long tables, the only thing that the script adds before the user does anything.
SHOW_FILTERS = "(shown) => document.querySelectorAll('.filter, .save').forEach((e) => (e.style.display = shown ? '' : 'none'))"

# Opens what is closed and chooses the group of this number; −1 closes all and chooses the first. Returns how many choices
# there are, at least 1.
CHOOSE = """(number) => {
  document.querySelectorAll('details:not(.switch)').forEach((e) => (e.open = number >= 0));
  document.querySelectorAll('.fold input').forEach((e) => (e.checked = number >= 0));
  const groups = [...document.querySelectorAll('.choices')].map((e) => [...e.querySelectorAll(':scope > label input')]);
  for (const inputs of groups) {
    (inputs[number] ?? inputs.find((e) => e.defaultChecked) ?? inputs[0]).checked = true;
  }
  return Math.max(1, ...groups.map((inputs) => inputs.length));
}"""

# Finds key numbers that are wrapped over two lines.
BROKEN_NUMBERS = """() => [...document.querySelectorAll('.value')].filter(
    (e) => e.offsetHeight > 2 * parseFloat(getComputedStyle(e).fontSize)).map((e) => e.textContent)"""


def text(path):
    """Checks without a browser: the page is small enough; its body and every drawing are well-formed XML."""
    html = path.read_text(encoding="utf-8")
    size = len(html.encode())
    found = [f"is {size} bytes long, more than {LARGEST}"] if size > LARGEST else []
    body = html[html.index("<body>"):html.rindex("<script>")] + "</body>"
    for name, markup in [("body", body), *(("drawing", svg) for svg in drawings(body))]:
        try:
            xml.etree.ElementTree.fromstring(markup)
        except xml.etree.ElementTree.ParseError as error:
            found.append(f"its {name} is no XML: {error}")
    return found


def drawings(body):
    """Yields the outermost svg elements."""
    depth, start = 0, 0
    for tag in re.finditer(r"<svg\b[^>]*?(/?)>|</svg>", body):
        closes = tag[0] == "</svg>"
        if depth == 0 and not closes:
            start = tag.start()
        depth += -1 if closes else 0 if tag[1] else 1
        if depth == 0:
            yield body[start:tag.end()]


def links(path, root):
    """Every link leads to a file of the report, or to the list of reports beside it, and every anchor exists there."""
    html = path.read_text(encoding="utf-8")
    for target in sorted(set(re.findall(r'<a\b[^>]*?href="([^"]*)"', html))):
        file, _, place = target.partition("#")
        there = (path.parent / urllib.parse.unquote(file)).resolve() if file else path.resolve()
        is_list = there == root.resolve().parent / "reports.html"
        if not there.is_file() or not is_list and root.resolve() not in there.parents:
            yield f"links to {target}, which does not exist"
        elif place and f'id="{place}"' not in there.read_text(encoding="utf-8"):
            yield f"links to {target}, but that page has no such anchor"


def quiet(tab, address):
    """The page logs nothing to the console, and requests nothing but itself."""
    found = [f"says on the console: {words}" for words in tab.said]
    if tab.asked != [address]:
        found.append(f"asks for {[asked for asked in tab.asked if asked != address] or 'itself again'}")
    return found


def layout(tab, widths=WIDTHS):
    """Nothing is wider than the page, clipped, overlapping or too small to read, with menus, plots and folded rows closed and
    open, and with each group chosen. The menus of apps and days stay closed: they lie over the page."""
    found = []
    for width in reversed(widths):
        tab.show(width)
        for number in range(-1, tab.page.evaluate(CHOOSE, -1)):
            tab.page.evaluate(CHOOSE, number)
            wrong = [f"at {width} px: {words}" for words in tab.page.evaluate(LAYOUT)]
            found += [words for words in wrong if words not in found]
        tab.page.evaluate(CHOOSE, -1)
    return [words for words in found if " px: note: " not in words]


def sorting(tab):
    """A click on a column heading sorts by it and loses no row."""
    tab.show()
    return [f"sorted by a click: {words}" for words in tab.page.evaluate(SORTING)]


def filters(tab, widths=(1240, 390)):
    """Typing into the field above a long table hides the rows that lack the text, and shows how many are left."""
    for width in widths:
        tab.show(width)
        tab.page.evaluate(CHOOSE, 0)
        yield from (f"filtered at {width} px: {words}" for words in tab.page.evaluate(FILTERS))


def tips(tab):
    """The pointer over a day of a plot, and an arrow key, show the values of that day from its table, until Escape."""
    tab.show()
    told = tab.page.locator(".tip span")
    for chart in tab.page.locator("figure > .plot svg.chart").all():
        expected = chart.evaluate(TIPS)
        if expected is None:
            continue
        tab.page.mouse.move(expected["x"], expected["y"])
        yield from tip_faults("by pointer", told, expected["day"])
        tab.page.keyboard.press("Escape")
        yield from tip_faults("after Escape", told, [])
        tab.page.mouse.move(0, 0)
        chart.focus()
        tab.page.keyboard.press("ArrowLeft")
        yield from tip_faults("by key", told, expected["before"])
        tab.page.keyboard.press("Escape")


def figure_links(tab, address):
    """Each plot can be saved as an SVG file that needs nothing of the page, and the link of a figure is copied."""
    tab.open(address)
    tab.page.evaluate(CHOOSE, 0)
    for button in tab.page.locator(".save").all()[:2]:
        with tab.page.expect_download() as saved:
            button.click()
        text = pathlib.Path(saved.value.path()).read_text(encoding="utf-8")
        try:
            names = [element.tag for element in xml.etree.ElementTree.fromstring(text).iter()]
        except xml.etree.ElementTree.ParseError as error:
            yield f"a saved plot is no XML: {error}"
            continue
        if not any(name.endswith("path") for name in names) or "class=" in text:
            yield "a saved plot has no lines, or needs the style sheet of the page"
    for link in tab.page.locator(".here").all()[:1]:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        link.click()
        tab.page.wait_for_timeout(100)
        if tab.page.evaluate("() => navigator.clipboard.readText()") != link.evaluate("(e) => e.href"):
            yield "the link of a figure is not copied"


def tip_faults(how, told, expected):
    """Yields the difference between the tooltip's texts and the expected ones."""
    texts = told.all_text_contents()
    if texts != expected:
        yield f"a plot tells {how}: {texts[:6]} for {expected[:6]}"


def same_without_script(tab, plain, widths=(390, 1240)):
    """The tab without script shows the same picture, except for the filter fields, the buttons that save a plot, and the
    rows that phones show on demand."""
    tab.page.evaluate(SHOW_FILTERS, False)
    tab.page.evaluate("document.querySelectorAll('.cut').forEach((table) => table.classList.remove('cut'))")
    for width in widths:
        for each in (tab, plain):
            each.show(width)
        if not is_same(tab.picture(), plain.picture()):
            yield f"at {width} px: script off gives another picture"
    tab.page.evaluate(SHOW_FILTERS, True)


def folds(tab):
    """On a phone a long table shows five rows, and all after a click on its button, in each group. Yields what is wrong."""
    tab.show(390)
    shown = "(table) => [...table.querySelectorAll('tbody tr')].filter((row) => row.offsetHeight > 0).length"
    for table in tab.page.query_selector_all(".wide > .cut"):
        table.evaluate("(table) => table.closest('.panel')?.previousElementSibling.click()")
        rows, before = len(table.query_selector_all("tbody tr")), table.evaluate(shown)
        table.evaluate("(table) => table.nextElementSibling.click()")
        after = table.evaluate(shown)
        if (before, after) != (5, rows):
            yield f"on a phone {before} rows of a table are shown, after a click {after} of {rows}"
    tab.show()


def is_same(first, second):
    """Returns whether two PNGs have the same pixels."""
    if first == second:
        return True
    one, two = (Image.open(io.BytesIO(data)).convert("RGB") for data in (first, second))
    return one.size == two.size and ImageChops.difference(one, two).getbbox() is None


def print_on_paper(tab):
    """Printed from light and from dark mode the page is the same, on white paper, and no key number is wrapped. Returns what
    is wrong, and the PDFs by scheme."""
    found, pictures, files = [], [], {}
    for scheme in ["light", "dark"]:
        tab.show(PAPER, scheme, media="print")
        pictures.append(tab.picture())
        files[scheme] = tab.page.pdf(format="A4", print_background=True)
        if not files[scheme].startswith(b"%PDF") or b"/Page" not in files[scheme]:
            found.append(f"printed from {scheme}: no PDF")
        corner = Image.open(io.BytesIO(pictures[-1])).convert("RGB").getpixel((0, 0))
        if corner != (255, 255, 255):
            found.append(f"printed from {scheme}: the paper is {corner}")
    if not is_same(*pictures):
        found.append("printed from dark: it looks different than from light")
    found += [f"printed: a key number is broken: {text}" for text in tab.page.evaluate(BROKEN_NUMBERS)]
    return found, files


def accessibility(tab):
    """Yields what axe (accessibility) finds in light, in dark and at phone width, at first and with everything open. The tab
    must bypass the page's policy."""
    only_violations = {"resultTypes": ["violations"]}  # takes half the time
    for width, scheme, is_open in [(1240, "light", True), (1240, "dark", False), (390, "light", False)]:
        tab.show(width, scheme)
        tab.page.evaluate(CHOOSE, 0 if is_open else -1)
        for violation in Axe().run(tab.page, options=only_violations).response["violations"]:
            nodes = [node["html"][:100] for node in violation["nodes"][:3]]
            yield f"axe at {width} px, {scheme}: {violation['id']}: {violation['help']}: {nodes}"


def policy(tab, path, address):
    """An inline script inserted into the page must not run; without the policy it must, or this check proves nothing."""
    html = path.read_text(encoding="utf-8")
    probe = "<script>document.documentElement.dataset.ran = 'yes'</script></body>"
    start, end = html.index("<meta http-equiv"), html.index("/>") + 2
    for label, before, expected in [("with its policy", html, None), ("without", html[:start] + html[end:], "yes")]:
        # One file each: the browser would use its cached copy of a file that was rewritten within the same second.
        probed = path.with_name(f"probe-{label.replace(' ', '-')}-{path.name}")
        probed.write_text(before.replace("</body>", probe), encoding="utf-8")
        tab.open(urllib.parse.urljoin(address, probed.name))
        if tab.page.locator("html").get_attribute("data-ran") != expected:
            yield f"a script put into it, {label}: ran is not {expected}"
        probed.unlink()
