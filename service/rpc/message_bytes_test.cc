#include "service/rpc/message_bytes.h"

#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "meeple/v1/game_service.pb.h"

namespace meeple::rpc {
namespace {

// The bytes in slices of at most `slice_size`, as a transport may bring them.
grpc::ByteBuffer InSlices(const std::string& bytes, size_t slice_size) {
  std::vector<grpc::Slice> slices;
  for (size_t start = 0; start < bytes.size(); start += slice_size) {
    slices.emplace_back(bytes.substr(start, slice_size));
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  EXPECT_TRUE(buffer.DumpToSingleSlice(&slice).ok());
  return std::string(reinterpret_cast<const char*>(slice.begin()), slice.size());
}

v1::CreateGameRequest SomeRequest() {
  v1::CreateGameRequest request;
  request.mutable_config()->set_kind("tic_tac_toe");
  request.mutable_config()->add_seats()->set_player_id("Zoë");
  return request;
}

TEST(ParseTest, ReadsMessagesInOneSliceAndInMany) {
  const std::string bytes = SomeRequest().SerializeAsString();
  for (const size_t slice_size : {size_t{1}, size_t{7}, bytes.size()}) {
    v1::CreateGameRequest read;
    EXPECT_TRUE(Parse(InSlices(bytes, slice_size), read));
    EXPECT_EQ(read.SerializeAsString(), bytes);
  }
}

TEST(ParseTest, NoBytesAreTheEmptyMessage) {
  v1::GetGameRequest read;
  EXPECT_TRUE(Parse(InSlices("", 1), read));
  const grpc::Slice empty;
  EXPECT_TRUE(Parse(grpc::ByteBuffer(&empty, 1), read));
}

TEST(ParseTest, RefusesEveryTruncationWithinAField) {
  v1::GetGameRequest request;
  request.set_game_id("a1b2c3d4e5f6g7h8i9j0");
  const std::string bytes = request.SerializeAsString();
  for (size_t size = 1; size < bytes.size(); ++size) {
    v1::GetGameRequest read;
    EXPECT_FALSE(Parse(InSlices(bytes.substr(0, size), 100), read)) << size;
  }
}

TEST(ParseTest, RefusesNonsense) {
  for (const std::string& bytes : {std::string("\x00", 1), std::string("\xff\xff\xff\xff"),
                                   std::string("\x0a\xff\xff\xff\xff\x0f")}) {
    v1::GetGameRequest read;
    EXPECT_FALSE(Parse(InSlices(bytes, 100), read));
  }
}

TEST(ParseTest, RefusesStringsThatAreNotUtf8) {
  // Overlong, a surrogate, cut short, beyond U+10FFFF, a lone continuation byte.
  for (const std::string text :
       {"\xc0\xaf", "\xed\xa0\x80", "\xe2\x82", "\xf4\x90\x80\x80", "\x80", "ok\xff"}) {
    v1::GetGameRequest wrong_id;
    wrong_id.set_game_id(text);
    v1::GetGameRequest read_id;
    EXPECT_FALSE(Parse(InSlices(wrong_id.SerializeAsString(), 100), read_id));

    v1::CreateGameRequest wrong_label;
    (*wrong_label.mutable_config()->mutable_labels())["label"] = text;
    v1::CreateGameRequest read_label;
    EXPECT_FALSE(Parse(InSlices(wrong_label.SerializeAsString(), 100), read_label));

    v1::CreateGameRequest wrong_key;
    (*wrong_key.mutable_config()->mutable_parameters())[text] = "value";
    v1::CreateGameRequest read_key;
    EXPECT_FALSE(Parse(InSlices(wrong_key.SerializeAsString(), 100), read_key));

    v1::SubmitMoveRequest wrong_move;
    wrong_move.mutable_move()->set_notation(text);
    v1::SubmitMoveRequest read_move;
    EXPECT_FALSE(Parse(InSlices(wrong_move.SerializeAsString(), 100), read_move));
  }
}

TEST(SerializeTest, GivesWhatParseReads) {
  v1::CreateGameRequest read;
  EXPECT_TRUE(Parse(Serialize(SomeRequest()), read));
  EXPECT_EQ(read.SerializeAsString(), SomeRequest().SerializeAsString());
}

TEST(SerializeTest, TheEmptyMessage) {
  EXPECT_EQ(BytesOf(Serialize(v1::ListGameKindsRequest())), "");
}

TEST(SerializeTest, EqualMessagesHaveEqualBytesWhateverTheOrderOfTheirMaking) {
  std::vector<std::string> keys;
  for (int i = 0; i < 30; ++i) keys.push_back("key " + std::to_string(i));
  const auto serialise = [](const std::vector<std::string>& order) {
    v1::GameConfig config;
    for (const std::string& key : order) (*config.mutable_labels())[key] = "value";
    return BytesOf(Serialize(config));
  };
  const std::string forwards = serialise(keys);
  std::reverse(keys.begin(), keys.end());
  EXPECT_EQ(serialise(keys), forwards);
}

const void* StartOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(buffer.Dump(&slices).ok());
  return slices.back().begin();
}

TEST(ShareBytesTest, SmallMessageIsHeadFollowedByPartsJoinedOnceForMany) {
  const auto part = std::make_shared<const std::string>(500, 'p');
  const service::WatchMessage message = {.head = "head", .parts = {part, part}};
  const grpc::ByteBuffer first = ShareBytes(message);
  const grpc::ByteBuffer second = ShareBytes(message);
  EXPECT_EQ(BytesOf(first), "head" + *part + *part);
  EXPECT_EQ(StartOf(first), StartOf(second));
}

TEST(ShareBytesTest, SmallMessagesThatDifferAnywhereAreNotTakenForEachOther) {
  const auto part = std::make_shared<const std::string>("part");
  const auto other = std::make_shared<const std::string>("other");
  EXPECT_EQ(BytesOf(ShareBytes({.head = "a", .parts = {part}})), "apart");
  EXPECT_EQ(BytesOf(ShareBytes({.head = "b", .parts = {part}})), "bpart");
  EXPECT_EQ(BytesOf(ShareBytes({.head = "b", .parts = {other}})), "bother");
  EXPECT_EQ(BytesOf(ShareBytes({.head = "b", .parts = {other, part}})), "botherpart");
  EXPECT_EQ(BytesOf(ShareBytes({.head = "b"})), "b");
}

TEST(ShareBytesTest, LargeMessageIsHeadFollowedByPartsAndShares) {
  const auto part = std::make_shared<const std::string>(10'000, 'p');
  const auto empty = std::make_shared<const std::string>();
  {
    const grpc::ByteBuffer buffer = ShareBytes({.head = "head", .parts = {part, empty, part}});
    EXPECT_EQ(BytesOf(buffer), "head" + *part + *part);
    EXPECT_EQ(StartOf(buffer), static_cast<const void*>(part->data()));
    EXPECT_GT(part.use_count(), 1);
  }
  EXPECT_EQ(part.use_count(), 1);
}

}  // namespace
}  // namespace meeple::rpc
