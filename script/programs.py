#!/usr/bin/env python3
"""Checks that each program of this Debian that a script or the product starts is on a new machine too. For scripts it must be of
one of Debian's required packages, or of a package that script/setup, script/newcomer or the script itself names; docs/operations.md
must name what the product starts. Exit status 1 if a program comes from nowhere.
  script/programs.py
"""

import pathlib
import re
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent


def output(*command: str) -> str:
    return subprocess.run(command, cwd=root, text=True, capture_output=True, check=False).stdout


BUILT_IN = set(output("bash", "-c", "compgen -bk").split())


def commands(text: str) -> set[str]:
    """The words that stand where a command does, as far as a pattern can tell. There may be words that are none."""
    text = re.sub(r"<<-?\s*'?\"?(\w+)'?\"?\n.*?\n\s*\1\n", "\n", text, flags=re.S)
    text = re.sub(r"(?m)(^|\s)#.*$", "", text.replace("\\\n", " "))
    # Of quoted text, what is inside "$(…)" is left.
    text = re.sub(r"'[^']*'|\"((?:[^\"\\]|\\.)*)\"", lambda quoted: " ".join(re.findall(r"\$\(.*", quoted[1] or "")) or '""', text)
    before = r"(?:^|[;|&(`!{]|\b(?:do|then|else|if|elif|while|until|exec|xargs|env|timeout \d+|bash -c)\s)\s*"
    return set(re.findall(rf"(?m){before}(?:\w+=\S*\s+)*([a-z][\w.+-]*)(?=[\s;)|&]|$)", text))


def packages_named(text: str) -> set[str]:
    """The packages that a script installs: arguments of script/setup and script/bare-debian, and arrays of them."""
    text = text.replace("\\\n", " ")
    lines = re.findall(r"script/(?:setup|bare-debian)\b(.*)|\w+\+?=\(([^)]*)\)", text)
    return {word for line in lines for part in line for word in re.findall(r"[a-z][a-z0-9+.-]+", part)}


def owners(programs: set[str]) -> dict[str, str]:
    """The Debian packages of programs of this machine; without those that are bash's, or of no package."""
    paths = {shutil.which(program, path="/usr/bin:/usr/sbin:/bin:/sbin"): program for program in programs - BUILT_IN}
    paths.pop(None, None)
    paths |= {path.removeprefix("/usr"): program for path, program in paths.items()}
    found = [line.split(": ") for line in output("dpkg", "-S", *paths).splitlines() if not line.startswith("diversion")]
    return {paths[path]: package.split(", ")[-1] for package, path in found}


def scripts() -> list[pathlib.Path]:
    paths = map(root.joinpath, output("git", "ls-files", "script", "Clients/Swift/script", ".ci").split())
    return [path for path in paths if path.read_bytes().startswith(b"#!/usr/bin/env bash")]


def homeless_of_scripts() -> list[str]:
    listed = output("dpkg-query", "-W", "-f", "${Package} ${Essential} ${Priority}\n").splitlines()
    required = {line.split()[0] for line in listed if line.endswith("required") or " yes " in line} | {"apt"}
    common = packages_named((root / "script/setup").read_text()) | packages_named((root / "script/newcomer").read_text())
    # What is installed with a package of another name.
    common |= {"python3-minimal", "pkgconf-bin", "postgresql-client-common", "postgresql-common"}
    texts = {path.relative_to(root): path.read_text() for path in scripts()}
    package = owners(set().union(*map(commands, texts.values())))
    return [
        f"{path} starts {program} of {package[program]}: install that with script/setup"
        for path, text in texts.items()
        for program in sorted(commands(text) & package.keys())
        if package[program] not in required | common | packages_named(text) and f"command -v {program}" not in text
    ]


def homeless_of_the_product() -> list[str]:
    documented = (root / "docs/operations.md").read_text()
    return [
        f"{path.relative_to(root)} starts {program}: name it in docs/operations.md"
        for path in sorted((root / "Sources").rglob("*.swift"))
        for program in re.findall(r"[( ]\.name\(\"([\w-]+)\"\)", path.read_text())
        if f"`{program}`" not in documented
    ]


homeless = homeless_of_the_product() + (homeless_of_scripts() if shutil.which("dpkg") else [])
print("\n".join(homeless), end="\n" if homeless else "", file=sys.stderr)
sys.exit(1 if homeless else 0)
