"""Runs in shards, by the lines of docs/fleet.md and by hand: what they leave adds up, whatever becomes of them.
usage: fleet_test.py ULNA [TEST]...
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
CHEAP = ["--port", "scalar", "--op", "sort_verts_by_influences"]
ENOUGH = 100  # seconds, for whatever is waited for on a busy machine


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "started", "processor_seconds")}
    if isinstance(value, list):
        return [without_times(v) for v in value]
    return value


def blocks(language):
    """Those of docs/fleet.md."""
    text = (SOURCE / "docs" / "fleet.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


class Fleet(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-fleet-"))
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)

    def ulna(self, *arguments, exit_code=0):
        done = subprocess.run([ULNA, *map(str, arguments)], cwd=self.work, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, exit_code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def said(self, folder, name="certificate.json"):
        return without_times(json.loads((self.work / folder / name).read_text(encoding="utf-8")))

    def merge(self, *folders, out, exit_code=0):
        return self.ulna("merge", *folders, "--out", out, exit_code=exit_code)


class CertifyTest(Fleet):
    def test_a_shard_that_was_ended_or_killed_goes_on(self):
        run = ["certify", *CHEAP, "--op", "tween_verts", "--seeds", "3"]
        self.ulna(*run, "--out", "whole")
        for end in (signal.SIGTERM, signal.SIGKILL):
            name = end.name
            shard = subprocess.Popen([ULNA, *run, "--jobs", "1", "--shard", "1/2", "--out", name], cwd=self.work,
                                     stdout=subprocess.DEVNULL)
            units = self.work / name / "units.jsonl"
            stop = time.monotonic() + ENOUGH
            while not (units.exists() and units.read_text().count('"result"') >= 1) and time.monotonic() < stop:
                time.sleep(0.02)
            shard.send_signal(end)
            code = shard.wait(ENOUGH)
            self.assertIn(code, (-signal.SIGKILL,) if end == signal.SIGKILL else (0, 3))
            done = units.read_text().count('"result"')
            text = self.ulna(*run, "--shard", "1/2", "--out", name)
            self.assertIn(f"{done} of 3 units are done; going on", text)
            self.assertIn("shard 1/2: 3 of 3 units done, and nothing found", text)
        self.ulna(*run, "--shard", "2/2", "--out", "second")
        self.merge("SIGTERM", "second", "SIGKILL", out="all")
        self.assertEqual(self.said("all"), self.said("whole"))
        self.assertIn("certified", self.ulna("show", "all/certificate.json"))
        self.assertIn("verified", self.ulna("verify", "all/certificate.json", "--port", "scalar"))

    def test_a_refuted_port_is_refuted_by_whoever_has_the_shard(self):
        run = ["certify", "--port", "published", "--op", "slerp_joints", "--seeds", "2"]
        for number in (1, 2):
            text = self.ulna(*run, "--shard", f"{number}/2", "--out", number, exit_code=1)
            self.assertIn("refuted", text)
        self.merge(1, out="all", exit_code=1)
        text = self.merge(2, out="all", exit_code=1)
        self.assertIn("refuted: 0 certified, 1 refuted, 0 not run", text)
        finding = self.said("all")["ports"][0]["operations"][0]["findings"][0]
        self.ulna("replay", f"all/{finding['witness']}", "--port", "published", exit_code=1)

    def test_what_does_not_belong_together_is_refused_by_name(self):
        run = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences"]
        self.ulna(*run, "--seeds", "2", "--shard", "1/2", "--out", "one")
        for name, words in (("seed", ["--seeds", "2", "--seed", "9"]), ("seeds", ["--seeds", "3"]),
                            ("profile", ["--seeds", "2", "--profile", "full"])):
            self.ulna(*run, *words, "--shard", "2/2", "--out", name)
            self.assertIn("is of another run than", self.merge("one", name, out="all", exit_code=2))
        self.assertIn("shards is 3", self.ulna(*run, "--seeds", "2", "--shard", "1/3", "--out", "one", exit_code=2))
        self.assertFalse((self.work / "all" / "certificate.json").exists())

    def test_a_shard_that_was_killed_before_it_began_is_missing(self):
        run = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences", "--seeds", "2"]
        self.ulna(*run, "--shard", "1/2", "--out", "one")
        (self.work / "two").mkdir()
        for parts in (("one", "two"), ("two", "one")):
            text = self.merge(*parts, out="all", exit_code=3)
            self.assertIn("two: no unit is done there", text)
            self.assertIn("--shard 2/2", text)
        self.assertIn("no unit is done there, nor in another", self.merge("two", out="other", exit_code=2))

    def test_a_fault_is_told_of_the_file_and_line_that_has_it(self):
        run = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences", "--seeds", "2"]
        for number in (1, 2):
            self.ulna(*run, "--shard", f"{number}/2", "--out", number)
        file = self.work / "2" / "units.jsonl"
        *before, unit = file.read_text().splitlines()
        file.write_text("\n".join([*before, re.sub(r'"cases":\d+', '"cases":-1', unit)]) + "\n")
        self.assertIn("2/units.jsonl:3: result.cases", self.merge(1, 2, out="all", exit_code=2))

    def test_what_a_killed_merge_left_is_removed(self):
        run = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences"]
        left = [self.work / "out" / ".ulna-4194304-1", self.work / "out" / "witnesses" / ".ulna-4194304-2"]
        own = self.work / "out" / ".ulna-notes"
        left[1].parent.mkdir(parents=True)
        for path in (*left, own):
            path.write_text("half")
        self.ulna(*run, "--seeds", "1", "--shard", "1/1", "--out", "out")
        self.assertEqual([path.exists() for path in (*left, own)], [False, False, True])

    def test_all_mutants_are_more_than_one_unit(self):
        run = ["mutate", "--port", "scalar", "--op", "reorder_palette", "--mutants", "all", "--shard", "1/2"]
        shard = subprocess.Popen([ULNA, *run, "--out", "m"], cwd=self.work, stdout=subprocess.DEVNULL)
        units = self.work / "m" / "units.jsonl"
        stop = time.monotonic() + ENOUGH
        while not (units.exists() and units.read_text().count('"result"') >= 1) and time.monotonic() < stop:
            time.sleep(0.02)
        shard.terminate()
        self.assertEqual(shard.wait(ENOUGH), 3)
        self.assertRegex(self.merge("m", out="all", exit_code=3), r"(?m)^scalar +reorder_palette")

    def test_bad_input_is_one_line(self):
        run = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences"]
        for words, expected in ((["--shard", "3"], "say which of how many"),
                                (["--shard", "1/2", "--junit", "x"], "say it to"),
                                (["--seeds", "2", "--budget", "1m"], "leave one of them out"),
                                (["--seeds", "0"], "--seeds")):
            text = self.ulna(*run, *words, "--out", "bad", exit_code=2)
            self.assertIn(expected, text)
            self.assertEqual(text.count("\n"), 1, text)
        (self.work / "torn").mkdir()
        for content in (b"", b"{", b"\0\xff\n", b"[]\n", b'{"schema":"urn:ulna:units:1"}\n', b'{"a":1,"a":2}\n'):
            (self.work / "torn" / "units.jsonl").write_bytes(content)
            text = self.merge("torn", out="all", exit_code=2)
            self.assertIn("torn/units.jsonl", text)
            self.assertEqual(text.count("\n"), 1, text)
        self.assertIn("nowhere", self.merge("nowhere", out="all", exit_code=2))

    def test_a_thousand_shards_add_up(self):
        self.ulna("certify", *CHEAP, "--shard", "1/1", "--out", "one")
        header, machine, *units = (self.work / "one" / "units.jsonl").read_text().splitlines()
        run = json.loads(header)
        count = 1000
        run["units"], run["shards"], run["identity"]["seeds"] = len(units) * count, count, count
        for number in range(count):
            folder = self.work / "shards" / str(number + 1)
            folder.mkdir(parents=True)
            own = [{**json.loads(unit), "unit": number * len(units) + i} for i, unit in enumerate(units)]
            (folder / "units.jsonl").write_text("\n".join([json.dumps(run), machine, *map(json.dumps, own)]) + "\n")
        shards = sorted((self.work / "shards").iterdir())
        text = self.merge(*shards[1:], out="all", exit_code=3)
        self.assertIn("missing: 1 of 1000 shards", text)
        self.assertIn("--shard 1/1000 --out shards/1", text)
        self.merge(shards[0], out="all")
        certificate = self.said("all")
        single = self.said_of_one()
        self.assertEqual(certificate["seeds"], count)
        for one, all_of_them in zip(single["ports"][0]["operations"], certificate["ports"][0]["operations"]):
            self.assertEqual(all_of_them["elements"], count * one["elements"])

    def said_of_one(self):
        self.merge("one", out="single")
        return self.said("single")


class OthersTest(Fleet):
    def test_hunts_add_up(self):
        run = ["hunt", "lerp_joints", "--port", "scalar", "--for", "3s"]
        for number in (1, 2, 3):
            text = self.ulna(*run, "--shard", f"{number}/3", "--out", number)
            self.assertIn(f"shard {number}/3: 1 s of 3, in 1 of 1 units", text)
        found = [float(re.search(r"in q: ([\d.]+) of the bound", self.merge(n, out=f"of-{n}", exit_code=3))[1])
                 for n in (1, 2, 3)]
        text = self.merge(3, 1, 2, out="all")
        self.assertEqual(float(re.search(r"in q: ([\d.]+) of the bound", text)[1]), max(found))
        self.ulna(*re.search(r"ulna (replay \S+ --port \S+)", text)[1].split())

    def test_sweeps_add_up(self):
        run = ["sweep", "atan_positive", "--port", "published"]
        self.ulna(*run, "--out", "whole")
        for number in (1, 2):
            self.ulna(*run, "--shard", f"{number}/2", "--out", number)
        self.assertIn("missing: 1 of 2 shards", self.merge(1, out="all", exit_code=3))
        self.merge(2, out="all")
        self.assertEqual(self.said("all", "sweep.json"), self.said("whole", "sweep.json"))
        self.assertEqual((self.work / "all" / "sweep.svg").read_bytes(), (self.work / "whole" / "sweep.svg").read_bytes())

    def test_mutants_add_up(self):
        run = ["mutate", "--port", "sse", "--op", "combine_bones", "--mutants", "12"]
        (self.work / "whole").mkdir()
        survived = subprocess.run([ULNA, *run, "--json", "whole/mutants.json"], cwd=self.work,
                                  stdout=subprocess.DEVNULL).returncode
        self.assertIn(survived, (0, 1))
        for number in (1, 2, 3):
            self.ulna(*run, "--shard", f"{number}/3", "--out", number)
        self.merge(1, 3, 2, out="all", exit_code=survived)
        self.assertEqual(self.said("all", "mutants.json"), self.said("whole", "mutants.json"))

    def test_other_options_are_refused_in_one_line(self):
        for words, expected in ((["hunt", "slerp", "--port", "sse", "--shard", "1/2", "--log", "x"], "--log"),
                                (["sweep", "atan_positive", "--shard", "1/2"], "--out"),
                                (["sweep", "slerp_joints", "--shard", "1/2", "--out", "x"], "by its t"),
                                (["mutate", "--port", "sse", "--shard", "1/2"], "--out"),
                                (["mutate", "--port", "sse", "--shard", "1/2", "--out", "x", "--json", "y"], "merge")):
            self.assertIn(expected, self.ulna(*words, exit_code=2))


class LinesTest(Fleet):
    """What the page says, with few seeds for its many, and a port of ours for the reader's."""

    def environment(self):
        programs = self.work / "programs"
        programs.mkdir()
        (programs / "ulna").symlink_to(ULNA)
        return {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}

    def small(self, text):
        text = text.replace("--seeds 1000", "--seeds 4").replace("--port ./my_port.so", " ".join(CHEAP))
        self.assertIn("--seeds 4", text)
        return text

    def run_lines(self, text, env):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=self.work, env=env, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def check(self, folder):
        self.ulna("certify", *CHEAP, "--seeds", "4", "--out", "single")
        self.assertEqual(self.said(folder), self.said("single"))

    @unittest.skipUnless(shutil.which("parallel"), "needs parallel")
    def test_of_gnu_parallel(self):
        (lines,) = [block for block in blocks("sh") if "parallel " in block]
        self.run_lines(self.small(lines), {**self.environment(), "PARALLEL_HOME": str(self.work)})
        self.check("whole")

    def test_of_a_matrix(self):
        (lines,) = [block for block in blocks("yaml") if "matrix" in block]
        run, merge = re.findall(r"- run: (.*)", lines)
        env = self.environment()
        for shard in re.search(r"shard: \[(.*)\]", lines)[1].split(", "):
            self.run_lines(self.small(run).replace("${{ matrix.shard }}", shard), env)
        self.run_lines(merge, env)
        self.check("whole")


if __name__ == "__main__":
    ULNA = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
