#include "service/rpc/tls.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/base/read_file.h"

namespace meeple::rpc {
namespace {

constexpr size_t kMaxPemBytes = size_t{1} << 20;

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

absl::Status Unusable(const std::string& path, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat("cannot serve TLS with ", path, ": ", why));
}

absl::StatusOr<std::string> ReadPem(const std::string& path) {
  absl::StatusOr<std::string> text = service::ReadFile(path, kMaxPemBytes);
  if (text.ok()) return text;
  return Unusable(path, std::string(text.status().message()));
}

Bio OpenBio(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free};
}

// There is nobody to ask for a passphrase.
int NoPassphrase(char*, int, int, void*) { return -1; }

absl::Status CheckPair(const TlsFiles& files, const std::string& certificate_text,
                       const std::string& key_text) {
  const Certificate certificate(
      PEM_read_bio_X509(OpenBio(certificate_text).get(), nullptr, NoPassphrase, nullptr),
      &X509_free);
  if (certificate == nullptr) return Unusable(files.certificate, "it holds no certificate in PEM");
  const Key key(PEM_read_bio_PrivateKey(OpenBio(key_text).get(), nullptr, NoPassphrase, nullptr),
                &EVP_PKEY_free);
  if (key == nullptr) {
    return Unusable(files.key, "it holds no private key in PEM without a passphrase");
  }
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    return Unusable(files.key,
                    absl::StrCat("the key is not that of the certificate in ", files.certificate));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> LoadServerCredentials(
    const TlsFiles& files) {
  if (files.certificate.empty() && files.key.empty()) return grpc::InsecureServerCredentials();
  if (files.certificate.empty() || files.key.empty()) {
    return absl::InvalidArgumentError("TLS needs both --tls-cert and --tls-key");
  }
  absl::StatusOr<std::string> certificate = ReadPem(files.certificate);
  if (!certificate.ok()) return certificate.status();
  absl::StatusOr<std::string> key = ReadPem(files.key);
  if (!key.ok()) return key.status();
  if (absl::Status pair = CheckPair(files, *certificate, *key); !pair.ok()) return pair;
  grpc::SslServerCredentialsOptions options(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  options.pem_key_cert_pairs.push_back({*std::move(key), *std::move(certificate)});
  return grpc::SslServerCredentials(options);
}

}  // namespace meeple::rpc
