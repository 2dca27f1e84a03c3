#include "service/rpc/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/base/steady_time.h"
#include "service/rpc/log.h"

namespace meeple::rpc {
namespace {

// How long nothing is taken after the system refused for want of something.
constexpr int kPauseMilliseconds = 100;
// A peer that acknowledges nothing for so long is gone, as for gRPC's own connections.
constexpr unsigned kUserTimeoutMilliseconds = 20'000;
// The first byte of the IPv4 addresses of this machine alone.
constexpr uint32_t kLoopbackNet = 127;

struct Address {
  std::string host;
  int port = 0;
};

absl::StatusOr<Address> ParseAddress(const std::string& text) {
  const size_t colon = text.rfind(':');
  int port = 0;
  if (colon == 0 || colon == std::string::npos ||
      !absl::SimpleAtoi(text.substr(colon + 1), &port) || port < 0 || port > 65'535) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot listen on '", text, "': an address is HOST:PORT, as 127.0.0.1:50051"));
  }
  return Address{text.substr(0, colon), port};
}

// "::1" of "[::1]".
std::string WithoutBrackets(const std::string& host) {
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    return host.substr(1, host.size() - 2);
  }
  return host;
}

void Enable(int socket, int level, int option, int value = 1) {
  setsockopt(socket, level, option, &value, sizeof value);
}

// What connections inherit from the socket that they came to.
void SetOptions(int socket, int family) {
  Enable(socket, SOL_SOCKET, SO_REUSEADDR);
  Enable(socket, IPPROTO_TCP, TCP_NODELAY);
  Enable(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUserTimeoutMilliseconds);
  // An IPv6 wildcard also takes IPv4, as people expect of [::].
  if (family == AF_INET6) Enable(socket, IPPROTO_IPV6, IPV6_V6ONLY, 0);
}

void SetPort(sockaddr* address, int port) {
  const auto number = htons(static_cast<uint16_t>(port));
  if (address->sa_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(address)->sin6_port = number;
  } else {
    reinterpret_cast<sockaddr_in*>(address)->sin_port = number;
  }
}

sockaddr_storage AddressOf(int socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return address;
}

bool IsLoopback(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET6) {
    return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(&address)->sin6_addr);
  }
  const uint32_t ip = ntohl(reinterpret_cast<const sockaddr_in*>(&address)->sin_addr.s_addr);
  return ip >> 24 == kLoopbackNet;
}

int PortOf(int socket) {
  const sockaddr_storage address = AddressOf(socket);
  return address.ss_family == AF_INET6
             ? ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port)
             : ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

// A listening socket; errno tells why there is none.
FileDescriptor ListenOn(const addrinfo& address) {
  FileDescriptor socket(
      ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!socket.ok()) return socket;
  SetOptions(socket.number(), address.ai_family);
  if (bind(socket.number(), address.ai_addr, address.ai_addrlen) != 0 ||
      listen(socket.number(), SOMAXCONN) != 0) {
    return FileDescriptor();
  }
  return socket;
}

// The first descriptor that is not for connections; read each time, since it can be changed from
// outside while we run.
int FirstReserved(int reserved) {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto most = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, INT32_MAX));
  return most - std::min(reserved, most / 2);
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (ok()) close(number_);
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void RaiseDescriptorLimit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

absl::StatusOr<std::unique_ptr<Listener>> Listener::Open(const std::string& address,
                                                         OnConnection on_connection, int reserved) {
  absl::StatusOr<Address> parsed = ParseAddress(address);
  if (!parsed.ok()) return parsed.status();
  std::unique_ptr<Listener> listener(
      new Listener(parsed->host, std::move(on_connection), reserved));
  if (absl::Status bound = listener->Bind(parsed->port); !bound.ok()) return bound;
  listener->stop_ = FileDescriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!listener->stop_.ok()) return absl::UnavailableError("no file descriptor is left");
  return listener;
}

Listener::~Listener() { Stop(); }

std::string Listener::address() const { return absl::StrCat(host_, ":", port_); }

bool Listener::loopback_only() const {
  return std::ranges::all_of(sockets_, [](const FileDescriptor& socket) {
    return IsLoopback(AddressOf(socket.number()));
  });
}

absl::Status Listener::Bind(int port) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  std::string reason;
  if (const int error = getaddrinfo(WithoutBrackets(host_).c_str(), nullptr, &hints, &found);
      error != 0) {
    reason = gai_strerror(error);
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, [](addrinfo* first) {
    if (first != nullptr) freeaddrinfo(first);
  });
  port_ = port;
  for (const addrinfo* address = found; address != nullptr; address = address->ai_next) {
    SetPort(address->ai_addr, port_);
    FileDescriptor socket = ListenOn(*address);
    // A name may have an address that this machine does not, as ::1 without IPv6.
    if (!socket.ok() && (errno == EADDRNOTAVAIL || errno == EAFNOSUPPORT)) {
      reason = std::strerror(errno);
      continue;
    }
    if (!socket.ok()) {
      reason = std::strerror(errno);
      sockets_.clear();
      break;
    }
    port_ = PortOf(socket.number());
    sockets_.push_back(std::move(socket));
  }
  if (!sockets_.empty()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("cannot listen on ", host_, ":", port, ": ", reason));
}

void Listener::Start() {
  assert(!thread_.joinable());
  thread_ = std::thread([this] { Run(); });
}

void Listener::Stop() {
  const uint64_t one = 1;
  if (thread_.joinable()) {
    [[maybe_unused]] const ssize_t written = write(stop_.number(), &one, sizeof one);
    thread_.join();
  }
  sockets_.clear();
}

void Listener::Run() {
  std::vector<pollfd> watched;
  watched.push_back({.fd = stop_.number(), .events = POLLIN, .revents = 0});
  for (const FileDescriptor& socket : sockets_) {
    watched.push_back({.fd = socket.number(), .events = POLLIN, .revents = 0});
  }
  while (true) {
    poll(watched.data(), watched.size(), -1);
    if (watched.front().revents != 0) return;
    for (size_t i = 1; i < watched.size(); ++i) {
      if (watched[i].revents != 0) TakeAll(watched[i].fd);
    }
  }
}

void Listener::TakeAll(int socket) {
  while (true) {
    FileDescriptor connection(accept4(socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!connection.ok()) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno == EAGAIN) return;
      TellTurnedAway(std::strerror(errno));
      std::this_thread::sleep_for(std::chrono::milliseconds(kPauseMilliseconds));
      return;
    }
    // Descriptors are given out lowest first, so a high one says that the others are in use.
    if (connection.number() >= FirstReserved(reserved_)) {
      turned_away_.Add();
      TellTurnedAway("no file descriptors are left for more");
      continue;
    }
    taken_.Add();
    on_connection_(std::move(connection));
  }
}

void Listener::TellTurnedAway(const std::string& reason) {
  if (!lines_.Take(service::SteadyTime())) return;
  Log(Severity::kWarning, absl::StrCat("connections are turned away: ", reason));
}

}  // namespace meeple::rpc
