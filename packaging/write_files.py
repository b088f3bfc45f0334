"""Writes what the packages have beside what is built: man pages, completions and the changelogs.

usage: write_files.py ULNA SOURCE_DIR VERSION DEBIAN_VERSION MAINTAINER FOLDER
"""
import datetime
import gzip
import pathlib
import re
import subprocess
import sys

import completions
import help_text
import man_pages

RELEASE = re.compile(r"^## (\S+) \((\d{4}-\d{2}-\d{2})\)$", re.M)


def said(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def names_known(ulna, source):
    """The names that a command line may hold, by what they are names of."""
    listed = said(ulna, "list")
    blocks = dict(zip(("ports", "operations", "pieces"), re.split(r"^\w.*\n", listed, flags=re.M)[1:]))
    names = {kind: re.findall(r"^  (\S+)", block, re.M) for kind, block in blocks.items()}
    names["ports"] += re.findall(r"^ +--port (\S+)", listed, re.M)
    names["machines"] = re.findall(r"^ +--machine (\S+)", listed, re.M)
    names["profiles"] = ["full", *re.findall(r"^(\S+), profile version", said(ulna, "contract", "--profile"), re.M)]
    names["examples"] = sorted(path.parent.name for path in source.glob("examples/*/build.sh"))
    empty = [kind for kind, found in names.items() if not found]
    if empty:
        sys.exit(f"ulna list and ulna contract --profile name no {', '.join(empty)}")
    return names


def compress(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(text.encode())


def release_date(changelog, version):
    """Noon of the day of the newest entry, which has to be the version that is built."""
    newest = RELEASE.search(changelog)
    if not newest or newest.group(1) != version:
        sys.exit(f"the newest entry of CHANGELOG.md is not: ## {version} (YEAR-MONTH-DAY)")
    day = datetime.date.fromisoformat(newest.group(2))
    return datetime.datetime.combine(day, datetime.time(12), datetime.timezone.utc)


def main():
    ulna, source, version, debian_version, maintainer, folder = sys.argv[1:]
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    changelog = (source / "CHANGELOG.md").read_text(encoding="utf-8")
    date = release_date(changelog, version)
    root = help_text.read(ulna)
    for command in root.all():
        compress(folder / "man" / f"{man_pages.page_name(command)}.1.gz",
                 man_pages.man_page(command, root, version, f"{date:%Y-%m-%d}"))
    words = names_known(ulna, source)
    for name, text in {"ulna": completions.bash(root, words), "_ulna": completions.zsh(root, words),
                       "ulna.fish": completions.fish(root, words)}.items():
        (folder / name).write_text(text, encoding="utf-8")
    compress(folder / "changelog.gz", changelog)
    compress(folder / "changelog.Debian.gz",
             f"ulna ({debian_version}) unstable; urgency=medium\n\n"
             f"  * Version {version}: changelog.gz says what is new.\n\n"
             f" -- {maintainer}  {date:%a, %d %b %Y %T %z}\n")
    (folder / "written").write_text(f"{date.timestamp():.0f}", encoding="utf-8")


main()
