"""Prints the manual page of a program as roff, made from the output of its --experimental-dump-help.

manual.py PROGRAM

The date of the page is SOURCE_DATE_EPOCH (seconds since 1970), or today.
"""

import json
import os
import subprocess
import sys
import time


# Characters that roff would interpret, and their escapes.
LITERAL = str.maketrans({"\\": r"\(rs", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})


def main():
    program = sys.argv[1]
    dumped = json.loads(subprocess.check_output([program, "--experimental-dump-help"], text=True))["command"]
    version = subprocess.check_output([program, "--version"], text=True).strip()
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    print("\n".join(page(dumped, version, time.strftime("%Y-%m-%d", time.gmtime(seconds)))))


def page(command, version, day):
    """Yields the lines of the page."""
    name = command["commandName"]
    yield f'.TH {name.upper()} 1 {day} "{name} {version}" "User Commands"'
    yield ".SH NAME"
    yield f"{name} \\- {plain(command['abstract'])}"
    yield ".SH SYNOPSIS"
    yield f".B {name}\n.I COMMAND\n[options]"
    yield ".SH DESCRIPTION"
    yield from paragraphs(command["discussion"])
    yield ".SH COMMANDS"
    for one in shown(command["subcommands"]):
        yield from told(one, name)
    yield ".SH SEE ALSO"
    yield ".BR psql (1)"


def told(command, above):
    """Yields the section of a command with its arguments, then those of its subcommands."""
    name = f"{above} {command['commandName']}"
    arguments = shown(command["arguments"])
    operands = [operand(one) for one in arguments if one["kind"] == "positional"]
    yield f'.SS "{plain(" ".join([name, *operands]))}"'
    yield from paragraphs(*(command[part] for part in ("abstract", "discussion") if part in command))
    for one in arguments:
        yield f".TP\n\\fB{plain(spelling(one))}\\fR\n{plain(meaning(one))}"
    for one in shown(command.get("subcommands", [])):
        yield from told(one, name)


def shown(things):
    """Returns the visible ones, without help and version, which all commands have."""
    names = ("help", "version")
    return [one for one in things if one["shouldDisplay"] and one.get("commandName", one.get("valueName")) not in names]


def operand(argument):
    """Returns a positional argument as it appears in a usage line: [FILE...]."""
    word = argument["valueName"].upper() + ("..." if argument["isRepeating"] else "")
    return f"[{word}]" if argument["isOptional"] else word


def spelling(argument):
    """Returns the names of an option and of its value (`-o, --out DIR`), or the name of a positional argument."""
    names = ", ".join(("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", []))
    value = "" if argument["kind"] == "flag" else argument["valueName"].upper()
    return f"{names} {value}".strip()


def meaning(argument):
    """Returns the description of an argument with its possible values and its default."""
    values = ", ".join(argument.get("allValues", []))
    facts = [f"values: {values}"] if values else []
    facts += [f"default: {argument['defaultValue']}"] if "defaultValue" in argument else []
    return argument.get("abstract", "") + (f" ({'; '.join(facts)})" if facts else "")


def paragraphs(*texts):
    """Yields texts as paragraphs. A block of several or indented lines, such as an example, keeps its line breaks."""
    for number, block in enumerate("\n\n".join(texts).split("\n\n")):
        if number > 0:
            yield ".PP"
        is_verbatim = "\n" in block or "  " in block
        yield f".nf\n{plain(block)}\n.fi" if is_verbatim else plain(block)


def plain(text):
    """Returns the text escaped, so that roff interprets nothing in it."""
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.translate(LITERAL).split("\n"))


main()
