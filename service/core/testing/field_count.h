#ifndef MEEPLE_SERVICE_CORE_TESTING_FIELD_COUNT_H_
#define MEEPLE_SERVICE_CORE_TESTING_FIELD_COUNT_H_

// Guards code that fills a message field by field: a field that is added to the message fails the
// test until somebody has looked at that code.
//
//   EXPECT_EQ(FieldCount<v1::Seat>(), 4);

namespace meeple::service {

template <class Message>
int FieldCount() {
  return Message::descriptor()->field_count();
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_FIELD_COUNT_H_
