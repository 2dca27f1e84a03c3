// A list and the events of WatchLobby after it give the list as it stands, whatever happens.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/event_bytes.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {
namespace {

using Screen = std::map<std::string, std::string>;

// A game without what its moves change.
std::string Lasting(v1::ListedGame game) {
  game.mutable_cursor()->clear_turns();
  game.mutable_cursor()->clear_turn_index();
  game.clear_current_player();
  return SerializeDeterministically(game);
}

// Plays many games at once at random, on a host that ends and begins again.
class RandomLobby {
 public:
  explicit RandomLobby(unsigned seed) : random_(seed) { Restart(); }

  TestHost& host() { return *host_; }
  void Restart() {
    host_.reset();
    host_ = std::make_unique<TestHost>(TestOptions(), &journal_);
  }
  unsigned Draw(unsigned below) { return random_() % below; }

  void Step() {
    host_->clock().Advance(absl::Milliseconds(Draw(3)));
    if (tables_.empty() || Draw(4) == 0) return Create();
    Table& table = tables_[Draw(static_cast<unsigned>(tables_.size()))];
    switch (Draw(8)) {
      case 0:
      case 1:
        return Join(table);
      case 2:
        return On(table, &GameHost::LeaveGame, v1::LeaveGameRequest());
      case 3:
        return On(table, &GameHost::Resign, v1::ResignRequest());
      case 4:
        return On(table, &GameHost::Undo, v1::UndoRequest());
      case 5:
        return On(table, &GameHost::RotateCredential, v1::RotateCredentialRequest());
      default:
        for (int i = 0; i < 4; ++i) Move(table);
    }
  }

 private:
  void Create() {
    static const std::vector<std::string> kConfigs = {
        "kind: 'tic_tac_toe' seats {} seats { open {} }",
        "kind: 'tic_tac_toe'",
        "kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE",
        "kind: 'connect_four' seats { open {} } seats { open {} }",
        "kind: 'tic_tac_toe' labels { key: 'room' value: '1' } seats { open {} } seats { invited "
        "{} }",
        "kind: 'tic_tac_toe' seats {} seats { bot { kind: 'random' } }"};
    tables_.push_back(host_->Create(ReadConfig(kConfigs[Draw(6)])));
  }
  void Join(Table& table) {
    const auto joined = host_->Join(table.game_id, {}, absl::StrCat("player ", Draw(5)));
    if (joined.ok()) table.seats.push_back(host_->HolderOf(joined->credential()));
  }
  template <class Request, class Response>
  void On(Table& table,
          void (GameHost::*rpc)(const Caller&, const Request&, GameHost::Done<Response>),
          Request request) {
    if (table.seats.empty()) return;
    request.set_game_id(table.game_id);
    const auto answer =
        host_->Call(rpc, table.seats[Draw(static_cast<unsigned>(table.seats.size()))], request);
    static_cast<void>(answer.ok());  // refusals are part of it
  }
  void Move(Table& table) {
    if (table.seats.empty()) return;
    const std::string column(1, static_cast<char>('a' + Draw(3)));
    const auto seat = static_cast<int>(Draw(static_cast<unsigned>(table.seats.size())));
    static_cast<void>(host_->Move(table, seat, absl::StrCat(column, 1 + Draw(3))).ok());
    AwaitBot(table);
  }
  // A bot plays when it likes, and the lobby is to stand still while it is looked at.
  void AwaitBot(const Table& table) {
    if (!table.created.game().seats(1).has_bot()) return;
    const std::string& bot = table.created.game().seats(1).player_id();
    while (host_->Get(table).current_player() == bot) std::this_thread::yield();
  }

  std::mt19937 random_;
  MemoryJournal journal_;
  std::unique_ptr<TestHost> host_;
  std::vector<Table> tables_;
};

// A lobby screen: drawn from a list, then kept by events alone.
class LobbyScreen {
 public:
  LobbyScreen(TestHost& host, v1::ListGamesRequest filters) : filters_(std::move(filters)) {
    const auto [games, sequence] = List(host);
    shown_ = games;
    sequence_ = sequence;
    first_sequence_ = sequence;
  }

  // Reads what happened since, and compares with the list as it stands.
  void Check(TestHost& host) {
    v1::WatchLobbyRequest request;
    request.set_after_sequence(sequence_);
    request.set_kind(filters_.kind());
    request.set_status(filters_.status());
    request.set_open_seats(filters_.open_seats());
    request.set_player_id(filters_.player_id());
    *request.mutable_labels() = filters_.labels();
    const auto reader = LobbyReader::Open(host.host(), {}, request);
    ASSERT_TRUE(reader.ok()) << reader.status();
    const auto [games, head] = List(host);
    Follow(**reader, head);
    EXPECT_TRUE(shown_ == games) << shown_.size() << " shown, " << games.size()
                                 << " listed: " << filters_.ShortDebugString() << " from "
                                 << first_sequence_;
  }

 private:
  void Follow(LobbyReader& reader, int64_t head) {
    for (WatchStep step = reader.Peek(); step.kind != WatchStep::Kind::kWait;
         step = reader.Peek()) {
      ASSERT_EQ(step.kind, WatchStep::Kind::kMessage) << step.end;
      v1::WatchLobbyResponse message;
      ASSERT_TRUE(message.ParseFromString(Flatten(step.message)));
      if (message.has_bookmark()) sequence_ = message.bookmark().sequence();
      for (const v1::LobbyEvent& event : message.events().events()) {
        ASSERT_GT(event.sequence(), sequence_);
        sequence_ = event.sequence();
        if (event.change() == v1::LOBBY_CHANGE_GONE) {
          EXPECT_EQ(shown_.erase(event.game().game_id()), 1u) << "what is gone was there";
        } else {
          shown_[event.game().game_id()] = Lasting(event.game());
        }
      }
    }
    v1::WatchLobbyResponse bookmark;
    ASSERT_TRUE(bookmark.ParseFromString(Flatten(reader.watch().Bookmark())));
    EXPECT_EQ(bookmark.bookmark().sequence(), head);
    sequence_ = head;
  }

  std::pair<Screen, int64_t> List(TestHost& host) const {
    Screen games;
    int64_t sequence = -1;
    v1::ListGamesRequest request = filters_;
    request.set_page_size(7);
    do {
      const auto page = host.Call(&GameHost::ListGames, {}, request).value();
      for (const v1::ListedGame& game : page.games()) games[game.game_id()] = Lasting(game);
      if (sequence < 0) sequence = page.sequence();
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return {games, sequence};
  }

  v1::ListGamesRequest filters_;
  Screen shown_;
  int64_t sequence_ = 0;
  int64_t first_sequence_ = 0;
};

v1::ListGamesRequest RandomFilters(RandomLobby& lobby) {
  v1::ListGamesRequest filters;
  if (lobby.Draw(4) == 0) filters.set_kind("tic_tac_toe");
  if (lobby.Draw(4) == 0) filters.set_status(static_cast<v1::GameStatus>(1 + lobby.Draw(5)));
  if (lobby.Draw(4) == 0) filters.set_open_seats(true);
  if (lobby.Draw(4) == 0) filters.set_player_id(absl::StrCat("player ", lobby.Draw(5)));
  if (lobby.Draw(8) == 0) (*filters.mutable_labels())["room"] = "1";
  return filters;
}

TEST(LobbyScreenTest, AListAndTheEventsAfterItAreTheListAsItStands) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomLobby lobby(seed);
    std::vector<LobbyScreen> screens;
    for (int step = 0; step < 300; ++step) {
      lobby.Step();
      if (lobby.Draw(100) == 0) lobby.Restart();
      if (lobby.Draw(20) == 0) screens.emplace_back(lobby.host(), RandomFilters(lobby));
      if (screens.empty() || lobby.Draw(10) != 0) continue;
      screens[lobby.Draw(static_cast<unsigned>(screens.size()))].Check(lobby.host());
    }
    for (LobbyScreen& screen : screens) screen.Check(lobby.host());
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace meeple::service
