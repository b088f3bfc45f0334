#!/usr/bin/env python3
"""Whether prove.py refuses what is false, and whether samples contradict what it accepts."""
import contextlib
import io
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import prove
from lerp import proofs as lerp
from slerp import code, series, total, truncation
from support import exact, tools
from support.proof import Claim, Failed, check

ROOT = Path(__file__).resolve().parent.parent
PROOFS = {proof.name: proof for proof in prove.PROOFS}
METHOD = "optimized/published/method.h"


def in_float(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def run(*arguments):
    """The exit code of prove.py, and what it printed."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            result = prove.main(list(arguments))
    return result, out.getvalue(), errors.getvalue()


class Changed:
    """A copy of the sources in which one text is another."""

    def __init__(self, name, old, new):
        self.change = name, old, new

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        root = Path(self.folder.name)
        for folder in ("optimized", "cmake", "proofs"):
            shutil.copytree(ROOT / folder, root / folder)
        name, old, new = self.change
        text = (root / name).read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise AssertionError(f"{name} has {old!r} {text.count(old)} times")
        (root / name).write_text(text.replace(old, new), encoding="utf-8")
        return str(root)

    def __exit__(self, *_):
        self.folder.cleanup()


class FalseStatements(unittest.TestCase):
    def test_a_bound_that_is_too_small(self):
        for name in ("slerp-truncation", "slerp-leading", "slerp-scalar", "sin-handbook",
                     "slerp-horner-fused", "newton-rcp", "lerp", "lerp-fused"):
            with self.subTest(name):
                proved = check(PROOFS[name], ROOT).proved
                smaller = replace(PROOFS[name], stated=float(proved * Fraction(999, 1000)).hex())
                self.assertEqual(check(smaller, ROOT).why, "less is proved than is stated")

    def test_a_coefficient_of_the_table_one_ulp_of_float_off(self):
        table = "optimized/common/slerp_rows.inc"
        with Changed(table, "3.333346968e-01", "3.333347266e-01") as root:
            result, out, _ = run("--source", root, "slerp-truncation")
        self.assertEqual(result, 1)
        self.assertIn("less is proved than is stated", out)

    def test_a_published_coefficient_that_is_another(self):
        with Changed(METHOD, "8.3333315e-3f", "8.333315e-3f") as root:
            result, out, _ = run("--source", root, "sin-text-floats")
        self.assertEqual(result, 1)
        self.assertIn("sin_zero_half_pi has other coefficients", out)

    def test_code_that_does_something_else(self):
        for name, old, new, proof in (
                ("optimized/scalar/quat.h", "(a.x * b.x + a.y * b.y) + (a.z",
                 "((a.x * b.x + a.y * b.y) + a.z", "slerp-scalar"),
                ("optimized/avx2/slerp_joints.cpp", "_mm256_fmadd_ps(to, splat",
                 "_mm256_fmsub_ps(to, splat", "slerp-fused"),
                ("optimized/avx512/lerp_joints.cpp", "dot(sum.pairs, sum.pairs)",
                 "dot(sum.pairs, eight.pairs)", "lerp-fused"),
                ("optimized/asm/lerp_joints.asm", "sqrtps  xmm0, xmm0", "rsqrtps xmm0, xmm0",
                 "lerp"),
                ("optimized/asm/slerp_joints.asm", "subps   xmm2, xmm0", "subps   xmm0, xmm2",
                 "slerp-scalar"),
                (METHOD, "_mm_set1_ps(-0.5f)", "_mm_set1_ps(-0.25f)", "newton-rsqrt")):
            with self.subTest(name), Changed(name, old, new) as root:
                result, out, _ = run("--source", root, proof)
                self.assertEqual(result, 1)
                self.assertIn(f"{name}: no longer has what was proved about", out)

    def test_a_certificate_that_says_something_else(self):
        name = "proofs/proved.h"
        with Changed(name, '{"sse", "slerp_joints", "q", 0x1.67p-22}',
                     '{"sse", "slerp_joints", "q", 0x1.66p-22}') as root:
            result, out, _ = run("--source", root, "slerp")
        self.assertEqual(result, 1)
        self.assertIn(f"{name}: no longer has what was proved about", out)

    def test_the_wrong_verdict_on_what_was_published(self):
        false = replace(PROOFS["sin-text"], claim=Claim("2.308e-9", holds=True))
        self.assertIn("said to hold", check(false, ROOT).why)
        true = replace(PROOFS["sin-text"], claim=Claim("3.258e-9", holds=False))
        self.assertIn("said to be false", check(true, ROOT).why)

    def test_a_script_that_proves_nothing(self):
        with self.assertRaises(Failed):
            tools.gappa("{ x in [0,1] -> y in ? }", "y")
        with self.assertRaises(Failed):
            tools.supremum_norm("1/x", "sin(x)", "[0;1]")


class Usage(unittest.TestCase):
    def test_without_the_programs(self):
        for name, program in (("newton-rcp", "gappa"), ("sin-text", "sollya")):
            done = subprocess.run([sys.executable, str(ROOT / "proofs/prove.py"), name],
                                  env={**os.environ, "PATH": ""}, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr, f"prove: {program} is not installed; on Debian: "
                                          f"apt-get install {program}\n")

    def test_a_name_that_does_not_exist(self):
        result, _, errors = run("everything")
        self.assertEqual(result, 2)
        self.assertIn("no proof is called everything", errors)

    def test_one_line_for_one_name(self):
        result, out, _ = run("slerp-leading")
        self.assertEqual(result, 0)
        self.assertRegex(out, r"^proved  slerp-leading +\S+  stated \S+ +\S+ s\n$")


class Samples(unittest.TestCase):
    """What is proved is not smaller than what is found."""

    def test_truncation(self):
        table = [[float(v) for v in row] for row in code.table(ROOT)]
        for n, bound in enumerate(truncation.bounds(ROOT)):
            found = 0
            for i in range(5):
                t = (n + i / 4) / truncation.T_CELLS
                angles = [math.pi / 2 * (j + 1) / 200 for j in range(200)]
                for a in angles:
                    x = 2 * math.sin(a / 2) ** 2
                    sums = [sum(c * t ** (2 * m) for m, c in enumerate(row)) for row in table]
                    r = sum(c * x**k for k, c in enumerate(sums))
                    scale = math.sin(t * a) / math.sin(a)
                    found = max(found, abs(t + t * (1 - t * t) * x * r - scale))
            with self.subTest(cell=n):
                self.assertLess(found, float(bound) + 1e-15)
                self.assertGreater(found, float(bound) * 0.9)  # and it is not much larger

    def test_norm_and_sum_of_lerp(self):
        for t0, t1, c0, c1 in total.cells():
            if (64 * t0) % 8 or (64 * c0) % 8:
                continue
            t, c = float(t0 + t1) / 2, min(float(c0 + c1) / 2, 1)
            norm = math.sqrt(1 - 2 * t * (1 - t) * (1 - c))
            with self.subTest(t=t, c=c):
                low, high = lerp.norm_range(t0, t1, c0, c1)
                self.assertLessEqual(float(low), norm**2)
                self.assertGreaterEqual(float(high), norm**2)
                fused = 2**-24 * (1 - t + norm) + (2**-25 if t < 0.5 else 0)
                for roundings, is_fused in ((fused, True), (fused + 2**-24 * t, False)):
                    off = lerp.sum_off(t0, t1, exact.sqrt_up(high), is_fused)
                    self.assertGreaterEqual(float(off), roundings)

    def test_lerp_in_float(self):
        """Steps as the ports take them, against double."""
        chance, worst = random.Random(1), 0
        for _ in range(20000):
            a, b = ([chance.gauss(0, 1) for _ in range(4)] for _ in range(2))
            b = [x + chance.choice((0, 1, 30)) * y for x, y in zip(b, a)]
            a, b = ([in_float(x / math.hypot(*q)) for x in q] for q in (a, b))
            t = in_float(chance.random())
            cosine = sum(x * y for x, y in zip(a, b))
            if abs(cosine) < 2**-20 or not 0 < t < 1:
                continue
            s = math.copysign(t, cosine)
            exact_sum = [x * (1 - t) + y * s for x, y in zip(a, b)]
            norm = math.hypot(*exact_sum)
            v = [in_float(in_float(x * in_float(1 - t)) + in_float(y * s)) for x, y in zip(a, b)]
            p = [in_float(x * x) for x in v]
            square = in_float(in_float(p[0] + p[2]) + in_float(p[1] + p[3]))
            scale = in_float(1 / in_float(math.sqrt(square)))
            worst = max([worst] + [abs(in_float(x * scale) - y / norm)
                                   for x, y in zip(v, exact_sum)])
        self.assertLess(worst, float(lerp.component(False)))
        self.assertGreater(worst, float(lerp.component(False)) / 3)  # and it is not much larger

    def test_scale_and_slope(self):
        for i in range(8):
            for j in range(8):
                t, c = (i + 1) / 8, j / 8
                value, slope = series.values(i / 8, t, 1 - c)
                scale = [math.sin(t * math.acos(d)) / math.sqrt(1 - d * d)
                         for d in (c, c + 2**-20)]
                with self.subTest(t=t, c=c):
                    self.assertGreaterEqual(float(value), scale[0] - 1e-12)
                    self.assertGreaterEqual(float(slope), (scale[0] - scale[1]) * 2**20)

    def test_cells_leave_no_gap(self):
        cells = list(total.cells())
        self.assertEqual(min(c[0] for c in cells), 0)
        self.assertEqual(max(c[1] for c in cells), 1)
        area = sum((c[1] - c[0]) * (c[3] - c[2]) for c in cells)
        self.assertEqual(area, 1 + Fraction(1, 2**22))


class Exact(unittest.TestCase):
    def test_rounding_to_float(self):
        for text in ("0.1", "-1.666666664e-1", "-2.39e-8", "0.99999999", "16777217"):
            expected = in_float(float(text))
            self.assertEqual(exact.to_float(Fraction(text)), Fraction(expected))

    def test_roots_are_rounded_outward(self):
        for value in (Fraction(2), Fraction(1, 3), Fraction(9, 4), Fraction(10**30 + 1)):
            self.assertLessEqual(exact.sqrt_down(value) ** 2, value)
            self.assertGreaterEqual(exact.sqrt_up(value) ** 2, value)

    def test_power_of_two_above(self):
        for value, exponent in ((Fraction(1), 0), (Fraction(1, 2), -1), (Fraction(1, 3), -1),
                                (1 + Fraction(1, 2**80), 1), (1 - Fraction(1, 2**80), 0)):
            self.assertEqual(exact.power_of_two_above(value), exponent)

    def test_a_polynomial_stays_within_its_range(self):
        coefficients = [Fraction(v) for v in (1, -3, 0, 7)]
        low, high = exact.range_over(coefficients, Fraction(1, 4), Fraction(3, 4))
        for i in range(101):
            x = Fraction(1, 4) + Fraction(i, 200)
            value = sum(c * x**k for k, c in enumerate(coefficients))
            self.assertTrue(low <= value <= high)


if __name__ == "__main__":
    unittest.main()
