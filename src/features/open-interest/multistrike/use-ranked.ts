import { useEffect, useMemo, useState } from "react";
import { compactDate } from "#domain/calendar/ist.ts";
import type { ContractList, LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { oiByStrike } from "#protocol/generated/http/calls/open-interest/oi-by-strike.ts";
import type { OiByStrikeResponse } from "#protocol/http/open-interest.ts";
import type { LivePricesSnapshot } from "#workers/engine/api.ts";
import { type Handle, type Streamed, streamOf, useStream } from "../../../live/streams.ts";
import { type Column, lessEach } from "../../../shared/time-charts/lines.ts";
import type { Rank } from "../address.ts";
import type { OiPage } from "../oi-page.ts";
import { useTold } from "../use-told.ts";
import { type Candidate, ranked } from "./rank.ts";

/** Options of an expiry, calls first, low to high. */
function optionsOf(listed: ContractList, expiry: IsoDate): LegContract[] {
  const of = (side: "CE" | "PE"): LegContract[] =>
    listed.strikes(side, expiry).flatMap((strike) => listed.option(side, expiry, strike) ?? []);
  return [...of("CE"), ...of("PE")];
}

function byVolume(options: readonly LegContract[], expiry: IsoDate, prices: LivePricesSnapshot): Candidate[] {
  const day = compactDate(expiry);
  const told = prices.expiries.find((each) => each.expiry === day)?.options ?? [];
  const volumes = new Map(told.map(({ token, volume }) => [token, volume]));
  return options.map(({ tradingsymbol, token }) => ({
    tradingsymbol,
    figure: volumes.get(token) ?? Number.NaN,
  }));
}

function byOi(options: readonly LegContract[], told: OiByStrikeResponse["payload"], rank: Rank): Candidate[] {
  const placeOf = new Map(told.strikes.map((strike, i) => [strike, i]));
  const isChange = rank === "change";
  const call: Column = isChange ? lessEach(told.call_oi_to, told.call_oi_from) : told.call_oi_to;
  const put: Column = isChange ? lessEach(told.put_oi_to, told.put_oi_from) : told.put_oi_to;
  return options.map(({ tradingsymbol, type, strike }) => {
    const place = placeOf.get(strike);
    const figure = place === undefined ? null : (type === "CE" ? call : put)[place];
    return { tradingsymbol, figure: figure ?? Number.NaN };
  });
}

const NOTHING: Streamed<LivePricesSnapshot> = { data: null, refused: null, isOld: false };
/** Where volumes do not count none are asked for. */
const SILENT: Handle<Streamed<LivePricesSnapshot>> = { subscribe: () => () => {}, read: () => NOTHING };

interface Asked {
  readonly page: OiPage;
  readonly rank: Rank;
  readonly expiry: IsoDate | null;
  readonly listed: ContractList | null;
  /** false: contracts were chosen one by one */
  readonly isWanted: boolean;
}

export interface RankedLegs {
  /** tradingsymbols; null while they are looked for */
  readonly legs: readonly string[] | null;
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Contracts of an expiry that stand out now. They stay while they are looked at: no line comes and goes by itself. */
export function useRanked({ page, rank, expiry, listed, isWanted }: Asked): RankedLegs {
  const { underlying } = page;
  const key = isWanted && expiry !== null ? [underlying.symbol, expiry, rank].join(" ") : null;
  const [found, setFound] = useState<{ readonly key: string; readonly legs: readonly string[] } | null>(null);
  const legs = key !== null && found?.key === key ? found.legs : null;
  const isSought = key !== null && legs === null;
  const body = useMemo(
    () => ({ underlying_symbol: underlying.symbol, expiries: [expiry ?? ""], from: null, to: null }),
    [underlying, expiry],
  );
  const told = useTold(
    oiByStrike,
    { body },
    { of: `${underlying.symbol} ${expiry}`, isWanted: isSought && rank !== "volume", goesOn: () => null },
  );
  const wantsVolume = isSought && rank === "volume";
  const stream = useMemo(
    () => (wantsVolume ? streamOf({ kind: "live-prices", underlying: underlying.token }) : SILENT),
    [wantsVolume, underlying],
  );
  const prices = useStream(stream, ({ data }) => data);
  const answer = told.isOld ? null : (told.answer?.payload ?? null);

  useEffect(() => {
    if (key === null || legs !== null || listed === null || expiry === null) return;
    const options = optionsOf(listed, expiry);
    if (rank === "volume" && prices !== null)
      setFound({ key, legs: ranked(byVolume(options, expiry, prices)) });
    if (rank !== "volume" && answer !== null) setFound({ key, legs: ranked(byOi(options, answer, rank)) });
  }, [key, legs, listed, expiry, rank, prices, answer]);

  return { legs, failure: legs === null ? told.failure : null, retry: told.retry };
}
