/** Plays tic-tac-toe against a bot while a spectator follows: node dist/examples/play_bot.js [HOST:PORT] */
import { Client, GameStatus, type TurnCursor } from "../src/index.js";

const SEAT = 0;

/** A spectator: prints every event until the game ends. */
async function follow(client: Client, gameId: string): Promise<void> {
  for await (const event of client.watch(gameId, { untilFinish: true })) {
    console.log(`  spectator | ${String(event.sequence).padStart(4)}  ${event.text}`);
  }
}

function isMyTurn(cursor: TurnCursor | undefined): boolean {
  return cursor?.status === GameStatus.IN_PROGRESS && cursor.turnIndex === SEAT;
}

/**
 * A player: makes the first legal move whenever it is its turn. It looks at whole updates, since the position
 * after one of several events of a call is not for anyone to move in.
 */
async function play(player: Client, gameId: string): Promise<void> {
  for await (const { update } of player.watchUpdates(gameId, { untilFinish: true })) {
    const last = update.case === "events" ? update.value.events.at(-1) : undefined;
    if (!last || !isMyTurn(last.cursor)) continue;
    const { moves } = await player.legalMoves(gameId);
    await player.play(gameId, moves[0]!, { expectedSequence: last.sequence });
  }
}

const client = Client.connect(process.argv[2]);
try {
  const created = await client.createGame({
    kind: "tic_tac_toe",
    seats: [
      { playerId: "you" },
      { playerId: "bot", controller: { case: "bot", value: { kind: "perfect" } } },
    ],
  });
  const gameId = created.game!.gameId;
  await Promise.all([follow(client, gameId), play(client.seat(created, "you"), gameId)]);
  console.log((await client.getGame(gameId)).game!.rendered);
} finally {
  client.close();
}
