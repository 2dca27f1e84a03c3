import type { SecureClientSessionOptions } from "node:http2";

/** How a client behaves. What is left out has its default. */
export interface Options {
  /** A seat's or watcher's credential or an API key; without one the caller is a spectator. */
  token?: string;
  /** Milliseconds that a call may take, its repetitions included; 10,000. Calls can be given their own. */
  timeoutMs?: number;
  /**
   * Milliseconds that a watch tries to come back, from the loss of its connection to its next message;
   * 300,000.
   */
  patienceMs?: number;
  /**
   * Milliseconds before the first repetition; 100. They double with each, up to `longestDelayMs`, and vary by
   * a fifth so that clients do not come back all at once.
   */
  firstDelayMs?: number;
  /** See there; 2,000. A delay that the server asks for is kept to where it is longer. */
  longestDelayMs?: number;
  /** Encrypts the connection, with these options of Node.js (`{}` is fine); without, it is plain. */
  tls?: SecureClientSessionOptions;
}

/** The options with their defaults. */
export type Settings = Required<Omit<Options, "tls" | "token">>;

export function settingsOf(options: Options): Settings {
  return {
    timeoutMs: options.timeoutMs ?? 10_000,
    patienceMs: options.patienceMs ?? 300_000,
    firstDelayMs: options.firstDelayMs ?? 100,
    longestDelayMs: options.longestDelayMs ?? 2_000,
  };
}

/** How long to wait between tries. */
export class Backoff {
  #next: number;

  constructor(private readonly settings: Settings) {
    this.#next = settings.firstDelayMs;
  }

  /** Begins anew, after a success. */
  reset(): void {
    this.#next = this.settings.firstDelayMs;
  }

  /** Milliseconds before the next try, at least what the server asks for. */
  next(askedMs = 0): number {
    const delay = this.#next * (0.8 + 0.4 * Math.random());
    this.#next = Math.min(2 * this.#next, this.settings.longestDelayMs);
    return Math.max(delay, askedMs);
  }
}
