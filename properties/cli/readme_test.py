"""Compiles and certifies the port in README.md with the README's own lines, installs ulna, and builds
the same port against the installed package.

usage: readme_test.py SOURCE_DIR ULNA_EXECUTABLE BUILD_DIR
"""
import pathlib
import re
import subprocess
import sys
import tempfile

CONSUMER = """cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(ulna REQUIRED)
add_library(my_port MODULE my_port.c)
target_link_libraries(my_port PRIVATE ulna::port m)
"""


def run(command, where, expected=0):
    done = subprocess.run(command, cwd=where, capture_output=True, text=True)
    if done.returncode != expected:
        sys.exit(f"{command}: exit code {done.returncode}, expected {expected}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def main():
    source, ulna, build = sys.argv[1:]
    readme = pathlib.Path(source, "README.md").read_text(encoding="utf-8")
    code = re.search(r"^```c\n(.*?)^```$", readme, re.M | re.S).group(1)
    if code.count("\n") > 40:
        sys.exit(f"the example port has {code.count(chr(10))} lines, promised are 40")
    compile_line = re.search(r"^cc .*$", readme, re.M).group(0)
    certify_line = re.search(r"^\./ulna certify --port \./my_port\.so.*$", readme, re.M).group(0)

    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "include").symlink_to(pathlib.Path(source, "include"))
        (work / "my_port.c").write_text(code, encoding="utf-8")
        run(compile_line.split(), work)
        run([ulna] + certify_line.split()[1:], work)

        run(["cmake", "--install", build, "--prefix", str(work / "prefix")], work)
        (work / "CMakeLists.txt").write_text(CONSUMER, encoding="utf-8")
        run(["cmake", "-G", "Ninja", "-B", "consumer", f"-DCMAKE_PREFIX_PATH={work / 'prefix'}"], work)
        run(["cmake", "--build", "consumer"], work)
        installed = str(work / "prefix" / "bin" / "ulna")
        run([installed, "list"], work)
        run([installed, "new-port", "--for", "plain-c"], work)
        run(["./my-port/build.sh"], work)
        run([installed, "certify", "--port", "./consumer/libmy_port.so", "--op", "slerp"],
            work)


main()
