import { useSnapshot } from "valtio";
import { createMarketStates } from "#domain/chain/market-states.ts";
import { marketTimings } from "#protocol/generated/http/prices.ts";
import type { MarketTimingsResponse } from "#protocol/http/prices.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { live } from "../../live/live-state.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import { TEXTS as COMMON } from "../../strategy/texts.ts";
import css from "./BuilderHead.module.css";
import { TEXTS } from "./texts.ts";

/** Whether these are the hours of a market that is open at any time of any day. */
const neverCloses = (hours: MarketTimingsResponse): boolean =>
  Object.values(hours).every(([open, close]) => open === "00:00" && close === "24:00");

/** That the market rests, where no live market of legs tells it: by the calendar, at the market's own time. */
export function RestingMarket({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const now = useSnapshot(live).health?.marketTime ?? null;
  const { data: isSleepless } = useAnswer(marketTimings, {}, { isForAll: true, select: neverCloses });
  if (now === null || isSleepless !== false) return null;
  // Anew each time: what one remembers does not hold where the market's clock is set back.
  const state = createMarketStates(true).of(underlying, now);
  if (state === "live") return null;
  return state === "spot_auction" ? (
    <span className={css.tag} title={TEXTS.head.auctionTitle}>
      {TEXTS.head.auction}
    </span>
  ) : (
    <span className={css.tag}>{COMMON.standing.closed}</span>
  );
}
