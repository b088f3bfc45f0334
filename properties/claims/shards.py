"""A part of the rows on each of several machines, and what they give together."""
import json
import re
from pathlib import Path

from row import Unusable

FILE = "claims.json"


class Shard:
    """The i-th of n parts of the rows, as "3/8": every n-th, as long ones stand side by side."""

    def __init__(self, text):
        match = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)
        if not match or int(match[1]) > int(match[2]):
            raise Unusable(f"--shard {text}: say which of how many, such as 3/8, from 1/n to n/n")
        self.number, self.of = int(match[1]), int(match[2])

    def of_rows(self, rows):
        return rows[self.number - 1::self.of]


def read(folder):
    path = Path(folder) / FILE
    try:
        part = json.loads(path.read_text(encoding="utf-8"))
        if part["of"] < 1 or not isinstance(part["names"], list) or not isinstance(part["records"], dict) or \
                not isinstance(part["ulna"], str):
            raise ValueError("members are missing")
        return part
    except (ValueError, KeyError, TypeError) as e:
        raise Unusable(f"{path}: it is not what a shard of claims wrote ({e}); run the shard again") from e
    except FileNotFoundError as e:
        raise Unusable(f"{path} is not there; name the --out of shards") from e


def keep(part, folder):
    whole = folder / (FILE + ".new")
    whole.write_text(json.dumps(part, indent=1) + "\n", encoding="utf-8")
    whole.rename(folder / FILE)


def of_run(part):
    """What has to be the same for shards to be of one run."""
    return part["of"], part["names"], part["ulna"]


def run(shard, rows, folder, ulna, measure):
    """Measures the rows of the shard that the folder does not have yet with that version of ulna, and keeps each
    there."""
    names = [row.name for row in rows]
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Unusable(f"--out {folder}: no folder can be made there ({e.strerror}); name another") from e
    part = {"of": shard.of, "names": names, "ulna": ulna, "records": {}}
    if (folder / FILE).exists():
        before = read(folder)
        if of_run(before) != of_run(part):
            raise Unusable(f"{folder / FILE}: it is of another run, of {before['of']} shards, with other rows or by "
                           f"another ulna ({before['ulna'][:80]!r}); name another folder")
        part = before
    keep(part, folder)  # of a shard that has no rows, too
    for row in shard.of_rows(rows):
        if row.name in part["records"]:
            continue
        part["records"][row.name] = measure(row)
        keep(part, folder)
    return part["records"]


def merged(folders, rows):
    """The records of all rows. Of a row that was measured twice the one that comes first as text counts, so that
    the order of the folders makes no difference."""
    names = [row.name for row in rows]
    parts = [read(folder) for folder in folders]
    records = {}
    for folder, part in zip(folders, parts):
        if part["names"] != names or of_run(part) != of_run(parts[0]):
            raise Unusable(f"{folder}: it is of another run than {folders[0]}, of {part['of']} shards, with other rows "
                           f"or by another ulna ({part['ulna'][:80]!r}); merge what is of one, with this ulna")
        for name, record in part["records"].items():
            as_text = lambda r: json.dumps(r, sort_keys=True)  # noqa: E731
            records[name] = min((r for r in (records.get(name), record) if r), key=as_text)
    of = parts[0]["of"]
    for number in range(1, of + 1):
        missing = [row.name for row in Shard(f"{number}/{of}").of_rows(rows) if row.name not in records]
        if missing:
            raise Unusable(f"{missing[0]} is missing; run ./ulna claims --shard {number}/{of} --out DIR, and merge again")
    return {name: records[name] for name in names}
