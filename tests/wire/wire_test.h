#ifndef MEEPLE_TESTS_WIRE_WIRE_TEST_H_
#define MEEPLE_TESTS_WIRE_WIRE_TEST_H_

// The fixture of all tests over the wire: a real server on a free port in this process, real stubs
// over TCP, a clock that the test moves.
//
//   class UndoTest : public WireTest {};
//   TEST_F(UndoTest, TakesBackTheLastMove) {
//     Table table = Create();                         // X and O, 3 x 3
//     EXPECT_THAT(Move(table, 0, "b2"), IsOk());
//     EXPECT_THAT(Undo(table, 1), IsOk());
//   }

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "meeple/v1/game_service.grpc.pb.h"
#include "service/core/testing/fake_clock.h"
#include "service/core/testing/manual_journal.h"
#include "service/rpc/server.h"
#include "tests/wire/answer.h"
#include "tests/wire/watcher.h"

namespace meeple::wire {

// Longer than anything takes: a call that hangs fails instead.
inline constexpr std::chrono::seconds kPatience{60};

using Stub = v1::GameService::Stub;

template <class Request, class Response>
using StubMethod = grpc::Status (Stub::*)(grpc::ClientContext*, const Request&, Response*);

// A game with its credentials.
struct Table {
  std::string game_id;
  std::vector<std::string> seats;  // tokens of held seats, in order
  std::vector<std::string> invitations;
  std::string watch;  // the token of a private game's watch credential
  v1::Game game;      // as it began
};

class WireTest : public testing::Test {
 protected:
  // Starts the server; `change` sets limits and the like.
  explicit WireTest(const std::function<void(rpc::ServerOptions&)>& change = {});
  ~WireTest() override;

  // A connection of its own; NewStub shares one.
  std::shared_ptr<grpc::Channel> Connect();
  Stub& stub() { return *stub_; }

  // Calls `method` with a token, or none.
  template <class Request, class Response>
  Answer<Response> Call(StubMethod<Request, Response> method, const std::string& token,
                        const Request& request) {
    Answer<Response> answer;
    grpc::ClientContext context;
    Prepare(context, token);
    answer.status = (stub_.get()->*method)(&context, request, &answer.response);
    return answer;
  }
  static void Prepare(grpc::ClientContext& context, const std::string& token);

  // A config of tic-tac-toe with what `text`, in protobuf's text format, adds or changes.
  static v1::GameConfig Config(const std::string& text);
  Answer<v1::CreateGameResponse> TryCreate(const v1::GameConfig& config,
                                           const std::string& request_id = "");
  // A game that must be possible, of the config of that text.
  Table Create(const std::string& config = "");
  static Table Seat(const v1::CreateGameResponse& created);

  // What a seat of a table does.
  static v1::SubmitMoveRequest MoveRequest(const Table& table, const std::string& notation);
  Answer<v1::SubmitMoveResponse> Move(const Table& table, int seat, const std::string& notation);
  // Plays the moves in turn, each of which must be accepted.
  void Play(const Table& table, const std::vector<std::string>& notations);
  // Makes `pairs` of two events: the last move, which must be X's, taken back and brought back.
  void MakeEvents(const Table& table, int pairs);
  Answer<v1::UndoResponse> Undo(const Table& table, int seat);
  Answer<v1::RedoResponse> Redo(const Table& table, int seat);
  Answer<v1::ResignResponse> Resign(const Table& table, int seat);
  Answer<v1::AbandonResponse> Abandon(const Table& table, int seat);

  // What anyone, or the holder of the watch credential, sees.
  Answer<v1::GetGameResponse> Get(const Table& table);
  std::vector<v1::GameEvent> Events(const Table& table);
  std::vector<std::string> Texts(const Table& table);
  std::unique_ptr<Watcher> Watch(const Table& table, int64_t after_sequence = 0);
  std::unique_ptr<Watcher> Watch(const v1::WatchGameRequest& request, const std::string& token);
  // A watcher whose transport takes little that is not read, on a connection of its own.
  std::unique_ptr<Watcher> WatchThatStalls(const Table& table);
  // Waits until the game has so many watchers.
  void WaitForWatchers(const Table& table, int count);
  // Calls `condition` until it is true; fails the test if it never is.
  static void WaitUntil(const std::string& what, const std::function<bool()>& condition);

  service::FakeClock& clock() { return clock_; }
  // Answers at once by itself, unless it is told not to.
  service::ManualJournal& journal() { return journal_; }
  rpc::Server& server() { return *server_; }
  // A second server, with another secret.
  std::unique_ptr<rpc::Server> StartAnother();

 private:
  service::FakeClock clock_;
  service::ManualJournal journal_;
  std::unique_ptr<rpc::Server> server_;
  std::unique_ptr<Stub> stub_;
  std::vector<std::unique_ptr<Stub>> more_stubs_;
};

// A UUID that is different for each number.
std::string Uuid(int number);

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_WIRE_TEST_H_
