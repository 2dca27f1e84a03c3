#ifndef MEEPLE_SERVICE_BASE_READ_FILE_H_
#define MEEPLE_SERVICE_BASE_READ_FILE_H_

// Reads small files of the operator's: keys, secrets, certificates. Thread-safe.
//
//   absl::StatusOr<std::string> text = ReadFile(path, 4'096);

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <ios>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace meeple::service {

// The content of a file. INVALID_ARGUMENT, saying why but not which file, if it cannot be read or
// has more than `most_bytes`.
inline absl::StatusOr<std::string> ReadFile(const std::string& path, size_t most_bytes) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text(most_bytes + 1, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  // Its end is what ends the reading; a folder can be opened, but not read.
  if (!file.eof() && !file.good()) {
    return absl::InvalidArgumentError(
        absl::StrCat("it cannot be read: ", std::strerror(errno == 0 ? EIO : errno)));
  }
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > most_bytes) {
    return absl::InvalidArgumentError(absl::StrCat("it has more than ", most_bytes, " bytes"));
  }
  return text;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_BASE_READ_FILE_H_
