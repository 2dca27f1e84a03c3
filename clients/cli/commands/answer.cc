#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
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

// The offers that the caller can answer like that, by their numbers; at least one.
absl::StatusOr<std::vector<int64_t>> OffersToAnswer(Session& session,
                                                    const AnswerArguments& arguments) {
  const auto response = GetGame(session.connection(), arguments.game_id);
  if (!response.ok()) return response.status();
  if (!response->has_seat()) {
    return absl::PermissionDeniedError("the credential holds no seat of the game");
  }
  const bool own = OfferAnswerOf(arguments.answer) == v1::OFFER_ANSWER_WITHDRAW;
  std::vector<int64_t> numbers;
  for (const v1::Offer* offer : OffersFor(response->game().offers(), response->seat(), own)) {
    numbers.push_back(offer->offer_id());
  }
  if (!numbers.empty()) return numbers;
  return absl::FailedPreconditionError(own ? "you have made no offer that is open"
                                           : "no offer waits for your answer");
}

ExitCode AnswerNamed(Session& session, const AnswerArguments& arguments, int64_t offer_id) {
  v1::AnswerOfferRequest request;
  request.set_game_id(arguments.game_id);
  request.set_answer(OfferAnswerOf(arguments.answer));
  request.set_offer_id(offer_id);
  return ReportMutation(session, arguments.game_id,
                        session.connection().Call(&Connection::Stub::AnswerOffer, request));
}

ExitCode Answer(Session& session, const AnswerArguments& arguments) {
  if (session.options().credential.empty()) {
    return session.FailUsage("to answer an offer, the credential of a seat is needed",
                             "pass it with --credential TOKEN or set MEEPLE_CREDENTIAL; `meeple "
                             "create` or `meeple join` printed it");
  }
  if (arguments.offer_id != 0) return AnswerNamed(session, arguments, arguments.offer_id);
  const auto offers = OffersToAnswer(session, arguments);
  if (!offers.ok()) return session.Fail(offers.status());
  if (offers->size() > 1) {
    return session.FailUsage(
        absl::StrCat("more than one offer waits for that answer: ", absl::StrJoin(*offers, ", ")),
        "name it with --offer; `meeple show GAME_ID` shows them");
  }
  return AnswerNamed(session, arguments, offers->front());
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
