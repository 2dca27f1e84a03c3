#include "clients/cli/server_address.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "meeple/client/connection.h"

namespace meeple::cli {
namespace {

// Of all versions of gRPC.
constexpr std::string_view kSchemes[] = {"dns",  "google-c2p",    "ipv4",  "ipv6",
                                         "unix", "unix-abstract", "vsock", "xds"};

// Whether gRPC takes it for a port: it knows two by name.
bool IsPort(std::string_view text) {
  uint32_t number = 0;
  if (text == "http" || text == "https") return true;
  return std::ranges::all_of(text, absl::ascii_isdigit) &&
         absl::SimpleAtoi(std::string(text), &number) && number >= 1 && number <= 65'535;
}

bool HasScheme(std::string_view address) {
  const size_t colon = address.find(':');
  return colon != std::string_view::npos &&
         std::ranges::find(kSchemes, address.substr(0, colon)) != std::end(kSchemes);
}

// What is wrong with what follows the host; empty if nothing is.
std::string FaultOfPort(std::string_view rest) {
  if (rest.empty()) return "";
  const std::string port(rest.substr(rest.front() == ':' ? 1 : 0));
  if (rest.front() == ':' && IsPort(port)) return "";
  return absl::StrCat("the port '", port, "' is no number from 1 to 65535");
}

// What is wrong with an address; empty if nothing is.
std::string FaultOf(std::string_view address) {
  if (address.find("://") != std::string_view::npos) return "it is a URL, not HOST:PORT";
  if (std::ranges::any_of(address, absl::ascii_isspace)) return "it has a space";
  if (address.starts_with('[')) {
    const size_t end = address.find(']');
    if (end == std::string_view::npos || !client::IsIpv6(std::string(address.substr(1, end - 1)))) {
      return "what stands in brackets is no IPv6 address";
    }
    return FaultOfPort(address.substr(end + 1));
  }
  if (client::IsIpv6(std::string(address))) return "";
  const size_t colon = std::min(address.find(':'), address.size());
  return colon == 0 ? "it names no host" : FaultOfPort(address.substr(colon));
}

}  // namespace

absl::Status CheckServerAddress(std::string_view address) {
  const std::string fault = HasScheme(address) ? "" : FaultOf(address);
  if (fault.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("no server can be at '", std::string(address), "': ", fault));
}

}  // namespace meeple::cli
