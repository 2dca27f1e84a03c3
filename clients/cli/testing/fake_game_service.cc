#include "clients/cli/testing/fake_game_service.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace meeple::cli {

grpc::Status Refusal(grpc::StatusCode code, const std::string& reason, const std::string& message,
                     const std::map<std::string, std::string>& metadata) {
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("meeple.v1");
  info.mutable_metadata()->insert(metadata.begin(), metadata.end());
  google::rpc::Status status;
  status.set_code(code);
  status.set_message(message);
  status.add_details()->PackFrom(info);
  return {code, message, status.SerializeAsString()};
}

std::string FakeToken(const std::string& player_id) { return "m1." + player_id; }

FakeGameService::FakeGameService() {
  v1::GameEvent created;
  created.mutable_game_created();
  v1::GameEvent started;
  started.mutable_game_started();
  Append(created, "game created");
  Append(started, "game started");
}

void FakeGameService::EndGameAtMove(int move, bool is_final) {
  const std::lock_guard lock(mutex_);
  game_.EndAtMove(move);
  is_final_at_once_ = is_final;
}

void FakeGameService::FailNextCalls(std::vector<grpc::Status> statuses) {
  const std::lock_guard lock(mutex_);
  failures_.insert(failures_.end(), statuses.begin(), statuses.end());
}

void FakeGameService::LoseNextAnswer() {
  const std::lock_guard lock(mutex_);
  loses_next_answer_ = true;
}

void FakeGameService::BreakNextWatchAfter(int events) {
  const std::lock_guard lock(mutex_);
  breaks_.push_back(events);
}

void FakeGameService::RenameX(const std::string& player_id) {
  const std::lock_guard lock(mutex_);
  game_.RenameX(player_id);
}

void FakeGameService::ChangeSeat(int seat, const v1::Seat& change) {
  const std::lock_guard lock(mutex_);
  game_.ChangeSeat(seat, change);
}

void FakeGameService::Postpone() {
  const std::lock_guard lock(mutex_);
  game_.Postpone();
}

void FakeGameService::AddOffer(const v1::Offer& offer) {
  const std::lock_guard lock(mutex_);
  offers_.push_back(offer);
}

void FakeGameService::Close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::vector<v1::WatchGameRequest> FakeGameService::watches() const {
  const std::lock_guard lock(mutex_);
  return watches_;
}

std::vector<v1::CreateGameRequest> FakeGameService::creations() const {
  const std::lock_guard lock(mutex_);
  return creations_;
}

std::vector<v1::ForkGameRequest> FakeGameService::forks() const {
  const std::lock_guard lock(mutex_);
  return forks_;
}

std::vector<v1::SubmitMoveRequest> FakeGameService::submissions() const {
  const std::lock_guard lock(mutex_);
  return submissions_;
}

std::vector<v1::AnswerOfferRequest> FakeGameService::offer_answers() const {
  const std::lock_guard lock(mutex_);
  return offer_answers_;
}

std::vector<std::string> FakeGameService::authorizations() const {
  const std::lock_guard lock(mutex_);
  return authorizations_;
}

// What every call begins with. REQUIRES: mutex_ is held.
grpc::Status FakeGameService::Admit(const grpc::ServerContext& context,
                                    const std::string& game_id) {
  const auto header = context.client_metadata().find("authorization");
  authorizations_.emplace_back(header == context.client_metadata().end()
                                   ? ""
                                   : std::string(header->second.data(), header->second.size()));
  if (!failures_.empty()) {
    const grpc::Status failure = failures_.front();
    failures_.pop_front();
    return failure;
  }
  if (game_id == kFakeGameId) return grpc::Status::OK;
  return Refusal(grpc::StatusCode::NOT_FOUND, "GAME_NOT_FOUND",
                 absl::StrCat("no game '", game_id, "'"));
}

std::string FakeGameService::CallerOf(const grpc::ServerContext& context) const {
  const auto header = context.client_metadata().find("authorization");
  if (header == context.client_metadata().end()) return "";
  for (const char* player : {"X", "O"}) {
    if (header->second == "Bearer " + FakeToken(player)) return player;
  }
  return "";
}

void FakeGameService::Append(v1::GameEvent event, const std::string& text) {
  event.set_sequence(head() + 1);
  event.set_turn(game_.turns());
  event.set_text(text);
  *event.mutable_cursor() = game_.Cursor();
  events_.push_back(event);
  changed_.notify_all();
}

// The game with the credentials of its seats. REQUIRES: mutex_ is held.
template <class Response>
void FakeGameService::TellOfGame(Response& response) const {
  *response.mutable_game() = game_.ToMessage(head());
  for (int seat = 0; seat < 2; ++seat) {
    v1::Credential& credential = *response.add_credentials();
    credential.set_kind(v1::CREDENTIAL_KIND_SEAT);
    credential.set_seat(seat);
    credential.set_player_id(game_.player(seat));
    credential.set_token(FakeToken(game_.player(seat)));
  }
}

grpc::Status FakeGameService::CreateGame(grpc::ServerContext* context,
                                         const v1::CreateGameRequest* request,
                                         v1::CreateGameResponse* response) {
  const std::lock_guard lock(mutex_);
  creations_.push_back(*request);
  if (grpc::Status status = Admit(*context, kFakeGameId); !status.ok()) return status;
  TellOfGame(*response);
  return grpc::Status::OK;
}

grpc::Status FakeGameService::ForkGame(grpc::ServerContext* context,
                                       const v1::ForkGameRequest* request,
                                       v1::ForkGameResponse* response) {
  const std::lock_guard lock(mutex_);
  forks_.push_back(*request);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  TellOfGame(*response);
  return grpc::Status::OK;
}

grpc::Status FakeGameService::GetGame(grpc::ServerContext* context,
                                      const v1::GetGameRequest* request,
                                      v1::GetGameResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  *response->mutable_game() = game_.ToMessage(head());
  response->mutable_game()->mutable_offers()->Add(offers_.begin(), offers_.end());
  const std::string caller = CallerOf(*context);
  response->set_player_id(caller);
  if (!caller.empty()) response->set_seat(caller == game_.player(0) ? 0 : 1);
  return grpc::Status::OK;
}

grpc::Status FakeGameService::AnswerOffer(grpc::ServerContext* context,
                                          const v1::AnswerOfferRequest* request,
                                          v1::AnswerOfferResponse* /*response*/) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  offer_answers_.push_back(*request);
  return grpc::Status::OK;
}

grpc::Status FakeGameService::ListLegalMoves(grpc::ServerContext* context,
                                             const v1::ListLegalMovesRequest* request,
                                             v1::ListLegalMovesResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  response->set_sequence(head());
  for (const v1::Move& move : game_.LegalMoves()) *response->add_moves() = move;
  return grpc::Status::OK;
}

// In the order of the contract.
grpc::Status FakeGameService::CheckMove(const std::string& caller,
                                        const v1::SubmitMoveRequest& request) const {
  const v1::Move& move = request.move();
  if (caller.empty()) {
    return Refusal(grpc::StatusCode::UNAUTHENTICATED, "CREDENTIAL_REQUIRED", "no credential");
  }
  if (!move.player_id().empty() && move.player_id() != caller) {
    return Refusal(grpc::StatusCode::PERMISSION_DENIED, "WRONG_SEAT", "that is another seat");
  }
  if (request.has_expected_sequence() && request.expected_sequence() < head()) {
    return Refusal(grpc::StatusCode::ABORTED, "STALE_SEQUENCE", "the position changed",
                   {{"sequence", absl::StrCat(head())}});
  }
  if (game_.is_over()) return Refusal(grpc::StatusCode::FAILED_PRECONDITION, "GAME_OVER", "X wins");
  if (caller != game_.to_move()) {
    return Refusal(grpc::StatusCode::FAILED_PRECONDITION, "NOT_YOUR_TURN", "not your turn",
                   {{"to_move", game_.to_move()}});
  }
  const int cell = FakeGame::CellOf(move);
  if (cell < 0) {
    return Refusal(grpc::StatusCode::INVALID_ARGUMENT, "OUTSIDE_BOARD", "outside",
                   {{"rows", "3"}, {"columns", "3"}});
  }
  if (game_.IsTaken(cell)) {
    return Refusal(grpc::StatusCode::FAILED_PRECONDITION, "CELL_TAKEN", "taken");
  }
  return grpc::Status::OK;
}

void FakeGameService::PlayCell(int cell) {
  const v1::Move move = game_.Play(cell);
  const std::string& mover = move.player_id();
  v1::GameEvent applied;
  applied.set_actor(mover);
  *applied.mutable_move_applied()->mutable_move() = move;
  Append(applied, absl::StrCat(mover, " plays ", move.notation()));
  if (!game_.is_over()) return;
  v1::GameEvent finished;
  finished.mutable_game_finished()->set_winner(mover);
  Append(finished, absl::StrCat(mover, " wins"));
  if (!is_final_at_once_) return;
  v1::GameEvent final;
  final.mutable_game_final()->set_winner(mover);
  Append(final, "game final");
}

grpc::Status FakeGameService::SubmitMove(grpc::ServerContext* context,
                                         const v1::SubmitMoveRequest* request,
                                         v1::SubmitMoveResponse* response) {
  const std::lock_guard lock(mutex_);
  submissions_.push_back(*request);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  if (const auto known = answers_.find(request->request_id()); known != answers_.end()) {
    *response = known->second;
    return grpc::Status::OK;
  }
  const size_t before = events_.size();
  grpc::Status status = CheckMove(CallerOf(*context), *request);
  if (!status.ok()) return status;
  PlayCell(FakeGame::CellOf(request->move()));
  for (size_t i = before; i < events_.size(); ++i) *response->add_events() = events_[i];
  *response->mutable_cursor() = game_.Cursor();
  response->set_sequence(head());
  response->set_head_sequence(response->sequence());
  answers_[request->request_id()] = *response;
  if (std::exchange(loses_next_answer_, false)) {
    return {grpc::StatusCode::UNAVAILABLE, "connection reset"};
  }
  return grpc::Status::OK;
}

grpc::Status FakeGameService::Undo(grpc::ServerContext* context, const v1::UndoRequest* request,
                                   v1::UndoResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  if (game_.turns() == 0) {
    return Refusal(grpc::StatusCode::FAILED_PRECONDITION, "NOTHING_TO_UNDO", "no move stands");
  }
  v1::GameEvent undone;
  *undone.mutable_move_undone()->mutable_move() = game_.TakeBack();
  Append(undone, "undo");
  *response->add_events() = events_.back();
  response->set_sequence(head());
  response->set_head_sequence(response->sequence());
  return grpc::Status::OK;
}

grpc::Status FakeGameService::SetController(grpc::ServerContext* context,
                                            const v1::SetControllerRequest* request,
                                            v1::SetControllerResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  v1::GameEvent changed;
  changed.mutable_controller_changed()->set_seat(request->seat());
  *changed.mutable_controller_changed()->mutable_controller() = request->controller();
  Append(changed, request->controller().has_bot()
                      ? absl::StrCat(request->controller().bot().kind(), " plays on")
                      : "taken back");
  *response->add_events() = events_.back();
  response->set_sequence(head());
  response->set_head_sequence(response->sequence());
  return grpc::Status::OK;
}

grpc::Status FakeGameService::Replay(grpc::ServerContext* context, const v1::ReplayRequest* request,
                                     v1::ReplayResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  const int turns = game_.turns();
  if (request->from_turn() > turns) {
    return Refusal(grpc::StatusCode::INVALID_ARGUMENT, "INVALID_FIELD", "no such turn");
  }
  const int last = request->has_to_turn() ? std::min(request->to_turn(), turns) : turns;
  // Pages of two, so that paging is always tried.
  const int first =
      request->page_token().empty() ? request->from_turn() : std::stoi(request->page_token());
  const int page_last = std::min(first + 1, last);
  for (int turn = first; turn <= page_last; ++turn) *response->add_frames() = game_.Frame(turn);
  if (page_last < last) response->set_next_page_token(absl::StrCat(page_last + 1));
  return grpc::Status::OK;
}

grpc::Status FakeGameService::ListEvents(grpc::ServerContext* context,
                                         const v1::ListEventsRequest* request,
                                         v1::ListEventsResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, request->game_id()); !status.ok()) return status;
  const size_t first = request->page_token().empty()
                           ? static_cast<size_t>(request->after_sequence())
                           : std::stoul(request->page_token());
  if (first > events_.size()) {
    return Refusal(grpc::StatusCode::OUT_OF_RANGE, "SEQUENCE_OUT_OF_RANGE", "beyond the newest",
                   {{"head", absl::StrCat(events_.size())}});
  }
  const size_t end = std::min(first + 2, events_.size());
  for (size_t i = first; i < end; ++i) *response->add_events() = events_[i];
  if (end < events_.size()) response->set_next_page_token(absl::StrCat(end));
  return grpc::Status::OK;
}

grpc::Status FakeGameService::ListGameKinds(grpc::ServerContext* context,
                                            const v1::ListGameKindsRequest*,
                                            v1::ListGameKindsResponse* response) {
  const std::lock_guard lock(mutex_);
  if (grpc::Status status = Admit(*context, kFakeGameId); !status.ok()) return status;
  v1::GameKind& kind = *response->add_kinds();
  kind.set_kind("tic_tac_toe");
  kind.set_title("Tic-tac-toe");
  kind.set_min_players(2);
  kind.set_max_players(8);
  kind.add_move_forms(v1::MOVE_FORM_CELL);
  kind.add_bots()->set_kind("random");
  kind.add_bots()->set_kind("perfect");
  v1::ParameterSpec& size = *kind.add_parameters();
  size.set_name("size");
  size.set_type(v1::PARAMETER_TYPE_INTEGER);
  size.set_minimum(3);
  size.set_maximum(100);
  size.set_default_value("3");
  response->add_kinds()->set_kind("reversi");
  return grpc::Status::OK;
}

grpc::Status FakeGameService::WatchGame(grpc::ServerContext*, const v1::WatchGameRequest* request,
                                        grpc::ServerWriter<v1::WatchGameResponse>* writer) {
  std::unique_lock lock(mutex_);
  watches_.push_back(*request);
  writer->SendInitialMetadata();
  int left = -1;
  if (!breaks_.empty()) {
    left = breaks_.front();
    breaks_.pop_front();
  }
  for (size_t next = static_cast<size_t>(request->after_sequence());; ++next) {
    if (left-- == 0) return {grpc::StatusCode::UNAVAILABLE, "connection reset"};
    changed_.wait(lock, [&] { return is_closed_ || next < events_.size(); });
    if (is_closed_) return {grpc::StatusCode::UNAVAILABLE, "closed"};
    v1::WatchGameResponse message;
    *message.mutable_events()->add_events() = events_[next];
    writer->Write(message);
    const bool is_end = events_[next].has_game_final() ||
                        (request->until_finish() && events_[next].has_game_finished());
    if (is_end) return grpc::Status::OK;
  }
}

}  // namespace meeple::cli
