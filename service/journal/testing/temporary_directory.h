#ifndef MEEPLE_SERVICE_JOURNAL_TESTING_TEMPORARY_DIRECTORY_H_
#define MEEPLE_SERVICE_JOURNAL_TESTING_TEMPORARY_DIRECTORY_H_

// A directory for one test, gone with it, and what a test does with files.
//
//   TemporaryDirectory temporary;
//   const std::string path = temporary / "data";

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <system_error>

namespace meeple::service {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = testing::TempDir() + "/meeple-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline void CopyDirectory(const std::string& from, const std::string& to) {
  std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
  ::chmod(to.c_str(), S_IRWXU);
}

// Everything below a directory: names, times and bytes. Equal before and after means untouched.
inline std::map<std::string, std::string> Picture(const std::string& directory) {
  std::map<std::string, std::string> picture;
  auto add = [&](const std::filesystem::path& path, const std::string& content) {
    struct stat status = {};
    ::stat(path.c_str(), &status);
    picture[path] = std::to_string(status.st_mtim.tv_sec) + "." +
                    std::to_string(status.st_mtim.tv_nsec) + " " + std::to_string(status.st_mode) +
                    "\n" + content;
  };
  add(directory, "");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    add(entry.path(), entry.is_regular_file() ? ReadFile(entry.path()) : "");
  }
  return picture;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_TESTING_TEMPORARY_DIRECTORY_H_
