"""Messages of the contract as the history has them.

    records.event(game_event), records.answer(game_id, submit_move_response)
"""

import history
from end_to_end import allocation_pb2, event_pb2, game_pb2, lobby_pb2, scoreboard_pb2

_DEEDS = {
    "move_applied": history.MOVE,
    "move_undone": history.UNDO,
    "move_redone": history.REDO,
    "seat_taken": history.JOIN,
    "credential_rotated": history.RENEW,
    "controller_changed": history.HAND_OVER,
    "offer_made": history.OFFER,
    "offer_answered": history.ANSWER,
}
CASUAL, SHARED = scoreboard_pb2.SCORE_BOARD_CASUAL, scoreboard_pb2.SCORE_BOARD_SHARED


def event(message):
    detail = message.WhichOneof("detail")
    changed = message.controller_changed
    return history.Event(
        message.sequence, message.actor, _deed(message),
        message.SerializeToString(deterministic=True), detail, _seconds(message.time),
        (message.cursor.status, _winner(message)), tuple(map(_clock, message.clocks)),
        _offer_step(message), to_bot=changed.controller.HasField("bot"), seat_of=changed.player_id)


def _deed(message):
    detail = message.WhichOneof("detail")
    if detail == "seat_left":
        before_start = message.seat_left.reason == game_pb2.END_REASON_UNSPECIFIED
        return history.LEAVE if before_start else history.RESIGN
    if (detail == "game_finished"
            and message.game_finished.end_reason == game_pb2.END_REASON_ABANDONED):
        return history.ABANDON
    return _DEEDS.get(detail, history.FOLLOWS)


def _winner(message):
    detail = message.WhichOneof("detail")
    return getattr(message, detail).winner if detail in ("game_finished", "game_final") else ""


def _seconds(time):
    return time.seconds + time.nanos / 1e9


def _clock(clock):
    remaining = clock.remaining
    return history.Clock(remaining.seconds * 1000 + remaining.nanos // 1_000_000, clock.running)


def _offer_step(message):
    if message.HasField("offer_made"):
        offer = message.offer_made.offer
        return history.OfferStep(offer.offer_id, _name(game_pb2.OfferKind, offer.kind), history.MADE)
    if message.HasField("offer_answered"):
        answered = message.offer_answered
        return history.OfferStep(answered.offer_id, _name(game_pb2.OfferKind, answered.kind),
                                 _name(event_pb2.OfferOutcome, answered.outcome),
                                 answered.next_game_id)
    return None


def _name(enum, value):
    """The last word of a value's name, in lower case."""
    return enum.Name(value).rsplit("_", 1)[1].lower()


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


def lobby_event(message):
    return _of_feed(message, _name(lobby_pb2.LobbyChange, message.change))


def result(message):
    return _of_feed(message, "game_final")


def _of_feed(message, detail):
    game = message.game
    return history.Event(message.sequence, game.game_id, history.FOLLOWS,
                         message.SerializeToString(deterministic=True), detail,
                         _seconds(message.time), (game.cursor.status, game.winner))


def feed_events(response):
    """Of one message of WatchLobby or WatchResults."""
    if isinstance(response, lobby_pb2.WatchLobbyResponse):
        return list(map(lobby_event, response.events.events))
    assert isinstance(response, allocation_pb2.WatchResultsResponse)
    return list(map(result, response.results.results))


def outcome(messages, keyed):
    """What a game counts as in the scoreboard, from all its events; None where it does not count."""
    created = messages[0].game_created
    players = [seat.player_id for seat in created.config.seats]
    left, winner = set(), ""
    for message in messages:
        if message.HasField("seat_taken"):
            players[message.seat_taken.seat] = message.seat_taken.player_id
        elif _deed(message) == history.RESIGN:
            left.add(message.seat_left.seat)
        elif message.HasField("game_finished"):
            winner = message.game_finished.winner
    status = messages[-1].cursor.status
    drawn = status == game_pb2.GAME_STATUS_DRAWN
    over = status not in (game_pb2.GAME_STATUS_NOT_STARTED, game_pb2.GAME_STATUS_IN_PROGRESS)
    if not created.scored or not over or not (winner or drawn):
        return None
    results = {}
    for seat, player in enumerate(players):
        lost = seat in left or not drawn and player != winner
        results[player] = "losses" if lost else "draws" if drawn else "wins"
    return (SHARED if keyed else CASUAL, created.config.kind), results
