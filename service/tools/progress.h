#ifndef MEEPLE_SERVICE_TOOLS_PROGRESS_H_
#define MEEPLE_SERVICE_TOOLS_PROGRESS_H_

// How far long work has come: on a terminal one line that is written over, elsewhere a line now and
// then. Short work says nothing.
//
//   Progress progress(console, "games");
//   for (...) progress.Show(++games);
//
// Not thread-safe.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "service/base/steady_time.h"
#include "service/tools/console.h"

namespace meeple::tools {

// A number as people read it: 1,234,567.
std::string WithCommas(uint64_t number);
// As WithCommas, with what is counted: "1 game", "2 games". `many` is the plural.
std::string Count(uint64_t number, const std::string& one, const std::string& many);

class Progress {
 public:
  // A steady time.
  using Now = std::function<absl::Duration()>;

  // `what` is counted. `total` 0 stands for unknown.
  Progress(Console& console, std::string what, uint64_t total = 0, Now now = service::SteadyTime);
  // Takes its line away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Show(uint64_t done);
  // Takes the line away, so that something else can be written.
  void Clear();

 private:
  Console& console_;
  const std::string what_;
  const uint64_t total_;
  const Now now_;
  absl::Duration next_;
  uint64_t calls_ = 0;
  bool line_stands_ = false;
};

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_PROGRESS_H_
