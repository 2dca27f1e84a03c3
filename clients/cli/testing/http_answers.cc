#include "clients/cli/testing/http_answers.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::cli {

HttpAnswers::HttpAnswers(std::vector<std::string> answers)
    : answers_(std::move(answers)), listening_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      listen(listening_, 1) != 0 ||
      getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    std::abort();
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { AnswerAll(); });
}

HttpAnswers::~HttpAnswers() {
  shutdown(listening_, SHUT_RDWR);  // ends the accept
  thread_.join();
  close(listening_);
}

std::string HttpAnswers::address() const { return absl::StrCat("127.0.0.1:", port_); }

std::string HttpAnswers::Request() {
  const std::lock_guard lock(mutex_);
  return request_;
}

void HttpAnswers::AnswerAll() {
  for (size_t next = 0;; ++next) {
    const int connection = accept(listening_, nullptr, nullptr);
    if (connection < 0) return;
    Answer(connection, answers_[std::min(next, answers_.size() - 1)]);
    close(connection);
  }
}

void HttpAnswers::Answer(int connection, const std::string& answer) {
  std::string request;
  std::array<char, 4'096> bytes;
  while (request.find("\r\n\r\n") == std::string::npos) {
    const ssize_t size = recv(connection, bytes.data(), bytes.size(), 0);
    if (size <= 0) break;
    request.append(bytes.data(), static_cast<size_t>(size));
  }
  {
    const std::lock_guard lock(mutex_);
    request_ = std::move(request);
  }
  // Whoever hung up does not get it.
  static_cast<void>(send(connection, answer.data(), answer.size(), MSG_NOSIGNAL));
}

}  // namespace meeple::cli
