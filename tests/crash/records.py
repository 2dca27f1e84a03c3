"""Messages of the contract as the history has them.

    records.event(game_event), records.answer(game_id, submit_move_response)
"""

import history
from end_to_end import game_pb2

_DEEDS = {
    "move_applied": history.MOVE,
    "move_undone": history.UNDO,
    "move_redone": history.REDO,
    "seat_left": history.RESIGN,
    "seat_taken": history.JOIN,
    "credential_rotated": history.RENEW,
}


def event(message):
    return history.Event(message.sequence, message.actor, _deed(message),
                         message.SerializeToString(deterministic=True))


def _deed(message):
    detail = message.WhichOneof("detail")
    if (detail == "game_finished"
            and message.game_finished.end_reason == game_pb2.END_REASON_ABANDONED):
        return history.ABANDON
    return _DEEDS.get(detail, history.FOLLOWS)


def answer(game_id, message):
    """Of a call that changed a game."""
    first_said = type(message)()
    first_said.CopyFrom(message)
    first_said.head_sequence = 0
    events = tuple(map(event, message.events))
    return history.Answer(game_id, events[0].sequence if events else message.sequence + 1,
                          message.sequence, events,
                          first_said.SerializeToString(deterministic=True))


def creation(message):
    """Of a CreateGame."""
    return history.Answer(message.game.game_id, 1, message.game.sequence, (),
                          message.SerializeToString(deterministic=True))
