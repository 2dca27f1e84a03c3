#ifndef MEEPLE_SERVICE_CORE_TESTING_TEST_HOST_H_
#define MEEPLE_SERVICE_CORE_TESTING_TEST_HOST_H_

// A GameHost under test, called as if its functions returned their answers.
//
//   TestHost host;
//   Table table = host.Create();                    // X and O, 3 x 3
//   ASSERT_TRUE(host.Move(table, 0, "b2").ok());
//   EXPECT_EQ(ReasonOf(host.Move(table, 0, "a1").status()), v1::ERROR_REASON_NOT_YOUR_TURN);

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/testing/fake_clock.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {

// A game with the callers that sit at it.
struct Table {
  std::string game_id;
  v1::CreateGameResponse created;
  std::vector<Caller> seats;    // of each seat credential, in order
  std::vector<Caller> invited;  // of each invitation
  std::optional<Caller> watcher;
};

// Options whose secret is always the same, and by which every game is idle that nobody uses: it
// leaves memory when a test says so.
inline HostOptions TestOptions() {
  HostOptions options;
  options.secret = std::string(32, 's');
  options.idle_after = absl::ZeroDuration();
  return options;
}

// Thread-safe as far as the host is.
class TestHost {
 public:
  explicit TestHost(HostOptions options = TestOptions(), Journal* journal = nullptr)
      : host_(options, journal != nullptr ? *journal : memory_journal_, clock_) {}

  GameHost& host() { return host_; }
  FakeClock& clock() { return clock_; }

  // Has every game leave memory that nobody holds, and says how many did.
  size_t EvictAll() {
    clock_.Advance(absl::Milliseconds(1));
    return host_.EvictIdleGames(true);
  }

  // How many bots search for a move or wait for their turn to.
  int busy_bots() const {
    const HostLevels levels = host_.levels();
    return levels.bots_thinking + levels.bots_waiting;
  }

  // Calls one of the host's functions and waits for its answer.
  template <class Request, class Response>
  absl::StatusOr<Response> Call(void (GameHost::*rpc)(const Caller&, const Request&,
                                                      GameHost::Done<Response>),
                                const Caller& caller, const Request& request) {
    auto answer = std::make_shared<std::promise<absl::StatusOr<Response>>>();
    auto future = answer->get_future();
    (host_.*rpc)(caller, request, [answer](absl::StatusOr<Response> result) {
      answer->set_value(std::move(result));
    });
    return future.get();
  }

  absl::StatusOr<v1::CreateGameResponse> TryCreate(const v1::CreateGameRequest& request) {
    return Call(&GameHost::CreateGame, Caller{}, request);
  }

  // Creates a game that must be possible.
  Table Create(v1::GameConfig config = {}, const std::string& request_id = "") {
    if (config.kind().empty()) config.set_kind("tic_tac_toe");
    v1::CreateGameRequest request;
    request.set_request_id(request_id);
    *request.mutable_config() = config;
    return Seat(TryCreate(request).value());
  }

  Table Seat(v1::CreateGameResponse created) {
    Table table = {.game_id = created.game().game_id(), .created = std::move(created)};
    for (const v1::Credential& credential : table.created.credentials()) {
      Caller caller = host_.Authenticate("Bearer " + credential.token()).value();
      if (caller.kind == CallerKind::kSeat) {
        table.seats.push_back(std::move(caller));
      } else if (caller.kind == CallerKind::kInvitation) {
        table.invited.push_back(std::move(caller));
      } else {
        table.watcher = std::move(caller);
      }
    }
    return table;
  }

  absl::StatusOr<v1::SubmitMoveResponse> Move(const Table& table, int seat,
                                              const std::string& notation,
                                              const std::string& request_id = "",
                                              std::optional<int64_t> expected_sequence = {}) {
    v1::SubmitMoveRequest request = MakeMove(table, notation, request_id);
    if (expected_sequence) request.set_expected_sequence(*expected_sequence);
    return Call(&GameHost::SubmitMove, table.seats.at(static_cast<size_t>(seat)), request);
  }

  static v1::SubmitMoveRequest MakeMove(const Table& table, const std::string& notation,
                                        const std::string& request_id = "") {
    v1::SubmitMoveRequest request;
    request.set_game_id(table.game_id);
    request.mutable_move()->set_notation(notation);
    request.set_request_id(request_id);
    return request;
  }

  // Undo, Redo, Resign or Abandon, such as Do<v1::UndoRequest>(&GameHost::Undo, table, 0).
  template <class Request, class Response>
  absl::StatusOr<Response> Do(void (GameHost::*rpc)(const Caller&, const Request&,
                                                    GameHost::Done<Response>),
                              const Table& table, int seat, const std::string& request_id = "") {
    Request request;
    request.set_game_id(table.game_id);
    request.set_request_id(request_id);
    return Call(rpc, table.seats.at(static_cast<size_t>(seat)), request);
  }

  // Joins the game as that caller, under that name if there is one.
  absl::StatusOr<v1::JoinGameResponse> Join(const std::string& game_id, const Caller& caller = {},
                                            const std::string& player_id = "",
                                            const std::string& request_id = "") {
    v1::JoinGameRequest request;
    request.set_game_id(game_id);
    request.set_player_id(player_id);
    request.set_request_id(request_id);
    return Call(&GameHost::JoinGame, caller, request);
  }
  // Who holds a credential that was given out.
  Caller HolderOf(const v1::Credential& credential) {
    return host_.Authenticate("Bearer " + credential.token()).value();
  }

  v1::Game Get(const Table& table) {
    v1::GetGameRequest request;
    request.set_game_id(table.game_id);
    return Call(&GameHost::GetGame, table.watcher.value_or(Caller{}), request).value().game();
  }

  // Every event of the game.
  std::vector<v1::GameEvent> Events(const Table& table) {
    v1::ListEventsRequest request;
    request.set_game_id(table.game_id);
    request.set_page_size(1'000);
    std::vector<v1::GameEvent> events;
    do {
      const auto page =
          Call(&GameHost::ListEvents, table.watcher.value_or(Caller{}), request).value();
      events.insert(events.end(), page.events().begin(), page.events().end());
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return events;
  }

 private:
  FakeClock clock_;
  MemoryJournal memory_journal_;
  GameHost host_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_TEST_HOST_H_
