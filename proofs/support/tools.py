"""Runs gappa and sollya, and reads what they have proved."""
import re
import shutil
import subprocess
from fractions import Fraction

from support.proof import Failed, Missing


def run(program, arguments, text):
    if shutil.which(program) is None:
        raise Missing(f"{program} is not installed; on Debian: apt-get install {program}")
    done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def dyadic(text):
    """A number as gappa prints it: 259b-32 is 259 * 2^-32."""
    mantissa, _, exponent = text.partition("b")
    return int(mantissa) * Fraction(2) ** int(exponent or 0)


def as_dyadic(value):
    """A dyadic rational as gappa reads it."""
    exponent = value.denominator.bit_length() - 1
    assert value.denominator == 2**exponent, "not dyadic"
    return f"{value.numerator}b-{exponent}"


NUMBER = r"-?\d+(?:b-?\d+)?"
INTERVAL = re.compile(rf"^  (\w+) in \[({NUMBER})(?: {{[^}}]*}})?, ({NUMBER})(?: {{[^}}]*}})?\]$",
                      re.MULTILINE)


def gappa(script, *names):
    """The largest magnitudes that gappa proves for the script's goals "name in ?", by name; just
    the one if there is one.

    Its hints are identities that gappa cannot see through by itself; each script argues for its
    own, and the warning that there is one is left out."""
    code, _, errors = run("gappa", ["-Wno-hint-difference", "-Wno-null-denominator"], script)
    found = {m[1]: max(-dyadic(m[2]), dyadic(m[3])) for m in INTERVAL.finditer(errors)}
    if code != 0 or sorted(found) != sorted(names):
        raise Failed("gappa proved nothing: " + " | ".join(errors.splitlines()[:3]))
    return found[names[0]] if len(names) == 1 else found


def supremum_norm(polynomial, function, interval):
    """An interval that sollya guarantees to hold sup |polynomial - function|."""
    script = f"""prec = 200; display = dyadic;
supnorm({polynomial}, {function}, {interval}, absolute, 2^(-16));
quit;
"""
    code, out, errors = run("sollya", [], script)
    found = re.search(rf"^\[({NUMBER});({NUMBER})\]$", out, re.MULTILINE)
    if code != 0 or not found:
        raise Failed("sollya proved nothing: " + " | ".join((out + errors).splitlines()[:3]))
    return dyadic(found[1]), dyadic(found[2])


def fill(template, **values):
    """The template with every <name> replaced."""
    text = re.sub(r"<(\w+)>", lambda m: str(values.pop(m[1])), template)
    assert not values, f"the template has no {', '.join(values)}"
    return text
