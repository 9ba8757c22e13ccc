/** The only codes the relay closes a connection with, beside the websocket standard's own. */
export const CLOSE = {
  /** The client did not drain its socket for about ten seconds. Reconnect at once. */
  slow: 4001,
  /** Signed out, or the session was revoked. Do not reconnect. */
  sessionEnded: 4003,
  /** Messages no honest client sends, and many of them. Back off. */
  abuse: 4008,
  /** Too many connections of one account or address. */
  limit: 4009,
  /** The relay is being restarted. Reconnect after a random wait. */
  restart: 4012,
  /** No common protocol version. Reload the page. */
  protocol: 4026,
} as const;

export type CloseReason = keyof typeof CLOSE;
export type CloseCode = (typeof CLOSE)[CloseReason];

const REASONS = new Map<number, CloseReason>(
  (Object.keys(CLOSE) as CloseReason[]).map((reason) => [CLOSE[reason], reason]),
);

/** What one of our own codes means; null for any other. */
export function closeReason(code: number): CloseReason | null {
  return REASONS.get(code) ?? null;
}
