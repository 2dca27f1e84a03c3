#include "src/watch_cursor.h"

#include <gtest/gtest.h>

#include "testing/fake_service.h"

namespace meeple::client {
namespace {

v1::WatchGameRequest From(int64_t after_sequence) {
  v1::WatchGameRequest request;
  request.set_game_id("g");
  request.set_after_sequence(after_sequence);
  request.set_until_finish(true);
  return request;
}

template <class Feed>
Verdict Admitted(Cursor<Feed>& cursor, typename Feed::Response message) {
  return cursor.Admit(&message);
}

TEST(GameCursor, AsksForWhatComesNext) {
  Cursor<GameFeed> cursor(From(4));
  EXPECT_EQ(Admitted(cursor, Events(5, 7)), Verdict::kNews);
  EXPECT_EQ(cursor.sequence(), 7);
  EXPECT_EQ(cursor.request().SerializeAsString(), From(7).SerializeAsString());
}

TEST(GameCursor, TakesOutWhatWasHandedOn) {
  Cursor<GameFeed> cursor(From(3));
  v1::WatchGameResponse message = Events(2, 5);
  EXPECT_EQ(cursor.Admit(&message), Verdict::kNews);
  ASSERT_EQ(message.events().events_size(), 2);
  EXPECT_EQ(message.events().events(0).sequence(), 4);
  EXPECT_EQ(Admitted(cursor, Events(4, 5)), Verdict::kNothing);
}

TEST(GameCursor, FindsGapsAtTheStartAndInside) {
  Cursor<GameFeed> cursor(From(0));
  EXPECT_EQ(Admitted(cursor, Events(2, 2)), Verdict::kGap);
  v1::WatchGameResponse holey = Events(1, 1);
  holey.MergeFrom(Events(3, 3));
  EXPECT_EQ(Admitted(cursor, holey), Verdict::kGap);
  EXPECT_EQ(cursor.sequence(), 0);
}

TEST(GameCursor, ABookmarkBeyondWhatWasReadIsAGap) {
  Cursor<GameFeed> cursor(From(5));
  EXPECT_EQ(Admitted(cursor, Bookmark(5)), Verdict::kNews);
  EXPECT_EQ(Admitted(cursor, Bookmark(6)), Verdict::kGap);
}

TEST(GameCursor, TakesTheSnapshotOnce) {
  v1::WatchGameRequest request = From(0);
  request.set_snapshot(true);
  Cursor<GameFeed> cursor(request);
  EXPECT_TRUE(cursor.request().snapshot());
  EXPECT_EQ(Admitted(cursor, Snapshot(7)), Verdict::kNews);
  EXPECT_EQ(cursor.sequence(), 7);
  EXPECT_FALSE(cursor.request().snapshot());
  EXPECT_EQ(Admitted(cursor, Snapshot(9)), Verdict::kNothing);
  EXPECT_EQ(cursor.sequence(), 7);
}

TEST(GameCursor, LeavesOutWhatALaterReleaseTells) {
  Cursor<GameFeed> cursor(From(0));
  v1::WatchGameResponse later;
  ASSERT_TRUE(later.ParseFromString("\xa2\x06\x02\x08\x05"));
  EXPECT_EQ(cursor.Admit(&later), Verdict::kNothing);
}

v1::WatchLobbyResponse LobbyEvents(std::initializer_list<int64_t> sequences) {
  v1::WatchLobbyResponse message;
  for (const int64_t sequence : sequences) {
    message.mutable_events()->add_events()->set_sequence(sequence);
  }
  return message;
}

TEST(LobbyCursor, LetsNumbersBeLeftOutAndDropsWhatItHasHandedOn) {
  v1::WatchLobbyRequest request;
  request.set_after_sequence(4);
  request.set_kind("reversi");
  Cursor<LobbyFeed> cursor(request);
  v1::WatchLobbyResponse message = LobbyEvents({3, 4, 9, 12});
  EXPECT_EQ(cursor.Admit(&message), Verdict::kNews);
  ASSERT_EQ(message.events().events_size(), 2);
  EXPECT_EQ(message.events().events(0).sequence(), 9);
  EXPECT_EQ(cursor.request().after_sequence(), 12);
  EXPECT_EQ(cursor.request().kind(), "reversi");
  EXPECT_EQ(Admitted(cursor, LobbyEvents({9, 12})), Verdict::kNothing);
}

TEST(LobbyCursor, GoesOnAfterItsBookmark) {
  Cursor<LobbyFeed> cursor({});
  v1::WatchLobbyResponse bookmark;
  bookmark.mutable_bookmark()->set_sequence(70);
  EXPECT_EQ(Admitted(cursor, bookmark), Verdict::kNews);
  EXPECT_EQ(cursor.sequence(), 70);
  bookmark.mutable_bookmark()->set_sequence(60);
  EXPECT_EQ(Admitted(cursor, bookmark), Verdict::kNews);
  EXPECT_EQ(cursor.sequence(), 70);
}

TEST(LobbyCursor, LeavesOutWhatALaterReleaseTells) {
  Cursor<LobbyFeed> cursor({});
  EXPECT_EQ(Admitted(cursor, v1::WatchLobbyResponse()), Verdict::kNothing);
}

TEST(ResultsCursor, HandsOnEachResultOnce) {
  Cursor<ResultsFeed> cursor({});
  v1::WatchResultsResponse message;
  message.mutable_results()->add_results()->set_sequence(1);
  message.mutable_results()->add_results()->set_sequence(2);
  EXPECT_EQ(Admitted(cursor, message), Verdict::kNews);
  EXPECT_EQ(cursor.request().after_sequence(), 2);
  EXPECT_EQ(Admitted(cursor, message), Verdict::kNothing);
}

}  // namespace
}  // namespace meeple::client
