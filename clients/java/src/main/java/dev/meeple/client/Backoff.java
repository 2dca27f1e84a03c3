package dev.meeple.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait between tries. Not thread-safe. */
final class Backoff {
  private final ClientOptions options;
  private Duration next;

  Backoff(ClientOptions options) {
    this.options = options;
    reset();
  }

  /** Begins anew, after a success. */
  void reset() {
    next = options.firstDelay();
  }

  /** The delay before the next try, at least what the server asks for. */
  Duration next(Duration asked) {
    double factor = ThreadLocalRandom.current().nextDouble(0.8, 1.2);
    Duration delay = Duration.ofNanos((long) (next.toNanos() * factor));
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(options.longestDelay()) < 0 ? doubled : options.longestDelay();
    return delay.compareTo(asked) < 0 ? asked : delay;
  }
}
