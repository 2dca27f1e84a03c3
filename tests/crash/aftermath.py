"""What there is once nobody plays any more: games that come to rest, then their logs, the lobby, the
results and the scoreboard as the server has them."""

import collections
import time

import records
from connection import PATIENCE
from end_to_end import game_pb2, scoreboard_pb2, service_pb2
from feed_watcher import read_feed
from history import ACCEPTED, LOBBY, MADE, PENDING, REMATCH, RESULTS, SERVER, SPECTATOR
from player import open_rematch
from tables import CONFIGS

_PAUSE = 0.05


def wait_until_at_rest(connection, table):
    """Returns once nothing will happen by itself, or too much time has gone by: the checker tells that
    from the log."""
    # Counted, not measured: who is stopped for a while has waited for nothing.
    for _ in range(int(PATIENCE / _PAUSE)):
        if _is_at_rest(connection, table):
            return
        time.sleep(_PAUSE)


def _is_at_rest(connection, table):
    answer = connection.read("GetGame", service_pb2.GetGameRequest(game_id=table.game_id))
    if answer is None:
        return True
    game = answer.game
    if game.cursor.status == game_pb2.GAME_STATUS_NOT_STARTED:
        return True
    if game.cursor.status == game_pb2.GAME_STATUS_IN_PROGRESS:
        return not (any(clock.running for clock in game.clocks)
                    or game.seats[game.cursor.turn_index].HasField("bot")
                    or _waits_for_a_first_move(connection, game))
    newest = connection.read("ListEvents", service_pb2.ListEventsRequest(
        game_id=table.game_id, after_sequence=game.sequence - 1))
    return newest is None or newest.events[-1].HasField("game_final")


def _waits_for_a_first_move(connection, game):
    if not game.config.HasField("first_move_time"):
        return False
    page = connection.read("ListEvents", service_pb2.ListEventsRequest(game_id=game.game_id,
                                                                       page_size=1000))
    moved = {event.move_applied.move.player_id for event in page.events
             if event.HasField("move_applied")}
    return len(moved) < len(game.seats)


def unknown_rematches(connection, tables):
    """The tables of rematches that no player heard of."""
    known = {table.game_id for table in tables}
    found, waiting = [], list(tables)
    while waiting:
        table = open_rematch(connection, waiting.pop())
        if table is not None and table.game_id not in known:
            known.add(table.game_id)
            found.append(table)
            waiting.append(table)
    return found


def read_log(connection, history, table, viewer):
    messages = []
    request = service_pb2.ListEventsRequest(game_id=table.game_id, page_size=1000)
    while True:
        page = connection.read("ListEvents", request, lambda: table.token(viewer))
        if page is None:
            break
        messages.extend(page.events)
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    history.logs[table.game_id, viewer] = list(map(records.event, messages))
    if viewer == SPECTATOR and messages:
        _keep_facts(history, table.game_id, messages)


def _keep_facts(history, game_id, messages):
    before = messages[0].game_created.config.rematch_of.game_id
    if before:
        history.rematches[game_id] = before
    outcome = records.outcome(messages, game_id in history.keyed)
    if outcome is not None:
        history.outcomes[game_id] = outcome


def read_feeds_and_scores(connection, history, api_key):
    for feed in (LOBBY, RESULTS):
        history.logs[feed, SPECTATOR] = read_feed(connection, feed, api_key)
    kinds = sorted({config.kind for config in CONFIGS})
    for board in (records.SHARED, records.CASUAL):
        for kind in ("", *kinds):
            history.scores[board, kind] = _read_table(connection, board, kind)


def _read_table(connection, board, kind):
    table = {}
    request = scoreboard_pb2.ListScoresRequest(board=board, kind=kind, page_size=1000)
    while True:
        page = connection.read("ListScores", request)
        for line in page.scores:
            score = line.score
            table[score.player_id] = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
        if not page.next_page_token:
            return table
        request.page_token = page.next_page_token


def summary(history):
    """What of the newer sorts of things happened, in one line."""
    steps = collections.Counter()
    flags = 0
    for (_, viewer), log in history.logs.items():
        if viewer != SPECTATOR:
            continue
        for event in log:
            if event.offer and event.offer.outcome not in (MADE, PENDING):
                steps[event.offer.kind, event.offer.outcome] += 1
            flags += event.detail == "seat_left" and event.actor == SERVER
    offers = collections.Counter()
    for (_, outcome), number in steps.items():
        offers[outcome] += number
    told = ", ".join(f"{number:,} {outcome}" for outcome, number in offers.most_common())
    return (f"offers: {told}; {steps[REMATCH, ACCEPTED]:,} rematches; {flags:,} flags; "
            f"{len(history.outcomes):,} games that count, "
            f"{len(history.logs.get((RESULTS, SPECTATOR), ())):,} results, "
            f"{len(history.logs.get((LOBBY, SPECTATOR), ())):,} entries of the lobby")
