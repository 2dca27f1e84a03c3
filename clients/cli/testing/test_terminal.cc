#include "clients/cli/testing/test_terminal.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"

namespace meeple::cli {
namespace {

// Printed when the program has ended, so that nobody waits for more.
constexpr std::string_view kEndMark = "\x1b[end]";

}  // namespace

TestTerminal::TestTerminal(const std::vector<std::string>& arguments) {
  const winsize size = {.ws_row = 40, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  if (openpty(&keyboard_, &screen_, nullptr, nullptr, &size) != 0) std::abort();
  program_ = std::thread([this, arguments] { Run(arguments); });
}

TestTerminal::~TestTerminal() {
  stop_.request_stop();
  if (program_.joinable()) program_.join();
  close(screen_);
  close(keyboard_);
}

void TestTerminal::Run(const std::vector<std::string>& arguments) {
  std::array<char, 128> name;
  if (ttyname_r(screen_, name.data(), name.size()) != 0) std::abort();
  std::ofstream out(name.data());
  Program program;
  AddAllCommands(program);
  exit_code_ = program.Run(arguments, {.program = "meeple",
                                       .input = screen_,
                                       .out_file = screen_,
                                       .err_file = screen_,
                                       .out = out,
                                       .err = out,
                                       .stop = stop_.get_token(),
                                       .sleep = [](absl::Duration, const std::stop_token& stop) {
                                         return !stop.stop_requested();
                                       }});
  out << kEndMark << std::flush;
}

void TestTerminal::Type(std::string_view keys) {
  if (write(keyboard_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
    std::abort();
  }
}

void TestTerminal::Resize(uint16_t columns, uint16_t rows) {
  const winsize size = {.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  if (ioctl(keyboard_, TIOCSWINSZ, &size) != 0) std::abort();
}

std::string TestTerminal::ReadUntil(std::string_view text) {
  while (shown_.find(text) == std::string::npos) {
    std::array<char, 4096> bytes;
    const ssize_t count = read(keyboard_, bytes.data(), bytes.size());
    if (count > 0) shown_.append(bytes.data(), static_cast<size_t>(count));
    const bool has_ended = count <= 0 || shown_.find(kEndMark) != std::string::npos;
    if (has_ended && shown_.find(text) == std::string::npos) {
      ADD_FAILURE() << "'" << text << "' was not shown, but: " << shown_;
      break;
    }
  }
  const size_t end = std::min(shown_.find(text), shown_.size()) + text.size();
  std::string seen = shown_.substr(0, end);
  shown_.erase(0, end);
  return seen;
}

int TestTerminal::Wait() {
  shown_ = ReadUntil(kEndMark);
  shown_.erase(std::min(shown_.find(kEndMark), shown_.size()));
  program_.join();
  return exit_code_;
}

std::string TestTerminal::Rest() { return std::exchange(shown_, {}); }

bool TestTerminal::IsAsBefore() const {
  termios mode = {};
  tcgetattr(screen_, &mode);
  return (mode.c_lflag & ICANON) != 0 && (mode.c_lflag & ECHO) != 0;
}

}  // namespace meeple::cli
