#include "service/tools/list_check.h"

#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "service/core/game_listing.h"
#include "service/journal/storage_keys.h"
#include "service/tools/told_game.h"

namespace meeple::tools {
namespace {

using service::kListEntries;
using service::ListPlace;

size_t FingerprintOf(std::string_view list, const ListPlace& place) {
  return absl::HashOf(list, place.created_milliseconds, place.game_id);
}

std::string NameOf(std::string_view list) {
  return list == kListEntries ? "what is kept for lists"
                              : absl::StrCat("the list '", std::string(list), "'");
}

}  // namespace

void ListCheck::Add(const std::string& game_id, const service::IndexChange& indexes) {
  if (indexes.is_private) return;
  const ListPlace place = {.created_milliseconds = indexes.lists.created_milliseconds,
                           .game_id = game_id};
  const absl::StatusOr<bool> listed = reader_.IsListed(service::ListOfAll(), place);
  if (!listed.ok()) return Tell(std::string(listed.status().message()));
  // An older game has an entry first, and comes into lists when its status changes. A row that is
  // there all the same is found as one too many.
  CheckEntry(place, indexes, *listed);
  if (!*listed) return;
  for (const std::string& list : indexes.lists.joined) CheckRow(list, place);
}

void ListCheck::CheckEntry(const ListPlace& place, const service::IndexChange& indexes,
                           bool is_needed) {
  const absl::StatusOr<std::string> entry = reader_.ReadListEntry(place);
  if (absl::IsNotFound(entry.status()) && !is_needed) return;
  if (!entry.ok()) return Tell(std::string(entry.status().message()));
  found_.insert(FingerprintOf(kListEntries, place));
  v1::ListedGame told;
  if (!told.ParseFromString(*entry)) {
    return Tell(absl::StrCat("what is kept for lists of game '", place.game_id, "' is no game"));
  }
  const std::string difference = DifferenceOf(indexes.listed, told);
  if (difference.empty()) return;
  Tell(absl::StrCat("what is kept for lists of game '", place.game_id,
                    "' is not what its events say: ", difference));
}

void ListCheck::CheckRow(const std::string& list, const ListPlace& place) {
  const absl::StatusOr<bool> listed = reader_.IsListed(list, place);
  if (!listed.ok()) return Tell(std::string(listed.status().message()));
  if (*listed) {
    found_.insert(FingerprintOf(list, place));
  } else {
    Tell(absl::StrCat("game '", place.game_id, "' is missing in ", NameOf(list)));
  }
}

void ListCheck::Conclude() {
  const absl::Status read =
      reader_.VisitLists([this](std::string_view list, const ListPlace& place) {
        if (found_.contains(FingerprintOf(list, place)) || excused_.contains(place.game_id)) return;
        Tell(absl::StrCat(NameOf(list), " has game '", place.game_id,
                          "', which does not belong there"));
        excused_.insert(place.game_id);
      });
  if (!read.ok()) Tell(std::string(read.message()));
}

void ListCheck::Tell(const std::string& what) {
  report_(absl::DataLossError(
      absl::StrCat(what,
                   ". Games are served; `export` and `import` into a new directory make the "
                   "lists anew")));
}

}  // namespace meeple::tools
