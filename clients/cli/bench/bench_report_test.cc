#include "clients/cli/bench/bench_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace meeple::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LoadResult Result() {
  LoadResult result;
  for (int i = 0; i < 90; ++i) result.tally.moves.Record(absl::Microseconds(150));
  for (int i = 0; i < 10; ++i) result.tally.moves.Record(absl::Milliseconds(3));
  result.tally.games = 11;
  result.tally.durability = v1::DURABILITY_SYNCED;
  result.measured = absl::Seconds(2);
  result.own_cpu = absl::Milliseconds(3);
  return result;
}

LoadOptions Options() {
  LoadOptions options;
  options.config.set_kind("tic_tac_toe");
  options.prepare = true;
  return options;
}

double NumberAt(const google::protobuf::Struct& document, const std::string& key) {
  return document.fields().at(key).number_value();
}

TEST(BenchReportTest, DurationsHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(DurationText(absl::ZeroDuration()), "0 us");
  EXPECT_EQ(DurationText(absl::Nanoseconds(1'250)), "1.25 us");
  EXPECT_EQ(DurationText(absl::Microseconds(431)), "431 us");
  EXPECT_EQ(DurationText(absl::Microseconds(1'204)), "1.20 ms");
  EXPECT_EQ(DurationText(absl::Microseconds(99'960)), "100 ms");
  EXPECT_EQ(DurationText(absl::Milliseconds(12'340)), "12.3 s");
}

TEST(BenchReportTest, BarsAreAsLongAsTheShareOfMoves) {
  const std::string text = BenchText(Options(), Result(), Style());
  EXPECT_THAT(text, HasSubstr("100 us to 200 us    90.00% " + std::string(40, '#') + "\n"));
  EXPECT_THAT(text, HasSubstr("2 ms to 5 ms      10.00% ####\n"));
  EXPECT_THAT(text, HasSubstr("moves are on disk before they are answered"));
}

TEST(BenchReportTest, ProcessorTimeIsToldPerMoveAndPerDelivery) {
  LoadResult result = Result();
  EXPECT_THAT(BenchText(Options(), result, Style()), Not(HasSubstr("of processor time a move")));
  result.server_cpu = absl::Milliseconds(2);
  result.tally.deliveries.Record(absl::Milliseconds(1));
  const google::protobuf::Struct document = BenchDocument(Options(), result);
  EXPECT_DOUBLE_EQ(NumberAt(document, "server_cpu_us_per_move"), 20);
  EXPECT_DOUBLE_EQ(NumberAt(document, "server_cpu_us_per_delivery"), 2'000);
  EXPECT_DOUBLE_EQ(NumberAt(document, "own_cpu_us_per_move"), 30);
  EXPECT_THAT(BenchText(Options(), result, Style()), HasSubstr("20.0 us of processor time a move"));
}

TEST(BenchReportTest, RatesCountTheMeasuredTimeOnly) {
  const google::protobuf::Struct document = BenchDocument(Options(), Result());
  const auto& move = document.fields().at("move").struct_value();
  EXPECT_DOUBLE_EQ(NumberAt(move, "per_second"), 50);
  EXPECT_DOUBLE_EQ(NumberAt(move, "count"), 100);
  EXPECT_NEAR(NumberAt(move, "p50_us"), 150, 1);
  EXPECT_NEAR(NumberAt(move, "p99_us"), 3'000, 12);
  EXPECT_DOUBLE_EQ(NumberAt(move, "max_us"), 3'000);
}

TEST(BenchReportTest, ErrorsStandAtTheEnd) {
  LoadResult result = Result();
  result.tally.errors = {{"OVERLOADED", 3}, {"UNAVAILABLE", 1}};
  EXPECT_THAT(BenchText(Options(), result, Style()),
              ::testing::EndsWith("errors: 3 OVERLOADED, 1 UNAVAILABLE\n"));
}

TEST(BenchReportTest, WhatWasDueAndNotBegunIsTold) {
  LoadResult result = Result();
  result.behind = 17;
  EXPECT_THAT(BenchText(Options(), result, Style()),
              HasSubstr("17 moves were due at the end and not begun"));
}

}  // namespace
}  // namespace meeple::cli
