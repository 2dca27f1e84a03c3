#include "tests/wire/watcher.h"

#include <gtest/gtest.h>

#include <utility>

namespace meeple::wire {

Watcher::Watcher(v1::GameService::Stub& stub, std::unique_ptr<grpc::ClientContext> context,
                 const v1::WatchGameRequest& request)
    : context_(std::move(context)), stream_(stub.WatchGame(context_.get(), request)) {}

Watcher::~Watcher() {
  if (finished_) return;
  Cancel();
  End();
}

std::optional<v1::WatchGameResponse> Watcher::Next() {
  v1::WatchGameResponse message;
  if (!stream_->Read(&message)) return std::nullopt;
  return message;
}

std::vector<v1::GameEvent> Watcher::NextEvents() {
  for (;;) {
    const std::optional<v1::WatchGameResponse> message = Next();
    if (!message.has_value()) {
      ADD_FAILURE() << "the stream ended where events were expected";
      return {};
    }
    if (message->has_bookmark()) continue;
    EXPECT_TRUE(message->has_events()) << message->DebugString();
    return {message->events().events().begin(), message->events().events().end()};
  }
}

std::vector<std::string> Watcher::NextTexts() {
  std::vector<std::string> texts;
  for (const v1::GameEvent& event : NextEvents()) texts.push_back(event.text());
  return texts;
}

std::vector<v1::GameEvent> Watcher::ReadTo(int64_t sequence) {
  std::vector<v1::GameEvent> events;
  while (events.empty() || events.back().sequence() < sequence) {
    const std::vector<v1::GameEvent> next = NextEvents();
    if (next.empty()) break;
    events.insert(events.end(), next.begin(), next.end());
  }
  return events;
}

grpc::Status Watcher::End(std::vector<v1::GameEvent>* rest) {
  while (const std::optional<v1::WatchGameResponse> message = Next()) {
    if (rest == nullptr || !message->has_events()) continue;
    rest->insert(rest->end(), message->events().events().begin(), message->events().events().end());
  }
  finished_ = true;
  return stream_->Finish();
}

std::vector<int64_t> SequencesOf(const std::vector<v1::GameEvent>& events) {
  std::vector<int64_t> sequences;
  for (const v1::GameEvent& event : events) sequences.push_back(event.sequence());
  return sequences;
}

}  // namespace meeple::wire
