#ifndef MEEPLE_CLIENT_REQUEST_ID_H_
#define MEEPLE_CLIENT_REQUEST_ID_H_

#include <string>

namespace google::protobuf {
class Message;
}

namespace meeple::client {

// A fresh UUID of version 4 from the randomness of the operating system, for one intention of the
// caller: all tries of a call send the same one, so that the server does it once. Thread-safe.
std::string NewRequestId();

// Sets every request id of a request that is empty, also those of its repeated parts, such as the
// games of an AllocateGamesRequest. Ids that the caller chose stay.
void FillRequestIds(google::protobuf::Message* request);

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_REQUEST_ID_H_
