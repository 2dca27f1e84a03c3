#include "service/rpc/tls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "service/rpc/testing/test_certificate.h"

namespace meeple::rpc {
namespace {

using ::testing::HasSubstr;

class TlsTest : public testing::Test {
 protected:
  ~TlsTest() override { std::remove(path_.c_str()); }

  // A file with that content.
  const std::string& Write(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  static void ExpectRefused(const TlsFiles& files, const std::string& file,
                            const std::string& why) {
    const auto credentials = LoadServerCredentials(files);
    ASSERT_EQ(credentials.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(credentials.status().message()), HasSubstr(file));
    EXPECT_THAT(std::string(credentials.status().message()), HasSubstr(why));
  }

  const TestCertificate certificate_;
  const std::string& cert() const { return certificate_.files().certificate; }
  const std::string& key() const { return certificate_.files().key; }

 private:
  const std::string path_ = testing::TempDir() + "/meeple_tls_test.pem";
};

TEST_F(TlsTest, WithoutFilesNothingIsEncrypted) { EXPECT_TRUE(LoadServerCredentials({}).ok()); }

TEST_F(TlsTest, AcceptsACertificateAndItsKey) {
  const auto credentials = LoadServerCredentials(certificate_.files());
  EXPECT_TRUE(credentials.ok()) << credentials.status();
}

TEST_F(TlsTest, NeedsBothFiles) {
  ExpectRefused({.certificate = cert()}, "--tls-key", "both");
  ExpectRefused({.key = key()}, "--tls-cert", "both");
}

TEST_F(TlsTest, RefusesFilesThatCannotBeRead) {
  ExpectRefused({.certificate = "/nonexistent/cert", .key = key()}, "/nonexistent/cert",
                "No such file");
  ExpectRefused({.certificate = cert(), .key = "/nonexistent/key"}, "/nonexistent/key",
                "No such file");
  ExpectRefused({.certificate = testing::TempDir(), .key = key()}, testing::TempDir(), "directory");
  const std::string& empty = Write("");
  ExpectRefused({.certificate = cert(), .key = empty}, empty, "no private key");
}

TEST_F(TlsTest, RefusesFilesThatAreSomethingElse) {
  const std::string& text = Write("-----BEGIN CERTIFICATE-----\nnonsense\n");
  ExpectRefused({.certificate = text, .key = key()}, text, "no certificate");
  ExpectRefused({.certificate = cert(), .key = text}, text, "no private key");
  ExpectRefused({.certificate = key(), .key = cert()}, key(), "no certificate");
}

TEST_F(TlsTest, RefusesTheKeyOfAnotherCertificate) {
  const TestCertificate other;
  ExpectRefused({.certificate = cert(), .key = other.files().key}, other.files().key,
                "not that of the certificate");
}

}  // namespace
}  // namespace meeple::rpc
