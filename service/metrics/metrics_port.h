#ifndef MEEPLE_SERVICE_METRICS_METRICS_PORT_H_
#define MEEPLE_SERVICE_METRICS_METRICS_PORT_H_

// The port that Prometheus scrapes: GET /metrics over HTTP/1, one request a connection.
//
// Whoever can connect can do no more than have pages made: a connection has five seconds for all of
// it, and beyond 32 the oldest gives way to the newest, so that no crowd of silent ones keeps a
// scraper out. Nothing else of the server waits for any of them.
//
// Thread-safe. The page is made on the port's own thread, one at a time.
//
//   absl::StatusOr<std::unique_ptr<MetricsPort>> port = MetricsPort::Open("127.0.0.1:9464", page);
//   std::cout << (*port)->address();

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/base/mutex.h"
#include "service/rpc/listener.h"

namespace meeple::metrics {

class MetricsPort {
 public:
  using Page = std::function<std::string()>;

  static constexpr size_t kMostConnections = 32;

  // Listens on HOST:PORT as a Listener does, with its errors, and answers at once.
  static absl::StatusOr<std::unique_ptr<MetricsPort>> Open(
      const std::string& address, Page page, absl::Duration patience = absl::Seconds(5));
  // Closes the port and all connections without waiting for anyone; a page that is being made is
  // waited for.
  ~MetricsPort();
  MetricsPort(const MetricsPort&) = delete;
  MetricsPort& operator=(const MetricsPort&) = delete;

  // Where it listens, with the port that it got.
  std::string address() const { return listener_->address(); }
  int port() const { return listener_->port(); }

 private:
  // One request and its answer.
  struct Connection {
    rpc::FileDescriptor socket;
    absl::Duration end;  // it is closed at that uptime of the machine
    std::string received = {};
    std::string to_send = {};  // empty until there is an answer
    size_t sent = 0;
  };

  MetricsPort(Page page, absl::Duration patience) : page_(std::move(page)), patience_(patience) {}
  absl::Status Start(const std::string& address);
  void Wake();
  // On the listener's thread.
  void Take(rpc::FileDescriptor socket);

  // The port's thread.
  void Run();
  void AwaitSomething();
  void Admit();
  // True while there is more to do; it reads and writes what can be done without waiting.
  bool Advance(Connection& connection) const;
  bool Receive(Connection& connection) const;
  static bool Send(Connection& connection);

  // Constant once it is open.
  const Page page_;
  const absl::Duration patience_;
  rpc::FileDescriptor wake_;  // readable once the thread has something new to look at

  service::Mutex mutex_;
  std::deque<rpc::FileDescriptor> arrived_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;

  std::deque<Connection> connections_;  // of the port's thread, oldest first
  std::unique_ptr<rpc::Listener> listener_;
  std::thread thread_;
};

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_METRICS_PORT_H_
