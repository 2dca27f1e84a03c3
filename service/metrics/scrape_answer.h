#ifndef MEEPLE_SERVICE_METRICS_SCRAPE_ANSWER_H_
#define MEEPLE_SERVICE_METRICS_SCRAPE_ANSWER_H_

// What the metrics port answers to the bytes of an HTTP/1 request. Knows no sockets.
//
//   std::optional<std::string> answer = ScrapeAnswer(received, page);
//   if (!answer.has_value()) { /* read on */ }

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace meeple::metrics {

// The longest head of a request, request line and headers together.
inline constexpr size_t kMostRequestBytes = 8 * 1024;

// All bytes of the answer, after which the connection is to be closed; none while the head of the
// request is not complete. 200 with what `page` makes for GET or HEAD of /metrics, whatever its
// query; 404 for other paths, 405 for other methods, 431 for a head that is too long, 400 for what
// is no HTTP/1 request. `page` is called for a 200 alone.
std::optional<std::string> ScrapeAnswer(std::string_view received,
                                        const std::function<std::string()>& page);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_SCRAPE_ANSWER_H_
