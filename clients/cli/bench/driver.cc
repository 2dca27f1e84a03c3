#include "clients/cli/bench/driver.h"

#include <utility>

#include "clients/cli/bench/watcher.h"

namespace meeple::cli {

Driver::Driver(const LoadOptions& options, std::chrono::nanoseconds timeout, const Share& share,
               std::vector<Stub*> stubs, std::function<void()> over)
    : options_(options),
      timeout_(timeout),
      share_(share),
      stubs_(std::move(stubs)),
      over_(std::move(over)),
      random_(share.seed) {
  for (int i = 0; i < share_.players; ++i) {
    players_.push_back(std::make_unique<Player>(*this, NextStub()));
  }
  worker_ = std::thread([this] { Work(); });
  if (IsOpenLoop()) pacer_ = std::thread([this] { Pace(); });
}

Driver::~Driver() {
  queue_.Shutdown();
  worker_.join();
  if (pacer_.joinable()) pacer_.join();
}

void Driver::Work() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_.Next(&tag, &ok)) {
    const std::lock_guard lock(mutex_);
    static_cast<Completion*>(tag)->Done(ok);
    if (--under_way_ == 0) changed_.notify_all();
  }
}

void* Driver::Begin(Completion& completion) {
  ++under_way_;
  return &completion;
}

void Driver::Prepare() {
  const std::lock_guard lock(mutex_);
  stage_ = Stage::kPreparing;
  for (const auto& player : players_) player->FindGame();
}

void Driver::Play() {
  const std::lock_guard lock(mutex_);
  is_over_ = false;
  stage_ = Stage::kPlaying;
  resting_ = 0;
  began_ = SteadyNow();
  for (const auto& player : players_) player->FindGame();
}

void Driver::Measure(bool measuring) {
  const std::lock_guard lock(mutex_);
  measuring_ = measuring;
}

void Driver::End() {
  std::unique_lock lock(mutex_);
  stage_ = Stage::kEnding;
  for (const auto& player : players_) player->LeaveGame();
  for (const auto& table : kept_) {
    for (const auto& watcher : table->watchers) watcher->Close();
  }
  changed_.notify_all();
  changed_.wait(lock, [this] { return under_way_ == 0; });
  kept_.clear();
}

void Driver::Over() {
  is_over_ = true;
  over_();
}

void Driver::Fail(const absl::Status& status) {
  const std::string reason = client::ReasonNameOf(status);
  ++tally_.errors[reason.empty() ? absl::StatusCodeToString(status.code()) : reason];
  tally_.first_error.Update(status);
  if (++errors_ >= kMostErrors) Over();
}

bool Driver::MayCreate() {
  if (stage_ == Stage::kEnding || errors_ >= kMostErrors) return false;
  if (options_.prepare && stage_ == Stage::kPlaying) return false;
  if (share_.games.has_value() && created_ >= *share_.games) return false;
  ++created_;
  return true;
}

std::shared_ptr<Table> Driver::NewTable(const v1::CreateGameResponse& created) {
  games_.fetch_add(1, std::memory_order_relaxed);
  return std::make_shared<Table>(created, random_);
}

void Driver::Keep(std::shared_ptr<Table> table) { kept_.push_back(std::move(table)); }

std::shared_ptr<Table> Driver::TakeTable() {
  if (stage_ != Stage::kPlaying || kept_.empty()) return nullptr;
  std::shared_ptr<Table> table = std::move(kept_.front());
  kept_.pop_front();
  return table;
}

void Driver::Rest() {
  ++resting_;
  if (stage_ == Stage::kPlaying || resting_ == share_.players) Over();
}

SteadyTime Driver::NextDue() const {
  const std::chrono::duration<double> offset(static_cast<double>(begun_) / *share_.rate);
  return began_ + std::chrono::duration_cast<SteadyTime::duration>(offset);
}

void Driver::Ready(Player& player) {
  if (!IsOpenLoop()) return player.Move(SteadyNow());
  const SteadyTime due = NextDue();
  if (due > SteadyNow()) {
    ready_.push_back(&player);
    changed_.notify_all();
    return;
  }
  ++begun_;
  player.Move(due);
}

void Driver::Pace() {
  std::unique_lock lock(mutex_);
  while (stage_ != Stage::kEnding) {
    if (ready_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const SteadyTime due = NextDue();
    if (due > SteadyNow()) {
      changed_.wait_until(lock, due);
      continue;
    }
    Player& player = *ready_.front();
    ready_.pop_front();
    ++begun_;
    player.Move(due);
  }
}

int64_t Driver::Behind() {
  const std::lock_guard lock(mutex_);
  if (!IsOpenLoop()) return 0;
  const std::chrono::duration<double> late = SteadyNow() - NextDue();
  return late.count() <= 0 ? 0 : static_cast<int64_t>(late.count() * *share_.rate) + 1;
}

}  // namespace meeple::cli
