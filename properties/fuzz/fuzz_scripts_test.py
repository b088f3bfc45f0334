#!/usr/bin/python3
"""fuzz_scripts_test.py: what fuzz/touched.sh says of a change, and what fuzz/build.sh refuses."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent


class TouchedTest(unittest.TestCase):
    def touched(self, paths):
        return subprocess.run([SOURCE / "fuzz" / "touched.sh"], input=paths, capture_output=True,
                              text=True, check=True, timeout=60).stdout

    def test_an_operations_own_files_touch_it(self):
        self.assertEqual(self.touched("optimized/sse/slerp_joints.cpp\nREADME.md\n"
                                      "reference/lerp_joints.h\n"),
                         "--op lerp_joints\n--op slerp_joints\n")

    def test_other_rooms_touch_nothing(self):
        self.assertEqual(self.touched("docs/night.md\nproperties/fuzz/night_test.cpp\nbench/ulna\n"
                                      "fuzz/README.md\noptimized/published/slerp_joints.cpp\n"), "")

    def test_shared_code_and_how_it_is_built_touch_everything(self):
        for path in ("judge/judge.cpp", "CMakeLists.txt", "fuzz/night/CMakeLists.txt",
                     "optimized/CMakeLists.txt", "cmake/warnings.cmake", "cmake/x.in",
                     "CMakePresets.json", "ulna", '"optimized/\\303\\244.cpp"'):
            with self.subTest(path=path):
                self.assertEqual(self.touched(f"README.md\n{path}\n"), "all\n")

    def test_the_last_line_may_have_no_end(self):
        self.assertEqual(self.touched("README.md\noptimized/sse/slerp_joints.cpp"),
                         "--op slerp_joints\n")
        self.assertEqual(self.touched('"optimized/sse/slerp_joints.cpp"'), "--op slerp_joints\n")


class BuildTest(unittest.TestCase):
    """With a cmake that only fails: whatever is not refused ends before anything is emptied."""

    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-fuzz-scripts-"))
        (self.work / "bin").mkdir()
        (self.work / "home").mkdir()
        (self.work / "bin" / "cmake").write_text(
            '#!/bin/sh\necho "flags $CFLAGS$CXXFLAGS$CPPFLAGS$LDFLAGS, $*"\nexit 99\n')
        (self.work / "bin" / "cmake").chmod(0o755)

    def tearDown(self):
        shutil.rmtree(self.work)

    def environment(self, out, **more):
        environment = dict(os.environ, OUT=str(out), WORK=str(self.work / "work"),
                           HOME=str(self.work / "home"),
                           PATH=f"{self.work / 'bin'}:{os.environ['PATH']}")
        environment.pop("SANITIZER", None)
        return environment | more

    def build(self, out):
        done = subprocess.run([SOURCE / "fuzz" / "build.sh"], env=self.environment(out),
                              capture_output=True, text=True, cwd=SOURCE, timeout=60)
        return done.returncode, done.stderr

    def test_a_folder_that_is_somebodys_is_refused(self):
        full = self.work / "full"
        full.mkdir()
        (full / "theirs").touch()
        (self.work / "link").symlink_to(full)
        for out in ("/", self.work / "home", SOURCE, SOURCE.parent, ".", full, self.work / "link"):
            with self.subTest(out=out):
                code, said = self.build(out)
                self.assertEqual(code, 2, said)
                self.assertEqual(said.count("\n"), 1, said)
                self.assertIn("would be emptied", said)

    def test_a_new_an_empty_and_our_own_folder_are_taken(self):
        ours, empty, service = self.work / "ours", self.work / "empty", self.work / "service"
        for folder in ours, empty, service:
            folder.mkdir()
        (ours / ".ulna-fuzz-build").touch()
        (ours / "fuzz-model").touch()
        (service / "llvm-symbolizer").touch()  # as OSS-Fuzz does
        for out in (self.work / "new", empty, ours, service):
            with self.subTest(out=out):
                self.assertEqual(self.build(out)[0], 99)

    def test_the_services_flags_do_not_reach_the_references(self):
        flags = {name: "-fsanitize=fuzzer-no-link"
                 for name in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")}
        done = subprocess.run([SOURCE / "fuzz" / "build.sh"], capture_output=True, text=True,
                              cwd=self.work, timeout=60, env=self.environment("out", **flags))
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertIn("flags , -S", done.stdout)

    def test_folders_may_be_relative(self):
        done = subprocess.run([SOURCE / "fuzz" / "build.sh"], capture_output=True, text=True,
                              cwd=self.work, timeout=60, env=self.environment("out", WORK="work"))
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertIn(f"-B {(self.work / 'work').resolve()} ", done.stdout)


unittest.main(argv=sys.argv)
