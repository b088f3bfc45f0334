#!/usr/bin/python3
"""fuzz_scripts_test.py: what fuzz/touched.sh says of a change, what fuzz/build.sh refuses, and what a
service is given: contrib/clusterfuzzlite, and the options and dictionaries of the targets."""
import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import yaml

SOURCE = Path(__file__).resolve().parent.parent.parent
FOLDER = SOURCE / "contrib" / "clusterfuzzlite"


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

    def run_script(self, *arguments, script=SOURCE / "fuzz" / "build.sh", **more):
        return subprocess.run([script, *arguments], capture_output=True, text=True, cwd=self.work,
                              timeout=60, env=self.environment(self.work / "out", **more))

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
        done = self.run_script(**{name: "-fsanitize=fuzzer-no-link"
                                  for name in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")})
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertIn("flags , -S", done.stdout)

    def test_folders_may_be_relative(self):
        done = self.run_script(WORK="work")
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertIn(f"-B {(self.work / 'work').resolve()} ", done.stdout)

    def test_other_sanitizers_are_refused(self):
        done = self.run_script(SANITIZER="memory")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_the_services_script_calls_ours_and_lets_warnings_pass(self):
        (self.work / "ulna").symlink_to(SOURCE)
        done = self.run_script(script=FOLDER / "build.sh", SRC=str(self.work))
        self.assertEqual(done.returncode, 99, done.stderr)
        self.assertTrue(done.stdout.endswith(" -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w\n"), done.stdout)

    def flags_of_a_project(self, sanitizer, options):
        """Of CMake's own, with a project that has no more than what takes the flags."""
        done = self.run_script(SANITIZER=sanitizer)
        self.assertEqual(done.returncode, 99, done.stderr)
        given = re.findall(r"-[DU](?:CMAKE_PROJECT_|ULNA_FUZZ_INSTEAD)\S*", done.stdout)
        (self.work / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(ulna LANGUAGES NONE)\n"
            "add_library(ulna_instrumented INTERFACE)\n"
            f"target_compile_options(ulna_instrumented INTERFACE {options})\n"
            f"target_link_options(ulna_instrumented INTERFACE {options})\n"
            "set(of $<TARGET_PROPERTY:ulna_instrumented,INTERFACE_)\n"
            'file(GENERATE OUTPUT flags CONTENT "${of}COMPILE_OPTIONS> ${of}LINK_OPTIONS>")\n')
        done = subprocess.run(["cmake", *given, "-B", self.work / "tree", self.work],
                              capture_output=True, text=True, timeout=60)
        return (self.work / "tree" / "flags").read_text() if done.returncode == 0 else done.stderr

    def test_a_sanitizer_takes_the_place_of_the_address_sanitizer(self):
        for sanitizer, flags in {"address": "-fsanitize=address", "coverage":
                                 "-fprofile-instr-generate;-fcoverage-mapping", "undefined":
                                 "-fsanitize=undefined;-fno-sanitize-recover=all"}.items():
            with self.subTest(sanitizer=sanitizer):
                self.assertEqual(self.flags_of_a_project(sanitizer, "-g1 -fsanitize=address -O1"),
                                 f"-g1;{flags};-O1 -g1;{flags};-O1")
        self.assertIn("has no address sanitizer", self.flags_of_a_project("undefined", "-g1"))


class ServiceTest(unittest.TestCase):
    """What a service reads, and we only write."""

    def test_the_image_installs_what_the_launcher_does(self):
        image = (FOLDER / "Dockerfile").read_text()
        packages = re.search(r"build_packages=\((.*?)\)", (SOURCE / "ulna").read_text(), re.DOTALL)
        installed = re.search(r"apt-get install (.*?[^\\])\n", image, re.DOTALL)
        # Its CMake is newer than that of the package.
        self.assertLessEqual(set(packages.group(1).split()) - {"cmake"}, set(installed.group(1).split()))

    def test_image_and_project_are_of_one_system(self):
        project = yaml.safe_load((FOLDER / "project.yaml").read_text())
        self.assertEqual(project["language"], "c++")
        self.assertIn(f"\nFROM gcr.io/oss-fuzz-base/base-builder:{project['base_os_version']}\n",
                      (FOLDER / "Dockerfile").read_text())

    def test_options_and_dictionaries_are_of_targets_and_can_be_read(self):
        targets = SOURCE / "fuzz" / "targets"
        parsers = set(re.findall(r"\nulna_add_target\((\w+)", (targets / "CMakeLists.txt").read_text()))
        self.assertGreaterEqual(len(parsers), 4)
        options = {path.stem: configparser.ConfigParser() for path in targets.glob("*.options")}
        self.assertEqual(set(options), parsers | {"operation"})
        for name, parser in options.items():
            with self.subTest(name=name):
                parser.read(targets / f"{name}.options")
                self.assertLessEqual(set(parser), {"DEFAULT", "libfuzzer", "asan", "ubsan"})
                for _, value in (pair for section in parser.values() for pair in section.items()):
                    self.assertRegex(value, r"^\d+$")  # a service splits at blanks and colons
        dictionaries = list(targets.glob("*.dict"))
        self.assertEqual({path.stem for path in dictionaries}, parsers)
        for path in dictionaries:
            for line in path.read_text().splitlines():
                self.assertRegex(line, r'^(#.*|"([^"\\]|\\["\\]|\\x[0-9a-f]{2})+")$', path.name)


TARGET = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
volatile int sum, *at = (int*)&sum;
int shared(void);
#define TEN(x) x x x x x x x x x x
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  int (*load)(const char*) = atoi; (void)load;
  TEN(TEN(TEN(if (size > 3 && data[size / 2] == sum) sum += at[size % 1];)))
  if (size > 3 && memcmp(data, "seed", 4) == 0) abort();
  return EXTRA;
}
"""


@unittest.skipUnless(shutil.which("clang-14"), "it takes clang-14")
class CheckBuildTest(unittest.TestCase):
    """Builds that OSS-Fuzz would refuse, and one that it would not."""

    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-check-build-test-"))
        self.addCleanup(shutil.rmtree, self.work)
        self.out = self.work / "out"
        (self.out / "lib").mkdir(parents=True)

    def compile(self, *flags, extra="0"):
        (self.work / "target.c").write_text(TARGET)
        subprocess.run(["clang-14", "-O0", f"-DEXTRA={extra}", self.work / "target.c", *flags,
                        "-static-libstdc++", "-static-libgcc", "-o", self.out / "fuzz-x"], check=True,
                       timeout=60)
        self.seed(b"harmless")

    def seed(self, content):
        with zipfile.ZipFile(self.out / "fuzz-x_seed_corpus.zip", "w") as archive:
            archive.writestr("seed", content)

    def check(self, *arguments):
        done = subprocess.run([FOLDER / "check_build.py", self.out, *arguments], capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_what_it_would_take(self):
        self.compile("-fsanitize=fuzzer,address")
        self.assertEqual(self.check(), (0, "fuzz-x: good\n1 targets, 0 libraries: all good\n"))
        self.seed(b"seed")
        self.assertIn("of 1 seeds", self.check()[1])
        (self.out / "fuzz-x_seed_corpus.zip").unlink()
        (self.out / "fuzz-x.options").write_text("[libfuzzer]\nmax_len = 8\n[asan]\nno_such = 1\n")
        (self.out / "fuzz-x.dict").write_text("no word\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("exit code 1 of 4 runs", said)
        self.assertIn("it has no seeds", said)
        self.assertIn("calls of __ubsan, and it takes", self.check("--sanitizer=undefined")[1])

    def test_what_is_not_instrumented(self):
        self.compile("-fsanitize=fuzzer")
        self.assertIn("calls of __asan, and it takes 1000", self.check()[1])

    def test_a_library_from_elsewhere(self):
        (self.work / "shared.c").write_text("int shared(void) { return 0; }\n")
        library = self.out / "lib" / "libshared.so"
        subprocess.run(["clang-14", "-shared", "-o", library, self.work / "shared.c"], check=True)
        flags = ["-fsanitize=fuzzer,address", f"-L{library.parent}", "-lshared"]
        self.compile(*flags, "-Wl,-rpath,$ORIGIN/lib", extra="shared()")
        self.assertEqual(self.check(), (0, "fuzz-x: good\n1 targets, 1 libraries: all good\n"))
        self.compile(*flags, f"-Wl,-rpath,{library.parent}", extra="shared()")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn(f"libshared.so is taken from {library}", said)
        self.assertIn(f"it looks for libraries in {library.parent}", said)

    def test_no_target(self):
        self.assertEqual(self.check(), (1, "no targets\n"))


unittest.main(argv=sys.argv)
