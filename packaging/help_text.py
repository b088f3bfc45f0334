"""What a program of CLI11 says with --help, taken apart: man pages and completions are made of it, and of nothing else.

A line that this does not understand is an error, so that nothing gets lost on the way to the reader.
"""
import re
import subprocess
from dataclasses import dataclass, field

HELP_COLUMN = 30  # where CLI11 begins what it says of an option
SECTIONS = ("Positionals", "Options", "Subcommands")
CHOICES = re.compile(r"\{([^}]*)\}")


class NotUnderstood(Exception):
    pass


@dataclass
class Entry:
    """An option, a positional or a subcommand: `--budget TEXT=quick`, and what is said of it."""
    label: str
    help: str

    @property
    def names(self):
        return self.label.split(" ")[0].split(",")

    @property
    def value(self):
        """What stands behind the name; empty for a flag."""
        return self.label.partition(" ")[2]

    @property
    def repeats(self):
        return "..." in self.value

    @property
    def choices(self):
        found = CHOICES.search(self.value)
        return found.group(1).split(",") if found else []


@dataclass
class Command:
    words: list  # as typed: ulna corpus replay
    text: str  # all of --help
    summary: str = ""
    usage: str = ""  # behind the words
    footer: list = field(default_factory=list)
    positionals: list = field(default_factory=list)
    options: list = field(default_factory=list)
    subcommands: list = field(default_factory=list)  # Entry
    children: list = field(default_factory=list)  # Command

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()


def entries_of(lines):
    entries = []
    for i, line in enumerate(lines):
        if line.startswith(" " * HELP_COLUMN):
            continue  # of the entry before
        behind = []
        for more in lines[i + 1:]:
            if not more.startswith(" " * HELP_COLUMN):
                break
            behind.append(more.strip())
        if behind:  # a label too long for the column has its line to itself
            entries.append(Entry(line.strip(), " ".join(behind)))
        elif line[HELP_COLUMN - 1:HELP_COLUMN] == " ":
            entries.append(Entry(line[:HELP_COLUMN].strip(), line[HELP_COLUMN:].strip()))
        else:
            raise NotUnderstood(line)
    return entries


def parse(words, text):
    command = Command(words, text)
    lines = text.rstrip("\n").split("\n")
    usage = "Usage: " + " ".join(words)
    at = next((i for i, line in enumerate(lines) if (line + " ").startswith(usage + " ")), None)
    if at is None:
        raise NotUnderstood(f"{' '.join(words)}: no line begins with {usage}")
    command.summary = " ".join(lines[:at])
    command.usage = lines[at][len(usage):].strip()
    blocks = re.split(r"\n\n+", "\n".join(lines[at + 1:]).strip("\n"))
    for block in blocks:
        title, *rest = block.split("\n")
        name = title.rstrip(":")
        if name in SECTIONS and title.endswith(":"):
            setattr(command, name.lower(), entries_of(rest))
        else:
            command.footer += [title, *rest]
    return command


def read(program, words=("ulna",)):
    """The command of these words, and all below it, of the program at that path."""
    # Help quotes the command as it was started: by its name, and not by a path of the build.
    said = subprocess.run([*words, "--help"], executable=program, capture_output=True, text=True,
                          env={"PATH": "/usr/bin:/bin"}, check=True).stdout
    command = parse(list(words), said)
    command.children = [read(program, (*words, entry.label)) for entry in command.subcommands]
    return command
