#ifndef MEEPLE_SERVICE_CORE_KEYED_HASH_H_
#define MEEPLE_SERVICE_CORE_KEYED_HASH_H_

// HMAC-SHA-256 under one key. OpenSSL takes longer to look the algorithm up and to prepare the key
// than to hash what we have, so both are done once, and once more for each thread.
//
// Thread-safe.
//
//   KeyedHash hash(key);
//   std::string mac = hash.Of({"purpose", message});

#include <openssl/types.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace meeple::service {

class KeyedHash {
 public:
  explicit KeyedHash(std::string_view key);
  ~KeyedHash();
  KeyedHash(const KeyedHash&) = delete;
  KeyedHash& operator=(const KeyedHash&) = delete;

  // The hash of the parts as if they were one message; 32 bytes.
  std::string Of(std::initializer_list<std::string_view> parts) const;

 private:
  // A context with the key that belongs to the calling thread.
  EVP_MAC_CTX* OfThisThread() const;

  // Tells it from all others that there ever were.
  const uint64_t number_;
  // Has the key; only ever copied.
  EVP_MAC_CTX* const keyed_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_KEYED_HASH_H_
