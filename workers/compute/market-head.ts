import { newestOf } from "#analysis/market-packets.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES, type ForwardSource } from "#domain/chain/flags.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { ExpiryFrame, LinearQuote } from "#protocol/frames/strategy-market.ts";
import { CHAIN_FLAG_DELAYED, CHAIN_FLAG_SIMULATED } from "#protocol/generated/layout.ts";
import type { ExpiryHead, LinearHead, MarketHead } from "./api.ts";
import type { LiveView } from "./live-market.ts";

const positive = (value: number): number => (value > 0 ? value : Number.NaN);

function expiryHead({ expiry, state, packet }: ExpiryFrame): ExpiryHead[] {
  if (packet === null) return [];
  const { root, epoch, sequence } = packet;
  return [
    {
      expiry: fromCompactDate(expiry),
      epoch,
      sequence,
      expiryInstant: root.expiryInstant,
      state,
      forward: root.forward,
      forwardSource: root.forwardSource as ForwardSource,
      synthetic: root.synthetic,
      discount: root.discount,
      atmIv: root.atmIv,
      atmStrike: root.atmStrike,
      lotSize: root.lotSize,
      strikeStep: root.strikeStep,
    },
  ];
}

const STALE: readonly FeedState[] = ["stale", "offline", "failed", "refused"];

/** What the feed says has not been heard of lately, or not at all. */
export const isStale = ({ frame }: LiveView): boolean => STALE.includes(frame.state);

/** What a page is told of a frame: nothing of its strikes. */
export function marketHead(view: LiveView): MarketHead {
  const { frame, packets, terms } = view;
  const root = newestOf(packets)?.root;
  const { state } = frame;
  const expiryOfToken = new Map(terms.contracts.map((each) => [each.instrument_token, each.expiry]));
  const linear = (quote: LinearQuote): LinearHead => ({
    token: quote.token,
    expiry: expiryOfToken.get(quote.token) ?? null,
    ltp: positive(quote.lastPrice),
    previousClose: positive(quote.previousClose),
    bid: positive(quote.bid),
    ask: positive(quote.ask),
    oi: quote.oi,
    lastTradeTime: positive(quote.lastTradeTime),
  });
  const hasFlag = (flag: number): boolean => ((root?.flags ?? 0) & flag) !== 0;
  return {
    underlying: terms.listed.underlying.token,
    frame: frame.frame,
    state,
    isSpotImplied: CHAIN_STATES[root?.state ?? -1] === "spot_auction",
    isDelayed: hasFlag(CHAIN_FLAG_DELAYED),
    isSimulated: hasFlag(CHAIN_FLAG_SIMULATED),
    isStale: isStale(view),
    isClosed: state === "closed",
    spot: root?.spot ?? Number.NaN,
    lastSpot: root?.lastSpot ?? Number.NaN,
    spotPreviousClose: root?.spotPreviousClose ?? Number.NaN,
    now: root?.marketTime ?? Number.NaN,
    receivedAt: frame.receivedAt,
    expiries: frame.expiries.flatMap(expiryHead),
    awaited: frame.expiries
      .filter(({ packet }) => packet === null)
      .map(({ expiry }) => fromCompactDate(expiry)),
    futures: frame.quotes.map(linear),
  };
}
