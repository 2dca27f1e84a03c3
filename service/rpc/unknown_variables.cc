#include "service/rpc/unknown_variables.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace meeple::rpc {
namespace {

constexpr std::string_view kPrefix = "MEEPLE_";

// The terminal client's, those of examples and clients, and those of tests and scripts.
constexpr std::array<std::string_view, 24> kOfOthers = {
    "MEEPLE_ALL_CLIENTS",   "MEEPLE_API_KEY",      "MEEPLE_BIN",        "MEEPLE_CASES",
    "MEEPLE_CLOCK_OFFSET",  "MEEPLE_CREDENTIAL",   "MEEPLE_DATA_SET",   "MEEPLE_FAULT_AFTER",
    "MEEPLE_FAULT_SEED",    "MEEPLE_FORGET_SYNCS", "MEEPLE_FUZZ",       "MEEPLE_GRPCURL",
    "MEEPLE_KILL_POINT",    "MEEPLE_POWER_CUT",    "MEEPLE_POWER_CUTS", "MEEPLE_PYTHON",
    "MEEPLE_SANITIZE",      "MEEPLE_SERVER",       "MEEPLE_STUBS",      "MEEPLE_TEST_FLAGS",
    "MEEPLE_TEST_SLOWDOWN", "MEEPLE_TLS",          "MEEPLE_TLS_CA",     "MEEPLE_WRITE_GOLDEN"};

// MEEPLE_PORT, MEEPLE_SERVICE_HOST, MEEPLE_EU_PORT_50051_TCP_ADDR: for each service there is one of
// each.
bool IsOfKubernetes(std::string_view name) {
  return name.find("_SERVICE_") != std::string_view::npos || name.ends_with("_PORT") ||
         name.find("_PORT_") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> UnknownVariables(const char* const* environment,
                                          const std::set<std::string>& known) {
  std::vector<std::string> unknown;
  for (; *environment != nullptr; ++environment) {
    const std::string_view line = *environment;
    const std::string_view name = line.substr(0, line.find('='));
    if (!name.starts_with(kPrefix) || IsOfKubernetes(name)) continue;
    if (std::ranges::find(kOfOthers, name) != kOfOthers.end()) continue;
    if (!known.contains(std::string(name))) unknown.emplace_back(name);
  }
  std::ranges::sort(unknown);
  return unknown;
}

}  // namespace meeple::rpc
