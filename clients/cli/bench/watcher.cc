#include "clients/cli/bench/watcher.h"

#include <utility>

#include "clients/cli/bench/driver.h"
#include "clients/cli/bench/player.h"

namespace meeple::cli {

Watcher::Watcher(Driver& driver, std::shared_ptr<Table> table)
    : driver_(driver), table_(std::move(table)) {}

void Watcher::Open() {
  ++table_->opening;
  v1::WatchGameRequest request;
  request.set_game_id(table_->game.id());
  request.set_after_sequence(table_->game.sequence());
  reader_ =
      driver_.NextStub().AsyncWatchGame(&context_, request, &driver_.queue(), driver_.Begin(*this));
}

void Watcher::Close() {
  closed_ = true;
  context_.TryCancel();
}

void Watcher::Done(bool ok) {
  switch (stage_) {
    case Stage::kAsking:
      stage_ = Stage::kOpening;
      return reader_->ReadInitialMetadata(driver_.Begin(*this));
    case Stage::kOpening:
      stage_ = Stage::kReading;
      if (ok) table_->game.AddWatcher();
      if (!ok) seen_ = SIZE_MAX;  // of no game
      Opened();
      return Read();
    case Stage::kReading:
      if (!ok) {
        stage_ = Stage::kEnding;
        return reader_->Finish(&status_, driver_.Begin(*this));
      }
      Count();
      return Read();
    case Stage::kEnding:
      return End();
  }
}

void Watcher::Read() { reader_->Read(&message_, driver_.Begin(*this)); }

void Watcher::Opened() {
  if (!std::exchange(opening_, false)) return;
  --table_->opening;
  if (table_->player != nullptr) table_->player->WatchersDid();
}

void Watcher::Count() {
  for (const v1::GameEvent& event : message_.events().events()) {
    if (!event.has_move_applied()) continue;
    if (seen_ == table_->game.moves()) {
      driver_.Fail(absl::DataLossError("an event of a move that nobody made"));
      return;
    }
    const absl::Duration latency = Since(table_->game.Delivered(seen_++));
    if (Tally* tally = driver_.measured()) tally->deliveries.Record(latency);
  }
  if (table_->game.all_seen() && table_->player != nullptr) table_->player->WatchersDid();
}

void Watcher::End() {
  const std::shared_ptr<Table> table = std::move(table_);
  if (seen_ != SIZE_MAX) table->game.LoseWatcher(seen_);
  if (!closed_ && !status_.ok()) driver_.Fail(client::FromGrpc(status_));
  if (table->player != nullptr) table->player->WatchersDid();
}

}  // namespace meeple::cli
