#ifndef MEEPLE_SERVICE_CORE_PLAYER_NAME_H_
#define MEEPLE_SERVICE_CORE_PLAYER_NAME_H_

// The one rule for the names of players, the same at every door.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace meeple::service {

// The longest name, in code points.
inline constexpr int kMaxNameLength = 64;

// `name` without spaces around it, in Unicode normalisation form C. INVALID_ARGUMENT, with a
// message for people and no details, unless 1 to 64 code points remain, all assigned and none of
// the general categories Cc, Cf, Cs, Co, Cn, Zl, Zp, and no space other than U+0020, and one of
// them is seen where it stands alone: no mark (Mn, Mc, Me) and no blank, as the Hangul fillers and
// the empty Braille pattern are. Letters that merely look alike are allowed.
absl::StatusOr<std::string> NormalisePlayerName(std::string_view name);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_PLAYER_NAME_H_
