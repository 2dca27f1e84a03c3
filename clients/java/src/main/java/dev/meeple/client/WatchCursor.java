package dev.meeple.client;

import dev.meeple.v1.GameEvent;
import dev.meeple.v1.GameEventBatch;
import dev.meeple.v1.GameServiceGrpc;
import dev.meeple.v1.WatchGameRequest;
import dev.meeple.v1.WatchGameResponse;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Optional;

/** Lets every event of a game pass once, in order, none left out, over any number of streams. No I/O. */
final class WatchCursor implements Cursor<WatchGameRequest, WatchGameResponse, GameEvent> {
  private final String gameId;
  private final boolean untilFinish;
  private boolean wantsSnapshot;
  private volatile long sequence;

  WatchCursor(String gameId, WatchOptions options) {
    this.gameId = gameId;
    untilFinish = options.untilFinish();
    wantsSnapshot = options.snapshot();
    sequence = options.afterSequence();
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public MethodDescriptor<WatchGameRequest, WatchGameResponse> method() {
    return GameServiceGrpc.getWatchGameMethod();
  }

  @Override
  public WatchGameRequest request() {
    return WatchGameRequest.newBuilder().setGameId(gameId).setAfterSequence(sequence).setSnapshot(wantsSnapshot)
        .setUntilFinish(untilFinish).build();
  }

  @Override
  public Optional<WatchGameResponse> admit(WatchGameResponse response) {
    return switch (response.getUpdateCase()) {
      case SNAPSHOT -> admitSnapshot(response);
      case EVENTS -> admitEvents(response.getEvents().getEventsList());
      case BOOKMARK -> {
        if (response.getBookmark().getSequence() > sequence) {
          throw MeepleException.gapAfter(sequence);
        }
        yield Optional.of(response);
      }
      case UPDATE_NOT_SET -> Optional.empty(); // what a newer server tells
    };
  }

  @Override
  public List<GameEvent> items(WatchGameResponse message) {
    return message.getEvents().getEventsList();
  }

  private Optional<WatchGameResponse> admitSnapshot(WatchGameResponse response) {
    if (!wantsSnapshot) {
      return Optional.empty();
    }
    wantsSnapshot = false;
    sequence = response.getSnapshot().getGame().getSequence();
    return Optional.of(response);
  }

  private Optional<WatchGameResponse> admitEvents(List<GameEvent> all) {
    List<GameEvent> events = all.stream().filter(event -> event.getSequence() > sequence).toList();
    if (events.isEmpty()) {
      return Optional.empty();
    }
    for (int i = 0; i < events.size(); ++i) {
      if (events.get(i).getSequence() != sequence + 1 + i) {
        throw MeepleException.gapAfter(sequence);
      }
    }
    sequence = events.get(events.size() - 1).getSequence();
    wantsSnapshot = false;
    return Optional.of(
        WatchGameResponse.newBuilder().setEvents(GameEventBatch.newBuilder().addAllEvents(events)).build());
  }
}
