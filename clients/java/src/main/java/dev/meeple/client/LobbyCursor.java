package dev.meeple.client;

import dev.meeple.v1.LobbyEvent;
import dev.meeple.v1.LobbyEventBatch;
import dev.meeple.v1.LobbyServiceGrpc;
import dev.meeple.v1.WatchLobbyRequest;
import dev.meeple.v1.WatchLobbyResponse;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Optional;

/** Lets every event of the lobby pass once. Filters leave out numbers, so that nothing tells a gap. No I/O. */
final class LobbyCursor implements Cursor<WatchLobbyRequest, WatchLobbyResponse, LobbyEvent> {
  private final WatchLobbyRequest first;
  private volatile long sequence;

  LobbyCursor(WatchLobbyRequest first) {
    this.first = first;
    sequence = first.getAfterSequence();
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public MethodDescriptor<WatchLobbyRequest, WatchLobbyResponse> method() {
    return LobbyServiceGrpc.getWatchLobbyMethod();
  }

  @Override
  public WatchLobbyRequest request() {
    return first.toBuilder().setAfterSequence(sequence).build();
  }

  @Override
  public Optional<WatchLobbyResponse> admit(WatchLobbyResponse response) {
    if (response.hasBookmark()) {
      sequence = Math.max(sequence, response.getBookmark().getSequence());
      return Optional.of(response);
    }
    List<LobbyEvent> events = items(response).stream().filter(event -> event.getSequence() > sequence).toList();
    if (events.isEmpty()) {
      return Optional.empty();
    }
    sequence = events.get(events.size() - 1).getSequence();
    return Optional.of(
        WatchLobbyResponse.newBuilder().setEvents(LobbyEventBatch.newBuilder().addAllEvents(events)).build());
  }

  @Override
  public List<LobbyEvent> items(WatchLobbyResponse message) {
    return message.getEvents().getEventsList();
  }
}
