import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";

import { MeepleError } from "./errors.js";
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

/** The same for the lobby, where filters may leave out numbers. */
export class LobbyCursor implements Cursor<WatchLobbyRequest, WatchLobbyResponse> {
  /** The last event that was let pass, or that a bookmark covers. */
  sequence: bigint;

  constructor(private readonly first: MessageInitShape<typeof WatchLobbyRequestSchema>) {
    this.sequence = first.afterSequence ?? 0n;
  }

  request(): WatchLobbyRequest {
    return create(WatchLobbyRequestSchema, { ...this.first, afterSequence: this.sequence });
  }

  admit({ update }: WatchLobbyResponse): WatchLobbyResponse | undefined {
    if (update.case === "bookmark") {
      if (update.value.sequence > this.sequence) this.sequence = update.value.sequence;
      return create(WatchLobbyResponseSchema, { update });
    }
    const all = update.case === "events" ? update.value.events : [];
    const events = all.filter((event) => event.sequence > this.sequence);
    const last = events.at(-1);
    if (!last) return undefined;
    this.sequence = last.sequence;
    return create(WatchLobbyResponseSchema, { update: { case: "events", value: { events } } });
  }
}
