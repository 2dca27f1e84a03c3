#include "service/tools/game_walk.h"

#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "service/journal/storage_keys.h"

namespace meeple::tools {
namespace {

constexpr int kAtOnce = 1'000;

}  // namespace

std::optional<std::string> GameWalk::Next() {
  if (with_events_.empty()) Refill(with_events_, &service::JournalReader::ListGames);
  if (with_summary_.empty()) Refill(with_summary_, &service::JournalReader::ListSummaries);
  std::deque<std::string>* first = nullptr;
  for (std::deque<std::string>* ids : {&with_events_, &with_summary_}) {
    if (ids->empty()) continue;
    // In the order of keys, in which both come.
    if (first == nullptr || service::GameKey(ids->front()) < service::GameKey(first->front())) {
      first = ids;
    }
  }
  if (first == nullptr) return std::nullopt;
  last_ = first->front();
  for (std::deque<std::string>* ids : {&with_events_, &with_summary_}) {
    if (!ids->empty() && ids->front() == last_) ids->pop_front();
  }
  return last_;
}

void GameWalk::Refill(std::deque<std::string>& ids, List list) {
  absl::StatusOr<std::vector<std::string>> next = (reader_.*list)(last_, kAtOnce);
  // Up to the damage, one by one.
  if (!next.ok()) next = (reader_.*list)(last_, 1);
  if (!next.ok()) {
    damage_.Update(next.status());
    return;
  }
  ids.assign(std::make_move_iterator(next->begin()), std::make_move_iterator(next->end()));
}

}  // namespace meeple::tools
