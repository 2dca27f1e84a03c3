#include "clients/cli/printable.h"

#include <utf8proc.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace meeple::cli {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Takes the first code point off the text; -1 where the next byte is no UTF-8.
int32_t TakeCodePoint(std::string_view& text) {
  utf8proc_int32_t code_point = -1;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const utf8proc_ssize_t length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  text.remove_prefix(length > 0 ? static_cast<size_t>(length) : 1);
  return length > 0 ? code_point : -1;
}

// Takes the first code point off the text; the columns that it fills.
int TakeColumns(std::string_view& text) {
  const int32_t code_point = TakeCodePoint(text);
  return code_point < 0 ? 1 : utf8proc_charwidth(code_point);
}

// Takes a colour, as Style writes them, off the text if it begins with one.
bool TakeColor(std::string_view& text) {
  if (!text.starts_with("\x1b[")) return false;
  const size_t end = text.find('m');
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return true;
}

bool IsVisible(int32_t code_point) {
  switch (utf8proc_category(code_point)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    case UTF8PROC_CATEGORY_ZS:
      return code_point == ' ';
    default:
      return true;
  }
}

void CleanField(Message* message, const FieldDescriptor* field, Charset charset) {
  const Reflection* reflection = message->GetReflection();
  const Lines lines = field->name() == "rendered" ? Lines::kMany : Lines::kOne;
  const int count = field->is_repeated() ? reflection->FieldSize(*message, field) : 1;
  for (int i = 0; i < count; ++i) {
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      MakePrintable(field->is_repeated() ? reflection->MutableRepeatedMessage(message, field, i)
                                         : reflection->MutableMessage(message, field),
                    charset);
    } else if (field->is_repeated()) {
      reflection->SetRepeatedString(
          message, field, i,
          Printable(reflection->GetRepeatedString(*message, field, i), charset, lines));
    } else {
      reflection->SetString(message, field,
                            Printable(reflection->GetString(*message, field), charset, lines));
    }
  }
}

}  // namespace

std::string Printable(std::string_view text, Charset charset, Lines lines) {
  std::string printable;
  printable.reserve(text.size());
  while (!text.empty()) {
    const std::string_view rest = text;
    const int32_t code_point = TakeCodePoint(text);
    const bool kept_line = code_point == '\n' && lines == Lines::kMany;
    const bool shown = kept_line || (code_point >= 0 && IsVisible(code_point) &&
                                     (charset == Charset::kUtf8 || code_point < 0x80));
    if (shown) {
      printable += rest.substr(0, rest.size() - text.size());
    } else {
      printable += charset == Charset::kUtf8 ? "\uFFFD" : "?";
    }
  }
  return printable;
}

void MakePrintable(Message* message, Charset charset) {
  std::vector<const FieldDescriptor*> fields;
  message->GetReflection()->ListFields(*message, &fields);
  for (const FieldDescriptor* field : fields) {
    const bool has_text = field->cpp_type() == FieldDescriptor::CPPTYPE_STRING ||
                          field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (has_text && field->name() != "next_page_token") {
      CleanField(message, field, charset);
    }
  }
}

int DisplayWidth(std::string_view printable) {
  int width = 0;
  while (!printable.empty()) width += TakeColumns(printable);
  return width;
}

std::string CutToWidth(std::string_view line, int columns, Charset charset) {
  std::string cut;            // with room for the mark; what is left out has its colours in it
  std::optional<size_t> end;  // where the mark belongs
  int width = 0;
  for (std::string_view rest = line; !rest.empty();) {
    const std::string_view before = rest;
    const bool is_color = TakeColor(rest);
    if (!is_color) width += TakeColumns(rest);
    if (is_color || width < columns) {
      cut += before.substr(0, before.size() - rest.size());
    } else if (!end.has_value()) {
      end = cut.size();
    }
  }
  if (width <= columns) return std::string(line);
  return cut.insert(*end, charset == Charset::kUtf8 ? "\u2026" : "~");
}

}  // namespace meeple::cli
