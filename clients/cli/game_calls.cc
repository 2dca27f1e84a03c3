#include "clients/cli/game_calls.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace meeple::cli {
namespace {

constexpr int kPageSize = 1'000;

// Makes the call again for each following page and puts `field` of all of them into one answer.
template <class Request, class Response, class Field>
absl::StatusOr<Response> AllPages(Connection& connection,
                                  Connection::Method<Request, Response> method, Request request,
                                  Field field) {
  request.set_page_size(kPageSize);
  Response all;
  do {
    absl::StatusOr<Response> page = connection.Call(method, request);
    if (!page.ok()) return page.status();
    request.set_page_token(page->next_page_token());
    (all.*field)()->MergeFrom(*(*page.*field)());
  } while (!request.page_token().empty());
  return all;
}

}  // namespace

absl::StatusOr<v1::GetGameResponse> GetGame(Connection& connection, const std::string& game_id) {
  v1::GetGameRequest request;
  request.set_game_id(game_id);
  return connection.Call(&Connection::Stub::GetGame, request);
}

absl::Status CheckGameKind(const v1::ListGameKindsResponse& kinds, const std::string& wanted) {
  std::vector<std::string> names;
  for (const v1::GameKind& kind : kinds.kinds()) names.push_back(kind.kind());
  if (std::ranges::find(names, wanted) != names.end()) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("the server plays no kind of game called '", wanted,
                                          "'; it plays ", absl::StrJoin(names, ", ")));
}

absl::Status CheckGameKind(Connection& connection, const std::string& wanted) {
  if (wanted.empty()) return absl::OkStatus();
  const auto kinds = connection.Call(&Connection::Stub::ListGameKinds, v1::ListGameKindsRequest());
  return kinds.ok() ? CheckGameKind(*kinds, wanted) : kinds.status();
}

absl::StatusOr<v1::ListEventsResponse> ListEvents(Connection& connection,
                                                  const std::string& game_id,
                                                  int64_t after_sequence) {
  v1::ListEventsRequest request;
  request.set_game_id(game_id);
  request.set_after_sequence(after_sequence);
  google::protobuf::RepeatedPtrField<v1::GameEvent>* (v1::ListEventsResponse::*events)() =
      &v1::ListEventsResponse::mutable_events;
  return AllPages(connection, &Connection::Stub::ListEvents, request, events);
}

absl::StatusOr<v1::ReplayResponse> Replay(Connection& connection, const std::string& game_id,
                                          int32_t from_turn, std::optional<int32_t> to_turn) {
  v1::ReplayRequest request;
  request.set_game_id(game_id);
  request.set_from_turn(from_turn);
  if (to_turn.has_value()) request.set_to_turn(*to_turn);
  google::protobuf::RepeatedPtrField<v1::ReplayFrame>* (v1::ReplayResponse::*frames)() =
      &v1::ReplayResponse::mutable_frames;
  return AllPages(connection, &Connection::Stub::Replay, request, frames);
}

absl::StatusOr<v1::ReplayFrame> FrameOf(Connection& connection, const std::string& game_id,
                                        int32_t turn) {
  v1::ReplayRequest request;
  request.set_game_id(game_id);
  request.set_from_turn(turn);
  request.set_to_turn(turn);
  absl::StatusOr<v1::ReplayResponse> response =
      connection.Call(&Connection::Stub::Replay, request, {.max_tries = 1});
  if (!response.ok()) return response.status();
  if (response->frames_size() != 1) return absl::InternalError("the server sent no frame");
  return std::move(*response->mutable_frames(0));
}

}  // namespace meeple::cli
