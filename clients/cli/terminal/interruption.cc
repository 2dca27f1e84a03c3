#include "clients/cli/terminal/interruption.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "clients/cli/exit_code.h"

namespace meeple::cli {
namespace {

// A background job of a script is started with these ignored, and should stay so.
bool IsIgnored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void AwaitSignals(const sigset_t signals, std::stop_source source) {
  int signal = 0;
  sigwait(&signals, &signal);
  source.request_stop();
  sigwait(&signals, &signal);
  _exit(kInterrupted);
}

}  // namespace

std::stop_token StopOnSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!IsIgnored(signal)) sigaddset(&signals, signal);
  }
  std::stop_source source;
  // Threads inherit the mask, so that only the waiting one takes the signals.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread(AwaitSignals, signals, source).detach();
  return source.get_token();
}

}  // namespace meeple::cli
