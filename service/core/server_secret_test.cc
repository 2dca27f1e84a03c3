#include "service/core/server_secret.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

constexpr char kGameId[] = "0123456789abcdefghjk";
constexpr char kRequestId[] = "0b7cd2e4-8a1f-4c7e-9a52-3f1d6b9c0e11";
constexpr size_t kPrefixLength = 3;

class ServerSecretTest : public ::testing::Test {
 protected:
  static Caller Seat(engine::SeatIndex seat, uint32_t epoch = 1) {
    return {.kind = CallerKind::kSeat, .game_id = kGameId, .seat = seat, .epoch = epoch};
  }
  static Caller Watcher(uint32_t epoch = 1) {
    return {.kind = CallerKind::kWatch, .game_id = kGameId, .epoch = epoch};
  }

  static std::string BytesOf(const std::string& token) {
    std::string bytes;
    EXPECT_TRUE(absl::WebSafeBase64Unescape(token.substr(kPrefixLength), &bytes));
    return bytes;
  }
  static std::string TokenOf(const std::string& bytes) {
    return "m1." + absl::WebSafeBase64Escape(bytes);
  }

  void ExpectRefused(std::string_view token) {
    EXPECT_THAT(secret_.VerifyCredential(token), HasReason(v1::ERROR_REASON_CREDENTIAL_INVALID))
        << token;
  }

  void ExpectRoundTrip(const Caller& caller) {
    const auto verified = secret_.VerifyCredential(secret_.SignCredential(caller));
    ASSERT_TRUE(verified.ok()) << verified.status();
    EXPECT_EQ(verified->kind, caller.kind);
    EXPECT_EQ(verified->game_id, caller.game_id);
    EXPECT_EQ(verified->seat, caller.seat);
    EXPECT_EQ(verified->epoch, caller.epoch);
  }

  const ServerSecret secret_{std::string(32, 's')};
  const ServerSecret other_secret_{std::string(31, 's') + "t"};
};

TEST_F(ServerSecretTest, SignedCredentialsAreAccepted) {
  for (engine::SeatIndex seat = 0; seat < engine::kMaxSeats; ++seat) ExpectRoundTrip(Seat(seat));
  for (uint32_t epoch : {0u, 1u, 255u, 256u, 0x01020304u, 0xFFFFFFFFu}) {
    ExpectRoundTrip(Seat(1, epoch));
    ExpectRoundTrip(Watcher(epoch));
  }
}

// Credentials outlive the process that signed them: their form can never change. The values come
// from another implementation.
TEST_F(ServerSecretTest, FormIsPinned) {
  const std::string seat = secret_.SignCredential(Seat(1));
  EXPECT_EQ(seat, "m1.AQEAAAABMDEyMzQ1Njc4OWFiY2RlZmdoamsWSWStq7roeDIVOevtlRmW");
  EXPECT_EQ(seat.size(), kPrefixLength + 56);
  EXPECT_EQ(secret_.SignCredential(Watcher(0x01020304)),
            "m1.AgABAgMEMDEyMzQ1Njc4OWFiY2RlZmdoamt62vKV02hGz-DeGN-ZcsNc");
  EXPECT_EQ(secret_.GameIdFor(kRequestId), "kxfacf79012vyvs7h8w8");
  EXPECT_EQ(absl::BytesToHexString(secret_.DigestRequestId(kGameId, 1, kRequestId)),
            "8c4fb229b9a54a08b54fc4fd3a923bf5");
}

// What other services were given outlives the process too.
TEST_F(ServerSecretTest, RequestIdsBelongToTheirKey) {
  EXPECT_EQ(secret_.GameIdFor(kRequestId, "lobby"), "pcvb12c22y96vg2wjpwm");
  EXPECT_EQ(absl::BytesToHexString(
                secret_.DigestRequestId(kGameId, engine::kNoSeat, kRequestId, "lobby")),
            "afe2e43a93a45197213f000e523e8418");
  std::set<std::string> ids;
  std::set<std::string> digests;
  for (const std::string name : {"", "lobby", "arena", "lobb"}) {
    ids.insert(secret_.GameIdFor(kRequestId, name));
    digests.insert(secret_.DigestRequestId(kGameId, engine::kNoSeat, kRequestId, name));
  }
  EXPECT_EQ(ids.size(), 4u);
  EXPECT_EQ(digests.size(), 4u);
  EXPECT_EQ(secret_.GameIdFor(absl::AsciiStrToUpper(kRequestId), "lobby"),
            secret_.GameIdFor(kRequestId, "lobby"));
}

TEST_F(ServerSecretTest, CredentialOfAnotherServerIsRefused) {
  ExpectRefused(other_secret_.SignCredential(Seat(0)));
}

TEST_F(ServerSecretTest, EveryFlippedBitIsFound) {
  const std::string bytes = BytesOf(secret_.SignCredential(Seat(0)));
  ASSERT_EQ(bytes.size(), 42u);
  for (size_t place = 0; place < bytes.size(); ++place) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string forged = bytes;
      forged[place] = static_cast<char>(forged[place] ^ (1 << bit));
      ExpectRefused(TokenOf(forged));
    }
  }
}

TEST_F(ServerSecretTest, EveryChangedCharacterIsFound) {
  const std::string token = secret_.SignCredential(Seat(0));
  for (size_t place = 0; place < token.size(); ++place) {
    for (const char c : std::string_view("Aa0-_+/=. \n\0\x80", 13)) {
      if (token[place] == c) continue;
      std::string changed = token;
      changed[place] = c;
      ExpectRefused(changed);
    }
  }
}

TEST_F(ServerSecretTest, TruncatedCredentialIsRefused) {
  const std::string token = secret_.SignCredential(Seat(0));
  for (size_t length = 0; length < token.size(); ++length) {
    ExpectRefused(std::string_view(token).substr(0, length));
    ExpectRefused(std::string_view(token).substr(token.size() - length));
  }
}

// Decoders of base64 forgive a lot; one credential has one text.
TEST_F(ServerSecretTest, OtherTextOfTheSameBytesIsRefused) {
  const std::string token = secret_.SignCredential(Seat(0));
  for (const char* more : {"=", "==", " ", "\n", "A", "AA", "AAA", "AAAA", "."}) {
    ExpectRefused(token + more);
  }
  for (const char* space : {" ", "\n", "\t"}) {
    ExpectRefused(space + token);
    std::string spaced = token;
    ExpectRefused(spaced.insert(20, space));
  }
  ExpectRefused("M1." + token.substr(kPrefixLength));
  ExpectRefused("m2." + token.substr(kPrefixLength));
  ExpectRefused("m1" + token.substr(kPrefixLength));
  ExpectRefused(token.substr(kPrefixLength));
}

TEST_F(ServerSecretTest, OtherAlphabetOfBase64IsRefused) {
  // A credential whose text differs in the two alphabets; most do.
  for (uint32_t epoch = 1;; ++epoch) {
    ASSERT_LT(epoch, 1'000u);
    const std::string token = secret_.SignCredential(Seat(0, epoch));
    const std::string other = "m1." + absl::Base64Escape(BytesOf(token));
    if (other == token) continue;
    ExpectRefused(other);
    return;
  }
}

TEST_F(ServerSecretTest, ForgedCredentialIsRefused) {
  for (const std::string& forged : {
           std::string(),
           std::string("m1."),
           std::string("m1.m1."),
           std::string(59, 'A'),
           "m1." + std::string(56, 'A'),
           TokenOf(std::string(42, '\0')),
           TokenOf(std::string(41, '\0')),
           TokenOf(std::string(43, '\0')),
           TokenOf(BytesOf(secret_.SignCredential(Seat(0))) + '\0'),
           "m1." + std::string(60'000, 'A'),
       }) {
    ExpectRefused(forged);
  }
}

TEST_F(ServerSecretTest, MacOfOneCredentialFitsNoOther) {
  const std::string seat = BytesOf(secret_.SignCredential(Seat(0)));
  const std::string payload = BytesOf(secret_.SignCredential(Seat(1))).substr(0, 26);
  ExpectRefused(TokenOf(payload + seat.substr(26)));
}

void ExpectIsGameId(const std::string& id) {
  EXPECT_EQ(id.size(), kGameIdLength);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdefghjkmnpqrstvwxyz"), std::string::npos) << id;
}

TEST_F(ServerSecretTest, GameIdsHaveOneForm) {
  std::set<std::string> ids;
  std::set<char> first;
  std::set<char> last;
  for (int i = 0; i < 1'000; ++i) {
    for (const std::string& id : {RandomGameId(), secret_.GameIdFor(std::to_string(i))}) {
      ExpectIsGameId(id);
      EXPECT_TRUE(ids.insert(id).second) << id;
      first.insert(id.front());
      last.insert(id.back());
    }
  }
  // All characters occur, also at the ends: no bit is lost.
  EXPECT_EQ(first.size(), 32u);
  EXPECT_EQ(last.size(), 32u);
}

TEST_F(ServerSecretTest, GameIdFollowsFromSecretAndRequest) {
  const std::string id = secret_.GameIdFor(kRequestId);
  EXPECT_EQ(ServerSecret(std::string(32, 's')).GameIdFor(kRequestId), id);
  EXPECT_EQ(secret_.GameIdFor(absl::AsciiStrToUpper(kRequestId)), id) << "a UUID has no case";
  EXPECT_NE(other_secret_.GameIdFor(kRequestId), id);
  EXPECT_NE(secret_.GameIdFor("0b7cd2e4-8a1f-4c7e-9a52-3f1d6b9c0e12"), id);
}

TEST_F(ServerSecretTest, DigestBelongsToOneCallerInOneGame) {
  const std::string digest = secret_.DigestRequestId(kGameId, 0, kRequestId);
  EXPECT_EQ(digest.size(), 16u);
  EXPECT_EQ(secret_.DigestRequestId(kGameId, 0, absl::AsciiStrToUpper(kRequestId)), digest);
  const std::set<std::string> digests = {
      digest,
      secret_.DigestRequestId(kGameId, 1, kRequestId),
      secret_.DigestRequestId(kGameId, engine::kNoSeat, kRequestId),
      secret_.DigestRequestId("0123456789abcdefghjm", 0, kRequestId),
      secret_.DigestRequestId(kGameId, 0, "0b7cd2e4-8a1f-4c7e-9a52-3f1d6b9c0e12"),
      other_secret_.DigestRequestId(kGameId, 0, kRequestId),
  };
  EXPECT_EQ(digests.size(), 6u);
}

TEST_F(ServerSecretTest, NoSecretMeansARandomOne) {
  const ServerSecret first("");
  const ServerSecret second("");
  EXPECT_NE(first.GameIdFor(kRequestId), second.GameIdFor(kRequestId));
  EXPECT_TRUE(first.VerifyCredential(first.SignCredential(Seat(0))).ok());
  EXPECT_FALSE(second.VerifyCredential(first.SignCredential(Seat(0))).ok());
}

TEST(ServerSecretDeathTest, AShortSecretIsNone) {
  EXPECT_DEATH(ServerSecret(std::string(31, 's')), "needs at least 32");
  EXPECT_DEATH(ServerSecret("s"), "has 1 bytes");
}

TEST(RandomSeedTest, SeedsDiffer) {
  std::set<uint64_t> seeds;
  for (int i = 0; i < 100; ++i) seeds.insert(RandomSeed());
  EXPECT_EQ(seeds.size(), 100u);
}

TEST(FingerprintTest, IsTheBeginningOfSha256) {
  EXPECT_EQ(absl::BytesToHexString(Fingerprint("")), "e3b0c44298fc1c149afbf4c8996fb924");
  EXPECT_EQ(absl::BytesToHexString(Fingerprint("abc")), "ba7816bf8f01cfea414140de5dae2223");
}

}  // namespace
}  // namespace meeple::service
