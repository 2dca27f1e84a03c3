#ifndef MEEPLE_CLIENTS_CLI_TESTING_HTTP_ANSWERS_H_
#define MEEPLE_CLIENTS_CLI_TESTING_HTTP_ANSWERS_H_

// A server on a port of its own that gives ready answers, each on a connection that it then closes.
//
//   HttpAnswers server({"HTTP/1.1 200 OK\r\n\r\nup 1\n"});
//   ReadHttpPage(server.address(), ...);
//   EXPECT_THAT(server.Request(), StartsWith("GET "));

#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace meeple::cli {

class HttpAnswers {
 public:
  // One after another; the last one again and again.
  explicit HttpAnswers(std::vector<std::string> answers);
  ~HttpAnswers();
  HttpAnswers(const HttpAnswers&) = delete;
  HttpAnswers& operator=(const HttpAnswers&) = delete;

  // HOST:PORT.
  std::string address() const;

  // What was asked last, up to the end of its headers. Thread-safe.
  std::string Request();

 private:
  void AnswerAll();
  void Answer(int connection, const std::string& answer);

  const std::vector<std::string> answers_;
  const int listening_;
  int port_ = 0;
  std::mutex mutex_;
  std::string request_;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_HTTP_ANSWERS_H_
