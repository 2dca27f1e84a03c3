#ifndef MEEPLE_CLIENTS_CLI_TESTING_TEST_TERMINAL_H_
#define MEEPLE_CLIENTS_CLI_TESTING_TEST_TERMINAL_H_

// The program at a terminal, with a test at the keyboard and in front of the screen. One thread.
//
//   TestTerminal terminal({"play", "game1", "--credential", "m1.X"});
//   terminal.ReadUntil("your move");
//   terminal.Type("b2\r");
//   EXPECT_EQ(terminal.Wait(), 0);

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace meeple::cli {

class TestTerminal {
 public:
  // Starts the program.
  explicit TestTerminal(const std::vector<std::string>& arguments);
  ~TestTerminal();
  TestTerminal(const TestTerminal&) = delete;
  TestTerminal& operator=(const TestTerminal&) = delete;

  void Type(std::string_view keys);

  // From now on the terminal has this size; it begins with 100 x 40.
  void Resize(uint16_t columns, uint16_t rows);

  // Reads on until this text has been shown. Returns all that was shown since the call before;
  // fails the test where the program ends first.
  std::string ReadUntil(std::string_view text);

  // Waits for the program to end; its exit code.
  int Wait();

  // What was shown and not read yet. REQUIRES: the program has ended.
  std::string Rest();

  // True if the terminal echoes and reads by lines, as it did before.
  bool IsAsBefore() const;

 private:
  void Run(const std::vector<std::string>& arguments);

  int keyboard_ = -1;
  int screen_ = -1;
  std::string shown_;
  int exit_code_ = -1;
  std::stop_source stop_;
  std::thread program_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_TEST_TERMINAL_H_
