// Games that leave memory and come back, and hosts that end and start again: nobody can tell.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/testing/game_kind_ids.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_folding.h"
#include "service/core/game_registry.h"
#include "service/core/game_summary.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/unreadable_journal.h"

namespace meeple::service {
namespace {

constexpr int kAll = 1'000'000;

// Everything that every viewer can read of a game, as bytes.
std::string AllThatIsSeen(TestHost& host, const Table& table) {
  std::vector<Caller> viewers = table.seats;
  viewers.push_back(table.watcher.value_or(Caller{}));
  std::string seen;
  auto add = [&](const auto& answer) {
    ASSERT_TRUE(answer.ok()) << answer.status();
    seen += SerializeDeterministically(*answer);
  };
  auto ask = [&](auto rpc, auto request, const Caller& viewer) {
    request.set_game_id(table.game_id);
    add(host.Call(rpc, viewer, request));
  };
  for (const Caller& viewer : viewers) {
    ask(&GameHost::GetGame, v1::GetGameRequest(), viewer);
    ask(&GameHost::ListLegalMoves, v1::ListLegalMovesRequest(), viewer);
    ask(&GameHost::ListEvents, v1::ListEventsRequest(), viewer);
    ask(&GameHost::Replay, v1::ReplayRequest(), viewer);
  }
  return seen;
}

// Plays a game of one kind at random, with everything that a player can do.
class RandomPlay {
 public:
  RandomPlay(TestHost& host, Table table, unsigned seed)
      : host_(host), table_(std::move(table)), random_(seed) {}

  void Step() {
    switch (random_() % 20) {
      case 16:
      case 17:
        return Offer();
      case 18:
      case 19:
        return Answer();
      case 0:
      case 1:
        return Do(&GameHost::Undo, v1::UndoRequest(), AnySeat());
      case 2:
        return Do(&GameHost::Redo, v1::RedoRequest(), AnySeat());
      case 3:
        if (random_() % 8 == 0) return Do(&GameHost::Resign, v1::ResignRequest(), AnySeat());
        [[fallthrough]];
      default:
        return Move();
    }
  }

  const Table& table() const { return table_; }
  // The last move, and what was answered.
  const v1::SubmitMoveRequest& last_move() const { return last_move_; }
  const v1::SubmitMoveResponse& last_answer() const { return last_answer_; }
  const Caller& last_mover() const { return last_mover_; }

 private:
  const Caller& AnySeat() { return table_.seats[random_() % table_.seats.size()]; }
  std::string NextId() { return absl::StrFormat("11111111-aaaa-4bbb-8ccc-%012d", ++request_ids_); }

  template <class Request, class Response>
  void Do(void (GameHost::*rpc)(const Caller&, const Request&, GameHost::Done<Response>),
          Request request, const Caller& caller) {
    request.set_game_id(table_.game_id);
    request.set_request_id(NextId());
    // May be refused: then nothing has changed.
    host_.Call(rpc, caller, request).IgnoreError();
  }

  // A draw or an undo: a rematch would be a second game.
  void Offer() {
    v1::MakeOfferRequest request;
    request.set_kind(random_() % 2 == 0 ? v1::OFFER_KIND_DRAW : v1::OFFER_KIND_UNDO);
    Do(&GameHost::MakeOffer, request, AnySeat());
  }

  // Of four answers one is yes.
  void Answer() {
    const v1::Game game = host_.Get(table_);
    if (game.offers().empty()) return;
    v1::AnswerOfferRequest request;
    request.set_offer_id(game.offers(0).offer_id());
    request.set_answer(random_() % 4 == 0 ? v1::OFFER_ANSWER_ACCEPT : v1::OFFER_ANSWER_DECLINE);
    Do(&GameHost::AnswerOffer, request, AnySeat());
  }

  void Move() {
    const v1::Game game = host_.Get(table_);
    if (game.cursor().status() != v1::GAME_STATUS_IN_PROGRESS) return;
    const Caller& mover = table_.seats[static_cast<size_t>(game.cursor().turn_index())];
    v1::ListLegalMovesRequest list;
    list.set_game_id(table_.game_id);
    const auto legal = host_.Call(&GameHost::ListLegalMoves, mover, list);
    ASSERT_TRUE(legal.ok() && legal->moves_size() > 0);
    last_move_.set_game_id(table_.game_id);
    last_move_.set_request_id(NextId());
    *last_move_.mutable_move() = legal->moves(static_cast<int>(random_() % legal->moves_size()));
    last_mover_ = mover;
    const auto answer = host_.Call(&GameHost::SubmitMove, mover, last_move_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    last_answer_ = *answer;
  }

  TestHost& host_;
  const Table table_;
  std::mt19937 random_;
  int request_ids_ = 0;
  v1::SubmitMoveRequest last_move_;
  v1::SubmitMoveResponse last_answer_;
  Caller last_mover_;
};

class RecoveryOfKind : public testing::TestWithParam<std::string> {
 protected:
  Table Create(TestHost& host, const std::string& request_id) const {
    v1::GameConfig config;
    config.set_kind(GetParam());
    config.set_undo(undo_);
    return host.Create(config, request_id);
  }

  v1::UndoPolicy undo_ = v1::UNDO_POLICY_UNSPECIFIED;
  MemoryJournal journal_;
};

TEST_P(RecoveryOfKind, NobodySeesThatAGameLeftMemory) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MemoryJournal journal;
    TestHost host(TestOptions(), &journal);
    undo_ = seed % 2 == 0 ? v1::UNDO_POLICY_BY_CONSENT : v1::UNDO_POLICY_UNSPECIFIED;
    RandomPlay play(host, Create(host, kId1), seed);
    for (int step = 0; step < 60; ++step) {
      ASSERT_NO_FATAL_FAILURE(play.Step());
      if (step % 5 != 0) continue;
      const std::string before = AllThatIsSeen(host, play.table());
      ASSERT_EQ(host.EvictAll(), 1u);
      ASSERT_EQ(host.host().levels().games, 0);
      ASSERT_EQ(AllThatIsSeen(host, play.table()), before) << "after step " << step;
    }
  }
}

TEST_P(RecoveryOfKind, AHostThatStartsAgainGoesOnAndRepeatsItsAnswers) {
  auto first = std::make_unique<TestHost>(TestOptions(), &journal_);
  RandomPlay play(*first, Create(*first, kId1), 7);
  for (int step = 0; step < 20; ++step) ASSERT_NO_FATAL_FAILURE(play.Step());
  const std::string before = AllThatIsSeen(*first, play.table());
  first.reset();

  TestHost second(TestOptions(), &journal_);
  EXPECT_EQ(second.host().levels().games, 0) << "a start reads no game";
  EXPECT_EQ(AllThatIsSeen(second, play.table()), before);
  EXPECT_EQ(SerializeDeterministically(Create(second, kId1).created),
            SerializeDeterministically(play.table().created));
  const auto again = second.Call(&GameHost::SubmitMove, play.last_mover(), play.last_move());
  ASSERT_TRUE(again.ok()) << again.status();
  v1::SubmitMoveResponse expected = play.last_answer();
  expected.set_head_sequence(again->head_sequence());
  EXPECT_EQ(SerializeDeterministically(*again), SerializeDeterministically(expected));
  EXPECT_EQ(AllThatIsSeen(second, play.table()), before) << "a repeat changes nothing";
}

TEST_P(RecoveryOfKind, TheStoredSummaryIsThatOfTheFoldedGame) {
  TestHost host(TestOptions(), &journal_);
  RandomPlay play(host, Create(host, ""), 11);
  for (int step = 0; step < 30; ++step) {
    ASSERT_NO_FATAL_FAILURE(play.Step());
    const auto records = journal_.Read(play.table().game_id, 0, kAll);
    const auto history = FoldGame(play.table().game_id, *records, {});
    ASSERT_TRUE(history.ok()) << history.status();
    const std::string stored = *journal_.ReadSummary(play.table().game_id);
    const auto agenda = AgendaOfSummary(stored);
    ASSERT_TRUE(agenda.ok());
    EXPECT_EQ(SummaryOf(*history->state, *agenda).SerializeAsString(), stored);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecoveryOfKind, testing::ValuesIn(engine::AllGameKindIds()),
                         [](const auto& kind) { return kind.param; });

class RecoveryTest : public testing::Test {
 protected:
  void Start(HostOptions options = TestOptions()) {
    host_.reset();
    host_ = std::make_unique<TestHost>(options, &journal_);
  }
  void Play(const Table& table, const std::vector<std::string>& moves) {
    int seat = host_->Get(table).cursor().turn_index();
    for (const std::string& move : moves) {
      ASSERT_TRUE(host_->Move(table, seat, move).ok()) << move;
      seat = 1 - seat;
    }
  }
  std::vector<AgendaEntry> Agenda() const { return *journal_.ReadAgenda(std::nullopt, kAll); }
  std::shared_ptr<WatchReader> Watch(const Table& table, int64_t after) {
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    request.set_after_sequence(after);
    return WatchReader::Open(host_->host(), Caller{}, request).value();
  }

  MemoryJournal journal_;
  std::unique_ptr<TestHost> host_;
};

TEST_F(RecoveryTest, AResultBecomesFinalAfterARestart) {
  Start();
  const Table table = host_->Create();
  Play(table, {"a1", "b1", "b2", "c1", "c3"});
  ASSERT_EQ(Agenda().size(), 1u);
  EXPECT_EQ(Agenda()[0].game_id, table.game_id);

  Start();
  const auto watch = Watch(table, 2 + 5 + 1);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  host_->clock().Advance(absl::Seconds(60));
  EXPECT_EQ(watch->ReadToEnd().back().text(), "game final");
  EXPECT_TRUE(Agenda().empty());
}

TEST_F(RecoveryTest, AnUndoneResultIsOffTheAgenda) {
  Start();
  const Table table = host_->Create();
  Play(table, {"a1", "b1", "b2", "c1", "c3"});
  ASSERT_TRUE(host_->Do<v1::UndoRequest>(&GameHost::Undo, table, 0).ok());
  EXPECT_TRUE(Agenda().empty());
}

TEST_F(RecoveryTest, AResultBecomesFinalWhileItsGameIsOutOfMemory) {
  Start();
  const Table table = host_->Create();
  Play(table, {"a1", "b1", "b2", "c1", "c3"});
  ASSERT_EQ(host_->EvictAll(), 1u);
  host_->clock().Advance(absl::Seconds(60));
  EXPECT_EQ(Watch(table, 8)->ReadToEnd().back().text(), "game final");
}

// The host ends between the move of a person and the answer of the bot.
TEST_F(RecoveryTest, ABotMovesAfterARestart) {
  ManualJournal journal;
  journal.SetAutomatic(true);
  auto first = std::make_unique<TestHost>(TestOptions(), &journal);
  v1::GameConfig config = TicTacToe();
  config.add_seats();
  config.add_seats()->mutable_bot()->set_kind("perfect");
  const Table table = first->Create(config);
  journal.SetAutomatic(false);
  v1::SubmitMoveRequest move = TestHost::MakeMove(table, "a1");
  first->host().SubmitMove(table.seats[0], move, [](const auto&) {});
  journal.AnswerNext(AppendOutcome::kDurable);
  // Its answer never becomes durable.
  journal.Forget();
  first.reset();
  EXPECT_EQ(journal.ReadAgenda(std::nullopt, kAll)->size(), 1u);

  journal.SetAutomatic(true);
  TestHost second(TestOptions(), &journal);
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_after_sequence(3);
  const auto watch = WatchReader::Open(second.host(), Caller{}, request).value();
  EXPECT_EQ(watch->Read()->events().events(0).text(), "O plays O at (1,1)");
  EXPECT_TRUE(journal.ReadAgenda(std::nullopt, kAll)->empty());
}

TEST_F(RecoveryTest, AFlagFallsThoughItsGameCannotBeReadAtFirst) {
  UnreadableJournal journal;
  TestHost host(TestOptions(), &journal);
  const Table table =
      host.Create(ReadConfig("kind: 'tic_tac_toe' clock { initial { seconds: 9 } }"));
  ASSERT_EQ(host.EvictAll(), 1u);
  journal.unreadable = table.game_id;
  journal.is_unreadable = true;
  host.clock().Advance(absl::Seconds(10));
  while (journal.refused == 0) std::this_thread::yield();
  journal.is_unreadable = false;
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  request.set_until_finish(true);
  const auto watch = WatchReader::Open(host.host(), Caller{}, request).value();
  // The host may not have asked for the next try yet.
  while (host.Events(table).size() == 2u) {
    host.clock().Advance(absl::Seconds(1));
    std::this_thread::yield();
  }
  EXPECT_EQ(watch->ReadToEnd().back().text(), "O wins on time");
}

TEST_F(RecoveryTest, LimitsOfTheDayOfCreationHold) {
  HostOptions options = TestOptions();
  options.max_plies = 9;
  Start(options);
  v1::GameConfig config = TicTacToe();
  (*config.mutable_parameters())["size"] = "5";
  const Table table = host_->Create(config);
  Play(table, {"a1", "b1", "c1"});
  options.max_plies = 2;
  Start(options);
  Play(table, {"d1", "e1", "a2", "b2", "c2"});
  EXPECT_EQ(host_->Get(table).config().turn_limit(), 0) << "as it was asked for";
  Play(table, {"d2"});
  EXPECT_EQ(host_->Get(table).end_reason(), v1::END_REASON_TURN_LIMIT);
}

TEST_F(RecoveryTest, ACreationIsRepeatedAfterItsLimitsGotTooSmallForIt) {
  HostOptions options = TestOptions();
  Start(options);
  v1::GameConfig config = TicTacToe();
  config.set_turn_limit(50);
  const Table table = host_->Create(config, kId1);
  options.max_plies = 10;
  Start(options);
  EXPECT_EQ(SerializeDeterministically(host_->Create(config, kId1).created),
            SerializeDeterministically(table.created));
  v1::CreateGameRequest another;
  *another.mutable_config() = config;
  EXPECT_EQ(ReasonOf(host_->TryCreate(another).status()), v1::ERROR_REASON_INVALID_CONFIG);
}

TEST_F(RecoveryTest, UnknownGamesAreNotFound) {
  Start();
  v1::GetGameRequest request;
  request.set_game_id("00000000000000000000");
  EXPECT_EQ(ReasonOf(host_->Call(&GameHost::GetGame, Caller{}, request).status()),
            v1::ERROR_REASON_GAME_NOT_FOUND);
}

TEST_F(RecoveryTest, WithThreadsThatReadEverythingIsTheSame) {
  HostOptions options = TestOptions();
  options.loading_threads = 2;
  Start(options);
  const Table table = host_->Create(TicTacToe(), kId1);
  Play(table, {"a1", "b1"});
  Start(options);
  Play(table, {"b2"});
  EXPECT_EQ(SerializeDeterministically(host_->Create(TicTacToe(), kId1).created),
            SerializeDeterministically(table.created));
  EXPECT_EQ(host_->host().levels().games, 1);
}

}  // namespace
}  // namespace meeple::service
