import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { compactDate, istDate } from "#domain/calendar/ist.ts";
import { decimalsOfTick } from "#domain/format/number.ts";
import { defaultExpiry } from "#domain/instruments/default-expiry.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { marketNow } from "../../live/market-now.ts";
import { streamOf, useStream } from "../../live/streams.ts";
import { useListed } from "../../live/use-listed.ts";
import type { InfoView } from "./info-view.ts";

/**
 * All that is known of an instrument, live.
 * @param selected the expiry that was chosen; null, or one that is listed no more: the first that trades
 */
export function useInfoView(underlying: UnderlyingSummary, selected: string | null): InfoView {
  const { link, health } = useSnapshot(live);
  const listed = useListed(underlying.symbol);
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying.token] }), [underlying.token]);
  const state = useStream(stream, (newest) => newest);
  const stats = state.data?.[0] ?? null;
  // Renewed with the engine's health, once a second.
  const now = health === null ? Number.NaN : marketNow(underlying);
  const { expiries } = underlying;
  const expiry =
    expiries.find((each) => each.expiry === selected) ??
    defaultExpiry(expiries, Number.isNaN(now) ? marketNow(underlying) : now) ??
    expiries[0] ??
    null;
  const day = expiry === null ? null : compactDate(expiry.expiry);
  return {
    underlying,
    expiry,
    stats,
    ofExpiry: stats?.expiries.find((each) => each.expiry === day) ?? null,
    futures: listed?.futures ?? null,
    now,
    today: Number.isNaN(now) ? null : istDate(now),
    isStale: stats !== null && (stats.stale || state.isOld || link.phase !== "ready"),
    decimals: Math.max(2, decimalsOfTick(underlying.spotTickSize)),
  };
}
