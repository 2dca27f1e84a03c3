#ifndef MEEPLE_SERVICE_RPC_TESTING_STATUS_DETAILS_H_
#define MEEPLE_SERVICE_RPC_TESTING_STATUS_DETAILS_H_

// What an error carries over the wire beside its code and message.
//
//   EXPECT_EQ(DetailsOf(status).code(), status.error_code());

#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include "google/rpc/status.pb.h"

namespace meeple::rpc {

// Fails the test if the details are no google.rpc.Status.
inline google::rpc::Status DetailsOf(const grpc::Status& status) {
  google::rpc::Status details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details;
}

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_TESTING_STATUS_DETAILS_H_
