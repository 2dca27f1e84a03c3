package dev.meeple.examples;

import dev.meeple.client.GameWatch;
import dev.meeple.client.MeepleClient;
import dev.meeple.client.WatchOptions;
import dev.meeple.v1.Bot;
import dev.meeple.v1.CreateGameResponse;
import dev.meeple.v1.GameConfig;
import dev.meeple.v1.GameEvent;
import dev.meeple.v1.GameStatus;
import dev.meeple.v1.SeatConfig;
import dev.meeple.v1.SubmitMoveRequest;
import dev.meeple.v1.TurnCursor;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Plays tic-tac-toe against a bot while a spectator follows: PlayBot [HOST:PORT] */
public final class PlayBot {
  private static final int SEAT = 0;

  private PlayBot() {}

  public static void main(String[] arguments) {
    try (MeepleClient client = MeepleClient.connect(arguments.length > 0 ? arguments[0] : "localhost:50051")) {
      CreateGameResponse created = client.createGame(GameConfig.newBuilder().setKind("tic_tac_toe")
          .addSeats(SeatConfig.newBuilder().setPlayerId("you"))
          .addSeats(SeatConfig.newBuilder().setPlayerId("bot").setBot(Bot.newBuilder().setKind("perfect")))
          .build());
      String gameId = created.getGame().getGameId();
      CompletableFuture<Void> spectator = CompletableFuture.runAsync(() -> follow(client, gameId));
      play(client.seat(created.getCredentialsList(), "you"), gameId);
      spectator.join();
      System.out.println(client.getGame(gameId).getGame().getRendered());
    }
  }

  /** A spectator: prints every event until the game ends. */
  private static void follow(MeepleClient client, String gameId) {
    try (GameWatch watch = client.watch(gameId, WatchOptions.ALL.untilFinished())) {
      for (GameEvent event : watch) {
        System.out.printf("  spectator | %4d  %s%n", event.getSequence(), event.getText());
      }
    }
  }

  /**
   * A player: makes the first legal move whenever it is its turn. It looks at whole updates, since the position after
   * one of several events of a call is not for anyone to move in.
   */
  private static void play(MeepleClient player, String gameId) {
    try (GameWatch watch = player.watch(gameId, WatchOptions.ALL.untilFinished())) {
      watch.updates().forEachRemaining(update -> {
        List<GameEvent> events = update.getEvents().getEventsList();
        if (!events.isEmpty() && isMyTurn(events.get(events.size() - 1).getCursor())) {
          player.submitMove(SubmitMoveRequest.newBuilder().setGameId(gameId)
              .setMove(player.legalMoves(gameId).getMoves(0))
              .setExpectedSequence(events.get(events.size() - 1).getSequence()).build());
        }
      });
    }
  }

  private static boolean isMyTurn(TurnCursor cursor) {
    return cursor.getStatus() == GameStatus.GAME_STATUS_IN_PROGRESS && cursor.getTurnIndex() == SEAT;
  }
}
