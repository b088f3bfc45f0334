#!/usr/bin/python3
"""packages_test.py ULNA SOURCE BUILD: makes the packages of a build, and looks at what is in them.

What is unpacked certifies a port from there, and refutes one. Needs lintian, and all that packing does.
"""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

# What systems other than Debian 12 have to have, at least: docs/packaging.md says which do.
HIGHEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}
OF_THE_SYSTEM = re.compile(r"(lib(c|m|stdc\+\+|gcc_s)\.so\.|ld-linux)")
X86_64 = 62  # in e_machine


def run(*command, expected=0, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != expected:
        raise AssertionError(f"{command}: exit code {done.returncode}, expected {expected}\n"
                             f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def files_in(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def machine_of(path):
    """The machine's number of an ELF file; of others None."""
    with open(path, "rb") as file:
        begin = file.read(20)
    return int.from_bytes(begin[18:20], "little") if begin.startswith(b"\x7fELF") else None


def own_elf(folder):
    return [path for path in folder.rglob("*") if path.is_file() and machine_of(path) == X86_64]


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        top = Path(cls.temporary.name)
        cls.packages = top / "packages"
        run("cpack", "--config", str(BUILD / "CPackConfig.cmake"), "-B", str(cls.packages))
        cls.debs = sorted(cls.packages.glob("*.deb"))
        cls.roots = {}
        for deb in cls.debs:
            name = deb.name.split("_")[0]
            cls.roots[name] = top / name
            run("dpkg-deb", "-x", str(deb), str(cls.roots[name]))
        tarball, = cls.packages.glob("*.tar.gz")
        cls.elsewhere = top / "another place"  # with a blank in its name
        cls.elsewhere.mkdir()
        run("tar", "xf", str(tarball), "-C", str(cls.elsewhere))
        cls.unpacked, = cls.elsewhere.iterdir()

    def certify(self, ulna, *arguments, expected):
        with tempfile.TemporaryDirectory() as folder:
            # Nothing of this environment says where libraries are.
            return run(str(ulna), "certify", *arguments, cwd=folder, expected=expected,
                       env={"PATH": "/usr/bin:/bin", "HOME": folder})

    def test_there_are_two_debian_packages_that_lintian_accepts(self):
        self.assertEqual([deb.name.split("_")[0] for deb in self.debs], ["libulna-dev", "ulna"])
        root = ["--allow-root"] if os.getuid() == 0 else []
        said = run("lintian", *root, "--fail-on", "error,warning", *map(str, self.debs))
        self.assertEqual(said, "")

    def test_every_override_says_why(self):
        reason = False
        for line in (SOURCE / "packaging/debian/ulna.lintian-overrides").read_text().splitlines():
            if line.startswith("# "):
                reason = True
            elif not line:
                reason = False
            else:
                self.assertTrue(reason, f"no reason above: {line}")

    def test_the_command_has_all_that_is_built(self):
        def private(folder):
            return {name for name in files_in(folder) if name.startswith(("ulna-", "ports/"))}

        built = private(BUILD / "lib/ulna")
        self.assertIn("ports/best.so", built)
        self.assertEqual(private(self.roots["ulna"] / "usr/lib/ulna"), built)
        self.assertEqual(private(self.unpacked / "lib/ulna"), built)

    def test_headers_are_in_the_other_package_alone(self):
        headers = ["include/" + name for name in files_in(SOURCE / "include/ulna")]
        of_dev = files_in(self.roots["libulna-dev"] / "usr")
        self.assertEqual(len([name for name in of_dev if name.endswith(".h")]), len(headers))
        self.assertIn("lib/cmake/ulna/ulnaConfig.cmake", of_dev)
        self.assertEqual([name for name in files_in(self.roots["ulna"]) if name.endswith((".h", ".cmake"))], [])

    def test_the_package_of_headers_serves_a_cmake_project(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(port C)\n"
                "find_package(ulna 0.0 QUIET)\n"
                "if(ulna_FOUND)\n  message(FATAL_ERROR \"0.1 for 0.0\")\nendif()\n"
                "find_package(ulna 0.1 REQUIRED)\n"
                "add_library(port MODULE port.c)\ntarget_link_libraries(port PRIVATE ulna::port m)\n")
            shutil.copy(SOURCE / "examples/plain-c/port.c", folder)
            run("cmake", "-G", "Ninja", "-B", "build", f"-DCMAKE_PREFIX_PATH={self.roots['libulna-dev']}/usr",
                cwd=folder)
            run("cmake", "--build", "build", cwd=folder)
            self.assertIn(" T ulna_port_v1", run("nm", "-D", f"{folder}/build/libport.so"))

    def test_the_recipes_install_the_same_headers(self):
        """As vcpkg and Conan configure it, of the files that Conan takes along."""
        conan = (SOURCE / "packaging/conan/conanfile.py").read_text()
        compile(conan, "conanfile.py", "exec")
        for recipe in (conan, (SOURCE / "packaging/vcpkg/ulna/portfile.cmake").read_text()):
            self.assertIn("ULNA_ONLY_HEADERS", recipe)
        with tempfile.TemporaryDirectory() as folder:
            for pattern in re.findall(r'"(.+?)"', re.search(r"for pattern in \((.*)\):", conan).group(1)):
                for path in SOURCE.glob(pattern.replace("*", "**/*")):
                    if path.is_file():
                        copy = Path(folder, "source", path.relative_to(SOURCE))
                        copy.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy(path, copy)
            run("cmake", "-G", "Ninja", "-S", f"{folder}/source", "-B", f"{folder}/build", "-DULNA_ONLY_HEADERS=ON")
            run("cmake", "--install", f"{folder}/build", "--prefix", f"{folder}/prefix")
            installed = files_in(Path(folder, "prefix"))
        packaged = [name for name in files_in(self.roots["libulna-dev"] / "usr") if not name.startswith("share/")]
        self.assertEqual(installed, packaged)

    def test_what_is_unpacked_elsewhere_certifies_and_refutes(self):
        ulna = self.unpacked / "bin/ulna"
        self.assertIn("certified", self.certify(ulna, "--port", "sse", "--op", "bone_offset_matrices", expected=0))
        self.assertIn("refuted", self.certify(ulna, "--port", "published", "--op", "slerp_joints", expected=1))
        loaded = run("ldd", str(ulna))
        self.assertIn(f"{self.unpacked}/lib/ulna/bundled/libmpfr.so.6", loaded.replace("bin/../", ""))

    def test_models_and_ports_of_several_threads_load_elsewhere(self):
        """What needs bundled libraries beside the command itself."""
        said = run(str(self.unpacked / "bin/ulna"), "list", env={"PATH": "/usr/bin:/bin"})
        self.assertRegex(said, r"\n  openmp +needs ")
        models = Path("/usr/share/assimp/models")
        said = run(str(self.unpacked / "bin/ulna"), "inspect", str(models / "X/Testwuson.X"),
                   env={"PATH": "/usr/bin:/bin"})
        self.assertIn("influences", said)

    def test_every_library_is_bundled_or_of_every_system(self):
        bundled = set(os.listdir(self.unpacked / "lib/ulna/bundled"))
        for path in own_elf(self.unpacked):
            dynamic = run("readelf", "-dW", str(path))
            needed = [name for name in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)
                      if not OF_THE_SYSTEM.match(name)]
            self.assertLessEqual(set(needed), bundled, path.name)
            self.assertNotIn("(RPATH)", dynamic, path.name)
            runpath = re.findall(r"\(RUNPATH\).*\[(.*)\]", dynamic)
            self.assertEqual(len(runpath), 1 if needed else 0, path.name)
            for where in runpath:
                folder = where.replace("$ORIGIN", str(path.parent))
                self.assertTrue(os.path.samefile(folder, self.unpacked / "lib/ulna/bundled"), path.name)
        for path in own_elf(self.roots["ulna"]):
            self.assertNotIn("(RUNPATH)", run("readelf", "-dW", str(path)), path.name)

    def test_ports_are_the_same_in_both_kinds(self):
        """What is judged is what is packaged: a RUNPATH more, and less is known of a port."""
        ports = self.roots["ulna"] / "usr/lib/ulna/ports"
        changed = [name for name in files_in(ports)
                   if (ports / name).read_bytes() != (self.unpacked / "lib/ulna/ports" / name).read_bytes()]
        self.assertEqual(changed, ["openmp.so"])

    def test_older_systems_have_what_is_wanted_of_them(self):
        for name, highest in HIGHEST.items():
            wanted = {}
            for path in own_elf(self.unpacked):
                for version in re.findall(rf"\b{name}_([0-9.]+)\b", run("readelf", "-VW", str(path))):
                    # Of what a library defines, too: the bundled ones define none of these.
                    wanted[tuple(map(int, version.split(".")))] = path.name
            most = max(wanted)
            print(f"{name}_{'.'.join(map(str, most))} is the highest that the .tar.gz wants: {wanted[most]}")
            self.assertLessEqual(most, highest)

    def test_bundled_libraries_come_with_licence_and_source(self):
        folder = self.unpacked / "share/doc/ulna/bundled"
        table = dict(re.findall(r"^(\S+\.so\S*): (\S+), source \S+ \S+$", (folder / "README").read_text(), re.M))
        self.assertEqual(set(table), set(os.listdir(self.unpacked / "lib/ulna/bundled")))
        for package in table.values():
            text = (folder / f"{package}.copyright").read_text(encoding="utf-8", errors="replace")
            for licence in re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", text):
                self.assertTrue((folder / licence).is_file(), f"{package}: {licence}")

    def test_no_file_names_the_folder_that_it_was_built_in(self):
        for root in (*self.roots.values(), self.unpacked):
            for name in files_in(root):
                data = (root / name).read_bytes()
                if name.endswith(".gz"):
                    data = gzip.decompress(data)
                for folder in (SOURCE, BUILD):
                    self.assertFalse(str(folder).encode() + b"/" in data, f"{name} names {folder}")

    def test_a_plain_install_has_no_files_of_packages(self):
        with tempfile.TemporaryDirectory() as prefix:
            run("cmake", "--install", str(BUILD), "--prefix", prefix)
            installed = files_in(Path(prefix))
        self.assertIn("bin/ulna", installed)
        self.assertIn("include/ulna/port.h", installed)
        self.assertEqual([name for name in installed if not re.match("(bin|include|lib|share/doc/ulna)/", name)], [])


class Versions(unittest.TestCase):
    """What docs/compatibility.md promises is what this build has."""

    def test_one_version_everywhere(self):
        version = re.search(r"project\(ulna VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
        newest = re.search(r"^## (\S+) ", (SOURCE / "CHANGELOG.md").read_text(), re.M).group(1)
        recipe = json.loads((SOURCE / "packaging/vcpkg/ulna/vcpkg.json").read_text())["version-semver"]
        self.assertEqual((newest, recipe), (version, version))
        with gzip.open(BUILD / "packaging/files/changelog.Debian.gz", "rt") as file:
            self.assertTrue(file.read().startswith(f"ulna ({version}-"))

    def promised(self, title):
        text = (SOURCE / "docs/compatibility.md").read_text(encoding="utf-8")
        part = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)
        rows = {}
        for names, version in re.findall(r"^\| (`.*`) \| (\d+) \|$", part, re.M):
            for name in re.findall(r"`(.+?)`", names):
                self.assertNotIn(name, rows)
                rows[name] = version
        return rows

    def test_contracts(self):
        self.assertEqual(self.promised("Contract versions"),
                         dict(re.findall(r"^  (\S+) +contract version (\d+)", run(ULNA, "list"), re.M)))

    def test_profiles(self):
        said = run(ULNA, "contract", "--profile")
        self.assertEqual(self.promised("Profile versions"),
                         dict(re.findall(r"^(\S+), profile version (\d+)$", said, re.M)))

    def test_formats(self):
        schema = json.loads((SOURCE / "report/certificate.schema.json").read_text())
        certificate = re.search(r"urn:ulna:certificate:(\d+)", json.dumps(schema)).group(1)
        units = re.search(r"urn:ulna:units:(\d+)", (SOURCE / "shards/unit_file.cpp").read_text()).group(1)
        case = re.search(r"ulna-case (\d+)", (SOURCE / "cases/case_file.cpp").read_text()).group(1)
        port = re.search(r"ulna_port_v(\d+)\(void\)", (SOURCE / "include/ulna/port.h").read_text()).group(1)
        self.assertEqual(self.promised("Formats and interfaces"),
                         {"ulna_port_v": port, "urn:ulna:certificate:": certificate, "urn:ulna:units:": units,
                          "ulna-case": case})


if __name__ == "__main__":
    ULNA, SOURCE, BUILD = sys.argv[1], *(Path(path).resolve() for path in sys.argv[2:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
