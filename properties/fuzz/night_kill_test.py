#!/usr/bin/python3
"""night_kill_test.py ULNA FAKE: `ulna fuzz` and its children, killed over and over at random moments.

FAKE stands for every fuzz target (night_fake.cpp); it writes down what it has found, once that is
safe. In the end all of it must be among the findings. ULNA_NIGHT_SEED picks other moments, and
ULNA_NIGHT_KILLS how many there are (100).
"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

SEED = int(os.environ.get("ULNA_NIGHT_SEED", "1"))
KILLS = int(os.environ.get("ULNA_NIGHT_KILLS", "100"))
BEHAVIOUR = {"slerp_joints": "finds stray", "lerp_joints": "finds crashes", "case_file": "crashes",
             "model": "dies stubborn", "certificate": "hangs stubborn"}


def fail(text):
    print(f"FAILED: {text}\nseed {SEED}, folder {WORK}")
    sys.exit(1)


def check(condition, text):
    if not condition:
        fail(text)


def alive_in(folder):
    """The processes that were started for a night in this folder: the runner's children."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
            if f"ULNA_NIGHT={folder}".encode() in (entry / "environ").read_bytes().split(b"\0") \
                    and state != "Z":
                found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            pass  # it has just ended
    return found


class Night:
    """A runner that is started again whenever it is gone."""

    def __init__(self, ulna, folder, targets, report):
        self.ulna, self.folder, self.targets, self.report = ulna, folder, targets, report
        self.process = None
        self.starts = 0

    def start(self, length):
        environment = dict(os.environ, ULNA_FAKE_REPORT=str(self.report))
        log = open(WORK / "said", "ab")
        self.process = subprocess.Popen(
            [self.ulna, "fuzz", "--for", length, "--dir", str(self.folder), "--targets",
             str(self.targets), "--jobs", "3"],
            env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.starts += 1

    def kill_somebody(self, dice):
        if self.process is None:
            self.start("1h")
        time.sleep(dice.expovariate(4) if dice.random() < 0.8 else dice.uniform(0, 0.01))
        check(self.process.poll() is None,
              f"the runner ended by itself with {self.process.poll()}: {said()}")
        children = sorted(alive_in(self.folder))
        if children and dice.random() < 0.5:
            try:
                os.kill(dice.choice(children), signal.SIGKILL)
            except ProcessLookupError:
                pass
            return
        self.process.kill()
        self.process.wait()
        self.process = None
        if dice.random() < 0.2:  # those it started end with it; their own children with the next
            time.sleep(0.1)
            left = [c for p, c in alive_in(self.folder).items() if parent_of(p) == os.getpid()]
            check(not left, f"children outlive the runner: {left}")


def parent_of(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def said():
    return (WORK / "said").read_text(errors="replace")[-2000:]


def reported(report):
    """What the targets say they have found: names of cases by key, of raw inputs by bug."""
    cases, inputs = {}, {}
    for line in report.read_text().splitlines():
        words = line.split()
        if words[0] == "finding" and len(words) == 5:
            cases.setdefault(tuple(words[2:]), set()).add(words[1])
        elif words[0] == "artifact" and len(words) == 4:
            inputs.setdefault((words[2], words[3]), set()).add(words[1])
    return cases, inputs


def found_enough(report):
    """Whether the targets have found so much that losing some of it would show."""
    cases, inputs = reported(report)
    return len(cases) == 8 and len(inputs) >= 2


def whole(path):
    """Whether a .case file has the checksum that it says."""
    text = path.read_bytes()
    body, end = text[:text.rindex(b"end ")], text[text.rindex(b"end "):]
    return int(end.split()[1], 16) == zlib.crc32(body)


def check_findings(folder, report):
    records = [json.loads(p.read_text())["content"] for p in folder.glob("findings/*/*/finding.json")]
    cases, inputs = reported(report)
    check(found_enough(report),
          f"too little was found to say anything: {len(cases)} and {len(inputs)}")
    keys = {(r["target"], r["port"], r["kind"]) for r in records}
    check(set(cases) <= keys, f"lost findings: {set(cases) - keys}")
    check({k for k in keys if k[1]} <= set(cases), f"findings nobody made: {keys}")
    have = {p.name for p in folder.glob("findings/**/*") if p.is_file()}
    for key, names in cases.items():
        check(names <= have, f"lost witnesses of {key}: {sorted(names - have)}")
    have |= {p.name for p in folder.glob("artifacts/*/*")}
    for (target, bug), names in inputs.items():
        check(names <= have, f"lost inputs of {target}: {sorted(names - have)}")
        check(any(r["target"] == target and bug in r["where"] for r in records),
              f"{target}: {bug} is not among the findings")
    check(any(r["target"] == "model" and "signal 11" in r["kind"] for r in records),
          "a target that dies without an input is no finding")
    for r in records:
        place = next(folder.glob(f"findings/{r['target']}/*/{r['witness']}"), None)
        check(place is not None, f"no witness for {r}")
    return len(records), sum(map(len, cases.values())) + sum(map(len, inputs.values()))


def check_folder(folder):
    halves = list(folder.rglob(".ulna-*"))
    check(not halves, f"half-written files: {halves}")
    for path in folder.rglob("*.case"):
        check(whole(path), f"{path} is not whole")
    check(not list(folder.glob("corrupt/*")), f"set aside: {list(folder.glob('corrupt/*'))}")
    left = [p for p in folder.glob("work/*/findings/*.case") if not p.name.startswith("largest-")]
    left += list(folder.glob("work/*/artifacts/*"))
    check(not left, f"found and not filed: {left}")
    log = (folder / "night.log").read_text()
    check("Kept as" not in log, "a file of the runner's own could not be read: see night.log")
    morning = json.loads((folder / "morning.json").read_text())
    check(morning["over"] and morning["new_findings"] > 0 and (folder / "morning.md").stat().st_size,
          "the report is not that of a night that is over")
    for target in "slerp_joints", "model":
        seeds = {p.name for p in folder.glob(f"corpus/{target}/seed-*")}
        check({f"seed-{i}" for i in range(1000, 1600, 2)} <= seeds, f"lost inputs of {target}")
    check("inputs merged into" in log, "there was no merge")
    check(morning["largest"], "no largest errors")


def main(ulna, fake):
    dice = random.Random(SEED)
    targets, folder, report = WORK / "targets", WORK / "night", WORK / "report"
    targets.mkdir()
    report.touch()
    for name, behaviour in BEHAVIOUR.items():
        (targets / f"fuzz-{name}").symlink_to(fake)
        (targets / f"fuzz-{name}.conf").write_text(behaviour)
    for target in "slerp_joints", "model":  # enough for a merge, which keeps every other one
        (folder / "corpus" / target).mkdir(parents=True)
        for i in range(1000, 1600):
            (folder / "corpus" / target / f"seed-{i}").write_text(str(i))
    (folder / "lock").touch()  # a folder with other things in it is refused
    night = Night(ulna, folder, targets, report)
    names = set()
    begun = time.time()
    kills = 0
    # On a machine with much other work a target is often killed before it has begun.
    while kills < KILLS or (not found_enough(report) and kills < 5 * KILLS):
        night.kill_somebody(dice)
        kills += 1
        state = folder / "state.json"
        if state.exists():
            names.add(json.loads(state.read_text())["content"]["night"])
    names.discard("")  # killed before the first night had begun
    if night.process:
        night.process.kill()
        night.process.wait()
    lasted = time.time() - begun
    content = json.loads((folder / "state.json").read_text())["content"]
    check(len(names) == 1, f"a killed night began anew: {names}")
    check(content["elapsed"] <= lasted + 1, f"elapsed {content['elapsed']} of {lasted}")

    night.start(f"{content['elapsed'] + 8:.3f}s")
    code = night.process.wait(timeout=300)
    check(code == 1, f"the last start ended with {code}: {said()}")
    check(not alive_in(folder), f"left behind: {alive_in(folder)}")
    check_folder(folder)
    distinct, witnesses = check_findings(folder, report)
    final = json.loads((folder / "state.json").read_text())["content"]
    check(final["night"] in names and final["over"], "the last start was another night")
    print(f"seed {SEED}: {kills} kills in {lasted:.0f} s, {night.starts} starts, {distinct} distinct "
          f"findings, {witnesses} witnesses, all there")


WORK = Path(tempfile.mkdtemp(prefix="ulna-night-"))
print(f"seed {SEED}")
main(sys.argv[1], Path(sys.argv[2]).resolve())
shutil.rmtree(WORK)
