#ifndef MEEPLE_SERVICE_CORE_SERVER_SECRET_H_
#define MEEPLE_SERVICE_CORE_SERVER_SECRET_H_

// The one secret of a server and all that is derived from it: credentials, game ids that a retry
// finds again, digests of request ids. Nothing derived needs to be stored, and a restart with the
// same secret changes nothing.
//
// Immutable, thread-safe.
//
//   ServerSecret secret(bytes);
//   std::string token = secret.SignCredential({CallerKind::kSeat, game_id, 0, 1});
//   absl::StatusOr<Caller> caller = secret.VerifyCredential(token);

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "service/core/caller.h"
#include "service/core/keyed_hash.h"

namespace meeple::service {

// The number of characters of a game id: 100 bits in base 32.
inline constexpr size_t kGameIdLength = 20;
// The least number of bytes of a secret.
inline constexpr size_t kSecretLength = 32;

class ServerSecret {
 public:
  // Empty draws the bytes. Ends the process, with a message, on fewer than kSecretLength: what is
  // derived from them could be guessed, and no part of a server may go on like that.
  // REQUIRES: bytes of full entropy.
  explicit ServerSecret(std::string bytes);

  // The text of a credential: "m1." and base64url of kind, seat, epoch, game id and a 16-byte MAC.
  // REQUIRES: caller.game_id has kGameIdLength characters; the kind is kSeat, kWatch or
  // kInvitation.
  std::string SignCredential(const Caller& caller) const;
  // Who holds `token`; CREDENTIAL_INVALID unless this server signed it.
  absl::StatusOr<Caller> VerifyCredential(std::string_view token) const;

  // The id of the game that this request id creates: always the same one. Each API key has request
  // ids of its own; callers without one share theirs.
  std::string GameIdFor(std::string_view request_id, std::string_view key_name = {}) const;
  // Stands for a request id of a caller within one game, without giving it away. A caller is a
  // seat, an API key by its name, or neither.
  std::string DigestRequestId(std::string_view game_id, int seat, std::string_view request_id,
                              std::string_view key_name = {}) const;

 private:
  // HMAC-SHA256 over a purpose and a message, so that no derived value can stand for another.
  std::string Mac(std::string_view purpose, std::string_view message) const;

  const KeyedHash hash_;
};

// A game id that nobody can guess.
std::string RandomGameId();
// 64 bits from the system's source of randomness.
uint64_t RandomSeed();
// As many bytes from there.
std::string RandomBytes(size_t size);
// SHA-256 of `content`, 32 bytes.
std::string Sha256(std::string_view content);
// The same, cut to 16 bytes.
std::string Fingerprint(std::string_view content);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_SERVER_SECRET_H_
