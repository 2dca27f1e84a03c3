import { setTimeout as sleep } from "node:timers/promises";

import {
  clone, create, type DescMessage, type DescMethodStreaming, type DescMethodUnary, isMessage, type Message,
  type MessageInitShape, type MessageShape,
} from "@bufbuild/protobuf";
import type { ContextValues, StreamResponse, Transport, UnaryResponse } from "@connectrpc/connect";

import { MeepleError } from "./errors.js";
import { Backoff, type Settings } from "./options.js";

type HeaderSource = ConstructorParameters<typeof Headers>[0];

/**
 * The connection as one caller uses it: adds credential, request ids, deadline and repetition to each unary
 * call, and makes every error a MeepleError. Streams get the credential; `Client.watch` does the rest.
 */
export class Caller implements Transport {
  constructor(
    private readonly transport: Transport,
    private readonly settings: Settings,
    private readonly token: string,
  ) {}

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeaderSource | undefined,
    input: MessageInitShape<I>,
    contextValues?: ContextValues,
  ): Promise<UnaryResponse<I, O>> {
    const request = withRequestIds(method.input, create(method.input, input));
    const giveUp = performance.now() + (timeoutMs ?? this.settings.timeoutMs);
    const backoff = new Backoff(this.settings);
    for (;;) {
      try {
        const left = Math.max(1, Math.ceil(giveUp - performance.now()));
        return await this.transport.unary(method, signal, left, this.#identified(header),
          request as MessageInitShape<I>, contextValues);
      } catch (thrown) {
        const error = MeepleError.from(thrown);
        const delay = backoff.next(error.retryDelayMs);
        const hopeless = !error.transient || signal?.aborted === true;
        if (hopeless || performance.now() + delay >= giveUp) throw error;
        await sleep(delay, undefined, { signal }).catch(() => Promise.reject(error));
      }
    }
  }

  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeaderSource | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
    contextValues?: ContextValues,
  ): Promise<StreamResponse<I, O>> {
    try {
      const response = await this.transport.stream(method, signal, timeoutMs,
        this.#identified(header), input, contextValues);
      return { ...response, message: withTypedErrors(response.message) };
    } catch (thrown) {
      throw MeepleError.from(thrown);
    }
  }

  #identified(header: HeaderSource | undefined): Headers {
    const all = new Headers(header);
    if (this.token !== "") all.set("authorization", `Bearer ${this.token}`);
    return all;
  }
}

async function* withTypedErrors<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (thrown) {
    throw MeepleError.from(thrown);
  }
}

/**
 * A copy of the request in which every request id is set: also those of the games of an
 * AllocateGamesRequest. Ids that the caller chose stay.
 */
export function withRequestIds<I extends DescMessage>(schema: I, request: MessageShape<I>): MessageShape<I> {
  const copy = clone(schema, request);
  setRequestId(copy);
  for (const part of Object.values(copy)) {
    if (Array.isArray(part)) part.filter((each) => isMessage(each)).forEach(setRequestId);
  }
  return copy;
}

function setRequestId(message: Message): void {
  const identified = message as Message & { requestId?: string };
  if (identified.requestId === "") identified.requestId = crypto.randomUUID();
}
