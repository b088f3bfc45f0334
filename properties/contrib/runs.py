"""What both runners have in common: a workspace, commands in place of those that would change this machine, a log."""
import os
import shutil
import subprocess
from pathlib import Path

BESIDE = Path(__file__).resolve().parent
SOURCE = BESIDE.parent.parent

# In place of the launcher, which would build for minutes what is built already. A night lasts seconds here.
LAUNCHER = """#!/bin/bash
here="$(dirname "$0")"
echo "$*" >>"{log}"
mkdir -p "$here/build" && touch "$here/build/built"
words=()
for word in "$@"; do
  case "$word" in
  4h | 10m | 30m) words+=(1s) ;;
  *) words+=("$word") ;;
  esac
done
exec "{ulna}" "${{words[@]}}"
"""


class Run:
    """A folder, and what happened in it."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.log = ""
        self.exit_code = 0
        self.artifacts = {}
        tools = folder / "tools"
        tools.mkdir(parents=True, exist_ok=True)
        # Would install packages on the machine that runs the tests.
        (tools / "apt-get").write_text(f'#!/bin/sh\necho "$*" >>"{folder}/installed"\n')
        (tools / "apt-get").chmod(0o755)
        self.environment = {"PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(folder), "LANG": "C.UTF-8",
                            "CI": "true"} | environment

    def execute(self, shell, text, environment, where):
        """Its exit code; the first that is not 0 is that of the run."""
        done = subprocess.run([*shell, text], env=environment, cwd=where, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
        self.log += done.stdout
        self.exit_code = self.exit_code or done.returncode
        return done.returncode

    def noted(self, name):
        """What apt-get ("installed") or the launcher ("launched") was asked for, a line for each call."""
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def checkout(self, where, ulna):
        """ulna's own files that CI uses, with a launcher that has nothing to build."""
        where.mkdir(parents=True)
        shutil.copytree(SOURCE / "contrib", where / "contrib")
        shutil.copy(SOURCE / "action.yml", where)
        (where / "ulna").write_text(LAUNCHER.format(ulna=ulna, log=self.folder / "launched"))
        (where / "ulna").chmod(0o755)


def keep(source, kept, paths):
    """Copies those of the paths that are there."""
    for path in paths:
        if (source / path).is_dir():
            shutil.copytree(source / path, kept / path, dirs_exist_ok=True, symlinks=True)
        elif (source / path).exists():
            (kept / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, kept / path)
