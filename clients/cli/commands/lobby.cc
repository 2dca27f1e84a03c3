#include <unistd.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "clients/cli/commands/commands.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/join_report.h"
#include "clients/cli/lobby/list_options.h"
#include "clients/cli/lobby/listed_games.h"
#include "clients/cli/lobby/lobby_screen.h"
#include "clients/cli/play/mailbox.h"
#include "clients/cli/session.h"
#include "clients/cli/terminal/alternate_screen.h"
#include "clients/cli/terminal/terminal_mode.h"
#include "clients/cli/terminal/waiter.h"
#include "clients/cli/watch_notices.h"

namespace meeple::cli {
namespace {

struct LobbyArguments {
  ListOptions list;
  std::string name;
  double patience_seconds = 300;
};

using Update = client::LobbyWatch::Update;

// Every game of the list, with the sequence from which to watch.
absl::StatusOr<v1::ListGamesResponse> ListAll(Connection& connection,
                                              v1::ListGamesRequest request) {
  std::optional<v1::ListGamesResponse> all;
  request.set_page_size(1'000);
  do {
    auto page = connection.Call(&Connection::LobbyStub::ListGames, request);
    if (!page.ok()) return page.status();
    request.set_page_token(page->next_page_token());
    page->clear_next_page_token();
    if (!all.has_value()) {
      all = *std::move(page);
    } else {
      page->clear_sequence();  // the first page's counts
      all->MergeFrom(*page);
    }
  } while (!request.page_token().empty());
  return *std::move(all);
}

// A list, and what changes in it since; a new list where the server no longer keeps what was
// missed. Each is handed to one of the functions, in order.
template <class OnList, class OnUpdate>
absl::Status FollowLobby(Session& session, const LobbyArguments& arguments,
                         const std::stop_token& stop, OnList on_list, OnUpdate on_update) {
  for (;;) {
    auto listed = ListAll(session.connection(), arguments.list.request);
    if (!listed.ok()) return listed.status();
    v1::WatchLobbyRequest request = WatchOf(arguments.list.request);
    request.set_after_sequence(listed->sequence());
    on_list(*std::move(listed));
    Connection& connection = session.connection();
    client::LobbyWatch watch = connection.WatchLobby(
        request, {.patience = PatienceOf(arguments.patience_seconds), .stop = stop});
    Update update = connection.Next(watch);
    for (; update.kind != Update::kEnd; update = connection.Next(watch)) {
      on_update(std::move(update));
    }
    if (client::ReasonOf(update.status) != v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE) {
      return update.status;
    }
  }
}

// "+" for what is new or changed, "-" for what is gone.
void PrintEvents(Session& session, const v1::LobbyEventBatch& events, ListedGames& games) {
  for (const v1::LobbyEvent& event : events.events()) {
    if (!games.Apply(event)) continue;
    if (event.change() == v1::LOBBY_CHANGE_GONE) {
      session.out() << "- " << event.game().game_id() << "\n";
    } else {
      session.out() << "+ " << LineOf(event.game(), session.style());
    }
  }
  session.out() << std::flush;
}

ExitCode PrintLobby(Session& session, const LobbyArguments& arguments) {
  ListedGames games;
  const auto on_list = [&](const v1::ListGamesResponse& listed) {
    games.clear();
    for (const v1::ListedGame& game : listed.games()) games.Add(game);
    if (session.json()) {
      session.Print(listed);
      return;
    }
    for (const v1::ListedGame* game : games.NewestFirst()) {
      session.out() << "+ " << LineOf(*game, session.style());
    }
    session.out() << std::flush;
  };
  const auto on_update = [&](const Update& update) {
    if (update.kind != Update::kMessage) {
      session.Notice(NoticeOf(update));
    } else if (session.json()) {
      session.Print(update.message);
    } else {
      PrintEvents(session, update.message.events(), games);
    }
  };
  const absl::Status status = FollowLobby(session, arguments, session.stop(), on_list, on_update);
  if (status.ok() || session.stop().stop_requested()) return kDone;
  return session.Fail(status);
}

// A lobby on a terminal. The lobby is followed by a thread of its own, whose only way in is the
// mailbox.
class LobbyViewer {
 public:
  LobbyViewer(Session& session, const LobbyArguments& arguments)
      : session_(session), arguments_(arguments), waiter_(session.stop()) {}

  ExitCode Run() {
    {
      const TerminalMode keys_at_once(session_.surroundings().input);
      AlternateScreen terminal(session_.out());
      const std::jthread follower([this](const std::stop_token& stop) { Follow(stop); });
      while (!screen_.is_done() && !joined_.has_value() && !end_.has_value() &&
             !session_.stop().stop_requested()) {
        Show(terminal);
        if (waiter_.Wait(session_.surroundings().input, kLookAtSize)) ReadKeys();
        for (News& news : mailbox_.TakeAll()) Take(std::move(news));
        if (const std::string id = screen_.TakeJoin(); !id.empty()) Join(id);
      }
    }
    if (joined_.has_value()) return ReportJoin(session_, joined_->first, joined_->second);
    if (end_.has_value() && !session_.stop().stop_requested()) return session_.Fail(*end_);
    return kDone;
  }

 private:
  // One of them.
  struct News {
    std::optional<v1::ListGamesResponse> list = {};
    std::optional<Update> update = {};
    std::optional<absl::Status> end = {};
  };

  // So often a terminal of another size is noticed.
  static constexpr absl::Duration kLookAtSize = absl::Seconds(1);

  void Show(AlternateScreen& terminal) {
    Style style = session_.style();
    UpdateSize(session_.surroundings().out_file, &style);
    std::string text = screen_.Text(games_, style);
    if (text == shown_) return;
    terminal.Show(text);
    shown_ = std::move(text);
  }

  // Runs on the thread of the watch.
  void Follow(const std::stop_token& stop) {
    const auto put = [this](News news) {
      mailbox_.Put(std::move(news));
      waiter_.Wake();
    };
    const absl::Status end = FollowLobby(
        session_, arguments_, stop,
        [&](v1::ListGamesResponse list) { put({.list = std::move(list)}); },
        [&](Update update) { put({.update = std::move(update)}); });
    put({.end = end});
  }

  void ReadKeys() {
    std::array<char, 64> bytes;
    const ssize_t count = read(session_.surroundings().input, bytes.data(), bytes.size());
    if (count <= 0) return screen_.Press({Key::kEscape}, games_);
    for (const Key& key : KeysOf({bytes.data(), static_cast<size_t>(count)})) {
      screen_.Press(key, games_);
    }
  }

  void Take(News news) {
    if (news.end.has_value()) end_ = *news.end;
    if (news.list.has_value()) {
      games_.clear();
      for (const v1::ListedGame& game : news.list->games()) games_.Add(game);
    }
    if (!news.update.has_value()) return;
    if (news.update->kind == Update::kMessage) {
      for (const v1::LobbyEvent& event : news.update->message.events().events()) {
        games_.Apply(event);
      }
    } else {
      screen_.SetNotice(news.update->kind == Update::kLost ? NoticeOf(*news.update) : "");
    }
  }

  void Join(const std::string& game_id) {
    v1::JoinGameRequest request;
    request.set_game_id(game_id);
    request.set_player_id(arguments_.name);
    auto joined = session_.connection().Call(&Connection::LobbyStub::JoinGame, request);
    if (joined.ok()) {
      joined_.emplace(game_id, std::move(joined));
    } else {
      screen_.SetNotice(absl::StrCat("not joined: ", joined.status().message()));
    }
  }

  Session& session_;
  const LobbyArguments& arguments_;
  Waiter waiter_;
  Mailbox<News> mailbox_;
  ListedGames games_;
  LobbyScreen screen_;
  std::string shown_;
  std::optional<std::pair<std::string, absl::StatusOr<v1::JoinGameResponse>>> joined_;
  std::optional<absl::Status> end_;
};

ExitCode Lobby(Session& session, LobbyArguments arguments) {
  if (absl::Status status = CompleteRequest(arguments.list); !status.ok()) {
    return session.FailUsage(std::string(status.message()));
  }
  const std::string& kind = arguments.list.request.kind();
  if (absl::Status status = CheckGameKind(session.connection(), kind); !status.ok()) {
    return session.Fail(status);
  }
  arguments.list.request.set_open_seats(!arguments.list.playing);
  const Surroundings& around = session.surroundings();
  const bool is_person =
      !session.json() && isatty(around.input) == 1 && isatty(around.out_file) == 1;
  return is_person ? LobbyViewer(session, arguments).Run() : PrintLobby(session, arguments);
}

}  // namespace

void AddLobby(Program& program) {
  auto arguments = std::make_shared<LobbyArguments>();
  CLI::App& command =
      program.Add("lobby",
                  "Shows games that wait for players, live; on a terminal Up and Down, or k and j, "
                  "choose one and Enter joins it",
                  "lobby --name zoe\nlobby --kind connect_four\nlobby --playing --json");
  AddListOptions(command, arguments->list);
  command.add_option("--name", arguments->name,
                     "What you are called where you join; default what the seat was created with");
  AddPatience(command, arguments->patience_seconds);
  program.Does(command, [arguments](Session& session) { return Lobby(session, *arguments); });
}

}  // namespace meeple::cli
