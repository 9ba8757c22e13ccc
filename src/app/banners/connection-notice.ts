import type { EngineHealth } from "#workers/engine/api.ts";
import type { EngineLink } from "../../live/live-state.ts";
import { TEXTS } from "./texts.ts";

interface ConnectionNotice {
  readonly tone: "warn" | "error";
  readonly text: string;
  /** A fresh page is the way out. */
  readonly reload?: true;
}

type Connection = Pick<EngineHealth, "state" | "error" | "messages" | "problem">;

/** The market may not be passed on to this visitor: the connection has nothing to do with it. */
export function isMarketRefused(health: Readonly<Connection> | null): boolean {
  return health?.problem === "access.denied";
}

/**
 * What is wrong between this tab and the market, if anything (texts: rule SHELL-13).
 * @param isBackendLost the server answers nothing at all, not only the relay
 */
export function connectionNotice(
  link: EngineLink,
  health: Connection | null,
  isBackendLost: boolean,
): ConnectionNotice | null {
  if (link.phase === "outdated") {
    return {
      tone: "warn",
      text: TEXTS.outdated,
      reload: true,
    };
  }
  if (link.phase === "failed") {
    return { tone: "error", text: TEXTS.notStarted(link.message), reload: true };
  }
  if (isMarketRefused(health)) return null;
  // Before anything was received there is nothing that could be off: the page says that it is loading.
  const wasLive = health !== null && (health.messages > 0 || health.error);
  if (!wasLive || (!health.error && health.state === "connecting")) return null;
  if (health.state !== "offline" && health.state !== "stale" && health.state !== "backoff") return null;
  return {
    tone: "warn",
    text: isBackendLost ? TEXTS.backendLost : TEXTS.disconnected,
  };
}
