"""The scales of slerp as power series with positive terms (optimized/common/slerp_table.py).

With x = 1 - c and y = t*t, s(t, c) = sin(ta) / sin(a), cos(a) = c, is
    s = t + t (1 - y) x R(y, x),   R = sum of r_k(y) x^k,
    r_0 = 1/3,   r_k = r_(k-1) (i*i - y) / (i (2i + 1)),  i = k + 1.
For 0 <= y <= 1 every r_k is positive and falls with y, and r_k <= r_(k-1) / 2. So for 0 <= x <= 1
what follows n terms is at most the n-th, r_n x^n, twice; in the derivative at most thrice
(n + 1) r_n x^n from n = 5 on, since there the ratio is at most (n + 2) / (2n + 2) <= 7/12 < 2/3.
"""
from fractions import Fraction

from support.exact import from_double

TERMS = 48


def coefficients(terms=TERMS):
    """r_k for k < terms, by powers of y, exactly."""
    r = [Fraction(1, 3)]
    result = [r]
    for i in range(2, terms + 1):
        step = Fraction(1, i * (2 * i + 1))
        r = [(i * i * a - b) * step for a, b in zip(r + [0], [0] + r)]
        result.append(r)
    return result


def remainder_after(terms=TERMS):
    """What the terms that coefficients() leaves out add up to at most, for y and |x| in [0, 1]."""
    r = Fraction(1, 3)
    for i in range(2, terms + 2):
        r *= Fraction(i, 2 * i + 1)  # at y = 0
    return 2 * r


def values(t_low, t_high, x):
    """Upper bounds for t in [t_low, t_high] and all 0 <= x' <= x on the scale, and on how fast it
    moves with the cosine. t_low, t_high and x are doubles in [0, 1] with squares that are."""
    y = t_low * t_low
    term, value, slope = 1 / 3, 0.0, 0.0
    for k in range(TERMS):
        value += term
        slope += (k + 1) * term
        i = k + 2
        term *= (i * i - y) * x / (i * (2 * i + 1))
    value += 2 * term
    slope += 3 * (TERMS + 1) * term
    # t (1 - t*t) rises up to 3^(-1/2) and falls beyond.
    factor = max(t_low * (1 - y), t_high * (1 - t_high * t_high))
    if t_low < 0.578 and t_high > 0.577:
        factor = 0.3850  # a little above 2 / 3^(3/2)
    return from_double(t_high + factor * x * value), from_double(factor * slope)
