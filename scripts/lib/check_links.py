#!/usr/bin/env python3
"""Checks the links of Markdown files: that what they lead to is there, anchors too, and that every document
is led to.

    git ls-files | check_links.py        at the root of the repository

The files named on standard input are all there are: a link to any other one is refused, so that none leads to
something that was built or is ignored. Links to other places of the web are not followed. Prints each
violation as file:line: reason, and exits 1 if there is one.
"""

import pathlib
import posixpath
import re
import sys

_FENCE = re.compile(r"^\s*(```|~~~)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
# ](target) of links and images, and [name]: target.
_LINK = re.compile(r"\]\(\s*<?([^)<>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)|^\s{0,3}\[[^\]]+\]:\s+(\S+)")
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_EXPLICIT = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:")
_LINE_OF_SOURCE = re.compile(r"^L\d+(-L\d+)?$")


def slug(heading):
    """The anchor that forges give a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"<[^>]*>", "", text)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Document:
    """What a Markdown file links to, by line, and the anchors that it has."""

    def __init__(self, text):
        self.links = []
        self.anchors = set()
        fence = None
        for number, line in enumerate(text.splitlines(), start=1):
            mark = _FENCE.match(line)
            if mark and fence in (None, mark.group(1)):
                fence = None if fence else mark.group(1)
            elif fence is None:
                self._read(number, line)

    def _read(self, number, line):
        heading = _HEADING.match(line)
        if heading:
            self._add_heading(slug(heading.group(1)))
        self.anchors.update(_EXPLICIT.findall(line))
        for match in _LINK.finditer(_CODE.sub("", line)):
            self.links.append((number, match.group(1) or match.group(2)))

    def _add_heading(self, anchor):
        """A heading that is there again gets a number, from 1."""
        candidate, count = anchor, 0
        while candidate in self.anchors:
            count += 1
            candidate = f"{anchor}-{count}"
        self.anchors.add(candidate)


class Checker:
    """Checks one document after the other, and remembers which ones are led to."""

    def __init__(self, documents, files):
        self._documents = documents
        self._files = set(files)
        self._folders = {str(parent) for path in files for parent in pathlib.PurePosixPath(path).parents}
        self._reached = {"README.md"}

    def problems(self):
        """Yields file:line: reason of every link that leads nowhere, and of every document without one."""
        for path, document in self._documents.items():
            for line, target in document.links:
                reason = "" if _SCHEME.match(target) else self._problem(path, target)
                if reason:
                    yield f"{path}:{line}: {target}: {reason}"
        for path in self._documents:
            if path not in self._reached:
                yield f"{path}:1: no other document leads here"

    def _problem(self, path, target):
        name, _, anchor = target.partition("#")
        found = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
        if name.startswith("/") or found.startswith(".."):
            return "not a path within the repository"
        if found in self._folders:
            found = posixpath.normpath(posixpath.join(found, "README.md"))
            if found not in self._files:
                return "this folder has no README.md to have headings" if anchor else ""
        if found not in self._files:
            return "no such file"
        if found != path:
            self._reached.add(found)
        return self._problem_of_anchor(found, anchor) if anchor else ""

    def _problem_of_anchor(self, found, anchor):
        if found not in self._documents:
            return "" if _LINE_OF_SOURCE.match(anchor) else "only lines can be named there, such as #L10"
        return "" if anchor in self._documents[found].anchors else "no such heading"


def main():
    files = sys.stdin.read().splitlines()
    documents = {path: Document(pathlib.Path(path).read_text(encoding="utf-8"))
                 for path in files if path.endswith(".md")}
    if not documents:
        print("check_links: no document was named", file=sys.stderr)
        return 2
    problems = list(Checker(documents, files).problems())
    for problem in problems:
        print(problem)
    if not problems:
        links = sum(len(document.links) for document in documents.values())
        print(f"{links} links in {len(documents)} documents")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
