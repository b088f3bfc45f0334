#!/usr/bin/env python3
"""prove.py [--source DIR] [--list] [NAME...]: proves what docs/bounds.md states, or the named part.

One line each: what is proved, what is stated, and how long it took. Ends with 0 if all is proved, 1
if less is proved than is stated or the code is not what the proofs are about, 2 if it cannot run.
Needs gappa and sollya.
"""
import argparse
import sys
from pathlib import Path

from lerp.proofs import PROOFS as OF_LERP
from published import newton, polynomials
from slerp.proofs import PROOFS as OF_SLERP
from support.proof import Missing, check

PROOFS = [*OF_SLERP, *OF_LERP, *polynomials.PROOFS, *newton.PROOFS]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, default=Path(__file__).resolve().parent.parent,
                        metavar="DIR", help="the root of the sources that the proofs are about")
    parser.add_argument("--list", action="store_true", help="say what there is")
    parser.add_argument("name", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    by_name = {proof.name: proof for proof in PROOFS}
    if unknown := [name for name in options.name if name not in by_name]:
        print(f"prove: no proof is called {unknown[0]}; see prove.py --list", file=sys.stderr)
        return 2
    chosen = [by_name[name] for name in options.name] or PROOFS
    if options.list:
        for proof in chosen:
            print(f"{proof.name:<24} {proof.what}")
        return 0
    failed = False
    try:
        for proof in chosen:
            outcome = check(proof, options.source)
            print(outcome.line(), flush=True)
            failed = failed or bool(outcome.why)
    except Missing as error:
        print(f"prove: {error}", file=sys.stderr)
        return 2
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
