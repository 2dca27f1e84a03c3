#include "service/core/game_lister.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "meeple/storage/v1/summary.pb.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/feeds.h"
#include "service/core/list_filter.h"
#include "service/core/listing_thread.h"
#include "service/core/server_secret.h"

namespace meeple::service {
namespace {

constexpr int kDefaultListPage = 100;
constexpr size_t kMaxListPageBytes = 1024 * 1024;
// So many places are read at a time: a journal in memory is locked meanwhile.
constexpr int kPlacesAtOnce = 100;
constexpr std::string_view kLists = "the lists of games";

// What the pages of a listing have in common.
std::string ScopeOf(const v1::ListGamesRequest& request) {
  v1::ListGamesRequest filters = request;
  filters.clear_page_size();
  filters.clear_page_token();
  return absl::StrCat("ListGames/",
                      absl::BytesToHexString(Fingerprint(SerializeDeterministically(filters))));
}

std::string EncodePlace(const std::string& scope, const ListPlace& place) {
  return absl::WebSafeBase64Escape(
      absl::StrCat(scope, "/", place.created_milliseconds, "/", place.game_id));
}

// Whether it may be the id of a game.
bool IsGameId(const std::string& id) {
  return id.size() == kGameIdLength && std::ranges::all_of(id, [](unsigned char c) {
           return absl::ascii_islower(c) || absl::ascii_isdigit(c);
         });
}

// Nothing for the first page.
absl::StatusOr<std::optional<ListPlace>> DecodePlace(const std::string& scope,
                                                     const std::string& token) {
  if (token.empty()) return std::nullopt;
  std::string text;
  ListPlace place;
  if (absl::WebSafeBase64Unescape(token, &text) && text.starts_with(scope + "/")) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(text.substr(scope.size() + 1), absl::MaxSplits('/', 1));
    place.game_id = parts.second;
    // Decoders forgive; one place has one token.
    if (IsGameId(place.game_id) && absl::SimpleAtoi(parts.first, &place.created_milliseconds) &&
        EncodePlace(scope, place) == token) {
      return place;
    }
  }
  return InvalidField("page_token", "is not a token that the page before gave for this list");
}

// The game at a place, with its position as it stands. DATA_LOSS if it is not there as a whole.
absl::StatusOr<v1::ListedGame> ReadListed(const GameIndex& index, const ListPlace& place) {
  const absl::StatusOr<std::string> entry = index.ReadListEntry(place);
  const absl::StatusOr<std::string> stored = index.ReadSummary(place.game_id);
  v1::ListedGame game;
  storage::v1::GameSummary summary;
  for (const absl::Status& status : {entry.status(), stored.status()}) {
    if (!status.ok() && !absl::IsNotFound(status)) return status;
  }
  if (!entry.ok() || !stored.ok() || !game.ParseFromString(*entry) ||
      !summary.ParseFromString(*stored)) {
    return absl::DataLossError(
        absl::StrCat("what lists tell of game ", place.game_id, " is damaged"));
  }
  game.mutable_cursor()->set_status(static_cast<v1::GameStatus>(summary.status()));
  game.mutable_cursor()->set_turn_index(summary.turn_index());
  game.mutable_cursor()->set_turns(summary.turns());
  if (game.cursor().status() == v1::GAME_STATUS_IN_PROGRESS &&
      summary.turn_index() < game.seats_size()) {
    game.set_current_player(game.seats(summary.turn_index()).player_id());
  }
  return game;
}

// Fills a page place by place.
class PageOfGames {
 public:
  PageOfGames(const GameIndex& index, const v1::ListGamesRequest& request,
              const OnUnreadable& on_unreadable)
      : index_(index),
        on_unreadable_(on_unreadable),
        filter_(ListFilter::Of(request)),
        size_(request.page_size() == 0 ? kDefaultListPage : request.page_size()) {}

  // False once the page ends before this place.
  absl::StatusOr<bool> Take(const ListPlace& place) {
    if (page_.games_size() >= size_ || visited_ >= kMostVisited) return false;
    absl::StatusOr<v1::ListedGame> game = ReadListed(index_, place);
    ++visited_;
    if (!game.ok()) {
      const absl::Status told = FromJournalError(kLists, game.status(), on_unreadable_);
      if (!absl::IsDataLoss(game.status())) return told;
      return true;
    }
    if (!filter_.Passes(*game)) return true;
    bytes_ += game->ByteSizeLong();
    if (bytes_ > kMaxListPageBytes && page_.games_size() > 0) return false;
    *page_.add_games() = *std::move(game);
    return true;
  }

  v1::ListGamesResponse& page() { return page_; }
  // The narrowest list that has all games that pass.
  std::string list() const { return filter_.NarrowestList(); }

 private:
  const GameIndex& index_;
  const OnUnreadable& on_unreadable_;
  const ListFilter filter_;
  const int size_;
  v1::ListGamesResponse page_;
  int visited_ = 0;
  size_t bytes_ = 0;
};

}  // namespace

absl::StatusOr<v1::ListGamesResponse> ListGames(const GameIndex& index,
                                                const v1::ListGamesRequest& request,
                                                const OnUnreadable& on_unreadable) {
  const std::string scope = ScopeOf(request);
  absl::StatusOr<std::optional<ListPlace>> after = DecodePlace(scope, request.page_token());
  if (!after.ok()) return after.status();
  std::optional<ListPlace> last = *std::move(after);
  PageOfGames page(index, request, on_unreadable);
  const std::string list = page.list();
  for (;;) {
    const absl::StatusOr<std::vector<ListPlace>> places = index.ReadList(list, last, kPlacesAtOnce);
    if (!places.ok()) return FromJournalError(kLists, places.status(), on_unreadable);
    if (places->empty()) return std::move(page.page());
    for (const ListPlace& place : *places) {
      const absl::StatusOr<bool> taken = page.Take(place);
      if (!taken.ok()) return taken.status();
      if (!*taken) {
        // There is a place behind the last one that was taken, so there was one.
        page.page().set_next_page_token(EncodePlace(scope, *last));
        return std::move(page.page());
      }
      last = place;
    }
  }
}

void ListGames(HostCore& core, const v1::ListGamesRequest& request,
               GameHost::Done<v1::ListGamesResponse> done) {
  AnswerOnListingThread<v1::ListGamesResponse>(
      core,
      [&core, request]() -> absl::StatusOr<v1::ListGamesResponse> {
        // Where the lobby stands is looked at first: what follows is in the list, or still to come.
        const auto lobby = core.feeds().OpenNow(std::string(kLobbyFeed));
        if (!lobby.ok()) return lobby.status();
        const int64_t sequence = (*lobby)->bounds().head;
        absl::StatusOr<v1::ListGamesResponse> page =
            ListGames(core.index(), request, core.options().on_unreadable);
        if (page.ok()) page->set_sequence(sequence);
        return page;
      },
      std::move(done));
}

}  // namespace meeple::service
