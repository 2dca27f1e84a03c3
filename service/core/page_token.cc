#include "service/core/page_token.h"

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/core/errors.h"

namespace meeple::service {

std::string EncodePageToken(std::string_view scope, int64_t next) {
  return absl::WebSafeBase64Escape(absl::StrCat(std::string(scope), "/", next));
}

absl::StatusOr<int64_t> DecodePageToken(std::string_view scope, std::string_view token,
                                        int64_t start) {
  if (token.empty()) return start;
  std::string text;
  int64_t next = 0;
  const bool decoded =
      absl::WebSafeBase64Unescape(absl::string_view(token.data(), token.size()), &text);
  const std::string prefix = std::string(scope) + "/";
  if (!decoded || !std::string_view(text).starts_with(prefix) ||
      !absl::SimpleAtoi(text.substr(prefix.size()), &next) || next < start ||
      // Decoders forgive; one place has one token.
      EncodePageToken(scope, next) != token) {
    return InvalidField("page_token", "is not a token that the page before gave for this list");
  }
  return next;
}

}  // namespace meeple::service
