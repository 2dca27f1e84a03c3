#ifndef MEEPLE_CLIENTS_CLI_TESTING_RUN_PROGRAM_H_
#define MEEPLE_CLIENTS_CLI_TESTING_RUN_PROGRAM_H_

#include <stop_token>
#include <string>
#include <vector>

namespace meeple::cli {

// What a run of the program left behind.
struct ProgramRun {
  int exit_code = -1;
  std::string out;
  std::string err;
};

// Runs the whole program in this process, as in a pipe, with `input` on its standard input. It
// never sleeps: waits between retries are skipped. Thread-safe.
ProgramRun RunProgram(const std::vector<std::string>& arguments, const std::string& input = "",
                      const std::stop_token& stop = {});

// How often `part` stands in `text`.
int CountOf(const std::string& text, const std::string& part);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_RUN_PROGRAM_H_
