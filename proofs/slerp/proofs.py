"""What is proved about slerp, and the numbers that are stated. docs/bounds.md has the chain."""
from fractions import Fraction

from slerp import steps, total, truncation
from support import source
from support.proof import Proof


def largest_truncation(root):
    return 0, max(truncation.bounds(root))


def largest_cosine(_root):
    return 0, max(steps.cosine(Fraction(i, 8), Fraction(i + 1, 8))[0] for i in range(8))


def largest_horner(root, fused):
    return 0, max(steps.horner(root, fused, i, j) for i in range(steps.T_CELLS)
                  for j in range(steps.C_CELLS))


def steepest(_root):
    cells = [Fraction(i, total.T_CELLS) for i in range(total.T_CELLS)]
    return 0, max(total.scales(t, t + cells[1], Fraction(0))[1] for t in cells)


def certified(root, ports, stated, operation="slerp_joints"):
    """Fails unless `ulna certify` says of these ports what is stated here."""
    source.check(root, {"proofs/proved.h": [f'{{"{port}", "{operation}", "q", {stated}}}'
                                            for port in ports]})


def scalar_port(root):
    certified(root, ["scalar"], SCALAR)
    return 0, total.scalar_port(root)[0]


def polynomial_ports(root):
    certified(root, ["sse", "sse3", "asm"], POLYNOMIAL)
    return 0, total.polynomial_ports(root, False)[0]


def fused_ports(root):
    certified(root, ["avx2", "avx512"], FUSED)
    return 0, total.polynomial_ports(root, True)[0]


SCALAR = "0x1.01p-22"
POLYNOMIAL = "0x1.67p-22"
FUSED = "0x1.38p-22"

PROOFS = [
    Proof("slerp-truncation", "the polynomial of slerp_rows.inc against the scale, exactly",
          "6.8e-9", largest_truncation),
    Proof("slerp-double", "coefficients in double, all together",
          "0x1p-50", lambda root: (0, max(steps.double(root, fused) for fused in (False, True)))),
    Proof("slerp-leading", "1 - t as a float",
          "0x1.000001p-25", lambda root: (0, steps.leading(Fraction(0), Fraction(1))[0])),
    Proof("slerp-cosine", "x = 1 - |cosine| in float, for all norms of the domain",
          "0x1.80001p-23", largest_cosine),
    Proof("slerp-slope", "how fast a scale moves with the cosine",
          "0.3590", steepest),
    Proof("slerp-horner", "a scale in float against its polynomial",
          "0x1.a8p-24", lambda root: largest_horner(root, False)),
    Proof("slerp-combination", "two products and their sum in float, products at most 1",
          "0x1p-23", lambda _: (0, steps.combination(False, Fraction(1), Fraction(1)))),
    Proof("slerp-horner-fused", "the same, where products and sums are fused",
          "0x1.77p-24", lambda root: largest_horner(root, True)),
    Proof("slerp-combination-fused", "the same, where the second product and the sum are fused",
          "0x1.8p-24", lambda _: (0, steps.combination(True, Fraction(1), Fraction(1)))),
    Proof("slerp-scalar", "a component of slerp_joints in the port scalar",
          SCALAR, scalar_port),
    Proof("slerp", "a component of slerp_joints in the ports sse, sse3 and asm",
          POLYNOMIAL, polynomial_ports),
    Proof("slerp-fused", "a component of slerp_joints in the ports avx2 and avx512",
          FUSED, fused_ports),
]
