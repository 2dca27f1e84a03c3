import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";

import { MeepleError } from "./errors.js";
import {
  type WatchResultsRequest,
  WatchResultsRequestSchema,
  type WatchResultsResponse,
  WatchResultsResponseSchema,
} from "./gen/meeple/v1/allocation_service_pb.js";
import {
  type WatchGameRequest,
  WatchGameRequestSchema,
  type WatchGameResponse,
  WatchGameResponseSchema,
} from "./gen/meeple/v1/game_service_pb.js";
import {
  type WatchLobbyRequest,
  WatchLobbyRequestSchema,
  type WatchLobbyResponse,
  WatchLobbyResponseSchema,
} from "./gen/meeple/v1/lobby_service_pb.js";

/** Where a watch starts and ends; by default it is the whole game. */
export interface WatchOptions {
  /** The last event that is known already. */
  afterSequence?: bigint;
  /** Ends the watch with the first end of the game, which an undo could still take back. */
  untilFinish?: boolean;
  /** Makes the first update the state; events follow from there. Only without `afterSequence`. */
  snapshot?: boolean;
  /** Ends the watch, which then throws a MeepleError with Code.Canceled. */
  signal?: AbortSignal;
}

/** Where a watch stands: what has been handed on, what comes next. No I/O. */
export interface Cursor<Request, Response> {
  /** What opens a stream that goes on from here. */
  request(): Request;
  /** The message with what is new in it, or undefined where nothing is. Throws where events were left out. */
  admit(response: Response): Response | undefined;
}

/** Lets every event of a game pass once, in order, none left out, over any number of streams. No I/O. */
export class WatchCursor implements Cursor<WatchGameRequest, WatchGameResponse> {
  /** The last event that was let pass. */
  sequence: bigint;
  #wantsSnapshot: boolean;

  constructor(
    private readonly gameId: string,
    private readonly options: WatchOptions,
  ) {
    this.sequence = options.afterSequence ?? 0n;
    this.#wantsSnapshot = options.snapshot ?? false;
  }

  /** What opens a stream that goes on from here. */
  request(): WatchGameRequest {
    return create(WatchGameRequestSchema, {
      gameId: this.gameId,
      afterSequence: this.sequence,
      snapshot: this.#wantsSnapshot,
      untilFinish: this.options.untilFinish ?? false,
    });
  }

  /** The message with what is new in it, or undefined where nothing is. Throws where events were left out. */
  admit(response: WatchGameResponse): WatchGameResponse | undefined {
    switch (response.update.case) {
      case "snapshot":
        if (!this.#wantsSnapshot) return undefined;
        this.#wantsSnapshot = false;
        this.sequence = response.update.value.game?.sequence ?? 0n;
        return response;
      case "events":
        return this.#admitEvents(response);
      case "bookmark":
        if (response.update.value.sequence > this.sequence) throw this.#gap();
        return response;
      default:
        return undefined; // what a newer server tells
    }
  }

  #admitEvents(response: WatchGameResponse): WatchGameResponse | undefined {
    const all = response.update.case === "events" ? response.update.value.events : [];
    const events = all.filter((event) => event.sequence > this.sequence);
    if (events.length === 0) return undefined;
    for (const [index, event] of events.entries()) {
      if (event.sequence !== this.sequence + 1n + BigInt(index)) throw this.#gap();
    }
    this.sequence += BigInt(events.length);
    this.#wantsSnapshot = false;
    return create(WatchGameResponseSchema, { update: { case: "events", value: { events } } });
  }

  #gap(): MeepleError {
    return new MeepleError(Code.DataLoss, `the server left out events after ${this.sequence}`, undefined, true);
  }
}

/** What the cursors of feeds share, where filters may leave out numbers. */
class FeedCursor {
  /** @param sequence The last item that was let pass, or that a bookmark covers. */
  constructor(public sequence: bigint) {}

  /** Those of the items, in their order, that are new. */
  protected pass<Item extends { sequence: bigint }>(items: Item[]): Item[] {
    const fresh = items.filter((item) => item.sequence > this.sequence);
    this.passTo(fresh.at(-1)?.sequence ?? this.sequence);
    return fresh;
  }

  protected passTo(sequence: bigint): void {
    if (sequence > this.sequence) this.sequence = sequence;
  }
}

/** The same for the lobby. */
export class LobbyCursor extends FeedCursor implements Cursor<WatchLobbyRequest, WatchLobbyResponse> {
  constructor(private readonly first: MessageInitShape<typeof WatchLobbyRequestSchema>) {
    super(first.afterSequence ?? 0n);
  }

  request(): WatchLobbyRequest {
    return create(WatchLobbyRequestSchema, { ...this.first, afterSequence: this.sequence });
  }

  admit({ update }: WatchLobbyResponse): WatchLobbyResponse | undefined {
    if (update.case === "bookmark") {
      this.passTo(update.value.sequence);
      return create(WatchLobbyResponseSchema, { update });
    }
    const events = this.pass(update.case === "events" ? update.value.events : []);
    if (events.length === 0) return undefined;
    return create(WatchLobbyResponseSchema, { update: { case: "events", value: { events } } });
  }
}

/** The same for the results of an API key. */
export class ResultsCursor extends FeedCursor implements Cursor<WatchResultsRequest, WatchResultsResponse> {
  request(): WatchResultsRequest {
    return create(WatchResultsRequestSchema, { afterSequence: this.sequence });
  }

  admit({ update }: WatchResultsResponse): WatchResultsResponse | undefined {
    if (update.case === "bookmark") {
      this.passTo(update.value.sequence);
      return create(WatchResultsResponseSchema, { update });
    }
    const results = this.pass(update.case === "results" ? update.value.results : []);
    if (results.length === 0) return undefined;
    return create(WatchResultsResponseSchema, { update: { case: "results", value: { results } } });
  }
}
