import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { useRestingMarket } from "../../shared/market-state/use-resting-market.ts";
import { TEXTS as COMMON } from "../../strategy/texts.ts";
import css from "./BuilderHead.module.css";
import { TEXTS } from "./texts.ts";

/** That the market rests, where no live market of legs tells it. */
export function RestingMarket({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const state = useRestingMarket(underlying);
  if (state === null) return null;
  return state === "spot_auction" ? (
    <span className={css.tag} title={TEXTS.head.auctionTitle}>
      {TEXTS.head.auction}
    </span>
  ) : (
    <span className={css.tag}>{COMMON.standing.closed}</span>
  );
}
