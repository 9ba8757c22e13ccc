import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import type { BuilderContract } from "#analysis/builder-market.ts";
import { type MarginUnderlying, marginAnswer, marginV3, withBrokerFigure } from "#analysis/margin-answer.ts";
import { considersPositions, marginSymbols, withoutTrades } from "#analysis/margin-request.ts";
import { bareSymbol } from "#domain/instruments/symbol.ts";
import { referenceStrategyKernel as kernel } from "#domain/pricing/strategy-kernel-port.ts";
import { MarginPayload, MarginRequest, type MarginTradesRequest } from "#protocol/http/margin.ts";
import { EXPIRY, EXPIRY_AT, expiryMarket, LOT, market } from "#tests/domain/margin/margin-fixture.ts";

const isRequest = Compile(MarginRequest);
const isPayload = Compile(MarginPayload);

const UNQUOTED = {
  lastPrice: Number.NaN,
  usablePrice: Number.NaN,
  bid: Number.NaN,
  ask: Number.NaN,
  isLiquid: false,
  warnings: [],
};

function contract(type: "CE" | "PE" | "FUT", strike: number): BuilderContract {
  const tradingsymbol = type === "FUT" ? "NIFTY26DECFUT" : `NIFTY26D08${strike}${type}`;
  const terms = { token: strike + 1, tradingsymbol, type, strike, expiry: EXPIRY, expiryInstant: EXPIRY_AT };
  return { ...terms, lotSize: LOT, multiplier: 1, tickSize: 0.05, quote: UNQUOTED, settlement: null };
}

/**
 * The market of the cases named `reference` in tests/vectors/margin.json: four strikes with their
 * volatilities.
 */
const CONTRACTS = [
  contract("CE", 24_500),
  contract("PE", 23_500),
  contract("CE", 24_700),
  contract("PE", 23_300),
  contract("FUT", 0),
];
const SMILE = expiryMarket({
  strikes: Float64Array.of(23_300, 23_500, 24_500, 24_700),
  iv: Float64Array.of(0.15, 0.145, 0.135, 0.132),
});

function nifty(changes: Parameters<typeof market>[0] = {}): MarginUnderlying {
  return {
    dailyVolatility: Number.NaN,
    previousClose: Number.NaN,
    market: {
      strategy: market({ expiries: [SMILE], ...changes }),
      byToken: (token) => CONTRACTS.find((each) => each.token === token),
      // As the list of instruments does, whatever its exchange and capitals.
      bySymbol: (symbol) => CONTRACTS.find((each) => each.tradingsymbol === bareSymbol(symbol)),
    },
  };
}

function answer(request: MarginRequest, underlying = nifty()) {
  expect(isRequest.Check(request)).toBe(true);
  const outcome = marginAnswer(
    request,
    (symbol) => (bareSymbol(symbol).includes("NIFTY") ? underlying : undefined),
    kernel,
  );
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  // As it travels: figures that JSON has no word for would be lost here.
  const payload = JSON.parse(JSON.stringify(outcome.payload)) as MarginPayload;
  expect(isPayload.Check(payload)).toBe(true);
  return payload;
}

const FALSE = { consider_positions_for_funds: false, consider_positions_for_margin: false };
const trade = (
  tradingsymbol: string,
  action: "BUY" | "SELL",
  price: number | null = null,
): MarginTradesRequest["trades"][number] => ({
  trade_type: "new_trade",
  tradingsymbol,
  action,
  quantity: 65,
  price,
  product: "NRML",
});
const CONDOR = [
  trade("NIFTY26D0824500CE", "SELL"),
  trade("NIFTY26D0823500PE", "SELL"),
  trade("NIFTY26D0824700CE", "BUY"),
  trade("NIFTY26D0823300PE", "BUY"),
];

describe("calculate_margin_v5", () => {
  test("[CALL-1] answers what margin and what capital the trades need, and says that it is an estimate", () => {
    const payload = answer({ trades: CONDOR, ...FALSE });
    expect(payload.margin_required).toBeCloseTo(75_399.9983, 3);
    expect(payload.capital_required).toBeCloseTo(72_779.4549, 3);
    expect(payload).toMatchObject({ source: "estimate", is_estimate: true, not_valued: [] });
    expect(payload.scenarios).toBeUndefined();
  });

  test("[CALL-2] trade_inputs and brokerCache mean the same trades", () => {
    const inputs = CONDOR.map(({ tradingsymbol, action, quantity, price }) => ({
      underlying: "NIFTY",
      tradingsymbol,
      action,
      quantity,
      price: price ?? null,
      multiplier: 1,
      expiry: EXPIRY,
      instrument_type: tradingsymbol.endsWith("CE") ? ("CE" as const) : ("PE" as const),
      strike_price: 24_500,
    }));
    const asTrades = answer({ trades: CONDOR, ...FALSE });
    expect(answer({ brokerCache: "2026-11-21", trade_inputs: inputs })).toEqual(asTrades);
  });

  test("[CALL-3] a loaded position is margined, and its premium is not asked for again", () => {
    const sold = { ...trade("NIFTY26D0824500CE", "SELL", 40), trade_type: "loaded_position" as const };
    const payload = answer({ trades: [sold], ...FALSE });
    expect(payload.capital_required).toBe(payload.margin_required);
    expect(payload.margin_required).toBeCloseTo(147_700.7187, 3);
  });

  test("no trades need nothing", () => {
    expect(answer({ trades: [], ...FALSE })).toMatchObject({
      margin_required: 0,
      capital_required: 0,
      peak_funds: 0,
    });
  });

  test("scenarios, exits and timeline come when they are asked for", () => {
    const details = { scenarios: true, exits: true, timeline: true };
    const {
      scenarios,
      exits,
      timeline,
      margin_required: whole,
    } = answer({ trades: CONDOR, ...FALSE, details });
    expect(scenarios).toHaveLength(16);
    expect(scenarios![10]).toMatchObject({
      number: 11,
      price_move: 2_232,
      volatility_shift: 0.04,
      weight: 1,
    });
    expect(scenarios!.filter((each) => each.is_worst)).toHaveLength(1);
    expect(exits).toHaveLength(4);
    for (const { margin_required: rest, released } of exits!) expect(rest + released).toBeCloseTo(whole!, 6);
    expect(timeline!.map((day) => day.days_to_expiry)).toEqual([4, 3, 2, 1, 0, -1]);
  });

  test("a symbol that is not listed is named in the refusal", () => {
    const request = { trades: [trade("BANKNIFTY26DECFUT", "BUY")], ...FALSE };
    expect(marginAnswer(request, () => undefined, kernel)).toMatchObject({
      ok: false,
      refusal: {
        code: "derivative.not_found",
        message: "Derivative not found with symbol BANKNIFTY26DECFUT",
      },
    });
  });

  test("without a price of the underlying the estimate is null and says of what", () => {
    const blind = nifty({ spot: Number.NaN, expiries: [{ ...SMILE, forward: Number.NaN }] });
    const payload = answer({ trades: CONDOR, ...FALSE }, blind);
    expect(payload).toMatchObject({ margin_required: null, capital_required: null, peak_funds: null });
    expect(payload.not_valued).toEqual(
      CONDOR.map(({ tradingsymbol }) => ({ tradingsymbol, reason: "NO_PRICE" })),
    );
  });

  test("extreme sizes are answered with numbers or null", () => {
    const huge = [
      { ...trade("NIFTY26DECFUT", "SELL", 1e12), quantity: 1e12 },
      { ...trade("NIFTY26D0824500CE", "BUY", 0), quantity: 1e12 },
    ];
    const payload = answer({ trades: huge, ...FALSE });
    expect(payload.margin_required).toBeNull();
    // 10^12 units of an option of a few hundred rupees, on an underlying of 24,000, are beyond 10^15 too.
    expect(payload.not_valued).toEqual(
      huge.map(({ tradingsymbol }) => ({ tradingsymbol, reason: "TOO_LARGE" })),
    );
  });

  test.each([
    ["a weekly one", "NIFTY26D0124500CE"],
    ["a monthly one, which names no day", "NIFTY26NOV24500CE"],
    ["a future, with its exchange", "NFO:NIFTY26NOVFUT"],
  ])("what has expired is left out and named: %s", (_what, gone) => {
    const whole = answer({ trades: CONDOR, ...FALSE });
    const payload = answer({ trades: [trade(gone, "SELL", 40), ...CONDOR, trade(gone, "BUY")], ...FALSE });
    expect(payload).toEqual({ ...whole, expired: [gone] });
    expect(whole.margin_required).toBeGreaterThan(0);
    expect(answer({ trades: [trade(gone, "SELL")], ...FALSE })).toMatchObject({
      margin_required: 0,
      capital_required: 0,
      not_valued: [],
      expired: [gone],
    });
  });

  test("so is what is still listed after its last trading time, and exits name the right trades", () => {
    const [first, ...others] = CONDOR;
    const listed = nifty();
    const isOver = (symbol: string): BuilderContract | undefined => {
      const found = listed.market.bySymbol(symbol);
      return found && symbol === first!.tradingsymbol
        ? { ...found, expiryInstant: listed.market.strategy.now }
        : found;
    };
    const underlying = { ...listed, market: { ...listed.market, bySymbol: isOver } };
    const payload = answer({ trades: CONDOR, ...FALSE, details: { exits: true } }, underlying);
    expect(payload.expired).toEqual([first!.tradingsymbol]);
    expect(payload.margin_required).toBe(answer({ trades: others, ...FALSE }).margin_required);
    expect(payload.exits!.map((each) => each.tradingsymbol)).toEqual(
      others.map((each) => each.tradingsymbol),
    );
  });

  test("a live contract that is not listed is refused, not left out", () => {
    const request = { trades: [trade("NIFTY26D0824450CE", "SELL"), ...CONDOR], ...FALSE };
    expect(marginAnswer(request, () => nifty(), kernel)).toMatchObject({
      ok: false,
      refusal: { code: "derivative.not_found", details: { tradingsymbol: "NIFTY26D0824450CE" } },
    });
  });
});

describe("net positions", () => {
  const CALL = "NIFTY26D0824500CE";
  const held = (action: "BUY" | "SELL", lots: number, product?: "NRML" | "MIS") => ({
    ...trade(CALL, action, 90),
    trade_type: "loaded_position" as const,
    quantity: lots * LOT,
    ...(product === undefined ? {} : { product }),
  });
  const order = (action: "BUY" | "SELL", lots: number) => {
    const { product: _, ...rest } = trade(CALL, action, 100);
    return { ...rest, quantity: lots * LOT };
  };
  const details = { exits: true, timeline: true, scenarios: true };

  test("a position and the order that leaves it are closed: no margin, and the price of buying it back", () => {
    const payload = answer({ trades: [held("SELL", 6), order("BUY", 6)], ...FALSE, details });
    expect(payload).toMatchObject({
      margin_required: 0,
      capital_required: 100 * 6 * LOT,
      closed: [{ tradingsymbol: CALL, product: "NRML", premium: 100 * 6 * LOT }],
      exits: [],
      timeline: [],
      scenarios: [],
    });
    expect(isPayload.Check(payload)).toBe(true);
  });

  test("an order that names no product leaves the position it is opposite to", () => {
    const payload = answer({ trades: [held("SELL", 6, "MIS"), order("BUY", 6)], ...FALSE });
    expect(payload).toMatchObject({ margin_required: 0, closed: [{ product: "MIS" }], two_products: [] });
  });

  test("an order leaves its position however the symbol of either is written", () => {
    const other = `nfo:${CALL.toLowerCase()}`;
    const trades = [held("SELL", 6, "MIS"), { ...order("BUY", 6), tradingsymbol: other }];
    const payload = answer({ trades, ...FALSE });
    expect(payload).toMatchObject({ margin_required: 0, closed: [{ product: "MIS" }], two_products: [] });
    expect(withoutTrades({ trades, ...FALSE }, payload.closed)).toMatchObject({ trades: [] });
    const elsewhere = [{ tradingsymbol: `BFO:${CALL}` }];
    expect(withoutTrades({ trades, ...FALSE }, elsewhere)).toMatchObject({ trades: [trades[1]] });
  });

  test("opposite positions of two products are two, are named, and have an exit each", () => {
    const trades = [held("SELL", 6, "MIS"), held("BUY", 6, "NRML")];
    const payload = answer({ trades, ...FALSE, details });
    const [sold, bought] = trades.map((each) => answer({ trades: [each], ...FALSE }).margin_required!);
    expect(payload.margin_required).toBeCloseTo(sold! + bought!, 6);
    expect(payload.two_products).toEqual([CALL]);
    expect(payload.closed).toEqual([]);
    expect(payload.exits!.map(({ product, quantity }) => [product, quantity])).toEqual([
      ["MIS", -6 * LOT],
      ["NRML", 6 * LOT],
    ]);
  });

  test("legs of one contract have one exit, and it says where leaving breaks a hedge", () => {
    const trades = [...CONDOR, { ...CONDOR[0]!, trade_type: "loaded_position" as const }];
    const exits = answer({ trades, ...FALSE, details }).exits!;
    expect(exits.map(({ tradingsymbol }) => tradingsymbol)).toEqual(
      CONDOR.map(({ tradingsymbol }) => tradingsymbol),
    );
    for (const { released, breaks_hedge } of exits) expect(breaks_hedge).toBe(released < 0);
    expect(exits.some((each) => each.breaks_hedge)).toBe(true);
  });

  test("the broker's figure has what closing costs added to it", () => {
    const payload = answer({ trades: [held("SELL", 6), order("BUY", 6), ...CONDOR.slice(1)], ...FALSE });
    const parts = { span: null, exposure: null, additional: null };
    expect(
      withBrokerFigure(payload, { marginRequired: 70_000, capitalRequired: 67_000, ...parts }),
    ).toMatchObject({
      margin_required: 70_000,
      capital_required: 67_000 + 100 * 6 * LOT,
    });
  });

  test("one product alone is taken out of the broker's question", () => {
    const trades = [held("SELL", 6, "MIS"), order("BUY", 6), held("BUY", 1, "NRML")];
    const request = { trades, ...FALSE };
    expect(withoutTrades(request, [{ tradingsymbol: CALL, product: "MIS" }])).toEqual({
      ...request,
      trades: [trades[2]],
    });
  });
});

describe("the forms of the request", () => {
  const good = { trades: CONDOR, ...FALSE };
  test.each([
    ["an unknown field", { ...good, extra: 1 }],
    ["both forms at once", { ...good, brokerCache: null, trade_inputs: [] }],
    ["no consider_positions", { trades: CONDOR }],
    ["a word for a quantity", { ...good, trades: [{ ...CONDOR[0], quantity: "65" }] }],
    ["a negative quantity", { ...good, trades: [{ ...CONDOR[0], quantity: -65 }] }],
    ["a negative price", { ...good, trades: [{ ...CONDOR[0], price: -1 }] }],
    ["501 trades", { ...good, trades: Array.from({ length: 501 }, () => CONDOR[0]) }],
    ["a trade type of its own", { ...good, trades: [{ ...CONDOR[0], trade_type: "exit" }] }],
    ["nothing", {}],
  ])("%s is refused", (_what, body) => {
    expect(isRequest.Check(body)).toBe(false);
  });

  test("trades in some symbols are taken out of either form, and nothing else", () => {
    const [first, ...others] = CONDOR;
    expect(withoutTrades(good, [{ tradingsymbol: first!.tradingsymbol }])).toEqual({
      ...good,
      trades: others,
    });
    const inputs = CONDOR.map(({ tradingsymbol, action, quantity }) => ({ tradingsymbol, action, quantity }));
    const leftOut = [{ tradingsymbol: first!.tradingsymbol }, { tradingsymbol: "X" }];
    expect(withoutTrades({ brokerCache: null, trade_inputs: inputs }, leftOut)).toEqual({
      brokerCache: null,
      trade_inputs: inputs.slice(1),
    });
  });

  test("symbols are named once, and positions are considered only when asked for", () => {
    expect(marginSymbols({ trades: [...CONDOR, ...CONDOR], ...FALSE })).toHaveLength(4);
    expect(considersPositions(good)).toBe(false);
    expect(considersPositions({ ...good, consider_positions_for_margin: true })).toBe(true);
    expect(considersPositions({ brokerCache: null, trade_inputs: [] })).toBe(false);
  });
});

describe("the broker's figure", () => {
  const estimate = () => answer({ trades: CONDOR, ...FALSE });
  const figure = {
    marginRequired: 70_000,
    capitalRequired: 67_400,
    span: 8_000,
    exposure: 62_000,
    additional: 0,
  };

  test("takes the estimate's place, which stays beside it", () => {
    const payload = withBrokerFigure(estimate(), figure);
    expect(payload).toMatchObject({
      margin_required: 70_000,
      capital_required: 67_400,
      source: "broker",
      is_estimate: false,
    });
    expect(payload.estimate.margin_required).toBeCloseTo(75_399.9983, 3);
    expect(isPayload.Check(payload)).toBe(true);
  });

  test("when there is none, the estimate stands and is labelled", () => {
    expect(withBrokerFigure(estimate(), null)).toEqual(estimate());
  });

  test("[CALL-4] calculate_margin_v3 reads its total from the same payload", () => {
    const { total_margin: total, is_estimate: isEstimate } = marginV3(estimate());
    expect([total, isEstimate]).toEqual([estimate().margin_required, true]);
    expect(marginV3(withBrokerFigure(estimate(), figure))).toMatchObject({
      total_margin: 70_000,
      source: "broker",
    });
  });
});
