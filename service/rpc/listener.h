#ifndef MEEPLE_SERVICE_RPC_LISTENER_H_
#define MEEPLE_SERVICE_RPC_LISTENER_H_

// The port of a server, and the thread that takes new connections from it.
//
// gRPC can do this itself, but its listener ends for good at the first `accept` that fails, so that
// a crowd of connections that used up the process's file descriptors closed the port for ever. This
// one turns new connections away while descriptors are short and takes them again when they are
// not.
//
//   absl::StatusOr<std::unique_ptr<Listener>> listener =
//       Listener::Open("127.0.0.1:0", on_connection);
//   (*listener)->Start();

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/base/metrics.h"
#include "service/rpc/log_budget.h"

namespace meeple::rpc {

// A file descriptor that is closed with its owner. Movable, not copyable.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;

  int number() const { return number_; }
  bool ok() const { return number_ >= 0; }
  // Gives it away unclosed.
  int Release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

// Raises the number of files that this process may open to what the system lets it. Call it once,
// early.
void RaiseDescriptorLimit();

class Listener {
 public:
  // Takes over a connected, non-blocking socket, on the listener's thread.
  using OnConnection = std::function<void(FileDescriptor connection)>;

  // So many descriptors are kept for what is not a connection: a connection that would take one of
  // them is closed at once. Half of all where there are few.
  static constexpr int kReservedDescriptors = 256;

  // Listens on HOST:PORT, on every address of that host; "[::1]:50051" for IPv6, port 0 is any free
  // one. Connections wait until Start. INVALID_ARGUMENT if that is no address, UNAVAILABLE if it
  // cannot be listened on. `reserved` is for a port that may use some of what others must leave.
  static absl::StatusOr<std::unique_ptr<Listener>> Open(const std::string& address,
                                                        OnConnection on_connection,
                                                        int reserved = kReservedDescriptors);
  // Stops.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Where it listens, with the port that it got.
  std::string address() const;
  int port() const { return port_; }
  // True if nobody but this machine can reach it. REQUIRES: not stopped.
  bool loopback_only() const;

  // How many connections were taken, and turned away, so far.
  uint64_t taken() const { return taken_.value(); }
  uint64_t turned_away() const { return turned_away_.value(); }

  // Begins to take connections. REQUIRES: called once.
  void Start();
  // Closes the port: connections are taken no more, also those that wait. Idempotent.
  void Stop();

 private:
  Listener(std::string host, OnConnection on_connection, int reserved)
      : host_(std::move(host)), on_connection_(std::move(on_connection)), reserved_(reserved) {}
  absl::Status Bind(int port);
  void Run();
  // Takes the connections that wait at a port.
  void TakeAll(int socket);
  // Logs it, now and then.
  void TellTurnedAway(const std::string& reason);

  // Constant once it is open, until Stop.
  std::string host_;
  OnConnection on_connection_;
  const int reserved_;
  int port_ = 0;
  std::vector<FileDescriptor> sockets_;
  FileDescriptor stop_;  // readable once the thread must end

  service::Counter taken_;
  service::Counter turned_away_;
  LogBudget lines_{1, absl::Seconds(10)};  // that tell of those

  std::thread thread_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_LISTENER_H_
