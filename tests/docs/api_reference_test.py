#!/usr/bin/env python3
"""Shows what scripts/lib/api_reference.py makes of a small contract."""

import pathlib
import sys
import tempfile
import unittest

import grpc_tools.protoc
from google.protobuf import descriptor_pb2

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "lib"))

from api_reference import pages_of, write_pages  # noqa: E402
from check_links import Checker, Document  # noqa: E402

PARTS = """
// A part.
message Part {
  // One of many; see GameService.Buy and `Part.tags`. Not `Buy`, not Part itself, not OUT_OF_RANGE.
  //
  // Second paragraph: [0, 1) * a | b < c, `x < *y`.
  repeated string names = 3;
  // By name.
  map<string, Part> tags = 4;
  // Maybe.
  optional int64 weight = 7;
  // How it is kept.
  oneof kept {
    // On a shelf.
    int32 shelf = 5;
    // Since when.
    google.protobuf.Timestamp since = 6;
  }
}
// Why not.
enum ErrorReason {
  // None.
  ERROR_REASON_UNSPECIFIED = 0;
  // Gone.
  ERROR_REASON_SOLD_OUT = 1;
  // A name that is a code, too.
  ERROR_REASON_OUT_OF_RANGE = 2;
}
"""
SHOP = """
// Sells.
service GameService {
  // Sells a part: NOT_FOUND SOLD_OUT. As SellAll.
  rpc Buy(Part) returns (stream Part);
  // Sells all. See GameService and Ping.
  rpc SellAll(stream Part) returns (Part);
  // Is it there?
  rpc Ping(Part) returns (Part);
}
// Has a Ping, too; Ping is its own here, SellAll the only one.
service OtherService {
  // Is it there?
  rpc Ping(Part) returns (Part);
}
"""


def compiled(**files):
    """The descriptor set of these files, by the first part of their names."""
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "meeple" / "v1"
        package.mkdir(parents=True)
        for name, text in files.items():
            imports = [path for used, path in (("Part", "meeple/v1/error.proto"),
                                               ("Timestamp", "google/protobuf/timestamp.proto"))
                       if used in text and name not in path]
            head = ['syntax = "proto3";', "package meeple.v1;", *(f'import "{path}";' for path in imports)]
            (package / f"{name}.proto").write_text("\n".join([*head, text]))
        output = pathlib.Path(folder) / "set"
        well_known = pathlib.Path(grpc_tools.__file__).parent / "_proto"
        result = grpc_tools.protoc.main(
            ["protoc", f"-I{folder}", f"-I{well_known}", "--include_imports", "--include_source_info",
             f"--descriptor_set_out={output}", *(f"meeple/v1/{name}.proto" for name in files)])
        assert result == 0
        return descriptor_pb2.FileDescriptorSet.FromString(output.read_bytes())


class Reference(unittest.TestCase):
    def setUp(self):
        self.pages = pages_of(compiled(error=PARTS, game_service=SHOP))

    def expect_line(self, page, line):
        self.assertIn(line, self.pages[page].splitlines())

    def test_a_page_for_each_file_and_an_index(self):
        self.assertEqual(sorted(self.pages), ["README.md", "error.md", "game_service.md"])
        self.expect_line("README.md", "| [Buy](game_service.md#gameservicebuy) | Sells a part |")
        self.expect_line("README.md", "| [error](error.md) | [Part](error.md#part) | "
                                      "[ErrorReason](error.md#errorreason) |")

    def test_fields_with_their_types(self):
        page = "error.md"
        self.assertIn('| <a id="part-tags"></a>`tags` | map of string to [Part](#part) | By name. |',
                      self.pages[page])
        self.assertIn('`weight` | optional int64 | Maybe. |', self.pages[page])
        self.assertIn("`since` | [google.protobuf.Timestamp](https://", self.pages[page])
        self.expect_line(page, "`kept`, one of `shelf`, `since`: How it is kept.")
        self.expect_line(page, '| 1 | <a id="error_reason_sold_out"></a>`ERROR_REASON_SOLD_OUT` | Gone. |')

    def test_comments_are_linked_and_shown_as_they_are(self):
        row = next(line for line in self.pages["error.md"].splitlines() if line.startswith("| 3 |"))
        self.assertTrue(row.endswith(
            "| repeated string | One of many; see [GameService.Buy](game_service.md#gameservicebuy) and "
            "[`Part.tags`](#part-tags). Not `Buy`, not Part itself, not OUT_OF_RANGE.<br><br>"
            "Second paragraph: \\[0, 1) \\* a \\| b &lt; c, `x < *y`. |"), row)

    def test_rpcs_with_their_messages_and_reasons(self):
        self.expect_line("game_service.md", "### GameService.Buy")
        self.expect_line("game_service.md", "[Part](error.md#part) → stream of [Part](error.md#part)")
        self.expect_line("game_service.md", "stream of [Part](error.md#part) → [Part](error.md#part)")
        self.expect_line("game_service.md",
                         "Sells a part: NOT_FOUND [SOLD_OUT](error.md#error_reason_sold_out). "
                         "As [SellAll](#gameservicesellall).")
        self.expect_line("game_service.md", "Sells all. See GameService and Ping.")

    def test_every_link_leads_somewhere(self):
        documents = {f"docs/api/{name}": Document(text) for name, text in self.pages.items()}
        documents["README.md"] = Document("[reference](docs/api)")
        files = [*documents, "proto/meeple/v1/error.proto", "proto/meeple/v1/game_service.proto"]
        self.assertEqual(list(Checker(documents, files).problems()), [])

    def test_what_has_no_comment_is_an_error(self):
        for text, missing in (("message Lone {}", "Lone"), ("// A.\nmessage A { int32 b = 1; }", "A.b"),
                              ("// A.\nenum A { A_UNSPECIFIED = 0; }", "A.A_UNSPECIFIED"),
                              ("// S.\nservice S { rpc R(Part) returns (Part); }", "S.R"),
                              ("// A.\nmessage A { oneof o {\n// F.\nint32 f = 1; } }", "A.o")):
            with self.assertRaisesRegex(ValueError, f"without a comment: {missing}$"):
                pages_of(compiled(error=PARTS, other=text))

    def test_what_has_no_place_on_a_page_is_an_error(self):
        for nested in ("message B {}", "enum B { B_UNSPECIFIED = 0; }"):
            with self.assertRaisesRegex(ValueError, "nested, .*: A.B$"):
                pages_of(compiled(other=f"// A.\nmessage A {{ {nested} }}"))

    def test_pages_of_files_that_are_gone_go(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "old.md").write_text("# Old")
            write_pages(self.pages, folder)
            self.assertEqual({path.name: path.read_text() for path in folder.iterdir()}, self.pages)


if __name__ == "__main__":
    unittest.main()
