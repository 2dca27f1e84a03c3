#include "service/metrics/scrape_answer.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace meeple::metrics {
namespace {

// Of Prometheus's text format.
constexpr std::string_view kPageType = "text/plain; version=0.0.4; charset=utf-8";
constexpr std::string_view kTextType = "text/plain; charset=utf-8";

std::string HeadOf(std::string_view status, std::string_view type, size_t bytes,
                   std::string_view more = "") {
  return absl::StrCat("HTTP/1.1 ", std::string(status), "\r\nContent-Type: ", std::string(type),
                      "\r\nContent-Length: ", bytes, "\r\n", std::string(more),
                      "Connection: close\r\n\r\n");
}

std::string Refuse(std::string_view status, std::string_view more = "") {
  const std::string text = absl::StrCat(std::string(status), "; the metrics are at /metrics\n");
  return HeadOf(status, kTextType, text.size(), more) + text;
}

}  // namespace

std::optional<std::string> ScrapeAnswer(std::string_view received,
                                        const std::function<std::string()>& page) {
  if (received.find("\r\n\r\n") == std::string_view::npos) {
    if (received.size() < kMostRequestBytes) return std::nullopt;
    return Refuse("431 Request Header Fields Too Large");
  }
  const std::string line(received.substr(0, received.find("\r\n")));
  const std::vector<std::string> parts = absl::StrSplit(line, ' ');
  if (parts.size() != 3 || !absl::StartsWith(parts[2], "HTTP/1.")) return Refuse("400 Bad Request");
  if (parts[0] != "GET" && parts[0] != "HEAD") {
    return Refuse("405 Method Not Allowed", "Allow: GET, HEAD\r\n");
  }
  if (parts[1].substr(0, parts[1].find('?')) != "/metrics") return Refuse("404 Not Found");
  const std::string body = page();
  const std::string head = HeadOf("200 OK", kPageType, body.size());
  return parts[0] == "HEAD" ? head : head + body;
}

}  // namespace meeple::metrics
