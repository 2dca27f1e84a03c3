#include "service/tools/told_game.h"

#include "google/protobuf/util/message_differencer.h"

namespace meeple::tools {

v1::ListedGame ToldGame(const v1::ListedGame& game) {
  v1::ListedGame told;
  told.set_game_id(game.game_id());
  told.mutable_cursor()->set_status(game.cursor().status());
  for (const v1::Seat& seat : game.seats()) {
    v1::Seat& kept = *told.add_seats();
    kept.set_player_id(seat.player_id());
    kept.set_status(seat.status());
  }
  told.set_winner(game.winner());
  told.set_end_reason(game.end_reason());
  *told.mutable_create_time() = game.create_time();
  return told;
}

std::string DifferenceOf(const v1::ListedGame& game, const v1::ListedGame& told) {
  v1::ListedGame expected = ToldGame(game);
  if (!told.has_cursor()) expected.mutable_cursor()->clear_status();
  google::protobuf::util::MessageDifferencer differencer;
  std::string differences;
  differencer.ReportDifferencesToString(&differences);
  if (differencer.Compare(expected, ToldGame(told))) return {};
  return differences.substr(0, differences.find('\n'));
}

}  // namespace meeple::tools
