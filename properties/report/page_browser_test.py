#!/usr/bin/python3
"""page_browser_test.py ULNA [-k NAME]...: the page of a certificate, in a browser.

Certifies a port that is refuted and one that passes, and looks at the pages that come of it: they
are well-formed, need no other file, every link leads somewhere, and headless Chromium shows them
without a word on its console, on a screen as wide as a phone's, too.
"""
import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ULNA = None  # from the command line
CHROMIUM = shutil.which("chromium")


def run(*command, code=0):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    if done.returncode not in (code if isinstance(code, tuple) else (code,)):
        raise AssertionError(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="ulna-page-")
        cls.folder = Path(cls.temporary.name)
        cls.out = cls.folder / "out"
        cls.page = cls.folder / "page.html"
        run(ULNA, "certify", "--port", "published", "--op", "slerp_joints", "--port", "scalar",
            "--op", "reorder_palette", "--out", cls.out, "--html", cls.page, code=1)
        cls.html = cls.page.read_text()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def tree(self):
        return xml.fromstring(self.html.split("\n", 1)[1])  # behind the DOCTYPE

    def test_is_well_formed_and_whole(self):
        root = self.tree()
        self.assertEqual(root.tag, "html")
        self.assertIn("Refuted: slerp_joints of published", root.find("body/header/h1").text)
        self.assertEqual(len(root.findall(".//section")), 4)
        self.assertGreater(len(root.findall(".//svg")), 0)

    def test_needs_nothing_else(self):
        for element in self.tree().iter():
            for name in ("src", "data", "action", "srcset"):
                self.assertNotIn(name, element.attrib)
            self.assertNotIn(element.tag, ("link", "iframe", "object", "embed"))
        self.assertNotIn("@import", self.html)
        self.assertNotIn("url(", self.html)

    def test_links_lead_somewhere(self):
        root = self.tree()
        ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        self.assertEqual(len(ids), len(set(ids)))
        links = [e.attrib["href"] for e in root.iter("a")]
        links += ["#" + e.attrib[a] for e in root.iter() for a in ("aria-labelledby",)
                  if a in e.attrib]
        self.assertGreater(len(links), 4)
        for link in links:
            self.assertIn(link, [f"#{i}" for i in ids])

    def test_pictures_say_what_they_show(self):
        for picture in self.tree().iter("svg"):
            self.assertEqual(picture.attrib["role"], "img")
            self.assertRegex(picture.attrib["aria-label"], r"^errors of .*: [\d,]+ words")

    def test_is_the_same_from_the_certificate(self):
        shown = self.folder / "shown.html"
        run(ULNA, "show", self.out / "certificate.json", "--html", shown)
        # Witnesses are read from their files there, which say where they come from.
        note = re.compile(r"^(note|end) .*$", re.M)
        self.assertEqual(note.sub("", shown.read_text()), note.sub("", self.html))

    def test_of_witnesses_that_are_gone_says_so(self):
        out = self.folder / "without"
        out.mkdir()
        shutil.copy(self.out / "certificate.json", out)
        run(ULNA, "show", out / "certificate.json", "--html", out / "page.html")
        self.assertIn("The witness cannot be shown: ", (out / "page.html").read_text())

    def test_takes_pictures_and_mutants_of_its_libraries_alone(self):
        picture, mutants, page = (self.folder / f for f in ("p.svg", "m.json", "with.html"))
        run(ULNA, "plot", "transform_verts", "--port", "scalar", "--out", picture)
        run(ULNA, "mutate", "--port", "scalar", "--op", "reorder_palette", "--mutants", "5",
            "--json", mutants, code=(0, 1))
        certificate = self.out / "certificate.json"
        run(ULNA, "show", certificate, "--html", page, "--with", picture, "--with", mutants)
        root = xml.fromstring(page.read_text().split("\n", 1)[1])
        source = root.find(".//figure/img").attrib["src"]
        self.assertRegex(source, r"^data:image/svg\+xml;base64,[A-Za-z0-9+/]+=*$")
        self.assertEqual(base64.b64decode(source.split(",")[1]), picture.read_bytes())
        section = root.find(".//section[@aria-labelledby='port2-reorder_palette']")
        self.assertRegex("".join(section.itertext()), r"\d+ of 5 ports with one instruction changed")
        found = json.loads(mutants.read_text())
        found[0]["sha256"] = "0" * 64
        mutants.write_text(json.dumps(found))
        for file, why in ((mutants, "it is about no operation of the certificate's libraries"),
                          (certificate, "neither a picture nor mutants")):
            refused = run(ULNA, "show", certificate, "--html", page, "--with", file, code=2)
            self.assertRegex(refused.stderr, rf"\Aulna: {file}: {why}[^\n]*\n\Z")

    @unittest.skipUnless(CHROMIUM, "needs chromium")
    def test_is_shown_without_a_word_on_the_console(self):
        for width in (360, 1280):
            with self.subTest(width=width):
                shown = run(CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu",
                            "--enable-logging=stderr", f"--window-size={width},800",
                            f"--user-data-dir={self.folder / 'profile'}", "--dump-dom",
                            self.page.as_uri())
                self.assertNotRegex(shown.stderr, "CONSOLE")
                self.assertIn("Refuted: slerp_joints of published", shown.stdout)
                self.assertEqual(shown.stdout.count("<svg "), self.html.count("<svg "))


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    ULNA = Path(sys.argv.pop(1)).resolve()
    unittest.main()
