// Bytes that no generated client sends. Every answer is typed, nothing changes, the server stays
// up.

#include <functional>
#include <random>

#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class MalformedTest : public WireTest {
 protected:
  MalformedTest() : raw_(Connect()), table_(Create()) {}
  ~MalformedTest() override {
    EXPECT_EQ(Get(table_)->game().sequence(), 2);
    EXPECT_EQ(server().host().levels().games, 1);
  }

  std::string SomeMove() const {
    v1::SubmitMoveRequest request = MoveRequest(table_, "a1");
    request.set_request_id(Uuid(1));
    request.set_expected_sequence(2);
    return request.SerializeAsString();
  }

  RawCaller raw_;
  const Table table_;
};

TEST_F(MalformedTest, TruncatedBytes) {
  // Not by the seat: where a truncation happens to be a message, it may not act.
  const std::string whole = SomeMove();
  for (size_t size = 0; size < whole.size(); ++size) {
    const grpc::Status status = raw_.Unary("SubmitMove", "", whole.substr(0, size)).status;
    EXPECT_NE(ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED) << size << Describe(status);
  }
  EXPECT_THAT(raw_.Unary("SubmitMove", "", whole.substr(0, 10)).status,
              Refused(v1::ERROR_REASON_MALFORMED_REQUEST));
}

TEST_F(MalformedTest, FlippedBytes) {
  const std::string whole = SomeMove();
  std::mt19937 random(20'240'102);
  for (int i = 0; i < 500; ++i) {
    std::string bytes = whole;
    bytes[random() % bytes.size()] = static_cast<char>(random());
    const grpc::Status status = raw_.Unary("SubmitMove", "", bytes).status;
    EXPECT_NE(ReasonOf(status), v1::ERROR_REASON_UNSPECIFIED) << i << Describe(status);
  }
}

TEST_F(MalformedTest, StringsThatAreNotUtf8) {
  const auto refused = [this](const std::string& rpc, const google::protobuf::Message& request) {
    EXPECT_THAT(raw_.Unary(rpc, table_.seats[0], request.SerializeAsString()).status,
                Refused(v1::ERROR_REASON_MALFORMED_REQUEST))
        << request.ShortDebugString();
  };
  const std::string bad = "\xed\xa0\x80";
  v1::GetGameRequest get;
  get.set_game_id(bad);
  refused("GetGame", get);
  for (const auto& spoil : std::vector<std::function<void(v1::SubmitMoveRequest&)>>{
           [&](auto& r) { r.set_request_id(bad); },
           [&](auto& r) { r.mutable_move()->set_notation(bad); },
           [&](auto& r) { r.mutable_move()->set_player_id(bad); },
           [&](auto& r) { r.mutable_move()->set_symbol(bad); }}) {
    v1::SubmitMoveRequest submit = MoveRequest(table_, "a1");
    spoil(submit);
    refused("SubmitMove", submit);
  }
  for (const auto& spoil : std::vector<std::function<void(v1::GameConfig&)>>{
           [&](auto& c) { c.set_kind(bad); },
           [&](auto& c) { (*c.mutable_parameters())[bad] = "3"; },
           [&](auto& c) { (*c.mutable_parameters())["size"] = bad; },
           [&](auto& c) { (*c.mutable_labels())[bad] = ""; },
           [&](auto& c) { (*c.mutable_labels())["a"] = bad; }, [&](auto& c) { c.add_opening(bad); },
           [&](auto& c) { c.add_seats()->set_player_id(bad); },
           [&](auto& c) { c.add_seats()->set_symbol(bad); },
           [&](auto& c) { c.add_seats()->mutable_bot()->set_kind(bad); }}) {
    v1::CreateGameRequest create;
    *create.mutable_config() = Config("");
    spoil(*create.mutable_config());
    refused("CreateGame", create);
  }
  v1::ListEventsRequest list;
  list.set_game_id(table_.game_id);
  list.set_page_token(bad);
  refused("ListEvents", list);
}

TEST_F(MalformedTest, UnknownFieldsAreOfALaterVersionAndIgnored) {
  v1::GetGameRequest request;
  request.set_game_id(table_.game_id);
  // Field 1000, a varint.
  const std::string later = request.SerializeAsString() + "\xc0\x3e\x01";
  EXPECT_THAT(raw_.Unary("GetGame", "", later).status, IsOk());
}

TEST_F(MalformedTest, AnUnknownActionIsNoAction) {
  // A move whose only field is number 100: some action that this server does not know.
  v1::SubmitMoveRequest request;
  request.set_game_id(table_.game_id);
  const std::string later = request.SerializeAsString() + std::string("\x12\x03\xa0\x06\x01", 5);
  EXPECT_THAT(raw_.Unary("SubmitMove", table_.seats[0], later).status, RefusedField("move"));
}

// A CreateGame of exactly `size` bytes.
std::string RequestOfSize(size_t size) {
  v1::CreateGameRequest request;
  request.mutable_config()->set_kind("tic_tac_toe");
  std::string& name = *request.mutable_config()->add_seats()->mutable_player_id();
  name.assign(size, 'n');
  while (request.ByteSizeLong() > size) name.pop_back();
  EXPECT_EQ(request.ByteSizeLong(), size);
  return request.SerializeAsString();
}

TEST_F(MalformedTest, TheLongestRequestIsAnswered) {
  EXPECT_THAT(raw_.Unary("CreateGame", "", RequestOfSize(64 * 1024)).status,
              Refused(v1::ERROR_REASON_INVALID_CONFIG));
}

TEST_F(MalformedTest, ALongerOneIsRefusedByTheTransport) {
  EXPECT_THAT(raw_.Unary("CreateGame", "", RequestOfSize(64 * 1024 + 1)).status,
              FailsWithoutDetails(grpc::StatusCode::RESOURCE_EXHAUSTED));
  EXPECT_THAT(raw_.Unary("CreateGame", "", std::string(20'000'000, 'x')).status,
              FailsWithoutDetails(grpc::StatusCode::RESOURCE_EXHAUSTED));
}

// A compressed request would be inflated before its length is checked.
TEST_F(MalformedTest, CompressedRequestsAreRefusedWhateverTheirLength) {
  RawCaller::Extras extras;
  v1::GetGameRequest request;
  request.set_game_id(table_.game_id);
  for (const auto algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    extras.compression = algorithm;
    for (const std::string& bytes : {request.SerializeAsString(), std::string(50'000'000, '\0')}) {
      EXPECT_THAT(raw_.Unary("GetGame", extras, bytes).status,
                  FailsWithoutDetails(grpc::StatusCode::UNIMPLEMENTED))
          << algorithm << " " << bytes.size();
    }
  }
}

TEST_F(MalformedTest, UnknownMethodsAndServices) {
  EXPECT_THAT(raw_.Unary("NoSuchMethod", "", "").status,
              FailsWithoutDetails(grpc::StatusCode::UNIMPLEMENTED));
  EXPECT_THAT(raw_.Unary("/no.such.Service/Method", "", "").status,
              FailsWithoutDetails(grpc::StatusCode::UNIMPLEMENTED));
}

}  // namespace
}  // namespace meeple::wire
