import { useRef, useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { marketNow } from "../../live/market-now.ts";

const onLive = (changed: () => void) => subscribe(live, changed);
const knowsTime = (): boolean => typeof live.health?.marketTime === "number";

/**
 * The expiry of the address; without one the first that still trades, which stays while it is on screen, over or not (rule CHAIN-33).
 */
export function useShownExpiry(
  underlying: UnderlyingSummary | null,
  asked: string | undefined,
): ExpirySummary | null {
  const isKnown = useSyncExternalStore(onLive, knowsTime);
  const first = useRef({ token: -1, isKnown, at: 0 });
  if (underlying === null) return null;
  const { token, expiries } = underlying;
  if (first.current.token !== token || (isKnown && !first.current.isKnown)) {
    const at = defaultExpiry(expiries, marketNow(underlying))?.lastTrade ?? 0;
    first.current = { token, isKnown, at };
  }
  return (
    expiries.find(({ expiry }) => expiry === asked) ??
    expiries.find(({ lastTrade }) => lastTrade >= first.current.at) ??
    null
  );
}
