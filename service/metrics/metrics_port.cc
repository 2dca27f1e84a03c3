#include "service/metrics/metrics_port.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/core/clock.h"
#include "service/metrics/scrape_answer.h"

namespace meeple::metrics {
namespace {

// Less than others leave: what a server that is short of descriptors has to say is wanted.
constexpr int kReserved = rpc::Listener::kReservedDescriptors / 2;

absl::Duration Uptime() { return service::SystemClock().Uptime(); }

// True if the call failed for want of something to read, or of room to write.
bool MustWait(ssize_t result) {
  return result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

}  // namespace

absl::StatusOr<std::unique_ptr<MetricsPort>> MetricsPort::Open(const std::string& address,
                                                               Page page, absl::Duration patience) {
  auto port = absl::WrapUnique(new MetricsPort(std::move(page), patience));
  if (absl::Status started = port->Start(address); !started.ok()) return started;
  return port;
}

absl::Status MetricsPort::Start(const std::string& address) {
  absl::StatusOr<std::unique_ptr<rpc::Listener>> listener = rpc::Listener::Open(
      address, [this](rpc::FileDescriptor socket) { Take(std::move(socket)); }, kReserved);
  if (!listener.ok()) {
    return {listener.status().code(), absl::StrCat("metrics: ", listener.status().message())};
  }
  wake_ = rpc::FileDescriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake_.ok()) return absl::UnavailableError("metrics: no file descriptor is left");
  listener_ = *std::move(listener);
  thread_ = std::thread([this] { Run(); });
  listener_->Start();
  return absl::OkStatus();
}

MetricsPort::~MetricsPort() {
  if (listener_ != nullptr) listener_->Stop();
  {
    service::MutexLock lock(mutex_);
    stopping_ = true;
  }
  if (!thread_.joinable()) return;
  Wake();
  thread_.join();
}

void MetricsPort::Wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.number(), &one, sizeof one);
}

void MetricsPort::Take(rpc::FileDescriptor socket) {
  {
    service::MutexLock lock(mutex_);
    if (arrived_.size() >= kMostConnections) arrived_.pop_front();
    arrived_.push_back(std::move(socket));
  }
  Wake();
}

void MetricsPort::Run() {
  for (;;) {
    AwaitSomething();
    {
      service::MutexLock lock(mutex_);
      if (stopping_) return;
    }
    const absl::Duration now = Uptime();
    std::erase_if(connections_, [this, now](Connection& connection) {
      return now >= connection.end || !Advance(connection);
    });
    Admit();
  }
}

void MetricsPort::AwaitSomething() {
  std::vector<pollfd> watched = {{.fd = wake_.number(), .events = POLLIN, .revents = 0}};
  absl::Duration next = absl::InfiniteDuration();
  for (const Connection& connection : connections_) {
    const short events = connection.to_send.empty() ? POLLIN : POLLOUT;
    watched.push_back({.fd = connection.socket.number(), .events = events, .revents = 0});
    next = std::min(next, connection.end);
  }
  int64_t milliseconds = -1;  // for ever
  if (next != absl::InfiniteDuration()) {
    // One more, since a wait is cut to whole milliseconds.
    milliseconds = std::max<int64_t>(0, absl::ToInt64Milliseconds(next - Uptime()) + 1);
  }
  poll(watched.data(), watched.size(), static_cast<int>(milliseconds));
  uint64_t times = 0;
  [[maybe_unused]] const ssize_t taken = read(wake_.number(), &times, sizeof times);
}

void MetricsPort::Admit() {
  std::deque<rpc::FileDescriptor> arrived;
  {
    service::MutexLock lock(mutex_);
    arrived.swap(arrived_);
  }
  const absl::Duration end = Uptime() + patience_;
  for (rpc::FileDescriptor& socket : arrived) {
    if (connections_.size() >= kMostConnections) connections_.pop_front();
    connections_.push_back({.socket = std::move(socket), .end = end});
  }
}

bool MetricsPort::Advance(Connection& connection) const {
  if (connection.to_send.empty() && !Receive(connection)) return false;
  return connection.to_send.empty() || Send(connection);
}

bool MetricsPort::Receive(Connection& connection) const {
  char bytes[2'048];
  for (;;) {
    const ssize_t count = recv(connection.socket.number(), bytes, sizeof bytes, 0);
    if (MustWait(count)) return true;
    if (count <= 0) return false;
    connection.received.append(bytes, static_cast<size_t>(count));
    std::optional<std::string> answer = ScrapeAnswer(connection.received, page_);
    if (!answer.has_value()) continue;
    connection.to_send = *std::move(answer);
    return true;
  }
}

bool MetricsPort::Send(Connection& connection) {
  while (connection.sent < connection.to_send.size()) {
    const ssize_t count =
        send(connection.socket.number(), connection.to_send.data() + connection.sent,
             connection.to_send.size() - connection.sent, MSG_NOSIGNAL);
    if (MustWait(count)) return true;
    if (count <= 0) return false;
    connection.sent += static_cast<size_t>(count);
  }
  return false;
}

}  // namespace meeple::metrics
