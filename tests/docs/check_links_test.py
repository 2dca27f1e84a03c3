#!/usr/bin/env python3
"""Shows what scripts/lib/check_links.py accepts and what it catches."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))

from check_links import Checker, Document, slug  # noqa: E402

OTHER = "# Two words\n## Again\n## Again\n<a id=\"explicit\"></a>\n"
FILES = ["README.md", "docs/other.md", "docs/api/README.md", "src/a.cc", "src/sub/b.cc"]


def problems(text, files=()):
    """What is wrong with a README.md of that text beside some other files."""
    leading = "\n[1](docs/other.md) [2](docs/api)\n"
    documents = {"README.md": Document(text + leading), "docs/other.md": Document(OTHER),
                 "docs/api/README.md": Document("# Reference\n[up](../../README.md)\n")}
    return list(Checker(documents, [*FILES, *files]).problems())


class Links(unittest.TestCase):
    def test_what_is_there_can_be_linked(self):
        for target in ("docs/other.md", "docs/other.md#two-words", "docs/other.md#again",
                       "docs/other.md#again-1", "docs/other.md#explicit", "docs/api", "docs/api/#reference",
                       "src", "src/a.cc", "src/a.cc#L10", "src/a.cc#L10-L12", "./docs/../src/sub/b.cc",
                       "https://example.org/none", "mailto:a@example.org"):
            self.assertEqual(problems(f"[x]({target}) ![y]({target})\n[z]: {target}"), [], target)

    def test_what_is_not_there_is_caught(self):
        for target, reason in (("docs/none.md", "no such file"), ("build/x", "no such file"),
                               ("docs/other.md#three", "no such heading"),
                               ("docs/other.md#again-2", "no such heading"), ("#nowhere", "no such heading"),
                               ("src#heading", "this folder has no README.md to have headings"),
                               ("src/a.cc#main", "only lines can be named there, such as #L10"),
                               ("../outside.md", "not a path within the repository"),
                               ("/docs/other.md", "not a path within the repository")):
            expected = [f"README.md:2: {target}: {reason}"]
            self.assertEqual(problems(f"first\n[x]({target})"), expected)
            self.assertEqual(problems(f"first\n[x]: {target}"), expected)

    def test_each_link_of_a_line_is_looked_at(self):
        self.assertEqual(len(problems("[a](docs/other.md) [b](none) ![c](none.png \"title\")")), 2)

    def test_examples_are_no_links(self):
        self.assertEqual(problems("`[x](none)` ``a ` [y](none)``\n```\n[z](none)\n```\n~~~\n```\n[v](w)\n~~~"), [])

    def test_after_an_example_links_count_again(self):
        self.assertEqual(len(problems("```\n# no heading\n```\n[x](none) [y](#no-heading)")), 2)

    def test_a_document_that_nothing_leads_to_is_caught(self):
        documents = {"README.md": Document("# Alone"), "docs/lost.md": Document("[itself](lost.md#a)\n# A")}
        self.assertEqual(list(Checker(documents, list(documents)).problems()),
                         ["docs/lost.md:1: no other document leads here"])

    def test_anchors_are_those_of_forges(self):
        for heading, anchor in (("Two words", "two-words"), ("`meeple`, the client", "meeple-the-client"),
                                ("A.B_c - d", "ab_c---d"), ("[text](link.md) here", "text-here"),
                                ("Ünïcode 2", "ünïcode-2")):
            self.assertEqual(slug(heading), anchor)


if __name__ == "__main__":
    unittest.main()
