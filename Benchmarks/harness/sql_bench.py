"""script/bench sql: how long the read-only analyst waits for the cookbook's questions, and for each view and function of
analytics over 90 days."""

import datetime
import os
import re
import subprocess

from . import machine, programs, tables
from .measure import BenchError
from .private_server import PrivateServer
from .project_history import History
from .rounds import say, spread

MOST_MILLISECONDS = 300
COOKBOOK = programs.ROOT / "docs/sql.md"
QUESTION = re.compile(r"^### (.+)\n(?:(?!###|```).*\n)*```sql\n((?:(?!```).*\n)+)```$", re.MULTILINE)
DATE = re.compile(r"(?<=')\d{4}-\d\d-\d\d(?=Z?')")
SESSION = """\\set QUIET on
\\set ON_ERROR_STOP on
\\o /dev/null
SELECT today, today - 90 AS from_day, today - 1 AS to_day FROM stats.day(analytics.horizon()) AS today \\gset
SELECT installation_id AS one FROM analytics.installations WHERE prompt_at >= :'from_day' ORDER BY prompt_at LIMIT 1 \\gset
\\timing on
"""
ANSWER = re.compile(r"^Time: ([\d.]+) ms.*\nrows (\d+)$", re.MULTILINE)

RELATIONS = """SELECT class.relname, bool_or(attribute.attname = 'day')
    FROM pg_class AS class
    INNER JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0
    WHERE class.relnamespace = 'analytics'::regnamespace AND class.relkind IN ('r', 'p', 'v')
    GROUP BY class.relname ORDER BY class.relname"""
FUNCTIONS = """SELECT proname, array_to_string(proargnames[:pronargs - pronargdefaults], ' ') FROM pg_proc
    WHERE pronamespace = 'analytics'::regnamespace AND proretset ORDER BY proname"""
ARGUMENTS = {"from_day": ":'from_day'", "to_day": ":'to_day'", "conversion_window": "'7 days'"}

# Views with a row for each event or installation are not meant to be read whole: query them with their usual filters.
NINETY_DAYS = "{} >= :'from_day' AND {} < :'today'"
EVENTS = f"FROM analytics.events WHERE {NINETY_DAYS.format('occurred_at', 'occurred_at')}"
PROMPTED = NINETY_DAYS.format("prompt_at", "prompt_at")
FILTERED = {
    "events": {
        "by type": f"SELECT type, count(*) {EVENTS} GROUP BY type",
        "of an app, by type": f"SELECT type, count(*) {EVENTS} AND app_id = 'com.example.shop' GROUP BY type",
        "of an installation": f"SELECT * {EVENTS} AND installation_id = :'one'",
    },
    "installations": {
        "by status": f"SELECT status, count(*) FROM analytics.installations WHERE {PROMPTED} GROUP BY status",
        "one": "SELECT * FROM analytics.installations WHERE installation_id = :'one'",
    },
    "status_history": {
        "of those prompted, by status": "SELECT later.status, count(*) FROM analytics.installations INNER JOIN "
        f"analytics.status_history AS later USING (app_id, installation_id) WHERE {PROMPTED} GROUP BY later.status",
        "of an installation": "SELECT * FROM analytics.status_history WHERE installation_id = :'one'",
    },
    "quarantine": {
        "by reason": "SELECT reason, count(*) FROM analytics.quarantine WHERE "
        f"{NINETY_DAYS.format('received_at', 'received_at')} GROUP BY reason",
    },
}


def run(bellwether, options):
    """Measures all questions in one session, in rounds; a first round fills the caches and is not counted."""
    with PrivateServer(bellwether) as server:
        history = History(server, options.history)
        say(f"making {history.database}")
        history.make()
        history.bring_up()
        history.maintain()
        parts = {"The cookbook": cookbook(history), "Views": views(history), "Functions": functions(history)}
        questions = [(name, query) for part in parts.values() for name, query in part.items()]
        answers = iter(asked(history, [query for _, query in questions], options.rounds))
        sections, slow = [], []
        for title, part in parts.items():
            rows = []
            for name, (milliseconds, count) in zip(part, answers):
                rows.append([name, tables.with_spread(milliseconds), f"{count:,}"])
                slow += [name] if milliseconds[0] > MOST_MILLISECONDS else []
            sections.append(f"### {title}\n\n{tables.table(['', 'milliseconds', 'rows'], rows)}\n")
        words = machine.description(server, options.rounds, f"{history.events:,} events. ")
    tables.publish("sql", words + "".join(sections) + verdict(slow, len(questions)), options.write)


def verdict(slow, questions):
    """Returns a line that says which medians are over the limit."""
    if not slow:
        return f"All {questions} medians are at most {MOST_MILLISECONDS} ms.\n"
    return f"Over {MOST_MILLISECONDS} ms, {len(slow)} of {questions}: {'; '.join(slow)}.\n"


def cookbook(history):
    """Returns the queries of the document by their titles. Moves all dates by the same number of days, so that the latest of
    them (the day of the demo's horizon) becomes the day of the history's horizon."""
    page = COOKBOOK.read_text()
    questions = {name: query.rstrip() for name, query in QUESTION.findall(page)}
    if len(questions) != page.count("```sql"):
        raise BenchError(f"{COOKBOOK} has {page.count('```sql')} queries, of which {len(questions)} follow a title.")
    latest = max(day(text) for query in questions.values() for text in DATE.findall(query))
    later = day(history.value("SELECT stats.day(analytics.horizon())")) - latest
    return {name: DATE.sub(lambda found: str(day(found[0]) + later), query) for name, query in questions.items()}


def day(text):
    return datetime.date.fromisoformat(text)


def views(history):
    """Returns queries of every table and view of analytics: daily ones for 90 days, the others for their own range."""
    questions = {}
    for view, has_days in history.server.execute(history.database, RELATIONS):
        of_days = " WHERE day BETWEEN :'from_day' AND :'to_day'" if has_days == "t" else ""
        for words, query in FILTERED.get(view, {"": f"SELECT * FROM analytics.{view}{of_days}"}).items():
            questions[f"`{view}` {words}".rstrip()] = query
    return questions


def functions(history):
    """Returns queries of every function of analytics that returns rows, with only the required arguments."""
    questions = {}
    for function, names in history.server.execute(history.database, FUNCTIONS):
        unknown = set(names.split()) - set(ARGUMENTS)
        if unknown:
            raise BenchError(f"analytics.{function} needs {', '.join(sorted(unknown))}: add a value for it to ARGUMENTS.")
        arguments = ", ".join(ARGUMENTS[name] for name in names.split())
        questions[f"`{function}({', '.join(names.split())})`"] = f"SELECT * FROM analytics.{function}({arguments})"
    return questions


def asked(history, queries, rounds):
    """Returns median, minimum and maximum of the milliseconds of each query, and its number of rows."""
    turn = "".join(f"{query};\n\\echo rows :ROW_COUNT\n" for query in queries)
    say(f"asking {len(queries)} questions {rounds + 1} times")
    result = subprocess.run(
        [history.server.bellwether, "sql", "--timeout", "0", "-X"], input=SESSION + turn * (rounds + 1),
        env={**os.environ, **history.environment}, capture_output=True, text=True)
    answers = [(float(time), int(count)) for time, count in ANSWER.findall(result.stdout)]
    if result.returncode != 0 or len(answers) != len(queries) * (rounds + 1):
        failed = queries[len(answers) % len(queries)]
        raise BenchError(f"{result.stderr[-2000:]}\nasked of {history.database}: {failed}")
    counted = [answers[len(queries) + place::len(queries)] for place in range(len(queries))]
    return [(spread([time for time, _ in runs]), runs[-1][1]) for runs in counted]
