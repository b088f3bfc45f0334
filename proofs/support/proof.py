"""What a proof is, and how it is held against what is stated."""
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Callable, Optional


class Missing(Exception):
    """A program is not there. The text names it and the cure."""


class Failed(Exception):
    """Nothing was proved. The text says why."""


@dataclass(frozen=True)
class Claim:
    """A number that somebody published for it. What holds, holds to the digits given."""
    text: str
    holds: bool

    def limit(self):
        digits = self.text.partition("e")[0].partition(".")[2]
        exponent = int(self.text.partition("e")[2])
        return Fraction(self.text) + Fraction(10) ** (exponent - len(digits)) / 2


@dataclass(frozen=True)
class Proof:
    """Something that is stated, and the function from the root of the sources that proves a bound
    on it, as (lower, upper); the lower one may be 0."""
    name: str
    what: str
    stated: str  # decimal, or a hexadecimal float
    prove: Callable
    claim: Optional[Claim] = None

    def bound(self):
        hexadecimal = self.stated.startswith("0x")
        return Fraction(float.fromhex(self.stated) if hexadecimal else self.stated)


@dataclass(frozen=True)
class Outcome:
    proof: Proof
    proved: Optional[Fraction]
    seconds: float
    why: str  # empty if it is proved

    def line(self):
        claim = self.proof.claim
        number = "-" if self.proved is None else f"{float(self.proved):.4e}"
        published = "" if claim is None else (
            f"  published {claim.text}: {'holds' if claim.holds else 'false'}")
        return (f"{'failed' if self.why else 'proved'}  {self.proof.name:<24} {number:>10}"
                f"  stated {float(self.proof.bound()):.4e}  {self.seconds:5.1f} s"
                f"{': ' + self.why if self.why else published}")


def require(holds, text):
    """A step of a proof that is checked as it is taken."""
    if not holds:
        raise Failed(text)


def seconds():
    """Of processor time, with that of the programs that were run."""
    return sum(os.times()[:4])


def check(proof, root):
    start = seconds()
    lower, upper, why = 0, None, ""
    try:
        lower, upper = proof.prove(root)
    except Failed as error:
        why = str(error)
    else:
        claim = proof.claim
        if not upper <= proof.bound():
            why = "less is proved than is stated"
        elif claim and claim.holds and not upper <= claim.limit():
            why = f"is not proved to be {claim.text}, which is said to hold"
        elif claim and not claim.holds and not lower > claim.limit():
            why = f"is not proved to be above {claim.text}, which is said to be false"
    return Outcome(proof, upper, seconds() - start, why)
