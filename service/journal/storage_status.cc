#include "service/journal/storage_status.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace meeple::service {

absl::Status StorageError(std::string_view attempt, const rocksdb::Status& status) {
  const std::string message = absl::StrCat(std::string(attempt), ": ", status.ToString());
  if (status.IsCorruption()) return absl::DataLossError(message);
  if (status.IsNotFound()) return absl::NotFoundError(message);
  return absl::UnavailableError(message);
}

}  // namespace meeple::service
