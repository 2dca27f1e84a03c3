import { Code, ConnectError } from "@connectrpc/connect";

import {
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";
import { ErrorReason } from "./gen/meeple/v1/error_pb.js";

const DOMAIN = "meeple.v1";

// What a broken connection, or something between client and server, makes of a call.
const TRANSPORT: ReadonlySet<Code> = new Set([
  Code.Aborted,
  Code.Canceled,
  Code.Internal,
  Code.Unavailable,
  Code.Unknown,
]);

/** What is wrong with a field of a request. */
export interface FieldViolation {
  field: string;
  description: string;
}

/** A call that did not succeed. */
export class MeepleError extends Error {
  override readonly name = "MeepleError";
  /** Why the server refused; UNSPECIFIED where the transport made the error, and for an unknown reason. */
  readonly reason: ErrorReason;
  /** The reason as sent, such as "NOT_YOUR_TURN"; empty where there is none. */
  readonly reasonName: string;
  /** Facts about the reason by name, such as `to_move`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** What is wrong with fields of the request. */
  readonly fields: readonly FieldViolation[];
  /** The milliseconds after which the server asks to try again; undefined where it does not. */
  readonly retryDelayMs: number | undefined;
  /** True if a watch that ended so can be taken up again after its last event. */
  readonly resumable: boolean;

  /** `code` is the status code of gRPC; the rest is read from the details of `cause`. */
  constructor(
    readonly code: Code,
    message: string,
    cause?: ConnectError,
    isGap = false,
  ) {
    super(message, { cause });
    const info = cause?.findDetails(ErrorInfoSchema).find((each) => each.domain === DOMAIN);
    const retry = cause?.findDetails(RetryInfoSchema)[0]?.retryDelay;
    this.reasonName = info?.reason ?? "";
    this.reason = reasonOf(this.reasonName);
    this.metadata = info?.metadata ?? {};
    this.fields = cause?.findDetails(BadRequestSchema)[0]?.fieldViolations ?? [];
    this.retryDelayMs = retry && Number(retry.seconds) * 1e3 + retry.nanos / 1e6;
    this.resumable =
      isGap ||
      this.transient ||
      this.reason === ErrorReason.WATCHER_LAGGING ||
      (this.reasonName === "" && code === Code.DeadlineExceeded);
  }

  /** What a call threw, as a MeepleError. */
  static from(thrown: unknown): MeepleError {
    if (thrown instanceof MeepleError) return thrown;
    const cause = ConnectError.from(thrown);
    return new MeepleError(cause.code, cause.rawMessage, cause);
  }

  /** True if the same call, with the same request id, may succeed a little later. */
  get transient(): boolean {
    if (this.retryDelayMs !== undefined || this.code === Code.Unavailable) return true;
    return this.reasonName === "" && TRANSPORT.has(this.code);
  }
}

function reasonOf(name: string): ErrorReason {
  const value = ErrorReason[name as keyof typeof ErrorReason];
  return typeof value === "number" ? value : ErrorReason.UNSPECIFIED;
}
