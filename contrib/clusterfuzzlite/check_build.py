#!/usr/bin/python3
"""Would OSS-Fuzz take what fuzz/build.sh built? Its `check_build`, in our words, without its image.

usage: check_build.py OUT [--sanitizer address|undefined] [--jobs N]

OUT is copied to another folder that nobody can write to, and each target runs there, as `nobody` where
that is possible: with no input, and on its seeds. One line for each target, and one for each rule that it
breaks; exit code 1 if there is any.
"""
import argparse
import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# What the image has that targets run in; anything else must be in OUT.
SYSTEM = re.compile(r"/(libc|libm|libpthread|libdl|librt|libresolv|ld-linux[^/]*)\.so[^/]*$")
MIN_RUNS, SECONDS = 4, 120
MIN_EDGES = 100
# Calls into the runtime of a sanitizer: at least so many of its own, at most so many of the others'. The
# runtimes call themselves and each other.
LEAST = {"address": ("__asan", 1000), "undefined": ("__ubsan", 169)}
MOST = {"address": {"__ubsan": 200, "__msan": 3, "__dfsan": 0},
        "undefined": {"__asan": 0, "__msan": 3, "__dfsan": 0}}
CALL = re.compile(r"\bcallq?\s+[0-9a-f]+ <(__[a-z]+)")
# As the services set them.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "ASAN_OPTIONS": "alloc_dealloc_mismatch=0:allocator_may_return_null=1:"
                    "allocator_release_to_os_interval_ms=500:check_malloc_usable_size=0:"
                    "detect_container_overflow=1:detect_odr_violation=0:detect_leaks=1:"
                    "detect_stack_use_after_return=1:fast_unwind_on_fatal=0:handle_abort=1:"
                    "handle_segv=1:handle_sigill=1:max_uar_stack_size_log=16:print_scariness=1:"
                    "quarantine_size_mb=10:strict_memcmp=1:symbolize=1:use_sigaltstack=1:"
                    "dedup_token_length=3",
    "UBSAN_OPTIONS": "print_stacktrace=1:print_summary=1:silence_unsigned_overflow=1:symbolize=1:"
                     "dedup_token_length=3"}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def targets_in(out):
    """As the services find them: executables at the top that have the function."""
    return sorted(path for path in out.iterdir()
                  if path.is_file() and os.access(path, os.X_OK) and is_elf(path)
                  and b"LLVMFuzzerTestOneInput" in path.read_bytes())


def options_of(target, section):
    parser = configparser.ConfigParser()
    parser.read(f"{target}.options")
    return dict(parser[section]) if parser.has_section(section) else {}


def foreign_libraries(out, path):
    """Of a program or library: what is loaded from elsewhere, and where else it looks."""
    for line in output_of("ldd", path).splitlines():
        name, _, where = line.strip().partition(" => ")
        where = where.split(" (")[0]
        if where == "not found":
            yield f"{name} is found nowhere"
        elif where and not SYSTEM.search(where) and out not in Path(where).parents:
            yield f"{name} is taken from {where}"
    for line in output_of("readelf", "-d", path).splitlines():
        if "RPATH" in line or "RUNPATH" in line:
            for folder in re.search(r"\[(.*)\]", line).group(1).split(":"):
                if not folder.startswith("$ORIGIN"):
                    yield f"it looks for libraries in {folder or 'the working directory'}"


def wrong_instrumentation(path, sanitizer):
    calls = {}
    with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", path], stdout=subprocess.PIPE,
                          text=True) as process:
        for line in process.stdout:
            if found := CALL.search(line):
                runtime = "_".join(found.group(1).split("_")[:3])
                calls[runtime] = calls.get(runtime, 0) + 1
    own, least = LEAST[sanitizer]
    if calls.get(own, 0) < least:
        yield f"{calls.get(own, 0)} calls of {own}, and it takes {least}"
    for other, most in MOST[sanitizer].items():
        if calls.get(other, 0) > most:
            yield f"{calls[other]} calls of {other}, and at most {most} are taken"


def run(target, work, arguments):
    """The exit code, and what it printed."""
    environment = dict(ENVIRONMENT)
    for sanitizer in "asan", "ubsan":
        more = "".join(f":{key}={value}" for key, value in options_of(target, sanitizer).items())
        environment[f"{sanitizer.upper()}_OPTIONS"] += more
    options = [f"-{key}={value}" for key, value in options_of(target, "libfuzzer").items()]
    dictionary = Path(f"{target}.dict")
    if dictionary.exists():
        options.append(f"-dict={dictionary.name}")
    # The services write artifacts to the working directory, which is the read-only one.
    command = [target, "--", "-rss_limit_mb=2560", "-timeout=25", f"-artifact_prefix={work}/", *arguments,
               *options]
    as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    try:
        done = subprocess.run(command, cwd=target.parent, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                              check=False, **as_nobody)
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace") + f"\nnot done after {SECONDS} s"


def last_lines(text):
    return "\n    ".join(text.strip().splitlines()[-15:])


def what_is_wrong(out, target, sanitizer, work):
    if not re.fullmatch(r"[A-Za-z0-9_-]+", target.name):
        yield "a name of other characters than letters, digits, _ and -"
    yield from foreign_libraries(out, target)
    yield from wrong_instrumentation(target, sanitizer)

    code, text = run(target, work, ["-seed=1337", f"-runs={MIN_RUNS}"])
    if code != 0 or f"Done {MIN_RUNS} runs" not in text:
        yield f"exit code {code} of {MIN_RUNS} runs without seeds:\n    {last_lines(text)}"
    edges = sum(map(int, re.findall(r"Loaded \d+ modules? +\((\d+) (?:inline|guards)", text)))
    if edges < MIN_EDGES:
        yield f"{edges} edges are instrumented, and it takes {MIN_EDGES}"

    archive = Path(f"{target}_seed_corpus.zip")
    if not archive.exists():
        yield "it has no seeds"
        return
    seeds = Path(tempfile.mkdtemp(prefix=f"{target.name}-", dir=work))
    seeds.chmod(0o755)
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(seeds)
        count = len(zipped.namelist())
    code, text = run(target, work, ["-runs=0", seeds])
    if code != 0 or count == 0:
        yield f"exit code {code} of {count} seeds:\n    {last_lines(text)}"
    shutil.rmtree(seeds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sanitizer", choices=sorted(LEAST), default="address")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="ulna-check-build-"))
    try:
        out = work / "not-out"
        shutil.copytree(given.out, out)
        for path in [out, *out.rglob("*")]:
            path.chmod(path.stat().st_mode & 0o555 | 0o444)
        work.chmod(0o755)
        scratch = work / "scratch"
        scratch.mkdir()
        scratch.chmod(0o1777)
        libraries = [path for path in out.rglob("*.so*") if path.is_file() and is_elf(path)]
        wrong = [f"{path.relative_to(out)}: {why}" for path in libraries
                 for why in foreign_libraries(out, path)]
        targets = targets_in(out)
        if not targets:
            wrong.append("no targets")

        def check(target):
            return [f"{target.name}: {why}"
                    for why in what_is_wrong(out, target, given.sanitizer, scratch)]

        with ThreadPoolExecutor(given.jobs) as pool:
            for target, found in zip(targets, pool.map(check, targets)):
                print(f"{target.name}: {'bad' if found else 'good'}", flush=True)
                wrong += found
        print("\n".join(wrong) or f"{len(targets)} targets, {len(libraries)} libraries: all good")
        return 1 if wrong else 0
    finally:
        for path in [work, *work.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
