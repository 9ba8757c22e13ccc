/** What is asked beside the summary: margin, charts, open interest, charges. */

import { describe, expect, test } from "vitest";
import { ANGEL, ICICI, UPSTOX, type ZERODHA } from "#domain/access/brokers.ts";
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import { ApiFailure } from "#src/api/api-failure.ts";
import { account, contract, createWorld, NOW, payloadOf } from "./world.ts";

const down = (): ApiFailure =>
  new ApiFailure({ status: null, statusText: "", body: null, message: "The server was not available" });

const of = (broker: typeof ZERODHA | typeof ANGEL | typeof UPSTOX | typeof ICICI) =>
  account({ broker, subject: { broker, plan: "pro", isMobileApp: false } });

describe("margin", () => {
  test("[ANZ-54] is asked 100 ms after the last change, in the form of Zerodha", async () => {
    const { state, server, clock, buy, sell } = await createWorld();
    buy(24_200);
    await clock.run(50);
    sell(24_000);
    await clock.run(99);
    expect(server.of("calculate_margin")).toHaveLength(0);
    await clock.run(1);
    const { path, input } = server.newest("calculate_margin");
    expect(path).toMatch(/calculate_margin_v5$/);
    expect(input.params).toEqual({ brokerId: "1" });
    const common = {
      underlying: "NIFTY",
      quantity: 65,
      price: null,
      multiplier: 1,
      expiry: "2026-11-24",
      instrument_type: "CE",
    };
    expect(input.body).toEqual({
      brokerCache: "etag-1",
      trade_inputs: [
        { ...common, tradingsymbol: "NIFTY2026-11-2424200CE", action: "BUY", strike_price: 24_200 },
        { ...common, tradingsymbol: "NIFTY2026-11-2424000CE", action: "SELL", strike_price: 24_000 },
      ],
    });
    await clock.run(1);
    expect(state.instance!.marginSpanData).toEqual({ marginRequired: 150_000, capitalRequired: 140_000 });
    expect(state.instance!.marginData.value).toMatchObject({ form: "v5" });
  });

  test("is asked as trades by all others, of ICICI Direct the older call", async () => {
    for (const broker of [ANGEL, UPSTOX, ICICI] as const) {
      const { state, server, clock, sell } = await createWorld({ caller: of(broker) });
      sell(24_000);
      await clock.run(101);
      const { path, input } = server.newest("calculate_margin");
      expect(path.endsWith("calculate_margin_v3")).toBe(broker === ICICI);
      expect(input.body).toEqual({
        trades: [
          {
            trade_type: "new_trade",
            tradingsymbol: "NIFTY2026-11-2424000CE",
            action: "SELL",
            quantity: 65,
            price: null,
          },
        ],
        consider_positions_for_funds: false,
        consider_positions_for_margin: false,
      });
      expect(state.instance!.marginSpanData.marginRequired).toBe(broker === ICICI ? 151_000 : 150_000);
    }
  });

  test("is of what is selected, and 0 and 0 when that is nothing", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    expect(state.instance!.marginSpanData.marginRequired).toBe(150_000);
    const { id } = state.instance!.legs[0]!;
    analyzer.dispatch({ type: "toggle-leg", id });
    expect(state.instance!.marginSpanData).toEqual({ marginRequired: 0, capitalRequired: 0 });
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(1);
    analyzer.dispatch({ type: "toggle-leg", id });
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(2);
    analyzer.dispatch({ type: "clear-legs" });
    expect(state.instance!.marginSpanData).toEqual({ marginRequired: 0, capitalRequired: 0 });
  });

  test("[ANZ-54] old figures stay, marked old, until new ones come; a failure is only logged", async () => {
    const { analyzer, state, server, clock, buy, logged } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    expect(state.isMarginOld).toBe(false);
    server.instead = (path) => (path.includes("calculate_margin") ? down() : undefined);
    analyzer.dispatch({ type: "set-lot-multiplier", multiplier: 2 });
    expect(state.isMarginOld).toBe(true);
    await clock.run(1_000);
    expect(state.instance!.marginSpanData.marginRequired).toBe(150_000);
    expect(state.instance!.marginData.error).toBeNull();
    expect(logged("Error fetching margin")).toBe(1);
    expect(state.isMarginOld).toBe(true);
    // What changes no margin makes old figures no newer.
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    expect(state.isMarginOld).toBe(true);
    server.instead = null;
    await clock.run(2_000);
    expect(state.isMarginOld).toBe(false);
  });

  test("[ANZ-54] an answer is old once it could not be renewed when that was due", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    server.instead = (path) => (path.includes("calculate_margin") ? down() : undefined);
    await clock.run(150_000);
    expect(state.isMarginOld).toBe(false);
    await clock.run(40_000);
    expect(server.of("calculate_margin").length).toBeGreaterThan(1);
    expect(state.isMarginOld).toBe(true);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    expect(state.isMarginOld).toBe(true);
    server.instead = null;
    await clock.run(120_000);
    expect(state.isMarginOld).toBe(false);
  });

  test("knows when it was answered, by the market's time or, where that is not known, the device's", async () => {
    const { state, server, clock, worker, buy } = await createWorld();
    buy(24_000);
    await clock.run(50);
    await worker.head({ now: NOW + 5_000 });
    await clock.run(1_000);
    expect(state.instance!.marginData.value).toMatchObject({ answeredAt: NOW + 5_000 });
    await worker.head({ now: NOW + 200_000 });
    await clock.run(60_000);
    expect(state.instance!.marginData.value).toMatchObject({ answeredAt: NOW + 5_000 });
    await clock.run(180_000);
    expect(server.of("calculate_margin")).toHaveLength(2);
    expect(state.instance!.marginData.value).toMatchObject({ answeredAt: NOW + 200_000 });
  });

  test("[STRAT-35] of ICICI Direct capital is the margin and the premium of the trades, as long as that is known", async () => {
    const { analyzer, state, clock, worker, server, buy, sell } = await createWorld({ caller: of(ICICI) });
    buy(24_000);
    sell(24_200);
    const deal = { action: "BUY", quantity: 65, entryPrice: null } as const;
    analyzer.dispatch({ type: "add-leg", contract: contract("FUT", 0), deal });
    await clock.run(1_000);
    const [bought, sold] = state.instance!.legs;
    const figures = (premium: number | null) => ({
      marginRequired: 151_000,
      capitalRequired: premium === null ? null : 151_000 + premium,
    });
    expect(state.instance!.marginSpanData).toEqual(figures(0));
    analyzer.dispatch({ type: "set-entry-price", id: bought!.id, price: 120 });
    await clock.run(1_000);
    expect(state.instance!.marginSpanData).toEqual(figures(65 * (120 - 101)));
    expect(state.instance!.marginData.value).toMatchObject({ premium: 65 * (120 - 101) });
    // What the other is entered at is a question of its own, which asks for no other margin.
    analyzer.dispatch({ type: "set-entry-pricing", pricing: { mode: "touch", slippageTicks: 0 } });
    await clock.run(1_000);
    expect(state.instance!.marginSpanData).toEqual(figures(65 * (120 - 100)));
    const known = state.instance!.marginSpanData;
    worker.isPrompt = server.isPrompt = false;
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    await clock.run(1_000);
    expect(state.instance!.marginSpanData).toBe(known);
    worker.isPrompt = server.isPrompt = true;
    analyzer.dispatch({ type: "toggle-leg", id: sold!.id });
    await clock.run(1_000);
    expect(state.instance!.marginSpanData).toEqual(figures(65 * 120));

    const other = await createWorld({ caller: of(ICICI), hasWorker: false });
    other.server.isPrompt = false;
    other.buy(24_000);
    await other.clock.run(1_000);
    await other.server.newest("calculate_margin").answer({ total_margin: 151_000 });
    expect(other.state.instance!.marginSpanData).toEqual(figures(null));
    const summary = other.server.newest("builder_v3");
    await summary.answer({ payload: payloadOf(summary.input.body as never) });
    await other.clock.run(100);
    expect(other.state.instance!.marginSpanData).toEqual(figures(65 * 101));
  });

  test("[ANZ-54] does not hang on the target, and waits while something is dragged", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    analyzer.dispatch({ type: "set-target-price", price: 24_100 });
    analyzer.dispatch({ type: "set-iv-offset", points: 2 });
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(1);
    analyzer.dispatch({ type: "begin-drag" });
    const ids = [state.instance!.legs[0]!.id];
    for (let by = 50; by <= 500; by += 50) {
      analyzer.dispatch({ type: "drag-strikes", ids, by, mirror: false });
      await clock.run(1_000);
    }
    expect(server.of("calculate_margin")).toHaveLength(1);
    expect(state.isMarginOld).toBe(true);
    analyzer.dispatch({ type: "end-drag" });
    await clock.run(101);
    expect(server.of("calculate_margin")).toHaveLength(2);
    expect(state.isMarginOld).toBe(false);
  });

  test("that comes while a strike is dragged is an old one already", async () => {
    const { analyzer, state, server, clock, buy } = await createWorld();
    buy(24_000);
    await clock.run(1_000);
    server.isPrompt = false;
    analyzer.dispatch({ type: "set-lot-multiplier", multiplier: 2 });
    await clock.run(100);
    analyzer.dispatch({ type: "begin-drag" });
    analyzer.dispatch({ type: "drag-strikes", ids: [state.instance!.legs[0]!.id], by: 100, mirror: false });
    await server.newest("calculate_margin").answer({
      payload: { ...state.instance!.marginData.value!.payload, margin_required: 1 },
    });
    expect(state.isMarginOld).toBe(true);
    analyzer.dispatch({ type: "cancel-drag" });
    expect(state.isMarginOld).toBe(false);
    expect(state.instance!.marginSpanData.marginRequired).toBe(1);
  });

  test("is not asked while the page is hidden, and after a used-up budget not before the server says", async () => {
    const { analyzer, server, clock, visibility, buy } = await createWorld();
    buy(24_000);
    visibility.set(false);
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(0);
    server.instead = (path) =>
      path.includes("calculate_margin")
        ? new ApiFailure({ status: 429, statusText: "", body: null, message: "too many" }, 8)
        : undefined;
    visibility.set(true);
    expect(server.of("calculate_margin")).toHaveLength(1);
    await clock.run(1);
    server.instead = null;
    for (let multiplier = 2; multiplier <= 8; multiplier++) {
      analyzer.dispatch({ type: "set-lot-multiplier", multiplier });
      await clock.run(1_000);
    }
    expect(server.of("calculate_margin")).toHaveLength(1);
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(2);
  });

  test("is not asked when it is not required, nor for excluded accounts", async () => {
    const { analyzer, server, clock, buy } = await createWorld();
    analyzer.dispatch({ type: "set-config", config: { isMarginDataRequired: false } });
    buy(24_000);
    await clock.run(1_000);
    expect(server.of("calculate_margin")).toHaveLength(0);
    expect(server.summaries()).toHaveLength(1);

    const other = await createWorld({ isClosed: true });
    other.settings.excluded = { margin_and_charts: true, chart_underlyings: [] };
    other.analyzer.open("NIFTY");
    await other.settle();
    other.buy(24_000);
    other.analyzer.dispatch({ type: "select-tab", tab: "strategyChart" });
    await other.clock.run(1_000);
    expect(other.server.of("calculate_margin")).toHaveLength(0);
    expect(other.server.of("compute_strategy_chart")).toHaveLength(0);
    expect(other.server.summaries()).toHaveLength(1);
  });
});

describe("the strategy chart", () => {
  test("[ANZ-53] is asked for on its tab alone, and again after five minutes", async () => {
    const { analyzer, state, server, clock, buy, sell } = await createWorld();
    buy(24_000);
    sell(24_200);
    await clock.run(600_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(0);
    analyzer.dispatch({ type: "select-tab", tab: "strategyChart" });
    await clock.run(1_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(1);
    expect(server.newest("compute_strategy_chart").input.body).toEqual({
      underlying: "NIFTY",
      sampling_size: "15M",
      offset: 4,
      trades: [
        { tradingsymbol: "NIFTY2026-11-2424000CE", trade_action: "BUY", quantity: 65 },
        { tradingsymbol: "NIFTY2026-11-2424200CE", trade_action: "SELL", quantity: 65 },
      ],
    });
    expect(state.instance!.strategyChart.value).not.toBeNull();
    await clock.run(299_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(1);
    await clock.run(1_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(2);
    analyzer.dispatch({ type: "select-tab", tab: "payoffChart" });
    await clock.run(600_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(2);
  });

  test("a failure says so, and is logged", async () => {
    const { analyzer, state, server, clock, buy, logged } = await createWorld();
    server.instead = (path) => (path.endsWith("compute_strategy_chart") ? down() : undefined);
    buy(24_000);
    analyzer.dispatch({ type: "select-tab", tab: "strategyChart" });
    await clock.run(500);
    expect(state.instance!.strategyChart.error).toBe("Failed to fetch strategy chart");
    expect(logged("Error fetching strategy chart")).toBe(1);
  });

  test("[STRAT-24] not of underlyings that the operator has left out", async () => {
    const { analyzer, server, clock, buy, settings } = await createWorld({ isClosed: true });
    settings.excluded = { margin_and_charts: false, chart_underlyings: ["NIFTY"] };
    analyzer.open("NIFTY");
    await clock.run(1);
    buy(24_000);
    analyzer.dispatch({ type: "select-tab", tab: "strategyChart" });
    await clock.run(1_000);
    expect(server.of("compute_strategy_chart")).toHaveLength(0);
    expect(server.of("calculate_margin")).toHaveLength(1);
  });
});

describe("open interest", () => {
  test("[ANZ-53] behind the payoff is of the expiries that are chosen, and again after three minutes", async () => {
    const { analyzer, state, server, clock } = await createWorld();
    await clock.run(1);
    expect(server.newest("get_expiries").input).toEqual({
      params: { id: "1" },
      query: { underlying_symbol: "NIFTY", feature: "builder_oi" },
    });
    expect(
      state.instance!.oiChartExpiries.map(({ expiryText, isSelected }) => [expiryText, isSelected]),
    ).toEqual([
      ["24 Nov", true],
      ["29 Dec", false],
    ]);
    const question = { oi_vs_strike: true, oi_change_vs_strike: true, underlying_symbol: "NIFTY" };
    expect(server.newest("builder_intraday_oi_v2").input.body).toEqual({
      ...question,
      expiries: ["2026-11-24"],
    });
    analyzer.dispatch({ type: "toggle-oi-expiry", expiry: "2026-12-29" });
    expect(server.newest("builder_intraday_oi_v2").input.body).toEqual({
      ...question,
      expiries: ["2026-11-24", "2026-12-29"],
    });
    const asked = server.of("builder_intraday_oi_v2").length;
    await clock.run(179_900);
    expect(server.of("builder_intraday_oi_v2")).toHaveLength(asked);
    await clock.run(100);
    expect(server.of("builder_intraday_oi_v2")).toHaveLength(asked + 1);
    // The expiries are asked for again too: what was chosen stays chosen.
    await clock.run(720_000);
    expect(server.of("get_expiries")).toHaveLength(2);
    expect(state.instance!.oiChartExpiries.map(({ isSelected }) => isSelected)).toEqual([true, true]);
  });

  test("a failure clears it", async () => {
    const { state, server, clock } = await createWorld();
    await clock.run(1);
    expect(state.instance!.oiChart.value).not.toBeNull();
    server.instead = (path) => (path.includes("builder_intraday_oi") ? down() : undefined);
    await clock.run(180_000);
    expect(state.instance!.oiChart).toMatchObject({ value: null, errors: 1 });
  });

  test("[ANZ-50] goes with the last expiry that is taken out; another tab leaves it as it is", async () => {
    const { analyzer, state, server, clock } = await createWorld();
    server.instead = (path) =>
      path.includes("builder_intraday_oi")
        ? { payload: { oi_vs_strike: [{ strike: 24_000, call: 65, put: 130 }], oi_change_vs_strike: [] } }
        : undefined;
    analyzer.dispatch({ type: "toggle-oi-expiry", expiry: "2026-12-29" });
    await clock.run(1);
    const drawn = () => state.instance!.oiChart.value?.oi_vs_strike;
    expect(drawn()).toHaveLength(1);
    analyzer.dispatch({ type: "select-tab", tab: "greeksTable" });
    await clock.run(1_000);
    expect(drawn()).toHaveLength(1);
    analyzer.dispatch({ type: "select-tab", tab: "payoffChart" });
    await clock.run(1);
    for (const expiry of ["2026-11-24", "2026-12-29"])
      analyzer.dispatch({ type: "toggle-oi-expiry", expiry });
    await clock.run(1);
    expect(drawn()).toEqual([]);
    expect(state.instance!.oiChart).toMatchObject({ isLoading: false, error: null });
    const asked = server.of("builder_intraday_oi_v2").length;
    await clock.run(600_000);
    expect(server.of("builder_intraday_oi_v2")).toHaveLength(asked);
    analyzer.dispatch({ type: "toggle-oi-expiry", expiry: "2026-11-24" });
    await clock.run(1);
    expect(drawn()).toHaveLength(1);
  });

  test("is not asked while it is switched off, nor with expiries that are all two months away", async () => {
    const { analyzer, server, clock } = await createWorld({ isClosed: true });
    server.instead = (path) =>
      path.endsWith("get_expiries")
        ? {
            payload: {
              data: [
                { expiry: "2027-06-29", expiry_text: "29 Jun", is_weekly: false, is_default_selected: true },
              ],
            },
          }
        : undefined;
    analyzer.open("NIFTY");
    await clock.run(1_000);
    expect(server.of("get_expiries")).toHaveLength(1);
    expect(server.of("builder_intraday_oi_v2")).toHaveLength(0);

    const off = await createWorld({ isClosed: true });
    off.settings.kept = { ...DEFAULT_SETTINGS, OIMode: "off" };
    off.analyzer.open("NIFTY");
    await off.clock.run(1_000);
    const asked = off.server.of("builder_intraday_oi_v2").length;
    await off.clock.run(600_000);
    expect(off.server.of("builder_intraday_oi_v2")).toHaveLength(asked);
  });

  test("of the legs over the day is asked on its tab; a failure is only logged", async () => {
    const { analyzer, state, server, clock, buy, sell, logged } = await createWorld();
    buy(24_000);
    sell(24_200, "PE");
    analyzer.dispatch({ type: "select-tab", tab: "multiStrikeOiChart" });
    await clock.run(500);
    expect(server.newest("multistrike_oi").input.body).toEqual({
      underlying: "NIFTY",
      legs: ["NIFTY2026-11-2424000CE", "NIFTY2026-11-2424200PE"],
      interval: "15M",
    });
    const shown = state.multistrikeOi;
    expect(shown).not.toBeNull();
    server.instead = (path) => (path.endsWith("multistrike_oi") ? down() : undefined);
    await clock.run(180_000);
    expect(logged("Error fetching multi-strike open interest")).toBe(1);
    expect(state.multistrikeOi).toBe(shown);
    expect(state.isMultistrikeOiMissed).toBe(true);
  });
});

test("charges are computed here, of what is selected, by the caller's broker's list", async () => {
  const { analyzer, state, clock, sell } = await createWorld();
  expect(state.charges).toBeNull();
  sell(24_000);
  await clock.run(16);
  const { entry, exit, total, plan } = state.charges!;
  expect(plan).toBe("Zerodha");
  expect(entry.brokerage).toBe(20);
  // Sold at 101, bought back at 101: the tax on sold premium is due once.
  expect(entry.transactionTax).toBeCloseTo(101 * 65 * 0.0015, 9);
  expect(exit.transactionTax).toBe(0);
  expect(total.total).toBeCloseTo(entry.total + exit.total, 9);
  analyzer.dispatch({ type: "toggle-leg", id: state.instance!.legs[0]!.id });
  expect(state.charges).toBeNull();
  expect(contract("CE", 24_000).lotSize).toBe(65);
});
