import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

import { ErrorInfoSchema, RetryInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import {
  AllocationService, type WatchResultsRequest, type WatchResultsResponseSchema,
} from "../src/gen/meeple/v1/allocation_service_pb.js";
import {
  GameService, type ListEventsRequest, type ListEventsResponseSchema, type SubmitMoveRequest,
  type SubmitMoveResponseSchema, type WatchGameRequest, type WatchGameResponseSchema,
} from "../src/gen/meeple/v1/game_service_pb.js";

export type Update = MessageInitShape<typeof WatchGameResponseSchema>;

export type ResultUpdate = MessageInitShape<typeof WatchResultsResponseSchema>;

/** A GameService, and the results of AllocationService, in this process, that answers as a test tells it, one answer, page or stream a call. */
export class FakeService {
  answers: (MessageInitShape<typeof SubmitMoveResponseSchema> | ConnectError)[] = [];
  pages: MessageInitShape<typeof ListEventsResponseSchema>[] = [];
  /** The messages of a stream; an error ends it. */
  streams: (Update | ConnectError)[][] = [];
  readonly moves: SubmitMoveRequest[] = [];
  readonly listings: ListEventsRequest[] = [];
  readonly watches: WatchGameRequest[] = [];
  readonly tokens: (string | null)[] = [];
  resultStreams: (ResultUpdate | ConnectError)[][] = [];
  readonly resultWatches: bigint[] = [];
  address = "";
  readonly #server: Http2Server;

  constructor() {
    this.#server = createServer(connectNodeAdapter({
      routes: (router) => router.service(AllocationService, {
        watchResults: (request) => this.#watchResults(request),
      }).service(GameService, {
        submitMove: (request, context) => this.#submitMove(request, context),
        listEvents: (request) => {
          this.listings.push(request);
          return this.pages.shift()!;
        },
        watchGame: (request) => this.#watchGame(request),
      }),
    }));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.address = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
  }

  #submitMove(request: SubmitMoveRequest, context: HandlerContext) {
    this.moves.push(request);
    this.tokens.push(context.requestHeader.get("authorization"));
    const answer = this.answers.shift()!;
    if (answer instanceof ConnectError) throw answer;
    return answer;
  }

  async *#watchResults(request: WatchResultsRequest): AsyncGenerator<ResultUpdate> {
    this.resultWatches.push(request.afterSequence);
    for (const message of this.resultStreams.shift()!) {
      if (message instanceof ConnectError) throw message;
      yield message;
    }
  }

  async *#watchGame(request: WatchGameRequest): AsyncGenerator<Update> {
    this.watches.push(request);
    for (const message of this.streams.shift()!) {
      if (message instanceof ConnectError) throw message;
      yield message;
    }
  }
}

/** Results with these numbers. */
export function results(...numbers: number[]): ResultUpdate {
  return { update: { case: "results", value: { results: numbers.map((n) => ({ sequence: BigInt(n) })) } } };
}

/** Events with these numbers. */
export function events(...numbers: number[]): Update {
  return { update: { case: "events", value: { events: numbers.map((n) => ({ sequence: BigInt(n) })) } } };
}

/** A refusal as the server makes it. */
export function refusal(code: Code, reason: string, metadata: Record<string, string> = {}, retryMs?: number) {
  const info = { desc: ErrorInfoSchema, value: create(ErrorInfoSchema, { reason, domain: "meeple.v1", metadata }) };
  const retry = retryMs === undefined ? [] : [{
    desc: RetryInfoSchema,
    value: create(RetryInfoSchema, { retryDelay: durationFromMs(retryMs) }),
  }];
  return new ConnectError("refused", code, undefined, [info, ...retry]);
}
