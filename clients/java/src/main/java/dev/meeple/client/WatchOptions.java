package dev.meeple.client;

/**
 * Where a watch starts and ends.
 *
 * @param afterSequence the last event that is known already
 * @param untilFinish ends it with the first end of the game, which an undo could still take back
 * @param snapshot makes the first update the state; events follow from there. Only with {@code afterSequence} 0
 */
public record WatchOptions(long afterSequence, boolean untilFinish, boolean snapshot) {
  /** The whole game. */
  public static final WatchOptions ALL = new WatchOptions(0, false, false);

  /** What follows an event. */
  public static WatchOptions after(long sequence) {
    return new WatchOptions(sequence, false, false);
  }

  /** The same, up to the first end of the game. */
  public WatchOptions untilFinished() {
    return new WatchOptions(afterSequence, true, snapshot);
  }
}
