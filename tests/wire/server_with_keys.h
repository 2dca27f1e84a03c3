#ifndef MEEPLE_TESTS_WIRE_SERVER_WITH_KEYS_H_
#define MEEPLE_TESTS_WIRE_SERVER_WITH_KEYS_H_

// The fixture of tests about API keys: a server with a file of keys, and stubs of the services that
// need one.
//
//   EXPECT_THAT(Allocate(lobby(), Request({Uuid(1)})), IsOk());
//   EXPECT_THAT(Info(lobby()), Refused(v1::ERROR_REASON_ROLE_REQUIRED));

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "meeple/v1/admin_service.grpc.pb.h"
#include "meeple/v1/allocation_service.grpc.pb.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {

class ServerWithKeys : public WireTest {
 protected:
  explicit ServerWithKeys(const std::function<void(rpc::ServerOptions&)>& change = {});
  ~ServerWithKeys() override;

  // The keys of two matchmakers and of an operator, the same in all tests of a process.
  static const std::string& lobby();
  static const std::string& arena();
  static const std::string& ops();

  // What the server reads, and its usual content.
  static const std::string& key_file();
  static void WriteKeys(const std::string& text);
  static std::string AllKeys();

  // Tic-tac-toe, once for each request id.
  static v1::AllocateGamesRequest Request(const std::vector<std::string>& request_ids);
  Answer<v1::AllocateGamesResponse> Allocate(const std::string& key,
                                             const v1::AllocateGamesRequest& request);
  Answer<v1::GetServerInfoResponse> Info(const std::string& key);
  Answer<v1::DrainServerResponse> DrainIt(const std::string& key);
  Answer<v1::EvictGameResponse> Evict(const std::string& key, const std::string& game_id);
  Answer<v1::VerifyGameResponse> Verify(const std::string& key, const std::string& game_id);
  Answer<v1::CreateBackupResponse> BackUp(const std::string& key, const std::string& name);
  // The table that a result stands for.
  static Table SeatAt(const v1::AllocationResult& result);
  // What a call with a key, or another token, on a game does.
  Answer<v1::AbandonResponse> AbandonWith(const std::string& token, const Table& table,
                                          const std::string& request_id = "");
  Answer<v1::GetGameResponse> GetWith(const std::string& token, const Table& table);
  Answer<v1::CreateGameResponse> CreateWith(const std::string& token, const std::string& config,
                                            const std::string& request_id = "");

 private:
  const std::unique_ptr<v1::AllocationService::Stub> allocation_;
  const std::unique_ptr<v1::AdminService::Stub> admin_;
};

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_SERVER_WITH_KEYS_H_
