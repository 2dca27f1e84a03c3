#include "clients/cli/watch_notices.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/program.h"
#include "meeple/client/error.h"

namespace meeple::cli {

void AddPatience(CLI::App& command, double& seconds) {
  command
      .add_option(
          "--patience", seconds,
          "How long to try to come back after a lost connection; default 300, 0 is for ever")
      ->type_name("SECONDS")
      ->check(NumberFrom(0, 1e9));
}

absl::Duration PatienceOf(double seconds) {
  return seconds == 0 ? absl::InfiniteDuration() : absl::Seconds(seconds);
}

std::string LossNotice(const absl::Status& status) {
  if (client::ReasonOf(status) == v1::ERROR_REASON_SERVER_DRAINING) {
    return "the server is shutting down; trying to come back";
  }
  return absl::StrCat("the connection was lost (", status.message(), "); trying to come back");
}

}  // namespace meeple::cli
