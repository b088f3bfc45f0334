"""Runs what measures: proofs, sweeps, replays, benchmarks. All of it answers in plain numbers."""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from meshes import Character
from ports import Library
from row import Unusable
from timing import each_element

REPETITIONS = 25
ELEMENTS = 1024  # as the papers have it
RUNS = 3
CHARACTERS = 100  # as Skinning it to 11 has them
SEED = 1
FREE = 0.95  # of a processor: what is left where nothing else runs
OPERATIONS = ("transform_verts", "transform_verts_and_tangents", "slerp_joints", "lerp_joints")
FREESTANDING = ("-O2", "-msse2", "-mfpmath=sse", "-ffreestanding", "-nostdlib", "-static", "-fno-pie", "-no-pie",
                "-fno-stack-protector")
FORMS = ("plain", "haddps", "haddps_last")  # measured beside the built-in ports
MODELS = Path("/usr/share/assimp/models")


class Tools:
    def __init__(self, source: Path, build: Path):
        self.source, self.build = source, build
        self.ulna = build / "bin" / "ulna"

    # --- Programs -----------------------------------------------------------------------------

    def run(self, *command, accept=(0,), env=None):
        try:
            done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                                  check=False, env=env)
        except OSError as e:
            raise Unusable(f"{command[0]}: {e.strerror}; build it: ./ulna claims") from e
        if done.returncode not in accept:
            said = (done.stderr or done.stdout).strip().splitlines() or ["it said nothing"]
            called = " ".join([Path(str(command[0])).name, *map(str, command[1:2])])
            raise Unusable(said[-1] if done.returncode == 2 else
                           f"{called} ended with {done.returncode}: {said[-1]}")
        return done.stdout

    def version(self):
        return self.run(self.ulna, "--version").strip()

    @lru_cache(maxsize=None)
    def proved(self, name):
        """The bound that a proof of proofs/prove.py gives."""
        out = self.run(sys.executable, self.source / "proofs" / "prove.py", name)
        return float(re.search(rf"^proved +{re.escape(name)} +(\S+)", out, re.M).group(1))

    def sweep(self, piece, port):
        """The largest errors of a piece over its whole domain, and where."""
        with tempfile.TemporaryDirectory() as out:
            library = self.path_of(port) if port == "plain" else port
            self.run(self.ulna, "sweep", piece, "--port", library, "--out", out, accept=(0, 1))
            return json.loads(Path(out, "sweep.json").read_text(encoding="utf-8"))

    def slerp_difference(self, kind, pairs, port, other, adversary=None, seed=SEED):
        """The largest difference of two ports' Slerps, or of one from the exact Slerp, with the pair and t
        where it is. Under an adversary, `port` is the build whose approximations that one chooses."""
        env = {**os.environ, "ULNA_APPROXIMATIONS_ADVERSARY": str(adversary)}
        library = self.path_of(port) if adversary is None else self.build / "approximations" / f"{port}.so"
        return json.loads(self.run(self.build / "claims/slerp_pairs", kind, pairs, seed, library,
                                   other if other == "exact" else self.path_of(other), env=env))

    def replay(self, case, port):
        """The largest error of q in a case, absolute."""
        out = self.run(self.ulna, "replay", case, "--port", port, accept=(0, 1))
        return float(re.search(r"largest error of q: .*, (\S+) absolute", out).group(1))

    def hunted(self, operation, port, time):
        """The largest error that the hunter finds in q, absolute."""
        with tempfile.TemporaryDirectory() as out:
            log = Path(out, "log.json")
            self.run(self.ulna, "hunt", operation, "--port", port, "--for", time, "--out", out,
                     "--log", log, accept=(0, 1))
            return json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["error"]

    @lru_cache(maxsize=None)
    def ports(self):
        out = self.run(self.ulna, "list").partition("operations")[0]
        return re.findall(r"^  (\S+)", out, re.M)

    @lru_cache(maxsize=None)
    def nanoseconds(self):
        """{operation/port: nanoseconds of processor time for each element}, with the papers' plain C as the
        port `plain`, and those of FORMS. The fastest of REPETITIONS short runs: other work on the machine only adds."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "times.json")
            what = [option for name in FORMS for option in ("--port", self.path_of(name))]
            what += [option for operation in OPERATIONS for option in ("--op", operation)]
            self.run(self.build / "bin/ulna-bench", "--speed-only", *what,
                     "--elements", ELEMENTS, "--repetitions", REPETITIONS, "--json", out)
            groups = json.loads(out.read_text(encoding="utf-8"))["speed"]
        return {f"{group['operation']}/{each['port']}": each["fastest_nanoseconds"]
                for group in groups for each in group["ports"]}

    def times_as_fast(self, slow, fast):
        """How many times as long one takes as the other, with both."""
        ns = self.nanoseconds()
        return {"slow": ns[slow], "fast": ns[fast], "ratio": ns[slow] / ns[fast]}

    def timed(self, ways):
        """{name: nanoseconds for an element}; ways: {name: (elements, steps, steps of no elements)}, a step:
        (port, operation, arguments)."""
        def bound(steps):
            return [(getattr(self.library(port).port, operation), arguments)
                    for port, operation, arguments in steps]
        return each_element({name: (elements, bound(all_), bound(none))
                             for name, (elements, all_, none) in ways.items()}, 40 * REPETITIONS)

    def two_ways(self, slow, fast):
        """The same for two, with the ratio."""
        took = self.timed({"slow": slow, "fast": fast})
        return {**took, "ratio": took["slow"] / took["fast"]}

    def layouts_as_fast(self, port, slow, fast):
        """The same for two layouts of CHARACTERS characters, one after the other: each a function of
        meshes.Character and the numbers of the vertices of one."""
        def way(layout, counts):
            def steps(of):
                return [(port, *layout(Character(of, seed))) for seed in range(CHARACTERS)]
            return CHARACTERS * sum(counts), steps(counts), steps((0, 0, 0, 0))
        return self.two_ways(way(*slow), way(*fast))

    def sorted_as_fast(self, port, shares, vertices):
        """For vertices of which `shares` per cent have 4, 3, 2 and 1 influences: all in a loop of four
        influences, and sorted, a loop for each number."""
        counts = [int(share) * vertices // 100 for share in reversed(shares)]
        return self.layouts_as_fast(port, (Character.sorted, (0, 0, 0, vertices)),
                                    (Character.sorted, counts))

    def split_as_fast(self, port, vertices):
        """For four influences each: whole vertices, and what is skinned in a stream of its own."""
        counts = (0, 0, 0, vertices)
        return self.layouts_as_fast(port, (Character.interleaved, counts), (Character.split, counts))

    def float4_as_fast(self, port, vertices):
        """The same: vectors of three floats side by side, and streams of four floats."""
        counts = (0, 0, 0, vertices)
        return self.layouts_as_fast(port, (Character.split, counts), (Character.sorted, counts))

    @lru_cache(maxsize=None)
    def threads(self):
        """What `ulna bench --threads` measures, RUNS times. Where other work takes a processor before or after,
        nothing is measured: two threads would have one."""
        runs = []
        for _ in range(RUNS):
            refuse_other_work()
            with tempfile.TemporaryDirectory() as folder:
                out = Path(folder, "threads.json")
                self.run(self.build / "bin/ulna-bench", "--threads", "--json", out)
                runs.append(json.loads(out.read_text(encoding="utf-8"))["threads"])
        refuse_other_work()
        return runs

    def scalings(self, kind):
        """{(work, calls, in a row, level): how many times as fast two threads are, the median of all runs}."""
        found = {}
        for run in self.threads():
            for work in run[kind]:
                (two,) = [each for each in work["threads"] if each["threads"] == 2]
                key = work["work"], work["calls"], work["in_a_row"], work["level"]
                found.setdefault(key, []).append(two["times_as_fast"])
        return {key: statistics.median(ratios) for key, ratios in found.items()}

    def bits(self):
        """The fewest ticks that forms/bits.c takes in 32 and in 64 bits: {"32": ..., "64": ...}."""
        source = self.source / "properties/claims/forms/bits.c"
        ticks = {"32": [], "64": []}
        with tempfile.TemporaryDirectory() as folder:
            for width in ticks:
                self.run("cc", f"-m{width}", *FREESTANDING, "-o", Path(folder, width), source)
            for _ in range(REPETITIONS):
                for width, found in ticks.items():
                    found.append(int(self.run(Path(folder, width))))
        return {width: min(found) for width, found in ticks.items()}

    def model_json(self, command, model, *options):
        path = self.model(model)
        return json.loads(self.run(self.ulna, command, path, "--json", *options))

    def model(self, name):
        if not (MODELS / name).exists():
            raise Unusable(f"{MODELS / name} is not there: apt install assimp-testmodels")
        return MODELS / name

    def model_cases(self, name):
        """The texts of the cases of transform_verts_and_tangents that a model gives."""
        importer = self.build / "lib" / "ulna" / "ulna-import"
        with tempfile.TemporaryDirectory() as out:
            self.run(importer, self.model(name), out)
            for case in sorted(Path(out).rglob("*.case")):
                text = case.read_text(encoding="utf-8")
                if "\noperation transform_verts_and_tangents\n" in text:
                    yield text

    # --- Ports, called directly ---------------------------------------------------------------

    def path_of(self, name):
        """A port's library: of the rows alone, built in, or a stage of the benchmark."""
        for folder in ("claims", "lib/ulna/ports", "lib/ulna/bench"):
            if (path := self.build / folder / f"{name}.so").exists():
                return path
        raise Unusable(f"{name}.so is not in {self.build}; build it: ./ulna claims")

    @lru_cache(maxsize=None)
    def library(self, name):
        return Library(self.path_of(name))


# Prints what share of a processor it has had.
BUSY = "import time; start = time.perf_counter(); sum(range(10**7)); " \
       "print(time.process_time() / (time.perf_counter() - start))"


def refuse_other_work():
    """Ends where two processes do not have a processor each."""
    both = [subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True)
            for _ in range(2)]
    share = min(float(each.communicate()[0]) for each in both)
    if share < FREE:
        raise Unusable(f"other work has the second processor: {100 * share:.0f}% of it are left; measure again "
                       "on a quiet machine")


def machine():
    """The processor's own name, and how many of them there are."""
    name = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
    return f"{name}, {os.cpu_count()} processors"
