package dev.meeple.client;

import java.time.Duration;

/**
 * How a client behaves.
 *
 * @param timeout what a call may take, its repetitions included; calls can be given their own
 * @param patience how long a watch tries to come back, from the loss of its connection to its next message
 * @param firstDelay how long to wait before the first repetition; delays double up to {@code longestDelay}, and vary
 *     by a fifth so that clients do not come back all at once. What the server asks for is kept to where it is longer
 * @param longestDelay see there
 */
public record ClientOptions(Duration timeout, Duration patience, Duration firstDelay, Duration longestDelay) {
  /** 10 seconds, 5 minutes, 0.1 and 2 seconds. */
  public static final ClientOptions DEFAULT = new ClientOptions(
      Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMillis(100), Duration.ofSeconds(2));

  /** The same with another timeout. */
  public ClientOptions withTimeout(Duration other) {
    return new ClientOptions(other, patience, firstDelay, longestDelay);
  }

  /** The same with another patience. */
  public ClientOptions withPatience(Duration other) {
    return new ClientOptions(timeout, other, firstDelay, longestDelay);
  }

  /** The same with other delays. */
  public ClientOptions withDelays(Duration first, Duration longest) {
    return new ClientOptions(timeout, patience, first, longest);
  }
}
