"""One Newton step, in float, on the worst approximation that the instruction set allows."""
from functools import partial
from pathlib import Path

from support import source
from support.proof import Proof
from support.tools import gappa

OPERATIONS = {"optimized/published/method.h": [
    """const __m128 r = _mm_rsqrt_ps(x);
       const __m128 residue = _mm_sub_ps(_mm_mul_ps(_mm_mul_ps(x, r), r), _mm_set1_ps(3.0f));
       return _mm_mul_ps(residue, _mm_mul_ps(r, _mm_set1_ps(-0.5f)));""",
    """const __m128 r = _mm_rcp_ps(x);
       return _mm_sub_ps(_mm_add_ps(r, r), _mm_mul_ps(_mm_mul_ps(x, r), r));""",
]}


def step(name, root):
    source.check(root, OPERATIONS)
    return 0, gappa((Path(__file__).parent / name).read_text(encoding="utf-8"), "off")


PROOFS = [
    Proof("newton-rsqrt", "relative error of inverse_sqrt() of method.h, for every normal x > 0",
          "3.801e-7", partial(step, "newton_rsqrt.g")),
    Proof("newton-rcp", "relative error of reciprocal() of method.h, for normal x up to 2^125",
          "3.131e-7", partial(step, "newton_rcp.g")),
]
