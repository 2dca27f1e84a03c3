#include "service/tools/owner_check.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <optional>

#include "absl/strings/str_cat.h"

namespace meeple::tools {
namespace {

constexpr size_t kMaxEntryBytes = 16 << 10;

struct Owner {
  uid_t user = 0;
  gid_t group = 0;
};

std::optional<Owner> OwnerOf(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Owner{.user = status.st_uid, .group = status.st_gid};
}

// The owner of what the server made, which may lie in a directory that was made for it; or of where
// it would be made.
std::optional<Owner> OwnerOfJournal(const std::string& directory) {
  if (const auto owner = OwnerOf(directory + "/journal")) return owner;
  std::filesystem::path place = std::filesystem::path(directory).lexically_normal();
  for (;;) {
    if (const auto owner = OwnerOf(place.empty() ? "." : place)) return owner;
    if (place.empty() || place == place.parent_path()) return std::nullopt;
    place = place.parent_path();
  }
}

// Empty where the user has none, as one that exists only while its service runs.
std::string NameOf(uid_t user) {
  std::array<char, kMaxEntryBytes> buffer = {};
  passwd entry = {};
  passwd* found = nullptr;
  const int error = ::getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
  return error == 0 && found != nullptr ? found->pw_name : "";
}

// What runs a command as the owner.
std::string RunAs(const Owner& owner, const std::string& name) {
  if (!name.empty()) return absl::StrCat("runuser -u ", name, " -- ");
  return absl::StrCat("setpriv --reuid=", owner.user, " --regid=", owner.group,
                      " --clear-groups -- ");
}

}  // namespace

absl::Status CheckOwner(const std::string& directory, const std::string& command) {
  // Whoever else may not write there is told so by the disk.
  if (::geteuid() != 0) return absl::OkStatus();
  const std::optional<Owner> owner = OwnerOfJournal(directory);
  if (!owner.has_value() || owner->user == 0) return absl::OkStatus();
  const std::string name = NameOf(owner->user);
  return absl::PermissionDeniedError(absl::StrCat(
      "the data directory '", directory, "' belongs to the user ",
      name.empty() ? absl::StrCat(owner->user) : name,
      ", whose server could not open what another user writes: nothing was touched. Run it as that "
      "user: ",
      RunAs(*owner, name), "meeple-server journal ", command, " --data-dir=", directory,
      " ... (docs/operations.md has the line for systemd, Docker and Kubernetes)"));
}

}  // namespace meeple::tools
