// A server for the fault campaign: the flags of meeple-server, and faults of its disk that the
// environment asks for.
//
//   MEEPLE_KILL_POINT=after_sync   dies by SIGKILL at that point, see kill_point_file_system.h,
//   MEEPLE_FAULT_AFTER=17          when it comes there for the 17th time
//
//   MEEPLE_POWER_CUT=1             loses its power at the MEEPLE_FAULT_AFTER-th write or sync: ends
//   MEEPLE_FAULT_SEED=4            with exit code 3, and the directory is what a cut leaves
//   MEEPLE_FORGET_SYNCS=1          and all of its syncs did nothing

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "service/core/clock.h"
#include "service/journal/rocksdb_journal.h"
#include "service/journal/testing/power_cut_file_system.h"
#include "service/rpc/grpc_threads.h"
#include "service/rpc/listener.h"
#include "service/rpc/log.h"
#include "service/rpc/options.h"
#include "service/rpc/server.h"
#include "tests/crash/kill_point_file_system.h"

namespace meeple::crash {
namespace {

constexpr int kPowerWasCut = 3;
constexpr absl::Duration kGrace = absl::Seconds(30);

std::string FromEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

uint64_t NumberFromEnvironment(const char* name) {
  return std::strtoull(FromEnvironment(name).c_str(), nullptr, 10);
}

std::shared_ptr<service::PowerCutFileSystem> PowerCut() {
  if (FromEnvironment("MEEPLE_POWER_CUT").empty()) return nullptr;
  auto files = std::make_shared<service::PowerCutFileSystem>();
  files->CutAfter(static_cast<int>(NumberFromEnvironment("MEEPLE_FAULT_AFTER")));
  if (!FromEnvironment("MEEPLE_FORGET_SYNCS").empty()) files->ForgetSyncs();
  return files;
}

std::shared_ptr<rocksdb::FileSystem> KillPoints() {
  const auto point = FindKillPoint(FromEnvironment("MEEPLE_KILL_POINT"));
  if (!point.has_value()) return nullptr;
  const int after = static_cast<int>(NumberFromEnvironment("MEEPLE_FAULT_AFTER"));
  return std::make_shared<KillPointFileSystem>(*point, after);
}

sigset_t EndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// Serves until a signal or a failure of the journal. Afterwards nothing is open.
bool Serve(rpc::ProgramOptions options, std::shared_ptr<rocksdb::FileSystem> files) {
  rpc::GrpcThreads threads;
  auto journal = service::RocksDbJournal::Open({
      .data_directory = options.data_directory,
      .on_failure = [](const std::string&) { kill(getpid(), SIGTERM); },
      .answers_on = &threads,
      .file_system = std::move(files),
  });
  if (!journal.ok()) {
    rpc::Log(rpc::Severity::kError, std::string(journal.status().message()));
    return false;
  }
  if (options.server.host.secret.empty()) options.server.host.secret = (*journal)->secret();
  const std::unique_ptr<service::Clock> clock =
      service::ContinuedClock(absl::Milliseconds((*journal)->ReadGameTime()));
  auto server = rpc::Server::Start(options.server, **journal, *clock);
  if (!server.ok()) {
    rpc::Log(rpc::Severity::kError, std::string(server.status().message()));
    return false;
  }
  std::printf("listening on %s\n", (*server)->address().c_str());
  std::fflush(stdout);

  const sigset_t signals = EndSignals();
  int number = 0;
  sigwait(&signals, &number);
  if ((*server)->Drain(kGrace)) return true;
  rpc::Log(rpc::Severity::kError, "calls were not answered within the grace");
  std::_Exit(EXIT_FAILURE);
}

int Run(rpc::ProgramOptions options) {
  const std::shared_ptr<service::PowerCutFileSystem> power = PowerCut();
  const bool served = Serve(std::move(options), power != nullptr ? power : KillPoints());
  if (power == nullptr || !power->cut()) return served ? EXIT_SUCCESS : EXIT_FAILURE;
  power->LoseWhatIsNotSynced(NumberFromEnvironment("MEEPLE_FAULT_SEED"));
  rpc::Log(rpc::Severity::kInfo, "the power was cut");
  return kPowerWasCut;
}

}  // namespace
}  // namespace meeple::crash

int main(int argc, char** argv) {
  // Before any thread starts, so that all of them inherit it.
  const sigset_t signals = meeple::crash::EndSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  meeple::rpc::RaiseDescriptorLimit();
  meeple::rpc::ProgramOptions options;
  if (const auto exit_code = meeple::rpc::ReadOptions(argc, argv, options)) return *exit_code;
  return meeple::crash::Run(std::move(options));
}
