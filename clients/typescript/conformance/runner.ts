/** Carries out conformance commands with the TypeScript client: see clients/conformance/README.md. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import {
  type DescMessage, type DescMethod, fromBinary, fromJson, type JsonObject, type JsonValue, type MessageInitShape,
  type MessageShape, toJson,
} from "@bufbuild/protobuf";

import {
  AllocationService, GameResultSchema, WatchResultsRequestSchema,
} from "../src/gen/meeple/v1/allocation_service_pb.js";
import { GameEventSchema } from "../src/gen/meeple/v1/event_pb.js";
import { GameSchema } from "../src/gen/meeple/v1/game_pb.js";
import { GameService, WatchGameRequestSchema, WatchGameResponseSchema } from "../src/gen/meeple/v1/game_service_pb.js";
import { LobbyEventSchema, LobbyService, WatchLobbyRequestSchema } from "../src/gen/meeple/v1/lobby_service_pb.js";
import { Client, Code, ErrorReason, MeepleError } from "../src/index.js";

interface Command {
  do: "call" | "watch" | "next" | "close" | "decode";
  method: string;
  token: string;
  request: JsonObject;
  timeout_ms: number;
  name: string;
  feed: "game" | "lobby" | "results";
  type: string;
  base64: string;
}

type Send = (request: MessageInitShape<DescMessage>, options: object) => Promise<MessageShape<DescMessage>>;

const TYPES: Record<string, DescMessage> = {
  Game: GameSchema, GameEvent: GameEventSchema, WatchGameResponse: WatchGameResponseSchema,
};

const authority = process.env["MEEPLE_TLS_CA"];
const client = Client.connect(
  process.env["MEEPLE_SERVER"], authority === undefined ? {} : { tls: { ca: readFileSync(authority) } });
const watches = new Map<string, { schema: DescMessage; items: AsyncGenerator<MessageShape<DescMessage>> }>();

function answerOf<D extends DescMessage>(schema: D, message: MessageShape<D>): JsonValue {
  return { answer: toJson(schema, message, { useProtoFieldName: true }) };
}

function errorOf(error: MeepleError): JsonValue {
  // FailedPrecondition is FAILED_PRECONDITION elsewhere.
  const code = (Code[error.code] ?? "").replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  return {
    error: {
      code, reason: error.reasonName, known: error.reason !== ErrorReason.UNSPECIFIED, metadata: { ...error.metadata },
    },
  };
}

async function call(command: Command): Promise<JsonValue> {
  const method = [GameService, LobbyService, AllocationService].flatMap((service) => service.methods as DescMethod[])
    .find((each) => each.name === command.method);
  if (method?.methodKind !== "unary") throw new Error(`unknown method ${command.method}`);
  const caller = client.withToken(command.token);
  const services = { ...caller.games, ...caller.lobby, ...caller.allocation } as unknown as Record<string, Send>;
  const request = fromJson(method.input, command.request);
  const options = command.timeout_ms > 0 ? { timeoutMs: command.timeout_ms } : {};
  return answerOf(method.output, await services[method.localName]!(request, options));
}

function watch(command: Command): JsonValue {
  const caller = client.withToken(command.token);
  switch (command.feed) {
    case "game": {
      const { gameId, afterSequence, untilFinish } = fromJson(WatchGameRequestSchema, command.request);
      const items = caller.watch(gameId, { afterSequence, untilFinish });
      watches.set(command.name, { schema: GameEventSchema, items });
      break;
    }
    case "lobby": {
      const items = caller.watchLobby(fromJson(WatchLobbyRequestSchema, command.request));
      watches.set(command.name, { schema: LobbyEventSchema, items });
      break;
    }
    case "results": {
      const items = caller.watchResults(fromJson(WatchResultsRequestSchema, command.request).afterSequence);
      watches.set(command.name, { schema: GameResultSchema, items });
      break;
    }
  }
  return { answer: {} };
}

async function next(command: Command): Promise<JsonValue> {
  const { schema, items } = watches.get(command.name)!;
  const item = await items.next();
  return item.done === true ? { end: true } : answerOf(schema, item.value as MessageShape<DescMessage>);
}

async function answer(command: Command): Promise<JsonValue> {
  switch (command.do) {
    case "call":
      return call(command);
    case "watch":
      return watch(command);
    case "next":
      return next(command);
    case "close":
      await watches.get(command.name)!.items.return(undefined);
      return { answer: {} };
    case "decode": {
      const schema = TYPES[command.type]!;
      return answerOf(schema, fromBinary(schema, Buffer.from(command.base64, "base64")));
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const reply = await answer(JSON.parse(line) as Command).catch((thrown: unknown) => {
    if (thrown instanceof MeepleError) return errorOf(thrown);
    throw thrown;
  });
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
client.close();
