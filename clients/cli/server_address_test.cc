#include "clients/cli/server_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "clients/cli/connection.h"

namespace meeple::cli {
namespace {

using ::testing::EndsWith;

TEST(CheckServerAddress, TakesWhatGrpcCanReach) {
  for (const char* address : {"localhost",
                              "localhost:50051",
                              "localhost:1",
                              "localhost:65535",
                              "localhost:https",
                              "127.0.0.1:50051",
                              "example.org",
                              "my_host-1.example:7",
                              "::1",
                              "fe80::1%eth0",
                              "[::1]",
                              "[::1]:50051",
                              "[fe80::1%eth0]:7",
                              "unix:/tmp/socket",
                              "unix:///tmp/socket",
                              "unix-abstract:name",
                              "dns:localhost",
                              "dns:///localhost:7",
                              "dns://8.8.8.8/localhost:7",
                              "ipv4:127.0.0.1:7,127.0.0.2:7",
                              "ipv6:[::1]:7",
                              "xds:///name",
                              "vsock:1:2"}) {
    EXPECT_TRUE(CheckServerAddress(address).ok()) << address << CheckServerAddress(address);
  }
}

TEST(CheckServerAddress, WhatHasNoPortIsReachedAt50051) {
  for (const char* address : {"localhost", "example.org", "[::1]", "::1"}) {
    EXPECT_TRUE(CheckServerAddress(address).ok()) << address;
    EXPECT_THAT(Connection({.server = address}, {}).options().server, EndsWith(":50051"));
  }
  EXPECT_EQ(Connection({.server = "[::1]"}, {}).options().server, "[::1]:50051");
}

TEST(CheckServerAddress, SaysWhatIsWrong) {
  const std::string no_port = " is no number from 1 to 65535";
  struct Row {
    std::string address;
    std::string fault;
  };
  for (const auto& [address, fault] : {
           Row{"", "it names no host"},
           Row{":50051", "it names no host"},
           Row{"localhost:", "the port ''" + no_port},
           Row{"localhost:notaport", "the port 'notaport'" + no_port},
           Row{"localhost:0", "the port '0'" + no_port},
           Row{"localhost:65536", "the port '65536'" + no_port},
           Row{"localhost:99999", "the port '99999'" + no_port},
           Row{"localhost:99999999999999999999", "the port '99999999999999999999'" + no_port},
           Row{"localhost:-1", "the port '-1'" + no_port},
           Row{"localhost:+1", "the port '+1'" + no_port},
           Row{"localhost:1:2", "the port '1:2'" + no_port},
           Row{"localhost:50051/", "the port '50051/'" + no_port},
           Row{"local host:1", "it has a space"},
           Row{"localhost:50051 ", "it has a space"},
           Row{"http://localhost:50051", "it is a URL, not HOST:PORT"},
           Row{"[localhost]:1", "what stands in brackets is no IPv6 address"},
           Row{"[::1", "what stands in brackets is no IPv6 address"},
           Row{"[::1]:x", "the port 'x'" + no_port},
           Row{"[::1]50051", "the port '50051'" + no_port},
       }) {
    const absl::Status status = CheckServerAddress(address);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << address;
    EXPECT_EQ(status.message(), "no server can be at '" + address + "': " + fault);
  }
}

}  // namespace
}  // namespace meeple::cli
