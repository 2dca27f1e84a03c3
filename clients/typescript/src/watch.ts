import { setTimeout as sleep } from "node:timers/promises";

import type { Client as ServiceClient } from "@connectrpc/connect";

import { WatchCursor, type WatchOptions } from "./cursor.js";
import { MeepleError } from "./errors.js";
import type { GameService, WatchGameResponse } from "./gen/meeple/v1/game_service_pb.js";
import { Backoff, type Settings } from "./options.js";

type Games = ServiceClient<typeof GameService>;

/** Follows a game over broken connections; see Client.watchUpdates. */
export async function* follow(
  games: Games,
  gameId: string,
  options: WatchOptions,
  settings: Settings,
): AsyncGenerator<WatchGameResponse, void, undefined> {
  const cursor = new WatchCursor(gameId, options);
  const backoff = new Backoff(settings);
  let patience = settings.timeoutMs;
  let giveUp: number | undefined;
  for (;;) {
    try {
      for await (const update of oneStream(games, cursor, options.signal)) {
        patience = settings.patienceMs;
        giveUp = undefined;
        backoff.reset();
        yield update;
      }
      return;
    } catch (thrown) {
      // Whatever the consumer throws does not come here: a generator only sees its own errors.
      const lost = MeepleError.from(thrown);
      giveUp ??= performance.now() + patience;
      const delay = backoff.next(lost.retryDelayMs);
      const hopeless = !lost.resumable || options.signal?.aborted === true;
      if (hopeless || performance.now() + delay >= giveUp) throw lost;
      await sleep(delay, undefined, { signal: options.signal }).catch(() => Promise.reject(lost));
    }
  }
}

/** What is new on one stream, which is cancelled when nobody reads on. */
async function* oneStream(
  games: Games,
  cursor: WatchCursor,
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchGameResponse, void, undefined> {
  const done = new AbortController();
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  try {
    for await (const response of games.watchGame(cursor.request(), { signal: either })) {
      const update = cursor.admit(response);
      if (update) yield update;
    }
  } finally {
    done.abort();
  }
}
