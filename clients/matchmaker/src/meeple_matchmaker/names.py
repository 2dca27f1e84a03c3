"""The game server's rule for names of players, so that a name which it would refuse is refused at the door,
and two spellings of one name are one player. It mirrors service/core/player_name.h; where Python knows
another version of Unicode than the server, the server decides: see Matchmaker.
"""

import unicodedata

LONGEST = 64  # code points

_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
# Drawn as nothing: the space, the Hangul fillers and the empty Braille pattern.
_BLANKS = frozenset(" \u115f\u1160\u2800\u3164\uffa0")


class BadName(ValueError):
    """No name of a player; its text says why, for people."""


def normalise(name):
    """`name` without spaces around it, in Unicode normalisation form C. Raises BadName unless 1 to 64 code
    points remain, all assigned, no control, format, private or separating character, U+0020 the only
    space, and one of them seen where it stands alone."""
    normal = unicodedata.normalize("NFC", name.strip(" "))
    if not normal:
        raise BadName("a name must not be empty")
    if not all(map(_is_allowed, normal)):
        raise BadName("a name must be printable characters, with U+0020 as its only space")
    if len(normal) > LONGEST:
        raise BadName(f"a name has at most {LONGEST} characters")
    if not any(map(_is_seen, normal)):
        raise BadName("a name must have a character that can be seen by itself")
    return normal


def _is_allowed(character):
    category = unicodedata.category(character)
    return category not in _FORBIDDEN and (category != "Zs" or character == " ")


def _is_seen(character):
    return unicodedata.category(character) not in _MARKS and character not in _BLANKS
