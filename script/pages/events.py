"""Test events as NDJSON: a single one, and hostile ones whose words try to break out of a page."""

import json
import uuid

NAMES = [
    "<script>alert(1)</script>", '"\u200d onmouseover=alert(2) x="', "=cmd|' /C calc'!A0", "\u202etxt.exe\u202d",
    "W" * 64, "\ufdfd" * 64, "a" + "\u0301\u0327" * 30, "{{title}}{{{title}}}",
    "]]>\u0001\uffff", "مرحبا بالعالم", "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 12, "</title><img src=x onerror=alert(3)>",
]
APPS = ["W" * 155, "..", "csv", "index.html", "7-days", "-rf"]


def event(kind, app, person, second, data=None, **more):
    """Returns one event of a person, `second` seconds after 08:00 on a day of March 2025."""
    day, time = 1 + person % 28, f"{8 + second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z"
    moment = f"2025-03-{day:02d}T{time}"
    return json.dumps({
        "id": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{kind} {app} {person} {second}")), "type": kind, "app_id": app,
        "installation_id": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{app} {person}")), "occurred_at": moment,
        "received_at": moment, "os": {"name": "iOS", "version": f"{12 + person % 9}.{person % 4}"}, "data": data or {},
        **more})


def single():
    """Yields one prompt."""
    yield event("prompt_shown", "com.example.reader", 1, 0)


def hostile():
    """Yields for each app and name forty people who were asked, answered and were sent to, and some invalid events."""
    for app in APPS:
        for number, name in enumerate(NAMES):
            for person in range(number * 40, number * 40 + 40):
                words = {"app_version": name[:64], "locale": name[:64], "device_model": name[:64]}
                asked = {"placement": name, "variant": name}
                sent = {"notification_id": f"n-{number}", "campaign": name}
                yield event("prompt_shown", app, person, 0, asked, **words)
                yield event("prompt_denied" if person % 3 else "prompt_granted", app, person, 4, **words)
                yield event("notification_sent", app, person, 3600, sent)
                if person % 5 == 0:
                    yield event("notification_opened", app, person, 3700, sent, **words)
            yield event(name, app, number, 0)
            yield event("prompt_shown", app, number, 9, os=name)
            yield event("prompt_shown", app, number, 9, **{name: name})[:-1]
