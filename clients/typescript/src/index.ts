/**
 * Client of Meeple, a server for turn-based board games over gRPC. Messages are those of the contract: the ones
 * that nearly every program needs can be had from here, all of them from "@meeple/client/v1/game" and so on.
 */
export { Code } from "@connectrpc/connect";

export { Client } from "./client.js";
export type { WatchOptions } from "./cursor.js";
export { type FieldViolation, MeepleError } from "./errors.js";
export { ErrorReason } from "./gen/meeple/v1/error_pb.js";
export type { GameEvent } from "./gen/meeple/v1/event_pb.js";
export {
  type Game, type GameConfig, GameStatus, type Move, type TurnCursor, UndoPolicy, Visibility,
} from "./gen/meeple/v1/game_pb.js";
export type { Options } from "./options.js";
