#include "service/core/keyed_hash.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <atomic>
#include <cstdlib>

namespace meeple::service {
namespace {

constexpr size_t kHashLength = 32;

// The last key that a thread used: a server has one.
struct ThreadContext {
  ~ThreadContext() { EVP_MAC_CTX_free(context); }
  uint64_t number = 0;
  EVP_MAC_CTX* context = nullptr;
};

uint64_t NextNumber() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

// Without the hash nothing can be trusted, so that there is nothing sensible to go on with.
void Require(bool succeeded) {
  if (!succeeded) std::abort();
}

EVP_MAC_CTX* NewContext(std::string_view key) {
  EVP_MAC* hmac = EVP_MAC_fetch(nullptr, OSSL_MAC_NAME_HMAC, nullptr);
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(hmac);
  EVP_MAC_free(hmac);  // the context holds it
  std::string digest = "SHA256";
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  Require(context != nullptr &&
          EVP_MAC_init(context, reinterpret_cast<const unsigned char*>(key.data()), key.size(),
                       parameters) == 1);
  return context;
}

}  // namespace

KeyedHash::KeyedHash(std::string_view key) : number_(NextNumber()), keyed_(NewContext(key)) {}

KeyedHash::~KeyedHash() { EVP_MAC_CTX_free(keyed_); }

EVP_MAC_CTX* KeyedHash::OfThisThread() const {
  thread_local ThreadContext mine;
  if (mine.number != number_) {
    EVP_MAC_CTX_free(mine.context);
    mine.context = EVP_MAC_CTX_dup(keyed_);
    mine.number = number_;
  }
  return mine.context;
}

std::string KeyedHash::Of(std::initializer_list<std::string_view> parts) const {
  EVP_MAC_CTX* context = OfThisThread();
  // Begins anew with the same key.
  Require(EVP_MAC_init(context, nullptr, 0, nullptr) == 1);
  for (const std::string_view part : parts) {
    Require(EVP_MAC_update(context, reinterpret_cast<const unsigned char*>(part.data()),
                           part.size()) == 1);
  }
  std::string hash(kHashLength, '\0');
  size_t length = 0;
  Require(EVP_MAC_final(context, reinterpret_cast<unsigned char*>(hash.data()), &length,
                        hash.size()) == 1 &&
          length == hash.size());
  return hash;
}

}  // namespace meeple::service
