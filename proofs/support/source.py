"""Reads the code that the proofs are about."""
import re

from support.proof import Failed

COMMENTS = {"asm": ";", "inc": ";", "cmake": "#"}  # by the end of a file's name; elsewhere //


def read(root, name):
    try:
        return (root / name).read_text(encoding="utf-8")
    except OSError as error:
        raise Failed(f"{name}: {error.strerror}") from error


def check(root, operations):
    """Fails where a file no longer has each of its fragments, but for comments and white space."""
    for name, fragments in operations.items():
        comment = COMMENTS.get(name.rpartition(".")[2], "//")
        text = "".join(re.sub(rf"{comment}.*", "", read(root, name)).split())
        for fragment in fragments:
            if "".join(fragment.split()) not in text:
                first = fragment.strip().splitlines()[0].strip()
                raise Failed(f'{name}: no longer has what was proved about: "{first}"')
