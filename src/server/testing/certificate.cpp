#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include <cstdio>

#include "base/check.h"
#include "server/testing/loopback.h"

namespace cardroom::server::testing {

TestCertificate::TestCertificate(const std::string& name) {
  std::string pattern = (std::filesystem::temp_directory_path() / "certificate-XXXXXX").string();
  CHECK(mkdtemp(pattern.data()) != nullptr);
  folder_ = pattern;

  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* made = X509_new();
  X509_set_version(made, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
  X509_gmtime_adj(X509_getm_notBefore(made), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made), 24L * 3600);
  X509_set_pubkey(made, key);
  X509_NAME* subject = X509_get_subject_name(made);
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                             0);
  X509_set_issuer_name(made, subject);
  const std::string names = "DNS:" + name + (name == "localhost" ? ",IP:127.0.0.1" : "");
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str());
  CHECK(extension != nullptr);
  X509_add_ext(made, extension, -1);
  X509_EXTENSION_free(extension);
  CHECK(X509_sign(made, key, EVP_sha256()) > 0);

  std::FILE* file = std::fopen(certificate().c_str(), "w");
  CHECK(file && PEM_write_X509(file, made) == 1);
  std::fclose(file);
  file = std::fopen((folder_ / "key.pem").c_str(), "w");
  CHECK(file && PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  std::fclose(file);
  X509_free(made);
  EVP_PKEY_free(key);
}

TestCertificate::~TestCertificate() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::unique_ptr<TlsFiles> TestCertificate::files() const {
  return std::make_unique<TlsFiles>(certificate(), (folder_ / "key.pem").string());
}

}  // namespace cardroom::server::testing
