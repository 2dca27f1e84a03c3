import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { create } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";

import { withRequestIds } from "../src/caller.js";
import { AllocateGamesRequestSchema } from "../src/gen/meeple/v1/allocation_service_pb.js";
import { SubmitMoveRequestSchema } from "../src/gen/meeple/v1/game_service_pb.js";
import { Client, Code, ErrorReason, MeepleError, type Options, type WatchOptions } from "../src/index.js";
import { Backoff, settingsOf } from "../src/options.js";
import { events, FakeService, refusal, results } from "./fake_service.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const moved = { sequence: 3n };
const broken = new ConnectError("the connection broke", Code.Internal);
const draining = refusal(Code.Unavailable, "SERVER_DRAINING", {}, 50);
const taken = refusal(Code.FailedPrecondition, "CELL_TAKEN", { by: "O" });

let service: FakeService;
let client: Client;
const opened: Client[] = [];

function connect(options: Options = {}): Client {
  // Short delays: a test does not wait for what it does not look at.
  opened.push(Client.connect(service.address, { firstDelayMs: 1, longestDelayMs: 2, ...options }));
  return opened.at(-1)!;
}

beforeEach(async () => {
  service = new FakeService();
  await service.start();
  client = connect({ token: "m1.x" });
});

afterEach(() => {
  opened.splice(0).forEach((each) => each.close());
  service.stop();
});

async function numbers(options: WatchOptions = {}, from = client): Promise<number[]> {
  const list: number[] = [];
  for await (const event of from.watch("g", options)) list.push(Number(event.sequence));
  return list;
}

test("a call carries the credential and a fresh request id", async () => {
  service.answers = [moved, moved, moved];
  await client.play("g", "b2", { expectedSequence: 2n });
  await client.play("g", { notation: "b2" });
  await client.withToken("").play("g", "b2");
  assert.deepEqual(service.tokens, ["Bearer m1.x", "Bearer m1.x", null]);
  const [first, second] = service.moves;
  assert.match(first!.requestId, UUID);
  assert.notEqual(first!.requestId, second!.requestId);
  assert.equal(first!.expectedSequence, 2n);
  assert.equal(second!.expectedSequence, undefined);
});

test("a call is repeated with its request id after the delay that was asked for", async () => {
  service.answers = [draining, broken, moved];
  const started = performance.now();
  assert.equal((await client.play("g", "b2")).sequence, 3n);
  assert.ok(performance.now() - started >= 50);
  assert.equal(service.moves.length, 3);
  assert.equal(new Set(service.moves.map((move) => move.requestId)).size, 1);
});

test("a request id of the caller stays, and the request is not changed", async () => {
  service.answers = [moved, moved];
  const request = create(SubmitMoveRequestSchema, { gameId: "g" });
  await client.games.submitMove(request);
  assert.equal(request.requestId, "");
  await client.games.submitMove({ gameId: "g", requestId: "mine" });
  assert.equal(service.moves[1]!.requestId, "mine");
});

test("a refusal is typed and not repeated", async () => {
  service.answers = [taken];
  await assert.rejects(client.play("g", "a1"), (error: MeepleError) => {
    assert.ok(error instanceof MeepleError);
    assert.equal(error.code, Code.FailedPrecondition);
    assert.equal(error.reason, ErrorReason.CELL_TAKEN);
    assert.equal(error.reasonName, "CELL_TAKEN");
    assert.deepEqual({ ...error.metadata }, { by: "O" });
    return true;
  });
  assert.equal(service.moves.length, 1);
});

test("a reason of a later release keeps its name", async () => {
  service.answers = [refusal(Code.FailedPrecondition, "CHECKMATE")];
  await assert.rejects(client.play("g", "a1"), { reason: ErrorReason.UNSPECIFIED, reasonName: "CHECKMATE" });
});

test("repetition ends where the next try would come after the deadline", async () => {
  service.answers = [draining, refusal(Code.Unavailable, "SERVER_DRAINING", {}, 60_000)];
  const started = performance.now();
  await assert.rejects(client.play("g", "b2"), { reasonName: "SERVER_DRAINING" });
  assert.ok(performance.now() - started < 10_000);
  assert.equal(service.moves.length, 2);
});

test("pages are one sequence", async () => {
  service.pages = [
    { events: [{ sequence: 1n }, { sequence: 2n }], nextPageToken: "more" },
    { events: [{ sequence: 3n }] },
  ];
  const list = [];
  for await (const event of client.events("g")) list.push(event.sequence);
  assert.deepEqual(list, [1n, 2n, 3n]);
  assert.equal(service.listings[1]!.pageToken, "more");
});

test("a watch resumes after the last event, without gap or repeat", async () => {
  service.streams = [[events(1, 2), broken], [draining], [events(2, 3), events(3), events(4)]];
  assert.deepEqual(await numbers(), [1, 2, 3, 4]);
  assert.deepEqual(service.watches.map((watch) => watch.afterSequence), [0n, 2n, 2n]);
});

test("a gap is asked for again", async () => {
  service.streams = [[events(1), events(3)], [events(2, 3)]];
  assert.deepEqual(await numbers(), [1, 2, 3]);
});

test("a bookmark beyond what was read is a gap", async () => {
  service.streams = [[events(1), { update: { case: "bookmark", value: { sequence: 2n } } }], [events(2)]];
  assert.deepEqual(await numbers(), [1, 2]);
});

test("a watch that is refused ends with the refusal", async () => {
  service.streams = [[events(1), taken]];
  await assert.rejects(numbers(), { reason: ErrorReason.CELL_TAKEN });
});

test("patience ends", async () => {
  service.streams = [[events(1), broken], ...Array.from({ length: 1000 }, () => [broken])];
  await assert.rejects(numbers({}, connect({ patienceMs: 100 })), { code: Code.Internal });
});

test("a snapshot is the start and is asked for once", async () => {
  service.streams = [[{ update: { case: "snapshot", value: { game: { sequence: 7n } } } }, broken], [events(8)]];
  assert.deepEqual(await numbers({ snapshot: true }), [8]);
  assert.deepEqual(service.watches.map((watch) => [watch.snapshot, watch.afterSequence]), [[true, 0n], [false, 7n]]);
});

test("an update of a later release is left out", async () => {
  service.streams = [[{}, events(1)]];
  assert.deepEqual(await numbers(), [1]);
});

test("a signal ends a watch", async () => {
  const controller = new AbortController();
  service.streams = [[events(1), broken], ...Array.from({ length: 1000 }, () => [broken])];
  await assert.rejects(async () => {
    for await (const _ of client.watch("g", { signal: controller.signal })) controller.abort();
  }, { name: "MeepleError" });
});

test("leaving the loop ends a watch", async () => {
  service.streams = [[events(1), events(2)]];
  for await (const event of client.watch("g")) {
    assert.equal(event.sequence, 1n);
    break;
  }
  assert.equal(service.watches.length, 1);
});

test("a watch of results resumes after the last one and ends with what is no longer kept", async () => {
  const bookmark = { update: { case: "bookmark" as const, value: { sequence: 6n } } };
  service.resultStreams = [[results(3, 4), broken], [draining], [results(4, 5), results(5), bookmark, broken],
    [refusal(Code.OutOfRange, "SEQUENCE_OUT_OF_RANGE")]];
  const read: bigint[] = [];
  await assert.rejects(async () => {
    for await (const result of client.watchResults(2n)) read.push(result.sequence);
  }, { reason: ErrorReason.SEQUENCE_OUT_OF_RANGE });
  assert.deepEqual(read, [3n, 4n, 5n]);
  assert.deepEqual(service.resultWatches, [2n, 4n, 4n, 6n]);
});

test("each game of an allocation gets a request id", () => {
  const request = create(AllocateGamesRequestSchema, { games: [{ requestId: "mine" }, {}] });
  const [first, second] = withRequestIds(AllocateGamesRequestSchema, request).games;
  assert.equal(first!.requestId, "mine");
  assert.match(second!.requestId, UUID);
  assert.equal(request.games[1]!.requestId, "");
});

test("delays grow to a limit and vary by a fifth", () => {
  const backoff = new Backoff(settingsOf({}));
  for (const about of [100, 200, 400, 800, 1600, 2000, 2000]) {
    const delay = backoff.next();
    assert.ok(delay >= 0.8 * about && delay <= 1.2 * about, `${delay}`);
  }
  assert.equal(backoff.next(9000), 9000);
});
