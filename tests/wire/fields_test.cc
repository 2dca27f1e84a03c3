// Every field of every request at its limit and one past it, missing, of an unknown value. A field
// that is not wrong by itself may still meet a reason of the game, never INVALID_FIELD for itself.

#include <google/protobuf/text_format.h>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

// `GAME` stands for the id of a game that exists; `rest` is in protobuf's text format.
struct Row {
  std::string rest;
  std::string wrong_field;  // empty: none
};

class FieldsTest : public WireTest {
 protected:
  FieldsTest() : table_(Create()) {}
  ~FieldsTest() override { EXPECT_EQ(Get(table_)->game().sequence(), 2); }

  template <class Request>
  Request Read(const std::string& text) {
    Request request;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request)) << text;
    return request;
  }

  // Sends each row's request without a credential, so that nothing it asks for is done.
  template <class Request, class Response>
  void Expect(StubMethod<Request, Response> method, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const auto answer = Call(method, "", Read<Request>(row.rest));
      Judge(row, answer.status);
    }
  }
  void Judge(const Row& row, const grpc::Status& status) {
    SCOPED_TRACE(row.rest.substr(0, 200));
    if (row.wrong_field.empty()) {
      EXPECT_NE(ReasonOf(status), v1::ERROR_REASON_INVALID_FIELD) << Describe(status);
    } else {
      EXPECT_THAT(status, RefusedField(row.wrong_field));
    }
  }

  std::string Game(const std::string& rest = "") const {
    return "game_id: '" + table_.game_id + "' " + rest;
  }
  static std::string Long(size_t size) { return std::string(size, 'a'); }
  static std::string Repeated(const std::string& text, int count) {
    std::string repeated;
    for (int i = 0; i < count; ++i) repeated += text;
    return repeated;
  }

  std::vector<Row> GameIdRows(const std::string& rest = "") const {
    return {
        {rest, "game_id"},
        {"game_id: '' " + rest, "game_id"},
        {"game_id: '" + Long(64) + "' " + rest, ""},
        {"game_id: '" + Long(65) + "' " + rest, "game_id"},
        {"game_id: 'UPPER' " + rest, "game_id"},
        {"game_id: '../../etc' " + rest, "game_id"},
        {"game_id: 'a\\000b' " + rest, "game_id"},
        {Game(rest), ""},
    };
  }
  std::vector<Row> RequestIdRows(const std::string& rest = "") const {
    return {
        {Game(rest + " request_id: ''"), ""},
        {Game(rest + " request_id: '" + Uuid(1) + "'"), ""},
        {Game(rest + " request_id: '" + Uuid(1) + "0'"), "request_id"},
        {Game(rest + " request_id: '" + Uuid(1).substr(1) + "'"), "request_id"},
        {Game(rest + " request_id: 'not a uuid'"), "request_id"},
    };
  }
  std::vector<Row> ExpectedSequenceRows(const std::string& rest = "") const {
    return {
        {Game(rest + " expected_sequence: 0"), ""},
        {Game(rest + " expected_sequence: -1"), "expected_sequence"},
        {Game(rest + " expected_sequence: -9223372036854775808"), "expected_sequence"},
    };
  }
  std::vector<Row> PagingRows() const {
    return {
        {Game("page_size: 0"), ""},
        {Game("page_size: 1"), ""},
        {Game("page_size: 1000"), ""},
        {Game("page_size: 1001"), "page_size"},
        {Game("page_size: -1"), "page_size"},
        {Game("page_size: 2147483647"), "page_size"},
        {Game("page_token: '" + Long(512) + "'"), "page_token"},
        {Game("page_token: '" + Long(513) + "'"), "page_token"},
    };
  }

  const Table table_;
};

TEST_F(FieldsTest, Reading) {
  Expect(&Stub::GetGame, GameIdRows());
  Expect(&Stub::ListLegalMoves, GameIdRows());
}

TEST_F(FieldsTest, SubmitMove) {
  Expect(&Stub::SubmitMove, GameIdRows("move { cell {} }"));
  Expect(&Stub::SubmitMove, RequestIdRows("move { cell {} }"));
  Expect(&Stub::SubmitMove, ExpectedSequenceRows("move { cell {} }"));
  Expect(&Stub::SubmitMove,
         {
             {Game(), "move"},
             {Game("move {}"), "move"},
             {Game("move { player_id: 'X' number: 1 symbol: 'X' }"), "move"},
             {Game("move { cell { row: -1 } }"), ""},
             {Game("move { cell { row: 2147483647 column: -2147483648 } }"), ""},
             {Game("move { cell {} number: -2147483648 }"), ""},
             {Game("move { cell {} player_id: '" + Long(10'000) + "' }"), ""},
             {Game("move { cell {} symbol: '" + Long(10'000) + "' }"), ""},
             {Game("move { cell {} notation: '" + Long(64) + "' }"), ""},
             {Game("move { cell {} notation: '" + Long(65) + "' }"), "move.notation"},
             {Game("move { notation: '" + Long(65) + "' }"), "move.notation"},
             {Game("move { notation: 'a1' }"), ""},
             {Game("move { column: 0 }"), "move.action"},
             {Game("move { pins: -1 }"), "move.action"},
             {Game("move { ship {} }"), "move.action"},
             {Game("move { ship { ship: -1 first { row: -1 } down: true } }"), "move.action"},
         });
}

TEST_F(FieldsTest, OtherMutations) {
  Expect(&Stub::Undo, GameIdRows());
  Expect(&Stub::Undo, RequestIdRows());
  Expect(&Stub::Undo, ExpectedSequenceRows());
  Expect(&Stub::Redo, GameIdRows());
  Expect(&Stub::Redo, RequestIdRows());
  Expect(&Stub::Redo, ExpectedSequenceRows());
  Expect(&Stub::Resign, GameIdRows());
  Expect(&Stub::Resign, RequestIdRows());
  Expect(&Stub::Abandon, GameIdRows());
  Expect(&Stub::Abandon, RequestIdRows());
}

TEST_F(FieldsTest, Offers) {
  Expect(&Stub::MakeOffer, GameIdRows("kind: OFFER_KIND_DRAW"));
  Expect(&Stub::MakeOffer, RequestIdRows("kind: OFFER_KIND_DRAW"));
  Expect(&Stub::MakeOffer, ExpectedSequenceRows("kind: OFFER_KIND_DRAW"));
  Expect(&Stub::MakeOffer,
         {
             {Game(), "kind"},
             {Game("kind: 4"), "kind"},
             {Game("kind: -1"), "kind"},
             {Game("kind: OFFER_KIND_DRAW expire_seconds: -1"), "expire_seconds"},
             {Game("kind: OFFER_KIND_DRAW expire_seconds: 1"), ""},
             {Game("kind: OFFER_KIND_DRAW expire_seconds: 604800"), ""},
             {Game("kind: OFFER_KIND_DRAW expire_seconds: 604801"), "expire_seconds"},
             {Game("kind: OFFER_KIND_DRAW expire_seconds: 2147483647"), "expire_seconds"},
             {Game("kind: OFFER_KIND_DRAW swap_seats: true"), "swap_seats"},
             {Game("kind: OFFER_KIND_UNDO swap_seats: true"), "swap_seats"},
             {Game("kind: OFFER_KIND_REMATCH swap_seats: true"), ""},
         });
  Expect(&Stub::AnswerOffer, GameIdRows("offer_id: 1 answer: OFFER_ANSWER_ACCEPT"));
  Expect(&Stub::AnswerOffer, RequestIdRows("offer_id: 1 answer: OFFER_ANSWER_ACCEPT"));
  Expect(&Stub::AnswerOffer,
         {
             {Game("answer: OFFER_ANSWER_ACCEPT"), "offer_id"},
             {Game("offer_id: -1 answer: OFFER_ANSWER_ACCEPT"), "offer_id"},
             {Game("offer_id: 9223372036854775807 answer: OFFER_ANSWER_WITHDRAW"), ""},
             {Game("offer_id: 1"), "answer"},
             {Game("offer_id: 1 answer: 4"), "answer"},
             {Game("offer_id: 1 answer: -1"), "answer"},
         });
}

TEST_F(FieldsTest, ForkGame) {
  Expect(&Stub::ForkGame, GameIdRows());
  Expect(&Stub::ForkGame, RequestIdRows());
  Expect(&Stub::ForkGame, {
                              {Game("turn: 0"), ""},
                              {Game("turn: -1"), "turn"},
                              {Game("turn: 1"), "turn"},  // no turn was played
                              {Game("turn: 2147483647"), "turn"},
                          });
}

TEST_F(FieldsTest, Replay) {
  Expect(&Stub::Replay, GameIdRows());
  Expect(&Stub::Replay, PagingRows());
  Expect(&Stub::Replay, {
                            {Game("from_turn: 0"), ""},
                            {Game("from_turn: 1"), "from_turn"},  // no turn was played
                            {Game("from_turn: -1"), "from_turn"},
                            {Game("from_turn: 2147483647"), "from_turn"},
                            {Game("to_turn: 0"), ""},
                            {Game("to_turn: 2147483647"), ""},
                            {Game("to_turn: -1"), "to_turn"},
                            {Game("from_turn: 2 to_turn: 1"), "to_turn"},
                        });
}

TEST_F(FieldsTest, ListEvents) {
  Expect(&Stub::ListEvents, GameIdRows());
  Expect(&Stub::ListEvents, PagingRows());
  Expect(&Stub::ListEvents, {
                                {Game("after_sequence: 0"), ""},
                                {Game("after_sequence: 2"), ""},
                                {Game("after_sequence: -1"), "after_sequence"},
                                {Game("after_sequence: 9223372036854775807"), ""},
                            });
}

TEST_F(FieldsTest, WatchGame) {
  std::vector<Row> rows = {
      {Game("after_sequence: -1"), "after_sequence"},
      {Game("after_sequence: -9223372036854775808"), "after_sequence"},
      {Game("after_sequence: 9223372036854775807"), ""},
      {Game("after_sequence: 1 snapshot: true"), "snapshot"},
  };
  for (const Row& row : GameIdRows()) {
    if (row.rest != Game()) rows.push_back(row);  // that one is a good watch and never ends
  }
  for (const Row& row : rows) Judge(row, Watch(Read<v1::WatchGameRequest>(row.rest), "")->End());
}

// `count` entries of a map field.
std::string Entries(const std::string& field, int count, size_t key_size, size_t value_size) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::string key = std::to_string(i);
    key.resize(key_size, 'k');
    text += field + " { key: '" + key + "' value: '" + std::string(value_size, 'v') + "' } ";
  }
  return "config { kind: 'tic_tac_toe' " + text + "}";
}

TEST_F(FieldsTest, CreateGame) {
  const auto config = [](const std::string& rest) {
    return "config { kind: 'tic_tac_toe' " + rest + "}";
  };
  std::string nine_seats;
  for (int i = 0; i < 9; ++i) nine_seats += "seats {} ";
  Expect(&Stub::CreateGame,
         {
             {"", "config"},
             {"config {}", ""},
             {"config { kind: '" + Long(64) + "' }", ""},
             {"config { kind: '" + Long(65) + "' }", "config.kind"},
             {config("") + " request_id: 'no uuid'", "request_id"},
             {Entries("labels", 16, 64, 1'024), ""},
             {Entries("labels", 17, 2, 1), "config.labels"},
             {Entries("labels", 1, 65, 1), "config.labels"},
             {Entries("labels", 1, 0, 1), "config.labels"},
             {Entries("labels", 1, 1, 1'025), "config.labels"},
             {Entries("parameters", 32, 64, 1'024), ""},
             {Entries("parameters", 33, 2, 1), "config.parameters"},
             {Entries("parameters", 1, 65, 1), "config.parameters"},
             {Entries("parameters", 1, 0, 1), "config.parameters"},
             {Entries("parameters", 1, 1, 1'025), "config.parameters"},
             {config(nine_seats), "config.seats"},
             {config(nine_seats.substr(std::string("seats {} ").size())), ""},
             {config("seats { player_id: '" + Long(20'000) + "' } seats {}"), ""},
             {config("seats { symbol: '" + Long(20'000) + "' } seats {}"), ""},
             {config("seats { bot { kind: '" + Long(20'000) + "' } } seats {}"), ""},
             {config("opening: '" + Long(64) + "'"), ""},
             {config("opening: 'a1' opening: '" + Long(65) + "'"), "config.opening[1]"},
             {config("opening: ''"), ""},
             {config(Repeated("opening: 'a1' ", 10'000)), ""},
             {config(Repeated("opening: 'a1' ", 10'001)), "config.opening"},
             {config("opening_seeds { turns: -2147483648 }"), ""},
             {config(Repeated("opening_seeds {} ", 10'000)), ""},
             {config(Repeated("opening_seeds {} ", 10'001)), "config.opening_seeds"},
             {config("turn_limit: -2147483648"), ""},
             {config("turn_limit: 2147483647"), ""},
         });
}

TEST_F(FieldsTest, UnknownEnumValues) {
  v1::CreateGameRequest request;
  *request.mutable_config() = Config("");
  request.mutable_config()->set_undo(static_cast<v1::UndoPolicy>(5));
  EXPECT_THAT(Call(&Stub::CreateGame, "", request), RefusedField("config.undo"));
  request.mutable_config()->set_undo(v1::UNDO_POLICY_UNSPECIFIED);
  for (const int value : {-1, 3, INT32_MAX}) {
    request.mutable_config()->set_visibility(static_cast<v1::Visibility>(value));
    EXPECT_THAT(Call(&Stub::CreateGame, "", request), RefusedField("config.visibility")) << value;
  }
}

TEST_F(FieldsTest, LongTextsMakeNoLongErrors) {
  // What is wrong with 50,000 bytes is said in less than 2,000; see ReasonOf.
  const std::string wide =
      "config { kind: 'tic_tac_toe' seats { player_id: '" + Long(50'000) + "' } seats {} }";
  EXPECT_THAT(Call(&Stub::CreateGame, "", Read<v1::CreateGameRequest>(wide)),
              Refused(v1::ERROR_REASON_INVALID_CONFIG));
}

}  // namespace
}  // namespace meeple::wire
