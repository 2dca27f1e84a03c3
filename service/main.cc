// meeple-server: reads the command line, serves until it is asked to end, drains.

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/clock.h"
#include "service/metrics/metrics_port.h"
#include "service/metrics/server_page.h"
#include "service/opened_journal.h"
#include "service/rpc/grpc_threads.h"
#include "service/rpc/listener.h"
#include "service/rpc/log.h"
#include "service/rpc/options.h"
#include "service/rpc/server.h"
#include "service/tools/journal_tool.h"

namespace meeple::rpc {
namespace {

// As under nohup: who started us does not want the end of a terminal to be ours.
bool HangUpIsIgnored() {
  struct sigaction action = {};
  return sigaction(SIGHUP, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// The signals that ask the server to end at once where it is ending already. A terminal that goes
// away sends SIGHUP twice, from the shell and from the kernel.
sigset_t UrgentSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

// The signals that ask the server to end.
sigset_t EndSignals() {
  sigset_t signals = UrgentSignals();
  if (!HangUpIsIgnored()) sigaddset(&signals, SIGHUP);
  return signals;
}

// Before any thread starts, so that all of them inherit it: signals wait for WaitFor, and
// a reader of our output that went away ends nothing.
void PrepareSignals() {
  const sigset_t signals = EndSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

std::string WaitFor(const sigset_t& signals) {
  int number = 0;
  sigwait(&signals, &number);
  return absl::StrCat("SIG", sigabbrev_np(number));
}

// The next signal ends the process without waiting for anything.
void EndAtOnceOnNextSignal() {
  std::thread([] {
    Log(Severity::kWarning, absl::StrCat(WaitFor(UrgentSignals()), " again: ending at once"));
    std::_Exit(EXIT_FAILURE);
  }).detach();
}

// What a journal that cannot go on does to the process: it ends as if it was asked to, and fails.
class JournalFailure {
 public:
  void Report(const std::string& reason) {
    Log(Severity::kError,
        absl::StrCat("the journal failed and nothing more is accepted; what was acknowledged is "
                     "kept. Look at the disk, then start again: ",
                     reason));
    failed_ = true;
    kill(getpid(), SIGTERM);
  }
  bool failed() const { return failed_.load(); }

 private:
  std::atomic<bool> failed_ = false;
};

// As for a command line that cannot be read.
constexpr int kUsage = 2;

int Fail(const absl::Status& status) {
  Log(Severity::kError, absl::StrCat(status.message()));
  return absl::IsInvalidArgument(status) ? kUsage : EXIT_FAILURE;
}

// That the ports can be had: found out before the journal is opened, which writes, so that a server
// that is started again and again beside another one leaves no trace.
absl::Status CheckPorts(const ProgramOptions& options) {
  const auto listener = Listener::Open(options.server.listen, [](FileDescriptor) {});
  if (!listener.ok()) return listener.status();
  if (options.metrics_listen.empty()) return absl::OkStatus();
  return metrics::MetricsPort::Open(options.metrics_listen, [] { return std::string(); }).status();
}

// Null where there is to be none. Server and journal must outlive it.
absl::StatusOr<std::unique_ptr<metrics::MetricsPort>> OpenMetricsPort(
    const ProgramOptions& options, const Server& server, const service::Journal& journal) {
  if (options.metrics_listen.empty()) return nullptr;
  const std::string& version = options.server.host.version;
  auto port = metrics::MetricsPort::Open(options.metrics_listen, [&server, &journal, version] {
    return metrics::ServerPage(server, journal, version);
  });
  if (port.ok()) std::printf("metrics on http://%s/metrics\n", (*port)->address().c_str());
  return port;
}

int Run(ProgramOptions options) {
  if (const absl::Status ports = CheckPorts(options); !ports.ok()) return Fail(ports);
  JournalFailure failure;
  GrpcThreads threads;
  const absl::StatusOr<std::unique_ptr<service::Journal>> journal =
      OpenJournal(options, threads, [&](const std::string& reason) { failure.Report(reason); });
  if (!journal.ok()) return Fail(journal.status());
  const std::unique_ptr<service::Clock> clock =
      service::ContinuedClock(absl::Milliseconds((*journal)->ReadGameTime()));
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options.server, **journal, *clock);
  if (!server.ok()) return Fail(server.status());
  if (options.server.host.dev) {
    Log(Severity::kWarning,
        "--dev: AllocationService and AdminService are open to everyone who can connect");
  }
  const absl::StatusOr<std::unique_ptr<metrics::MetricsPort>> port =
      OpenMetricsPort(options, **server, **journal);
  if (!port.ok()) return Fail(port.status());
  std::printf("listening on %s\n", (*server)->address().c_str());
  std::fflush(stdout);

  const std::string signal = WaitFor(EndSignals());
  EndAtOnceOnNextSignal();
  if (!failure.failed()) {
    Log(Severity::kInfo,
        absl::StrCat(signal, ": draining for at most ", absl::FormatDuration(options.drain_grace)));
  }
  if (!(*server)->Drain(options.drain_grace)) {
    Log(Severity::kError,
        absl::StrCat("ending without those who do not read their answers, or were not answered "
                     "within the grace: ",
                     (*server)->live_calls().count(), " calls"));
    std::_Exit(EXIT_FAILURE);
  }
  // A database whose writes failed is left as it is: the packaged RocksDB ends the process by an
  // assertion when it is closed after a disk was full.
  if (failure.failed()) std::_Exit(EXIT_FAILURE);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace meeple::rpc

int main(int argc, char** argv) {
  if (meeple::tools::IsJournalTool(argc, argv)) {
    return meeple::tools::RunJournalTool(argc - 1, argv + 1);
  }
  meeple::rpc::PrepareSignals();
  meeple::rpc::RaiseDescriptorLimit();
  meeple::rpc::ProgramOptions options;
  if (const auto exit_code = meeple::rpc::ReadOptions(argc, argv, options)) return *exit_code;
  const int exit_code = meeple::rpc::Run(std::move(options));
  // Now that the journal is closed, for which a slow disk takes its time.
  if (exit_code == EXIT_SUCCESS) meeple::rpc::Log(meeple::rpc::Severity::kInfo, "ended");
  return exit_code;
}
