#ifndef MEEPLE_TESTS_FUZZ_INPUT_H_
#define MEEPLE_TESTS_FUZZ_INPUT_H_

// Reads the bytes of a fuzz target from front to back. At the end every number is 0 and every text
// empty, so that any input means something. Not thread-safe.
//
//   Input input(data, size);
//   const uint8_t choice = input.Byte();
//   const std::string_view text = input.Rest();

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace meeple::fuzz {

class Input {
 public:
  // The bytes must outlive the input.
  Input(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }

  uint8_t Byte() {
    if (rest_.empty()) return 0;
    const char byte = rest_.front();
    rest_.remove_prefix(1);
    return static_cast<uint8_t>(byte);
  }

  int32_t Int32() {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | Byte();
    return static_cast<int32_t>(value);
  }

  // The next `size` bytes, or what is left.
  std::string_view Text(size_t size) {
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(text.size());
    return text;
  }

  std::string_view Rest() { return Text(rest_.size()); }

 private:
  std::string_view rest_;
};

}  // namespace meeple::fuzz

#endif  // MEEPLE_TESTS_FUZZ_INPUT_H_
