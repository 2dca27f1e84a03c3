import type { MessageInitShape } from "@bufbuild/protobuf";
import { type CallOptions, createClient, type Client as ServiceClient, type Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

import { Caller } from "./caller.js";
import { LobbyCursor, ResultsCursor, WatchCursor, type WatchOptions } from "./cursor.js";
import { AdminService } from "./gen/meeple/v1/admin_service_pb.js";
import { AllocationService, type GameResult } from "./gen/meeple/v1/allocation_service_pb.js";
import type { GameEvent } from "./gen/meeple/v1/event_pb.js";
import type { Credential, GameConfigSchema, MoveSchema, OfferAnswer, OfferKind, ReplayFrame } from "./gen/meeple/v1/game_pb.js";
import { GameService, type WatchGameResponse } from "./gen/meeple/v1/game_service_pb.js";
import { type LobbyEvent, LobbyService, type WatchLobbyRequestSchema } from "./gen/meeple/v1/lobby_service_pb.js";
import { ScoreboardService } from "./gen/meeple/v1/scoreboard_service_pb.js";
import { type Options, type Settings, settingsOf } from "./options.js";
import { follow } from "./watch.js";

/**
 * The way to one server, as one caller.
 *
 *     const client = Client.connect("localhost:50051");
 *     const created = await client.createGame({ kind: "tic_tac_toe" });
 *     await client.seat(created, "X").play(created.game!.gameId, "b2");
 *     client.close();
 *
 * The clients of services, `games`, `lobby`, `scoreboard`, `allocation` and `admin`, have every rpc of the contract. They set
 * request ids that are empty, repeat what may be repeated, and throw a MeepleError. The methods are short
 * forms of the calls that players make; each takes options of the call, such as `{ timeoutMs: 500 }`, last.
 */
export class Client {
  /** Every rpc of players, spectators and bots. */
  readonly games: ServiceClient<typeof GameService>;
  /** The rpcs of those who look for a seat. */
  readonly lobby: ServiceClient<typeof LobbyService>;
  /** Who has won how often. */
  readonly scoreboard: ServiceClient<typeof ScoreboardService>;
  /** The rpcs of matchmakers; they need an API key. */
  readonly allocation: ServiceClient<typeof AllocationService>;
  /** The rpcs of operators; they need an API key. */
  readonly admin: ServiceClient<typeof AdminService>;

  private constructor(
    private readonly connection: Http2SessionManager,
    private readonly transport: Transport,
    private readonly settings: Settings,
    token: string,
  ) {
    const caller = new Caller(transport, settings, token);
    this.games = createClient(GameService, caller);
    this.lobby = createClient(LobbyService, caller);
    this.scoreboard = createClient(ScoreboardService, caller);
    this.allocation = createClient(AllocationService, caller);
    this.admin = createClient(AdminService, caller);
  }

  /** A client of the server at an address; it connects with its first call. */
  static connect(address = "localhost:50051", options: Options = {}): Client {
    const baseUrl = `${options.tls ? "https" : "http"}://${address}`;
    // A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch.
    const connection = new Http2SessionManager(
      baseUrl, { pingIntervalMs: 30_000, pingTimeoutMs: 10_000 }, options.tls);
    const transport = createGrpcTransport({ baseUrl, sessionManager: connection });
    return new Client(connection, transport, settingsOf(options), options.token ?? "");
  }

  /** Another caller on the same connection, which closes with this client. */
  withToken(token: string): Client {
    return new Client(this.connection, this.transport, this.settings, token);
  }

  /** The player of a seat in the answer of createGame, or in an AllocatedGame, on the same connection. */
  seat(created: { credentials: Credential[] }, player: string): Client {
    const credential = created.credentials.find((each) => each.playerId === player);
    if (!credential) throw new RangeError(`no credential of player "${player}" in this answer`);
    return this.withToken(credential.token);
  }

  /** Ends the connection, which else keeps the process alive; calls and watches that are open fail. */
  close(): void {
    this.connection.abort();
  }

  /** GameService.CreateGame. */
  createGame(config: MessageInitShape<typeof GameConfigSchema>, options?: CallOptions) {
    return this.games.createGame({ config }, options);
  }

  /** GameService.GetGame. */
  getGame(gameId: string, options?: CallOptions) {
    return this.games.getGame({ gameId }, options);
  }

  /** GameService.ListLegalMoves. */
  legalMoves(gameId: string, options?: CallOptions) {
    return this.games.listLegalMoves({ gameId }, options);
  }

  /** GameService.SubmitMove; a text is the move's notation, such as "b2". */
  play(gameId: string, move: string | MessageInitShape<typeof MoveSchema>,
    options?: CallOptions & { expectedSequence?: bigint }) {
    const notation = typeof move === "string" ? { notation: move } : move;
    const expected = options?.expectedSequence;
    return this.games.submitMove(
      { gameId, move: notation, ...(expected === undefined ? {} : { expectedSequence: expected }) }, options);
  }

  /** GameService.Undo. */
  undo(gameId: string, options?: CallOptions) {
    return this.games.undo({ gameId }, options);
  }

  /** GameService.Redo. */
  redo(gameId: string, options?: CallOptions) {
    return this.games.redo({ gameId }, options);
  }

  /** GameService.Resign. */
  resign(gameId: string, options?: CallOptions) {
    return this.games.resign({ gameId }, options);
  }

  /** GameService.SetController: a bot of the server plays the seat from now on. */
  handToBot(gameId: string, seat: number, kind: string, level = 0, options?: CallOptions) {
    const controller = { controller: { case: "bot" as const, value: { kind, level } } };
    return this.games.setController({ gameId, seat, controller }, options);
  }

  /** GameService.SetController: the holder of the seat's credential plays it again. */
  takeOver(gameId: string, seat: number, options?: CallOptions) {
    const controller = { controller: { case: "held" as const, value: {} } };
    return this.games.setController({ gameId, seat, controller }, options);
  }

  /** GameService.MakeOffer: offers a draw, an undo or a rematch. */
  offer(gameId: string, kind: OfferKind, options?: CallOptions & { expireSeconds?: number, swapSeats?: boolean }) {
    const { expireSeconds = 0, swapSeats = false } = options ?? {};
    return this.games.makeOffer({ gameId, kind, expireSeconds, swapSeats }, options);
  }

  /** GameService.AnswerOffer: answers an offer of another seat, or withdraws the caller's own. */
  answer(gameId: string, offerId: bigint, answer: OfferAnswer, options?: CallOptions) {
    return this.games.answerOffer({ gameId, offerId, answer }, options);
  }

  /** GameService.ListGameKinds. */
  kinds(options?: CallOptions) {
    return this.games.listGameKinds({}, options);
  }

  /** Every event after one, by GameService.ListEvents, page by page. */
  async *events(gameId: string, afterSequence = 0n): AsyncGenerator<GameEvent, void, undefined> {
    for (let pageToken = "", more = true; more; more = pageToken !== "") {
      const page = await this.games.listEvents({ gameId, afterSequence, pageToken });
      yield* page.events;
      pageToken = page.nextPageToken;
    }
  }

  /** The positions of the line that stands, by GameService.Replay, page by page. */
  async *replay(gameId: string, fromTurn = 0): AsyncGenerator<ReplayFrame, void, undefined> {
    for (let pageToken = "", more = true; more; more = pageToken !== "") {
      const page = await this.games.replay({ gameId, fromTurn, pageToken });
      yield* page.frames;
      pageToken = page.nextPageToken;
    }
  }

  /**
   * Follows a game: every event once, in order, none left out. Where its connection breaks it comes back by
   * itself. Throws where coming back does not help, or did not for `patienceMs` (`timeoutMs` before the server
   * was reached at all). Leaving the loop ends it.
   */
  async *watch(gameId: string, options: WatchOptions = {}): AsyncGenerator<GameEvent, void, undefined> {
    for await (const { update } of this.watchUpdates(gameId, options)) {
      if (update.case === "events") yield* update.value.events;
    }
  }

  /**
   * As `watch`, with whole messages: a snapshot, the events of one or more whole calls, or a bookmark on a
   * quiet stream.
   */
  watchUpdates(gameId: string, options: WatchOptions = {}): AsyncGenerator<WatchGameResponse, void, undefined> {
    const open = this.games.watchGame.bind(this.games);
    return follow(open, new WatchCursor(gameId, options), options.signal, this.settings);
  }

  /**
   * Follows the lobby, with the filters of WatchLobbyRequest, from the `sequence` of a ListGamesResponse on; as
   * `watch`, it comes back by itself. Where the server no longer keeps what was missed it throws
   * SEQUENCE_OUT_OF_RANGE: list the games again.
   */
  async *watchLobby(
    request: MessageInitShape<typeof WatchLobbyRequestSchema>,
    signal?: AbortSignal,
  ): AsyncGenerator<LobbyEvent, void, undefined> {
    const open = this.lobby.watchLobby.bind(this.lobby);
    for await (const { update } of follow(open, new LobbyCursor(request), signal, this.settings)) {
      if (update.case === "events") yield* update.value.events;
    }
  }

  /**
   * Follows the results of the games of this API key, after the `sequence` of the last one that was taken; as
   * `watch`, it comes back by itself. Where the server no longer keeps what was missed it throws
   * SEQUENCE_OUT_OF_RANGE: read the games.
   */
  async *watchResults(afterSequence = 0n, signal?: AbortSignal): AsyncGenerator<GameResult, void, undefined> {
    const open = this.allocation.watchResults.bind(this.allocation);
    for await (const { update } of follow(open, new ResultsCursor(afterSequence), signal, this.settings)) {
      if (update.case === "results") yield* update.value.results;
    }
  }
}
