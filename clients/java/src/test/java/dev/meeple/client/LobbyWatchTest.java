package dev.meeple.client;

import static dev.meeple.client.FakeService.broken;
import static dev.meeple.client.FakeService.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.meeple.v1.Bookmark;
import dev.meeple.v1.ErrorReason;
import dev.meeple.v1.GameResult;
import dev.meeple.v1.GameResultBatch;
import dev.meeple.v1.LobbyEvent;
import dev.meeple.v1.LobbyEventBatch;
import dev.meeple.v1.LobbyServiceGrpc;
import dev.meeple.v1.WatchLobbyRequest;
import dev.meeple.v1.WatchLobbyResponse;
import dev.meeple.v1.WatchResultsResponse;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Watches of the lobby and of results, against a fake service in this process. */
final class LobbyWatchTest {
  private final FakeLobby service = new FakeLobby();
  private final List<Long> numbers = new ArrayList<>();
  private Server server;
  private MeepleClient client;

  /** Answers each watch with the next list; an error ends the stream. */
  private static final class FakeLobby extends LobbyServiceGrpc.LobbyServiceImplBase {
    final Queue<List<Object>> streams = new ArrayDeque<>();
    final List<WatchLobbyRequest> watches = new CopyOnWriteArrayList<>();

    @Override
    public void watchLobby(WatchLobbyRequest request, StreamObserver<WatchLobbyResponse> out) {
      watches.add(request);
      for (Object message : streams.remove()) {
        if (message instanceof Throwable error) {
          out.onError(error);
          return;
        }
        out.onNext((WatchLobbyResponse) message);
      }
      out.onCompleted();
    }
  }

  @BeforeEach
  void start() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server = InProcessServerBuilder.forName(name).addService(service).build().start();
    client = new MeepleClient(InProcessChannelBuilder.forName(name).build(), "",
        ClientOptions.DEFAULT.withDelays(Duration.ofMillis(1), Duration.ofMillis(2)));
  }

  @AfterEach
  void stop() {
    client.close();
    server.shutdownNow();
  }

  private static WatchLobbyResponse changes(long... sequences) {
    var batch = LobbyEventBatch.newBuilder();
    for (long sequence : sequences) {
      batch.addEvents(LobbyEvent.newBuilder().setSequence(sequence));
    }
    return WatchLobbyResponse.newBuilder().setEvents(batch).build();
  }

  private void follow(WatchLobbyRequest request) {
    client.watchLobby(request).forEach(event -> numbers.add(event.getSequence()));
  }

  @Test
  void aWatchResumesAfterTheLastEventOrBookmark() {
    var bookmark = WatchLobbyResponse.newBuilder().setBookmark(Bookmark.newBuilder().setSequence(9)).build();
    service.streams.addAll(List.of(List.of(changes(4, 7), broken()), List.of(changes(7, 8), bookmark, broken()),
        List.of(changes(8, 9), changes(12))));
    follow(WatchLobbyRequest.newBuilder().setAfterSequence(3).setOpenSeats(true).build());
    assertEquals(List.of(4L, 7L, 8L, 12L), numbers);
    assertEquals(List.of(3L, 7L, 9L), service.watches.stream().map(WatchLobbyRequest::getAfterSequence).toList());
    assertEquals(
        List.of(true, true, true), service.watches.stream().map(WatchLobbyRequest::getOpenSeats).toList());
  }

  @Test
  void aWatchThatFellBehindEndsWithTheRefusal() {
    service.streams.add(List.of(changes(1), refusal(Status.Code.OUT_OF_RANGE, "SEQUENCE_OUT_OF_RANGE")));
    var error = assertThrows(MeepleException.class, () -> follow(WatchLobbyRequest.getDefaultInstance()));
    assertEquals(ErrorReason.ERROR_REASON_SEQUENCE_OUT_OF_RANGE, error.reason());
    assertEquals(List.of(1L), numbers);
  }

  @Test
  void anUpdateOfALaterReleaseIsLeftOut() {
    service.streams.add(List.of(WatchLobbyResponse.getDefaultInstance(), changes(1)));
    follow(WatchLobbyRequest.getDefaultInstance());
    assertEquals(List.of(1L), numbers);
  }

  @Test
  void eachResultPassesOnce() {
    ResultsCursor cursor = new ResultsCursor(4);
    var batch = GameResultBatch.newBuilder();
    for (long sequence : new long[] {4, 5, 6}) {
      batch.addResults(GameResult.newBuilder().setSequence(sequence));
    }
    var message = WatchResultsResponse.newBuilder().setResults(batch).build();
    var admitted = cursor.items(cursor.admit(message).orElseThrow());
    assertEquals(List.of(5L, 6L), admitted.stream().map(GameResult::getSequence).toList());
    assertEquals(Optional.empty(), cursor.admit(message));
    assertEquals(6, cursor.request().getAfterSequence());
    cursor.admit(WatchResultsResponse.newBuilder().setBookmark(Bookmark.newBuilder().setSequence(8)).build());
    assertEquals(8, cursor.sequence());
  }
}
