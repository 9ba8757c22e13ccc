/** What the connections of one account, or of all strangers of one address, hold together. */
export interface Share {
  /** whose it is */
  readonly key: string;
  connections: number;
  /** entries of all subscriptions: tokens, chains, stats; those in several counted each time */
  entries: number;
  /** bytes of memory that writes hold which a socket has not taken yet */
  waiting: number;
  readonly most: ShareLimits;
}

/** What one share may hold (docs/configuration.md). */
export interface ShareLimits {
  readonly entries: number;
  readonly waiting: number;
}

export const DEFAULT_SHARE: ShareLimits = { entries: 100_000, waiting: 32 * 1024 * 1024 };

export const newShare = (key: string, most: ShareLimits): Share => ({
  key,
  connections: 0,
  entries: 0,
  waiting: 0,
  most,
});
