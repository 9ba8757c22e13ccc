import { proveApp as proofCall } from "#protocol/generated/http/sign-in.ts";
import { api } from "../api/site-api.ts";
import { clientIds, DEVICE_ID } from "../browser/client-ids.ts";
import { onAppToken, tellApp } from "../browser/web-view.ts";

/** The first page waits no longer than this for its app: it then shows what a browser would be shown. */
const WAIT_MS = 1_500;
/** A new proof is fetched so long before the present one ends. */
const AHEAD_MS = 120_000;

interface AppProofEdges {
  /** Asks the app for a token. @returns false when there is no app to ask */
  ask(): boolean;
  onToken(hear: (token: string) => void): () => void;
  /** Hands a token to the server. @returns how long it is believed, ms. @throws when it proves nothing */
  exchange(token: string): Promise<number>;
  later(run: () => void, ms: number): void;
}

/**
 * Has the mobile app that shows this page prove itself to our server (rule EMB-3), and again before the
 * proof ends. The token goes from the app's message into a header: it never stands in an address, and
 * nothing here keeps it.
 * @returns resolves once the app has proved itself, or will not in time; `onLater` is told of proofs that
 *   come after that
 */
export function createAppProof(edges: AppProofEdges): (onLater: () => void) => Promise<void> {
  let isSettled = false;
  let later: () => void = () => {};
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });

  async function take(token: string): Promise<void> {
    const validForMs = await edges.exchange(token).catch(() => null);
    const wasSettled = isSettled;
    isSettled = true;
    settle();
    if (validForMs === null) return;
    edges.later(() => void edges.ask(), Math.max(validForMs - AHEAD_MS, AHEAD_MS));
    if (wasSettled) later();
  }

  let isBegun = false;
  return (onLater) => {
    later = onLater;
    if (!isBegun) {
      isBegun = true;
      void settled.then(() => {
        isSettled = true;
      });
      edges.onToken((token) => void take(token));
      if (edges.ask()) edges.later(settle, WAIT_MS);
      else settle();
    }
    return settled;
  };
}

async function exchange(token: string): Promise<number> {
  const { data } = await api.call(proofCall, { headers: { "x-app-token": token } });
  return data.valid_for_ms;
}

/** The app around this page. */
export const proveApp = createAppProof({
  ask: () =>
    tellApp("app_token_wanted", {
      audience: window.location.origin,
      device_id: clientIds()[DEVICE_ID] ?? "",
    }),
  onToken: onAppToken,
  exchange,
  later: (run, ms) => setTimeout(run, ms),
});
