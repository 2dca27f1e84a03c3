#ifndef MEEPLE_SERVICE_JOURNAL_BIG_ENDIAN_H_
#define MEEPLE_SERVICE_JOURNAL_BIG_ENDIAN_H_

// Numbers as bytes, most significant byte first.
//
//   std::string bytes;
//   AppendBigEndian<uint32_t>(bytes, 258);                    // 0 0 1 2
//   uint32_t number = ParseBigEndian<uint32_t>(bytes);

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace meeple::service {

template <std::unsigned_integral Number>
void AppendBigEndian(std::string& bytes, std::type_identity_t<Number> number) {
  for (int shift = 8 * (static_cast<int>(sizeof(Number)) - 1); shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(number >> shift));
  }
}

// The number at the start of `bytes`. REQUIRES: they are enough.
template <std::unsigned_integral Number>
Number ParseBigEndian(std::string_view bytes) {
  Number number = 0;
  for (const char byte : bytes.substr(0, sizeof(Number))) {
    number = static_cast<Number>(number << 8 | static_cast<unsigned char>(byte));
  }
  return number;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_BIG_ENDIAN_H_
