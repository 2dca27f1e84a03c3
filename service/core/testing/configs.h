#ifndef MEEPLE_SERVICE_CORE_TESTING_CONFIGS_H_
#define MEEPLE_SERVICE_CORE_TESTING_CONFIGS_H_

// Games to be made, written as data.
//
//   PreparedGame game = Prepare("turn_limit: 5 seats {} seats { bot { kind: 'random' } }");

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "meeple/v1/game.pb.h"
#include "service/core/game_setup.h"

namespace meeple::service {

// The most turns that any game of these tests may have.
inline constexpr int kTestMaxPlies = 10'000;
// The game id of Prepare; such ids have 20 characters.
inline constexpr char kTestGameId[] = "00000000000000000abc";

// A config in protobuf's text format. Aborts if the text is none.
inline v1::GameConfig ReadConfig(const std::string& text) {
  v1::GameConfig config;
  const bool read = google::protobuf::TextFormat::ParseFromString(text, &config);
  return read ? config : absl::StatusOr<v1::GameConfig>(absl::InvalidArgumentError(text)).value();
}

// A game of tic-tac-toe with what `text` adds. Aborts if it is impossible.
inline PreparedGame Prepare(const std::string& text, int max_plies = kTestMaxPlies) {
  const v1::GameConfig config = ReadConfig(absl::StrCat("kind: 'tic_tac_toe' ", text));
  return PrepareGame(kTestGameId, CompleteConfig(config, max_plies).value(), max_plies).value();
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_CONFIGS_H_
