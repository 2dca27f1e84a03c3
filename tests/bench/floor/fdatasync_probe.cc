// How long this machine takes to put a small record on its disk: the least that a durable move
// takes.
//
//   fdatasync_probe DIRECTORY [BYTES [SECONDS]]      600 bytes and 1 second by default
//
// Appends records to a new file in the directory, one fdatasync after each, and prints percentiles
// as one line of JSON. The file is removed.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace meeple::bench {
namespace {

using Clock = std::chrono::steady_clock;

double MicrosecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

// Microseconds of each record, sorted; none where the file cannot be written.
std::vector<double> TimeRecords(int file, size_t bytes, double seconds) {
  const std::string record(bytes, 'x');
  std::vector<double> times;
  const Clock::time_point begin = Clock::now();
  while (MicrosecondsSince(begin) < seconds * 1e6) {
    const Clock::time_point start = Clock::now();
    if (write(file, record.data(), bytes) != static_cast<ssize_t>(bytes) || fdatasync(file) != 0) {
      return {};
    }
    times.push_back(MicrosecondsSince(start));
  }
  std::ranges::sort(times);
  return times;
}

double Percentile(const std::vector<double>& sorted, size_t percent) {
  return sorted[std::min(sorted.size() - 1, sorted.size() * percent / 100)];
}

int Run(const std::string& directory, size_t bytes, double seconds) {
  std::string path = directory + "/fdatasync-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) {
    std::perror(path.c_str());
    return EXIT_FAILURE;
  }
  const std::vector<double> times = TimeRecords(file, bytes, seconds);
  close(file);
  unlink(path.c_str());
  if (times.empty()) {
    std::perror(path.c_str());
    return EXIT_FAILURE;
  }
  std::printf("{\"bytes\": %zu, \"count\": %zu, \"p50_us\": %.1f, \"p99_us\": %.1f}\n", bytes,
              times.size(), Percentile(times, 50), Percentile(times, 99));
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace meeple::bench

int main(int argc, char** argv) {
  const long bytes = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 600;
  const double seconds = argc > 3 ? std::strtod(argv[3], nullptr) : 1;
  if (argc < 2 || argc > 4 || bytes < 1 || bytes > 1 << 20 || !(seconds > 0 && seconds <= 60)) {
    std::fprintf(stderr, "usage: fdatasync_probe DIRECTORY [BYTES [SECONDS]]\n");
    return 2;
  }
  return meeple::bench::Run(argv[1], static_cast<size_t>(bytes), seconds);
}
