#include "service/metrics/process_metrics.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <map>
#include <string>
#include <thread>

namespace meeple::metrics {
namespace {

std::map<std::string, double> ReadProcess() {
  std::map<std::string, double> values;
  for (const prometheus::MetricFamily& family : ProcessFamilies()) {
    EXPECT_FALSE(family.help.empty()) << family.name;
    const prometheus::ClientMetric& metric = family.metric.at(0);
    values[family.name] =
        family.type == prometheus::MetricType::Counter ? metric.counter.value : metric.gauge.value;
  }
  return values;
}

TEST(ProcessMetricsTest, HasAllThatClientLibrariesHave) {
  const std::map<std::string, double> values = ReadProcess();
  EXPECT_EQ(values.size(), 7);
  EXPECT_GT(values.at("process_resident_memory_bytes"), 1e6);
  EXPECT_GE(values.at("process_virtual_memory_bytes"), values.at("process_resident_memory_bytes"));
  EXPECT_GE(values.at("process_max_fds"), values.at("process_open_fds"));
  const auto now = static_cast<double>(std::time(nullptr));
  EXPECT_LE(values.at("process_start_time_seconds"), now + 2);
  EXPECT_GT(values.at("process_start_time_seconds"), now - 3'600);
}

TEST(ProcessMetricsTest, CountsTheTimeOfAllThreads) {
  const double before = ReadProcess().at("process_cpu_seconds_total");
  std::thread worker([] {
    const std::clock_t start = std::clock();
    while (std::clock() - start < CLOCKS_PER_SEC / 20) {
    }
  });
  worker.join();
  EXPECT_GE(ReadProcess().at("process_cpu_seconds_total"), before + 0.05);
}

TEST(ProcessMetricsTest, CountsDescriptorsAndThreads) {
  const std::map<std::string, double> before = ReadProcess();
  const int descriptor = dup(0);
  std::atomic<bool> end = false;
  std::thread thread([&end] { end.wait(false); });
  const std::map<std::string, double> meanwhile = ReadProcess();
  end = true;
  end.notify_all();
  thread.join();
  close(descriptor);
  EXPECT_EQ(meanwhile.at("process_open_fds"), before.at("process_open_fds") + 1);
  EXPECT_EQ(meanwhile.at("process_threads"), before.at("process_threads") + 1);
}

}  // namespace
}  // namespace meeple::metrics
