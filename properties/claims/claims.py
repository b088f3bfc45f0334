#!/usr/bin/python3
"""claims.py [--check] [--only NAME]... [--list] [--shard I/N --out DIR] [--merge DIR]... SOURCE BUILD: what the sources publish, measured.

Measures every row and writes CLAIMS.md and properties/claims/measured.json in SOURCE, with the
programs of BUILD. --only measures the named rows again, prints them, and keeps what is recorded of the
others.
--shard measures the rows of one of several machines into a folder, --merge writes what all of them measured.
--check writes nothing: it measures the quick rows again, applies every row's rule to its numbers, and
names the row that CLAIMS.md has otherwise. Ends with 0; with 1 where CLAIMS.md is not current; with 2
where something could not be measured.
"""
import argparse
import fnmatch
import json
import os
import sys
import time
from pathlib import Path

import cpu_skinning
import fast_skinning
import skinned_meshes
import skinning_it_to_11
import shards
import slerping_clock_cycles
from render import for_terminal, markdown, said
from row import Unusable
from tools import Tools, machine

SOURCES = (slerping_clock_cycles.SOURCE, fast_skinning.SOURCE, skinned_meshes.SOURCE,
           cpu_skinning.SOURCE, skinning_it_to_11.SOURCE)
MEASURED = "properties/claims/measured.json"


def read_recorded(source):
    try:
        return json.loads((source / MEASURED).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as e:
        raise Unusable(f"{MEASURED} is no JSON ({e}); write it anew: ./ulna claims") from e


def measure(row, tools):
    """What is recorded of a row: its numbers, and where they are from."""
    numbers = row.measure(tools)
    record = {"numbers": json.loads(json.dumps(numbers))}
    if row.depends:
        record["machine"] = machine()
    if row.depends == "speed":
        record["load"] = round(os.getloadavg()[0], 1)
    return record


def measured_again(row, record):
    """Whether --check measures a row."""
    return row.check in ("again", "verdict") or row.check == "here" and record["machine"] == machine()


def complaints(row, record, again):
    """What is wrong with a row whose recorded numbers are `record`, and `again` now."""
    before, now = said(row, record), said(row, again)
    if row.check == "again" and now != before:
        yield f"{row.name}: recorded is \"{before.found}\" ({before.verdict}), now it is " \
              f"\"{now.found}\" ({now.verdict}); ./ulna claims --only {row.name}"
    if row.check in ("verdict", "here") and now.verdict != before.verdict:
        yield f"{row.name}: the verdict is \"{before.verdict}\", on this machine \"{now.verdict}\": " \
              f"{now.found}"


def first_difference(text, wanted):
    """The line of CLAIMS.md that is not what it has to be."""
    have, want = text.splitlines(), wanted.splitlines()
    for number, (a, b) in enumerate(zip(have, want), 1):
        if a != b:
            return f"CLAIMS.md:{number}: is not what the rows say; it has to be \"{b}\""
    return f"CLAIMS.md: has {len(have)} lines, {len(want)} are to be there"


def check(sources, recorded, tools, text):
    """Everything that is not current."""
    rows = [row for source in sources for row in source.rows]
    missing = [row.name for row in rows if row.name not in recorded]
    if missing:
        yield f"{missing[0]}: never measured; ./ulna claims --only {missing[0]}"
        return
    for name in recorded.keys() - {row.name for row in rows}:
        yield f"{name}: is in {MEASURED}, and no row is called that; ./ulna claims"
    wanted = markdown(sources, recorded)
    if text != wanted:
        yield first_difference(text, wanted) + "; run ./ulna claims"
    for row in rows:
        if measured_again(row, recorded[row.name]):
            yield from complaints(row, recorded[row.name], measure(row, tools))


def write(sources, recorded, chosen, tools, source):
    rows = [row for part in sources for row in part.rows]
    records = {row.name: recorded[row.name] for row in rows if row.name in recorded}
    for row in rows:
        if chosen and row.name not in chosen:
            continue
        start = time.monotonic()
        records[row.name] = measure(row, tools)
        if chosen:
            print(for_terminal(row, records[row.name]))
        elif sys.stderr.isatty():
            print(f"{row.name}: {said(row, records[row.name]).verdict}, "
                  f"{time.monotonic() - start:.1f} s", file=sys.stderr)
        # What takes long is not lost where a later row cannot be measured.
        in_order = {row.name: records[row.name] for row in rows if row.name in records}
        (source / MEASURED).write_text(json.dumps(in_order, indent=1) + "\n", encoding="utf-8")
    publish(sources, rows, records, source)


def publish(sources, rows, records, source):
    unmeasured = [row.name for row in rows if row.name not in records]
    if unmeasured:
        raise Unusable(f"{unmeasured[0]} was never measured; ./ulna claims --only {unmeasured[0]}")
    (source / "CLAIMS.md").write_text(markdown(sources, records), encoding="utf-8")


def main(arguments):
    parser = argparse.ArgumentParser(prog="ulna claims", description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("build", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help="whether CLAIMS.md is current")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="measure this row only, or those that a pattern such as 'slerp-*' names, and "
                             "print what comes out; repeatable")
    parser.add_argument("--list", action="store_true", help="the names of the rows")
    parser.add_argument("--shard", metavar="I/N", help="measure one of N parts of the rows, into --out")
    parser.add_argument("--out", metavar="DIR", help="folder of a shard")
    parser.add_argument("--merge", action="append", default=[], metavar="DIR",
                        help="write what shards have measured, all of them; repeatable")
    options = parser.parse_args(arguments)
    names = [row.name for source in SOURCES for row in source.rows]
    chosen = {only: fnmatch.filter(names, only) for only in options.only}
    if unknown := [only for only, found in chosen.items() if not found]:
        print(f"claims: no row is called {unknown[0]}; see ./ulna claims --list", file=sys.stderr)
        return 2
    if options.check and chosen:
        print("claims: --check is of all rows; leave out --only", file=sys.stderr)
        return 2
    if bool(options.shard) != bool(options.out) or (options.shard or options.merge) and (options.check or chosen) \
            or options.shard and options.merge:
        print("claims: --shard goes with --out, --merge alone, and neither with --check and --only", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(names))
        return 0
    source = options.source.resolve()
    tools = Tools(source, options.build.resolve())
    try:
        recorded = read_recorded(source)
        rows = [row for part in SOURCES for row in part.rows]
        caller = Path(os.environ.get("ULNA_CALLER", "."))
        if options.shard:
            shard = shards.Shard(options.shard)
            done = shards.run(shard, rows, caller / options.out, tools.version(), lambda row: measure(row, tools))
            print(f"shard {options.shard}: {len(done)} rows; ./ulna claims --merge DIR... adds the shards up")
            return 0
        if options.merge:
            records = shards.merged([caller / folder for folder in options.merge], rows)
            (source / MEASURED).write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
            publish(SOURCES, rows, records, source)
            return 0
        if options.check:
            page = source / "CLAIMS.md"
            if not page.exists():
                raise Unusable("CLAIMS.md is not there; write it: ./ulna claims")
            wrong = list(check(SOURCES, recorded, tools, page.read_text(encoding="utf-8")))
            for line in wrong:
                print(f"claims: {line}", file=sys.stderr)
            return 1 if wrong else 0
        write(SOURCES, recorded, sum(chosen.values(), []), tools, source)
    except (OSError, Unusable) as e:
        print(f"claims: {e}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
