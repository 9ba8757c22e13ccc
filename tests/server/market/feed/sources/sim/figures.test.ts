import { describe, expect, test } from "vitest";
import { ist, optionRows, quoteOf, simulatedMarket } from "#tests/support/market/simulated-market.ts";

const FEW = [
  "NIFTY",
  "BANKNIFTY",
  "SENSEX",
  "NIFTYNXT50",
  "RELIANCE",
  "IDEA",
  "USDINR",
  "GOLD",
  "NATURALGAS",
];

const STARTS = [
  ["mid-session", "exchange", ist("2026-11-20T11:30")],
  ["an expiry afternoon", "exchange", ist("2026-11-23T15:05")],
  ["around the clock", "always", ist("2026-11-21T18:40")],
] as const;

describe.each(STARTS)("%s", (_, clock, startAt) => {
  const market = simulatedMarket({ clock, startAt, universe: FEW });
  for (let k = 1; k <= 100; k++) market.advance(startAt + k * 100);
  const table = market.table();
  const quotes = table.universe.instruments.map((_each, row) => quoteOf(table, row));
  const books = quotes.filter((quote) => quote.instrument.type !== "INDEX");

  test("books are ordered outwards on the tick grid, the bid below the ask", () => {
    for (const quote of books) {
      const { instrument, bids, asks } = quote;
      const name = instrument.tradingsymbol;
      const tick = Math.round(instrument.tickSize * (instrument.exchange === "CDS" ? 1e7 : 100));
      if (quote.bid > 0 && quote.ask > 0 && quote.bid >= quote.ask) expect.fail(`${name} is crossed`);
      for (const [levels, direction] of [
        [bids, -1],
        [asks, 1],
      ] as const) {
        levels.forEach((level, i) => {
          if (level.wire === 0) {
            if (level.quantity !== 0 || level.orders !== 0) expect.fail(`${name}: an empty level has orders`);
            return;
          }
          if (level.wire % tick !== 0 || level.wire < 0)
            expect.fail(`${name}: ${level.price} is off the grid`);
          if (level.quantity % instrument.lotSize !== 0 || level.quantity <= 0 || level.orders < 1) {
            expect.fail(`${name}: ${level.quantity} in ${level.orders} orders`);
          }
          const inner = levels[i - 1];
          if (inner !== undefined && (level.wire - inner.wire) * direction <= 0)
            expect.fail(`${name}: levels cross`);
        });
      }
      const sum = (levels: typeof bids): number => levels.reduce((total, level) => total + level.quantity, 0);
      if (quote.buyQuantity < sum(bids) || quote.sellQuantity < sum(asks))
        expect.fail(`${name}: totals too small`);
      if ((quote.bid === 0) !== (quote.buyQuantity === 0)) expect.fail(`${name}: total without bids`);
    }
  });

  test("prices of trades are on the grid and inside the day's range, with the average between", () => {
    let traded = 0;
    for (const quote of books) {
      if (quote.volume === 0) continue;
      traded += 1;
      const name = quote.instrument.tradingsymbol;
      const tick = Math.round(quote.instrument.tickSize * (quote.instrument.exchange === "CDS" ? 1e7 : 100));
      expect(quote.wire % tick, name).toBe(0);
      for (const price of [quote.last, quote.open]) {
        expect(price, name).toBeGreaterThanOrEqual(quote.low);
        expect(price, name).toBeLessThanOrEqual(quote.high);
      }
      expect(quote.average, name).toBeGreaterThanOrEqual(quote.low - 0.01);
      expect(quote.average, name).toBeLessThanOrEqual(quote.high + 0.01);
      expect(quote.lastQuantity, name).toBeGreaterThan(0);
      expect(quote.lastQuantity, name).toBeLessThanOrEqual(quote.volume);
      expect(quote.tradedAt, name).toBeLessThanOrEqual(startAt + 10_000);
    }
    expect(traded).toBeGreaterThan(300);
  });

  test("volume and open interest are whole lots, open interest is never negative and adds up", () => {
    for (const quote of books) {
      const { instrument, oi, previousOi, volume } = quote;
      for (const units of [oi, previousOi, volume, quote.lastQuantity]) {
        if (units % instrument.lotSize !== 0) expect.fail(`${instrument.tradingsymbol}: ${units}`);
      }
      if (Math.abs(oi - previousOi) > volume + instrument.lotSize) {
        expect.fail(`${instrument.tradingsymbol}: open interest moved by more than was traded`);
      }
      if (oi > quote.oiHigh || oi < quote.oiLow)
        expect.fail(`${instrument.tradingsymbol}: outside its range`);
    }
  });

  test("indices move inside their range and have no book", () => {
    for (const quote of quotes) {
      if (quote.instrument.type !== "INDEX") continue;
      expect(quote.bid).toBe(0);
      expect(quote.volume).toBe(0);
      expect(quote.close).toBeGreaterThan(0);
      expect(quote.last).toBeGreaterThanOrEqual(quote.low);
      expect(quote.last).toBeLessThanOrEqual(quote.high);
    }
    const vix = quotes[table.universe.vixIndex]!;
    expect(vix.last).toBeGreaterThan(6);
    expect(vix.last).toBeLessThan(25);
  });

  test("some far options lack a side or a book, the near ones never do", () => {
    const nifty = market.underlying("NIFTY");
    const next = nifty.chains[1]!;
    const spot = quotes[nifty.index]!.last;
    next.strikes.forEach((strike, i) => {
      if (Math.abs(strike / spot - 1) > 0.015) return;
      for (const row of [next.callIndex[i]!, next.putIndex[i]!]) {
        expect(quotes[row]!.bid).toBeGreaterThan(0);
        expect(quotes[row]!.ask).toBeGreaterThan(0);
      }
    });
    const options = market
      .underlying("NIFTYNXT50")
      .chains.flatMap(optionRows)
      .map((row) => quotes[row]!);
    const count = (holds: (quote: (typeof options)[number]) => boolean): number =>
      options.filter(holds).length;
    expect(count((quote) => quote.bid === 0 && quote.ask === 0)).toBeGreaterThan(20);
    expect(count((quote) => quote.bid === 0 && quote.ask > 0)).toBeGreaterThan(20);
    expect(count((quote) => quote.volume === 0)).toBeGreaterThan(20);
  });

  test("nothing can be bought and sold at once for a profit: parity, and prices monotone in the strike", () => {
    for (const symbol of ["NIFTY", "BANKNIFTY", "RELIANCE", "USDINR"]) {
      for (const chain of market.underlying(symbol).chains) {
        const future = chain.futureIndex < 0 ? null : quotes[chain.futureIndex]!;
        const slack = symbol === "USDINR" ? 0.0051 : 0.1;
        for (let i = 0; i < chain.strikes.length; i++) {
          const call = quotes[chain.callIndex[i]!]!;
          const put = quotes[chain.putIndex[i]!]!;
          const name = call.instrument.tradingsymbol;
          if (
            call.bid > 0 &&
            call.ask > 0 &&
            put.bid > 0 &&
            put.ask > 0 &&
            future !== null &&
            future.bid > 0 &&
            future.ask > 0
          ) {
            // Buy the call, sell the put and the future; and the other way round.
            if (call.ask - put.bid < future.bid - chain.strikes[i]! - slack)
              expect.fail(`${name}: conversion`);
            if (call.bid - put.ask > future.ask - chain.strikes[i]! + slack) expect.fail(`${name}: reversal`);
          }
          if (i === 0) continue;
          const lower = quotes[chain.callIndex[i - 1]!]!;
          const lowerPut = quotes[chain.putIndex[i - 1]!]!;
          if (lower.ask > 0 && call.bid > lower.ask + slack)
            expect.fail(`${name}: dearer than the lower strike`);
          if (put.ask > 0 && lowerPut.bid > put.ask + slack)
            expect.fail(`${name}: put cheaper than the lower strike`);
        }
      }
    }
  });
});

test("open interest is heaped on round strikes, calls above the money and puts below", () => {
  const market = simulatedMarket({ startAt: ist("2026-11-18T09:01"), universe: ["NIFTY"] });
  const chain = market.underlying("NIFTY").chains[0]!;
  const spot = quoteOf(market.table(), 0).close;
  let calls = [0, 0];
  let puts = [0, 0];
  let round = 0;
  let odd = 0;
  chain.strikes.forEach((strike, i) => {
    const side = strike > spot ? 1 : 0;
    const call = market.table().previousOi[chain.callIndex[i]!]!;
    const put = market.table().previousOi[chain.putIndex[i]!]!;
    calls = calls.map((sum, k) => sum + (k === side ? call : 0));
    puts = puts.map((sum, k) => sum + (k === side ? put : 0));
    if (Math.abs(strike - spot) > 800) return;
    if (strike % 500 === 0) round = Math.max(round, call + put);
    if (strike % 100 === 50) odd += (call + put) / 16;
  });
  expect(calls[1]!).toBeGreaterThan(2 * calls[0]!);
  expect(puts[0]!).toBeGreaterThan(2 * puts[1]!);
  expect(round).toBeGreaterThan(2 * odd);
});

test("a state entered in mid-session looks like one that has run since the open", () => {
  const open = ist("2026-11-20T09:15");
  const at = ist("2026-11-20T09:45");
  const universe = ["NIFTY", "RELIANCE"];
  const ran = simulatedMarket({ startAt: open, universe });
  for (let t = open + 1_000; t <= at; t += 1_000) ran.advance(t);
  const entered = simulatedMarket({ startAt: at, universe });
  const nifty = ran.underlying("NIFTY");
  const sum = (market: typeof ran): number =>
    optionRows(nifty.chains[0]!).reduce((total, row) => total + quoteOf(market.table(), row).volume, 0);
  expect(sum(entered) / sum(ran)).toBeGreaterThan(0.7);
  expect(sum(entered) / sum(ran)).toBeLessThan(1.4);
  const range = (market: typeof ran, row: number): number => {
    const quote = quoteOf(market.table(), row);
    return quote.high - quote.low;
  };
  for (const row of [nifty.index, nifty.futures[0]!.index]) {
    expect(range(entered, row) / range(ran, row)).toBeGreaterThan(0.75);
    expect(range(entered, row) / range(ran, row)).toBeLessThan(1.3);
  }
  expect(quoteOf(entered.table(), 0).last).toBeCloseTo(quoteOf(ran.table(), 0).last, -1);
});
