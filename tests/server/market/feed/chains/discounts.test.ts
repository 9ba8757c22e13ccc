/** The feed tells the discount of a far expiry in packet 3, fitted to the pairs it carries and kept for ten seconds. */
import { expect, it } from "vitest";
import { compactDate } from "#domain/calendar/ist.ts";
import { blackPrice } from "#domain/pricing/black76.ts";
import { rateOf } from "#domain/pricing/discount.ts";
import { DISCOUNT_OWN_PAIRS } from "#domain/pricing/discount-origin.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { chainView } from "#protocol/wire/codec.ts";
import { chainSnapshotRequest } from "#server/market/bus/market-subjects.ts";
import { createFeedBench } from "#tests/support/market/fake-feed.ts";
import { FAKE_EXPIRIES, fakeUniverse } from "#tests/support/market/fake-market.ts";

const START = Date.parse("2026-06-24T11:00:00+05:30");
const universe = fakeUniverse();
const nifty = universe.underlyings[0]!;
const far = nifty.chains[1]!;
const FORWARD = 24_500;

it("is fitted, used for IV and told; a new one is told ten seconds later", async () => {
  const { feed, bus, market, timers } = createFeedBench({ start: START });
  const years = yearsToExpiry(START, far.expiryInstant);

  function quoteAt(discount: number): void {
    const rate = rateOf(discount, years);
    for (const chain of nifty.chains) quoteChain(chain, rate);
  }

  function quoteChain({ strikes, callIndex, putIndex, expiryInstant }: typeof far, rate: number): void {
    const left = yearsToExpiry(START, expiryInstant);
    strikes.forEach((strike, i) => {
      for (const [type, rows] of [["CE", callIndex] as const, ["PE", putIndex] as const]) {
        const price = Math.round(20 * blackPrice(type, FORWARD, strike, left, 0.14, rate)) / 20;
        const { token } = universe.instruments[rows[i]!]!;
        market.quote(token, { lastPrice: price, bid: price - 0.05, ask: price + 0.05 });
      }
    });
  }

  async function root() {
    const request = { underlying: nifty.underlying.token, expiry: compactDate(FAKE_EXPIRIES[1]) };
    const view = chainView(
      await bus.request(chainSnapshotRequest(), new TextEncoder().encode(JSON.stringify(request))),
    );
    if ("error" in view) throw new Error(view.error.toString());
    return view.root;
  }

  feed.start();
  quoteAt(0.975);
  // Nobody looks at the nearer expiry: it is heard all the same when the farther one is told.
  timers.pass(12_000);
  const first = await root();
  expect(first.discount).toBeCloseTo(0.975, 3);
  expect(first.discountError).toBeLessThan(0.001);
  expect([first.discountSource, first.discountLender]).toEqual([DISCOUNT_OWN_PAIRS, 0]);
  expect(first.forward).toBeCloseTo(FORWARD, 0);
  expect(first.atmIv).toBeCloseTo(0.14, 3);

  quoteAt(0.965);
  timers.pass(300);
  const soon = await root();
  expect(soon.discount).toBeCloseTo(0.975, 3);
  timers.pass(11_000);
  const later = await root();
  expect(later.discount).toBeCloseTo(0.965, 3);
  expect(later.atmIv).toBeCloseTo(0.14, 3);
  await feed.stop();
});
