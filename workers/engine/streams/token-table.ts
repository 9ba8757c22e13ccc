/** What is asked for of some instruments. */
export interface TokenSpec {
  readonly tokens: readonly number[];
}

/** The newest of each instrument that streams hold, from one kind of packet. */
export interface TokenTable<T> {
  /**
   * Forgets the instruments that no stream holds. Those that are held and that no stream on screen watches are not heard of: they are
   * stale until they are said again.
   */
  keep(held: ReadonlySet<number>, watched: ReadonlySet<number>): void;
  /** The connection is gone: what is known stays, and is stale until it is said again. */
  lost(): void;
  /**
   * Another text when there is something else to read; null while nothing is known.
   * @param isFresh whether figures said on this connection are good
   * @param now monotonic
   */
  news(spec: TokenSpec, isFresh: () => boolean, now: number): string | null;
  /** All of it is known, and was said on this connection. */
  isComplete(spec: TokenSpec, now: number): boolean;
  /** What is known of these instruments, in their order; the others are left out. Parameters as of `news`. */
  read(spec: TokenSpec, isFresh: () => boolean, now: number): T[];
}
