#ifndef MEEPLE_SERVICE_CORE_TESTING_HIDDEN_TABLE_H_
#define MEEPLE_SERVICE_CORE_TESTING_HIDDEN_TABLE_H_

// A game with hidden information on a host of its own, and all that one viewer gets of it, in a
// form that can be compared with what the viewer gets of another one.
//
//   HiddenTable table(options, config);
//   table.Move(0, "carrier a1 right");
//   EXPECT_EQ(table.LookAs(engine::kSpectator), other.LookAs(engine::kSpectator));

#include <string>
#include <utility>
#include <vector>

#include "service/core/event_bytes.h"
#include "service/core/testing/test_host.h"
#include "service/core/testing/watch_reader.h"

namespace meeple::service {

// What one viewer got, answer by answer.
using Seen = std::vector<std::string>;

class HiddenTable {
 public:
  // Games of equal configs have equal ids and credentials.
  HiddenTable(const HostOptions& options, const v1::GameConfig& config)
      : host_(options), table_(host_.Create(config, "11111111-aaaa-4bbb-8ccc-000000000001")) {}

  TestHost& host() { return host_; }
  const Table& table() const { return table_; }

  Caller CallerOf(engine::Viewer viewer) const {
    return viewer < 0 ? Caller{} : table_.seats.at(static_cast<size_t>(viewer));
  }

  // Calls one of the host's functions as `viewer`: its answer or error, as bytes.
  template <class Request, class Response>
  std::string Ask(void (GameHost::*rpc)(const Caller&, const Request&, GameHost::Done<Response>),
                  engine::Viewer viewer, Request request = {}) {
    request.set_game_id(table_.game_id);
    const absl::StatusOr<Response> response = host_.Call(rpc, CallerOf(viewer), request);
    if (!response.ok()) return response.status().ToString();
    return SerializeDeterministically(*response);
  }

  std::string Move(engine::Viewer viewer, const std::string& notation) {
    return Ask(&GameHost::SubmitMove, viewer, TestHost::MakeMove(table_, notation));
  }

  // All that reading shows to a viewer.
  Seen LookAs(engine::Viewer viewer) {
    Seen seen = {Ask(&GameHost::GetGame, viewer), Ask(&GameHost::ListLegalMoves, viewer),
                 Ask(&GameHost::Replay, viewer), Ask(&GameHost::ListEvents, viewer)};
    v1::ListEventsRequest small;
    small.set_page_size(1);
    seen.push_back(Ask(&GameHost::ListEvents, viewer, small));
    for (const bool snapshot : {false, true}) {
      for (std::string& message : WatchAs(viewer, snapshot)) seen.push_back(std::move(message));
    }
    return seen;
  }

  // The messages of a watch, up to where it would wait.
  Seen WatchAs(engine::Viewer viewer, bool snapshot) {
    v1::WatchGameRequest request;
    request.set_game_id(table_.game_id);
    request.set_snapshot(snapshot);
    const auto reader = WatchReader::Open(host_.host(), CallerOf(viewer), request).value();
    Seen messages;
    for (;;) {
      const WatchStep step = reader->Peek();
      if (step.kind != WatchStep::Kind::kMessage) return messages;
      messages.push_back(Flatten(step.message));
    }
  }

 private:
  TestHost host_;
  Table table_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_HIDDEN_TABLE_H_
