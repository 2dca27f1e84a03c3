#include "clients/cli/bench/player.h"

#include <chrono>
#include <utility>

#include "clients/cli/bench/driver.h"
#include "clients/cli/bench/watcher.h"
#include "meeple/client/request_id.h"

namespace meeple::cli {

grpc::ClientContext* Player::NewContext() {
  // They lie in the memory of the call before, which goes with its context.
  creating_.reset();
  moving_.reset();
  context_.emplace();
  context_->set_deadline(std::chrono::system_clock::now() + driver_.timeout());
  return &*context_;
}

void Player::FindGame() {
  stage_ = Stage::kResting;
  table_ = driver_.TakeTable();
  if (table_ != nullptr) {
    table_->player = this;
    return SitDown();
  }
  if (!driver_.MayCreate()) return driver_.Rest();
  Create();
}

void Player::Create() {
  stage_ = Stage::kCreating;
  v1::CreateGameRequest request;
  request.set_request_id(client::NewRequestId());
  *request.mutable_config() = driver_.options().config;
  due_ = SteadyNow();
  creating_ = stub_.AsyncCreateGame(NewContext(), request, &driver_.queue());
  creating_->Finish(&created_, &status_, driver_.Begin(*this));
}

void Player::Created() {
  if (!status_.ok()) {
    driver_.Fail(client::FromGrpc(status_));
    return FindGame();
  }
  if (driver_.stopping()) return driver_.Rest();
  if (Tally* tally = driver_.measured()) tally->creations.Record(Since(due_));
  table_ = driver_.NewTable(created_);
  table_->player = this;
  stage_ = Stage::kOpening;
  for (int i = 0; i < driver_.options().watchers; ++i) {
    table_->watchers.push_back(std::make_unique<Watcher>(driver_, table_));
  }
  for (const auto& watcher : table_->watchers) watcher->Open();
  if (table_->watchers.empty()) SitDown();
}

void Player::SitDown() {
  if (driver_.preparing()) {
    table_->player = nullptr;
    driver_.Keep(std::move(table_));
    return FindGame();
  }
  if (table_->game.over()) return GoOn();  // it has no cell or no credential
  stage_ = Stage::kReady;
  driver_.Ready(*this);
}

void Player::Move(SteadyTime due) {
  stage_ = Stage::kMoving;
  due_ = due;
  const v1::SubmitMoveRequest request = table_->game.NextMove(SteadyNow());
  grpc::ClientContext* context = NewContext();
  context->AddMetadata("authorization", table_->game.authorization());
  moving_ = stub_.AsyncSubmitMove(context, request, &driver_.queue());
  moving_->Finish(&moved_, &status_, driver_.Begin(*this));
}

void Player::Moved() {
  if (!status_.ok()) {
    driver_.Fail(client::FromGrpc(status_));
    LeaveGame();
    return FindGame();
  }
  driver_.CountMove();
  if (Tally* tally = driver_.measured()) {
    tally->moves.Record(Since(due_));
    tally->durability = moved_.durability();
  }
  table_->game.Answered(moved_);
  stage_ = Stage::kWatched;
  GoOn();
}

void Player::GoOn() {
  if (driver_.stopping()) {
    LeaveGame();
    return FindGame();
  }
  if (!table_->game.all_seen()) return;
  if (table_->game.over()) {
    if (Tally* tally = driver_.measured()) ++tally->games;
    LeaveGame();
    return FindGame();
  }
  stage_ = Stage::kReady;
  driver_.Ready(*this);
}

void Player::WatchersDid() {
  if (stage_ == Stage::kOpening && table_->opening == 0) return SitDown();
  if (stage_ == Stage::kWatched && table_->game.all_seen()) GoOn();
}

void Player::LeaveGame() {
  if (table_ == nullptr) return;
  const std::shared_ptr<Table> table = std::move(table_);
  table->player = nullptr;
  for (const auto& watcher : table->watchers) watcher->Close();
}

void Player::Done(bool /*ok*/) {
  if (stage_ == Stage::kCreating) return Created();
  // The game was left while the move was under way.
  if (table_ == nullptr) return FindGame();
  Moved();
}

}  // namespace meeple::cli
