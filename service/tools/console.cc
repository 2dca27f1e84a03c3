#include "service/tools/console.h"

#include "absl/strings/str_cat.h"

namespace meeple::tools {
namespace {

bool IsControl(unsigned char c) { return c < 0x20 || c == 0x7f; }

// U+0080 to U+009F, which some terminals obey as they do ESC.
bool IsUpperControl(std::string_view text) {
  return text.size() >= 2 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0;
}

std::string Escaped(unsigned char c) { return absl::StrCat("\\x", absl::Hex(c, absl::kZeroPad2)); }

}  // namespace

std::string Printable(std::string_view text) {
  std::string printable;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (IsControl(c)) {
      printable += Escaped(c);
    } else if (IsUpperControl(text.substr(i))) {
      printable += Escaped(c);
      printable += Escaped(static_cast<unsigned char>(text[++i]));
    } else {
      printable.push_back(text[i]);
    }
  }
  return printable;
}

void Complain(Console& console, std::string_view text) {
  console.err << "meeple-server journal: " << Printable(text) << "\n";
}

int End(Console& console, const absl::Status& status) {
  Complain(console, absl::StrCat(status.message()));
  return absl::IsDataLoss(status) ? kDamaged : kUnusable;
}

}  // namespace meeple::tools
