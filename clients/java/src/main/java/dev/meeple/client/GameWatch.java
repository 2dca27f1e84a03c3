package dev.meeple.client;

import dev.meeple.v1.GameEvent;
import dev.meeple.v1.WatchGameResponse;
import io.grpc.Channel;

/**
 * Follows a game.
 *
 * <pre>{@code
 * try (GameWatch watch = client.watch(gameId)) {
 *   for (GameEvent event : watch) {
 *     System.out.println(event.getSequence() + " " + event.getText());
 *   }
 * }
 * }</pre>
 */
public final class GameWatch extends Watch<GameEvent, WatchGameResponse> {
  GameWatch(Channel channel, ClientOptions options, WatchCursor cursor) {
    super(channel, options, cursor);
  }
}
