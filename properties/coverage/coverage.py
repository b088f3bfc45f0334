#!/usr/bin/python3
"""coverage.py [--out DIR] SOURCE BUILD: which lines the tests ran, room by room.

Reads the counts that an instrumented build left in BUILD (ctest --preset asan), with lcov. Writes
DIR/index.html and DIR/ulna.info, by default in BUILD/coverage, and prints a summary and what was not
run, with the reason from reasons.txt. Ends with 0; with 1 where a room is below what is asked of it,
or more than a point below recorded.json; with 2 where it could not measure.

Only code of SOURCE counts. A file that no test ran counts with all its lines. Ports are judged as
their authors compiled them: `optimized` is not instrumented, and no number is claimed for it.
"""
import argparse
import fnmatch
import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ASKED = {"reference": 98.0, "certify": 92.0}  # per cent of the lines
# Folders that are counted with certify.
WITH_CERTIFY = {"approximations", "base", "calls", "cases", "cli", "code", "corpus", "judge", "models", "mutants",
                "operations", "plot", "report", "search", "sweep"}
ROOMS = [*ASKED, "fuzz"]
LLVM_COV = "llvm-cov-14"  # of the compiler that the preset asan names
FALL = 1.0  # points that a room may lose before somebody has to look


class Unusable(Exception):
    """Nothing could be measured. The text names the thing and the cure."""


# --- Counts -----------------------------------------------------------------------------------

def read_info(text, source):
    """{file relative to source: {line: count}} of an lcov tracefile; counts of a line add up."""
    files = defaultdict(lambda: defaultdict(int))
    name = None
    for line in text.splitlines():
        if line.startswith("SF:"):
            path = Path(line[3:])
            name = str(path.relative_to(source)) if path.is_relative_to(source) else None
        elif line.startswith("DA:") and name:
            number, count = line[3:].split(",")[:2]
            files[name][int(number)] += int(count)
    return {name: dict(lines) for name, lines in files.items()}


def room_of(name):
    folder = name.split("/", 1)[0]
    return "certify" if folder in WITH_CERTIFY else folder


def per_room(files):
    """{room: (lines, lines run)} of the rooms that are measured."""
    sums = {room: [0, 0] for room in ROOMS}
    for name, lines in files.items():
        if room_of(name) in sums:
            sums[room_of(name)][0] += len(lines)
            sums[room_of(name)][1] += sum(count > 0 for count in lines.values())
    return {room: tuple(pair) for room, pair in sums.items()}


def per_cent(pair):
    return 100 * pair[1] / pair[0] if pair[0] else 0.0


def ranges_not_run(lines):
    """[(first, last)] of lines that were not run, across lines that hold no code."""
    ranges = []
    together = False
    for number in sorted(lines):
        if lines[number] > 0:
            together = False
        elif together:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
            together = True
    return ranges


# --- Reasons ----------------------------------------------------------------------------------

def read_reasons(text):
    """[(glob, expression, reason)] of reasons.txt."""
    reasons = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" :: ")]
        if len(parts) != 3:
            raise Unusable(f"reasons.txt:{number}: say GLOB :: EXPRESSION :: REASON")
        try:
            reasons.append((parts[0], re.compile(parts[1]), parts[2]))
        except re.error as e:
            raise Unusable(f"reasons.txt:{number}: {e}") from e
    return reasons


def reason_for(name, first, last, text, reasons):
    """The reason whose expression is found in the range or in the line before it, where the
    condition stands; one that begins with ^ has to fit the whole range. None if there is none."""
    range_text = "\n".join(line.strip() for line in text[first - 1:last])
    shown = "\n".join(text[max(0, first - 2):last])
    for glob, expression, reason in reasons:
        whole = expression.pattern.startswith("^")
        if fnmatch.fnmatch(name, glob) and (
                expression.fullmatch(range_text) if whole else expression.search(shown)):
            return reason
    return None


def explained(files, source, reasons):
    """{reason or None: {file: [(first, last)]}} of all that was not run."""
    result = defaultdict(lambda: defaultdict(list))
    for name in sorted(files):
        if room_of(name) not in ROOMS:
            continue
        text = (source / name).read_text(encoding="utf-8").splitlines()
        for first, last in ranges_not_run(files[name]):
            result[reason_for(name, first, last, text, reasons)][name].append((first, last))
    return result


def lines_of(places, files):
    return sum(1 for name, ranges in places.items() for first, last in ranges
               for number, count in files[name].items() if first <= number <= last and not count)


# --- Report -----------------------------------------------------------------------------------

def summary(rooms, recorded):
    yield f"{'room':<10}  {'lines':>6}  {'run':>6}  {'share':>7}  {'asked':>6}  {'recorded':>8}"
    for room, pair in rooms.items():
        asked = f"{ASKED[room]:.1f}" if room in ASKED else "-"
        before = f"{recorded[room]:.1f}" if room in recorded else "-"
        yield (f"{room:<10}  {pair[0]:>6,}  {pair[1]:>6,}  {per_cent(pair):>5.1f} %  {asked:>6}  "
               f"{before:>8}")


def not_run(unrun, files):
    for reason in sorted(unrun, key=lambda r: (r is not None, r)):
        places = unrun[reason]
        yield f"not run, {lines_of(places, files)} lines: {reason or 'NO REASON GIVEN'}"
        for name, ranges in places.items():
            yield f"  {name}: " + ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges)


def complaints(rooms, recorded):
    for room, pair in rooms.items():
        share = per_cent(pair)
        if not pair[0]:
            yield f"{room}: no line was counted"
        elif share < ASKED.get(room, 0):
            yield f"{room}: {share:.1f} % of the lines were run, {ASKED[room]:.1f} % are asked for"
        elif share < recorded.get(room, 0) - FALL:
            yield (f"{room}: {share:.1f} % of the lines were run, {recorded[room]:.1f} % before; test "
                   "what is new, or lower properties/coverage/recorded.json and say why")


# --- lcov -------------------------------------------------------------------------------------

def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
        raise Unusable(f"{command[0]} failed: {said[-1]}")


def measure(source, build, out):
    """Captures every folder of the build that has counts, two at a time, and the lines of the files
    that nothing ran."""
    for tool, package in {"lcov": "lcov", "genhtml": "lcov", LLVM_COV: "llvm-14"}.items():
        if not shutil.which(tool):
            raise Unusable(f"{tool} is not installed: apt install {package}")
    if not any(build.rglob("*.gcda")):
        raise Unusable(f"{build} has no counts: run ctest --preset asan first")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    gcov = out / "gcov"  # what llvm-cov takes after, where that is its name
    gcov.symlink_to(shutil.which(LLVM_COV))
    common = ["lcov", "--quiet", "--gcov-tool", str(gcov),
              "--base-directory", str(build)]  # where the compiler ran

    def capture(folder):
        info = str(out / (folder.parent.parent.name + "-" + folder.stem + ".info"))
        found = []
        if any(folder.rglob("*.gcda")):
            run(*common, "--capture", "--directory", str(folder), "--output-file", info)
            found = [info]
        if folder.is_relative_to(build / "properties"):
            return found  # tests are what runs, not what is counted
        run(*common, "--capture", "--initial", "--directory", str(folder),
            "--output-file", info + ".none")
        return [*found, info + ".none"]

    folders = sorted(p for p in build.rglob("CMakeFiles/*.dir") if any(p.rglob("*.gcno")))
    with ThreadPoolExecutor(2) as pool:
        infos = [info for found in pool.map(capture, folders) for info in found]
    together = "".join(Path(info).read_text(encoding="utf-8") for info in infos)
    files = read_info(together, source)
    for info in infos:
        Path(info).unlink()
    return {name: lines_in(source / name, lines) for name, lines in files.items()
            if room_of(name) in ROOMS}


def lines_in(path, lines):
    """Those that the file has: Clang counts what it inlined from a header with the function."""
    last = len(path.read_text(encoding="utf-8").splitlines())
    return {number: count for number, count in lines.items() if number <= last}


def write_info(files, source, path):
    with open(path, "w", encoding="utf-8") as info:
        for name, lines in sorted(files.items()):
            info.write(f"SF:{source / name}\n")
            for number, count in sorted(lines.items()):
                info.write(f"DA:{number},{count}\n")
            info.write("end_of_record\n")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)
    source, build = options.source.resolve(), options.build.resolve()
    out = (options.out or build / "coverage").resolve()
    try:
        reasons = read_reasons((HERE / "reasons.txt").read_text(encoding="utf-8"))
        recorded = json.loads((HERE / "recorded.json").read_text(encoding="utf-8"))
        files = measure(source, build, out)
        write_info(files, source, out / "ulna.info")
        run("genhtml", "--quiet", "--prefix", str(source), "--title", "ulna",
            "--output-directory", str(out), str(out / "ulna.info"))
        rooms = per_room(files)
        print("\n".join(not_run(explained(files, source, reasons), files)))
        print("\n".join(summary(rooms, recorded)))
        print(f"line by line: {out / 'index.html'}")
    except (OSError, ValueError, Unusable) as e:
        print(f"coverage: {e}", file=sys.stderr)
        return 2
    wrong = list(complaints(rooms, recorded))
    for line in wrong:
        print(f"coverage: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
