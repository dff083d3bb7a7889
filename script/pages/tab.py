"""A browser tab, and a web server for a folder of pages."""

import contextlib
import functools
import http.server
import threading

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"


@contextlib.contextmanager
def serving(folder):
    """Serves a folder on a free local port; yields its address."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


@contextlib.contextmanager
def browsing():
    """Runs Debian's chromium without a window; yields the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Tab:
    """A tab that records console messages (`said`) and requested addresses (`asked`) since its page was opened."""

    def __init__(self, browser, **options):
        self.page = browser.new_context(viewport={"width": 1240, "height": 900}, **options).new_page()
        self.said, self.asked, self.shown = [], [], None
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append(f"dialog {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, address):
        """Opens a page at 1240 px, in light mode, on screen."""
        self.said.clear()
        self.asked.clear()
        self.show()
        self.page.goto(address)

    def show(self, width=1240, scheme="light", media="screen"):
        """Changes width, colour scheme or medium of the page."""
        if self.shown != (width, scheme, media):
            self.shown = (width, scheme, media)
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.emulate_media(media=media, color_scheme=scheme)

    def close(self):
        """Closes the tab and forgets its storage."""
        self.page.context.close()

    def picture(self):
        """Returns a PNG of the whole page."""
        return self.page.screenshot(full_page=True)
