#!/usr/bin/python3
"""found_over_time.py ULNA FUZZ-TARGET: the largest error found over time, by the hunter, by uniform
random elements, and by the fuzzer, one after the other on one core; a table in Markdown.

FUZZ-TARGET is the target of the operation from the preset `fuzz`, such as
build/fuzz/bin/fuzz-slerp_joints.
"""
import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path


def searched(arguments, folder, uniform):
    """[(seconds, fraction of the bound)] as it grew."""
    log = folder / "log.jsonl"
    command = [arguments.ulna, "hunt", arguments.operation, "--port", arguments.port, "--for",
               f"{arguments.seconds}s", "--seed", str(arguments.seed), "--log", log, "--out", folder]
    run = subprocess.run(command + ["--uniform"] * uniform, capture_output=True, text=True,
                         check=False)
    if run.returncode not in (0, 1):
        raise SystemExit(run.stderr.strip())
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [(line["seconds"], line["fraction"]) for line in lines]


def fuzzed(arguments, folder):
    """The same of the fuzzer, which says every second what grew."""
    start = time.monotonic()
    target = subprocess.Popen(
        [arguments.target, "--port", arguments.port, "--findings", folder,
         f"-max_total_time={arguments.seconds}", f"-seed={arguments.seed}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    grown = []
    while target.poll() is None:
        time.sleep(0.25)
        path = folder / "largest.jsonl"
        lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        largest = max((line["fraction"] for line in lines if line["quantity"] == arguments.quantity),
                      default=0)
        grown.append((time.monotonic() - start, largest))
    if target.returncode != 0 or not grown:
        raise SystemExit(f"{arguments.target} ended with {target.returncode}; run it by hand")
    return grown


def at(grown, seconds):
    return max((fraction for when, fraction in grown if when <= seconds), default=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("ulna")
    parser.add_argument("target")
    parser.add_argument("--operation", default="slerp_joints")
    parser.add_argument("--quantity", default="q")
    parser.add_argument("--port", default="published")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    columns = {}
    for name in ("hunter", "uniform", "fuzzer"):
        with tempfile.TemporaryDirectory(prefix="ulna-found-") as folder:
            columns[name] = (fuzzed(arguments, Path(folder)) if name == "fuzzer" else
                             searched(arguments, Path(folder), name == "uniform"))
    print(f"| {arguments.operation}, {arguments.port}: seconds | " + " | ".join(columns) + " |")
    print("|--:|" + "--:|" * len(columns))
    seconds = 1
    while seconds < arguments.seconds:
        print(f"| {seconds} | " + " | ".join(f"{at(g, seconds):.4f}" for g in columns.values()) + " |")
        seconds *= 2
    print(f"| {arguments.seconds} | "
          + " | ".join(f"{at(g, float('inf')):.4f}" for g in columns.values()) + " |")


if __name__ == "__main__":
    main()
