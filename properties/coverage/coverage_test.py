#!/usr/bin/python3
"""coverage_test.py: what the coverage report makes of counts, without lcov."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
import coverage  # noqa: E402


class Counts(unittest.TestCase):
    def test_lines_of_several_objects_add_up(self):
        info = ("SF:/s/reference/a.h\nDA:1,0\nDA:2,3\nend_of_record\n"
                "SF:/s/reference/a.h\nDA:1,2,checksum\nDA:3,0\nend_of_record\n"
                "SF:/usr/include/vector\nDA:7,1\nend_of_record\n")
        self.assertEqual(coverage.read_info(info, Path("/s")),
                         {"reference/a.h": {1: 2, 2: 3, 3: 0}})

    def test_lines_beyond_the_file_are_a_header_s(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("one\ntwo\n")
            file.flush()
            self.assertEqual(coverage.lines_in(Path(file.name), {2: 0, 3: 0}), {2: 0})

    def test_rooms_are_summed_and_others_left_out(self):
        files = {"reference/a.h": {1: 1, 2: 0}, "reference/b.h": {1: 1}, "bench/c.cpp": {1: 0}}
        rooms = coverage.per_room(files)
        self.assertEqual(rooms["reference"], (3, 2))
        self.assertEqual(rooms["certify"], (0, 0))
        self.assertNotIn("bench", rooms)

    def test_a_range_runs_on_across_lines_without_code(self):
        self.assertEqual(coverage.ranges_not_run({1: 0, 2: 0, 5: 0, 6: 1, 7: 0}), [(1, 5), (7, 7)])


class Reasons(unittest.TestCase):
    REASONS = coverage.read_reasons("# why\n\ncertify/* :: full disk :: nobody fills the disk\n")
    TEXT = ["if (x) // full disk", "  fail();", "return 1;"]

    def test_the_line_before_explains_too(self):
        self.assertEqual(coverage.reason_for("certify/f.cpp", 2, 2, self.TEXT, self.REASONS),
                         "nobody fills the disk")
        self.assertIsNone(coverage.reason_for("certify/f.cpp", 3, 3, self.TEXT, self.REASONS))
        self.assertIsNone(coverage.reason_for("fuzz/f.cpp", 2, 2, self.TEXT, self.REASONS))

    def test_an_expression_for_the_whole_range(self):
        brace = coverage.read_reasons("* :: ^\\} :: cleanup\n")
        self.assertEqual(coverage.reason_for("a.h", 2, 2, ["x", "  }"], brace), "cleanup")
        self.assertIsNone(coverage.reason_for("a.h", 1, 2, ["x", "  }"], brace))

    def test_what_has_none_is_said_first(self):
        unrun = {"because": {"certify/f.cpp": [(2, 3)]}, None: {"certify/f.cpp": [(5, 5)]}}
        files = {"certify/f.cpp": {2: 0, 3: 0, 4: 1, 5: 0}}
        self.assertEqual(list(coverage.not_run(unrun, files)),
                         ["not run, 1 lines: NO REASON GIVEN", "  certify/f.cpp: 5",
                          "not run, 2 lines: because", "  certify/f.cpp: 2-3"])

    def test_a_malformed_line_is_named(self):
        for text in "certify/* :: no reason\n", "certify/* :: ( :: brackets\n":
            with self.assertRaisesRegex(coverage.Unusable, "^reasons.txt:1: "):
                coverage.read_reasons(text)

    def test_those_that_are_checked_in_are_read(self):
        coverage.read_reasons((coverage.HERE / "reasons.txt").read_text(encoding="utf-8"))


class Verdict(unittest.TestCase):
    def complaints(self, share, recorded=None):
        rooms = {"reference": (1000, round(share * 10))}
        return list(coverage.complaints(rooms, {"reference": recorded} if recorded else {}))

    def test_what_is_asked_is_enough_and_less_is_not(self):
        self.assertEqual(self.complaints(98.0), [])
        self.assertIn("98.0 % are asked for", self.complaints(97.9)[0])

    def test_a_fall_of_one_point_is_let_pass_and_more_is_not(self):
        self.assertEqual(self.complaints(98.9, 99.9), [])
        self.assertIn("99.9 % before", self.complaints(98.8, 99.9)[0])

    def test_a_room_without_lines_is_no_success(self):
        self.assertIn("no line was counted", coverage.complaints({"certify": (0, 0)}, {}).__next__())


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source = Path(self.folder.name)
        for room in coverage.ROOMS:
            (self.source / room).mkdir()
            (self.source / room / "a.h").write_text("one\ntwo\n")

    def run_on(self, counts):
        files = {f"{room}/a.h": counts for room in coverage.ROOMS}
        out, err = io.StringIO(), io.StringIO()

        def measured(_source, _build, folder):
            folder.mkdir(parents=True)
            return files
        with mock.patch.object(coverage, "measure", measured), \
                mock.patch.object(coverage, "run"), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = coverage.main([str(self.source), str(self.source / "build")])
        return code, out.getvalue(), err.getvalue()

    def test_all_run_is_0(self):
        code, out, err = self.run_on({1: 5, 2: 1})
        self.assertEqual((code, err), (0, ""))
        self.assertIn("100.0 %", out)

    def test_too_little_is_1_and_named(self):
        code, out, err = self.run_on({1: 5, 2: 0})
        self.assertEqual(code, 1)
        self.assertIn("  certify/a.h: 2", out)
        self.assertIn("coverage: reference: 50.0 % of the lines were run", err)

    def test_a_build_without_counts_is_2(self):
        err = io.StringIO()
        with mock.patch.object(coverage.shutil, "which", lambda _: "/usr/bin/lcov"), \
                contextlib.redirect_stderr(err):
            code = coverage.main([str(self.source), str(self.source / "build")])
        self.assertEqual(code, 2)
        self.assertIn("run ctest --preset asan first", err.getvalue())
        self.assertEqual(err.getvalue().count("\n"), 1)


unittest.main()
