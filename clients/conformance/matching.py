"""Comparing answers, as proto3 JSON, with what a scenario expects of them."""

import re

# What proto3 JSON leaves out.
_DEFAULTS = (0, "", False, [], {}, "0")


def difference(expected, actual, path="answer"):
    """Where `actual` does not contain `expected`; empty if it does."""
    if isinstance(expected, dict):
        return _difference_of_objects(expected, actual, path)
    if isinstance(expected, list):
        return _difference_of_lists(expected, actual, path)
    if isinstance(expected, int) and not isinstance(expected, bool) and isinstance(actual, str):
        actual = int(actual) if re.fullmatch(r"-?\d+", actual) else actual
    if actual is None and (expected in _DEFAULTS or str(expected).endswith("_UNSPECIFIED")):
        return ""
    return "" if expected == actual else f"{path} is {actual!r} instead of {expected!r}"


def _difference_of_objects(expected, actual, path):
    if expected == {"absent": True}:
        return "" if actual is None else f"{path} is there: {actual!r}"
    if not isinstance(actual, dict):
        return f"{path} is {actual!r} instead of an object"
    for key, value in expected.items():
        found = difference(value, actual.get(key), f"{path}.{key}")
        if found:
            return found
    return ""


def _difference_of_lists(expected, actual, path):
    actual = actual or []
    rest = bool(expected) and expected[-1] == "..."
    wanted = expected[:-1] if rest else expected
    if len(actual) < len(wanted) or (len(actual) > len(wanted) and not rest):
        return f"{path} has {len(actual)} elements instead of {len(wanted)}: {actual!r}"
    for index, (value, found) in enumerate(zip(wanted, actual)):
        inner = difference(value, found, f"{path}[{index}]")
        if inner:
            return inner
    return ""


def part(value, path):
    """The part of an answer at a path such as credentials[0].token; 0 for a field that is left out at its end.
    LookupError if there is nothing that could have it."""
    for name, index in re.findall(r"(\w+)|\[(\d+)\]", path):
        if not isinstance(value, dict if name else list):
            raise LookupError(f"no {path} in the answer")
        value = value.get(name, 0) if name else value[int(index)]
    return value
