#ifndef MEEPLE_SERVICE_JOURNAL_SLICE_VIEW_H_
#define MEEPLE_SERVICE_JOURNAL_SLICE_VIEW_H_

#include <rocksdb/slice.h>

#include <string_view>

namespace meeple::service {

// The same bytes; RocksDB's own slice knows no string_view of the standard.
inline std::string_view View(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_SLICE_VIEW_H_
