/** Why a session ended without its holder's doing; `details.reason` of the server's 401. */
export type EndReason = "elsewhere" | "expired" | "revoked" | "broker";

const REASONS: readonly EndReason[] = ["elsewhere", "revoked", "broker"];

/** The reason that a 401 gives; whatever it does not say is "expired". @param body of the answer */
export function endReason(body: unknown): EndReason {
  const reason = (body as { error?: { details?: { reason?: unknown } } } | null)?.error?.details?.reason;
  return REASONS.find((known) => known === reason) ?? "expired";
}

let listener: (reason: EndReason) => void = () => {};

/**
 * Hands in what follows when a call is told that the session is over; `src/app` does so at start. It stands apart from
 * the client, which is loaded later, with the first page that makes a call.
 */
export function onSessionEnd(run: (reason: EndReason) => void): void {
  listener = run;
}

export function tellSessionEnd(reason: EndReason): void {
  listener(reason);
}
