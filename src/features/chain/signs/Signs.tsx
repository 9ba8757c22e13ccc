import { memo } from "react";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES, type ChainState } from "#domain/chain/flags.ts";
import { ivLevel } from "#domain/chain/iv-statistics.ts";
import { maxPainType, pcrType } from "#domain/chain/measures.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { Aside } from "../../../components/FaultBoundary.tsx";
import { optional } from "../../../components/optional.ts";
import { minuteStart, useMarketMinute } from "../../../live/market-minute.ts";
import { useSleepless } from "../../../shared/answers/use-sleepless.ts";
import { type ChainHead, useOfChain } from "../shown-chain.ts";
import { inOneLine, marketSaid } from "./market-words.ts";
import css from "./Signs.module.css";
import { TEXTS } from "./texts.ts";

/** Figures that are read as high or low, bullish or bearish. */
export type ReadFigure = "ivp" | "pcr" | "maxPain";

interface Reading {
  readonly word: string;
  readonly tone: "up" | "down" | "plain";
  /** Says the same as the colour to who does not tell colours apart. */
  readonly mark: string;
}

const SENTIMENTS = {
  bullish: { word: TEXTS.sentiments.bullish, tone: "up", mark: "▲" },
  bearish: { word: TEXTS.sentiments.bearish, tone: "down", mark: "▼" },
} as const;

/** @returns null where the figure says neither */
export function readingOf(figure: ReadFigure, head: ChainHead): Reading | null {
  if (figure === "ivp") {
    const level = ivLevel(head.atmIvPercentile);
    if (level === null || level === "normal") return null;
    return { word: TEXTS.levels[level], tone: "plain", mark: "" };
  }
  const type =
    figure === "pcr" ? pcrType(head.pcr) : maxPainType(head.maxPain, head.forward, head.strikeStep);
  return type === null || type === "neutral" ? null : SENTIMENTS[type];
}

interface SignProps {
  readonly figure: ReadFigure;
  /** Of the chain it belongs to. */
  readonly newest: () => ChainHead | null;
}

/** What a figure is taken for: in words where there is one, else by a mark and a colour, and in words for who hears it. */
export function Sign({ figure, newest }: SignProps) {
  const reading = useOfChain(() => {
    const head = newest();
    return head === null ? null : readingOf(figure, head);
  });
  if (reading === null) return null;
  const { word, tone, mark } = reading;
  return mark === "" ? (
    <span className={css.sign}>{word}</span>
  ) : (
    <span className={css.sign} data-tone={tone} title={word}>
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

interface ImpliedProps {
  readonly head: ChainHead;
  readonly decimals: number;
}

/** In the closing auction: that the price is implied, and the last real one. */
export function ImpliedSpot({ head, decimals }: ImpliedProps) {
  if (!(head.lastSpot > 0)) return null;
  return (
    <span className={css.implied} title={TEXTS.impliedStory} data-testid="implied-spot">
      <b>{TEXTS.implied}</b> {TEXTS.lastSpot(formatFixed(head.lastSpot, decimals))}
    </span>
  );
}

const TradeFlags = optional(() => import("./TradeFlags.tsx").then((m) => m.TradeFlags));

interface MarketProps {
  readonly head: ChainHead;
  readonly underlying: UnderlyingSummary;
}

/** States in which figures stand still, and the day goes on. */
const WAITS: readonly (ChainState | undefined)[] = ["before_open", "closed"];

/** What is said is said by the minute. */
const isSaidTheSame = (before: MarketProps, after: MarketProps): boolean =>
  before.underlying === after.underlying &&
  before.head.marketState === after.head.marketState &&
  before.head.expiry === after.head.expiry &&
  minuteStart(before.head.asOf) === minuteStart(after.head.asOf);

/** How the market stands, where it is not simply open, and when it opens; of shares and commodities, what else keeps from trading. */
export const MarketChip = memo(function MarketChip({ head, underlying }: MarketProps) {
  const state = CHAIN_STATES[head.marketState];
  const now = useMarketMinute() ?? Number.NaN;
  const at = WAITS.includes(state) && now > head.asOf ? now : head.asOf;
  const said = marketSaid(underlying.derivativeExchange, state, at, useSleepless() === true);
  const { kind, token, symbol } = underlying;
  return (
    <>
      {said === null ? null : (
        <p className={css.market} data-state={state} title={inOneLine(said)} data-testid="market-state">
          <span className={css.stands}>{said.stands}</span>
          {said.next === null ? null : <span>{TEXTS.opening(said.next)}</span>}
        </p>
      )}
      {kind === "stock" || kind === "commodity" ? (
        <Aside>
          <TradeFlags
            symbol={symbol}
            token={token}
            kind={kind}
            expiry={fromCompactDate(head.expiry)}
            now={head.asOf}
          />
        </Aside>
      ) : null}
    </>
  );
}, isSaidTheSame);
