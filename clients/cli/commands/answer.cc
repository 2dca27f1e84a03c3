#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"
#include "clients/cli/offer_words.h"

namespace meeple::cli {
namespace {

struct AnswerArguments {
  std::string game_id;
  std::string answer;
  int64_t offer_id = 0;
};

std::string CheckAnswer(const std::string& word) {
  return OfferAnswerOf(word) == v1::OFFER_ANSWER_UNSPECIFIED
             ? "write accept, decline or withdraw, not '" + word + "'"
             : "";
}

// The one offer of the game that the caller can answer like that; 0 if there is none or more than
// one.
absl::StatusOr<int64_t> OnlyOffer(Session& session, const AnswerArguments& arguments) {
  const auto response = GetGame(session.connection(), arguments.game_id);
  if (!response.ok()) return response.status();
  const bool own = OfferAnswerOf(arguments.answer) == v1::OFFER_ANSWER_WITHDRAW;
  const auto& offers = response->game().offers();
  const v1::Offer* only =
      response->has_seat() ? OnlyOfferFor(offers, response->seat(), own) : nullptr;
  return only == nullptr ? 0 : only->offer_id();
}

ExitCode Answer(Session& session, const AnswerArguments& arguments) {
  v1::AnswerOfferRequest request;
  request.set_game_id(arguments.game_id);
  request.set_answer(OfferAnswerOf(arguments.answer));
  request.set_offer_id(arguments.offer_id);
  if (arguments.offer_id == 0) {
    const auto only = OnlyOffer(session, arguments);
    if (!only.ok()) return session.Fail(only.status());
    if (*only == 0) {
      return session.FailUsage("no offer, or more than one, waits for that answer",
                               "name it with --offer; `meeple show GAME_ID --json` lists them");
    }
    request.set_offer_id(*only);
  }
  return ReportMutation(session, arguments.game_id,
                        session.connection().Call(&Connection::Stub::AnswerOffer, request));
}

}  // namespace

void AddAnswer(Program& program) {
  auto arguments = std::make_shared<AnswerArguments>();
  CLI::App& command =
      program.Add("answer", "Answers an offer of another player, or withdraws your own",
                  "answer GAME_ID accept --credential TOKEN\n"
                  "answer GAME_ID decline --offer 12 --credential TOKEN");
  AddGameId(command, arguments->game_id);
  command.add_option("ANSWER", arguments->answer, "accept, decline or withdraw")
      ->required()
      ->type_name("accept|decline|withdraw")
      ->check(CLI::Validator(CheckAnswer, ""));
  command
      .add_option(
          "--offer", arguments->offer_id,
          "The offer, by the number of the event that told of it; default the only one that "
          "waits for you")
      ->type_name("N")
      ->check(WholeNumber<int64_t>());
  program.Does(command, [arguments](Session& session) { return Answer(session, *arguments); });
}

}  // namespace meeple::cli
