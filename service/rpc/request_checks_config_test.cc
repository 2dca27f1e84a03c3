// What a request may ask of a game that is to be made.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "service/rpc/request_checks.h"
#include "service/rpc/testing/request_cases.h"

namespace meeple::rpc {
namespace {

// `count` entries of `key_length` and `value_length` bytes.
void Fill(google::protobuf::Map<std::string, std::string>& map, int count, size_t key_length,
          size_t value_length) {
  for (int i = 0; i < count; ++i) {
    std::string key = std::to_string(i);
    key.resize(key_length, 'k');
    map[key] = std::string(value_length, 'v');
  }
}

TEST(RequestChecksConfigTest, Limits) {
  using Request = v1::CreateGameRequest;
  const auto parameters = [](int count, size_t key, size_t value) {
    return [=](Request& r) { Fill(*r.mutable_config()->mutable_parameters(), count, key, value); };
  };
  const auto labels = [](int count, size_t key, size_t value) {
    return [=](Request& r) { Fill(*r.mutable_config()->mutable_labels(), count, key, value); };
  };
  const auto seats = [](int count) {
    return [count](Request& r) {
      for (int i = 0; i < count; ++i) r.mutable_config()->add_seats();
    };
  };
  const auto opening = [](int count, size_t length) {
    return [=](Request& r) {
      for (int i = 0; i < count; ++i) r.mutable_config()->add_opening(std::string(length, 'm'));
    };
  };
  const auto opening_seeds = [](int count) {
    return [count](Request& r) {
      for (int i = 0; i < count; ++i) r.mutable_config()->add_opening_seeds();
    };
  };
  Request right;
  right.mutable_config()->set_kind("tic_tac_toe");
  Expect<Request>(
      right,
      {
          {"missing", [](Request& r) { r.clear_config(); }, "config"},
          {"kind at the limit",
           [](Request& r) { r.mutable_config()->set_kind(std::string(64, 'k')); }, ""},
          {"kind past the limit",
           [](Request& r) { r.mutable_config()->set_kind(std::string(65, 'k')); }, "config.kind"},
          {"parameters at the limits", parameters(32, 64, 1'024), ""},
          {"too many parameters", parameters(33, 2, 1), "config.parameters"},
          {"parameter name too long", parameters(1, 65, 1), "config.parameters"},
          {"parameter name empty", parameters(1, 0, 1), "config.parameters"},
          {"parameter value too long", parameters(1, 1, 1'025), "config.parameters"},
          {"labels at the limits", labels(16, 64, 1'024), ""},
          {"too many labels", labels(17, 2, 1), "config.labels"},
          {"label name too long", labels(1, 65, 1), "config.labels"},
          {"label value too long", labels(1, 1, 1'025), "config.labels"},
          {"seats at the limit", seats(8), ""},
          {"too many seats", seats(9), "config.seats"},
          {"opening at the limits", opening(10'000, 64), ""},
          {"opening too long", opening(10'001, 1), "config.opening"},
          {"a move too long", opening(2, 65), "config.opening[0]"},
          {"opening seeds at the limit", opening_seeds(10'000), ""},
          {"too many opening seeds", opening_seeds(10'001), "config.opening_seeds"},
          {"undo known", [](Request& r) { r.mutable_config()->set_undo(v1::UNDO_POLICY_FREE); },
           ""},
          {"undo unknown",
           [](Request& r) { r.mutable_config()->set_undo(static_cast<v1::UndoPolicy>(99)); },
           "config.undo"},
          {"undo negative",
           [](Request& r) { r.mutable_config()->set_undo(static_cast<v1::UndoPolicy>(-1)); },
           "config.undo"},
          {"visibility known",
           [](Request& r) { r.mutable_config()->set_visibility(v1::VISIBILITY_PRIVATE); }, ""},
          {"visibility unknown",
           [](Request& r) { r.mutable_config()->set_visibility(static_cast<v1::Visibility>(3)); },
           "config.visibility"},
      });
}

TEST(RequestChecksConfigTest, WhatMakesNoPlayableGameIsLeftToTheService) {
  v1::CreateGameRequest request;
  v1::GameConfig& config = *request.mutable_config();
  config.set_kind("no such kind");
  config.set_turn_limit(-1);
  config.add_seats()->set_symbol("too long");
  config.add_seats()->mutable_bot()->set_level(1'000);
  EXPECT_EQ(Check(request), absl::OkStatus());
}

}  // namespace
}  // namespace meeple::rpc
