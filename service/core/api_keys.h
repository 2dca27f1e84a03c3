#ifndef MEEPLE_SERVICE_CORE_API_KEYS_H_
#define MEEPLE_SERVICE_CORE_API_KEYS_H_

// The API keys that a server knows: who other services and operators are. A file has one line for
// each: the SHA-256 of the key in hexadecimal digits, its role, the name of its holder. It holds no
// key itself, so that reading it gives nobody a right. '#' begins a comment.
//
//   3f0c...9a matchmaker lobby-eu   # since 2026
//
// Several keys may have one name, and then one role: they are the same caller, so that a key can be
// replaced without a gap.
//
// ApiKeys is thread-safe. It looks at its file on use, at most once a second, so that a changed
// file counts without a restart.
//
//   absl::StatusOr<std::unique_ptr<ApiKeys>> keys = ApiKeys::Open(path, clock, tell);
//   if (std::optional<Caller> caller = (*keys)->Find(token)) ...

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/core/caller.h"
#include "service/core/clock.h"

namespace meeple::service {

// What every API key begins with.
inline constexpr std::string_view kApiKeyPrefix = "k1.";
// The prefix and 32 random bytes in base64url. Shorter texts are no keys, whatever the file says:
// their digests could be guessed.
inline constexpr size_t kApiKeyLength = 46;
inline constexpr size_t kMaxApiKeyNameLength = 64;
inline constexpr size_t kMaxApiKeyFileBytes = size_t{1} << 20;

// "matchmaker", "admin".
std::string_view NameOf(Role role);
std::optional<Role> ParseRole(std::string_view name);

// True for 1 to kMaxApiKeyNameLength letters, digits, '.', '_' and '-'.
bool IsApiKeyName(std::string_view name);

// A new key.
std::string MakeApiKey();
// The line of the file for a key, without a line break. REQUIRES: IsApiKeyName(name).
std::string ApiKeyLine(std::string_view key, Role role, std::string_view name);

// One line of the file.
struct ApiKeyEntry {
  std::string digest;  // 32 bytes
  Role role = Role::kMatchmaker;
  std::string name;
};

// INVALID_ARGUMENT, with the number of the line and what is wrong with it.
absl::StatusOr<std::vector<ApiKeyEntry>> ParseApiKeys(std::string_view text);

class ApiKeys {
 public:
  enum class News {
    kChanged,  // the keys are now those of the changed file
    kTrouble,  // it can no longer be read or parsed: the keys stay as they were
  };
  // Takes a line for the log, and what it is about.
  using Tell = std::function<void(News news, const std::string& line)>;

  // INVALID_ARGUMENT for a file that cannot be read or parsed. `tell` is called, by any thread.
  // `clock` must outlive the keys.
  static absl::StatusOr<std::unique_ptr<ApiKeys>> Open(const std::string& path, const Clock& clock,
                                                       Tell tell);
  ApiKeys(const ApiKeys&) = delete;
  ApiKeys& operator=(const ApiKeys&) = delete;

  // The holder of a key; none for what is no key of the file.
  std::optional<Caller> Find(std::string_view key);
  // Whether the key that proved the caller is still in the file, with the same role and name.
  bool StillKnows(const Caller& caller);

 private:
  using Entries = std::vector<ApiKeyEntry>;

  ApiKeys(std::string path, const Clock& clock, Tell tell)
      : path_(std::move(path)), clock_(clock), tell_(std::move(tell)) {}

  // The entries, after a look at the file if one is due.
  std::shared_ptr<const Entries> Current();
  void Look();
  void Take(Entries entries);

  // Constant after construction.
  const std::string path_;
  const Clock& clock_;
  const Tell tell_;

  // When the next look is due, in nanoseconds of the clock's uptime.
  std::atomic<int64_t> next_look_ = 0;
  Mutex look_mutex_;  // held while the file is read
  // What the entries were parsed from.
  std::string text_ ABSL_GUARDED_BY(look_mutex_);
  // Why the file could not be used at the last look; empty if it could.
  std::string trouble_ ABSL_GUARDED_BY(look_mutex_);
  Mutex mutex_;
  std::shared_ptr<const Entries> entries_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_API_KEYS_H_
