"""Screenshots of a page, and checks of what a browser makes of it. Run by script/screenshots."""

import http.server
import io
import pathlib
import sys
import threading

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

WIDTHS = [320, 390, 768, 1240]

# What is wrong with the layout as far as boxes tell: text wider than its box, or over other text.
LAYOUT = """() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`page is ${root.scrollWidth} wide`);
  const hidden = (e) => e.closest('.hidden, .skip, details:not([open]) > :not(summary)') ||
    (e.closest('thead') && getComputedStyle(e.closest('thead')).position === 'absolute');
  const name = (e) => e.tagName.toLowerCase() + '.' + e.getAttribute('class') + ' "' + e.textContent.trim().slice(0, 30) + '"';
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || parent.closest('script, style, title, desc') || hidden(parent)) continue;
    const clipped = [];
    for (let e = parent; e; e = e.parentElement) {
      if (getComputedStyle(e).overflow !== 'visible' && e.getBoundingClientRect().width) clipped.push(e.getBoundingClientRect());
    }
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (let box of range.getClientRects()) {
      let [l, r, t, b] = [box.left, box.right, box.top, box.bottom];
      for (const c of clipped) [l, r, t, b] = [Math.max(l, c.left), Math.min(r, c.right), Math.max(t, c.top), Math.min(b, c.bottom)];
      if (r - l < 1 || b - t < 1) continue;
      if (l < -0.5 || r > root.clientWidth + 0.5) found.push(`outside the page: ${name(parent)}`);
      texts.push({ parent, l, r, t, b });
    }
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 11) found.push(`${size}px text: ${name(parent)}`);
  }
  for (const e of document.querySelectorAll('td, th, dt, dd, li, p, h1, h2, h3, summary, a')) {
    if (hidden(e) || getComputedStyle(e).textOverflow === 'ellipsis' || getComputedStyle(e).display === 'inline') continue;
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !e.querySelector('svg')) found.push(`cut or spilling: ${name(e)}`);
  }
  for (const e of document.querySelectorAll('[role=region]')) {
    if (!hidden(e) && e.scrollWidth > e.clientWidth) found.push(`note: scrolls in itself: ${e.getAttribute('aria-label').slice(0, 60)}`);
  }
  texts.sort((a, b) => a.t - b.t);
  texts.forEach((one, i) => {
    for (let j = i + 1; j < texts.length && texts[j].t < one.b; j++) {
      const two = texts[j];
      const across = Math.min(one.r, two.r) - Math.max(one.l, two.l);
      const down = Math.min(one.b, two.b) - Math.max(one.t, two.t);
      if (one.parent !== two.parent && across > 1 && down > 4) found.push(`overlap: ${name(one.parent)} and ${name(two.parent)}`);
    }
  });
  return found.slice(0, 20);
}"""


class Site:
    """One page on a local address that counts what is asked of it."""

    def __init__(self, page: bytes):
        requests = self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append(self.path)
                self.send_response(200 if self.path == "/" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(page if self.path == "/" else b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"


def look(browser, site, width, scheme, out, findings, script=True):
    """Opens the page and returns its picture; findings get what is wrong."""
    where = f"{width} {scheme}{'' if script else ' no script'}"
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script)
    page = context.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: (said.append(f"dialog {dialog.message}"), dialog.dismiss()))
    site.requests.clear()
    page.goto(site.address)
    page.wait_for_load_state("networkidle")
    picture = page.screenshot(full_page=True)
    if site.requests != ["/"]:
        findings.append(f"{where}: requests {site.requests}")
    findings += [f"{where}: console: {text}" for text in said]
    if script:
        (out / f"{width}-{scheme}.png").write_bytes(picture)
        closed = page.evaluate(LAYOUT)
        findings += [f"{where}: {found}" for found in closed]
        page.evaluate("() => document.querySelectorAll('details').forEach((e) => (e.open = true))")
        findings += [f"{where}: table open: {found}" for found in page.evaluate(LAYOUT) if found not in closed]
        page.evaluate("() => document.querySelectorAll('details').forEach((e) => (e.open = false))")
        findings += [f"{where}: sorting: {found}" for found in page.evaluate(SORTING)]
    context.close()
    return picture


# Sorts each column of each table by a click and by the reading of its cells.
SORTING = """() => {
  const found = [];
  for (const table of document.querySelectorAll('table.sortable')) {
    const count = table.querySelectorAll('tbody tr').length;
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    heads.forEach((head, column) => {
      const button = head.querySelector('button');
      if (!button) return;
      button.click();
      const lead = table.tBodies.length > 1 ? [...table.tBodies].map((b) => b.rows[0]) : [...table.tBodies[0].rows];
      const values = lead.map((r) => parseFloat(r.cells[column].textContent.replace(/,/g, ''))).filter((v) => !isNaN(v));
      if (column > 0 && values.some((v, i) => i && v > values[i - 1])) found.push(`column ${column} is not sorted`);
      if (table.querySelectorAll('tbody tr').length !== count) found.push(`column ${column} loses rows`);
      if (head.getAttribute('aria-sort') !== 'descending') found.push(`column ${column} does not say so`);
    });
  }
  return found;
}"""


def policy_holds(browser, html: bytes, findings):
    """Adds an inline script to the page: it must not run; in a page without the policy it must."""
    probe = b"<script>document.documentElement.dataset.ran = 'yes'</script></body>"
    start, end = html.index(b"<meta http-equiv"), html.index(b"/>") + 2
    for label, page, expected in [
        ("with policy", html.replace(b"</body>", probe), None),
        ("control", (html[:start] + html[end:]).replace(b"</body>", probe), "yes"),
    ]:
        context = browser.new_context()
        tab = context.new_page()
        tab.goto(Site(page).address)
        if tab.locator("html").get_attribute("data-ran") != expected:
            findings.append(f"policy probe, {label}: expected {expected}")
        context.close()


def accessibility(browser, site, findings):
    """What axe finds, in light, dark and at phone width."""
    for width, scheme in [(1240, "light"), (1240, "dark"), (390, "light")]:
        # axe is put into the page as a script, which the page's policy would refuse.
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
        page = context.new_page()
        page.goto(site.address)
        for violation in Axe().run(page).response["violations"]:
            nodes = [node["html"][:100] for node in violation["nodes"][:3]]
            findings.append(f"axe {width} {scheme}: {violation['id']}: {violation['help']}: {nodes}")
        context.close()


def main(path, folder):
    html = pathlib.Path(path).read_bytes()
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    findings = []
    if len(html) > 200_000:
        findings.append(f"the page is {len(html)} bytes")
    site = Site(html)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for width in WIDTHS:
            for scheme in ["light", "dark"]:
                picture = look(browser, site, width, scheme, out, findings)
                if scheme == "light":
                    plain = look(browser, site, width, scheme, out, findings, script=False)
                    one, two = (Image.open(io.BytesIO(data)).convert("RGB") for data in (picture, plain))
                    if one.size != two.size or ImageChops.difference(one, two).getbbox():
                        findings.append(f"{width}: script off gives another picture")
        for scheme in ["light", "dark"]:
            context = browser.new_context(color_scheme=scheme)
            page = context.new_page()
            page.goto(site.address)
            page.pdf(path=out / f"print-{scheme}.pdf", format="A4", print_background=False)
            context.close()
        policy_holds(browser, html, findings)
        accessibility(browser, site, findings)
        browser.close()
    for finding in dict.fromkeys(findings):
        print(finding)
    wrong = [finding for finding in findings if ": note: " not in finding]
    print(f"{path}: {len(html)} bytes, {len(wrong)} findings, pictures in {out}")
    return 1 if wrong else 0


sys.exit(main(sys.argv[1], sys.argv[2]))
