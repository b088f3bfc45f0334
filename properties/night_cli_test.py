#!/usr/bin/python3
"""night_cli_test.py ULNA FAKE: `ulna fuzz` from the outside, on fake targets that misbehave.

Needs unshare(1) with user namespaces, or root, for the test of a full disk.
"""
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path


class NightTest(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-night-cli-"))
        self.targets = self.work / "targets"
        self.targets.mkdir()
        self.dir = self.work / "night"

    def tearDown(self):
        shutil.rmtree(self.work)

    def fake(self, **behaviour):
        for name, words in behaviour.items():
            (self.targets / f"fuzz-{name}").symlink_to(FAKE)
            (self.targets / f"fuzz-{name}.conf").write_text(words)

    def command(self, *arguments):
        return [ULNA, "fuzz", "--dir", str(self.dir), "--targets", str(self.targets), "--jobs", "2",
                *arguments]

    def run_night(self, *arguments, **options):
        return subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=120,
                              **options)

    def start(self, *arguments, **options):
        return subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **options)

    def morning(self):
        return json.loads((self.dir / "morning.json").read_text())

    def log(self):
        return (self.dir / "night.log").read_text()

    def wait_for(self, what, seconds=30):
        end = time.time() + seconds
        while not what():
            self.assertLess(time.time(), end, "waited in vain")
            time.sleep(0.05)

    def wait_for_finding(self):
        self.wait_for(lambda: list(self.dir.glob("findings/*/*/finding.json")))

    def test_bad_usage_is_one_line_and_2(self):
        self.fake(model="")
        for arguments, said in [(["--for", "8"], "--for 8: say a time"),
                                (["--for", "quick"], "--for quick: say a time"),
                                (["--jobs", "0"], "--jobs 0: say a whole number"),
                                (["--op", "nonsense"], "nothing to fuzz is called nonsense"),
                                (["--op", "skin_info"], "fuzz-skin_info is not there"),
                                (["--targets", "/nowhere"], "no fuzz targets in /nowhere"),
                                (["--port", "sse"], "none of the operations"),
                                (["--port", "nonsense"], "nonsense"),
                                (["--dir", "/proc/x"], "/proc/x")]:
            with self.subTest(arguments=arguments):
                # the last of two of the same option does not count: say it once
                base = [ULNA, "fuzz", "--for", "1s"] if "--for" not in arguments else [ULNA, "fuzz"]
                if "--targets" not in arguments:
                    base += ["--targets", str(self.targets)]
                if "--dir" not in arguments:
                    base += ["--dir", str(self.dir)]
                done = subprocess.run(base + arguments, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn(said, done.stderr)

    def test_nothing_new_is_0_and_known_findings_are_not_new(self):
        self.fake(lerp_joints="")
        self.assertEqual(self.run_night("--for", "1s").returncode, 0)
        (self.targets / "fuzz-lerp_joints.conf").write_text("finds")
        self.assertEqual(self.run_night("--for", "4s").returncode, 1)
        self.assertEqual(self.morning()["new_findings"], 4)
        done = self.run_night("--for", "2s")
        self.assertEqual((done.returncode, self.morning()["new_findings"]), (0, 0), done.stdout)
        self.assertEqual(len(list(self.dir.glob("history/*.json"))), 2)
        self.assertTrue(self.morning()["changes"]["night"])
        self.assertEqual(done.stderr, "")

    def test_targets_that_never_run_are_2(self):
        self.fake(lerp_joints="broken", model="broken")
        done = self.run_night("--for", "1h")
        self.assertEqual(done.returncode, 2)
        self.assertIn("error while loading shared libraries", done.stderr)

    def test_one_that_never_runs_leaves_the_others_their_time(self):
        self.fake(lerp_joints="broken", model="")
        self.assertEqual(self.run_night("--for", "3s").returncode, 0)
        ran = {t["target"]: t for t in self.morning()["targets"]}
        self.assertEqual(ran["lerp_joints"]["executions"], 0)
        self.assertGreater(ran["model"]["seconds"], 2)

    def test_a_target_that_hangs_and_does_not_hear_is_ended_and_found(self):
        self.fake(transform_verts="hangs stubborn", lerp_joints="", case_file="", model="")
        self.assertEqual(self.run_night("--for", "17s").returncode, 1)
        found = [(f["target"], f["kind"]) for f in self.morning()["findings"]]
        self.assertEqual(found, [("transform_verts", "hang, not seen again")])
        self.assertGreater(min(t["slices"] for t in self.morning()["targets"]), 0)

    def test_interrupts_end_it_with_a_report_and_it_goes_on(self):
        self.fake(lerp_joints="finds", model="stubborn")
        for number, one in enumerate([signal.SIGINT, signal.SIGTERM], 1):
            night = self.start("--for", "1h")
            self.wait_for_finding()
            self.wait_for(lambda: self.log().count("goes on") == number - 1)
            time.sleep(0.5)
            begun = time.time()
            night.send_signal(one)
            out, err = night.communicate(timeout=30)
            self.assertLess(time.time() - begun, 15)
            self.assertEqual(night.returncode, 1, err)
            self.assertFalse(self.morning()["over"])
            self.assertEqual(self.morning()["starts"], number)
            self.assertIn("morning.md", out)
        self.assertEqual(self.run_night("--for", "2s", "--fresh").returncode, 0)
        self.assertTrue(self.morning()["over"])

    def test_two_runners_do_not_share_a_folder(self):
        self.fake(model="")
        first = self.start("--for", "1h")
        self.wait_for(lambda: (self.dir / "state.json").exists())
        second = self.run_night("--for", "1s")
        self.assertEqual(second.returncode, 2)
        self.assertIn("another `ulna fuzz` is running in", second.stderr)
        self.assertEqual(second.stderr.count("\n"), 1)
        self.assertIsNone(first.poll())
        first.terminate()
        first.communicate(timeout=30)

    def test_a_corrupt_state_loses_neither_night_nor_findings(self):
        self.fake(lerp_joints="finds")
        night = self.start("--for", "1h")
        self.wait_for_finding()
        night.terminate()
        night.communicate(timeout=30)
        before = self.morning()
        (self.dir / "state.json").write_text("rubbish")
        (self.targets / "fuzz-lerp_joints.conf").write_text("")
        self.assertEqual(self.run_night("--for", f"{before['seconds'] + 2}s").returncode, 1)
        self.assertEqual(self.morning()["night"], before["night"])
        self.assertEqual((self.dir / "corrupt" / "state.json.corrupt").read_text(), "rubbish")
        self.assertIn("state.json", self.log())

    def test_corpora_are_merged(self):
        self.fake(model="")
        corpus = self.dir / "corpus" / "model"
        corpus.mkdir(parents=True)
        for i in range(1000, 1600):
            (corpus / f"seed-{i}").write_text(str(i))
        self.run_night("--for", "3s")
        seeds = sorted(p.name for p in corpus.glob("seed-*"))
        self.assertEqual(seeds, [f"seed-{i}" for i in range(1000, 1600, 2)])  # as the fake merges
        self.assertIn("inputs merged into", self.log())
        self.assertFalse((self.dir / "work" / "model.merge").exists())

    def test_corpora_start_from_the_cases_that_are_kept(self):
        self.fake(lerp_joints="", slerp_joints="", model="")
        kept = SOURCE / "corpus" / "lerp_joints"
        shutil.copytree(kept, self.work / "corpus" / "lerp_joints")
        (self.work / "corpus" / "lerp_joints" / "seeds" / "cut.case").write_text("ulna case")
        seeds = lambda target: [p for p in (self.dir / "corpus" / target).glob("*")
                                if re.fullmatch("[0-9a-f]{40}", p.name)]
        for run in 1, 2:
            done = self.run_night("--for", "3s", "--fresh", cwd=self.work)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            count = len(seeds("lerp_joints"))
            self.assertGreater(count, len(list(kept.glob("*/*.case"))) / 2)
            self.assertIn(f"lerp_joints: {count} seeds from ", self.log())
            self.assertEqual(self.log().count("no seed: "), run)  # once in a night
            self.assertEqual(self.log().count("cut.case"), run)
            self.assertEqual(seeds("slerp_joints"), [])
        self.assertNotIn("no corpus of cases", self.log())
        self.assertFalse(list(self.dir.glob("work/*.seeds")))

    def test_without_cases_it_says_so_once(self):
        self.fake(lerp_joints="", slerp_joints="")
        self.assertEqual(self.run_night("--for", "3s", cwd=self.work).returncode, 0)
        self.assertEqual(self.log().count("no corpus of cases in"), 1)

    def test_witnesses_of_largest_errors_are_cut_down_at_the_end(self):
        self.fake(lerp_joints="errs")
        report = self.work / "report"
        done = self.run_night("--for", "2s", env=dict(os.environ, ULNA_FAKE_REPORT=str(report)))
        self.assertEqual(done.returncode, 0, done.stderr)
        largest, = self.morning()["largest"]
        self.assertGreater(largest["fraction"], 1e-4)  # as the port has it, not as the target said
        witness = self.dir / largest["witness"]
        before = max(int(l.split()[1]) for l in report.read_text().splitlines()
                     if l.startswith("largest"))
        self.assertLess(witness.stat().st_size, before / 4)
        shown = subprocess.run([ULNA, "replay", str(witness), "--port", "sse"],
                               capture_output=True, text=True, timeout=60).stdout
        self.assertIn(f"{largest['fraction']:.4g}"[:6], shown)

    def test_a_status_line_on_a_terminal_and_none_in_ci(self):
        self.fake(lerp_joints="finds")
        for ci in False, True:
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, 120, 0, 0))
            environment = {k: v for k, v in os.environ.items() if k != "CI"}
            if ci:
                environment["CI"] = "1"
            subprocess.run(self.command("--for", "2s", "--fresh"), stdout=subprocess.DEVNULL,
                           stderr=slave, env=environment, timeout=60)
            os.close(slave)
            try:
                drawn = os.read(master, 1 << 16).decode()
            except OSError:
                drawn = ""  # nothing was ever written
            os.close(master)
            if ci:
                self.assertEqual(drawn, "")
            else:
                self.assertIn(" of 2s", drawn)
                self.assertIn("4 new", drawn)
                self.assertIn("lerp_joints 0.", drawn)
                for line in drawn.split("\r\x1b[K"):
                    self.assertLess(len(line), 120)

    def test_a_full_disk_loses_no_finding(self):
        self.fake(lerp_joints="finds crashes", slerp_joints="finds")
        script = f"""
mount -t tmpfs -o size=24m none {self.work}/disk || exit 99
{' '.join(self.command('--for', '14s')).replace(str(self.dir), str(self.work / 'disk/night'))} &
runner=$!
sleep 3; head -c 64m /dev/zero > {self.work}/disk/filler; sleep 4; rm {self.work}/disk/filler
wait $runner; echo "code $?"
cp -r {self.work}/disk/night {self.dir}
"""
        (self.work / "disk").mkdir()
        report = self.work / "report"
        how = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        done = subprocess.run(how + ["sh", "-c", script], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, ULNA_FAKE_REPORT=str(report)))
        if done.returncode == 99 or "unshare" in done.stderr:
            self.skipTest(f"no disk of our own here: {done.stderr}")
        self.assertIn("code 1", done.stdout, done.stderr)
        self.assertIn("less than 16 MiB are free", done.stderr)
        self.assertIn("TROUBLE", self.log())
        have = {p.name for p in self.dir.rglob("*") if p.is_file()}
        lines = [line.split() for line in report.read_text().splitlines()]
        found = {words[1] for words in lines if words[0] in ("finding", "artifact")}
        self.assertGreater(len(found), 10)
        self.assertLessEqual(found, have)
        self.assertTrue(self.morning()["over"])
        self.assertFalse(list(self.dir.glob("corrupt/*")))


SOURCE = Path(__file__).resolve().parent.parent
ULNA, FAKE = str(Path(sys.argv[1]).resolve()), str(Path(sys.argv[2]).resolve())
unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
