#ifndef MEEPLE_TESTS_FUZZ_EXPECT_H_
#define MEEPLE_TESTS_FUZZ_EXPECT_H_

// The assertion of fuzz targets, on in every build: says what was expected and aborts, which is how
// libFuzzer learns of a failure.
//
//   EXPECT(again == move, "format and parse give the same move");

#include <cstdio>
#include <cstdlib>

#define EXPECT(condition, what)                                                                 \
  do {                                                                                          \
    if (!(condition)) {                                                                         \
      std::fprintf(stderr, "%s:%d: expected: %s (%s)\n", __FILE__, __LINE__, what, #condition); \
      std::abort();                                                                             \
    }                                                                                           \
  } while (false)

#endif  // MEEPLE_TESTS_FUZZ_EXPECT_H_
