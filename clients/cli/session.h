#ifndef MEEPLE_CLIENTS_CLI_SESSION_H_
#define MEEPLE_CLIENTS_CLI_SESSION_H_

// What one run of a command works with: the global options, the outputs and the connection. Used by
// one thread, except for the connection and `stop`.
//
//   ExitCode Show(Session& session, const std::string& game_id) {
//     auto response = session.connection().Call(&Stub::GetGame, request);
//     if (!response.ok()) return session.Fail(response.status());
//     if (session.json()) return session.Print(*response);
//     session.out() << ...;
//     return kDone;
//   }

#include <memory>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "clients/cli/connection.h"
#include "clients/cli/error_report.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/style.h"
#include "google/protobuf/message.h"

namespace meeple::cli {

// The options that every command has.
struct GlobalOptions {
  std::string server = "localhost:50051";
  std::string credential = {};
  // The connection is encrypted if one of these is set; `encryption` is what they come to.
  bool tls = false;
  std::string tls_ca = {};
  std::shared_ptr<grpc::ChannelCredentials> encryption = nullptr;
  bool json = false;
  ColorChoice color = ColorChoice::kAuto;
  double timeout_seconds = 10;
};

// What surrounds the program; a test brings its own.
struct Surroundings {
  // How the program was called, for lines that the user is to type.
  std::string program = "meeple";
  // A file to read from, or -1.
  int input = -1;
  // The files behind `out` and `err`, or -1 where there is none.
  int out_file = -1;
  int err_file = -1;
  std::ostream& out;
  std::ostream& err;
  // Ctrl-C.
  std::stop_token stop = {};
  Sleep sleep = client::SleepUnlessStopped;
};

class Session {
 public:
  Session(const GlobalOptions& options, const Surroundings& surroundings);

  const GlobalOptions& options() const { return options_; }
  const Surroundings& surroundings() const { return surroundings_; }
  bool json() const { return options_.json; }
  std::ostream& out() { return surroundings_.out; }
  // How `out` looks.
  const Style& style() const { return style_; }
  const std::stop_token& stop() const { return surroundings_.stop; }
  Connection& connection() { return *connection_; }

  // Sends another credential from here on.
  void UseCredential(const std::string& token);

  // Prints a message as one line of JSON.
  ExitCode Print(const google::protobuf::Message& message);

  // Says on `err` why a call was refused, or in which way the command line is wrong.
  ExitCode Fail(const absl::Status& status);
  ExitCode FailUsage(std::string_view message, std::string_view advice = "");
  // Says that something printed to `out` was lost.
  ExitCode FailOutput();

  // Says on `err`, between whiles, what the user should know. Silent with --json.
  void Notice(std::string_view text);

  // A line for the user to type that runs this program against the same server: "meeple play ID".
  std::string CommandLine(std::string_view command) const;

 private:
  ExitCode Say(const ErrorReport& report);

  GlobalOptions options_;
  Surroundings surroundings_;
  Style style_;
  Charset err_charset_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_SESSION_H_
