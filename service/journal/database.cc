#include "service/journal/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "absl/base/macros.h"
#include "absl/memory/memory.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

constexpr int kFormatVersion = 4;
constexpr size_t kSecretBytes = 32;
constexpr char kVersionKey[] = "format_version";
constexpr char kSecretKey[] = "secret";

struct Family {
  const char* name;
  int since_format;
};
// RocksDB insists on the first one, which stays empty.
constexpr std::array<Family, 8> kFamilies = {{{"default", 1},
                                              {"events", 1},
                                              {"summaries", 1},
                                              {"agenda", 1},
                                              {"lists", 2},
                                              {"scores", 3},
                                              {"feeds", 4},
                                              {"metadata", 1}}};

// What is replayed at a start, twice, is at most this.
constexpr size_t kWriteBufferBytes = 16 << 20;
constexpr size_t kBlockCacheBytes = 64 << 20;
constexpr int kOpenFiles = 512;

// Looking must not write, not even a line about looking.
class NoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::ColumnFamilyOptions FamilyOptions() {
  rocksdb::BlockBasedTableOptions table;
  static const std::shared_ptr<rocksdb::Cache> cache = rocksdb::NewLRUCache(kBlockCacheBytes);
  table.block_cache = cache;
  // An append to a game that is not known asks for keys that are mostly not there.
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  rocksdb::ColumnFamilyOptions options;
  options.write_buffer_size = kWriteBufferBytes;
  options.compression = rocksdb::kLZ4Compression;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

rocksdb::DBOptions CommonOptions(rocksdb::Env& env) {
  rocksdb::DBOptions options;
  options.env = &env;
  // A torn end is what a crash leaves; whether more than that is missing, the mark tells.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  // One log for all: it is gone from the disk only once everything in it lies in tables.
  options.atomic_flush = true;
  options.max_total_wal_size = 4 * kWriteBufferBytes;
  // What failed once is not tried again: the caller stops instead.
  options.max_bgerror_resume_count = 0;
  options.max_open_files = kOpenFiles;
  options.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  options.keep_log_file_num = 4;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor> AllFamilies() {
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  families.reserve(kFamilies.size());
  for (const Family& family : kFamilies) families.emplace_back(family.name, FamilyOptions());
  return families;
}

absl::StatusOr<std::string> NewSecret() {
  std::string secret(kSecretBytes, '\0');
  if (::getentropy(secret.data(), secret.size()) == 0) return secret;
  return absl::UnavailableError(absl::StrCat("no random secret: ", std::strerror(errno)));
}

// A database that is open, until it goes out of scope.
struct Opened {
  Opened() = default;
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() {
    for (rocksdb::ColumnFamilyHandle* family : families) db->DestroyColumnFamilyHandle(family);
  }
  std::unique_ptr<rocksdb::DB> db;
  std::vector<rocksdb::ColumnFamilyHandle*> families;
};

// Opens read-only whatever families there are, since a newer release may have others.
absl::Status OpenAllFamilies(const std::string& path, rocksdb::Env& env, Opened& opened) {
  rocksdb::DBOptions options = CommonOptions(env);
  options.info_log = std::make_shared<NoLog>();
  std::vector<std::string> names;
  const std::string attempt = absl::StrCat("looking into the journal '", path, "'");
  rocksdb::Status status = rocksdb::DB::ListColumnFamilies(options, path, &names);
  if (!status.ok()) return StorageError(attempt, status);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  families.reserve(names.size());
  for (const std::string& name : names) families.emplace_back(name, FamilyOptions());
  rocksdb::DB* db = nullptr;
  status = rocksdb::DB::OpenForReadOnly(options, path, families, &opened.families, &db);
  if (!status.ok()) return StorageError(attempt, status);
  opened.db.reset(db);
  return absl::OkStatus();
}

absl::Status NotOurs(const std::string& path) {
  return absl::InvalidArgumentError(absl::StrCat(
      "'", path, "' is a database, but not a journal of Meeple: name another data directory"));
}

rocksdb::ColumnFamilyHandle* FindFamily(const Opened& opened, std::string_view name) {
  const auto found = std::ranges::find_if(
      opened.families, [&](const auto* family) { return family->GetName() == name; });
  return found == opened.families.end() ? nullptr : *found;
}

// The version of the format, if this release knows it.
absl::StatusOr<int> ReadFormat(const std::string& path, const Opened& opened) {
  rocksdb::ColumnFamilyHandle* metadata = FindFamily(opened, "metadata");
  if (metadata == nullptr) return NotOurs(path);
  std::string text;
  const rocksdb::Status status = opened.db->Get({}, metadata, kVersionKey, &text);
  if (status.IsNotFound()) return NotOurs(path);
  if (!status.ok()) return StorageError("reading the format of the journal", status);
  int version = 0;
  if (!absl::SimpleAtoi(text, &version) || version < 1) return NotOurs(path);
  if (version > kFormatVersion) {
    return absl::FailedPreconditionError(
        absl::StrCat("the journal '", path, "' has format ", version,
                     ", of a newer release; this one knows formats up to ", kFormatVersion,
                     ": run the newer release"));
  }
  return version;
}

}  // namespace

absl::StatusOr<uint64_t> Database::Create(const std::string& path, rocksdb::Env& env) {
  absl::StatusOr<std::string> secret = NewSecret();
  if (!secret.ok()) return secret.status();
  const std::string attempt = absl::StrCat("making a journal in '", path, "'");
  rocksdb::DBOptions options = CommonOptions(env);
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.error_if_exists = true;
  Opened opened;
  rocksdb::DB* db = nullptr;
  rocksdb::Status status = rocksdb::DB::Open(options, path, AllFamilies(), &opened.families, &db);
  if (!status.ok()) return StorageError(attempt, status);
  opened.db.reset(db);
  rocksdb::ColumnFamilyHandle* metadata = opened.families.back();
  rocksdb::WriteBatch batch;
  batch.Put(metadata, kVersionKey, absl::StrCat(kFormatVersion));
  batch.Put(metadata, kSecretKey, *secret);
  rocksdb::WriteOptions synced;
  synced.sync = true;
  status = db->Write(synced, &batch);
  if (!status.ok()) return StorageError(attempt, status);
  return db->GetLatestSequenceNumber();
}

absl::Status Database::Check(const std::string& path, rocksdb::Env& env, uint64_t committed) {
  const absl::StatusOr<std::unique_ptr<Database>> database = OpenReadOnly(path, env);
  return database.ok() ? (*database)->CheckHolds(committed) : database.status();
}

absl::StatusOr<std::unique_ptr<Database>> Database::OpenReadOnly(const std::string& path,
                                                                 rocksdb::Env& env) {
  Opened opened;
  if (absl::Status status = OpenAllFamilies(path, env, opened); !status.ok()) {
    return status;
  }
  const absl::StatusOr<int> version = ReadFormat(path, opened);
  if (!version.ok()) return version.status();
  std::vector<rocksdb::ColumnFamilyHandle*> families;
  for (const auto& [name, since_format] : kFamilies) {
    rocksdb::ColumnFamilyHandle* family = FindFamily(opened, name);
    if (family == nullptr && *version >= since_format) return NotOurs(path);
    families.push_back(family);
  }
  // Whatever else there is follows, to be closed with the rest.
  std::ranges::copy_if(opened.families, std::back_inserter(families), [&](const auto* family) {
    return std::ranges::find(kFamilies, family->GetName(), &Family::name) == kFamilies.end();
  });
  auto database = absl::WrapUnique(new Database());
  database->read_only_ = true;
  database->format_version_ = *version;
  database->families_ = std::move(families);
  opened.families.clear();
  database->db_ = std::move(opened.db);
  return database;
}

absl::Status Database::AdoptSecret(const Database& other) {
  std::string secret;
  rocksdb::Status status = other.db_->Get({}, other.metadata(), kSecretKey, &secret);
  if (!status.ok()) return StorageError("reading the secret of the other journal", status);
  if (secret == secret_) return absl::OkStatus();
  const std::unique_ptr<rocksdb::Iterator> event(db_->NewIterator({}, events()));
  event->SeekToFirst();
  if (event->Valid() || !event->status().ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the journal '", db_->GetName(),
                     "' has games under a secret of its own, whose credentials would end: name a "
                     "new data directory"));
  }
  rocksdb::WriteOptions synced;
  synced.sync = true;
  status = db_->Put(synced, metadata(), kSecretKey, secret);
  if (!status.ok()) return StorageError("taking the secret of the other journal", status);
  secret_ = std::move(secret);
  return absl::OkStatus();
}

absl::Status Database::CheckHolds(uint64_t committed) const {
  if (last_change() >= committed) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(
      "the journal '", db_->GetName(), "' is damaged: it ends at change ", last_change(), ", but ",
      committed, " were acknowledged, so the last ", committed - last_change(), " are missing"));
}

absl::StatusOr<std::unique_ptr<Database>> Database::Open(
    const std::string& path, rocksdb::Env& env, std::shared_ptr<rocksdb::EventListener> listener) {
  rocksdb::DBOptions options = CommonOptions(env);
  if (listener != nullptr) options.listeners.push_back(std::move(listener));
  // Those that an older format did not have; the others were found by Check.
  options.create_missing_column_families = true;
  auto database = absl::WrapUnique(new Database());
  const std::string attempt = absl::StrCat("opening the journal '", path, "'");
  rocksdb::DB* db = nullptr;
  rocksdb::Status status =
      rocksdb::DB::Open(options, path, AllFamilies(), &database->families_, &db);
  if (!status.ok()) return StorageError(attempt, status);
  database->db_.reset(db);
  if (absl::Status raised = database->RaiseFormat(); !raised.ok()) return raised;
  status = db->Get({}, database->metadata(), kSecretKey, &database->secret_);
  if (!status.ok()) return StorageError(attempt, status);
  std::string game_time;
  status = db->Get({}, database->metadata(), kGameTimeKey, &game_time);
  if (status.IsNotFound()) return database;
  if (!status.ok()) return StorageError(attempt, status);
  if (!absl::SimpleAtoi(game_time, &database->game_time_milliseconds_)) {
    return absl::DataLossError(
        absl::StrCat("the journal '", path, "' is damaged: its game time is no number"));
  }
  return database;
}

absl::Status Database::RaiseFormat() {
  format_version_ = kFormatVersion;
  const std::string today = absl::StrCat(kFormatVersion);
  std::string stored;
  const std::string attempt =
      absl::StrCat("raising the format of the journal '", db_->GetName(), "'");
  rocksdb::Status status = db_->Get({}, metadata(), kVersionKey, &stored);
  if (!status.ok()) return StorageError(attempt, status);
  if (stored == today) return absl::OkStatus();
  rocksdb::WriteOptions synced;
  synced.sync = true;
  status = db_->Put(synced, metadata(), kVersionKey, today);
  return status.ok() ? absl::OkStatus() : StorageError(attempt, status);
}

Database::~Database() {
  if (db_ == nullptr) return;
  // Nothing depends on it: what is not written out is replayed.
  if (!read_only_) db_->Flush({}, {families_.begin() + 1, families_.end()}).PermitUncheckedError();
  for (rocksdb::ColumnFamilyHandle* family : families_) {
    if (family != nullptr) db_->DestroyColumnFamilyHandle(family);
  }
}

}  // namespace meeple::service
