#include "service/core/page_token.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/escaping.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

constexpr char kScope[] = "events/0123456789abcdefghjk/5";

void ExpectRefused(const std::string& token, int64_t start = 0) {
  EXPECT_THAT(DecodePageToken(kScope, token, start), HasReason(v1::ERROR_REASON_INVALID_FIELD))
      << token;
}

TEST(PageTokenTest, TokenLeadsOn) {
  for (int64_t next : {int64_t{0}, int64_t{1}, int64_t{99}, std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(DecodePageToken(kScope, EncodePageToken(kScope, next), 0).value_or(-1), next);
  }
}

TEST(PageTokenTest, FirstPageBeginsAtTheStart) {
  EXPECT_EQ(DecodePageToken(kScope, "", 7).value_or(-1), 7);
}

TEST(PageTokenTest, TokenIsGoodForItsListOnly) {
  ExpectRefused(EncodePageToken("events/0123456789abcdefghjm/5", 1));
  ExpectRefused(EncodePageToken("replay/0123456789abcdefghjk/5", 1));
  ExpectRefused(EncodePageToken("events/0123456789abcdefghjk", 1));
  ExpectRefused(EncodePageToken("events/0123456789abcdefghjk/5/5", 1));
  ExpectRefused(EncodePageToken("", 1));
}

TEST(PageTokenTest, TokenBeforeTheStartIsRefused) {
  EXPECT_EQ(DecodePageToken(kScope, EncodePageToken(kScope, 5), 5).value_or(-1), 5);
  ExpectRefused(EncodePageToken(kScope, 4), 5);
  ExpectRefused(EncodePageToken(kScope, -1), 0);
}

// Anything that was not handed out is refused, also what would read as a number.
TEST(PageTokenTest, OtherTextsAreRefused) {
  for (const char* token : {"x", "====", "5", "events", "!!!!", "\xFF\xFE"}) ExpectRefused(token);
  for (const char* number : {"", " ", "x", "5x", " 5", "5 ", "+5", "05", "-0", "5.0", "0x5",
                             "9223372036854775808", "99999999999999999999999"}) {
    ExpectRefused(absl::WebSafeBase64Escape(std::string(kScope) + "/" + number));
  }
}

TEST(PageTokenTest, OtherTextOfTheSameTokenIsRefused) {
  const std::string token = EncodePageToken(kScope, 5);
  for (const char* more : {"=", "==", " ", "\n"}) ExpectRefused(token + more);
  ExpectRefused(" " + token);
  for (size_t length = 1; length < token.size(); ++length) ExpectRefused(token.substr(0, length));
}

}  // namespace
}  // namespace meeple::service
