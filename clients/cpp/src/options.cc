#include "meeple/client/options.h"

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <sstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace meeple::client {

absl::Duration SteadyTime() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

bool SleepUnlessStopped(absl::Duration duration, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_for(lock, stop, absl::ToChronoNanoseconds(duration), [] { return false; });
  return !stop.stop_requested();
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> Tls(const std::string& file) {
  grpc::SslCredentialsOptions options;
  if (!file.empty()) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    options.pem_root_certs = text.str();
    // What holds none would make the channel fail later, without a word about the reason.
    if (!absl::StrContains(options.pem_root_certs, "-----BEGIN CERTIFICATE-----")) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, " cannot be read or holds no certificate in PEM"));
    }
  }
  return grpc::SslCredentials(options);
}

}  // namespace meeple::client
