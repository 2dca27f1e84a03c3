package dev.meeple.client;

import static dev.meeple.client.FakeService.broken;
import static dev.meeple.client.FakeService.draining;
import static dev.meeple.client.FakeService.events;
import static dev.meeple.client.FakeService.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.meeple.v1.AllocateGamesRequest;
import dev.meeple.v1.Bookmark;
import dev.meeple.v1.ErrorReason;
import dev.meeple.v1.Game;
import dev.meeple.v1.GameAllocation;
import dev.meeple.v1.GameSnapshot;
import dev.meeple.v1.SubmitMoveRequest;
import dev.meeple.v1.WatchGameRequest;
import dev.meeple.v1.WatchGameResponse;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client against a fake service in this process. */
final class MeepleClientTest {
  private static final ClientOptions QUICK =
      ClientOptions.DEFAULT.withDelays(Duration.ofMillis(1), Duration.ofMillis(2));

  private final FakeService service = new FakeService();
  private final String name = InProcessServerBuilder.generateName();
  private final List<MeepleClient> opened = new ArrayList<>();
  private Server server;
  private MeepleClient client;

  @BeforeEach
  void start() throws IOException {
    server = InProcessServerBuilder.forName(name).addService(service).intercept(service).build().start();
    client = connect(QUICK);
  }

  @AfterEach
  void stop() {
    opened.forEach(MeepleClient::close);
    server.shutdownNow();
  }

  private MeepleClient connect(ClientOptions options) {
    opened.add(new MeepleClient(InProcessChannelBuilder.forName(name).build(), "m1.x", options));
    return opened.get(opened.size() - 1);
  }

  private List<Long> follow(MeepleClient from, WatchOptions options) {
    List<Long> numbers = new ArrayList<>();
    from.watch("g", options).forEach(event -> numbers.add(event.getSequence()));
    return numbers;
  }

  @Test
  void aCallCarriesTheCredentialAndAFreshRequestId() {
    service.answers.addAll(List.of("moved", "moved", "moved"));
    client.play("g", "b2");
    client.play("g", "b2");
    client.withToken("").play("g", "b2");
    assertEquals(List.of("Bearer m1.x", "Bearer m1.x", ""), service.tokens);
    assertEquals(4, UUID.fromString(service.moves.get(0).getRequestId()).version());
    assertNotEquals(service.moves.get(0).getRequestId(), service.moves.get(1).getRequestId());
  }

  @Test
  void aCallIsRepeatedWithItsRequestIdAfterTheDelayThatWasAskedFor() {
    service.answers.addAll(List.of(draining(Duration.ofMillis(50)), broken(), "moved"));
    long started = System.nanoTime();
    assertEquals(3, client.play("g", "b2").getSequence());
    assertTrue(System.nanoTime() - started >= Duration.ofMillis(50).toNanos());
    assertEquals(3, service.moves.size());
    assertEquals(1, new HashSet<>(service.moves.stream().map(SubmitMoveRequest::getRequestId).toList()).size());
  }

  @Test
  void aRequestIdOfTheCallerStays() {
    service.answers.add("moved");
    client.submitMove(SubmitMoveRequest.newBuilder().setRequestId("mine").build());
    assertEquals("mine", service.moves.get(0).getRequestId());
  }

  @Test
  void aRefusalIsTypedAndNotRepeated() {
    service.answers.add(refusal(Status.Code.FAILED_PRECONDITION, "CELL_TAKEN"));
    MeepleException error = assertThrows(MeepleException.class, () -> client.play("g", "a1"));
    assertEquals(Status.Code.FAILED_PRECONDITION, error.code());
    assertEquals(ErrorReason.ERROR_REASON_CELL_TAKEN, error.reason());
    assertEquals("O", error.metadata().get("by"));
    assertEquals(1, service.moves.size());
  }

  @Test
  void aReasonOfALaterReleaseKeepsItsName() {
    service.answers.add(refusal(Status.Code.FAILED_PRECONDITION, "CHECKMATE"));
    MeepleException error = assertThrows(MeepleException.class, () -> client.play("g", "a1"));
    assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, error.reason());
    assertEquals("CHECKMATE", error.reasonName());
  }

  @Test
  void repetitionEndsWhereTheNextTryWouldComeAfterTheDeadline() {
    service.answers.addAll(List.of(draining(Duration.ofMillis(50)), draining(Duration.ofMinutes(1))));
    MeepleException error = assertThrows(MeepleException.class, () -> client.play("g", "a1"));
    assertEquals(ErrorReason.ERROR_REASON_SERVER_DRAINING, error.reason());
    assertEquals(2, service.moves.size());
  }

  @Test
  void aWatchResumesAfterTheLastEventWithoutGapOrRepeat() {
    service.streams.addAll(List.of(List.of(events(1, 2), broken()), List.of(draining(Duration.ofMillis(5))),
        List.of(events(2, 3), events(3), events(4))));
    assertEquals(List.of(1L, 2L, 3L, 4L), follow(client, WatchOptions.ALL));
    assertEquals(List.of(0L, 2L, 2L), service.watches.stream().map(WatchGameRequest::getAfterSequence).toList());
  }

  @Test
  void aGapIsAskedForAgain() {
    var beyond = WatchGameResponse.newBuilder().setBookmark(Bookmark.newBuilder().setSequence(4)).build();
    service.streams.addAll(List.of(List.of(events(1), events(3)), List.of(events(2, 3), beyond), List.of(events(4))));
    assertEquals(List.of(1L, 2L, 3L, 4L), follow(client, WatchOptions.ALL));
  }

  @Test
  void aWatchThatIsRefusedEndsWithTheRefusal() {
    service.streams.add(List.of(events(1), refusal(Status.Code.FAILED_PRECONDITION, "CELL_TAKEN")));
    MeepleException error = assertThrows(MeepleException.class, () -> follow(client, WatchOptions.ALL));
    assertEquals(ErrorReason.ERROR_REASON_CELL_TAKEN, error.reason());
  }

  @Test
  void patienceEnds() {
    service.streams.add(List.of(events(1), broken()));
    service.streams.addAll(Collections.nCopies(1000, List.of(broken())));
    MeepleClient hasty = connect(QUICK.withPatience(Duration.ofMillis(100)));
    MeepleException error = assertThrows(MeepleException.class, () -> follow(hasty, WatchOptions.ALL));
    assertEquals(Status.Code.INTERNAL, error.code());
  }

  @Test
  void aSnapshotIsTheStartAndIsAskedForOnce() {
    var state = WatchGameResponse.newBuilder()
        .setSnapshot(GameSnapshot.newBuilder().setGame(Game.newBuilder().setSequence(7))).build();
    service.streams.addAll(List.of(List.of(state, broken()), List.of(events(8))));
    assertEquals(List.of(8L), follow(client, new WatchOptions(0, false, true)));
    assertEquals(List.of(true, false), service.watches.stream().map(WatchGameRequest::getSnapshot).toList());
    assertEquals(7, service.watches.get(1).getAfterSequence());
  }

  @Test
  void anUpdateOfALaterReleaseIsLeftOut() {
    service.streams.add(List.of(WatchGameResponse.getDefaultInstance(), events(1)));
    assertEquals(List.of(1L), follow(client, WatchOptions.ALL));
  }

  @Test
  void aClosedWatchStops() {
    service.streams.add(List.of(events(1), events(2)));
    GameWatch watch = client.watch("g");
    List<Long> numbers = new ArrayList<>();
    watch.forEach(event -> {
      numbers.add(event.getSequence());
      watch.close();
    });
    assertEquals(List.of(1L), numbers);
  }

  @Test
  void eachGameOfAnAllocationGetsARequestId() {
    AllocateGamesRequest request = RequestIds.fill(AllocateGamesRequest.newBuilder()
        .addGames(GameAllocation.newBuilder().setRequestId("mine")).addGames(GameAllocation.newBuilder()).build());
    assertEquals("mine", request.getGames(0).getRequestId());
    assertEquals(4, UUID.fromString(request.getGames(1).getRequestId()).version());
  }

  @Test
  void delaysGrowToALimitAndVaryByAFifth() {
    Backoff backoff = new Backoff(ClientOptions.DEFAULT);
    for (long about : new long[] {100, 200, 400, 800, 1600, 2000, 2000}) {
      long delay = backoff.next(Duration.ZERO).toMillis();
      assertTrue(delay >= about * 0.79 && delay <= about * 1.2, "delay of " + delay + " ms");
    }
    assertEquals(Duration.ofMinutes(1), backoff.next(Duration.ofMinutes(1)));
  }
}
