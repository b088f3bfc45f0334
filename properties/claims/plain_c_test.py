"""The papers' plain C (bench/plain) and their SSE3 are judged: what claims are measured against is right, or known
to be wrong.
Usage: plain_c_test.py ULNA FOLDER, where the libraries are"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ULNA, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def verdict(library, operation):
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([ULNA, "certify", "--port", FOLDER / f"{library}.so", "--op", operation, "--out", out],
                              capture_output=True, text=True, check=False)
        certificate = pathlib.Path(out, "certificate.json")
        if not certificate.exists():
            raise RuntimeError(done.stderr or done.stdout)
        (port,) = json.loads(certificate.read_text(encoding="utf-8"))["ports"]
        (one,) = port["operations"]
        return one["verdict"]


class PlainC(unittest.TestCase):
    def test_slerp_by_the_arc_tangent_is_right(self):
        self.assertEqual(verdict("plain_transformed", "slerp_joints"), "certified")

    def test_slerp_by_polynomials_is_as_wrong_as_its_guess(self):
        """The guess of a reciprocal root is off by 0.18 % (inverse-root-guess)."""
        self.assertEqual(verdict("plain_polynomial", "slerp_joints"), "refuted")

    def test_the_direct_form_of_skinning_is_right(self):
        self.assertEqual(verdict("plain", "skin_aos_verts"), "certified")

    def test_collapsed_matrices_are_right(self):
        self.assertEqual(verdict("plain_collapsed", "skin_aos_verts"), "certified")

    def test_the_sums_of_sse3_are_right(self):
        for operation in ("transform_verts", "transform_verts_and_tangents"):
            self.assertEqual(verdict("haddps", operation), "certified")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
