#include "service/rpc/testing/test_certificate.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>

namespace meeple::rpc {
namespace {

constexpr int kLifetimeSeconds = 3'600;

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

void Require(bool done) {
  if (!done) abort();
}

void AddExtension(X509* certificate, int kind, const char* value) {
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, kind, value), &X509_EXTENSION_free);
  Require(X509_add_ext(certificate, extension.get(), -1) == 1);
}

Certificate Sign(EVP_PKEY* key) {
  Certificate certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kLifetimeSeconds);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kLifetimeSeconds);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* const name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("meeple test"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
  Require(X509_sign(certificate.get(), key, EVP_sha256()) > 0);
  return certificate;
}

std::string TextOf(BIO* bio) {
  const char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio, &bytes);
  return {bytes, static_cast<size_t>(size)};
}

}  // namespace

TestCertificate::TestCertificate()
    : folder_(std::filesystem::temp_directory_path() / "meeple_certificate_XXXXXX") {
  Require(mkdtemp(folder_.data()) != nullptr);
  files_ = {.certificate = folder_ + "/certificate.pem", .key = folder_ + "/key.pem"};
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  Require(key != nullptr);
  const Bio certificate_text(BIO_new(BIO_s_mem()), &BIO_free);
  Require(PEM_write_bio_X509(certificate_text.get(), Sign(key.get()).get()) == 1);
  pem_ = TextOf(certificate_text.get());
  std::ofstream(files_.certificate) << pem_;
  const Bio key_text(BIO_new(BIO_s_mem()), &BIO_free);
  Require(PEM_write_bio_PKCS8PrivateKey(key_text.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                        nullptr) == 1);
  std::ofstream(files_.key) << TextOf(key_text.get());
}

TestCertificate::~TestCertificate() { std::filesystem::remove_all(folder_); }

}  // namespace meeple::rpc
