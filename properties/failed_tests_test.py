"""The results of ctest that failed_tests.py tells of, and those that it keeps quiet about."""
import io
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import failed_tests


class FailedTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def told(self, *cases):
        """(exit code, what was printed) for the results."""
        path = Path(self.folder.name, "asan", "tests.xml")
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<testsuite>{''.join(cases)}</testsuite>", encoding="utf-8")
        with redirect_stdout(io.StringIO()) as out:
            return failed_tests.main([path]), out.getvalue()

    def test_what_passed_or_chose_to_skip_is_not_told(self):
        self.assertEqual(self.told(
            '<testcase name="a" status="run"><system-out>FAILED</system-out></testcase>',
            '<testcase name="b" status="notrun"><skipped message="SKIP_RETURN_CODE=3"/></testcase>'),
            (0, ""))

    def test_a_failure_has_its_suite_its_name_and_the_end_of_its_output(self):
        output = "\n".join(f"line {n}" for n in range(100))
        code, text = self.told('<testcase name="a" time="2.4" status="fail"><failure message=""/>'
                               f"<system-out>{output}\n\n</system-out></testcase>")
        self.assertEqual(code, 1)
        lines = text.splitlines()
        self.assertEqual(lines[0], "FAILED (asan) a, after 2 s")
        self.assertEqual(lines[1:], [f"    line {n}" for n in range(70, 100)])

    def test_a_program_that_is_not_there_failed(self):
        code, text = self.told('<testcase name="a" time="0" status="notrun">'
                               '<skipped message="Unable to find executable"/></testcase>')
        self.assertEqual((code, text), (1, "FAILED (asan) a, after 0 s\n"))

    def test_of_many_the_names_are_all_there(self):
        code, text = self.told(*(f'<testcase name="t{n}" time="0"><failure message=""/>'
                                 f"<system-out>said</system-out></testcase>" for n in range(40)))
        self.assertEqual(code, 1)
        self.assertEqual(text.count("FAILED"), 40)
        self.assertEqual(text.count("said"), 10)

    def test_a_file_that_is_not_there_is_named_and_the_others_are_read(self):
        self.told('<testcase name="a" time="0"><failure message=""/></testcase>')
        path = Path(self.folder.name, "asan", "tests.xml")
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = failed_tests.main(["missing.xml", path])
        self.assertEqual((code, out.getvalue()), (2, "FAILED (asan) a, after 0 s\n"))
        self.assertIn("missing.xml", err.getvalue())


if __name__ == "__main__":
    unittest.main()
