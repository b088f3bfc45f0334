#!/usr/bin/python3
"""night_last_call_test.py ULNA FAKE PORT SCALAR: targets that end, or do not, in the middle of a call.

PORT kills itself in calls of transform_verts with 21 vertices; SCALAR is the built-in port.
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


class LastCallTest(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-night-call-"))
        self.dir = self.work / "night"

    def tearDown(self):
        shutil.rmtree(self.work)

    def night(self, behaviour, *arguments, target="transform_verts"):
        """Runs one; returns its exit code and (kind, port) of its findings."""
        targets = self.work / "targets"
        targets.mkdir()
        (targets / f"fuzz-{target}").symlink_to(FAKE)
        (targets / f"fuzz-{target}.conf").write_text(behaviour)
        if "--for" not in arguments:
            arguments = ("--for", "3s", *arguments)
        done = subprocess.run([ULNA, "fuzz", "--jobs", "1", "--dir", str(self.dir),
                               "--targets", str(targets), *arguments],
                              capture_output=True, text=True, timeout=120)
        self.log = (self.dir / "night.log").read_text()
        morning = json.loads((self.dir / "morning.json").read_text())
        found = []
        for record in self.dir.glob("findings/*/*/finding.json"):
            content = json.loads(record.read_text())["content"]
            found.append((content["kind"], content["port"]))
            self.assertTrue((record.parent / content["first"]).stat().st_size > 0)
        self.assertEqual(len(morning["findings"]), len(found))
        return done.returncode, found

    def test_a_quiet_end_that_the_port_shows_alone_is_the_ports_finding(self):
        for behaviour in "leaves", "killed once", "pauses once":
            with self.subTest(behaviour=behaviour):
                self.assertEqual(self.night(behaviour, "--port", PORT),
                                 (1, [("crashed", "bug_kills_itself")]), self.log)
            shutil.rmtree(self.work)
            self.work.mkdir()

    def test_an_exit_that_nobody_sees_again_is_a_finding(self):
        self.assertEqual(self.night("leaves once"), (1, [("crash, not seen again", "")]), self.log)

    def test_a_kill_that_nobody_sees_again_is_a_line_in_the_log(self):
        self.assertEqual(self.night("killed once"), (0, []), self.log)
        self.assertEqual(self.log.count("not seen again"), 1)

    def test_so_is_a_sleep(self):
        self.assertEqual(self.night("pauses once"), (0, []), self.log)
        self.assertEqual(self.log.count("not seen again"), 1)

    def test_three_of_them_in_a_night_are_a_finding(self):
        code, found = self.night("killed", "--for", "8s", target="model")
        self.assertEqual((code, found), (1, [("ends its process", "")]), self.log)
        self.assertGreaterEqual(len(list(self.dir.glob("findings/*/*/**/ended-*"))), 3)

    def test_computing_without_an_end_is_the_first_time(self):
        self.assertEqual(self.night("hangs stubborn"), (1, [("hang, not seen again", "")]), self.log)

    def test_a_mended_port_shows_nothing_any_more(self):
        """And one that was not: its witness is called though nothing met it."""
        port = self.work / "port.so"
        bad = Path(PORT).read_bytes().replace(b"bug_kills_itself\0", b"scalar" + bytes(11))
        port.write_bytes(bad)
        self.assertEqual(self.night("leaves", "--port", str(port)), (1, [("crashed", "scalar")]))
        for build, says in (bad, "shows it"), (Path(SCALAR).read_bytes(), "shows nothing"):
            shutil.rmtree(self.work / "targets")
            port.write_bytes(build)
            self.assertEqual(self.night("", "--fresh", "--port", str(port)),
                             (0, [("crashed", "scalar")]), self.log)
            morning = json.loads((self.dir / "morning.json").read_text())
            self.assertEqual([f["called"] for f in morning["findings"]], [says], self.log)
            self.assertEqual("any more" in (self.dir / "morning.md").read_text(),
                             says == "shows nothing")

    def test_parsers_too(self):
        self.assertEqual(self.night("leaves once", target="model"),
                         (1, [("crash, not seen again", "")]), self.log)


ULNA, FAKE, PORT, SCALAR = (str(Path(a).resolve()) for a in sys.argv[1:5])
unittest.main(argv=[sys.argv[0], *sys.argv[5:]])
