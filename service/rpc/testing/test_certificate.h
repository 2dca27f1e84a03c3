#ifndef MEEPLE_SERVICE_RPC_TESTING_TEST_CERTIFICATE_H_
#define MEEPLE_SERVICE_RPC_TESTING_TEST_CERTIFICATE_H_

// A certificate for this machine and its key, made for one test: nothing secret is in the tree.
//
//   const TestCertificate certificate;
//   options.tls = certificate.files();   // what clients trust is certificate.pem()

#include <string>

#include "service/rpc/tls.h"

namespace meeple::rpc {

class TestCertificate {
 public:
  // Self-signed, for localhost and 127.0.0.1, valid for an hour. Aborts if it cannot be made.
  TestCertificate();
  // Removes the files.
  ~TestCertificate();
  TestCertificate(const TestCertificate&) = delete;
  TestCertificate& operator=(const TestCertificate&) = delete;

  const TlsFiles& files() const { return files_; }
  const std::string& pem() const { return pem_; }

 private:
  std::string folder_;
  TlsFiles files_;
  std::string pem_;
};

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_TESTING_TEST_CERTIFICATE_H_
