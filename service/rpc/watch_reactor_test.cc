#include "service/rpc/watch_reactor.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "meeple/v1/game_service.grpc.pb.h"
#include "service/core/errors.h"
#include "service/core/testing/fake_clock.h"

namespace meeple::rpc {
namespace {

// The bytes of an unknown field, for streams that shall become stuck soon.
std::shared_ptr<const std::string> Padding(size_t size) {
  v1::GetGameRequest padding;
  padding.GetReflection()->MutableUnknownFields(&padding)->AddLengthDelimited(1'000)->assign(size,
                                                                                             'p');
  return std::make_shared<const std::string>(padding.SerializeAsString());
}

// A watch whose messages never end: bookmarks that count up.
class EndlessWatch final : public service::Watch {
 public:
  EndlessWatch(std::atomic<int>& open_watches, std::shared_ptr<const std::string> padding)
      : open_watches_(open_watches), padding_(std::move(padding)) {
    ++open_watches_;
  }
  ~EndlessWatch() override { --open_watches_; }

  service::WatchStep Next() override {
    service::WatchStep step;
    step.kind = service::WatchStep::Kind::kMessage;
    v1::WatchGameResponse message;
    message.mutable_bookmark()->set_sequence(++pulls_);
    step.message.head = message.SerializeAsString();
    step.message.parts.push_back(padding_);
    return step;
  }
  service::WatchMessage Bookmark() const override { return {}; }

 private:
  std::atomic<int>& open_watches_;
  const std::shared_ptr<const std::string> padding_;
  int64_t pulls_ = 0;
};

// Serves WatchGame with endless watches, opened on another thread than gRPC's.
class EndlessService final
    : public v1::GameService::WithRawCallbackMethod_WatchGame<v1::GameService::Service> {
 public:
  explicit EndlessService(size_t padding) : padding_(Padding(padding)) {}

  grpc::ServerWriteReactor<grpc::ByteBuffer>* WatchGame(grpc::CallbackServerContext* context,
                                                        const grpc::ByteBuffer*) override {
    const auto reactor =
        WatchReactor::Make(registry, clock, WatchTiming{}, live_calls,
                           live_calls.metrics().Of<v1::WatchGameRequest>(), *context);
    service::MutexLock lock(mutex_);
    openers_.emplace_back([this, reactor] {
      reactor->Opened(std::make_unique<EndlessWatch>(open_watches, padding_));
      reactor->Wake();
    });
    return reactor.get();
  }

  void JoinOpeners() {
    service::MutexLock lock(mutex_);
    for (std::thread& opener : openers_) opener.join();
    openers_.clear();
  }

  service::FakeClock clock;
  LiveCalls live_calls;
  WatchRegistry registry{clock, 1'000'000};
  std::atomic<int> open_watches{0};

 private:
  const std::shared_ptr<const std::string> padding_;
  service::Mutex mutex_;
  std::vector<std::thread> openers_ ABSL_GUARDED_BY(mutex_);
};

class WatchReactorTest : public testing::Test {
 protected:
  void Start(size_t padding = 1) {
    service_ = std::make_unique<EndlessService>(padding);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    grpc::ChannelArguments arguments;
    // Without probing, a stream that nobody reads is stuck after 64 KiB.
    arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
    stub_ = v1::GameService::NewStub(grpc::CreateCustomChannel(
        "127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials(), arguments));
  }
  void TearDown() override {
    service_->JoinOpeners();
    server_->Shutdown();
    // A call that was cancelled before it reached the service may have come after the first look.
    service_->JoinOpeners();
    ExpectNothingLeft();
  }
  void ExpectNothingLeft() {
    EXPECT_TRUE(service_->live_calls.WaitForNone(service::SteadyTime() + absl::Seconds(20)));
    EXPECT_EQ(service_->open_watches, 0);
  }

  std::unique_ptr<EndlessService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::GameService::Stub> stub_;
};

TEST_F(WatchReactorTest, WritesInOrder) {
  Start();
  grpc::ClientContext context;
  const auto stream = stub_->WatchGame(&context, v1::WatchGameRequest());
  v1::WatchGameResponse message;
  for (int i = 1; i <= 1'000; ++i) {
    ASSERT_TRUE(stream->Read(&message));
    ASSERT_EQ(message.bookmark().sequence(), i);
  }
  context.TryCancel();
}

TEST_F(WatchReactorTest, SurvivesACancelAtAnyMoment) {
  Start();
  std::mt19937 random(20'240'101);
  for (int i = 0; i < 1'500; ++i) {
    grpc::ClientContext context;
    const auto stream = stub_->WatchGame(&context, v1::WatchGameRequest());
    v1::WatchGameResponse message;
    const auto reads = random() % 4;
    for (unsigned read = 0; read < reads; ++read) stream->Read(&message);
    context.TryCancel();
    while (stream->Read(&message)) {
    }
    EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
    if (i % 100 == 0) service_->JoinOpeners();
  }
}

TEST_F(WatchReactorTest, APeerThatReadsNothingIsGivenUp) {
  Start(/*padding=*/10'000);
  grpc::ClientContext context;
  const auto stream = stub_->WatchGame(&context, v1::WatchGameRequest());
  stream->WaitForInitialMetadata();
  service_->JoinOpeners();
  // The stream becomes stuck by itself, sooner or later; until then every write has its own minute.
  const absl::Time end = absl::Now() + absl::Seconds(20);
  while (service_->live_calls.count() > 0 && absl::Now() < end) {
    service_->clock.Advance(absl::Seconds(60));
    service_->registry.Tick();
    std::this_thread::yield();
  }
  ExpectNothingLeft();
}

TEST_F(WatchReactorTest, APeerThatReadsAgainSeesWhyItsWatchEnded) {
  Start(/*padding=*/10'000);
  grpc::ClientContext context;
  const auto stream = stub_->WatchGame(&context, v1::WatchGameRequest());
  stream->WaitForInitialMetadata();
  service_->JoinOpeners();
  const absl::Time end = absl::Now() + absl::Seconds(20);
  while (service_->open_watches > 0 && absl::Now() < end) {
    service_->clock.Advance(absl::Seconds(60));
    service_->registry.Tick();
    std::this_thread::yield();
  }
  v1::WatchGameResponse message;
  while (stream->Read(&message)) {
  }
  const grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  ASSERT_TRUE(details.details_size() > 0 && details.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "WATCHER_LAGGING");
}

TEST_F(WatchReactorTest, AShutdownWithADeadlineEndsWithStreamsOpen) {
  Start();
  grpc::ClientContext context;
  const auto stream = stub_->WatchGame(&context, v1::WatchGameRequest());
  v1::WatchGameResponse message;
  ASSERT_TRUE(stream->Read(&message));
  server_->Shutdown(absl::ToChronoTime(absl::Now()));
  while (stream->Read(&message)) {
  }
  EXPECT_FALSE(stream->Finish().ok());
}

}  // namespace
}  // namespace meeple::rpc
