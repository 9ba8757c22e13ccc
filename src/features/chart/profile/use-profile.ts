import { useMemo } from "react";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { oiByStrike } from "#protocol/generated/http/calls/open-interest/oi-by-strike.ts";
import { textOf } from "../../../api/api-failure.ts";
import { profileOverlay, type StrikeProfile } from "../../../components/chart/prices/paint-profile.ts";
import type { ChartOverlay } from "../../../components/chart/time/chart-layer.ts";
import { marketNow } from "../../../live/market-now.ts";
import { useUnderlying } from "../../../live/use-underlyings.ts";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import type { ChartSearch } from "../address/address.ts";
import type { Bars } from "../series/bars-series.ts";
import { profiledBy, shownExpiries } from "./oi-profile.ts";
import { TEXTS } from "./texts.ts";

/** Open interest is told anew with each minute. */
const ANSWER = { isAside: true, staleTime: 30_000, refetchInterval: 60_000 } as const;
const NONE: readonly IsoDate[] = [];

export interface Profile {
  /** null of nothing that is known */
  readonly overlay: ChartOverlay | null;
  readonly figures: StrikeProfile | null;
  /** that may be chosen, nearest first */
  readonly listed: readonly IsoDate[];
  readonly shown: readonly IsoDate[];
  /** why there are no bars; null where there are */
  readonly said: string | null;
}

/** Open interest by strike at the price axis (rule CHART-14); null while it is not wanted, or it is not known of what the chart is. */
export function useProfile(
  { profile, symbol }: Pick<ChartSearch, "profile" | "symbol">,
  told: Bars | null,
): Profile | null {
  const isWanted = profile !== null && told !== null;
  const underlying = isWanted ? profiledBy(symbol, told.instrument_type) : null;
  // Asked of the engine, which has them all: what is not wanted costs nothing.
  const found = useUnderlying(underlying ?? symbol);
  const summary = underlying !== null && found?.ok === true ? found.value : null;
  const expiries = summary?.expiries ?? null;
  const now = summary === null ? Number.NaN : marketNow(summary);
  const listed = (expiries ?? [])
    .filter(({ lastTrade, strikes }) => strikes > 0 && !(now >= lastTrade))
    .map(({ expiry }) => expiry);
  const shown = profile === null ? NONE : shownExpiries(profile, listed);
  const { data, error } = useAnswer(
    oiByStrike,
    { body: { underlying_symbol: underlying ?? "", expiries: [...shown], from: null, to: null } },
    { ...ANSWER, isWanted: underlying !== null && shown.length > 0 },
  );
  const payload = data?.payload ?? null;
  const figures = useMemo<StrikeProfile | null>(
    () =>
      payload === null
        ? null
        : { strikes: payload.strikes, call: payload.call_oi_to, put: payload.put_oi_to },
    [payload],
  );
  const overlay = useMemo(() => (figures === null ? null : profileOverlay(figures)), [figures]);
  if (!isWanted) return null;
  const said = ((): string | null => {
    if (underlying === null) return TEXTS.ofOption;
    if (found?.ok === false || (expiries !== null && listed.length === 0)) return TEXTS.noOptions(underlying);
    if (payload !== null) return null;
    return error === null ? TEXTS.loading : TEXTS.failed(textOf(error));
  })();
  return { overlay, figures, listed, shown, said };
}
