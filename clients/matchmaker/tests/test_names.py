"""Which names players may have, and that the game server agrees."""

import unittest

import meeple
from live_server import LiveServer
from meeple.v1 import game_pb2

from meeple_matchmaker import names

# As given, and as they are kept.
GOOD = {
    "A": "A", "A ": "A", "  A B  ": "A B", "A  B": "A  B", "<b>\"'&\\%|.": "<b>\"'&\\%|.",
    "Rene\u0301": "Ren\u00e9", "Ren\u00e9": "Ren\u00e9", "\u212b": "\u00c5",
    "\u1112\u1161\u11ab": "\ud55c", "q\u0307\u0323": "q\u0323\u0307", "\ufb01": "\ufb01",
    "\u0639\u0645\u0631": "\u0639\u0645\u0631", "\U0001f3b2": "\U0001f3b2",
    "\u2764\ufe0f": "\u2764\ufe0f", "a\u3164": "a\u3164", "x" * 64: "x" * 64,
    f" {'x' * 64} ": "x" * 64, "\U0001f3b2" * 64: "\U0001f3b2" * 64, "e\u0301" * 64: "\u00e9" * 64,
}
BAD = (
    "   ", "x" * 65, "\U0001f3b2" * 65, "e\u0301" * 65, "\u0958" * 64, "a\tb", "a\t", "\t", "a\nb", "a\0b",
    "\x1b[31mred", "a\x7f", "a\x85", "a\u00a0b", "\u00a0a", "a\u2000b", "a\u2009b", "a\u3000b",
    "a\u200bb", "\U0001f468\u200d\U0001f469", "a\u00adb", "\ufeffa", "a\u202eb", "a\u2066b", "a\U000e0041",
    "a\u2028b", "a\u2029b", "\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u2800 \u3164", "\u0301",
    "\u0301\u0323", "\u0903", "\u20dd", "\ufe0f", "\u2800\u0301", "a\u0378", "a\ufffe", "a\U0010ffff",
    "a\ue000", "a\U0010fffd",
)


class NamesTest(unittest.TestCase):
    def test_names_are_normalised(self):
        for given, kept in GOOD.items():
            with self.subTest(given=ascii(given)):
                self.assertEqual(names.normalise(given), kept)
                self.assertEqual(names.normalise(kept), kept)

    def test_other_texts_are_refused(self):
        for given in (*BAD, "", "a\ud800", "\udfff", "\ud83c\udfb2"):
            with self.subTest(given=ascii(given)), self.assertRaises(names.BadName):
                names.normalise(given)

    def test_the_game_server_says_the_same(self):
        server = LiveServer()
        self.addCleanup(server.stop)
        with meeple.Client(server.address) as client:
            for given in (*GOOD, *BAD):
                with self.subTest(given=ascii(given)):
                    seats = [game_pb2.SeatConfig(player_id=given), game_pb2.SeatConfig()]
                    try:
                        created = client.create_game(game_pb2.GameConfig(kind="tic_tac_toe", seats=seats))
                        said = created.game.seats[0].player_id
                    except meeple.MeepleError as error:
                        said = error.reason_name
                    self.assertEqual(said, GOOD.get(given, "INVALID_CONFIG"))


if __name__ == "__main__":
    unittest.main()
