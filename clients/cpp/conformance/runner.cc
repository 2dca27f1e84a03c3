// Carries out conformance commands with the C++ client: see clients/conformance/README.md.

#include <meeple/client/client.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"

namespace {

using google::protobuf::Message;
using google::protobuf::Struct;
using google::protobuf::Value;
using meeple::client::Allocation;
using meeple::client::CallOptions;
using meeple::client::Client;
using meeple::client::Error;
using meeple::client::Games;
using meeple::client::Lobby;
using meeple::client::Options;
using meeple::client::Watch;
namespace v1 = meeple::v1;

// A command, or an answer, that is no valid JSON of its type is a mistake of this program.
void Expect(const google::protobuf::util::Status& status) {
  if (status.ok()) return;
  std::cerr << "runner: " << status.ToString() << std::endl;
  std::exit(1);
}

std::string ToJson(const Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string json;
  Expect(google::protobuf::util::MessageToJsonString(message, &json, options));
  return json;
}

template <class M>
M FromJson(const std::string& json) {
  M message;
  Expect(google::protobuf::util::JsonStringToMessage(json, &message));
  return message;
}

class Command {
 public:
  explicit Command(const std::string& line) : fields_(FromJson<Struct>(line)) {}

  // Empty, or 0, where there is none of that name.
  std::string Text(const std::string& name) const { return Field(name).string_value(); }
  double Number(const std::string& name) const { return Field(name).number_value(); }
  template <class Request>
  Request RequestOf() const {
    return FromJson<Request>(ToJson(Field("request").struct_value()));
  }

 private:
  const Value& Field(const std::string& name) const {
    const auto found = fields_.fields().find(name);
    return found == fields_.fields().end() ? Value::default_instance() : found->second;
  }

  const Struct fields_;
};

std::string Answer(const std::string& json) { return absl::StrCat("{\"answer\":", json, "}"); }

std::string Failure(const absl::Status& status) {
  const Error error = meeple::client::ErrorOf(status);
  Struct failure;
  auto& fields = *failure.mutable_fields();
  fields["code"].set_string_value(absl::StatusCodeToString(error.code));
  fields["reason"].set_string_value(error.reason_name);
  fields["known"].set_bool_value(error.reason != v1::ERROR_REASON_UNSPECIFIED);
  auto& metadata = *fields["metadata"].mutable_struct_value()->mutable_fields();
  for (const auto& [name, value] : error.metadata) metadata[name].set_string_value(value);
  return absl::StrCat("{\"error\":", ToJson(failure), "}");
}

using Call = std::function<std::string(const Client&, const Command&, const CallOptions&)>;

template <class Stub, class Request, class Response>
Call Using(Client::Method<Stub, Request, Response> method) {
  return [method](const Client& client, const Command& command, const CallOptions& options) {
    const auto response = client.Call(method, command.RequestOf<Request>(), options);
    return response.ok() ? Answer(ToJson(*response)) : Failure(response.status());
  };
}

const std::map<std::string, Call>& Calls() {
  static const auto* const calls = new std::map<std::string, Call>{
      {"Abandon", Using(&Games::Abandon)},
      {"AllocateGames", Using(&Allocation::AllocateGames)},
      {"AnswerOffer", Using(&Games::AnswerOffer)},
      {"CreateGame", Using(&Games::CreateGame)},
      {"ForkGame", Using(&Games::ForkGame)},
      {"GetGame", Using(&Games::GetGame)},
      {"JoinGame", Using(&Lobby::JoinGame)},
      {"LeaveGame", Using(&Lobby::LeaveGame)},
      {"ListEvents", Using(&Games::ListEvents)},
      {"ListGameKinds", Using(&Games::ListGameKinds)},
      {"ListGames", Using(&Lobby::ListGames)},
      {"ListLegalMoves", Using(&Games::ListLegalMoves)},
      {"MakeOffer", Using(&Games::MakeOffer)},
      {"Redo", Using(&Games::Redo)},
      {"Replay", Using(&Games::Replay)},
      {"Resign", Using(&Games::Resign)},
      {"SetController", Using(&Games::SetController)},
      {"SubmitMove", Using(&Games::SubmitMove)},
      {"Undo", Using(&Games::Undo)},
  };
  return *calls;
}

template <class M>
std::string Decoded(const std::string& bytes) {
  M message;
  if (!message.ParseFromString(bytes)) return Failure(absl::DataLossError("unreadable"));
  return Answer(ToJson(message));
}

// The next item of a watch, or how it ended.
using Next = std::function<std::string()>;

template <class Feed>
Next NextOf(Watch<Feed> opened) {
  const auto watch = std::make_shared<Watch<Feed>>(std::move(opened));
  return [watch] {
    const std::optional<typename Feed::Item> item = watch->NextItem();
    if (item.has_value()) return Answer(ToJson(*item));
    return watch->status().ok() ? "{\"end\":true}" : Failure(watch->status());
  };
}

class Runner {
 public:
  Runner(const std::string& address, const Options& options) : client_(address, options) {}

  std::string Do(const Command& command) {
    const std::string what = command.Text("do");
    if (what == "call") return MakeCall(command);
    if (what == "watch") return Watch(command);
    if (what == "next") return watches_.at(command.Text("name"))();
    if (what == "close") return Close(command);
    if (what == "decode") return Decode(command);
    return Failure(absl::UnimplementedError(what));
  }

 private:
  std::string MakeCall(const Command& command) {
    const auto call = Calls().find(command.Text("method"));
    if (call == Calls().end()) return Failure(absl::UnimplementedError(command.Text("method")));
    CallOptions options;
    const double timeout = command.Number("timeout_ms");
    if (timeout > 0) options.timeout = absl::Milliseconds(timeout);
    return call->second(client_.As(command.Text("token")), command, options);
  }

  std::string Watch(const Command& command) {
    const Client caller = client_.As(command.Text("token"));
    const std::string feed = command.Text("feed");
    Next& next = watches_[command.Text("name")];
    if (feed == "game") {
      const auto request = command.RequestOf<v1::WatchGameRequest>();
      next = NextOf(caller.WatchGame(request.game_id(), {.after_sequence = request.after_sequence(),
                                                         .until_finish = request.until_finish()}));
    } else if (feed == "lobby") {
      next = NextOf(caller.WatchLobby(command.RequestOf<v1::WatchLobbyRequest>()));
    } else if (feed == "results") {
      const auto request = command.RequestOf<v1::WatchResultsRequest>();
      next = NextOf(caller.WatchResults(request.after_sequence()));
    } else {
      return Failure(absl::UnimplementedError(feed));
    }
    return Answer("{}");
  }

  std::string Close(const Command& command) {
    watches_.erase(command.Text("name"));
    return Answer("{}");
  }

  static std::string Decode(const Command& command) {
    std::string bytes;
    absl::Base64Unescape(command.Text("base64"), &bytes);
    const std::string type = command.Text("type");
    if (type == "GameEvent") return Decoded<v1::GameEvent>(bytes);
    if (type == "Game") return Decoded<v1::Game>(bytes);
    if (type == "WatchGameResponse") return Decoded<v1::WatchGameResponse>(bytes);
    return Failure(absl::UnimplementedError(type));
  }

  const Client client_;
  std::map<std::string, Next> watches_;
};

}  // namespace

int main() {
  const char* address = std::getenv("MEEPLE_SERVER");
  Options options;
  if (const char* authority = std::getenv("MEEPLE_TLS_CA")) {
    options.encryption = meeple::client::Tls(authority).value();
  }
  Runner runner(address != nullptr ? address : "localhost:50051", options);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << runner.Do(Command(line)) << std::endl;
  }
}
