"""What is proved about lerp, and the numbers that are stated. docs/bounds.md has the chain.

No step needs more than that a float operation is rounded once, by u of its result at most: what is
done here is to add that up over a grid of cells of t and c = |q0.q1|, in exact arithmetic."""
from fractions import Fraction

from lerp import code
from slerp import steps, total
from slerp.proofs import certified
from support.exact import U, sqrt_down, sqrt_up
from support.proof import Proof, require

SECOND_ORDER = 1 + Fraction(1, 2**20)  # covers products of what is below 2^-21


def norm_range(t0, t1, c0, c1):
    """Of the exact sum, for t and c in the cell, squared. What the contract allows of the norms
    moves it by 2^-22, and so does a wrong sign, where it is right as well."""
    products = [t * (1 - t) for t in (t0, t1)]  # monotonous in a cell
    return (1 - 2 * max(products) * (1 - c0) - 2 * steps.NORM,
            1 - 2 * min(products) * (1 - c1) + 2 * steps.NORM)


def sum_off(t0, t1, norm, fused):
    """How far the sum is off, as the length of a vector: 1 - t is rounded below 1/2, each product
    and the sum by u of themselves in each component. Where they are fused, the second product is
    not rounded."""
    rounded = U / 2 if t0 < Fraction(1, 2) else 0
    return (rounded + U * (1 - t0) + (0 if fused else U * t1) + U * norm) * SECOND_ORDER


# Squares and their sums are rounded three times on a path, of which the root halves what the norm
# is off by. Then the root and the division are rounded.
LENGTH = (Fraction(3, 2) + 1 + 1) * U * SECOND_ORDER


def component(fused):
    """What a component of the result is off by.

    Normalising takes from the error of the sum what is along it. So a component q is off by
    sqrt(1 - q^2) of what the direction is off by, and by q of what the length is off by: by the
    root of the sum of their squares, at most. The last product is rounded on top."""
    worst = Fraction(0)
    for t0, t1, c0, c1 in total.cells():
        low, high = norm_range(t0, t1, c0, c1)
        require(low > Fraction(1, 4), "the norm leaves its range")
        direction = sum_off(t0, t1, sqrt_up(high), fused) / sqrt_down(low)
        worst = max(worst, sqrt_up(direction**2 + LENGTH**2) * SECOND_ORDER + U * SECOND_ORDER)
    return worst + total.FLUSHED


def ports_with(names, stated, fused):
    def prove(root):
        code.check_operations(root)
        certified(root, names, stated, "lerp_joints")
        return 0, component(fused)
    return prove


SEPARATE = "0x1.6ep-22"
FUSED = "0x1.58p-22"

PROOFS = [
    Proof("lerp", "a component of lerp_joints in the ports scalar, sse, sse3 and asm",
          SEPARATE, ports_with(["scalar", "sse", "sse3", "asm"], SEPARATE, False)),
    Proof("lerp-fused", "the same in the ports avx2 and avx512",
          FUSED, ports_with(["avx2", "avx512"], FUSED, True)),
]
