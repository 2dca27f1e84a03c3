#ifndef MEEPLE_SERVICE_CORE_PAGE_TOKEN_H_
#define MEEPLE_SERVICE_CORE_PAGE_TOKEN_H_

// Where the next page begins, as an opaque text. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace meeple::service {

// `scope` names the list that is paged, such as rpc and game: a token is good for that list only.
std::string EncodePageToken(std::string_view scope, int64_t next);

// The `next` of a token; `start` for the empty token of a first page. INVALID_FIELD for anything
// that EncodePageToken did not make for this scope, or that lies before `start`.
absl::StatusOr<int64_t> DecodePageToken(std::string_view scope, std::string_view token,
                                        int64_t start);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_PAGE_TOKEN_H_
