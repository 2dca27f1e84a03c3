#ifndef MEEPLE_CLIENTS_CLI_PRINTABLE_H_
#define MEEPLE_CLIENTS_CLI_PRINTABLE_H_

// Makes texts from the server harmless to a terminal: names, boards and messages come from
// strangers, and a terminal obeys what it is sent. Pure functions.
//
//   out << Printable("anna\x1b[2J", Charset::kUtf8);    // "anna\uFFFD[2J"

#include <string>
#include <string_view>

#include "google/protobuf/message.h"

namespace meeple::cli {

// What the output can show.
enum class Charset { kUtf8, kAscii };

// Whether line feeds may stay.
enum class Lines { kOne, kMany };

// The text with everything replaced that is not plainly visible: control and format characters (so
// no escape sequence and no change of direction survives), private and unassigned ones, separators
// other than the space, bytes that are not UTF-8. For kAscii also all that is not ASCII, since a
// terminal that does not read UTF-8 takes its bytes for control characters.
std::string Printable(std::string_view text, Charset charset, Lines lines = Lines::kOne);

// Makes every string in the message printable, those in nested messages and maps too. Only fields
// named `rendered` keep their line feeds; `next_page_token`, which goes back to the server and is
// never shown, stays as it is.
void MakePrintable(google::protobuf::Message* message, Charset charset);

// The number of columns that a printable text takes.
int DisplayWidth(std::string_view printable);

// A printable line, which may have colours of Style's, cut to so many columns, at least 1; the last
// one tells that something was left out. Colours end as they would have.
std::string CutToWidth(std::string_view line, int columns, Charset charset);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_PRINTABLE_H_
