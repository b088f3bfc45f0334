#!/usr/bin/python3
"""failed_tests.py FILE...: which tests of ctest's JUnit files failed, and the end of what each said.

A run of all suites prints thousands of lines, and a log of CI may keep the last few hundred. Prints
nothing where no test failed, and then ends with 0; else with 1; with 2 where a file is not readable.
"""
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

LINES = 30  # of each test: what a failure says stands at its end
NAMED = 10  # tests whose output is shown; of more the names are enough to see that all is broken


def failures(path):
    """[(name, seconds, output)] of the tests of one file that failed or could not run."""
    found = []
    for case in xml.parse(path).getroot().iter("testcase"):
        skipped = case.find("skipped")
        # ctest says "skipped" of a program that is not there, too.
        if case.find("failure") is not None or (
                skipped is not None and not skipped.get("message", "").startswith("SKIP_")):
            found.append((case.get("name"), float(case.get("time", 0)),
                          case.findtext("system-out", "")))
    return found


def main(paths):
    status = 0
    for path in map(Path, paths):
        try:
            failed = failures(path)
        except (OSError, xml.ParseError) as e:
            print(f"{path}: no results of ctest: {e}", file=sys.stderr)
            status = 2
            continue
        status = max(status, 1 if failed else 0)
        for number, (name, seconds, output) in enumerate(failed):
            print(f"FAILED ({path.parent.name}) {name}, after {seconds:.0f} s")
            if number < NAMED:
                for line in output.rstrip().splitlines()[-LINES:]:
                    print(f"    {line}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
