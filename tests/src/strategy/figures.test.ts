import { describe, expect, test } from "vitest";
import { NO_CHARGES } from "#domain/charges/charges.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { FIGURES, GREEKS, type SummaryInputs, writtenFigure } from "#src/strategy/summary/figures.ts";
import { type StoryInputs, storyOf } from "#src/strategy/summary-story/story-of.ts";

const payload = {
  as_of: Date.parse("2026-11-20T11:00:00+05:30"),
  underlying_price: 24_000,
  is_underlying_price_implied: false,
  selected_target_price: 24_000,
  selected_target_datetime: Date.parse("2026-11-24T15:35:00+05:30"),
  greeks: { delta: -12.34567, gamma: -0.01234, theta: 1_234.5, vega: -987.6 },
  decay: 1_500,
  projected_payoff: -250.4,
  expiry: "2026-11-24",
  max_profit: 12_345.6,
  max_loss: "Unlimited",
  risk_reward_ratio: null,
  breakevens_at_expiry: [23_812.4, 24_210],
  pop: 0.6234,
  pop_source: "ATM_IV",
  total_premium: -12_345.6,
  total_intrinsic_value: -100,
  total_time_value: -12_245.6,
} as unknown as BuilderPayload;

const inputs = (change: Partial<SummaryInputs> = {}): SummaryInputs => ({
  payload,
  settings: { riskRewardMode: "ratio" },
  margin: null,
  spans: { marginRequired: 150_000, capitalRequired: 140_000 },
  charges: null,
  decimals: 2,
  ...change,
});
const story = (
  of: SummaryInputs,
  legs: readonly { type: string; isSelected: boolean }[] = [],
): StoryInputs => ({
  ...of,
  legs: legs as never,
  source: "local" as const,
  local: "live" as const,
  ivOffset: 0,
  isMarginOld: false,
});
/** Bought and sold calls of 24 Nov, a lot each, one a strike from 24,000 up. */
const calls = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `leg-${i}`,
    token: i + 1,
    tradingsymbol: "NIFTY",
    type: "CE",
    kind: "trade",
    strike: 24_000 + 50 * i,
    expiry: "2026-11-24",
    quantity: i % 2 === 0 ? 65 : -65,
    lotSize: 65,
    customIv: null,
    marketIv: 0.15,
    isSelected: true,
    isExpired: false,
  }));

test("figures read as traders write them", () => {
  const read = (figure: Parameters<typeof writtenFigure>[0], of = inputs()) => writtenFigure(figure, of);
  expect(read("maxProfit")).toEqual({ label: "Max profit", value: "₹12,346", tone: "up" });
  expect(read("maxLoss")).toEqual({ label: "Max loss", value: "Unlimited", tone: "down" });
  expect(read("riskReward").value).toBe("--");
  expect(read("pop").value).toBe("~62.3%");
  expect(read("breakevens").value).toBe("23,812.40 (−0.8%) · 24,210.00 (+0.9%)");
  expect(read("projected")).toMatchObject({ value: "−₹250", tone: "down" });
  expect(read("premium")).toEqual({ label: "Premium received", value: "₹12,346" });
  expect(read("margin").value).toBe("₹1,50,000");
  expect(read("values").value).toBe("−₹100 / −₹12,246");
  expect(read("delta").value).toBe("−12.35");
  expect(read("theta").note).toBe("a day");
});

test("a smile’s POP wears no mark; bought premium is paid", () => {
  const other = { ...payload, pop_source: "SMILE", total_premium: 100 } as BuilderPayload;
  expect(writtenFigure("pop", inputs({ payload: other })).value).toBe("62.3%");
  expect(writtenFigure("premium", inputs({ payload: other })).label).toBe("Premium paid");
  const nothing = { ...payload, total_premium: 0, risk_reward_ratio: 0.0028 };
  expect(writtenFigure("premium", inputs({ payload: nothing }))).toEqual({ label: "Premium", value: "₹0" });
  expect(writtenFigure("riskReward", inputs({ payload: nothing })).value).toBe("0.0028 : 1");
});

test("risk and reward in per cent of the capital, where there is one", () => {
  const settings = { riskRewardMode: "capital" } as const;
  expect(writtenFigure("riskReward", inputs({ settings })).value).toBe("8.8% / Unlimited");
  const spans = { marginRequired: null, capitalRequired: 0 };
  expect(writtenFigure("riskReward", inputs({ settings, spans })).value).toBe("-- / Unlimited");
});

describe("what is not known is --, never NaN, 0 or null", () => {
  const nothing = inputs({ payload: null, spans: { marginRequired: null, capitalRequired: null } });
  const unknown = Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [key, typeof value === "number" ? null : value]),
  );
  const nulls = inputs({
    payload: {
      ...unknown,
      greeks: { delta: null, gamma: null, theta: null, vega: null },
      breakevens_at_expiry: [23_812.4],
      max_loss: null,
    } as unknown as BuilderPayload,
    spans: nothing.spans,
  });
  test.each([...FIGURES, ...GREEKS])("%s", (figure) => {
    for (const of of [nothing, nulls]) {
      const { value } = writtenFigure(figure, of);
      expect(value).not.toMatch(/NaN|null|undefined|Infinity/);
      if (figure !== "breakevens") expect(value).toContain("--");
    }
  });
});

describe("a figure’s story", () => {
  test("every figure has one, with the time it is of", () => {
    const answeredAt = payload.as_of - 170_000;
    const parts = { span: 1, exposure: 1, additional: 0, estimate: {} };
    const margin = { form: "v5", payload: { source: "estimate", ...parts }, answeredAt } as never;
    for (const figure of [...FIGURES, ...GREEKS]) {
      const told = storyOf(figure, story(inputs({ margin })));
      expect(told.formula.length, figure).toBeGreaterThan(20);
      const isOfMargin = figure === "margin" || figure === "capital";
      expect([told.asOf, told.state], figure).toEqual([isOfMargin ? answeredAt : payload.as_of, undefined]);
    }
  });
  test("an old margin is stale, one that is not known is of no time, and none that is needed is of now", () => {
    const margin = { form: "v3", payload: { source: "broker" }, premium: null, answeredAt: 7 } as never;
    const old = storyOf("capital", { ...story(inputs({ margin })), isMarginOld: true });
    expect(old).toMatchObject({ asOf: 7, state: "stale" });
    const unknown = inputs({ spans: { marginRequired: null, capitalRequired: null } });
    expect(storyOf("margin", story(unknown))).toMatchObject({ asOf: Number.NaN, state: "empty" });
    const nothing = inputs({ spans: { marginRequired: 0, capitalRequired: 0 } });
    expect(storyOf("margin", story(nothing)).asOf).toBe(payload.as_of);
  });
  test("premium, values, greeks and decay list their legs with what goes into them", () => {
    const future = { ...calls(1)[0]!, id: "f", token: 9, type: "FUT", strike: 0, marketIv: Number.NaN };
    const position = { ...calls(2)[1]!, id: "p", token: 8, kind: "position", customIv: 0.2 };
    const away = [{ isSelected: false }, { isExpired: true }, { quantity: 0 }].map((change) => ({
      ...calls(1)[0]!,
      ...change,
    }));
    const prices = [
      { leg_id: "leg-0", entry: 118.5, now: 120 },
      { leg_id: "p", entry: null, now: 80.05 },
    ];
    const stats = { "1": { iv: 0.1345 } };
    const known = { ...payload, leg_prices: prices, trade_stats: stats } as unknown as BuilderPayload;
    const of = {
      ...story(inputs({ payload: known }), [calls(1)[0]!, position, future, ...away]),
      ivOffset: 1,
    };
    const legs = (figure: Parameters<typeof storyOf>[0]) =>
      storyOf(figure, of).inputs!.filter(([label]) => /Buy|Sell/.test(label));
    const [bought, sold] = ["Buy 24 Nov 24,000 CE", "Sell 24 Nov 24,050 CE, position"];
    expect(legs("premium")).toEqual([
      [bought, "1 lot @ 118.50"],
      [sold, "1 lot @ --"],
    ]);
    expect(legs("values")).toEqual([
      [bought, "1 lot @ 120.00"],
      [sold, "1 lot @ 80.05"],
    ]);
    const ivs = [
      [bought, "1 lot, IV 14.5 %"],
      [sold, "1 lot, IV 21.0 %"],
    ];
    for (const figure of ["gamma", "theta", "vega", "decay"] as const) expect(legs(figure)).toEqual(ivs);
    expect(legs("delta")).toEqual([...ivs, ["Buy 24 Nov Fut", "1 lot"]]);
    expect(legs("maxProfit")).toEqual([]);
  });
  test("of many legs eight are listed, and how many more there are", () => {
    const lines = storyOf("theta", story(inputs({ payload: null }), calls(12))).inputs!;
    expect(lines.filter(([label]) => /Buy|Sell/.test(label))).toHaveLength(8);
    expect(lines).toContainEqual(["Legs", "and 4 more"]);
    const few = storyOf("theta", story(inputs({ payload: null }), calls(8))).inputs!;
    expect(few.map(([label]) => label)).not.toContain("Legs");
  });
  test("[STRAT-35] a margin that is told without premium says whose the premium in the capital is", () => {
    const told = { source: "broker", total_margin: 150_000, span_margin: 1, exposure_margin: 2 };
    const margin = { form: "v3", payload: told, premium: -2_000, answeredAt: 7 } as never;
    const lines = storyOf("capital", story(inputs({ margin }))).inputs!;
    expect(lines).toContainEqual(["Whose figure", "your broker’s margin, with the premium of these trades"]);
    expect(lines).toContainEqual(["Margin", "₹1,50,000.00"]);
    expect(lines).toContainEqual(["Premium, paid above 0", "−₹2,000.00"]);
    expect(storyOf("margin", story(inputs({ margin }))).inputs).toContainEqual([
      "Whose figure",
      "your broker",
    ]);
    expect(writtenFigure("capital", inputs({ margin })).note).toBe("broker + premium");
    expect(writtenFigure("margin", inputs({ margin })).note).toBe("broker");
    const unknown = { form: "v3", payload: told, premium: null, answeredAt: 7 } as never;
    expect(writtenFigure("capital", inputs({ margin: unknown })).note).toBe("broker");
  });
  test("POP says what it rests on, and of futures that their basis is taken to stay", () => {
    const lines = (legs: Parameters<typeof story>[1]) =>
      storyOf("pop", story(inputs(), legs)).inputs!.join("\n");
    expect(lines([])).toContain("at-the-money IV alone");
    expect(lines([])).not.toContain("basis");
    expect(lines([{ type: "FUT", isSelected: true }])).toContain("keep their basis to spot");
    expect(lines([{ type: "FUT", isSelected: false }])).not.toContain("basis");
  });
  test("margin says whose it is; charges say their parts", () => {
    const parts = { span: 50_000, exposure: 19_104, additional: 0 };
    const estimate = { margin_required: 70_000, capital_required: 68_000, premium: -2_000 };
    const margin = { form: "v5", payload: { source: "broker", ...parts, estimate } } as never;
    const told = (figure: "margin" | "capital") => storyOf(figure, story(inputs({ margin }))).inputs!;
    expect(told("margin")).toContainEqual(["Whose figure", "your broker"]);
    expect(told("margin")).toContainEqual(["Our estimate", "₹70,000.00"]);
    expect(told("capital")).toContainEqual(["Our estimate", "₹68,000.00"]);
    expect(told("capital")).toContainEqual(["Premium, paid above 0", "−₹2,000.00"]);
    expect(writtenFigure("margin", inputs({ margin })).note).toBe("broker");
    const part = { ...NO_CHARGES, stampDuty: 1.5, total: 40 };
    const charges = {
      entry: part,
      exit: part,
      total: part,
      legs: [],
      plan: "Zerodha",
      ratesFrom: "2026-04-01",
      assumed: ["exercise_fee"] as const,
    };
    const charged = storyOf("charges", story(inputs({ charges }))).inputs!;
    expect(charged).toContainEqual(["Stamp duty", "₹1.50"]);
    expect(charged).toContainEqual(["Price list", "Zerodha"]);
    expect(writtenFigure("charges", inputs({ charges }))).toMatchObject({
      value: "₹40",
      note: "₹40 to enter",
    });
  });
});
