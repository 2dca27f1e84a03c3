"""Hostile values for every field of a message, by its descriptor.

    for name, request in hostile.variations(service_pb2.UndoRequest(game_id=game_id)):
        ...  # name is such as "expected_sequence = -1"
"""

from google.protobuf.descriptor import FieldDescriptor as Field

_INTEGERS = {
    Field.CPPTYPE_INT32: (-2**31, -1, 0, 1, 101, 2**31 - 1),
    Field.CPPTYPE_INT64: (-2**63, -1, 0, 1, 50_001, 2**63 - 1),
    Field.CPPTYPE_UINT32: (0, 2**32 - 1),
    Field.CPPTYPE_UINT64: (0, 2**64 - 1),
    Field.CPPTYPE_ENUM: (-2**31, -1, 0, 1, 99, 2**31 - 1),
    Field.CPPTYPE_BOOL: (False, True),
}
_TEXTS = (
    "", " ", "\t\r\n", "\0", "a\0b", "a" * 64, "a" * 65, "x" * 20_000, "\U0001f3b2" * 64,
    "\U0001f3b2" * 65, "e\u0301", "\u202etxet", "\u2028", "\u200b", "\ufeff", "\ue000",
    "\U0010ffff", "\ufffd", "../../etc/passwd", "%s%n%x", "'; DROP TABLE games; --",
    "{\"a\": 1}", "<b>", "a1\n", "-1", "NaN", "99999999999999999999", "null", "\u0660\u0661",
    "zzzzzzzzzzzzzzzz1", "a99999999999", "(0,0)", "carrier a1 right", "\x7f", "\x1b[31m",
)
# The text that strings_broken replaces, by bytes of the same number.
_REPLACED = _TEXTS[5]
_COPIES = (9, 500)
_ENTRIES = ((17, 4, 4), (33, 4, 4), (1, 0, 4), (1, 64, 4), (1, 65, 4), (1, 4, 1024), (1, 4, 1025))


def variations(message):
    """Yields (name, message like it with one thing changed), for every field at every depth, after
    the message as it is."""
    yield "nothing changed", _copy(message)
    yield from _vary(message, lambda changed: changed, "")


def _copy(message):
    copied = type(message)()
    copied.CopyFrom(message)
    return copied


def _vary(message, wrap, prefix, depth=0):
    for field in message.DESCRIPTOR.fields:
        path = prefix + field.name
        for what, changed in _values(message, field):
            yield f"{path} {what}", wrap(changed)
        if _is_single_message(field) and depth < 4:
            yield from _descend(message, field, wrap, path, depth)
        elif _is_message_list(field) and len(getattr(message, field.name)) > 0:
            yield from _descend_first(message, field, wrap, path, depth)


def _is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _is_single_message(field):
    return field.cpp_type == Field.CPPTYPE_MESSAGE and not field.is_repeated


def _is_message_list(field):
    return field.cpp_type == Field.CPPTYPE_MESSAGE and field.is_repeated and not _is_map(field)


def _descend(message, field, wrap, path, depth):
    def wrap_inner(inner):
        outer = _copy(message)
        getattr(outer, field.name).CopyFrom(inner)
        return wrap(outer)

    inner = _copy(getattr(message, field.name))
    yield from _vary(inner, wrap_inner, path + ".", depth + 1)


def _descend_first(message, field, wrap, path, depth):
    def wrap_inner(inner):
        outer = _copy(message)
        getattr(outer, field.name)[0].CopyFrom(inner)
        return wrap(outer)

    inner = _copy(getattr(message, field.name)[0])
    yield from _vary(inner, wrap_inner, path + "[0].", depth + 1)


def _short(value):
    if isinstance(value, str):
        return f"{value!r:.24} ({len(value)} characters)"
    return repr(value)


def _values(message, field):
    """Yields (what, message with another value in one field)."""
    cleared = _copy(message)
    cleared.ClearField(field.name)
    yield "not set", cleared
    if _is_map(field):
        yield from _maps(message, field)
    elif field.is_repeated:
        yield from _lists(message, field)
    elif field.cpp_type == Field.CPPTYPE_MESSAGE:
        changed = _copy(message)
        getattr(changed, field.name).Clear()
        getattr(changed, field.name).SetInParent()
        yield "empty", changed
    else:
        yield from _scalars(message, field)


def _scalars(message, field):
    values = _TEXTS if field.cpp_type == Field.CPPTYPE_STRING else _INTEGERS[field.cpp_type]
    for value in values:
        changed = _copy(message)
        setattr(changed, field.name, value)
        yield f"= {_short(value)}", changed


def _lists(message, field):
    for count in _COPIES:
        changed = _copy(message)
        values = getattr(changed, field.name)
        for _ in range(count):
            if field.cpp_type == Field.CPPTYPE_MESSAGE:
                values.add()
            else:
                values.append("a1" if field.cpp_type == Field.CPPTYPE_STRING else 1)
        yield f"has {count} more", changed


def _maps(message, field):
    for count, key, value in _ENTRIES:
        changed = _copy(message)
        entries = getattr(changed, field.name)
        for i in range(count):
            entries[f"{i}".rjust(key, "k")[:key] if key else ""] = "v" * value
        yield f"has {count} of {key} + {value} bytes", changed
    for text in _TEXTS:
        changed = _copy(message)
        for name in list(getattr(changed, field.name)) or ["size"]:
            getattr(changed, field.name)[name] = text
        yield f"values = {_short(text)}", changed


def strings_broken(message):
    """Yields (field, bytes) of the message with one string at a time that is not UTF-8."""
    for name, changed in variations(message):
        if name.endswith(f"= {_short(_REPLACED)}"):
            data = changed.SerializeToString()
            yield name.split(" ")[0], data.replace(_REPLACED.encode(), b"\xff\xfe" * 32)
