#ifndef MEEPLE_SERVICE_JOURNAL_DATABASE_H_
#define MEEPLE_SERVICE_JOURNAL_DATABASE_H_

// The database below the journal: how it is set up, made and opened. docs/journal-format.md says
// what stands in it.
//
//   Check it read-only first, then open it:
//   absl::Status status = Database::Check(path, *env, committed);
//   absl::StatusOr<std::unique_ptr<Database>> database = Database::Open(path, *env, listener);
//
//   To look and no more: Database::OpenReadOnly(path, *env).
//
// Thread-safe, as RocksDB is.

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/listener.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace meeple::service {

class Database {
 public:
  // Makes a database in `path`, where there is none, with a new secret. Returns the number of its
  // last change. Nothing is open afterwards.
  static absl::StatusOr<uint64_t> Create(const std::string& path, rocksdb::Env& env);

  // Whether the database can be opened and holds everything up to the change `committed`. Writes
  // nothing. FAILED_PRECONDITION for a format that this release does not know, DATA_LOSS for
  // damage.
  static absl::Status Check(const std::string& path, rocksdb::Env& env, uint64_t committed);

  // Opens the database as it is and writes nothing, now or later. Errors as Check, but what is
  // missing at its end is not one: see CheckHolds. `env` must outlive the database.
  static absl::StatusOr<std::unique_ptr<Database>> OpenReadOnly(const std::string& path,
                                                                rocksdb::Env& env);

  // Takes a database of an older format to that of this release. REQUIRES: Check has been content.
  // `env` must outlive the database.
  static absl::StatusOr<std::unique_ptr<Database>> Open(
      const std::string& path, rocksdb::Env& env, std::shared_ptr<rocksdb::EventListener> listener);

  // If it may write: writes out what only the log holds, so that the next start has nothing to
  // replay. Closes.
  ~Database();

  rocksdb::DB& db() { return *db_; }
  rocksdb::ColumnFamilyHandle* events() const { return families_[1]; }
  rocksdb::ColumnFamilyHandle* summaries() const { return families_[2]; }
  rocksdb::ColumnFamilyHandle* agenda() const { return families_[3]; }
  // Null in a database of format 1 that is only read.
  rocksdb::ColumnFamilyHandle* lists() const { return families_[4]; }
  // Null in a database of format 1 or 2 that is only read.
  rocksdb::ColumnFamilyHandle* scores() const { return families_[5]; }
  // Null in a database of a format before 4 that is only read.
  rocksdb::ColumnFamilyHandle* feeds() const { return families_[6]; }
  rocksdb::ColumnFamilyHandle* metadata() const { return families_[7]; }

  // The version of the format, as the database says.
  int format_version() const { return format_version_; }
  // The number of the last change; changes are numbered by RocksDB, see committed_mark.h.
  uint64_t last_change() const { return db_->GetLatestSequenceNumber(); }
  // DATA_LOSS if changes up to `committed` are missing at its end.
  absl::Status CheckHolds(uint64_t committed) const;

  // Takes the secret of `other`, so that the credentials that it signed are valid here, too.
  // FAILED_PRECONDITION if there are events already, whose credentials would end.
  absl::Status AdoptSecret(const Database& other);

  // 32 bytes that nobody else knows, the same ones for the life of the database. Empty where the
  // database is only read.
  const std::string& secret() const { return secret_; }

  // The latest game time of all events when the database was opened; its key in metadata().
  int64_t game_time_milliseconds() const { return game_time_milliseconds_; }
  static constexpr char kGameTimeKey[] = "game_time";

 private:
  Database() = default;
  absl::Status RaiseFormat();

  bool read_only_ = false;
  int format_version_ = 0;
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
  std::string secret_;
  int64_t game_time_milliseconds_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_DATABASE_H_
