"""Makes the files to ingest from simulated events; the same arguments give the same bytes."""

import dataclasses
import datetime
import json
import pathlib
import random
import re
import subprocess

from . import programs

UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
DUPLICATE_SHARE, BAD_SHARE, NEAR_SHARE = 0.02, 0.01, 0.85
NEAR_MEAN, NEAR_MOST = 1_500, 5_000


@dataclasses.dataclass
class EventFile:
    """A file, and the counts that a correct ingest reports."""
    path: pathlib.Path
    lines: int
    duplicates: int
    rejected: int
    accepted: int

    @property
    def months(self):
        """Returns the months of `occurred_at` in the file; a few may not be needed."""
        found = re.findall(rb'"occurred_at":"(20\d\d-\d\d)', self.path.read_bytes())
        return {month.decode() for month in set(found)} | {"2026-01"}

    @property
    def good(self):
        """Returns the path of the file without its bad lines, for peers that would stop at the first."""
        return self.path.with_suffix(".good.ndjson")

    def expected(self):
        """Returns the counts that Bellwether must report."""
        return {
            "events": self.lines, "accepted": self.accepted, "duplicates": self.duplicates, "rejected": self.rejected}


def clean_lines(bellwether, count, seed):
    """Returns the first `count` good lines of a simulation, each event once."""
    path = programs.cache_folder() / f"clean-{seed}-{count}.ndjson"
    if not path.exists():
        # 90 days give about 15 lines per installation: simulate a few installations more.
        command = [bellwether, "simulate", "--quiet", "--days", "90", "--seed", str(seed), "--installations"]
        simulated = subprocess.Popen([*command, str(count // 13 + 200)], stdout=subprocess.PIPE)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            kept = _keep_good(simulated.stdout, file, count)
        simulated.kill()
        simulated.wait()
        if kept < count:
            raise RuntimeError(f"Only {kept} good lines were simulated, {count} are needed.")
        part.rename(path)
    return path.read_bytes().splitlines(keepends=True)


def _keep_good(lines, file, count):
    seen, kept = set(), 0
    for line in lines:
        identity = _identity(line)
        if identity is None or identity in seen:
            continue
        seen.add(identity)
        file.write(line)
        kept += 1
        if kept == count:
            break
    return kept


def _identity(line):
    """Returns the event's id and installation, or None for a spoilt line. A spoilt line with an intact id follows the
    event it was made from, so it counts as a copy of that."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    names = (event.get("id"), event.get("installation_id"))
    if not all(isinstance(name, str) and UUID.fullmatch(name) for name in names) or "type" not in event:
        return None
    return tuple(name.lower() for name in names) if "occurred_at" in event else None


def retry(line, rng):
    """Returns a second delivery of an event, sent and received later."""
    event = json.loads(line)
    delay = datetime.timedelta(milliseconds=rng.randrange(2_000, 40_000))
    received = datetime.datetime.fromisoformat(event["received_at"].upper().replace("Z", "+00:00")) + delay
    if "sent_at" in event:
        event["sent_at"] = _later(event["sent_at"], delay)
    event["received_at"] = received.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _later(text, delay):
    time = datetime.datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text.upper()).replace("Z", "+00:00"))
    return (time + delay).isoformat(timespec="milliseconds")


def spoil(line, number, rng):
    """Makes a line that must be rejected from a good one; `number` chooses the defect."""
    event = json.loads(line)
    event["id"] = f"{rng.getrandbits(64):016x}"
    event["id"] = f"{event['id'][:8]}-{event['id'][8:12]}-4{event['id'][13:]}-8000-{number:012x}"
    kind = number % 8
    if kind == 2:
        del event["installation_id"]
    if kind == 3:
        event["id"] = f"event-{number}"
    if kind == 4:
        event["occurred_at"] = "2026-02-30T12:00:00Z"
    if kind == 5:
        event["type"] = "push_prompt_seen"
    if kind == 6:
        event.update(type="provisional_started", os={"name": "iOS", "version": "11.4"}, data={})
    if kind == 7:
        event["occurred_at"] = "2001-01-01T00:00:00Z"
        event.pop("sent_at", None)
    text = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
    if kind == 0:
        text = text[: len(text) // 2]
    if kind == 1:
        text = text[:-1] + b',"device_name":"\xff\xfe"}'
    return text + b"\n"


def mixture(bellwether, lines, seed):
    """Makes the plain file: `lines` lines with 2% retries and 1% bad lines."""
    duplicates, bad = int(lines * DUPLICATE_SHARE), int(lines * BAD_SHARE)
    good = clean_lines(bellwether, lines - duplicates - bad, seed)
    file = EventFile(
        programs.cache_folder() / f"mixture-{seed}-{lines}.ndjson", lines, duplicates, bad, lines - duplicates - bad)
    if not file.path.exists():
        rng = random.Random(seed)
        placed = [(float(place), line) for place, line in enumerate(good)]
        placed += [_placed_retry(good, rng) for _ in range(duplicates)]
        bad_lines = {spoil(rng.choice(good), number, rng): None for number in range(bad)}
        placed += [(rng.uniform(0, len(good)), line) for line in bad_lines]
        placed.sort(key=lambda line: line[0])
        write(file.good, (line for _, line in placed if line not in bad_lines))
        write(file.path, (line for _, line in placed))
    return file


def _placed_retry(good, rng):
    of = rng.randrange(len(good) - 1)
    near = 1 + min(rng.expovariate(1 / NEAR_MEAN), NEAR_MOST)
    distance = near if rng.random() < NEAR_SHARE else rng.uniform(1, len(good) - of)
    return min(of + distance, len(good)) + 0.5, retry(good[of], rng)


def write(path, lines):
    """Writes a file completely or not at all."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.writelines(lines)
    part.rename(path)
