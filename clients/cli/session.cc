#include "clients/cli/session.h"

#include "absl/strings/str_cat.h"
#include "clients/cli/game_text.h"
#include "clients/cli/json_text.h"

namespace meeple::cli {
namespace {

std::unique_ptr<Connection> Connect(const GlobalOptions& options, const Surroundings& surroundings,
                                    Charset charset) {
  ConnectionOptions connection = {.server = options.server,
                                  .encryption = options.encryption,
                                  .credential = options.credential,
                                  .timeout = absl::Seconds(options.timeout_seconds)};
  if (!options.json) connection.printable_for = charset;
  return std::make_unique<Connection>(connection, surroundings.stop, surroundings.sleep);
}

}  // namespace

Session::Session(const GlobalOptions& options, const Surroundings& surroundings)
    : options_(options),
      surroundings_(surroundings),
      style_(StyleOf(surroundings.out_file, options.color)),
      err_charset_(StyleOf(surroundings.err_file, options.color).charset),
      connection_(Connect(options_, surroundings_, style_.charset)) {}

void Session::UseCredential(const std::string& token) {
  options_.credential = token;
  connection_ = Connect(options_, surroundings_, style_.charset);
}

ExitCode Session::Print(const google::protobuf::Message& message) {
  out() << ToJson(message) << std::endl;
  return kDone;
}

ExitCode Session::Fail(const absl::Status& status) {
  return Say(ReportOf(status, connection_->options().server));
}

ExitCode Session::FailUsage(std::string_view message, std::string_view advice) {
  return Say(UsageReport(message, advice));
}

ExitCode Session::FailOutput() {
  return Say({.code = "OUTPUT_LOST",
              .message = "the output could not be written, or not all of it",
              .advice = "is the disk full? what was asked of the server may be done all the same",
              .exit_code = kOutputLost});
}

void Session::Notice(std::string_view text) {
  if (!json()) surroundings_.err << "meeple: " << Printable(text, err_charset_) << std::endl;
}

ExitCode Session::Say(const ErrorReport& report) {
  out() << std::flush;
  surroundings_.err << (json() ? report.ToJson() + "\n" : report.ToText(err_charset_))
                    << std::flush;
  return report.exit_code;
}

std::string Session::CommandLine(std::string_view command) const {
  std::string line = ShellWord(surroundings_.program);
  if (options_.server != GlobalOptions().server) {
    absl::StrAppend(&line, " --server=", ShellWord(options_.server));
  }
  if (!options_.tls_ca.empty()) {
    absl::StrAppend(&line, " --tls-ca=", ShellWord(options_.tls_ca));
  } else if (options_.tls) {
    absl::StrAppend(&line, " --tls");
  }
  return absl::StrCat(line, " ", absl::string_view(command.data(), command.size()));
}

}  // namespace meeple::cli
