package dev.meeple.client;

import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What follows a stream of the server and comes back by itself: every item once, in order, none left out.
 *
 * <p>Throws {@link MeepleException} where coming back does not help, or did not for {@link ClientOptions#patience}
 * ({@link ClientOptions#timeout} before the server was reached at all). One thread iterates, once; any may close it,
 * which ends the iteration.
 *
 * @param <T> the items
 * @param <A> the messages that bring them
 */
public abstract sealed class Watch<T, A> implements Iterable<T>, AutoCloseable
    permits GameWatch, LobbyWatch, ResultsWatch {
  private final Channel channel;
  private final ClientOptions options;
  private final Cursor<?, A, T> cursor;
  private final Backoff backoff;
  private final Context.CancellableContext closing = Context.current().withCancellation();
  private Iterator<A> stream;
  private Duration patience;
  private long giveUp; // of System.nanoTime, while trouble lasts
  private boolean trouble;

  Watch(Channel channel, ClientOptions options, Cursor<?, A, T> cursor) {
    this.channel = channel;
    this.options = options;
    this.cursor = cursor;
    backoff = new Backoff(options);
    patience = options.timeout();
  }

  /** The last item of the last message that was handed on, or how far a bookmark says that the stream has come. */
  public long sequence() {
    return cursor.sequence();
  }

  /** The items, one by one. */
  @Override
  public Iterator<T> iterator() {
    Iterator<A> updates = updates();
    return new Fetching<>() {
      private Iterator<T> items = Collections.emptyIterator();

      @Override
      Optional<T> fetch() {
        while (!items.hasNext()) {
          if (!updates.hasNext()) {
            return Optional.empty();
          }
          items = cursor.items(updates.next()).iterator();
        }
        return Optional.of(items.next());
      }
    };
  }

  /**
   * Whole messages: items, of a game those of one or more whole calls; a bookmark on a quiet stream; of a game the
   * snapshot that was asked for.
   */
  public Iterator<A> updates() {
    return new Fetching<>() {
      @Override
      Optional<A> fetch() {
        return nextUpdate();
      }
    };
  }

  /** Ends the watch. */
  @Override
  public void close() {
    closing.cancel(null);
  }

  private Optional<A> nextUpdate() {
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
  private Optional<A> readStream() {
    if (stream == null) {
      Context before = closing.attach();
      try {
        stream = cursor.open(channel);
      } finally {
        closing.detach(before);
      }
    }
    while (stream.hasNext()) {
      Optional<A> update = cursor.admit(stream.next());
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
