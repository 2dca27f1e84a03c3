"""A client of one server: a channel, its stub, and the calls that tests make all the time.

    creator = Client(server.address)
    created = creator.create()
    alice = Client(server.address, token_of(created, "X"))
    alice.move(created.game.game_id, "a1")
"""

import uuid

import grpc

from harness import environment
from harness.contract import (game_pb2, lobby_pb2, lobby_pb2_grpc, service_pb2,
                              service_pb2_grpc)


def new_request_id():
    return str(uuid.uuid4())


def token_of(created, player):
    """The token of a player's seat, from the answer of CreateGame."""
    return next(c.token for c in created.credentials if c.player_id == player)


def tic_tac_toe(**fields):
    """A GameConfig of tic-tac-toe; `fields` as the message has them."""
    return game_pb2.GameConfig(kind="tic_tac_toe", **fields)


class Client:
    """Calls end after environment.patience() seconds; watches have no deadline."""

    def __init__(self, address, token="", options=()):
        # A pool of its own: channels in one process would otherwise share one connection.
        self.channel = grpc.insecure_channel(
            address, options=[("grpc.use_local_subchannel_pool", 1), *options])
        self.stub = service_pb2_grpc.GameServiceStub(self.channel)
        self.lobby = lobby_pb2_grpc.LobbyServiceStub(self.channel)
        self.metadata = [("authorization", f"Bearer {token}")] if token else []

    def close(self):
        self.channel.close()

    def call(self, rpc, request):
        """Any unary call of a game or of the lobby, by name."""
        stub = self.stub if hasattr(self.stub, rpc) else self.lobby
        return getattr(stub, rpc)(request, metadata=self.metadata, timeout=environment.patience())

    def create(self, config=None, request_id=""):
        request = service_pb2.CreateGameRequest(config=config or tic_tac_toe(),
                                                request_id=request_id)
        return self.call("CreateGame", request)

    def fork(self, game_id, turn, request_id=""):
        return self.call("ForkGame", service_pb2.ForkGameRequest(game_id=game_id, turn=turn,
                                                                 request_id=request_id))

    def get(self, game_id):
        return self.call("GetGame", service_pb2.GetGameRequest(game_id=game_id))

    def watchers(self, game_id):
        return self.get(game_id).watchers

    def move(self, game_id, notation, **fields):
        move = game_pb2.Move(notation=notation)
        return self.call("SubmitMove",
                         service_pb2.SubmitMoveRequest(game_id=game_id, move=move, **fields))

    def mark(self, game_id, row, column, **fields):
        move = game_pb2.Move(cell=game_pb2.Cell(row=row, column=column))
        return self.call("SubmitMove",
                         service_pb2.SubmitMoveRequest(game_id=game_id, move=move, **fields))

    def undo(self, game_id, **fields):
        return self.call("Undo", service_pb2.UndoRequest(game_id=game_id, **fields))

    def redo(self, game_id, **fields):
        return self.call("Redo", service_pb2.RedoRequest(game_id=game_id, **fields))

    def resign(self, game_id, **fields):
        return self.call("Resign", service_pb2.ResignRequest(game_id=game_id, **fields))

    def abandon(self, game_id, **fields):
        return self.call("Abandon", service_pb2.AbandonRequest(game_id=game_id, **fields))

    def offer(self, game_id, kind, **fields):
        return self.call("MakeOffer",
                         service_pb2.MakeOfferRequest(game_id=game_id, kind=kind, **fields))

    def answer(self, game_id, offer_id, answer, **fields):
        return self.call("AnswerOffer", service_pb2.AnswerOfferRequest(
            game_id=game_id, offer_id=offer_id, answer=answer, **fields))

    def set_controller(self, game_id, seat, controller, **fields):
        return self.call("SetController", service_pb2.SetControllerRequest(
            game_id=game_id, seat=seat, controller=controller, **fields))

    def leave(self, game_id, **fields):
        return self.call("LeaveGame", lobby_pb2.LeaveGameRequest(game_id=game_id, **fields))

    def legal_moves(self, game_id):
        return self.call("ListLegalMoves", service_pb2.ListLegalMovesRequest(game_id=game_id))

    def replay(self, game_id, **fields):
        return self.call("Replay", service_pb2.ReplayRequest(game_id=game_id, **fields))

    def events(self, game_id, **fields):
        return self.call("ListEvents", service_pb2.ListEventsRequest(game_id=game_id, **fields))

    def watch(self, game_id, **fields):
        """Opens a watch and returns grpc's stream of WatchGameResponse."""
        return self.stub.WatchGame(service_pb2.WatchGameRequest(game_id=game_id, **fields),
                                   metadata=self.metadata)
