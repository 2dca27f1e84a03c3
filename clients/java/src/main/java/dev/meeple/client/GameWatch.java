package dev.meeple.client;

import dev.meeple.v1.GameEvent;
import dev.meeple.v1.GameServiceGrpc;
import dev.meeple.v1.WatchGameResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * A watch that comes back by itself: every event once, in order, none left out.
 *
 * <pre>{@code
 * try (GameWatch watch = client.watch(gameId)) {
 *   for (GameEvent event : watch) {
 *     System.out.println(event.getSequence() + " " + event.getText());
 *   }
 * }
 * }</pre>
 *
 * <p>Throws {@link MeepleException} where coming back does not help, or did not for {@link ClientOptions#patience}
 * ({@link ClientOptions#timeout} before the server was reached at all). One thread iterates, once; any may close it,
 * which ends the iteration.
 */
public final class GameWatch implements Iterable<GameEvent>, AutoCloseable {
  private final Channel channel;
  private final ClientOptions options;
  private final WatchCursor cursor;
  private final Backoff backoff;
  private final Context.CancellableContext closing = Context.current().withCancellation();
  private Iterator<WatchGameResponse> stream;
  private Duration patience;
  private long giveUp; // of System.nanoTime, while trouble lasts
  private boolean trouble;

  GameWatch(Channel channel, ClientOptions options, WatchCursor cursor) {
    this.channel = channel;
    this.options = options;
    this.cursor = cursor;
    backoff = new Backoff(options);
    patience = options.timeout();
  }

  /** The last event of the last message that was handed on. */
  public long sequence() {
    return cursor.sequence();
  }

  /** The events, one by one. */
  @Override
  public Iterator<GameEvent> iterator() {
    Iterator<WatchGameResponse> updates = updates();
    return new Fetching<>() {
      private Iterator<GameEvent> events = Collections.emptyIterator();

      @Override
      Optional<GameEvent> fetch() {
        while (!events.hasNext()) {
          if (!updates.hasNext()) {
            return Optional.empty();
          }
          events = updates.next().getEvents().getEventsList().iterator();
        }
        return Optional.of(events.next());
      }
    };
  }

  /** Whole messages: a snapshot, the events of one or more whole calls, or a bookmark on a quiet stream. */
  public Iterator<WatchGameResponse> updates() {
    return new Fetching<>() {
      @Override
      Optional<WatchGameResponse> fetch() {
        return nextUpdate();
      }
    };
  }

  /** Ends the watch. */
  @Override
  public void close() {
    closing.cancel(null);
  }

  private Optional<WatchGameResponse> nextUpdate() {
    while (!closing.isCancelled()) {
      try {
        return readStream();
      } catch (StatusRuntimeException error) {
        comeBack(MeepleException.of(error));
      } catch (MeepleException gap) {
        comeBack(gap);
      }
    }
    return Optional.empty();
  }

  /** The next message with something new; nothing where the stream ended well. */
  private Optional<WatchGameResponse> readStream() {
    if (stream == null) {
      Context before = closing.attach();
      try {
        stream = ClientCalls.blockingServerStreamingCall(
            channel, GameServiceGrpc.getWatchGameMethod(), CallOptions.DEFAULT, cursor.request());
      } finally {
        closing.detach(before);
      }
    }
    while (stream.hasNext()) {
      Optional<WatchGameResponse> update = cursor.admit(stream.next());
      if (update.isPresent()) {
        patience = options.patience();
        trouble = false;
        backoff.reset();
        return update;
      }
    }
    return Optional.empty();
  }

  /** Waits before the next stream; throws where there is to be none. */
  private void comeBack(MeepleException lost) {
    stream = null;
    if (closing.isCancelled()) {
      return;
    }
    if (!trouble) {
      trouble = true;
      giveUp = System.nanoTime() + patience.toNanos();
    }
    Duration delay = backoff.next(lost.retryDelay().orElse(Duration.ZERO));
    if (!lost.isResumable() || System.nanoTime() + delay.toNanos() - giveUp >= 0) {
      throw lost;
    }
    MeepleClient.sleep(delay, lost);
  }

  /** An iterator over what {@code fetch} brings, until it brings nothing. */
  private abstract static class Fetching<T> implements Iterator<T> {
    private Optional<T> next = Optional.empty();
    private boolean ended;

    abstract Optional<T> fetch();

    @Override
    public boolean hasNext() {
      if (next.isEmpty() && !ended) {
        next = fetch();
        ended = next.isEmpty();
      }
      return next.isPresent();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      T result = next.get();
      next = Optional.empty();
      return result;
    }
  }
}
