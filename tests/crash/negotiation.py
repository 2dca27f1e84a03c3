"""What players offer each other at a table, and how they answer.

    kind, request = offer(table, random)
    answered = answer(table, random)      # (player, request), or None where there is nothing to answer
"""

from end_to_end import game_pb2, service_pb2

# Seconds after which offers expire: some do, most are answered before.
_EXPIRE_SECONDS = (1, 1, 2, 300)


def offer(table, random):
    """Something that makes sense as the table stands, as far as that is known."""
    if table.over:
        kind = game_pb2.OFFER_KIND_REMATCH
    else:
        kind = random.choice((game_pb2.OFFER_KIND_DRAW, game_pb2.OFFER_KIND_UNDO))
    return service_pb2.MakeOfferRequest(
        game_id=table.game_id, kind=kind, expire_seconds=random.choice(_EXPIRE_SECONDS),
        swap_seats=table.over and random.random() < 0.5)


def answer(table, random):
    """Mostly of somebody who was asked; now and then by whoever made the offer, or to one that is closed."""
    offers = list(table.offers.values())
    players = table.players()
    if not offers or not players:
        return None
    chosen, player = random.choice(offers), random.choice(players)
    if table.order[chosen.seat] == player:
        how = random.choice((game_pb2.OFFER_ANSWER_WITHDRAW, game_pb2.OFFER_ANSWER_ACCEPT))
    else:
        how = random.choice((game_pb2.OFFER_ANSWER_ACCEPT, game_pb2.OFFER_ANSWER_ACCEPT,
                             game_pb2.OFFER_ANSWER_DECLINE))
    return player, service_pb2.AnswerOfferRequest(game_id=table.game_id, offer_id=chosen.offer_id,
                                                  answer=how)


def hand_over(table, player):
    """The player's seat to a bot, or back."""
    controller = (game_pb2.Controller(held=game_pb2.Held()) if player in table.handed
                  else game_pb2.Controller(bot=game_pb2.Bot(kind="random")))
    return service_pb2.SetControllerRequest(game_id=table.game_id, seat=table.order.index(player),
                                            controller=controller)
