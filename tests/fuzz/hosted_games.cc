#include "tests/fuzz/hosted_games.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "tests/fuzz/expect.h"

namespace meeple::fuzz {
namespace {

using service::Caller;
using service::GameHost;
using service::WatchStep;
using service::WatchStream;

// Boards up to this size are compared cell by cell; beyond it that takes too long.
constexpr int kSmallSide = 8;

service::HostOptions LowLimits() {
  service::HostOptions options;
  options.secret = std::string(32, 's');
  // So that callers without a credential may allocate games.
  options.dev = true;
  options.max_games = 4;
  options.max_plies = 40;
  options.max_events = 150;
  options.max_watchers_per_game = 2;
  options.bot_threads = 1;
  return options;
}

// The watch is asked by hand after each call, so nobody needs to be woken.
class SilentStream final : public WatchStream {
 public:
  void Wake() override {}
};

std::string Bytes(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream output(&stream);
  output.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&output);
  output.Trim();
  return bytes;
}

bool IsOver(v1::GameStatus status) {
  return status == v1::GAME_STATUS_WON || status == v1::GAME_STATUS_DRAWN ||
         status == v1::GAME_STATUS_ABANDONED;
}

bool BotIsToMove(const v1::Game& game) {
  return game.cursor().status() == v1::GAME_STATUS_IN_PROGRESS &&
         game.seats(game.cursor().turn_index()).has_bot();
}

constexpr absl::Duration kLongerThanAnyOffer = absl::Hours(24 * 8);

// Whether something has to happen by itself once so much time has passed. A rematch for which the
// host has no room waits for ever.
bool SomethingIsDue(const v1::Game& game, const v1::GameEvent& newest) {
  for (const v1::Offer& offer : game.offers()) {
    if (offer.awaited_seats().empty()) return false;
  }
  return !game.offers().empty() || (IsOver(game.cursor().status()) && !newest.has_game_final());
}

// Changes whatever the viewer may not rely on: how many others watch is not part of the game.
template <class Response>
void CheckAnswer(const absl::StatusOr<Response>& answer) {
  if (!answer.ok()) return;
  EXPECT(answer->events_size() > 0, "an accepted mutation has events");
  const v1::GameEvent& last = answer->events(answer->events_size() - 1);
  EXPECT(last.sequence() == answer->sequence(), "the sequence is that of the last event");
  EXPECT(answer->head_sequence() >= answer->sequence(), "the head is not behind the answer");
  EXPECT(Bytes(last.cursor()) == Bytes(answer->cursor()),
         "events carry the cursor after the group");
}

}  // namespace

HostedGames::HostedGames() : host_(LowLimits(), journal_, clock_), callers_(1) {}

HostedGames::~HostedGames() {
  for (Seen& seen : games_) seen.watch.reset();
}

Caller HostedGames::CallerOf(size_t choice) const { return callers_[choice % callers_.size()]; }

std::string HostedGames::GameIdOf(size_t choice) const {
  return games_.empty() ? "" : games_[choice % games_.size()].game_id;
}

bool HostedGames::Make(const Caller& caller, const v1::CreateGameRequest& request) {
  const absl::StatusOr<v1::CreateGameResponse> created =
      Await(&GameHost::CreateGame, caller, request);
  if (created.ok()) Remember(*created);
  return created.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::SubmitMoveRequest& request) {
  const auto answer = Await(&GameHost::SubmitMove, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::UndoRequest& request) {
  const auto answer = Await(&GameHost::Undo, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::RedoRequest& request) {
  const auto answer = Await(&GameHost::Redo, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::ResignRequest& request) {
  const auto answer = Await(&GameHost::Resign, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::AbandonRequest& request) {
  const auto answer = Await(&GameHost::Abandon, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::AllocateGamesRequest& request) {
  const auto answer = Await(&GameHost::AllocateGames, caller, request);
  if (!answer.ok()) return false;
  EXPECT(answer->results_size() == request.games_size(), "every game has a result");
  bool any = false;
  for (const v1::AllocationResult& result : answer->results()) {
    EXPECT(result.has_allocated() != result.has_error(), "a result is one of the two");
    EXPECT(!result.has_error() || result.error().code() != 0, "an error is one");
    if (!result.has_allocated()) continue;
    v1::CreateGameResponse created;
    *created.mutable_game() = result.allocated().game();
    *created.mutable_credentials() = result.allocated().credentials();
    Remember(created);
    any = true;
  }
  return any;
}

bool HostedGames::Make(const Caller& caller, const v1::JoinGameRequest& request) {
  return Take(Await(&GameHost::JoinGame, caller, request));
}

bool HostedGames::Make(const Caller& caller, const v1::LeaveGameRequest& request) {
  const auto answer = Await(&GameHost::LeaveGame, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::MakeOfferRequest& request) {
  const auto answer = Await(&GameHost::MakeOffer, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::AnswerOfferRequest& request) {
  const auto answer = Await(&GameHost::AnswerOffer, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

bool HostedGames::Make(const Caller& caller, const v1::RotateCredentialRequest& request) {
  return Take(Await(&GameHost::RotateCredential, caller, request));
}

bool HostedGames::Make(const Caller& caller, const v1::RevokeCredentialRequest& request) {
  return Take(Await(&GameHost::RevokeCredential, caller, request));
}

bool HostedGames::Make(const Caller& caller, const v1::SetControllerRequest& request) {
  const auto answer = Await(&GameHost::SetController, caller, request);
  CheckAnswer(answer);
  return answer.ok();
}

template <class Response>
bool HostedGames::Take(const absl::StatusOr<Response>& answer) {
  CheckAnswer(answer);
  if (answer.ok()) callers_.push_back(HolderOf(answer->credential()));
  return answer.ok();
}

Caller HostedGames::HolderOf(const v1::Credential& credential) const {
  const absl::StatusOr<Caller> caller = host_.Authenticate("Bearer " + credential.token());
  EXPECT(caller.ok(), "a credential is genuine");
  return *caller;
}

bool HostedGames::Make(const Caller& caller, const v1::ForkGameRequest& request) {
  const auto forked = Await(&GameHost::ForkGame, caller, request);
  if (!forked.ok()) return false;
  EXPECT(forked->game().cursor().turns() == request.turn(), "a fork begins after its opening");
  EXPECT(forked->game().config().opening_size() == request.turn(), "which has a move each turn");
  v1::CreateGameResponse created;
  *created.mutable_game() = forked->game();
  *created.mutable_credentials() = forked->credentials();
  Remember(created);
  return true;
}

// Reads change nothing whether they are accepted or not.

bool HostedGames::Make(const Caller& caller, const v1::GetGameRequest& request) {
  (void)Await(&GameHost::GetGame, caller, request);
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ListLegalMovesRequest& request) {
  const auto answer = Await(&GameHost::ListLegalMoves, caller, request);
  EXPECT(!answer.ok() || answer->sequence() > 0, "legal moves belong to a position");
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ReplayRequest& request) {
  const auto answer = Await(&GameHost::Replay, caller, request);
  EXPECT(!answer.ok() || answer->frames_size() > 0, "a replay is never empty");
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ListEventsRequest& request) {
  (void)Await(&GameHost::ListEvents, caller, request);
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ListGameKindsRequest& request) {
  const auto answer = Await(&GameHost::ListGameKinds, caller, request);
  EXPECT(answer.ok() && answer->kinds_size() > 0, "kinds can always be listed");
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ListGamesRequest& request) {
  const auto answer = Await(&GameHost::ListGames, caller, request);
  EXPECT(!answer.ok() || answer->games_size() <= static_cast<int>(games_.size() + Rematches()),
         "what is listed was created");
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::GetScoreRequest& request) {
  const auto answer = Await(&GameHost::GetScore, caller, request);
  EXPECT(
      !answer.ok() || answer->score().wins() + answer->score().draws() + answer->score().losses() <=
                          static_cast<int64_t>(games_.size()),
      "no game counts twice");
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::ListScoresRequest& request) {
  const auto answer = Await(&GameHost::ListScores, caller, request);
  if (!answer.ok()) return false;
  for (const v1::RankedScore& ranked : answer->scores()) {
    const v1::Score& score = ranked.score();
    EXPECT(score.wins() >= 0 && score.draws() >= 0 && score.losses() >= 0, "no score is negative");
    EXPECT(score.wins() + score.draws() + score.losses() > 0, "who is listed has a score");
  }
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::WatchGameRequest& request) {
  WatchAll(caller, request);
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::WatchLobbyRequest& request) {
  WatchAll(caller, request);
  return false;
}

bool HostedGames::Make(const Caller& caller, const v1::WatchResultsRequest& request) {
  WatchAll(caller, request);
  return false;
}

template <class Request>
void HostedGames::WatchAll(const Caller& caller, const Request& request) {
  const auto stream = std::make_shared<SilentStream>();
  const std::unique_ptr<service::Watch> watch = OpenWatch(caller, request, stream);
  while (watch != nullptr) {
    const WatchStep step = watch->Next();
    if (step.kind != WatchStep::Kind::kMessage) break;
  }
}

template <class Request>
std::unique_ptr<service::Watch> HostedGames::OpenWatch(const Caller& caller, const Request& request,
                                                       const std::shared_ptr<WatchStream>& stream) {
  absl::Notification answered;
  absl::StatusOr<std::unique_ptr<service::Watch>> watch;
  host_.OpenWatch(caller, request, stream, [&](auto opened) {
    watch = std::move(opened);
    answered.Notify();
  });
  answered.WaitForNotification();
  if (!watch.ok()) {
    ExpectWellFormed(watch.status());
    return nullptr;
  }
  return *std::move(watch);
}

// A repeated creation answers with a game that is known.
void HostedGames::Remember(const v1::CreateGameResponse& created) {
  const std::string& id = created.game().game_id();
  for (const Seen& seen : games_) {
    if (seen.game_id == id) return;
  }
  Seen seen{.game_id = id, .reader = {}};
  for (const v1::Credential& credential : created.credentials()) {
    const Caller caller = HolderOf(credential);
    EXPECT(caller.game_id == id, "a credential is of its game");
    callers_.push_back(caller);
    if (caller.kind == service::CallerKind::kWatch) seen.reader = caller;
  }
  seen.stream = std::make_shared<SilentStream>();
  v1::WatchGameRequest request;
  request.set_game_id(id);
  seen.watch = OpenWatch(seen.reader, request, seen.stream);
  EXPECT(seen.watch != nullptr, "a new game can be watched");
  games_.push_back(std::move(seen));
}

v1::Game HostedGames::QuietGame(const Seen& seen) {
  v1::GetGameRequest request;
  request.set_game_id(seen.game_id);
  while (true) {
    const auto answer = Await(&GameHost::GetGame, seen.reader, request);
    EXPECT(answer.ok(), "a game can be read");
    if (!BotIsToMove(answer->game())) return answer->game();
    std::this_thread::yield();
  }
}

std::vector<std::string> HostedGames::States() {
  std::vector<std::string> states;
  for (const Seen& seen : games_) states.push_back(Bytes(QuietGame(seen)));
  return states;
}

std::vector<v1::GameEvent> HostedGames::Events(const Seen& seen) {
  std::vector<v1::GameEvent> events;
  v1::ListEventsRequest request;
  request.set_game_id(seen.game_id);
  request.set_page_size(7);
  do {
    const auto page = Await(&GameHost::ListEvents, seen.reader, request);
    EXPECT(page.ok(), "events can be read");
    events.insert(events.end(), page->events().begin(), page->events().end());
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  return events;
}

void HostedGames::AwaitFinalResults() {
  clock_.Advance(kLongerThanAnyOffer);
  for (const Seen& seen : games_) {
    while (SomethingIsDue(QuietGame(seen), Events(seen).back())) std::this_thread::yield();
  }
}

size_t HostedGames::Rematches() {
  size_t rematches = 0;
  for (const Seen& seen : games_) rematches += QuietGame(seen).next_game_id().empty() ? 0 : 1;
  return rematches;
}

void HostedGames::CheckAll() {
  for (Seen& seen : games_) CheckGame(seen);
  EXPECT(host_.levels().games == static_cast<int64_t>(games_.size() + Rematches()),
         "every game is one that was created");
  EXPECT(host_.levels().watchers <= static_cast<int>(games_.size()),
         "watches that were let go are closed");
}

void HostedGames::CheckGame(Seen& seen) {
  const v1::Game game = QuietGame(seen);
  CheckEvents(seen, game, Events(seen));
  if (game.board().rows() <= kSmallSide) CheckReplay(seen, game);
  CheckWatch(seen);
}

void HostedGames::CheckEvents(Seen& seen, const v1::Game& game,
                              const std::vector<v1::GameEvent>& events) {
  EXPECT(!events.empty() && events.front().has_game_created(), "a log begins with the creation");
  EXPECT(events.back().sequence() == game.sequence(), "the state contains the newest event");
  EXPECT(Bytes(events.back().cursor()) == Bytes(game.cursor()),
         "the log ends where the game stands");
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT(events[i].sequence() == static_cast<int64_t>(i) + 1, "sequences are dense");
    EXPECT(!events[i].has_game_final() || i + 1 == events.size(),
           "nothing follows the final event");
    EXPECT(!events[i].text().empty(), "every event has a text");
    std::string bytes = Bytes(events[i]);
    if (i < seen.events.size()) {
      EXPECT(bytes == seen.events[i], "events never change");
    } else {
      seen.events.push_back(std::move(bytes));
    }
  }
  EXPECT(seen.events.size() == events.size(), "events are never erased");
}

void HostedGames::CheckReplay(const Seen& seen, const v1::Game& game) {
  v1::ReplayRequest request;
  request.set_game_id(seen.game_id);
  request.set_page_size(1'000);
  const auto replay = Await(&GameHost::Replay, seen.reader, request);
  EXPECT(replay.ok(), "a game can be replayed");
  EXPECT(replay->frames_size() == game.cursor().turns() + 1, "a frame for each turn and the start");
  const v1::ReplayFrame& last = replay->frames(replay->frames_size() - 1);
  EXPECT(Bytes(last.board()) == Bytes(game.board()), "a replay ends at the board of now");
}

void HostedGames::CheckWatch(Seen& seen) {
  while (seen.watch != nullptr) {
    const WatchStep step = seen.watch->Next();
    if (step.kind == WatchStep::Kind::kWait) break;
    if (step.kind == WatchStep::Kind::kEnd) {
      EXPECT(step.end.ok(), "a watch ends well");
      v1::GameEvent last;
      EXPECT(last.ParseFromString(seen.watched.back()) && last.has_game_final(),
             "a watch ends after the final event");
      seen.watch = nullptr;
      break;
    }
    std::string bytes = step.message.head;
    for (const auto& part : step.message.parts) bytes += *part;
    v1::WatchGameResponse response;
    EXPECT(response.ParseFromString(bytes) && response.has_events(), "a watch brings events");
    for (const v1::GameEvent& event : response.events().events()) {
      seen.watched.push_back(Bytes(event));
    }
  }
  EXPECT(seen.watched == seen.events, "a watcher sees the log");
}

}  // namespace meeple::fuzz
