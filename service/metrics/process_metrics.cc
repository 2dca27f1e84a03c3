#include "service/metrics/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace meeple::metrics {
namespace {

// Fields of /proc/self/stat by their numbers in proc(5), counted from the third: those before are
// the process's number and its name, which may have blanks in it.
constexpr size_t kThirdField = 3;
constexpr size_t kThreadsField = 20;
constexpr size_t kStartField = 22;
constexpr size_t kVirtualBytesField = 23;
constexpr size_t kResidentPagesField = 24;

std::string Contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class ProcessStat {
 public:
  ProcessStat() {
    const std::string text = Contents("/proc/self/stat");
    const size_t end_of_name = text.rfind(") ");
    if (end_of_name != std::string::npos)
      fields_ = absl::StrSplit(text.substr(end_of_name + 2), ' ');
  }

  std::optional<double> Number(size_t field) const {
    int64_t value = 0;
    const size_t index = field - kThirdField;
    if (index >= fields_.size() || !absl::SimpleAtoi(fields_[index], &value)) return std::nullopt;
    return static_cast<double>(value);
  }

 private:
  std::vector<std::string> fields_;
};

// When the machine started, in seconds since 1970.
std::optional<double> BootTime() {
  for (const absl::string_view line : absl::StrSplit(Contents("/proc/stat"), '\n')) {
    int64_t seconds = 0;
    const std::vector<absl::string_view> parts = absl::StrSplit(line, ' ');
    if (parts.size() == 2 && parts[0] == "btime" && absl::SimpleAtoi(parts[1], &seconds)) {
      return static_cast<double>(seconds);
    }
  }
  return std::nullopt;
}

// All threads together, to the nanosecond: /proc counts in hundredths of a second.
std::optional<double> CpuSeconds() {
  timespec time = {};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return std::nullopt;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::optional<double> OpenDescriptors() {
  std::error_code error;
  const std::filesystem::directory_iterator entries("/proc/self/fd", error);
  if (error) return std::nullopt;
  // Without the one that reads the folder.
  return static_cast<double>(std::distance(begin(entries), end(entries)) - 1);
}

std::optional<double> MostDescriptors() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::nullopt;
  return static_cast<double>(limit.rlim_cur);
}

std::optional<double> Times(std::optional<double> value, int64_t factor) {
  if (value.has_value()) *value *= static_cast<double>(factor);
  return value;
}

std::optional<double> StartTime(const ProcessStat& stat) {
  const std::optional<double> ticks = stat.Number(kStartField);
  const std::optional<double> boot = BootTime();
  if (!ticks.has_value() || !boot.has_value()) return std::nullopt;
  return *boot + *ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

Families ProcessFamilies() {
  const ProcessStat stat;
  Families families;
  if (const std::optional<double> seconds = CpuSeconds()) {
    families.push_back(CounterOf("process_cpu_seconds_total",
                                 "CPU time of the process, user and system, in seconds.",
                                 *seconds));
  }
  auto add = [&families](std::string name, std::string help, std::optional<double> value) {
    if (value.has_value()) {
      families.push_back(GaugeOf(std::move(name), std::move(help), *value));
    }
  };
  add("process_resident_memory_bytes", "Memory that the process occupies, in bytes.",
      Times(stat.Number(kResidentPagesField), sysconf(_SC_PAGESIZE)));
  add("process_virtual_memory_bytes", "Addresses that the process reserved, in bytes.",
      stat.Number(kVirtualBytesField));
  add("process_threads", "Threads of the process.", stat.Number(kThreadsField));
  add("process_open_fds", "Open file descriptors; each connection has one.", OpenDescriptors());
  add("process_max_fds", "The most file descriptors that may be open.", MostDescriptors());
  add("process_start_time_seconds", "When the process started, in seconds since 1970.",
      StartTime(stat));
  return families;
}

}  // namespace meeple::metrics
