"""Implements script/screenshots --readme: takes the pictures of the README from a report of simulated events."""

import io
import pathlib
import sys
import tempfile

from PIL import Image

import reports
import tab

PICTURES = [("overview", "index.html", "light"), ("opt-in", "opt-in.html", "dark")]
HEIGHT = 1440


def main(program, folder):
    with tempfile.TemporaryDirectory(prefix="bellwether-readme-") as place:
        pathlib.Path(place).chmod(0o755)
        report = reports.Program(program, pathlib.Path(place) / "report").report(
            None, ["--installations", "20000", "--days", "120"])
        with tab.serving(report) as address, tab.browsing() as browser:
            opened = tab.Tab(browser)
            for name, page, scheme in PICTURES:
                opened.open(address + page)
                opened.show(1240, scheme)
                picture = Image.open(io.BytesIO(opened.picture())).convert("RGB").crop((0, 0, 1240, HEIGHT))
                picture.quantize(128, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
