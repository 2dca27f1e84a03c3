#include "service/rpc/listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/base/mutex.h"

namespace meeple::rpc {
namespace {

// Counts the connections it is given and keeps them.
class ConnectionShelf {
 public:
  Listener::OnConnection Callback() {
    return [this](FileDescriptor connection) {
      service::MutexLock lock(mutex_);
      connections_.push_back(std::move(connection));
      changed_.NotifyAll();
    };
  }
  // Waits until so many came; false if they do not.
  bool WaitFor(size_t count) {
    service::MutexLock lock(mutex_);
    const absl::Time end = absl::Now() + absl::Seconds(30);
    while (connections_.size() < count && absl::Now() < end) {
      changed_.WaitFor(mutex_, end - absl::Now());
    }
    return connections_.size() >= count;
  }
  size_t count() {
    service::MutexLock lock(mutex_);
    return connections_.size();
  }
  void Clear() {
    service::MutexLock lock(mutex_);
    connections_.clear();
  }

 private:
  service::Mutex mutex_;
  service::CondVar changed_;
  std::vector<FileDescriptor> connections_ ABSL_GUARDED_BY(mutex_);
};

FileDescriptor Connect(int port) {
  FileDescriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(client.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    return FileDescriptor();
  }
  return client;
}

// True once the other side has closed; waits for it.
bool IsClosed(const FileDescriptor& client) {
  pollfd watched = {.fd = client.number(), .events = POLLIN, .revents = 0};
  char byte = 0;
  return poll(&watched, 1, 30'000) == 1 && read(client.number(), &byte, 1) <= 0;
}

TEST(ListenerTest, HandsConnectionsOver) {
  ConnectionShelf shelf;
  auto listener = Listener::Open("127.0.0.1:0", shelf.Callback());
  ASSERT_TRUE(listener.ok()) << listener.status();
  EXPECT_EQ((*listener)->address(), "127.0.0.1:" + std::to_string((*listener)->port()));
  const FileDescriptor early = Connect((*listener)->port());
  (*listener)->Start();
  const FileDescriptor late = Connect((*listener)->port());
  EXPECT_TRUE(shelf.WaitFor(2));
}

TEST(ListenerTest, AStoppedPortIsClosed) {
  ConnectionShelf shelf;
  auto listener = Listener::Open("localhost:0", shelf.Callback());
  ASSERT_TRUE(listener.ok()) << listener.status();
  (*listener)->Start();
  (*listener)->Stop();
  (*listener)->Stop();
  EXPECT_FALSE(Connect((*listener)->port()).ok());
}

TEST(ListenerTest, RefusesWhatIsNoAddress) {
  for (const char* text : {"", ":1", "host", "host:", "host:x", "host:65536", "host:-1"}) {
    EXPECT_EQ(Listener::Open(text, {}).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(ListenerTest, RefusesAPortInUseAndAHostThatIsNotOurs) {
  auto first = Listener::Open("127.0.0.1:0", {});
  ASSERT_TRUE(first.ok());
  const auto second = Listener::Open((*first)->address(), {});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(second.status().message().find((*first)->address()), absl::string_view::npos);
  EXPECT_EQ(Listener::Open("192.0.2.1:0", {}).status().code(), absl::StatusCode::kUnavailable);
}

// With few descriptors the crowd is turned away, and taken again once some are free.
TEST(ListenerTest, ShortageOfDescriptorsPasses) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  ConnectionShelf shelf;
  auto listener = Listener::Open("127.0.0.1:0", shelf.Callback());
  ASSERT_TRUE(listener.ok());
  (*listener)->Start();
  // Both ends of a connection are in this process. With 64 descriptors those of the listener may go
  // up to number 31, which they reach before twenty clients are there.
  rlimit few = before;
  few.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<FileDescriptor> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(Connect((*listener)->port()));
  EXPECT_TRUE(IsClosed(clients.back()));
  EXPECT_GT(shelf.count(), 0u);
  EXPECT_LT(shelf.count(), clients.size());
  clients.clear();
  shelf.Clear();
  clients.push_back(Connect((*listener)->port()));
  EXPECT_TRUE(shelf.WaitFor(1));
  setrlimit(RLIMIT_NOFILE, &before);
}

TEST(ListenerTest, TheLimitOfDescriptorsCanBeRaised) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 128;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  RaiseDescriptorLimit();
  rlimit raised = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &raised), 0);
  EXPECT_EQ(raised.rlim_cur, raised.rlim_max);
  setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace meeple::rpc
