#include "service/core/keyed_hash.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/escaping.h"

namespace meeple::service {
namespace {

std::string HexOf(const std::string& bytes) { return absl::BytesToHexString(bytes); }

TEST(KeyedHashTest, IsTheHmacOfRfc4231) {
  EXPECT_EQ(HexOf(KeyedHash(std::string(20, '\x0b')).Of({"Hi There"})),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(HexOf(KeyedHash("Jefe").Of({"what do ya want ", "for nothing?"})),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  // A key longer than a block of the hash.
  EXPECT_EQ(HexOf(KeyedHash(std::string(131, '\xaa'))
                      .Of({"Test Using Larger Than Block-Size Key - Hash Key First"})),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(KeyedHashTest, KeysThatTakeTurnsOnAThreadDoNotMeet) {
  const KeyedHash first("first");
  const KeyedHash second("second");
  const std::string of_first = first.Of({"message"});
  const std::string of_second = second.Of({"message"});
  EXPECT_NE(of_first, of_second);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(first.Of({"message"}), of_first);
    EXPECT_EQ(second.Of({"message"}), of_second);
  }
}

TEST(KeyedHashTest, ANewKeyWhereAnotherLayIsNotTakenForIt) {
  auto hash = std::make_unique<KeyedHash>("first");
  const std::string of_first = hash->Of({"message"});
  hash.reset();
  hash = std::make_unique<KeyedHash>("second");
  EXPECT_NE(hash->Of({"message"}), of_first);
}

TEST(KeyedHashTest, ThreadsHashAtTheSameTime) {
  const KeyedHash hash("key");
  const std::string expected = hash.Of({"message"});
  std::array<int, 4> wrong = {};
  std::vector<std::thread> threads;
  for (int& count : wrong) {
    threads.emplace_back([&hash, &expected, &count] {
      for (int i = 0; i < 1'000; ++i) count += hash.Of({"mess", "age"}) == expected ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::array<int, 4>{}));
}

}  // namespace
}  // namespace meeple::service
