import { widgetToken } from "#protocol/generated/http/account.ts";
import { ApiFailure } from "../api/api-failure.ts";
import { keepAccessToken } from "../api/frame-token.ts";
import { api } from "../api/site-api.ts";

/** The first page waits no longer than this for the app around it: it then shows what a visitor would be shown. */
const WAIT_MS = 1_500;
/** A new token is fetched so long before the present one ends. */
const AHEAD_MS = 120_000;
/** A server that does not answer is asked again; the token that is held is good for a while yet. */
const RETRY_MS = 10_000;

export interface FreshToken {
  readonly token: string;
  /** ms */
  readonly goodFor: number;
}

interface FrameProofEdges {
  /** Asks the app around the frame for a token. */
  ask(): void;
  onToken(hear: (token: string) => void): void;
  keep(token: string | null): void;
  /** A fresh token for the one that is kept; null when that is refused. @throws when the server did not answer */
  renew(): Promise<FreshToken | null>;
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

/**
 * Has the app around an embedded widget hand it a token (rule EMB-9), and renews it before it ends. It comes in a message and goes
 * into headers and a sub-protocol: it never stands in an address, and nothing outlives the page.
 * @returns resolves with the first token, or when there is none in time; `onToken` is told of each, and whether the page had to go on
 *   without
 */
export function createFrameProof(
  edges: FrameProofEdges,
): (onToken: (isFirst: boolean) => void) => Promise<void> {
  let hasBegun = false;
  let isSettled = false;
  let held: string | null = null;
  let timer: unknown;
  let tell: (isFirst: boolean) => void = () => {};
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = () => {
      isSettled = true;
      resolve();
    };
  });

  async function renew(): Promise<void> {
    edges.cancel(timer);
    try {
      const fresh = await edges.renew();
      if (fresh === null) {
        // Refused: the session behind it is over, or it was none of ours. Only the app around has another, and not at once.
        held = null;
        edges.keep(null);
        timer = edges.later(edges.ask, RETRY_MS);
        return;
      }
      take(fresh);
    } catch {
      timer = edges.later(() => void renew(), RETRY_MS);
    }
  }

  function take({ token, goodFor }: FreshToken): void {
    const isLate = isSettled && held === null;
    held = token;
    edges.keep(token);
    timer = edges.later(() => void renew(), Math.max(RETRY_MS, goodFor - AHEAD_MS));
    tell(isLate);
    settle();
  }

  return (onToken) => {
    tell = onToken;
    if (hasBegun) return settled;
    hasBegun = true;
    edges.onToken((token) => {
      // How long it is good for is the server's to say: one that is believed is changed for a fresh one at once.
      edges.keep(token);
      void renew();
    });
    edges.ask();
    edges.later(settle, WAIT_MS);
    return settled;
  };
}

/** Only those whom the server lets frame us can be the app around, so whichever it is may be asked. */
const askParent = (): void => window.parent.postMessage({ type: "widget_token_wanted" }, "*");

function onParentToken(hear: (token: string) => void): void {
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== "object" || data === null) return;
    const { type, token } = data as { readonly type?: unknown; readonly token?: unknown };
    if (type === "widget_token" && typeof token === "string" && /^[\w.-]{1,1024}$/.test(token)) hear(token);
  });
}

async function renewed(): Promise<FreshToken | null> {
  try {
    const { data } = await api.call(widgetToken);
    return { token: data.access_token, goodFor: data.expires_in };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}

export const proveFrame = createFrameProof({
  ask: askParent,
  onToken: onParentToken,
  keep: keepAccessToken,
  renew: renewed,
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});
