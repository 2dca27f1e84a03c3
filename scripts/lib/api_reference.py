#!/usr/bin/env python3
"""Writes the API reference, docs/api, from the contract and its comments: a page for each .proto file of
meeple.v1, and an index.

    api_reference.py DESCRIPTOR_SET FOLDER

DESCRIPTOR_SET is what `protoc --include_imports --include_source_info --descriptor_set_out` writes. Pages
that no file stands for any more are removed. An element without a comment is an error. In comments, what
names an element of the contract becomes a link to it: GameService.CreateGame, GameConfig.seed, SubmitMove,
and reasons such as NOT_YOUR_TURN.
"""

import pathlib
import re
import sys

from check_links import slug
from google.protobuf import descriptor_pb2

PACKAGE = "meeple.v1"
PROTOS = "../../proto/"
_WELL_KNOWN = {
    "google.protobuf.Duration": "https://protobuf.dev/reference/protobuf/google.protobuf/#duration",
    "google.protobuf.Timestamp": "https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp",
    "google.rpc.Status": "https://grpc.io/docs/guides/error/#richer-error-model",
}
# Field numbers of descriptor.proto, of which the paths of comments are made.
_FILE_MESSAGE, _FILE_ENUM, _FILE_SERVICE = 4, 5, 6
_SERVICE_METHOD, _MESSAGE_FIELD, _MESSAGE_ONEOF, _ENUM_VALUE = 2, 2, 8, 2
_STATUS_CODES = frozenset("""OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND
    ALREADY_EXISTS PERMISSION_DENIED RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE
    UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED""".split())
_REASON = "ERROR_REASON_"
# Code as it stands, or a word that could name an element.
_WORD = re.compile(r"`[^`]*`|[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)*")
_SEVERAL_HUMPS = re.compile(r"^[A-Z][a-z0-9]+[A-Z]")


class Contract:
    """The elements of the contract: where each is described, and what its comment says."""

    def __init__(self, files):
        self.files = [file for file in files if file.package == PACKAGE]
        self._comments = {}
        self._links = {}
        self.undocumented = []
        for file in self.files:
            for location in file.source_code_info.location:
                self._comments[(file.name, tuple(location.path))] = location.leading_comments
            self._add_elements(file)

    def comment(self, file, path, name):
        """The paragraphs of an element's comment, each one line."""
        text = self._comments.get((file.name, tuple(path)), "").strip()
        if not text and name not in self.undocumented:
            self.undocumented.append(name)
        return [" ".join(line.strip() for line in paragraph.splitlines())
                for paragraph in re.split(r"\n\s*\n", text) if paragraph]

    def link(self, name, scope=""):
        """page#anchor of an element by its name, or None. `scope` is the service or message that speaks."""
        if name in _STATUS_CODES:
            return None
        for candidate in (name, f"{scope}.{name}", _REASON + name, f"any.{name}"):
            if candidate in self._links:
                return self._links[candidate]
        return None

    def _add_elements(self, file):
        page = page_of(file)
        for message in file.message_type:
            refuse_nested(message)
            self._links[message.name] = f"{page}#{slug(message.name)}"
            for field in message.field:
                self._links[f"{message.name}.{field.name}"] = f"{page}#{field_anchor(message, field)}"
        for enum in file.enum_type:
            self._links[enum.name] = f"{page}#{slug(enum.name)}"
            for value in enum.value:
                self._links[value.name] = f"{page}#{value.name.lower()}"
        for service in file.service:
            self._links[service.name] = f"{page}#{slug(service.name)}"
            for method in service.method:
                name, anywhere = f"{service.name}.{method.name}", f"any.{method.name}"
                self._links[name] = f"{page}#{slug(name)}"
                # A name that two services have is nobody's where no service is named.
                self._links[anywhere] = None if anywhere in self._links else self._links[name]


def page_of(file):
    return pathlib.PurePosixPath(file.name).stem + ".md"


def refuse_nested(message):
    for nested in [*message.nested_type, *message.enum_type]:
        if nested in message.enum_type or not nested.options.map_entry:
            raise ValueError(f"nested, which the pages have no place for: {message.name}.{nested.name}")


def field_anchor(message, field):
    return f"{message.name}-{field.name}".lower()


class Page:
    """One page in the making."""

    def __init__(self, contract, file):
        self._contract = contract
        self._file = file
        self._page = page_of(file)
        self._lines = []

    def text(self):
        source = f"[`{self._file.name}`]({PROTOS}{self._file.name})"
        self._add(f"# {self._file.name.rpartition('/')[2]}", f"[Reference](README.md) · generated from {source}")
        for index, service in enumerate(self._file.service):
            self._add_service(service, [_FILE_SERVICE, index])
        if self._file.message_type:
            self._add("## Messages")
        for index, message in enumerate(self._file.message_type):
            self._add_message(message, [_FILE_MESSAGE, index])
        if self._file.enum_type:
            self._add("## Enums")
        for index, enum in enumerate(self._file.enum_type):
            self._add_enum(enum, [_FILE_ENUM, index])
        return "\n\n".join(self._lines) + "\n"

    def _add(self, *blocks):
        self._lines += blocks

    def _add_service(self, service, path):
        self._add(f"## {service.name}", *self._paragraphs(path, service.name))
        for index, method in enumerate(service.method):
            request, response = self._type(method.input_type), self._type(method.output_type)
            asks, answers = ("stream of " if streams else ""
                             for streams in (method.client_streaming, method.server_streaming))
            self._add(f"### {service.name}.{method.name}", f"{asks}{request} → {answers}{response}",
                      *self._paragraphs([*path, _SERVICE_METHOD, index], service.name, method.name))

    def _add_message(self, message, path):
        self._add(f"### {message.name}", *self._paragraphs(path, message.name))
        for index in range(len(message.oneof_decl)):
            self._add_oneof(message, index, [*path, _MESSAGE_ONEOF, index])
        rows = [f"| {field.number} | <a id=\"{field_anchor(message, field)}\"></a>`{field.name}` | "
                f"{self._field_type(message, field)} | "
                f"{self._cell([*path, _MESSAGE_FIELD, index], message.name, field.name)} |"
                for index, field in enumerate(message.field)]
        if rows:
            self._add(table(" | field | type | ", rows))

    def _add_oneof(self, message, index, path):
        members = [field for field in message.field
                   if field.HasField("oneof_index") and field.oneof_index == index]
        if members[0].proto3_optional:
            return  # made by the compiler
        name = message.oneof_decl[index].name
        says = " ".join(self._paragraphs(path, message.name, name))
        self._add(f"`{name}`, one of {', '.join(f'`{field.name}`' for field in members)}: {says}")

    def _add_enum(self, enum, path):
        self._add(f"### {enum.name}", *self._paragraphs(path, enum.name))
        rows = [f"| {value.number} | <a id=\"{value.name.lower()}\"></a>`{value.name}` | "
                f"{self._cell([*path, _ENUM_VALUE, index], enum.name, value.name)} |"
                for index, value in enumerate(enum.value)]
        self._add(table(" | value | ", rows))

    def _field_type(self, message, field):
        for nested in message.nested_type:
            if nested.options.map_entry and field.type_name.endswith(f".{message.name}.{nested.name}"):
                key, value = (self._scalar_or_type(each) for each in nested.field)
                return f"map of {key} to {value}"
        label = "repeated " if field.label == field.LABEL_REPEATED else ""
        return ("optional " if field.proto3_optional else label) + self._scalar_or_type(field)

    def _scalar_or_type(self, field):
        if field.type_name:
            return self._type(field.type_name)
        return descriptor_pb2.FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()

    def _type(self, full_name):
        name = full_name.removeprefix(".").removeprefix(f"{PACKAGE}.")
        target = self._contract.link(name)
        target = self._from_here(target) if target else _WELL_KNOWN.get(name)
        return f"[{name}]({target})" if target else f"`{name}`"

    def _from_here(self, target):
        return target.removeprefix(self._page)

    def _cell(self, path, scope, member):
        return "<br><br>".join(self._paragraphs(path, scope, member)).replace("|", "\\|")

    def _paragraphs(self, path, scope, member=""):
        """The comment of a service, message or enum, or of a member of it, with its links."""
        def linked(match):
            return self._linked(match.group(), scope)

        return [_WORD.sub(linked, escaped(paragraph))
                for paragraph in self._contract.comment(self._file, path, f"{scope}.{member}".rstrip("."))]

    def _linked(self, word, scope):
        name = word.strip("`")
        if word == name and not ("." in name or name.isupper() or _SEVERAL_HUMPS.match(name)):
            return word
        if word != name and "." not in name:
            return word
        target = self._contract.link(name, scope)
        return f"[{word}]({self._from_here(target)})" if target and name != scope else word


def escaped(text):
    """The text as Markdown shows it as it is; within code it is left alone."""
    def one(match):
        found = match.group()
        return found if found.startswith("`") else "&lt;" if found == "<" else "\\" + found

    return re.sub(r"`[^`]*`|[<*\[\]]", one, text)


def index_text(contract):
    blocks = ["# API reference",
              "Every service, message and enum of [`meeple.v1`](../../proto/meeple/v1), with its comments. "
              "Begin with [GameService](game_service.md#gameservice), which says how identity, repetition and "
              "refusals work; [ErrorReason](error.md#errorreason) has every refusal. `scripts/docs` writes "
              "these pages: what they say is mended in `proto/`."]
    services = [(file, index) for file in contract.files for index in range(len(file.service))]
    for file, index in sorted(services, key=lambda each: service_order(each[0].service[each[1]].name)):
        blocks += service_index(contract, file, index)
    rows = [f"| [{page_of(file)[:-3]}]({page_of(file)}) | {names(contract, file.message_type)} | "
            f"{names(contract, file.enum_type)} |" for file in sorted(contract.files, key=page_of)]
    blocks += ["## Messages and enums", "Requests and responses stand on the page of their service.",
               table("page | messages | enums", rows)]
    return "\n\n".join(blocks) + "\n"


def service_order(name):
    return name != "GameService", name


def service_index(contract, file, index):
    service = file.service[index]
    rows = []
    for number, method in enumerate(service.method):
        name = f"{service.name}.{method.name}"
        comment = contract.comment(file, [_FILE_SERVICE, index, _SERVICE_METHOD, number], name)
        rows.append(f"| [{method.name}]({contract.link(name)}) | "
                    f"{escaped(first_clause(comment)).replace('|', chr(92) + '|')} |")
    return f"## [{service.name}]({contract.link(service.name)})", table("rpc | ", rows)


def first_clause(paragraphs):
    """The first sentence of a comment, as far as it needs no second half."""
    return re.split(r"(?<=[.:;]) |[.:;]$", paragraphs[0])[0].rstrip(".:;") if paragraphs else ""


def names(contract, elements):
    """Links to the elements, but for requests and responses."""
    return ", ".join(f"[{each.name}]({contract.link(each.name)})" for each in elements
                     if not each.name.endswith(("Request", "Response")))


def table(head, rows):
    return "\n".join([f"| {head} |", "|" + "---|" * (head.count("|") + 1), *rows])


def pages_of(descriptor_set):
    """The text of every page by its name; ValueError where an element has no comment."""
    contract = Contract(descriptor_set.file)
    pages = {page_of(file): Page(contract, file).text() for file in contract.files}
    pages["README.md"] = index_text(contract)
    if contract.undocumented:
        raise ValueError(f"without a comment: {', '.join(contract.undocumented)}")
    return pages


def write_pages(pages, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for old in set(folder.glob("*.md")) - {folder / name for name in pages}:
        old.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


def main():
    source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    try:
        pages = pages_of(descriptor_pb2.FileDescriptorSet.FromString(source.read_bytes()))
    except ValueError as error:
        print(f"api_reference: {error}", file=sys.stderr)
        return 1
    write_pages(pages, folder)
    print(f"{len(pages)} pages in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
