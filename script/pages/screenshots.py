"""Implements script/screenshots PAGE FOLDER."""

import pathlib
import sys

import checks
import tab


def main(path, out):
    out.mkdir(parents=True, exist_ok=True)
    found = checks.text(path)
    with tab.serving(path.parent) as address, tab.browsing() as browser:
        opened, plain = tab.Tab(browser), tab.Tab(browser, java_script_enabled=False)
        for each in (opened, plain):
            each.open(address + path.name)
        found += checks.quiet(opened, address + path.name)
        for width in checks.WIDTHS:
            for scheme in ["light", "dark"]:
                opened.show(width, scheme)
                (out / f"{width}-{scheme}.png").write_bytes(opened.picture())
        found += checks.folds(opened)
        found += checks.same_without_script(opened, plain, checks.WIDTHS)
        wrong, files = checks.print_on_paper(opened)
        for scheme, data in files.items():
            (out / f"print-{scheme}.pdf").write_bytes(data)
        found += [*wrong, *checks.layout(opened), *checks.filters(opened)]
        found += [*checks.tips(opened), *checks.sorting(opened)]
        bypassing = tab.Tab(browser, bypass_csp=True)
        bypassing.open(address + path.name)
        found += checks.accessibility(bypassing)
    for words in found:
        print(words)
    print(f"{path}: {path.stat().st_size} bytes, {len(found)} findings, pictures in {out}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
