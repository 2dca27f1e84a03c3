#include "service/metrics/host_families.h"

namespace meeple::metrics {
namespace {

void AddLevels(const service::HostLevels& levels, Families& families) {
  const auto add = [&families](const char* name, const char* help, auto value) {
    families.push_back(GaugeOf(name, help, static_cast<double>(value)));
  };
  add("meeple_games", "Games in memory.", levels.games);
  add("meeple_games_loading", "Calls that wait for games to be read from the journal.",
      levels.games_loading);
  add("meeple_watches", "Open watches.", levels.watchers);
  add("meeple_watch_wakes_waiting", "Games whose watchers wait to be told of an event.",
      levels.wakes_waiting);
  add("meeple_bots_thinking", "Bots that search for a move.", levels.bots_thinking);
  add("meeple_bots_waiting", "Bots that wait for a thread to search on.", levels.bots_waiting);
  add("meeple_replays_waiting", "Replays that wait to be built.", levels.replays_waiting);
  add("meeple_draining", "Whether new games and watches are refused: 1 or 0.", levels.draining);
}

}  // namespace

Families HostFamilies(const service::GameHost& host) {
  Families families;
  AddLevels(host.levels(), families);
  const service::HostMetrics metrics = host.metrics();
  families.push_back(HistogramOf("meeple_game_load_duration_seconds",
                                 "Reading and rebuilding one game that had left memory.",
                                 metrics.load_time, kNanosecond));
  families.push_back(CounterOf("meeple_game_load_failures_total",
                               "Games that could not be read, or were damaged.",
                               static_cast<double>(metrics.load_failures)));
  families.push_back(CounterOf("meeple_games_evicted_total", "Games that left memory.",
                               static_cast<double>(metrics.evictions)));
  families.push_back(
      HistogramOf("meeple_fan_out_duration_seconds",
                  "From an event until the last watcher who waited for it was handed it.",
                  metrics.fan_out_time, kNanosecond));
  families.push_back(HistogramOf("meeple_bot_thinking_duration_seconds",
                                 "Thinking of one bot about one move.", metrics.thinking_time,
                                 kNanosecond));
  families.push_back(CounterOf("meeple_standstill_seconds_total",
                               "Time in which the process did not run, which is no player's.",
                               absl::ToDoubleSeconds(metrics.standstill)));
  return families;
}

}  // namespace meeple::metrics
