// Plays tic-tac-toe on a server of boardgame.io and prints one JSON document, with the names that
// tests/bench/peers/go/load has.
//
//   node load.js --address HOST:PORT --server-pid N --games 600 --players 64 --seconds 3
//   node load.js --address HOST:PORT --server-pid N --games 10000 --plies 5
//
// With --seconds two clients a game, those of boardgame.io, are connected before the time begins; a move counts
// until the opponent's client has it, whose turn it then is. With --plies every game gets so many moves
// by its messages over eight plain sockets, since nobody needs two clients for each; it stays as it is.
'use strict';

const fs = require('node:fs');
const { parseArgs } = require('node:util');
const { Client } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { io } = require('socket.io-client');
const { TicTacToe, DRAWN_GAME } = require('./game');

const OPENING_AT_ONCE = 32;
const PLAIN_SOCKETS = 8;
const TICKS_PER_SECOND = 100;
const SOCKETS = { transports: ['websocket'] };

const { values: flags } = parseArgs({
  options: {
    address: { type: 'string' },
    'server-pid': { type: 'string' },
    games: { type: 'string', default: '600' },
    players: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '3' },
    plies: { type: 'string', default: '0' },
  },
});
const url = `http://${flags.address}`;

// The processor time of the server so far, in seconds.
function cpu() {
  const text = fs.readFileSync(`/proc/${flags['server-pid']}/stat`, 'ascii');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

// Calls work(number, worker) for every number below count, with so many workers at a time.
async function forEach(count, atOnce, work) {
  let next = 0;
  const run = async (_, worker) => {
    while (next < count) await work(next++, worker);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

async function post(path, body) {
  const response = await fetch(`${url}/games/${TicTacToe.name}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

// A player of a match: its client, and until which move it has seen it.
class Seat {
  constructor(matchID, playerID, credentials) {
    this.awaited = null;
    this.client = Client({
      game: TicTacToe,
      multiplayer: SocketIO({ server: url, socketOpts: SOCKETS }),
      matchID,
      playerID,
      credentials,
      numPlayers: 2,
      debug: false,
    });
    this.client.subscribe((state) => this.changed(state));
    this.client.start();
  }

  changed(state) {
    if (state === null || this.awaited === null) return;
    if (state.ctx.turn <= this.awaited.turn && !state.ctx.gameover) return;
    const { resolve } = this.awaited;
    this.awaited = null;
    resolve();
  }

  // Once a turn later than that one is known, or the end.
  sees(turn) {
    return new Promise((resolve) => {
      this.awaited = { turn, resolve };
      this.changed(this.client.getState());
    });
  }
}

// A match by the lobby, with two seats whose clients are connected.
async function openMatch() {
  const { matchID } = await post('create', { numPlayers: 2 });
  const seats = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
    seats.push(new Seat(matchID, playerID, playerCredentials));
  }
  await Promise.all(seats.map((seat) => seat.sees(0)));
  return seats;
}

// Plays matches to the end, one after another for each player; the times of all moves in milliseconds.
async function playMatches(matches, deadline) {
  const times = [];
  await forEach(matches.length, Number(flags.players), async (number) => {
    for (const [turn, cell] of DRAWN_GAME.entries()) {
      const begun = performance.now();
      if (begun > deadline) return;
      const [mover, other] = [matches[number][turn % 2], matches[number][(turn + 1) % 2]];
      const seen = other.sees(turn + 1);
      mover.client.moves.clickCell(cell);
      await seen;
      times.push(performance.now() - begun);
    }
  });
  return times;
}

async function measurePlay() {
  const matches = [];
  await forEach(Number(flags.games), OPENING_AT_ONCE, async () => matches.push(await openMatch()));
  const seconds = Number(flags.seconds);
  const before = cpu();
  const begun = performance.now();
  const times = await playMatches(matches, begun + seconds * 1000);
  const took = (performance.now() - begun) / 1000;
  return report(times, took, cpu() - before, took < seconds);
}

// One match over a plain socket: made by asking for its state, then moved in.
async function fill(socket, number, plies) {
  const matchID = `match-${number}`;
  let stateID = 0;
  const told = (event) => new Promise((resolve) => {
    const listener = (id, ...rest) => {
      if (id !== matchID) return;
      socket.off(event, listener);
      resolve(rest);
    };
    socket.on(event, listener);
  });
  const synced = told('sync');
  socket.emit('sync', matchID, '0', undefined, 2);
  await synced;
  for (const [turn, cell] of DRAWN_GAME.slice(0, plies).entries()) {
    const updated = told('update');
    const playerID = String(turn % 2);
    const payload = { type: 'clickCell', args: [cell], playerID };
    socket.emit('update', { type: 'MAKE_MOVE', payload }, stateID, matchID, playerID);
    [{ _stateID: stateID }] = await updated;
  }
}

async function measureFill() {
  const sockets = Array.from({ length: PLAIN_SOCKETS }, () =>
    io(`${url}/${TicTacToe.name}`, { ...SOCKETS, forceNew: true }));
  const [games, plies] = [Number(flags.games), Number(flags.plies)];
  const before = cpu();
  const begun = performance.now();
  // The server tells a socket only of the match that it asked for last.
  await forEach(games, PLAIN_SOCKETS, (number, worker) => fill(sockets[worker], number, plies));
  return report(Array(games * plies).fill(0), (performance.now() - begun) / 1000, cpu() - before, false);
}

function report(times, took, used, ranOut) {
  times.sort((a, b) => a - b);
  const at = (share) => 1000 * (times[Math.floor(share * (times.length - 1))] ?? 0);
  return {
    games: Number(flags.games), moves: times.length, seconds: took, ran_out: ranOut,
    per_second: times.length / took, p50_us: at(0.5), p99_us: at(0.99),
    server_cpu_seconds: used, server_cpu_us_per_move: (used * 1e6) / Math.max(times.length, 1),
  };
}

(Number(flags.plies) > 0 ? measureFill() : measurePlay())
  .then((result) => process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0)))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
