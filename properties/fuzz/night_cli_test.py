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
        night = subprocess.Popen(self.command(*arguments), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(self.end, night)  # of a test that failed before its end
        return night

    def end(self, night):
        if night.poll() is None:
            night.kill()
            night.communicate()

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
                                (["--jobs", ""], "--jobs: give it a value"),
                                (["--targets", ""], "--targets: give it a value"),
                                (["--op", "nonsense"], "nothing to fuzz is called nonsense"),
                                (["--op", "skin_info"], "fuzz-skin_info is not there"),
                                (["--targets", "/nowhere"], "no fuzz targets in /nowhere"),
                                (["--targets", str(self.work)], "no fuzz targets in"),
                                (["--port", "sse"], "none of the operations"),
                                (["--port", "nonsense"], "nonsense"),
                                (["--for", "1s", "--for", "2s"], "--for: given more than once"),
                                (["--port", ""], "--port: name a port"),
                                (["--port="], "--port"),
                                (["--for", "1h30m"], "--for 1h30m: say a time: one number and s, m"),
                                (["--for", "277778h"], "less than 277777h"),
                                (["--dir", str(SOURCE)], "holds no night of `ulna fuzz`"),
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

    def test_options_are_checked_without_targets(self):
        """As the launcher does before it takes minutes to build them."""
        check = [ULNA, "fuzz", "--check", "--targets", "/nowhere", "--dir", str(self.dir)]
        for arguments, said in [([], None), (["--op", "lerp_joints", "--port", "sse"], None),
                                (["--for", "8"], "--for 8: say a time"),
                                (["--jobs", "0"], "--jobs 0: say a whole number"),
                                (["--op", "nonsense"], "nothing to fuzz is called nonsense"),
                                (["--port", "nonsense"], "nonsense")]:
            with self.subTest(arguments=arguments):
                done = subprocess.run(check + arguments, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 2 if said else 0, done.stderr)
                self.assertIn(said or "", done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1 if said else 0)
        self.assertFalse(self.dir.exists())

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
        again = self.run_night("--for", "20s", "--fresh")  # a busy machine is slow to judge all
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue(self.morning()["over"])

    def interrupted(self, *arguments):
        night = self.start("--for", "1h", *arguments)
        self.wait_for(lambda: list(self.dir.glob("corpus/*/input-*")))
        time.sleep(1)
        night.terminate()
        out, err = night.communicate(timeout=30)
        return night.returncode, out, err

    def copy_of_a_port(self, name):
        ports, = (Path(ULNA).parent.parent).glob("lib/ulna/ports")
        path = self.work / "my.so"
        shutil.copy(ports / f"{name}.so", f"{path}.new")
        os.replace(f"{path}.new", path)  # at once; and who has the old one loaded keeps it
        return str(path)

    def test_a_hangup_ends_it_with_a_report(self):
        self.fake(lerp_joints="finds")
        night = self.start("--for", "1h",  # whatever these tests were started by
                           preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        self.wait_for_finding()
        for _ in range(2):  # a shell says so, and then the kernel
            night.send_signal(signal.SIGHUP)
            time.sleep(0.1)
        _, err = night.communicate(timeout=30)
        self.assertEqual(night.returncode, 1, err)
        self.assertGreater(self.morning()["new_findings"], 0)
        self.assertIn("ended early", self.log())

    def test_after_nohup_a_hangup_is_nothing(self):
        self.fake(lerp_joints="")
        night = self.start("--for", "3s",
                           preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_for(lambda: (self.dir / "state.json").exists())
        night.send_signal(signal.SIGHUP)
        night.communicate(timeout=30)
        self.assertEqual(night.returncode, 0)
        self.assertTrue(self.morning()["over"])

    def test_another_port_op_or_build_of_the_port_is_another_night(self):
        self.fake(lerp_joints="", slerp_joints="")
        port = self.copy_of_a_port("sse")
        self.interrupted("--op", "lerp_joints", "--port", port)
        first = self.morning()
        self.assertFalse(first["over"])
        self.interrupted("--op", "lerp_joints", "--port", port)
        self.assertEqual((self.morning()["night"], self.morning()["starts"]), (first["night"], 2))
        self.copy_of_a_port("scalar")
        for arguments in (["--op", "lerp_joints", "--port", port],
                          ["--op", "lerp_joints"],
                          ["--op", "slerp_joints"]):
            time.sleep(1)  # nights are named by the second
            before = self.morning()["night"]
            code, _, err = self.interrupted(*arguments)
            self.assertEqual((code, self.morning()["starts"]), (0, 1), (arguments, err))
            self.assertNotEqual(self.morning()["night"], before)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn("was on another port, other targets or other contracts", err)
            self.assertIn(err.strip().removeprefix("ulna: "), self.log())
            self.assertGreater(self.morning()["executions"], 0)

    def test_a_start_that_executes_nothing_is_2(self):
        self.fake(lerp_joints="")
        self.interrupted()
        done = self.run_night("--for", "0.1s")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, r"executed nothing: the night has had [0-9.]+ s of the 0.1 s")

    def test_a_start_in_which_all_targets_hardly_ran_is_2(self):
        self.fake(lerp_joints="slow", model="slow")
        done = self.run_night("--for", "2s")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn("no target came to 1,000 executions", done.stderr)
        self.assertRegex(done.stdout, r"; 2 of \d+ targets executed next to nothing")
        self.assertEqual(self.morning()["hardly_ran"], ["lerp_joints", "model"])

    def test_one_that_hardly_ran_is_named(self):
        self.fake(lerp_joints="slow", model="")
        done = self.run_night("--for", "3s")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex((self.dir / "morning.md").read_text().splitlines()[0],
                         r"; 1 of \d+ targets executed next to nothing")

    def test_one_that_dies_of_its_first_input_ran(self):
        self.fake(lerp_joints="dies_at_once")
        done = self.run_night("--for", "2s")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("lerp_joints", self.morning()["never_ran"])
        self.assertEqual(self.morning()["hardly_ran"], ["lerp_joints"])

    def test_files_in_the_place_of_folders_stop_nothing(self):
        self.fake(lerp_joints="")
        self.assertEqual(self.run_night("--for", "1s").returncode, 0)
        for place in "corpus/lerp_joints", "findings", "history":
            shutil.rmtree(self.dir / place)
            (self.dir / place).write_text("in the way")
        done = self.run_night("--for", "1s")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.log().count("is not the folder that belongs there; kept as "), 3)
        self.assertEqual((self.dir / "corrupt" / "findings.corrupt").read_text(), "in the way")

    def test_a_start_that_cannot_be_leaves_the_report(self):
        self.fake(lerp_joints="")
        self.run_night("--for", "1s")
        before = self.morning()
        shutil.rmtree(self.dir / "corrupt")
        (self.dir / "corrupt").write_text("in the way")
        (self.dir / "state.json").write_text("")
        done = self.run_night("--for", "1s")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn("corrupt is a file, and ulna needs a folder of that name", done.stderr)
        self.assertEqual(self.morning(), before)

    def test_pipes_do_not_stop_it(self):
        self.fake(lerp_joints="errs")
        self.run_night("--for", "1s")
        for path in [*self.dir.glob("largest/*"), self.dir / "morning.md"]:
            path.unlink()
            os.mkfifo(path)
        self.assertEqual(self.run_night("--for", "1s").returncode, 0)
        self.assertTrue(self.morning()["largest"])
        self.assertTrue((self.dir / "morning.md").is_file())

    def test_what_an_interrupted_target_left_is_not_judged_with_another_port(self):
        self.fake(lerp_joints="", model="")
        self.interrupted("--port", self.copy_of_a_port("sse"), "--op", "lerp_joints")
        left = self.dir / "work" / "lerp_joints.7" / "artifacts" / "crash-1"
        left.parent.mkdir(parents=True)
        left.write_text("crash 1 case 3 1")
        self.assertEqual(self.run_night("--for", "2s", "--op", "lerp_joints").returncode, 0)
        self.assertEqual((self.dir / "artifacts" / "lerp_joints" / "crash-1").read_text(),
                         "crash 1 case 3 1")
        self.assertIn("1 inputs that ended it are not judged", self.log())

    def test_a_port_that_goes_or_changes_ends_the_night(self):
        self.fake(lerp_joints="")
        for how, code in ("gone", 2), ("another file", 2), ("gone", 1):
            (self.targets / "fuzz-lerp_joints.conf").write_text("finds" if code == 1 else "")
            port = self.copy_of_a_port("sse")
            log = self.dir / "night.log"
            begun = log.read_text().count("night begins") if log.exists() else 0
            night = self.start("--for", "1h", "--fresh", "--port", port)
            self.wait_for(lambda: log.exists() and self.log().count("night begins") > begun)
            if code == 1:
                self.wait_for_finding()
            else:
                time.sleep(2)
            if how == "gone":
                os.unlink(port)
            else:
                self.copy_of_a_port("scalar")
            _, err = night.communicate(timeout=30)
            self.assertEqual(night.returncode, code, err)
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn(f"ulna: the port {port} is {how}", err)
            text = (self.dir / "morning.md").read_text()
            self.assertIn("ended because the port changed", text.splitlines()[0])
            self.assertIn(f"the port {port} is {how}", text)
            self.assertEqual(len(self.morning()["subject"]["port_sha256"]), 64)

    def test_a_port_in_the_environment_decides_nothing(self):
        self.fake(lerp_joints="")
        told = self.work / "told"
        program = self.targets / "fuzz-lerp_joints"
        program.unlink()
        program.write_text(f'#!/bin/sh\necho "port=$ULNA_FUZZ_PORT." >>{told}\n'
                           'echo "#9 DONE cov: 1 ft: 1 corp: 1/1b exec/s: 9 rss: 9Mb" >&2\nsleep 1\n')
        program.chmod(0o755)
        environment = dict(os.environ, ULNA_FUZZ_PORT="/left/over.so")
        self.run_night("--for", "2s", env=environment)
        self.assertEqual(set(told.read_text().split()), {"port=."})
        told.unlink()
        port = self.copy_of_a_port("sse")
        self.run_night("--for", "2s", "--fresh", "--port", port, env=environment)
        self.assertEqual(set(told.read_text().split()), {f"port={port}."})

    def test_a_terminal_that_takes_nothing_is_no_end(self):
        self.fake(lerp_joints="finds")
        code = 1
        for to in ">/dev/full 2>&1", ">&- 2>&-", "<&- >&- 2>&-":
            script = " ".join(self.command("--for", "2s")) + " " + to
            done = subprocess.run(["sh", "-c", script], timeout=60)
            self.assertEqual(done.returncode, code, to)
            self.assertTrue(self.morning()["over"])
            self.assertEqual((self.dir / "lock").read_text(), "")
            code = 0  # all is known from the first one on
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run(self.command("--for", "x"), timeout=60, stderr=full)
        self.assertEqual(done.returncode, 2)

    def test_help_has_its_own_exit_codes(self):
        done = subprocess.run([ULNA, "fuzz", "--help"], capture_output=True, text=True, timeout=60)
        self.assertIn("Exit codes: 0 nothing new, 1 new findings, 2 ", done.stdout)
        self.assertNotIn("refuted", done.stdout)

    def test_a_disk_that_is_too_full_all_night_is_2(self):
        self.fake(lerp_joints="")
        script = f"""
mount -t tmpfs -o size=4m none {self.work}/disk || exit 99
{' '.join(self.command('--for', '8s')).replace(str(self.dir), str(self.work / 'disk/night'))}
echo "code $?"
"""
        (self.work / "disk").mkdir()
        how = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        done = subprocess.run(how + ["sh", "-c", script], capture_output=True, text=True, timeout=120)
        if done.returncode == 99 or "unshare" in done.stderr:
            self.skipTest(f"no disk of our own here: {done.stderr}")
        self.assertIn("code 2", done.stdout, done.stderr)
        self.assertIn("this start executed nothing", done.stderr)
        self.assertIn("targets never ran", done.stdout)

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

    def night_with_600_inputs(self):
        """Runs one; returns their folder."""
        corpus = self.dir / "corpus" / "model"
        corpus.mkdir(parents=True)
        (self.dir / "lock").touch()
        for i in range(1000, 1600):
            (corpus / f"seed-{i}").write_text(str(i))
        self.run_night("--for", "3s")
        return corpus

    def test_corpora_are_merged(self):
        self.fake(model="")
        corpus = self.night_with_600_inputs()
        seeds = sorted(p.name for p in corpus.glob("seed-*"))
        self.assertEqual(seeds, [f"seed-{i}" for i in range(1000, 1600, 2)])  # as the fake merges
        self.assertIn("inputs merged into", self.log())
        self.assertFalse((self.dir / "work" / "model.merge").exists())

    def test_a_merge_that_fails_leaves_the_corpus(self):
        self.fake(model="scatters")
        corpus = self.night_with_600_inputs()
        self.assertEqual(len(list(corpus.glob("seed-*"))), 600)
        self.assertRegex(self.log(), r"model: merging 6\d\d inputs failed; they stay")

    def test_targets_are_looked_for_in_their_places(self):
        self.fake(model="")
        ulna = self.work / "bin" / "ulna"
        for program, to in (ULNA, ulna), (TOOLS, self.work / "lib" / "ulna" / "ulna-tools"):
            to.parent.mkdir(parents=True)
            shutil.copy(program, to)
        command = [ulna, "fuzz", "--for", "1s", "--fresh", "--dir", str(self.dir), "--op", "model"]
        environment = {k: v for k, v in os.environ.items() if k != "ULNA_FUZZ_TARGETS"}

        def run(**more):
            return subprocess.run(command, env={**environment, **more}, capture_output=True,
                                  text=True, timeout=60)
        nowhere = run()
        self.assertEqual(nowhere.returncode, 2)
        self.assertIn(f"ulna: no fuzz targets in {self.work}/", nowhere.stderr)
        named = run(ULNA_FUZZ_TARGETS=str(self.targets))
        self.assertEqual(named.returncode, 0, named.stderr)
        (self.work / "fuzz").mkdir()
        self.targets.rename(self.work / "fuzz" / "bin")  # as in the build tree
        beside = run()
        self.assertEqual(beside.returncode, 0, beside.stderr)

    def test_a_report_that_is_none_is_no_night_to_go_on_with(self):
        self.fake(model="")
        self.dir.mkdir()
        (self.dir / "morning.json").write_text("rubbish")
        self.assertEqual(self.run_night("--for", "1s").returncode, 0)
        self.assertTrue(self.morning()["over"])
        self.assertEqual((self.dir / "corrupt" / "morning.json.corrupt").read_text(), "rubbish")

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
        # Whichever is met first: the reserve that is gone, or a file that does not fit any more.
        self.assertRegex(done.stderr, "less than 16 MiB are free|No space left on device")
        self.assertLessEqual(done.stderr.count("Trying again"), 5, done.stderr)  # in 14 s
        self.assertIn("TROUBLE", self.log())
        have = {p.name for p in self.dir.rglob("*") if p.is_file()}
        lines = [line.split() for line in report.read_text().splitlines()]
        found = {words[1] for words in lines if words[0] in ("finding", "artifact")}
        self.assertGreater(len(found), 10)
        self.assertLessEqual(found, have)
        self.assertTrue(self.morning()["over"])
        self.assertFalse(list(self.dir.glob("corrupt/*")))


SOURCE = Path(__file__).resolve().parent.parent.parent
ULNA, FAKE = str(Path(sys.argv[1]).resolve()), str(Path(sys.argv[2]).resolve())
TOOLS = Path(ULNA).parent.parent / "lib" / "ulna" / "ulna-tools"
unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
