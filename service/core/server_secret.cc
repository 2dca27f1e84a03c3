#include "service/core/server_secret.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

constexpr std::string_view kPrefix = "m1.";
constexpr size_t kMacLength = 16;
// kind, seat, four bytes of epoch, game id
constexpr size_t kPayloadLength = 6 + kGameIdLength;
constexpr size_t kSha256Length = 32;
constexpr size_t kDigestLength = 16;

constexpr char kKindSeat = 1;
constexpr char kKindWatch = 2;
constexpr char kKindInvitation = 3;

// Crockford's base 32: no letter that is read as a digit.
constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

absl::string_view ToAbsl(std::string_view text) { return {text.data(), text.size()}; }

// REQUIRES: at least 13 bytes.
std::string GameIdFromBytes(std::string_view bytes) {
  std::string id;
  unsigned bits = 0;
  int count = 0;
  for (size_t i = 0; id.size() < kGameIdLength; ++i) {
    bits = (bits << 8) | static_cast<unsigned char>(bytes[i]);
    count += 8;
    while (count >= 5 && id.size() < kGameIdLength) {
      count -= 5;
      id.push_back(kAlphabet[(bits >> count) & 31]);
    }
  }
  return id;
}

char EncodeKind(CallerKind kind) {
  if (kind == CallerKind::kInvitation) return kKindInvitation;
  return kind == CallerKind::kSeat ? kKindSeat : kKindWatch;
}

CallerKind DecodeKind(char kind) {
  if (kind == kKindInvitation) return CallerKind::kInvitation;
  return kind == kKindSeat ? CallerKind::kSeat : CallerKind::kWatch;
}

std::string EncodePayload(const Caller& caller) {
  std::string payload;
  payload.push_back(EncodeKind(caller.kind));
  payload.push_back(static_cast<char>(caller.kind == CallerKind::kWatch ? 0 : caller.seat));
  for (int shift = 24; shift >= 0; shift -= 8) {
    payload.push_back(static_cast<char>(caller.epoch >> shift));
  }
  return payload + caller.game_id;
}

Caller DecodePayload(std::string_view payload) {
  Caller caller;
  caller.kind = DecodeKind(payload[0]);
  if (caller.kind != CallerKind::kWatch) caller.seat = static_cast<unsigned char>(payload[1]);
  for (int i = 2; i < 6; ++i) {
    caller.epoch = (caller.epoch << 8) | static_cast<unsigned char>(payload[i]);
  }
  caller.game_id = std::string(payload.substr(6));
  return caller;
}

// The secret, or the end of the process.
std::string LongEnough(std::string bytes) {
  if (bytes.size() >= kSecretLength) return bytes;
  std::fprintf(stderr, "the server's secret has %zu bytes and needs at least %zu\n", bytes.size(),
               kSecretLength);
  std::abort();
}

absl::Status NotGenuine() {
  return MakeError(v1::ERROR_REASON_CREDENTIAL_INVALID,
                   "the credential is not genuine: send `authorization: Bearer m1...` exactly as "
                   "this server gave it, or none to watch");
}

}  // namespace

ServerSecret::ServerSecret(std::string bytes)
    : hash_(bytes.empty() ? RandomBytes(kSecretLength) : LongEnough(std::move(bytes))) {}

std::string ServerSecret::Mac(std::string_view purpose, std::string_view message) const {
  constexpr std::string_view end_of_purpose("\0", 1);
  return hash_.Of({purpose, end_of_purpose, message});
}

std::string ServerSecret::SignCredential(const Caller& caller) const {
  const std::string payload = EncodePayload(caller);
  const std::string token = payload + Mac("credential", payload).substr(0, kMacLength);
  return std::string(kPrefix) + absl::WebSafeBase64Escape(token);
}

absl::StatusOr<Caller> ServerSecret::VerifyCredential(std::string_view token) const {
  std::string bytes;
  if (!token.starts_with(kPrefix) ||
      !absl::WebSafeBase64Unescape(ToAbsl(token.substr(kPrefix.size())), &bytes) ||
      bytes.size() != kPayloadLength + kMacLength ||
      // Decoders forgive; one credential has one text.
      absl::WebSafeBase64Escape(bytes) != ToAbsl(token.substr(kPrefix.size()))) {
    return NotGenuine();
  }
  const std::string payload = bytes.substr(0, kPayloadLength);
  const std::string mac = Mac("credential", payload);
  if (CRYPTO_memcmp(mac.data(), bytes.data() + kPayloadLength, kMacLength) != 0) {
    return NotGenuine();
  }
  return DecodePayload(payload);
}

std::string ServerSecret::GameIdFor(std::string_view request_id, std::string_view key_name) const {
  std::string id = absl::AsciiStrToLower(ToAbsl(request_id));
  if (key_name.empty()) return GameIdFromBytes(Mac("game", id));
  return GameIdFromBytes(Mac("game of a key", std::string(key_name) + '/' + id));
}

std::string ServerSecret::DigestRequestId(std::string_view game_id, int seat,
                                          std::string_view request_id,
                                          std::string_view key_name) const {
  std::string message(game_id);
  message.push_back(static_cast<char>(seat));
  // What comes before the request id, whose length is always the same, names the caller.
  message.append(key_name);
  message.append(absl::AsciiStrToLower(ToAbsl(request_id)));
  return Mac("request", message).substr(0, kDigestLength);
}

std::string RandomGameId() { return GameIdFromBytes(RandomBytes(13)); }

uint64_t RandomSeed() {
  const std::string bytes = RandomBytes(sizeof(uint64_t));
  uint64_t seed = 0;
  std::memcpy(&seed, bytes.data(), sizeof(seed));
  return seed;
}

std::string RandomBytes(size_t size) {
  std::string bytes(size, '\0');
  // Without randomness no secret and no id is safe: there is nothing sensible to go on with.
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(size)) != 1) {
    std::abort();
  }
  return bytes;
}

std::string Sha256(std::string_view content) {
  // Looking the algorithm up takes longer than to hash what we have.
  static const EVP_MD* const sha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
      EVP_MD_CTX_new(), EVP_MD_CTX_free);
  std::string digest(kSha256Length, '\0');
  if (EVP_DigestInit_ex(context.get(), sha256, nullptr) != 1 ||
      EVP_DigestUpdate(context.get(), content.data(), content.size()) != 1 ||
      EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr) !=
          1) {
    std::abort();
  }
  return digest;
}

std::string Fingerprint(std::string_view content) {
  return Sha256(content).substr(0, kDigestLength);
}

}  // namespace meeple::service
