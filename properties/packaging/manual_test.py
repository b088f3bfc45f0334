#!/usr/bin/python3
"""manual_test.py ULNA FILES: man pages and completions have what --help has.

FILES is the folder that packaging/write_files.py wrote. Needs mandoc, bash, zsh and fish.
"""
import gzip
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SECTION = re.compile(r"^(Positionals|Options|Subcommands):$")


def help_of(*words):
    return subprocess.run([*words, "--help"], executable=ULNA, capture_output=True, text=True, check=True).stdout


def commands(*words):
    """All commands, as typed, with what they say."""
    text = help_of(*words)
    yield words, text
    below = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    for name in re.findall(r"^  (\S+)", below.group(1) if below else "", re.M):
        yield from commands(*words, name)


def words_of(text):
    return [word.strip(".,:()").lower() for word in text.split()]


def options_of(text):
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", text, re.M))


class ManPages(unittest.TestCase):
    def pages(self):
        for words, text in commands("ulna"):
            path = FILES / "man" / f"{'-'.join(words)}.1.gz"
            with tempfile.NamedTemporaryFile(suffix=".1") as page:
                page.write(gzip.decompress(path.read_bytes()))
                page.flush()
                yield words, text, page.name

    def test_a_page_for_every_command_and_no_other(self):
        self.assertEqual({path.name for path in (FILES / "man").iterdir()},
                         {f"{'-'.join(words)}.1.gz" for words, _ in commands("ulna")})

    def test_pages_are_well_formed(self):
        for words, _, page in self.pages():
            said = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
            self.assertEqual((said.returncode, said.stdout), (0, ""), words)

    def test_a_page_has_every_word_of_help(self):
        for words, text, page in self.pages():
            shown = subprocess.run(["mandoc", "-Tutf8", page], capture_output=True, text=True, check=True).stdout
            shown = words_of(re.sub(".\b", "", shown))  # bold is written twice
            lines = [line for line in text.replace("Usage:", "").splitlines() if not SECTION.match(line)]
            for word in words_of("\n".join(lines)):
                self.assertIn(word, shown, words)
                shown.remove(word)  # as often as it says it


# What is typed, and some of what may follow.
TYPED = {
    "ulna certi": ["certify"],
    "ulna certify --juni": ["--junit"],
    "ulna certify --port asm_": ["asm_avx2"],
    "ulna certify --port aarch64/n": ["aarch64/neon"],
    "ulna certify --op slerp_j": ["slerp_joints"],
    "ulna certify --require fu": ["full"],
    "ulna contract --profile t-": ["t-in-0-1"],
    "ulna new-port --for plain": ["plain-c"],
    "ulna sweep recip": ["reciprocal_sqrt"],
    "ulna corpus rep": ["replay"],
    "ulna corpus replay --di": ["--dir"],
    "ulna replay --calls": ["--calls-before"],
    "ulna certify --port ./your": ["./yours.so"],
    "ulna certify your": ["yours.so"],
}


class Shells(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        Path(self.folder.name, "yours.so").touch()
        self.typed = dict(TYPED)
        if "aarch64/neon" not in (FILES / "ulna").read_text():  # no compiler for that machine was here
            del self.typed["ulna certify --port aarch64/n"]

    def run_shell(self, *command):
        done = subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True,
                              env={"PATH": os.environ["PATH"], "HOME": self.folder.name, "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def bash(self, typed):
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '_ulna; printf "%s\\n" "${COMPREPLY[@]}"')
        words = typed.split(" ")
        return self.run_shell("bash", "--norc", "-c", script, "bash", FILES / "ulna", *words).splitlines()

    def fish(self, typed):
        said = self.run_shell("fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]',
                              FILES / "ulna.fish", typed)
        return [line.split("\t")[0] for line in said.splitlines()]

    def test_bash(self):
        for typed, expected in self.typed.items():
            self.assertEqual(self.bash(typed), expected, typed)
        # Bash takes a = for a word of its own.
        self.assertEqual(self.bash("ulna certify --port = asm_"), ["asm_avx2"])
        self.assertIn("best", self.bash("ulna certify --port ="))

    def test_bash_has_every_option(self):
        for words, text in commands("ulna"):
            self.assertLessEqual(options_of(text), set(self.bash(" ".join([*words, "--"]))), words)

    def test_fish(self):
        for typed, expected in self.typed.items():
            self.assertEqual(self.fish(typed), expected, typed)

    def test_fish_has_every_option(self):
        for words, text in commands("ulna"):
            self.assertLessEqual(options_of(text), set(self.fish(" ".join([*words, "--"]))), words)

    def test_zsh(self):
        shell = Zsh(self.folder.name)
        self.addCleanup(shell.close)
        for typed, expected in self.typed.items():
            shell.complete(typed)
            for word in expected:
                self.assertTrue(shell.shows(word), f"{typed}: {shell.seen}")


class Zsh:
    """An interactive zsh at a terminal: its completion works nowhere else."""

    def __init__(self, folder):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", HOME=folder, LC_ALL="C.UTF-8", PS1="")
            os.execvp("zsh", ["zsh", "-f", "-i"])
        self.seen = ""
        self.say("PS1=; unsetopt zle_bracketed_paste; fpath=(" + str(FILES) + " $fpath); "
                 "autoload -U compinit; compinit -D -u; echo rea''dy\n")
        assert self.shows("ready"), self.seen

    def say(self, text):
        self.seen = ""
        os.write(self.terminal, text.encode())

    def complete(self, typed):
        self.say("\x15" + typed + "\t")  # Control-U: what was typed before is gone

    def shows(self, expected):
        """Whether the terminal shows it within a while."""
        until = time.monotonic() + 20
        while expected not in self.seen and time.monotonic() < until:
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.seen += os.read(self.terminal, 4096).decode(errors="replace")
        return expected in self.seen

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


if __name__ == "__main__":
    ULNA, FILES = sys.argv[1], Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
