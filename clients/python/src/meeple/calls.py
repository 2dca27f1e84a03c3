"""The calls that players make, short: one line over the generated stub each.

Shared by the blocking and the asyncio client: what the stub returns, an answer or something to await, is
passed on.
"""

from meeple.v1 import game_pb2, game_service_pb2 as api


def config_of(config):
    """A GameConfig; a text is the kind of a game."""
    return game_pb2.GameConfig(kind=config) if isinstance(config, str) else config


def move_of(move):
    """A Move; a text is its notation."""
    return game_pb2.Move(notation=move) if isinstance(move, str) else move


def offer_kind_of(kind):
    """An OfferKind; a text is its name without the prefix, in any case."""
    return game_pb2.OfferKind.Value(f"OFFER_KIND_{kind.upper()}") if isinstance(kind, str) else kind


def offer_answer_of(answer):
    """An OfferAnswer; a text is its name without the prefix, in any case."""
    if isinstance(answer, str):
        return game_pb2.OfferAnswer.Value(f"OFFER_ANSWER_{answer.upper()}")
    return answer


def token_of(created, player):
    """The token of a player's seat in the answer of CreateGame or AllocateGames, by player id."""
    for credential in created.credentials:
        if credential.player_id == player:
            return credential.token
    raise ValueError(f"no credential of player {player!r} in this answer")


class Calls:
    """Each method returns the answer of the rpc that its text names. `timeout` is in seconds, and
    Options.timeout where it is not given; `request_id` is made where it is not given: choose it, and keep
    it, to be able to repeat the call after this process is gone."""

    games = None  # the stub of meeple.v1.GameService

    def create_game(self, config, *, request_id="", timeout=None):
        """GameService.CreateGame; `config` is a GameConfig, or the kind of a game."""
        return self.games.CreateGame(
            api.CreateGameRequest(config=config_of(config), request_id=request_id), timeout=timeout)

    def get_game(self, game_id, *, timeout=None):
        """GameService.GetGame."""
        return self.games.GetGame(api.GetGameRequest(game_id=game_id), timeout=timeout)

    def legal_moves(self, game_id, *, timeout=None):
        """GameService.ListLegalMoves."""
        return self.games.ListLegalMoves(api.ListLegalMovesRequest(game_id=game_id), timeout=timeout)

    def play(self, game_id, move, *, expected_sequence=None, request_id="", timeout=None):
        """GameService.SubmitMove; `move` is a Move, or its notation, such as "b2"."""
        return self.games.SubmitMove(
            api.SubmitMoveRequest(game_id=game_id, move=move_of(move), request_id=request_id,
                                  expected_sequence=expected_sequence), timeout=timeout)

    def undo(self, game_id, *, expected_sequence=None, request_id="", timeout=None):
        """GameService.Undo."""
        return self.games.Undo(
            api.UndoRequest(game_id=game_id, request_id=request_id,
                            expected_sequence=expected_sequence), timeout=timeout)

    def redo(self, game_id, *, expected_sequence=None, request_id="", timeout=None):
        """GameService.Redo."""
        return self.games.Redo(
            api.RedoRequest(game_id=game_id, request_id=request_id,
                            expected_sequence=expected_sequence), timeout=timeout)

    def resign(self, game_id, *, request_id="", timeout=None):
        """GameService.Resign."""
        return self.games.Resign(api.ResignRequest(game_id=game_id, request_id=request_id),
                                 timeout=timeout)

    def abandon(self, game_id, *, request_id="", timeout=None):
        """GameService.Abandon."""
        return self.games.Abandon(api.AbandonRequest(game_id=game_id, request_id=request_id),
                                  timeout=timeout)

    def hand_to_bot(self, game_id, seat, kind, *, level=0, request_id="", timeout=None):
        """GameService.SetController: a bot of the server plays the seat from now on."""
        controller = game_pb2.Controller(bot=game_pb2.Bot(kind=kind, level=level))
        return self.games.SetController(
            api.SetControllerRequest(game_id=game_id, seat=seat, controller=controller,
                                     request_id=request_id), timeout=timeout)

    def take_over(self, game_id, seat, *, request_id="", timeout=None):
        """GameService.SetController: the holder of the seat's credential plays it again."""
        controller = game_pb2.Controller(held=game_pb2.Held())
        return self.games.SetController(
            api.SetControllerRequest(game_id=game_id, seat=seat, controller=controller,
                                     request_id=request_id), timeout=timeout)

    def offer(self, game_id, kind, *, expire_seconds=0, swap_seats=False, expected_sequence=None,
              request_id="", timeout=None):
        """GameService.MakeOffer; `kind` is an OfferKind, or its name, such as "draw"."""
        return self.games.MakeOffer(
            api.MakeOfferRequest(game_id=game_id, kind=offer_kind_of(kind), request_id=request_id,
                                 expire_seconds=expire_seconds, swap_seats=swap_seats,
                                 expected_sequence=expected_sequence), timeout=timeout)

    def answer(self, game_id, offer_id, answer, *, request_id="", timeout=None):
        """GameService.AnswerOffer; `answer` is an OfferAnswer, or its name, such as "accept"."""
        return self.games.AnswerOffer(
            api.AnswerOfferRequest(game_id=game_id, offer_id=offer_id,
                                   answer=offer_answer_of(answer), request_id=request_id),
            timeout=timeout)

    def kinds(self, *, timeout=None):
        """GameService.ListGameKinds."""
        return self.games.ListGameKinds(api.ListGameKindsRequest(), timeout=timeout)
