#include "service/journal/committed_mark.h"

#include <zlib.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/journal/big_endian.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

constexpr std::string_view kMagic = "MEEPLE1\n";
constexpr std::string_view kWriting = "writing the mark COMMITTED";

std::string Encode(uint64_t change) {
  std::string bytes(kMagic);
  AppendBigEndian<uint64_t>(bytes, change);
  const uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  AppendBigEndian<uint32_t>(bytes, static_cast<uint32_t>(sum));
  return bytes;
}

}  // namespace

absl::Status CommittedMark::Create(rocksdb::FileSystem& files, const std::string& path,
                                   uint64_t change) {
  rocksdb::IOStatus status =
      rocksdb::WriteStringToFile(&files, Encode(change), path, /*should_sync=*/true);
  std::unique_ptr<rocksdb::FSDirectory> directory;
  const std::string parent = std::filesystem::path(path).parent_path();
  if (status.ok()) status = files.NewDirectory(parent, {}, &directory, nullptr);
  if (status.ok()) status = directory->Fsync({}, nullptr);
  return status.ok() ? absl::OkStatus() : StorageError(kWriting, status);
}

absl::StatusOr<uint64_t> CommittedMark::Read(rocksdb::FileSystem& files, const std::string& path) {
  std::string bytes;
  const rocksdb::IOStatus status = rocksdb::ReadFileToString(&files, path, &bytes);
  if (!status.ok()) return StorageError("reading the mark COMMITTED", status);
  const std::string_view view = bytes;
  if (view.size() >= kMagic.size() + sizeof(uint64_t)) {
    const auto change = ParseBigEndian<uint64_t>(view.substr(kMagic.size()));
    if (bytes == Encode(change)) return change;
  }
  return absl::DataLossError(absl::StrCat("the mark '", path, "' is damaged"));
}

absl::StatusOr<std::unique_ptr<CommittedMark>> CommittedMark::Open(rocksdb::FileSystem& files,
                                                                   const std::string& path) {
  std::unique_ptr<rocksdb::FSRandomRWFile> file;
  const rocksdb::IOStatus status = files.NewRandomRWFile(path, {}, &file, nullptr);
  if (!status.ok()) return StorageError("opening the mark COMMITTED", status);
  return absl::WrapUnique(new CommittedMark(std::move(file)));
}

absl::Status CommittedMark::Write(uint64_t change) {
  const rocksdb::IOStatus status = file_->Write(0, Encode(change), {}, nullptr);
  return status.ok() ? absl::OkStatus() : StorageError(kWriting, status);
}

}  // namespace meeple::service
