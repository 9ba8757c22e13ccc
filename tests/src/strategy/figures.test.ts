import { describe, expect, test } from "vitest";
import { NO_CHARGES } from "#domain/charges/charges.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { FIGURES, GREEKS, type SummaryInputs, writtenFigure } from "#src/strategy/summary/figures.ts";
import { storyOf } from "#src/strategy/summary-story/story-of.ts";

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
const story = (of: SummaryInputs, legs: readonly { type: string; isSelected: boolean }[] = []) => ({
  ...of,
  legs: legs as never,
  source: "local" as const,
  local: "live" as const,
});

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
    for (const figure of [...FIGURES, ...GREEKS]) {
      const told = storyOf(figure, story(inputs()));
      expect(told.formula.length, figure).toBeGreaterThan(20);
      expect(told.asOf).toBe(payload.as_of);
    }
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
