import { expect, it } from "vitest";
import { builderAnswer } from "#analysis/builder-answer.ts";
import { builderMarketOf } from "#analysis/builder-market.ts";
import {
  DISCOUNT_BORROWED,
  DISCOUNT_NONE,
  DISCOUNT_OWN_CURVE,
  DISCOUNT_OWN_PAIRS,
  type DiscountSource,
  lenderNumber,
} from "#domain/pricing/discount-origin.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createGreekRoom, liveExpiry } from "#server/market/compute/live-prices/expiry.ts";
import { readChain } from "#server/market/compute/snapshot/read-chains.ts";
import { builderMarket, REQUEST } from "#tests/analysis/builder-fixture.ts";
import { market } from "#tests/domain/strategy/strategy-fixture.ts";
import { createChainStream } from "#tests/support/market/chain-stream.ts";

interface Discounted {
  readonly discount: number;
  readonly discountError: number;
  readonly discountSource: DiscountSource;
  readonly discountLender: number;
}

function inLivePrices(told: Discounted) {
  const stream = createChainStream();
  Object.assign(stream.root, told);
  const room = createGreekRoom(referenceKernel);
  const { discount, discount_source, discount_lender } = liveExpiry(
    readChain(stream.snapshot()),
    { quotes: new Map(), ivRank: null },
    room,
  );
  return { discount, discount_source, discount_lender };
}

/** Also of the market that a page was sent, which computes the same again. */
function inStrategies(told: Discounted) {
  const given = builderMarket({ expiries: market().expiries.map((each) => ({ ...each, ...told })) });
  const request = { ...REQUEST, flags: { include_market: true } };
  const answer = builderAnswer(request, given, referenceStrategyKernel);
  if (!answer.ok) throw new Error(answer.refusal.message);
  const again = builderAnswer(request, builderMarketOf(answer.payload.market!), referenceStrategyKernel);
  if (!again.ok) throw new Error(again.refusal.message);
  expect(again.payload.trade_stats).toEqual(answer.payload.trade_stats);
  const { discount, discount_source, discount_lender } = answer.payload.trade_stats["101"]!;
  return { discount, discount_source, discount_lender };
}

it.each([
  [DISCOUNT_NONE, null, null],
  [DISCOUNT_OWN_PAIRS, "OWN_PAIRS", null],
  [DISCOUNT_OWN_CURVE, "OWN_CURVE", "NIFTY"],
  [DISCOUNT_BORROWED, "BORROWED", "SENSEX"],
] as const)("a discount says who told it, beside it in every answer: %i, %s", (source, word, lender) => {
  const told: Discounted = {
    discount: source === DISCOUNT_NONE ? 1 : 0.96,
    discountError: 0.002,
    discountSource: source,
    discountLender: lender === null ? 0 : lenderNumber(lender),
  };
  const wanted = { discount: told.discount, discount_source: word, discount_lender: lender };
  expect(inLivePrices(told)).toEqual(wanted);
  expect(inStrategies(told)).toEqual(wanted);
});
