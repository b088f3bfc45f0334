"""ulna/adapt.h: layouts, each as C11 and as C++17, and what it says where something is missing.

usage: adapt_test.py ULNA_EXECUTABLE SOURCE_DIR [unittest arguments]
"""
import itertools
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ULNA, SOURCE = (str(Path(argument).resolve()) for argument in sys.argv[1:3])
HERE = Path(__file__).parent
LANGUAGES = {"c11": ["cc", "-std=c11"], "c++17": ["c++", "-x", "c++", "-std=c++17"]}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]

# How a layout names the element in a row and a column, for column vectors.
LAYOUTS = {
    "ULNA_4X4": dict(OUTER=4, INNER=4, FIRST="column", SECOND="row", ROWS_STORED=4),
    "ULNA_4X4_TRANSPOSED": dict(OUTER=4, INNER=4, FIRST="row", SECOND="column", ROWS_STORED=4),
    "ULNA_3X4": dict(OUTER=3, INNER=4, FIRST="row", SECOND="column", ROWS_STORED=3),
    "ULNA_4X3": dict(OUTER=4, INNER=3, FIRST="column", SECOND="row", ROWS_STORED=3),
}


SKIN = "#define ULNA_SKIN(out, in, palette, indices, weights, num_verts) (void)0\n"
SKINNING = dict(INDEX="uint16_t", STORED=4, MULTIPLE=1)


class Adapt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ulna-adapt-")
        self.addCleanup(folder.cleanup)
        self.library = Path(folder.name) / "port.so"

    def compiled(self, source, language, macros):
        defines = [f"-D{name}" if value is None else f"-D{name}={value}"
                   for name, value in macros.items()]
        return subprocess.run(
            [*LANGUAGES[language], *WARNINGS, "-O1", "-shared", "-fPIC", "-I", f"{SOURCE}/include",
             *defines, "-o", self.library, source, "-lm"],
            capture_output=True, text=True, timeout=60, check=False)

    def replayed(self, source, language="c11", **macros):
        """What the corpus shows of the port: all cases of its operations."""
        build = self.compiled(HERE / source, language, macros)
        self.assertEqual(build.returncode, 0, build.stderr)
        run = subprocess.run([ULNA, "corpus", "replay", "--dir", f"{SOURCE}/corpus",
                              "--port", self.library],
                             capture_output=True, text=True, timeout=60, check=False)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return run

    def right(self, source, least, **macros):
        for language in LANGUAGES:
            with self.subTest(language=language, **macros):
                run = self.replayed(source, language, **macros)
                self.assertEqual(run.returncode, 0, run.stdout)
                cases = int(re.search(r"(?m)^\w+ +(\d+) ", run.stdout).group(1))
                self.assertGreaterEqual(cases, least)

    def wrong(self, source, said, **macros):
        run = self.replayed(source, **macros)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertRegex(run.stdout, said)

    def test_quaternions(self):
        for width in (1, 4, 8, 16):
            self.right("quaternions.c", 80, W=width)
        self.right("quaternions.c", 80, W=4, ULNA_WXYZ=None)

    def test_the_order_of_a_quaternion(self):
        # A blend treats all components alike, so that a wrong order of them shows in none.
        for order in ({}, {"ULNA_WXYZ": None}):
            for component in "xyzw":
                self.wrong("quaternions.c", rf"out_of_bound: \S+\.{component}: got 2,", W=4,
                           EACH_BLENDED=f"out.{component}[i]=2", **order)

    def test_either_sign(self):
        self.right("quaternions.c", 80, ULNA_EITHER_SIGN=None)
        self.wrong("quaternions.c", "out_of_bound", ULNA_EITHER_SIGN=None,
                   EACH_BLENDED="out.x[i]=-out.x[i]")

    def test_matrices(self):
        for layout, macros in LAYOUTS.items():
            self.right("matrices.c", 100, ULNA_MATRIX_LAYOUT=layout, **macros)

    def test_a_wrong_layout_of_matrices_is_refuted(self):
        for said, layout in itertools.permutations(("ULNA_4X4", "ULNA_4X4_TRANSPOSED"), 2):
            self.wrong("matrices.c", "out_of_bound", ULNA_MATRIX_LAYOUT=said, **LAYOUTS[layout])
        for said, layout in itertools.permutations(("ULNA_3X4", "ULNA_4X3"), 2):
            self.wrong("matrices.c", "out_of_bound", ULNA_MATRIX_LAYOUT=said, **LAYOUTS[layout])

    def test_skinning(self):
        self.right("skinning.c", 60, **SKINNING)
        self.right("skinning.c", 60, INDEX="int", STORED=4, MULTIPLE=4, ULNA_FLOAT4=None)
        self.right("skinning.c", 20, INDEX="uint8_t", STORED=4, MULTIPLE=16)
        self.right("skinning.c", 20, INDEX="int16_t", STORED=3, MULTIPLE=1, ULNA_FLOAT4=None)
        self.right("skinning.c", 60, INDEX="unsigned", STORED=4, MULTIPLE=1, ULNA_FLOAT4=None,
                   WHOLE=None)

    def test_what_a_function_may_not_do_is_refuted(self):
        slerp = ("quaternions.c", "EACH_BLENDED")
        for (source, macro), does, said, more in (
                (slerp, "((float*)a)[0] = 7", "changed what it was given to read", {}),
                (slerp, "((Quats*)b)[1].w[0] = 0", "wrote outside of what it was given", {}),
                (slerp, "((Quats*)a)[-1].w[0] = 0", "wrote outside of what it was given", {}),
                (("skinning.c", "EACH_SKINNED"), "((float*)weights)[-1] = 1", "wrote_outside",
                 SKINNING),
                (("skinning.c", "EACH_SKINNED"), "out[v].pos[0] += out[v + 1].pos[0]",
                 "read_outside|out_of_bound", SKINNING),
                (("skinning.c", "BEFORE_EACH"), "if (weights[0] == 0 && weights[3] == 0) continue",
                 "out_of_bound", SKINNING)):
            with self.subTest(does=does):
                run = self.replayed(source, **{macro: does, **more})
                self.assertEqual(run.returncode, 1, run.stdout)
                self.assertRegex(run.stdout, said)

    def test_what_is_missing_is_named(self):
        name = '#define ULNA_NAME "a"\n'
        slerp = "#define ULNA_SLERP(a, b, t, out) (void)0\n"
        include = "#include <ulna/adapt.h>\n"
        point = "#define ULNA_TRANSFORM_POINT(m, p, out) (void)0\n"
        for text, said in (
                (slerp, "define ULNA_NAME, the port's name in reports"),
                (name, "define a function that you have, such as ULNA_SLERP"),
                (name + point, "define both of ULNA_TRANSFORM_POINT and ULNA_TRANSFORM_NORMAL"),
                (name + slerp + "#define ULNA_QUATERNION float\n", "ULNA_QUATERNION has fewer than"),
                (name + slerp + "#define ULNA_WIDTH 0\n", "ULNA_WIDTH is 1 or more"),
                (name + SKIN + "#define ULNA_INDEX int8_t\n", "ULNA_INDEX cannot name 256 matrices"),
                (name + SKIN + "#define ULNA_FLOAT4\n", "with ULNA_FLOAT4 four"),
                (name + "#define ULNA_MULTIPLY(a, b, out) (void)0\n#define ULNA_MATRIX_LAYOUT 7\n",
                 "ULNA_MATRIX_LAYOUT is ULNA_4X4, ULNA_4X4_TRANSPOSED, ULNA_3X4 or ULNA_4X3"),
                (name + "#define ULNA_MULTIPLY(a, b, out) (void)0\n"
                        "#define ULNA_MATRIX_LAYOUT ULNA_3X4\n", "leave ULNA_MULTIPLY out")):
            source = self.library.with_suffix(".c")
            source.write_text(text + include)
            for language in LANGUAGES:
                with self.subTest(said=said, language=language):
                    run = self.compiled(source, language, {})
                    self.assertNotEqual(run.returncode, 0)
                    self.assertIn(said, run.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
