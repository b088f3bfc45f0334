"""The polynomials of Slerping Clock Cycles, sections 5 and 6: how far they are from the functions.

Coefficients go from the highest power of x*x down; the lowest is 1. method.h has them as floats.
"""
import re
from fractions import Fraction
from functools import partial

from support import source
from support.exact import to_float
from support.proof import Claim, Failed, Proof
from support.tools import as_dyadic, gappa, supremum_norm

METHOD = "optimized/published/method.h"
OPERATIONS = {METHOD: [
    """const __m128 square = _mm_mul_ps(x, x);
       __m128 sum = _mm_set1_ps(coefficients[0]);
       for (int i = 1; i < Count; i++) {
         sum = _mm_add_ps(_mm_mul_ps(sum, square), _mm_set1_ps(coefficients[i]));
       }
       sum = _mm_add_ps(_mm_mul_ps(sum, square), _mm_set1_ps(1.0f));
       return _mm_mul_ps(sum, x);""",
    "return odd_polynomial(coefficients, angle);",
    "odd_polynomial(coefficients, signed_quotient)",
]}

SIN = ["-2.39e-08", "2.7526e-06", "-1.98409e-04", "8.3333315e-03", "-1.6666666664e-01"]
# The listing of appendix A has a digit less.
SIN_APPENDIX = [*SIN[:3], "8.333315e-03", SIN[4]]
# The same in M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 4.3.97, where the
# last one has one 6 less; as a float it is the same.
SIN_HANDBOOK = [*SIN[:4], "-1.666666664e-01"]
ATAN = ["0.0028662257", "-0.0161657367", "0.0429096138", "-0.0752896400", "0.1065626393",
        "-0.1420889944", "0.1999355085", "-0.3333314528"]

HALF_PI = "[0;pi/2]"
# The float above pi/2.
LARGEST_ANGLE = Fraction(float.fromhex("0x1.921fb6p+0"))
# A quotient by an approximate reciprocal, which newton-rcp bounds, can be a little above 1.
LARGEST_QUOTIENT = 1 + Fraction(1, 2**21)


def rounded(coefficients):
    return [to_float(Fraction(c)) for c in coefficients]


def coefficients_in(root, function):
    """Those of a function of method.h, as the compiler rounds them."""
    source.check(root, OPERATIONS)
    found = re.search(rf"{function}\(.*?coefficients\[\] = {{(.*?)}};", source.read(root, METHOD),
                      re.DOTALL)
    if not found:
        raise Failed(f"{METHOD}: no coefficients in {function}")
    return rounded(c.strip().rstrip("f") for c in found[1].split(","))


def polynomial(coefficients):
    text = "0"
    for c in map(Fraction, coefficients):
        text = f"({text}) * x^2 + ({c.numerator}/{c.denominator})"
    return f"horner(x * (({text}) * x^2 + 1))"


def off_by(function, interval, coefficients, _root):
    return supremum_norm(polynomial(coefficients), function, interval)


def method_off_by(function, interval, name, published, root):
    """The same for what method.h has, which must be what was published, as floats."""
    found = coefficients_in(root, name)
    if found != rounded(published):
        raise Failed(f"{METHOD}: {name} has other coefficients than those that were published")
    return supremum_norm(polynomial(found), function, interval)


def rounding(name, largest, root):
    """How far the value in float is from that in exact arithmetic, for the same coefficients."""
    lines = ["@single = float<ieee_32,ne>;", "x = single(X);", "square single= x * x;"]
    sum_in_float, exact = None, None
    for c in [*map(as_dyadic, coefficients_in(root, name)), "1"]:
        i = len(lines)
        if sum_in_float is None:
            sum_in_float, exact = c, c
            continue
        lines.append(f"s{i} single= {sum_in_float} * square + {c}; "
                     f"e{i} = {exact} * (x * x) + {c};")
        sum_in_float, exact = f"s{i}", f"e{i}"
    lines += [f"value single= {sum_in_float} * x;", f"error = value - {exact} * x;",
              f"{{ x in [0,{as_dyadic(largest)}] -> error in ? }}", "error $ x in 16;"]
    return 0, gappa("\n".join(lines), "error")


SINE = Claim("2.308e-9", holds=False)
PROOFS = [
    Proof("sin-text", "SinZeroHalfPI, the decimals of sections 5 and 6, on [0, pi/2]",
          "3.259e-9", partial(off_by, "sin(x)", HALF_PI, SIN), SINE),
    Proof("sin-appendix", "the decimals of appendix A, where a digit is missing",
          "1.611e-7", partial(off_by, "sin(x)", HALF_PI, SIN_APPENDIX), SINE),
    Proof("sin-handbook", "the decimals of the handbook that the polynomial is from",
          "2.328e-9", partial(off_by, "sin(x)", HALF_PI, SIN_HANDBOOK), SINE),
    Proof("sin-text-floats", "SinZeroHalfPI with coefficients rounded to float, as in method.h",
          "1.886e-8", partial(method_off_by, "sin(x)", HALF_PI, "sin_zero_half_pi", SIN), SINE),
    Proof("sin-appendix-floats", "those of appendix A rounded to float",
          "1.792e-7", partial(off_by, "sin(x)", HALF_PI, rounded(SIN_APPENDIX)), SINE),
    Proof("sin-rounding", "SinZeroHalfPI evaluated in float, against its polynomial",
          "2.0e-7", partial(rounding, "sin_zero_half_pi", LARGEST_ANGLE)),
    Proof("atan", "ATanPositive, its decimals, for quotients in [0, 1]",
          "1.3593e-8", partial(off_by, "atan(x)", "[0;1]", ATAN), Claim("1.359e-8", holds=True)),
    Proof("atan-floats", "ATanPositive with coefficients rounded to float, up to 1 + 2^-21",
          "2.285e-8", partial(method_off_by, "atan(x)", "[0;1+2^-21]", "atan_positive", ATAN),
          Claim("1.359e-8", holds=False)),
    Proof("atan-rounding", "the polynomial of ATanPositive in float, for quotients up to 1 + 2^-21",
          "1.49e-7", partial(rounding, "atan_positive", LARGEST_QUOTIENT)),
]
