#include "clients/cli/testing/run_program.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>

#include "absl/strings/str_split.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/program.h"

namespace meeple::cli {
namespace {

// A file from which a short text can be read.
int OpenInput(const std::string& text) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0) std::abort();
  if (write(ends[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
  close(ends[1]);
  return ends[0];
}

}  // namespace

ProgramRun RunProgram(const std::vector<std::string>& arguments, const std::string& input,
                      const std::stop_token& stop) {
  std::ostringstream out;
  std::ostringstream err;
  Program program;
  AddAllCommands(program);
  const int file = OpenInput(input);
  ProgramRun run;
  run.exit_code = program.Run(arguments, {.program = "./meeple",
                                          .input = file,
                                          .out = out,
                                          .err = err,
                                          .stop = stop,
                                          .sleep = [](absl::Duration, const std::stop_token& s) {
                                            return !s.stop_requested();
                                          }});
  close(file);
  run.out = out.str();
  run.err = err.str();
  return run;
}

int CountOf(const std::string& text, const std::string& part) {
  return static_cast<int>(std::vector<std::string>(absl::StrSplit(text, part)).size()) - 1;
}

}  // namespace meeple::cli
