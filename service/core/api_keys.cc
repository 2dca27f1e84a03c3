#include "service/core/api_keys.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "service/base/read_file.h"
#include "service/core/server_secret.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kLookInterval = absl::Seconds(1);
constexpr size_t kDigestBytes = 32;
constexpr size_t kKeyBytes = 32;
constexpr size_t kFields = 3;

absl::Status Wrong(size_t line, std::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("line ", line, ": ", absl::string_view(what.data(), what.size())));
}

bool IsHex(absl::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return absl::ascii_isxdigit(c); });
}

absl::StatusOr<ApiKeyEntry> ParseLine(size_t line, const std::vector<std::string>& fields) {
  if (fields.size() != kFields) return Wrong(line, "expected: digest role name");
  if (fields[0].size() != 2 * kDigestBytes || !IsHex(fields[0])) {
    return Wrong(line,
                 "the digest is no 64 hexadecimal digits; `meeple-server make-key` makes one");
  }
  const std::optional<Role> role = ParseRole(fields[1]);
  if (!role.has_value()) return Wrong(line, "the role is neither matchmaker nor admin");
  if (!IsApiKeyName(fields[2])) {
    return Wrong(line, "a name is 1 to 64 letters, digits, '.', '_' and '-'");
  }
  return ApiKeyEntry{.digest = absl::HexStringToBytes(fields[0]), .role = *role, .name = fields[2]};
}

std::string Unusable(const std::string& path, const absl::Status& why) {
  return absl::StrCat("the file of API keys ", path, ": ", why.message());
}

}  // namespace

std::string_view NameOf(Role role) { return role == Role::kAdmin ? "admin" : "matchmaker"; }

std::optional<Role> ParseRole(std::string_view name) {
  for (const Role role : {Role::kMatchmaker, Role::kAdmin}) {
    if (name == NameOf(role)) return role;
  }
  return std::nullopt;
}

bool IsApiKeyName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxApiKeyNameLength &&
         std::ranges::all_of(name, [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '.' || c == '_' || c == '-';
         });
}

std::string MakeApiKey() {
  return std::string(kApiKeyPrefix) + absl::WebSafeBase64Escape(RandomBytes(kKeyBytes));
}

std::string ApiKeyLine(std::string_view key, Role role, std::string_view name) {
  return absl::StrCat(absl::BytesToHexString(Sha256(key)), " ", std::string(NameOf(role)), " ",
                      std::string(name));
}

absl::StatusOr<std::vector<ApiKeyEntry>> ParseApiKeys(std::string_view text) {
  std::vector<ApiKeyEntry> entries;
  std::map<std::string, Role> roles;
  std::set<std::string> digests;
  size_t line = 0;
  for (const absl::string_view row :
       absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    ++line;
    const absl::string_view content = row.substr(0, row.find('#'));
    const std::vector<std::string> fields =
        absl::StrSplit(content, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (fields.empty()) continue;
    absl::StatusOr<ApiKeyEntry> entry = ParseLine(line, fields);
    if (!entry.ok()) return entry.status();
    if (!digests.insert(entry->digest).second) return Wrong(line, "the key stands here twice");
    if (roles.emplace(entry->name, entry->role).first->second != entry->role) {
      return Wrong(line, "the name has another role in a line above");
    }
    entries.push_back(*std::move(entry));
  }
  return entries;
}

absl::StatusOr<std::unique_ptr<ApiKeys>> ApiKeys::Open(const std::string& path, const Clock& clock,
                                                       Tell tell) {
  absl::StatusOr<std::string> text = ReadFile(path, kMaxApiKeyFileBytes);
  absl::StatusOr<Entries> entries = text.ok() ? ParseApiKeys(*text) : text.status();
  if (!entries.ok()) return absl::InvalidArgumentError(Unusable(path, entries.status()));
  std::unique_ptr<ApiKeys> keys(new ApiKeys(path, clock, std::move(tell)));
  keys->next_look_ = absl::ToInt64Nanoseconds(clock.Uptime() + kLookInterval);
  keys->Take(*std::move(entries));
  MutexLock lock(keys->look_mutex_);
  keys->text_ = *std::move(text);
  return keys;
}

std::optional<Caller> ApiKeys::Find(std::string_view key) {
  if (key.size() != kApiKeyLength || !key.starts_with(kApiKeyPrefix)) return std::nullopt;
  const std::string digest = Sha256(key);
  const std::shared_ptr<const Entries> entries = Current();
  const ApiKeyEntry* found = nullptr;
  // All are compared, each in constant time: how long it takes tells nothing about any of them.
  for (const ApiKeyEntry& entry : *entries) {
    if (CRYPTO_memcmp(entry.digest.data(), digest.data(), kDigestBytes) == 0) found = &entry;
  }
  if (found == nullptr) return std::nullopt;
  return Caller{.kind = CallerKind::kApiKey,
                .role = found->role,
                .key_name = found->name,
                .key_digest = found->digest};
}

bool ApiKeys::StillKnows(const Caller& caller) {
  const std::shared_ptr<const Entries> entries = Current();
  return std::ranges::any_of(*entries, [&](const ApiKeyEntry& entry) {
    return entry.digest == caller.key_digest && entry.role == caller.role &&
           entry.name == caller.key_name;
  });
}

std::shared_ptr<const ApiKeys::Entries> ApiKeys::Current() {
  const int64_t now = absl::ToInt64Nanoseconds(clock_.Uptime());
  int64_t due = next_look_.load();
  const int64_t next = now + absl::ToInt64Nanoseconds(kLookInterval);
  // One caller looks, the others go on with what is known.
  if (now >= due && next_look_.compare_exchange_strong(due, next)) Look();
  MutexLock lock(mutex_);
  return entries_;
}

void ApiKeys::Look() {
  MutexLock lock(look_mutex_);
  absl::StatusOr<std::string> text = ReadFile(path_, kMaxApiKeyFileBytes);
  const std::string last_trouble = std::exchange(trouble_, "");
  if (text.ok() && *text == text_) return;
  absl::StatusOr<Entries> entries = text.ok() ? ParseApiKeys(*text) : text.status();
  if (!entries.ok()) {
    trouble_ = Unusable(path_, entries.status());
    if (trouble_ != last_trouble) tell_(News::kTrouble, trouble_ + ": the keys stay as they were");
    return;
  }
  tell_(News::kChanged,
        absl::StrCat("the file of API keys ", path_, " changed; keys in it: ", entries->size()));
  Take(*std::move(entries));
  text_ = *std::move(text);
}

void ApiKeys::Take(Entries entries) {
  auto shared = std::make_shared<const Entries>(std::move(entries));
  MutexLock lock(mutex_);
  entries_ = std::move(shared);
}

}  // namespace meeple::service
