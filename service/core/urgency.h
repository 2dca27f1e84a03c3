#ifndef MEEPLE_SERVICE_CORE_URGENCY_H_
#define MEEPLE_SERVICE_CORE_URGENCY_H_

namespace meeple::service {

// Who waits for the journal: a call is refused with OVERLOADED where too many wait; work of the
// server itself never is.
enum class Urgency { kCall, kInternal };

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_URGENCY_H_
