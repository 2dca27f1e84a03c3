#include "clients/cli/bench/http_page.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "meeple/client/options.h"

namespace meeple::cli {
namespace {

constexpr size_t kMostBytes = size_t{16} << 20;

class Socket {
 public:
  explicit Socket(int file) : file_(file) {}
  ~Socket() {
    if (file_ >= 0) close(file_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int file() const { return file_; }

 private:
  const int file_;
};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

absl::StatusOr<Addresses> Resolve(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat(address, " is no HOST:PORT"));
  }
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(), &hints, &found);
  if (error != 0) {
    const std::string why = absl::StrCat(address, ": ", gai_strerror(error));
    // A name may come back, as it does with its server where names are given out.
    return error == EAI_SERVICE ? absl::InvalidArgumentError(why) : absl::UnavailableError(why);
  }
  return Addresses(found, freeaddrinfo);
}

absl::Status Failure(const std::string& address, absl::string_view what) {
  return absl::UnavailableError(absl::StrCat("http://", address, ": ", what));
}

// Reads until the server closes the connection, as it was asked to.
absl::StatusOr<std::string> ReadAll(int file, const std::string& address, absl::Duration give_up) {
  std::string text;
  std::array<char, 65'536> part;
  while (client::SteadyTime() < give_up) {
    const ssize_t size = recv(file, part.data(), part.size(), 0);
    if (size == 0) return text;
    if (size < 0) return Failure(address, std::strerror(errno));
    text.append(part.data(), static_cast<size_t>(size));
    if (text.size() > kMostBytes) return Failure(address, "the page is too long");
  }
  return Failure(address, "the page did not come in time");
}

// HTTP/1.0, so that the page comes in one piece.
absl::StatusOr<std::string> Ask(int file, const std::string& address, const std::string& path,
                                absl::Duration give_up) {
  const std::string request =
      absl::StrCat("GET ", path, " HTTP/1.0\r\nHost: ", address, "\r\nConnection: close\r\n\r\n");
  if (send(file, request.data(), request.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(request.size())) {
    return Failure(address, std::strerror(errno));
  }
  absl::StatusOr<std::string> answer = ReadAll(file, address, give_up);
  if (!answer.ok()) return answer;
  const size_t end = answer->find("\r\n\r\n");
  if (!absl::StartsWith(*answer, "HTTP/1.")) {
    return Failure(address, "does not speak HTTP/1, as a metrics port does; the port for calls?");
  }
  const absl::string_view status = absl::string_view(*answer).substr(0, answer->find("\r\n"));
  if (end == std::string::npos || !absl::StrContains(status, " 200")) {
    return Failure(address, absl::StrCat("answered '", status, "'"));
  }
  return answer->substr(end + 4);
}

}  // namespace

absl::StatusOr<std::string> ReadHttpPage(const std::string& address, const std::string& path,
                                         absl::Duration patience) {
  const absl::Duration give_up = client::SteadyTime() + patience;
  const absl::StatusOr<Addresses> addresses = Resolve(address);
  if (!addresses.ok()) return addresses.status();
  absl::Status failed = Failure(address, "has no address");
  for (const addrinfo* one = addresses->get(); one != nullptr; one = one->ai_next) {
    const Socket socket(::socket(one->ai_family, one->ai_socktype, one->ai_protocol));
    const timeval limit = absl::ToTimeval(patience);
    setsockopt(socket.file(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    setsockopt(socket.file(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
    if (connect(socket.file(), one->ai_addr, one->ai_addrlen) == 0) {
      return Ask(socket.file(), address, path, give_up);
    }
    failed = Failure(address, std::strerror(errno));
  }
  return failed;
}

}  // namespace meeple::cli
