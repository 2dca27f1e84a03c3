#include "service/rpc/request_checks.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "service/core/errors.h"
#include "service/core/player_name.h"

namespace meeple::rpc {
namespace {

using service::InvalidField;

using TextMap = google::protobuf::Map<std::string, std::string>;

// The first error among checks that have been made; they are cheap and touch nothing.
absl::Status FirstError(std::initializer_list<absl::Status> checks) {
  for (const absl::Status& check : checks) {
    if (!check.ok()) return check;
  }
  return absl::OkStatus();
}

absl::Status CheckLength(std::string_view field, const std::string& text, size_t limit) {
  if (text.size() <= limit) return absl::OkStatus();
  return InvalidField(field, absl::StrCat("at most ", limit, " bytes"));
}

absl::Status CheckRange(std::string_view field, int64_t value, int64_t least, int64_t greatest) {
  if (value >= least && value <= greatest) return absl::OkStatus();
  return InvalidField(field, absl::StrCat("from ", least, " to ", greatest));
}

absl::Status CheckNotNegative(std::string_view field, int64_t value) {
  if (value >= 0) return absl::OkStatus();
  return InvalidField(field, "0 or greater");
}

absl::Status CheckGameId(const std::string& id) {
  const auto fits = [](unsigned char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c);
  };
  if (!id.empty() && id.size() <= kMaxGameIdLength && std::all_of(id.begin(), id.end(), fits)) {
    return absl::OkStatus();
  }
  return InvalidField("game_id", absl::StrCat("required: 1 to ", kMaxGameIdLength,
                                              " lower-case letters and digits"));
}

constexpr std::string_view kUuidForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

// The canonical form of a UUID: 8-4-4-4-12 hexadecimal digits, in either case.
bool IsUuid(std::string_view text) {
  return std::equal(
      text.begin(), text.end(), kUuidForm.begin(), kUuidForm.end(),
      [](unsigned char c, char form) { return form == '-' ? c == '-' : absl::ascii_isxdigit(c); });
}

// The description names no value: a request id is a secret.
absl::Status CheckRequestId(const std::string& id, std::string_view field = "request_id") {
  if (id.empty() || IsUuid(id)) return absl::OkStatus();
  return InvalidField(field, "a UUID in the form of 8-4-4-4-12 hexadecimal digits, or empty");
}

template <class Request>
absl::Status CheckExpectedSequence(const Request& request) {
  return request.has_expected_sequence()
             ? CheckNotNegative("expected_sequence", request.expected_sequence())
             : absl::OkStatus();
}

template <class Request>
absl::Status CheckPaging(const Request& request) {
  return FirstError({CheckRange("page_size", request.page_size(), 0, kMaxPageSize),
                     CheckLength("page_token", request.page_token(), kMaxPageTokenLength)});
}

absl::Status CheckMove(const v1::SubmitMoveRequest& request) {
  const v1::Move& move = request.move();
  if (move.action_case() == v1::Move::ACTION_NOT_SET && move.notation().empty()) {
    return InvalidField("move", "required: set an action such as `cell`, or `notation`");
  }
  return CheckLength("move.notation", move.notation(), engine::kMaxNotationLength);
}

absl::Status CheckTexts(std::string_view field, const TextMap& texts, int limit) {
  if (texts.size() > static_cast<size_t>(limit)) {
    return InvalidField(field, absl::StrCat("at most ", limit, " entries"));
  }
  for (const auto& [key, value] : texts) {
    if (key.empty() || key.size() > kMaxKeyLength) {
      return InvalidField(field, absl::StrCat("names of 1 to ", kMaxKeyLength, " bytes"));
    }
    if (value.size() > kMaxValueLength) {
      return InvalidField(field, absl::StrCat("values of at most ", kMaxValueLength, " bytes"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckKnown(std::string_view field, bool known) {
  return known ? absl::OkStatus() : InvalidField(field, "not a known value");
}

// For a value that must be given.
absl::Status CheckChosen(std::string_view field, int value, bool known) {
  return value == 0 ? InvalidField(field, "required") : CheckKnown(field, known);
}

// The name of a folder, and of no other one: no path leads out of where it stands, and none is that
// of a backup which is being written.
bool IsBackupName(std::string_view name) {
  const auto fits = [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kMaxBackupNameLength && !name.ends_with(".partial") &&
         absl::ascii_isalnum(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), fits);
}

absl::Status CheckOpening(const std::string& field, const v1::GameConfig& config) {
  if (config.opening_size() > kMaxOpening || config.opening_seeds_size() > kMaxOpening) {
    return InvalidField(
        field + (config.opening_size() > kMaxOpening ? ".opening" : ".opening_seeds"),
        absl::StrCat("at most ", kMaxOpening));
  }
  for (int i = 0; i < config.opening_size(); ++i) {
    if (config.opening(i).size() <= engine::kMaxNotationLength) continue;
    return InvalidField(absl::StrCat(field, ".opening[", i, "]"),
                        absl::StrCat("at most ", engine::kMaxNotationLength, " bytes"));
  }
  return absl::OkStatus();
}

// `field` is where the config stands.
absl::Status CheckConfig(const std::string& field, const v1::GameConfig& config) {
  if (config.seats_size() > kMaxSeats) {
    return InvalidField(field + ".seats", absl::StrCat("at most ", kMaxSeats));
  }
  return FirstError({CheckLength(field + ".kind", config.kind(), kMaxKindLength),
                     CheckTexts(field + ".parameters", config.parameters(), kMaxParameters),
                     CheckKnown(field + ".undo", v1::UndoPolicy_IsValid(config.undo())),
                     CheckKnown(field + ".visibility", v1::Visibility_IsValid(config.visibility())),
                     CheckTexts(field + ".labels", config.labels(), kMaxLabels),
                     CheckOpening(field, config)});
}

absl::Status CheckAllocation(const std::string& field, const v1::GameAllocation& game) {
  if (!game.has_config()) return InvalidField(field + ".config", "required: what to play");
  return FirstError({CheckRequestId(game.request_id(), field + ".request_id"),
                     CheckConfig(field + ".config", game.config())});
}

absl::Status CheckSeat(int32_t seat) { return CheckRange("seat", seat, 0, kMaxSeats - 1); }

// Empty is a name that is not given.
absl::Status CheckPlayerId(const std::string& player_id, std::string_view field = "player_id") {
  if (player_id.empty()) return absl::OkStatus();
  const absl::StatusOr<std::string> name = service::NormalisePlayerName(player_id);
  return name.ok() ? absl::OkStatus() : InvalidField(field, std::string(name.status().message()));
}

// What most mutations have.
template <class Request>
absl::Status CheckGameAndRequestId(const Request& request) {
  return FirstError({CheckGameId(request.game_id()), CheckRequestId(request.request_id())});
}

}  // namespace

absl::Status Check(const v1::CreateGameRequest& request) {
  if (!request.has_config()) return InvalidField("config", "required: what to play");
  return FirstError(
      {CheckRequestId(request.request_id()), CheckConfig("config", request.config())});
}

absl::Status Check(const v1::GetGameRequest& request) { return CheckGameId(request.game_id()); }

absl::Status Check(const v1::ListLegalMovesRequest& request) {
  return CheckGameId(request.game_id());
}

absl::Status Check(const v1::SubmitMoveRequest& request) {
  return FirstError({CheckGameId(request.game_id()), CheckMove(request),
                     CheckRequestId(request.request_id()), CheckExpectedSequence(request)});
}

absl::Status Check(const v1::UndoRequest& request) {
  return FirstError({CheckGameAndRequestId(request), CheckExpectedSequence(request)});
}

absl::Status Check(const v1::RedoRequest& request) {
  return FirstError({CheckGameAndRequestId(request), CheckExpectedSequence(request)});
}

absl::Status Check(const v1::ReplayRequest& request) {
  const bool backwards = request.has_to_turn() && request.to_turn() < request.from_turn();
  return FirstError({CheckGameId(request.game_id()),
                     CheckNotNegative("from_turn", request.from_turn()),
                     backwards ? InvalidField("to_turn", "not before from_turn") : absl::OkStatus(),
                     CheckPaging(request)});
}

absl::Status Check(const v1::ListEventsRequest& request) {
  return FirstError({CheckGameId(request.game_id()),
                     CheckNotNegative("after_sequence", request.after_sequence()),
                     CheckPaging(request)});
}

absl::Status Check(const v1::ForkGameRequest& request) {
  return FirstError({CheckGameAndRequestId(request), CheckNotNegative("turn", request.turn())});
}

absl::Status Check(const v1::ResignRequest& request) { return CheckGameAndRequestId(request); }

absl::Status Check(const v1::AbandonRequest& request) { return CheckGameAndRequestId(request); }

absl::Status Check(const v1::ListGameKindsRequest&) { return absl::OkStatus(); }

absl::Status Check(const v1::WatchGameRequest& request) {
  const bool snapshot_within = request.snapshot() && request.after_sequence() > 0;
  return FirstError({CheckGameId(request.game_id()),
                     CheckNotNegative("after_sequence", request.after_sequence()),
                     snapshot_within ? InvalidField("snapshot", "only with after_sequence 0")
                                     : absl::OkStatus()});
}

absl::Status Check(const v1::MakeOfferRequest& request) {
  const bool swaps = request.swap_seats() && request.kind() != v1::OFFER_KIND_REMATCH;
  return FirstError({CheckGameAndRequestId(request),
                     CheckChosen("kind", request.kind(), v1::OfferKind_IsValid(request.kind())),
                     CheckRange("expire_seconds", request.expire_seconds(), 0, kMaxOfferSeconds),
                     swaps ? InvalidField("swap_seats", "only of a rematch") : absl::OkStatus(),
                     CheckExpectedSequence(request)});
}

absl::Status Check(const v1::AnswerOfferRequest& request) {
  return FirstError(
      {CheckGameAndRequestId(request),
       request.offer_id() > 0 ? absl::OkStatus()
                              : InvalidField("offer_id", "required: 1 or greater"),
       CheckChosen("answer", request.answer(), v1::OfferAnswer_IsValid(request.answer()))});
}

absl::Status Check(const v1::RotateCredentialRequest& request) {
  return CheckGameAndRequestId(request);
}

absl::Status Check(const v1::RevokeCredentialRequest& request) {
  return FirstError({CheckGameAndRequestId(request), CheckSeat(request.seat())});
}

absl::Status Check(const v1::SetControllerRequest& request) {
  absl::Status common = FirstError({CheckGameAndRequestId(request), CheckSeat(request.seat())});
  if (!common.ok()) return common;
  const v1::Controller& controller = request.controller();
  if (controller.controller_case() == v1::Controller::CONTROLLER_NOT_SET) {
    return InvalidField("controller", "required: set `held` or `bot`");
  }
  if (!controller.bot().has_seed()) return absl::OkStatus();
  return InvalidField("controller.bot.seed", "leave it out: the server draws one");
}

absl::Status Check(const v1::ListGamesRequest& request) {
  return FirstError({CheckLength("kind", request.kind(), kMaxKindLength),
                     CheckKnown("status", v1::GameStatus_IsValid(request.status())),
                     CheckPlayerId(request.player_id(), "player_id"),
                     CheckPlayerId(request.waiting_for(), "waiting_for"),
                     CheckTexts("labels", request.labels(), kMaxLabels), CheckPaging(request)});
}

absl::Status Check(const v1::JoinGameRequest& request) {
  return FirstError({CheckGameAndRequestId(request),
                     request.has_seat() ? CheckSeat(request.seat()) : absl::OkStatus(),
                     CheckPlayerId(request.player_id())});
}

absl::Status Check(const v1::LeaveGameRequest& request) { return CheckGameAndRequestId(request); }

absl::Status Check(const v1::GetScoreRequest& request) {
  if (request.player_id().empty()) return InvalidField("player_id", "required");
  return FirstError({CheckPlayerId(request.player_id()),
                     CheckLength("kind", request.kind(), kMaxKindLength),
                     CheckKnown("board", v1::ScoreBoard_IsValid(request.board()))});
}

absl::Status Check(const v1::ListScoresRequest& request) {
  return FirstError({CheckLength("kind", request.kind(), kMaxKindLength),
                     CheckKnown("board", v1::ScoreBoard_IsValid(request.board())),
                     CheckPaging(request)});
}

absl::Status Check(const v1::WatchLobbyRequest& request) {
  return FirstError({CheckNotNegative("after_sequence", request.after_sequence()),
                     CheckLength("kind", request.kind(), kMaxKindLength),
                     CheckKnown("status", v1::GameStatus_IsValid(request.status())),
                     CheckPlayerId(request.player_id(), "player_id"),
                     CheckTexts("labels", request.labels(), kMaxLabels)});
}

absl::Status Check(const v1::AllocateGamesRequest& request) {
  if (request.games().empty() || request.games_size() > kMaxAllocations) {
    return InvalidField("games", absl::StrCat("1 to ", kMaxAllocations));
  }
  for (int i = 0; i < request.games_size(); ++i) {
    absl::Status game = CheckAllocation(absl::StrCat("games[", i, "]"), request.games(i));
    if (!game.ok()) return game;
  }
  return absl::OkStatus();
}

absl::Status Check(const v1::WatchResultsRequest& request) {
  return CheckNotNegative("after_sequence", request.after_sequence());
}

absl::Status Check(const v1::GetServerInfoRequest&) { return absl::OkStatus(); }

absl::Status Check(const v1::DrainServerRequest&) { return absl::OkStatus(); }

absl::Status Check(const v1::EvictGameRequest& request) { return CheckGameId(request.game_id()); }

absl::Status Check(const v1::VerifyGameRequest& request) { return CheckGameId(request.game_id()); }

absl::Status Check(const v1::CreateBackupRequest& request) {
  if (IsBackupName(request.name())) return absl::OkStatus();
  return InvalidField("name", absl::StrCat("required: 1 to ", kMaxBackupNameLength,
                                           " letters, digits, '.', '_' and '-', the first a letter "
                                           "or a digit; not '.partial' at the end"));
}

}  // namespace meeple::rpc
