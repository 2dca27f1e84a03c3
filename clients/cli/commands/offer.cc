#include <memory>
#include <string>

#include "clients/cli/commands/commands.h"
#include "clients/cli/mutation.h"
#include "clients/cli/offer_words.h"

namespace meeple::cli {
namespace {

// A week: see MakeOfferRequest.expire_seconds.
constexpr int kMaxSeconds = 604'800;

struct OfferArguments {
  std::string game_id;
  std::string kind;
  int expire_seconds = 0;
  bool swap = false;
};

std::string CheckKind(const std::string& word) {
  return OfferKindOf(word) == v1::OFFER_KIND_UNSPECIFIED
             ? "write draw, undo or rematch, not '" + word + "'"
             : "";
}

ExitCode Offer(Session& session, const OfferArguments& arguments) {
  v1::MakeOfferRequest request;
  request.set_game_id(arguments.game_id);
  request.set_kind(OfferKindOf(arguments.kind));
  request.set_expire_seconds(arguments.expire_seconds);
  request.set_swap_seats(arguments.swap);
  return ReportMutation(session, arguments.game_id,
                        session.connection().Call(&Connection::Stub::MakeOffer, request));
}

}  // namespace

void AddOffer(Program& program) {
  auto arguments = std::make_shared<OfferArguments>();
  CLI::App& command = program.Add(
      "offer", "Offers the others a draw, asks them to let you take back, or offers a rematch",
      "offer GAME_ID draw --credential TOKEN\n"
      "offer GAME_ID rematch --swap --credential TOKEN");
  AddGameId(command, arguments->game_id);
  command.add_option("WHAT", arguments->kind, "draw, undo or rematch")
      ->required()
      ->type_name("draw|undo|rematch")
      ->check(CLI::Validator(CheckKind, ""));
  command.add_flag("--swap", arguments->swap,
                   "In the rematch the order of play moves on by one: who moved second begins");
  command
      .add_option("--expires", arguments->expire_seconds,
                  "After how many seconds it is over; default 300, at most a week")
      ->type_name("SECONDS")
      ->check(WholeNumber(kMaxSeconds));
  program.Does(command, [arguments](Session& session) { return Offer(session, *arguments); });
}

}  // namespace meeple::cli
