#!/usr/bin/python3
"""launcher_test.py LAUNCHER: the script on other systems, beside another of itself, and where it may not write.

It runs from a checkout of its own, with a PATH that has the system's small tools and, for what installs,
configures, builds and tests, programs that say what they were told. LAUNCHER is the script `ulna`.
"""
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TOOLS = ("basename bash cat chmod cut dirname env find flock grep head id mkdir mktemp od readlink rm sed "
         "setpriv setsid sha256sum sleep tail tee tr true uname").split()
NOBODY = 65534
LONG = 60  # seconds on a busy machine

# Each adds a line to the log. `cmake` makes the folder of the build, `ninja` the program; what they are to
# wait for is a pipe that nobody writes to yet.
TOLD = 'echo "$(basename "$0") $*" >>"$LOG"\n'
CMAKE = """
while [ $# -gt 0 ]; do [ "$1" != -B ] || build=$2; shift; done
mkdir -p "$build" && : >"$build/CMakeCache.txt"
"""
NINJA = """
mkdir -p "$2/bin"
cat >"$2/bin/ulna" <<'END'
#!/bin/sh
echo "ulna $*"
for fd in /proc/$$/fd/*; do readlink "$fd"; done
case "$*" in *refused*) exit 2 ;; esac
END
chmod +x "$2/bin/ulna"
"""
WAITS = """
if [ -p "$PIPE" ]; then read -r line <"$PIPE"; fi
echo "$(basename "$0") goes on" >>"$LOG"
"""
LEAVES_A_DAEMON = "setsid sleep 1000 >/dev/null 2>&1 &\n"
NAMES = {
    "dnf": "dnf install gcc-c++ cmake ninja-build nasm boost-devel mpfr-devel fmt-devel cli11-devel "
           "json-devel assimp-devel zlib-devel openssl-devel libseccomp-devel zydis-devel "
           "tomlplusplus-devel elfutils-devel",
    "pacman": "pacman -S --needed gcc cmake ninja nasm boost mpfr fmt cli11 nlohmann-json assimp zlib "
              "openssl libseccomp zydis tomlplusplus libelf",
    "apk": "apk add g++ cmake samurai nasm boost-dev mpfr-dev fmt-dev cli11 nlohmann-json assimp-dev "
           "zlib-dev openssl-dev libseccomp-dev zydis-dev tomlplusplus-dev elfutils-dev",
    "brew": "brew install gcc cmake ninja nasm boost mpfr fmt cli11 nlohmann-json assimp zlib openssl@3 "
            "libseccomp zydis tomlplusplus elfutils",
}


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ulna-launcher-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.addCleanup(self.kill_what_is_left)
        self.folder.chmod(0o755)  # for nobody
        self.checkout, self.path = self.folder / "checkout", self.folder / "path"
        self.home = self.folder / "home"
        for folder in (self.checkout / "cmake", self.path, self.home):
            folder.mkdir(parents=True)
        shutil.copy(LAUNCHER, self.checkout)
        shutil.copy(LAUNCHER.parent / "cmake" / "elsewhere.sh", self.checkout / "cmake")
        for tool in TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool))
        self.log, self.pipe = self.folder / "log", self.folder / "pipe"
        self.log.touch()
        self.log.chmod(0o666)
        self.env = {"PATH": str(self.path), "HOME": str(self.home), "LOG": str(self.log),
                    "PIPE": str(self.pipe)}

    def fake(self, name, script=""):
        """The program of that name; the launcher may know its own of the system."""
        (self.path / name).unlink(missing_ok=True)
        (self.path / name).write_text("#!/bin/sh\n" + TOLD + script)
        (self.path / name).chmod(0o755)

    def fake_build(self, ninja=""):
        self.fake("cmake", CMAKE)
        self.fake("ninja", ninja + WAITS + NINJA)

    def start(self, *arguments, **options):
        return subprocess.Popen([self.checkout / "ulna", *arguments], env=self.env, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, cwd=self.folder, **options)

    def run_to(self, code, *arguments, **options):
        return self.ended(self.start(*arguments, **options), code)

    def ended(self, launcher, code=0):
        out, err = launcher.communicate(timeout=LONG)
        self.assertEqual(launcher.returncode, code, out + err)
        return out, err

    def line_of(self, launcher):
        """The first one that it says; nothing where it says none for long."""
        said, _, _ = select.select([launcher.stderr], [], [], LONG)
        return launcher.stderr.readline() if said else ""

    def told(self, start=""):
        return [line for line in self.log.read_text().splitlines() if line.startswith(start)]

    def wait_until(self, holds):
        end = time.monotonic() + LONG
        while not holds():
            self.assertLess(time.monotonic(), end, self.log.read_text())
            time.sleep(0.01)

    def processes(self):
        """Those that have this test's PATH. One that is ending has no environment any more."""
        mine = []
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdigit() and os.fsencode(self.path) in (process / "environ").read_bytes():
                    mine.append(int(process.name))
            except OSError:
                pass
        return mine

    def commands(self):
        commands = []
        for process in self.processes():
            try:
                commands.append(Path(f"/proc/{process}/cmdline").read_bytes())
            except OSError:
                pass  # it has ended meanwhile
        return commands

    def kill_what_is_left(self):
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        self.wait_until(lambda: not self.processes())

    def go_on(self):
        with open(self.pipe, "w") as pipe:
            pipe.write("\n")

    # --- Systems without apt-get ------------------------------------------------------------

    def test_each_system_is_told_its_own_names(self):
        for user, sudo in (("0", ""), ("1000", "sudo ")):
            for manager, line in NAMES.items():
                with self.subTest(manager=manager, user=user):
                    self.fake("id", f"echo {user}")
                    self.fake(manager)
                    _, err = self.run_to(2, "list")
                    (self.path / manager).unlink()
                    said = err.splitlines()
                    self.assertEqual(said[0], "ulna: what it needs: "
                                     + ("" if manager == "brew" else sudo) + line)
                    self.assertRegex(said[1], r"a container .* debian:12 ./ulna certify; or the \.tar\.gz")
                    self.assertEqual(said[2:], ["ulna: cmake is not installed"])
                    self.assertEqual(self.told(manager), [])  # installing is the user's

    def test_every_package_that_a_verdict_takes_has_a_name_everywhere(self):
        packages = re.search(r"build_packages=\((.*?)\)", LAUNCHER.read_text(), re.S).group(1).split()
        table = (LAUNCHER.parent / "cmake" / "elsewhere.sh").read_text()
        rows = dict(line.split(maxsplit=1)
                    for line in re.search(r"<<'END'\n(.*?)^END", table, re.S | re.M).group(1).splitlines())
        for package in packages:
            self.assertEqual(len(rows[package].split()), len(NAMES), package)

    def test_what_has_no_name_there_keeps_Debians(self):
        self.fake("dnf")
        _, err = self.run_to(2, "certify", "--port", "riscv64/scalar")
        self.assertIn("elfutils-devel; and what Debian calls g++-riscv64-linux-gnu qemu-user\n", err)
        (self.path / "dnf").unlink()
        _, err = self.run_to(2, "list")
        self.assertIn("what it needs: what Debian calls g++ cmake ninja-build nasm", err)

    def test_with_all_there_it_builds_and_runs(self):
        self.fake_build()
        self.fake("dnf")
        out, err = self.run_to(0, "list", "--json")
        self.assertEqual(out.splitlines()[0], "ulna list --json")
        self.assertEqual(err, "")
        self.assertEqual(self.told("dnf"), [])

    def test_where_configuring_fails_it_names_the_packages(self):
        self.fake_build()
        self.fake("cmake", "echo 'no MPFR here'; exit 1")
        self.fake("pacman")
        _, err = self.run_to(2, "list")
        self.assertIn("no MPFR here\nulna: what it needs: ", err)
        self.assertTrue(err.endswith("ulna: configuring failed\n"), err)

    def test_ports_are_judged_on_linux_alone(self):
        self.fake("uname", "case $1 in -s) echo Darwin ;; *) echo x86_64 ;; esac")
        _, err = self.run_to(2, "certify")
        self.assertRegex(err, r"\Aulna: ports are judged on Linux alone; a container .* ./ulna certify\n\Z")
        self.assertFalse((self.checkout / "build").exists())

    # --- apt-get ----------------------------------------------------------------------------

    def fake_debian(self, missing, apt_get="", apt_cache=""):
        """Debian without these packages, and root."""
        self.fake("id", "echo 0")
        self.fake("dpkg-query", f"case \" {missing} \" in *\" $4 \"*) exit 1 ;; esac\n"
                                "printf 'install ok installed'")
        self.fake("apt-get", apt_get)
        self.fake("apt-cache", apt_cache)

    def test_apt_installs_what_is_missing_and_no_more(self):
        self.fake_build()
        self.fake_debian("nasm libdw-dev")
        _, err = self.run_to(0, "list")
        self.assertEqual(err, "ulna: installing nasm libdw-dev\n")
        self.assertEqual(self.told("apt-get")[1].split()[-2:], ["nasm", "libdw-dev"])

    def test_a_release_without_a_package_is_named_a_way_out(self):
        self.fake_build()
        self.fake_debian("nasm clang-14", apt_get="[ $1 = update ] || { echo 'E: no clang-14'; exit 100; }",
                         apt_cache="[ $2 != clang-14 ] || exit 100")
        _, err = self.run_to(2, "coverage")
        self.assertIn("E: no clang-14", err)
        self.assertRegex(err, r"ulna: apt-get knows no clang-14: .* debian:12 ./ulna\n\Z")

    def test_a_release_with_an_old_cmake_is_named_a_way_out(self):
        self.fake_build()
        self.fake("cmake", "echo 'CMake 3.25 or higher is required.'; exit 1")
        self.fake_debian("")
        _, err = self.run_to(2, "list")
        self.assertRegex(err, r"\ACMake 3\.25 .*\nulna: where this is not Debian 12, a container .*\n"
                              r"ulna: configuring failed\n\Z")

    def test_libraries_for_32_bits_are_those_of_the_compiler(self):
        self.fake_build()
        self.fake_debian("lib32stdc++-13-dev")
        self.fake("g++", "echo 13")
        (self.folder / "port.so").write_bytes(b"\x7fELF" + bytes(14) + b"\3\0")
        _, err = self.run_to(0, "certify", "--port", "port.so")
        self.assertEqual(err, "ulna: installing lib32stdc++-13-dev\n")

    def test_a_network_that_fails_is_no_other_release(self):
        self.fake_build()
        self.fake_debian("nasm", apt_get="exit 100")
        _, err = self.run_to(2, "list")
        self.assertIn("ulna: apt-get failed; check the network, or install by hand: nasm\n", err)

    # --- Two in one checkout ----------------------------------------------------------------

    def test_the_second_waits_for_the_first(self):
        self.fake_build()
        os.mkfifo(self.pipe)
        first = self.start("list")
        self.wait_until(lambda: self.told("ninja"))
        second = self.start("list")
        self.assertEqual(self.line_of(second),
                         "ulna: waiting for another ./ulna that is building in this checkout\n")
        self.assertEqual(len(self.told("cmake")), 1)
        self.go_on()
        self.wait_until(lambda: len(self.told("ninja")) > 2)
        self.ended(first)
        self.go_on()
        _, err = self.ended(second)
        self.assertNotIn("waiting", err)  # said once
        self.assertEqual([line.split()[1] for line in self.told("ninja")], ["-C", "goes"] * 2)

    def test_two_tests_wait_and_a_verdict_does_not_wait_for_them(self):
        self.fake_build()
        self.fake("ctest", WAITS)
        self.fake("ninja", NINJA)
        os.mkfifo(self.pipe)
        first = self.start("test", "--seed", "1")
        self.wait_until(lambda: self.told("ctest"))
        second = self.start("test", "--seed", "1")
        self.assertEqual(self.line_of(second),
                         "ulna: waiting for another ./ulna that is testing in this checkout\n")
        self.run_to(0, "list")
        self.assertEqual(len(self.told("ctest")), 1)
        for launcher, tests in ((first, 2), (second, 2)):
            launcher.kill()
            launcher.communicate(timeout=LONG)
            self.wait_until(lambda: len(self.told("ctest")) == tests)
        self.wait_until(lambda: not self.processes())

    def test_one_that_is_killed_leaves_no_lock_and_no_process(self):
        for killer in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(killer=killer):
                self.fake_build()
                os.mkfifo(self.pipe)
                before = len(self.told("ninja -C"))
                first = self.start("list")
                self.wait_until(lambda: len(self.told("ninja -C")) > before)
                alone = set(self.processes())
                second = self.start("list")  # waiting, it is killed as well
                self.wait_until(lambda: b"flock\x009\0" in self.commands())
                for launcher, left in ((second, alone), (first, set())):
                    launcher.send_signal(killer)
                    launcher.communicate(timeout=LONG)
                    self.assertEqual(launcher.returncode, -killer)
                    self.wait_until(lambda: set(self.processes()) == left)
                self.pipe.unlink()
                _, err = self.run_to(0, "list")
                self.assertEqual(err, "")

    def test_nothing_inherits_the_lock(self):
        self.fake_build(ninja=LEAVES_A_DAEMON)
        out, _ = self.run_to(0, "list")
        self.assertIn("ulna list", out)
        self.assertNotIn(".lock", out)
        self.assertTrue(self.processes())  # the daemon
        _, err = self.run_to(0, "list")
        self.assertEqual(err, "")

    def test_it_goes_on_without_flock_and_setpriv(self):
        for tool in ("flock", "setpriv"):
            (self.path / tool).unlink()
        self.fake_build()
        self.assertEqual(self.run_to(0, "list")[1], "")

    # --- What is left behind ----------------------------------------------------------------

    def test_a_short_build_is_not_mentioned_and_leaves_no_process(self):
        self.fake_build()
        _, err = self.run_to(0, "list")
        self.assertEqual(self.processes(), [])
        self.assertEqual(err, "")

    def test_a_long_build_is_mentioned_once(self):
        self.fake_build()
        os.mkfifo(self.pipe)
        launcher = self.start("list")
        self.assertEqual(self.line_of(launcher),
                         "ulna: building (default); the first time takes a few minutes\n")
        self.go_on()
        _, err = self.ended(launcher)
        self.assertEqual(err, "")
        self.assertEqual(self.processes(), [])

    def test_options_that_are_refused_build_no_fuzz_targets(self):
        self.fake_build()
        self.run_to(2, "fuzz", "--for", "refused")
        self.assertEqual(len(self.told("cmake")), 1)
        self.assertEqual(len(self.told("ninja -C")), 1)
        self.run_to(0, "fuzz", "--for", "8h")
        self.assertIn("fuzz_targets", self.told("ninja -C")[-1])

    # --- A checkout that cannot be written --------------------------------------------------

    def as_nobody(self):
        """Root may write anywhere: another user then, where we are root."""
        if os.getuid() != 0:
            self.checkout.chmod(0o555)
            self.addCleanup(self.checkout.chmod, 0o755)
            return {}
        os.chown(self.home, NOBODY, NOBODY)
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def builds(self, cache):
        folders = list((cache / "ulna").iterdir())
        self.assertEqual(len(folders), 1)
        self.assertRegex(folders[0].name, r"\A[0-9a-f]{16}\Z")
        return folders[0]

    def test_a_checkout_that_cannot_be_written_is_built_in_the_cache(self):
        self.fake_build()
        nobody = self.as_nobody()
        for variable, cache in ((None, self.home / ".cache"), ("relative", self.home / ".cache"),
                                (str(self.home / "my cache"), self.home / "my cache")):
            with self.subTest(variable=variable):
                shutil.rmtree(cache, ignore_errors=True)
                if variable:
                    self.env["XDG_CACHE_HOME"] = variable
                out, err = self.run_to(0, "list", **nobody)
                builds = self.builds(cache)
                self.assertEqual(err, f"ulna: {self.checkout}/build cannot be written; "
                                      f"building in {builds}\n")
                self.assertEqual(out.splitlines()[0], "ulna list")
                self.assertIn(f"-B {builds}/default", self.told("cmake")[-1])
                self.assertEqual(self.run_to(0, "list", **nobody)[1], "")  # said once
        self.assertEqual(sorted(path.name for path in self.checkout.iterdir()), ["cmake", "ulna"])

    def test_what_commands_keep_of_their_own_follows(self):
        self.fake_build()
        for name in ("plain", "glm"):
            (self.checkout / "examples" / name).mkdir(parents=True)
            (self.checkout / "examples" / name / "build.sh").write_text("# Needs: libglm-dev\n")
        self.run_to(0, "scorecard", **self.as_nobody())
        self.assertTrue((self.builds(self.home / ".cache") / "scorecard").is_dir())
        self.assertFalse((self.checkout / "build").exists())

    def test_where_nothing_can_be_written_one_line_says_so(self):
        self.fake_build()
        nobody = self.as_nobody()
        for home in ("/proc", None):
            with self.subTest(home=home):
                self.env.pop("HOME")
                if home:
                    self.env["HOME"] = home
                _, err = self.run_to(2, "list", **nobody)
                self.env.setdefault("HOME", "")
                self.assertRegex(err, rf"\Aulna: neither {self.checkout}/build nor \S+ can be written; "
                                      r"set XDG_CACHE_HOME to a folder that can\n\Z")


if __name__ == "__main__":
    LAUNCHER = Path(sys.argv.pop(1)).resolve()
    unittest.main()
