#include "service/tools/progress.h"

#include "absl/strings/str_cat.h"

namespace meeple::tools {
namespace {

constexpr absl::Duration kOnTerminal = absl::Milliseconds(200);
constexpr absl::Duration kElsewhere = absl::Seconds(10);
// The clock is asked once in so many calls.
constexpr uint64_t kCallsBetween = 64;
constexpr char kEraseLine[] = "\r\033[K";

absl::Duration Interval(const Console& console) {
  return console.is_terminal ? kOnTerminal : kElsewhere;
}

}  // namespace

std::string WithCommas(uint64_t number) {
  std::string text = absl::StrCat(number);
  for (size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

std::string Count(uint64_t number, const std::string& one, const std::string& many) {
  return absl::StrCat(WithCommas(number), " ", number == 1 ? one : many);
}

Progress::Progress(Console& console, std::string what, uint64_t total, Now now)
    : console_(console),
      what_(std::move(what)),
      total_(total),
      now_(std::move(now)),
      next_(now_() + Interval(console_)) {}

Progress::~Progress() { Clear(); }

void Progress::Show(uint64_t done) {
  if (calls_++ % kCallsBetween != 0 && total_ == 0) return;
  const absl::Duration now = now_();
  if (now < next_) return;
  next_ = now + Interval(console_);
  std::string text = WithCommas(done);
  if (total_ > 0) {
    absl::StrAppend(&text, " of ", WithCommas(total_), " ", what_, " (", done * 100 / total_, "%)");
  } else {
    absl::StrAppend(&text, " ", what_);
  }
  if (console_.is_terminal) {
    console_.err << kEraseLine << text << std::flush;
    line_stands_ = true;
  } else {
    console_.err << text << std::endl;
  }
}

void Progress::Clear() {
  if (std::exchange(line_stands_, false)) console_.err << kEraseLine << std::flush;
}

}  // namespace meeple::tools
