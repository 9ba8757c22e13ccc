import { useMemo } from "react";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { marketNow } from "../../live/market-now.ts";
import { streamOf, useStream } from "../../live/streams.ts";
import { type IvNow, NOTHING_NOW } from "./by-day/iv-picture.ts";
import { iv30Of, ivOfExpiry } from "./live-iv.ts";

const NO_EXPIRIES: readonly { readonly expiry: number; readonly atmIv: number }[] = [];

/** ATM IV of each expiry, as the market of the viewer says it once a second. */
export function useExpiryIvs({ token }: UnderlyingSummary) {
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [token] }), [token]);
  return useStream(stream, ({ data }) => data?.[0]?.expiries ?? NO_EXPIRIES);
}

/** Price and volatility now. @param expiry whose ATM IV is shown; null none */
export function useIvNow(underlying: UnderlyingSummary, expiry: string | null): IvNow {
  const { token } = underlying;
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [token] }), [token]);
  const stats = useStream(stream, ({ data }) => data?.[0] ?? null);
  return useMemo(() => {
    if (stats === null) return NOTHING_NOW;
    return {
      spot: stats.spot,
      iv30: iv30Of(stats.expiries, underlying.expiries, marketNow(underlying)),
      atmIv: expiry === null ? Number.NaN : ivOfExpiry(stats.expiries, expiry),
    };
  }, [stats, underlying, expiry]);
}
