"""What a checker found.

    Violation(Kind.LOST, game_id, "move 4 is gone")
"""

import dataclasses
import enum


class Kind(enum.Enum):
    LOST = "what was acknowledged or seen is gone"
    DOUBLED = "an event that no call accounts for: done twice, or refused and yet done"
    CHANGED = "what was said once was said differently later"
    GAP = "events are missing in between"
    REPEATED = "an event came twice"
    REORDERED = "events came in another order"
    IMPOSSIBLE = "a refusal, or an event, that nothing explains"
    MISCOUNTED = "the scoreboard is not what the games make of it"
    CHARGED = "a clock was charged for time in which the server did not run"
    OVERDUE = "what has to happen by itself did not"
    DAMAGED = "the stored games do not verify"
    UNSETTLED = "a call whose outcome could not be found out"


@dataclasses.dataclass(frozen=True)
class Violation:
    kind: Kind
    game: str
    what: str

    def __str__(self):
        return f"{self.kind.name} in game {self.game or '?'}: {self.what}"
