import { describe, expect, test } from "vitest";
import { black76 } from "#domain/pricing/black76.ts";
import { optionDecay } from "#domain/pricing/decay.ts";
import { impliedVolatility } from "#domain/pricing/implied-volatility.ts";
import { createSettlementFit } from "#domain/pricing/settlement-distribution.ts";
import { SETTLEMENT_SMILE } from "#domain/pricing/settlement-source.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import { CHAIN_FIELDS, FRAME_DELTA, FRAME_FULL, HEAD_INDEX } from "#protocol/frames/chain-frame.ts";
import { createEngineWorld, type FakePort, viewSpec } from "../../../support/engine/engine-world.ts";
import { liveView, next } from "../../../support/engine/live-view.ts";
import { createChainStream, EXPIRY_INSTANT, MARKET_TIME } from "../../../support/market/chain-stream.ts";
import { loadWasm } from "../../../support/wasm.ts";

describe("frames", () => {
  test("[CHAIN-41] tell figures finer where they are shown of a lot", async () => {
    const movedBy = async (move: number, scale?: number): Promise<number> => {
      const live = await liveView({ fields: ["call.timeValue"], ...(scale === undefined ? {} : { scale }) });
      live.stream.root.forward += move;
      await next(live, live.stream.delta([40]));
      expect(live.view.port.head("kind")).toBe(FRAME_DELTA);
      return live.view.port.head("changed");
    };
    // Half of what a figure of a unit may move by before it is told; of a lot of a thousand it is fifty paise.
    expect(await movedBy(0.0005)).toBe(0);
    expect(await movedBy(0.0005, 1000)).toBeGreaterThan(10);
  });

  test("hold for every cell what an independent computation gives", async () => {
    const { view, stream } = await liveView({ fields: CHAIN_FIELDS, strikesAbove: 30, strikesBelow: 30 });
    const { forward, spot } = stream.root;
    const years = yearsToExpiry(MARKET_TIME, EXPIRY_INSTANT);
    expect(view.port.strikes.length).toBe(61);
    const middle = (side: (typeof stream.rows)[number]["call"]): number => (side.bid + side.ask) / 200;
    const ivOf = (row: (typeof stream.rows)[number]): number => {
      const strike = row.strike / 100;
      const isCall = strike >= forward;
      return impliedVolatility(middle(isCall ? row.call : row.put), forward, strike, years, isCall);
    };
    const ivs = stream.rows.map(ivOf);
    const settlement = createSettlementFit();
    settlement.fit({
      count: stream.rows.length,
      strikes: Float64Array.from(stream.rows, ({ strike }) => strike / 100),
      iv: Float64Array.from(ivs),
      solved: Uint8Array.from(ivs, (iv) => (iv > 0 ? 1 : 0)),
      forward,
      years,
      atmIv: stream.root.atmIv,
      ivOffset: 0,
      tickSize: stream.root.tickSize,
    });
    expect(settlement.source).toBe(SETTLEMENT_SMILE);
    for (const strike of view.port.strikes) {
      const row = stream.rows.find((r) => r.strike === strike * 100)!;
      const iv = ivOf(row);
      const get = (field: Parameters<FakePort["cell"]>[1]): number => view.port.cell(strike, field);
      expect(get("iv")).toBeCloseTo(iv * 100, 8);
      expect(get("ivChange")).toBeCloseTo((iv - 0.125) * 100, 8);
      expect(get("pcr")).toBeCloseTo(row.put.oi / row.call.oi, 12);
      expect(get("straddle")).toBeCloseTo(middle(row.call) + middle(row.put), 9);
      for (const side of ["call", "put"] as const) {
        const option = row[side];
        const type = side === "call" ? "CE" : "PE";
        const sign = side === "call" ? 1 : -1;
        const greeks = black76(type, forward, strike, years, iv, 0);
        const price = middle(option);
        const level = strike + sign * price;
        const below = settlement.below(level);
        const expected = {
          ltp: option.lastPrice / 100,
          change: (option.lastPrice - option.close) / 100,
          changePct: (option.lastPrice / option.close - 1) * 100,
          bid: option.bid / 100,
          ask: option.ask / 100,
          oi: option.oi,
          oiChange: option.oi - option.previousOi,
          oiChangePct: (option.oi / option.previousOi - 1) * 100,
          volume: option.volume,
          delta: greeks.delta,
          theta: greeks.theta,
          // A day on at the same spot, with six of the week's seven days of basis left.
          decay: optionDecay(
            type,
            strike,
            iv,
            { now: MARKET_TIME, expiryInstant: EXPIRY_INSTANT, forward, spot, rate: 0 },
            price,
          ),
          intrinsic: Math.max(sign * (forward - strike), 0),
          intrinsicSpot: Math.max(sign * (spot - strike), 0),
          timeValue: price - Math.max(sign * (forward - strike), 0),
          breakeven: level,
          breakevenPct: (level / spot - 1) * 100,
          pop: (side === "call" ? 1 - below : below) * 100,
          popSeller: (side === "call" ? below : 1 - below) * 100,
          lastTradeTime: option.lastTradeTime * 1000,
          token: option.token,
        };
        for (const [name, value] of Object.entries(expected)) {
          const cell = get(`${side}.${name}` as Parameters<FakePort["cell"]>[1]);
          expect(Math.abs(cell - value), `${strike} ${side}.${name}`).toBeLessThan(
            1e-8 * Math.max(1, Math.abs(value)),
          );
        }
        expect(get("gamma")).toBeCloseTo(greeks.gamma, 10);
        expect(get("vega")).toBeCloseTo(greeks.vega, 8);
      }
    }
  });

  test("the discount of the expiry is in greeks and IV, and in the head", async () => {
    const live = await liveView({ fields: CHAIN_FIELDS, strikesAbove: 5, strikesBelow: 5 });
    const { view, stream } = live;
    expect([view.port.head("discount"), view.port.head("discountError")]).toEqual([1, Number.NaN]);
    stream.root.discount = 0.97;
    stream.root.discountError = 0.002;
    await next(live, stream.snapshot());
    expect([view.port.head("discount"), view.port.head("discountError")]).toEqual([0.97, 0.002]);
    const years = yearsToExpiry(view.port.head("asOf"), EXPIRY_INSTANT);
    const rate = -Math.log(0.97) / years;
    for (const strike of view.port.strikes) {
      const row = stream.rows.find((r) => r.strike === strike * 100)!;
      const isCall = strike >= stream.root.forward;
      const side = isCall ? row.call : row.put;
      const price = (side.bid + side.ask) / 200 / 0.97;
      const iv = impliedVolatility(price, stream.root.forward, strike, years, isCall);
      expect(view.port.cell(strike, "iv")).toBeCloseTo(iv * 100, 2);
      const { delta } = black76("CE", stream.root.forward, strike, years, iv, rate);
      expect(view.port.cell(strike, "call.delta")).toBeCloseTo(delta, 4);
    }
  });

  test("an option that is asked for and has no price decays by no more than is asked", async () => {
    const live = await liveView({ fields: CHAIN_FIELDS, strikesAbove: 5, strikesBelow: 5 });
    const { view, stream } = live;
    const strike = view.port.strikes.find((each) => each > Math.max(stream.root.forward, stream.root.spot))!;
    expect(view.port.cell(strike, "call.decay")).toBeLessThan(-1);
    Object.assign(stream.rows.find((each) => each.strike === strike * 100)!.call, {
      bid: 0,
      ask: 5,
      lastPrice: 0,
      lastTradeTime: 0,
    });
    await next(live, stream.snapshot());
    expect(view.port.cell(strike, "call.decay")).toBe(-0.05);
  });

  test("the head carries the feed's own figures of the expiry", async () => {
    const { view, stream } = await liveView();
    for (const name of [
      "spot",
      "spotPreviousClose",
      "future",
      "forward",
      "synthetic",
      "atmIv",
      "atmIvPrevious",
      "iv30",
      "ivRank",
      "pcr",
      "pcrChange",
      "maxPain",
      "vix",
      "lotSize",
      "expiry",
      "expiryInstant",
      "tickSize",
      "strikeStep",
      "forwardSource",
    ] as const) {
      expect(view.port.head(name), name).toBe(stream.root[name]);
    }
    expect(view.port.head("epoch")).toBe(7);
    expect(view.port.head("sequence")).toBe(101);
    expect(view.port.head("serverTime")).toBe(stream.serverTime);
    expect(view.port.head("asOf")).toBe(MARKET_TIME);
    expect(view.port.head("simulated")).toBe(1);
    expect(view.port.head("totalRows")).toBe(81);
    const inWindow = stream.rows.filter((row) => view.port.strikes.includes(row.strike / 100));
    expect(view.port.head("maxOi")).toBe(Math.max(...inWindow.map((row) => row.put.oi)));
    expect(view.port.head("callOiChange")).toBe(
      stream.rows.reduce((sum, row) => sum + row.call.oi - row.call.previousOi, 0),
    );
    expect(view.port.state).toBe("live");
  });

  test("WebAssembly and TypeScript engines post the same frame", async () => {
    const module = await loadWasm();
    const script = await liveView({ fields: CHAIN_FIELDS });
    const wasm = await liveView(
      { fields: CHAIN_FIELDS },
      createEngineWorld({ loadWasm: async () => module }),
    );
    expect((await wasm.world.engine.health()).decoder).toBe("wasm");
    expect((await script.world.engine.health()).decoder).toBe("typescript");
    const a = script.view.port.last;
    const b = wasm.view.port.last;
    expect([...b.cells]).toEqual([...a.cells]);
    b.values.forEach((value, i) => {
      expect(
        Math.abs(value - a.values[i]!) <= 1e-9 * Math.max(1, Math.abs(value)) || Number.isNaN(value),
      ).toBe(true);
    });
  });

  test("a delta holds the changed cells of the window alone, and the receiver then shows what a full frame would", async () => {
    const live = await liveView({ fields: CHAIN_FIELDS });
    const { stream, view, world } = live;
    Object.assign(stream.rows[41]!.call, { lastPrice: 19_000, bid: 18_990, ask: 19_010, oi: 99_999 });
    // Outside the window of ±10.
    stream.rows[2]!.call.oi += 65;
    await next(live, stream.delta([2, 41]));
    const { last } = view.port;
    expect(last.head[HEAD_INDEX.kind]).toBe(FRAME_DELTA);
    const rows = new Set([...last.cells].map((cell) => Math.floor(cell / CHAIN_FIELDS.length)));
    expect([...rows]).toEqual([10]);
    expect(view.port.cell(24_050, "call.oi")).toBe(99_999);
    const shown = CHAIN_FIELDS.map((field) => view.port.cell(24_050, field));
    await world.engine.configureChain(view.id, viewSpec({ fields: CHAIN_FIELDS }));
    view.port.credit();
    await world.clock.run(5);
    expect(view.port.last.head[HEAD_INDEX.kind]).toBe(FRAME_FULL);
    expect(CHAIN_FIELDS.map((field) => view.port.cell(24_050, field))).toEqual(shown);
  });

  test("figures that drift below what the grid shows are not sent again, and never drift away", async () => {
    const live = await liveView({
      fields: ["iv", "call.delta", "call.theta", "call.ltp"],
      strikesAbove: 2,
      strikesBelow: 2,
    });
    const { stream, view } = live;
    let sent = 0;
    for (let i = 0; i < 600; i++) {
      stream.root.marketTime += 100;
      const before = view.port.frames.length;
      await next(live, stream.delta([]));
      if (view.port.frames.length > before) sent += view.port.last.cells.length;
    }
    expect(sent).toBeLessThan(600 * 5);
    const years = yearsToExpiry(stream.root.marketTime, EXPIRY_INSTANT);
    const row = stream.rows[41]!;
    const price = (row.put.bid + row.put.ask) / 200;
    const iv = impliedVolatility(price, stream.root.forward, 24_050, years, false);
    expect(Math.abs(view.port.cell(24_050, "iv") - iv * 100)).toBeLessThan(2e-3);
  });

  test("an unlisted side has no figures; the other has all of its own", async () => {
    const world = createEngineWorld();
    const stream = createChainStream();
    Object.assign(stream.rows[42]!.put, {
      token: 0,
      lastPrice: 0,
      close: 0,
      bid: 0,
      ask: 0,
      oi: 0,
      previousOi: 0,
      volume: 0,
      lastTradeTime: 0,
      iv: Number.NaN,
      flags: 0,
    });
    const tab = await world.tab();
    world.relay.socket.open();
    const { port } = await world.open(tab.id, { fields: ["call.ltp", "put.ltp", "put.oi", "put.flags"] });
    await world.clock.run(20);
    world.relay.socket.say(stream.snapshot());
    port.credit();
    await world.clock.run(5);
    for (const field of ["put.ltp", "put.oi", "put.flags"] as const)
      expect(port.cell(24_100, field)).toBeNaN();
    expect(port.cell(24_100, "call.ltp")).toBe(stream.rows[42]!.call.lastPrice / 100);
  });
});
