import { setTimeout as sleep } from "node:timers/promises";

import type { CallOptions } from "@connectrpc/connect";

import type { Cursor } from "./cursor.js";
import { MeepleError } from "./errors.js";
import { Backoff, type Settings } from "./options.js";

/** An rpc that streams. */
export type Stream<Request, Response> = (request: Request, options: CallOptions) => AsyncIterable<Response>;

/** Follows a stream over broken connections; see Client.watchUpdates. */
export async function* follow<Request, Response>(
  open: Stream<Request, Response>,
  cursor: Cursor<Request, Response>,
  signal: AbortSignal | undefined,
  settings: Settings,
): AsyncGenerator<Response, void, undefined> {
  const backoff = new Backoff(settings);
  let patience = settings.timeoutMs;
  let giveUp: number | undefined;
  for (;;) {
    try {
      for await (const update of oneStream(open, cursor, signal)) {
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
      const hopeless = !lost.resumable || signal?.aborted === true;
      if (hopeless || performance.now() + delay >= giveUp) throw lost;
      await sleep(delay, undefined, { signal }).catch(() => Promise.reject(lost));
    }
  }
}

/** What is new on one stream, which is cancelled when nobody reads on. */
async function* oneStream<Request, Response>(
  open: Stream<Request, Response>,
  cursor: Cursor<Request, Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Response, void, undefined> {
  const done = new AbortController();
  const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  try {
    for await (const response of open(cursor.request(), { signal: either })) {
      const update = cursor.admit(response);
      if (update) yield update;
    }
  } finally {
    done.abort();
  }
}
