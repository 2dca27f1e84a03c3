#include "engine/testing/conformance.h"

namespace meeple::engine {

#define GAME(name)               \
  namespace name {               \
  Conformance MakeConformance(); \
  }
#include "engine/games/games.inc"
#undef GAME

const std::vector<Conformance>& AllConformances() {
  static const auto* all = new std::vector<Conformance>{
#define GAME(name) name::MakeConformance(),
#include "engine/games/games.inc"
#undef GAME
  };
  return *all;
}

}  // namespace meeple::engine
