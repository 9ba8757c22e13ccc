import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { marketStatus } from "#domain/calendar/market-sessions.ts";
import type { DepthSnapshot, ExpirySummary, UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { marketNow } from "../../live/market-now.ts";
import { type Handle, type Streamed, streamOf, useStream } from "../../live/streams.ts";
import { useUnderlying } from "../../live/use-underlyings.ts";
import { useSleepless } from "../../shared/answers/use-sleepless.ts";
import type { LadderContract } from "../../shared/instrument-windows.ts";
import { TEXTS as REFUSED } from "../../shared/market-refused/texts.ts";
import { type KnownQuote, quoteOf } from "./ladder-lines.ts";
import { type Standing, standingOf } from "./standing.ts";
import { useContract } from "./use-contract.ts";

/** As fast as a chain. */
const FRAMES_A_SECOND = 10;

const NONE: Streamed<DepthSnapshot> = { data: null, refused: null, isOld: false };
/** Of a contract whose token is not known yet. */
const NO_STREAM: Handle<Streamed<DepthSnapshot>> = { subscribe: () => () => {}, read: () => NONE };

export interface ShownBook {
  readonly quote: KnownQuote | null;
  readonly standing: Standing | null;
  /** Market time; NaN not known. */
  readonly now: number;
  readonly decimals: number;
}

/** A currency's options have ticks of a quarter paisa. */
const decimalsOf = (underlying: UnderlyingSummary | null): number =>
  underlying?.kind === "currency" ? 4 : 2;

const selectAll = <T>(state: T): T => state;

/** When the contract was or is traded last; null: its expiry is not listed. */
function lastTradeOf(underlying: UnderlyingSummary | null, expiry: string): number | null {
  if (underlying === null) return Number.NaN;
  const listed: ExpirySummary | undefined = underlying.expiries.find((each) => each.expiry === expiry);
  return listed?.lastTrade ?? null;
}

const MINUTE = 60_000;

/** Whether the exchange keeps hours, and is outside of them. @param now market time, epoch ms */
function useIsClosed(underlying: UnderlyingSummary | null, now: number): boolean {
  const isSleepless = useSleepless();
  const exchange = underlying?.derivativeExchange;
  // Hours begin and end with minutes: there is no need to ask ten times a second.
  const minute = Math.floor(now / MINUTE);
  const isOpen = useMemo(
    () =>
      exchange === undefined ||
      Number.isNaN(minute) ||
      marketStatus(exchange, minute * MINUTE).status === "open",
    [exchange, minute],
  );
  return isSleepless === false && !isOpen;
}

/** The book of a contract, live for as long as it is shown. */
export function useBook(contract: LadderContract): ShownBook {
  const { token, first, isMissing, refused } = useContract(contract);
  const outcome = useUnderlying(contract.symbol);
  const underlying = outcome?.ok ? outcome.value : null;
  const stream = useMemo(
    () => (token === null ? NO_STREAM : streamOf({ kind: "depth", token, maxRate: FRAMES_A_SECOND })),
    [token],
  );
  const heard = useStream(stream, selectAll);
  const { link, health } = useSnapshot(live);
  const now = underlying === null ? (health?.marketTime ?? Number.NaN) : marketNow(underlying);
  const isClosed = useIsClosed(underlying, now);
  const { data } = heard;
  const quote = quoteOf(data, first, now);
  const standing = standingOf({
    now,
    lastTrade: lastTradeOf(underlying, contract.expiry),
    isMissing,
    refused: heard.refused?.message ?? refused ?? (health?.feed === "refused" ? REFUSED.message : null),
    isKnown: quote !== null,
    hasLevels: data !== null && data.buy !== null,
    isClosed,
    isStale: data !== null && (data.stale || heard.isOld || link.phase !== "ready"),
  });
  return { quote, standing, now, decimals: decimalsOf(underlying) };
}
