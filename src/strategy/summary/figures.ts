/** The figures of a strategy as they are written: pure, so that a test reads what a trader reads. */

import {
  decimalsOfTick,
  formatFixed,
  formatPct,
  formatRupees,
  formatSignedPct,
  UNKNOWN,
} from "#domain/format/number.ts";
import type { AnalyzerSettings, MarginSpanData } from "#domain/strategy/analyzer/model.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { MarginAnswer } from "../../analyzer/answers.ts";
import type { StrategyCharges } from "../../analyzer/charges.ts";
import { TEXTS } from "./texts.ts";

export const FIGURES = [
  "maxProfit",
  "maxLoss",
  "riskReward",
  "pop",
  "breakevens",
  "projected",
  "premium",
  "margin",
  "capital",
  "charges",
  "values",
] as const;
export const GREEKS = ["delta", "gamma", "theta", "vega", "decay"] as const;
export type SummaryFigure = (typeof FIGURES)[number] | (typeof GREEKS)[number];

export interface WrittenFigure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly tone?: "up" | "down";
}

/** All that the panel is made of. */
export interface SummaryInputs {
  readonly payload: BuilderPayload | null;
  readonly settings: Pick<AnalyzerSettings, "riskRewardMode">;
  readonly margin: MarginAnswer | null;
  readonly spans: MarginSpanData;
  readonly charges: StrategyCharges | null;
  /** Of the underlying's prices. */
  readonly decimals: number;
}

type Extreme = BuilderPayload["max_profit"];
const UNLIMITED = formatFixed(Number.POSITIVE_INFINITY, 0);

/** Rupees without paise, which no such figure has. */
const money = (rupees: number | null | undefined): string => formatRupees(rupees, 0);
const extreme = (value: Extreme | undefined): string => (value === "Unlimited" ? UNLIMITED : money(value));
/** What reads as nothing has no colour either. */
const toneOf = (value: number | null | undefined): "up" | "down" | undefined =>
  typeof value !== "number" || Math.abs(value) < 0.5 ? undefined : value > 0 ? "up" : "down";
const toned = (value: number | null | undefined): Pick<WrittenFigure, "tone"> => {
  const tone = toneOf(value);
  return tone === undefined ? {} : { tone };
};

/** Of an extreme: the first word for one without end. */
function extremeTone(value: Extreme | undefined, unlimited: "up" | "down"): Pick<WrittenFigure, "tone"> {
  return value === "Unlimited" ? { tone: unlimited } : toned(value);
}

function shareOf(value: Extreme | undefined, capital: number | null): string {
  if (value === "Unlimited") return UNLIMITED;
  if (typeof value !== "number" || capital === null || !(capital > 0)) return UNKNOWN;
  return formatPct(value / capital, 1);
}

/** What is there is not written as nothing. */
const ratioText = (ratio: number): string =>
  ratio > 0 && ratio < 0.01 ? formatFixed(ratio, 4) : formatFixed(ratio, 2);

function riskReward({ payload, settings, spans }: SummaryInputs): WrittenFigure {
  if (settings.riskRewardMode === "ratio") {
    const ratio = payload?.risk_reward_ratio;
    const value = typeof ratio === "number" ? TEXTS.ratio(ratioText(ratio)) : UNKNOWN;
    return { label: TEXTS.labels.riskReward, value };
  }
  const { capitalRequired } = spans;
  const [profit, loss] = [
    shareOf(payload?.max_profit, capitalRequired),
    shareOf(payload?.max_loss, capitalRequired),
  ];
  return { label: TEXTS.labels.returns, value: TEXTS.both(profit, loss) };
}

function pop({ payload }: SummaryInputs): WrittenFigure {
  const figure = formatPct(payload?.pop, 1);
  const isAbout = payload?.pop_source === "ATM_IV" && figure !== UNKNOWN;
  return { label: TEXTS.labels.pop, value: isAbout ? TEXTS.about(figure) : figure };
}

/** "23,812.40", with how far it is from the price of now. */
export function breakevenTexts({ payload, decimals }: SummaryInputs): readonly (readonly [string, string])[] {
  const spot = payload?.underlying_price ?? Number.NaN;
  const jumps = new Set(
    payload?.net?.breakevens_at_expiry.flatMap(({ at, kind }) => (kind === "jump" ? [at] : [])),
  );
  return (payload?.breakevens_at_expiry ?? []).map((at) => {
    const away = formatSignedPct(at / spot - 1, 1);
    return [formatFixed(at, decimals), jumps.has(at) ? TEXTS.jump(away) : away];
  });
}

function breakevens(inputs: SummaryInputs): WrittenFigure {
  const all = breakevenTexts(inputs);
  const label = all.length === 1 ? TEXTS.labels.breakeven : TEXTS.labels.breakevens;
  if (inputs.payload === null) return { label, value: UNKNOWN };
  if (all.length === 0) return { label, value: TEXTS.none };
  return { label, value: all.map(([at, away]) => `${at} (${away})`).join(" · ") };
}

/** Bought premium is paid, sold premium received; the label says which, so that no sign is needed. */
function premium({ payload }: SummaryInputs): WrittenFigure {
  const total = payload?.total_premium;
  if (typeof total !== "number") return { label: TEXTS.labels.premium, value: UNKNOWN };
  if (total === 0) return { label: TEXTS.labels.premium, value: money(0) };
  const { premiumPaid, premiumReceived } = TEXTS.labels;
  return { label: total > 0 ? premiumPaid : premiumReceived, value: money(Math.abs(total)) };
}

function marginSource({ margin }: SummaryInputs): Pick<WrittenFigure, "note"> {
  return margin === null ? {} : { note: TEXTS.sources[margin.payload.source] };
}

/** Where the broker tells the margin alone, the premium in the capital is ours. */
function capitalSource(inputs: SummaryInputs): Pick<WrittenFigure, "note"> {
  const source = marginSource(inputs);
  const hasOwn = inputs.margin?.form === "v3" && inputs.margin.premium !== null;
  return source.note !== undefined && hasOwn ? { note: TEXTS.withPremium(source.note) } : source;
}

function charges({ charges: known }: SummaryInputs): WrittenFigure {
  if (known === null) return { label: TEXTS.labels.charges, value: UNKNOWN };
  return {
    label: TEXTS.labels.charges,
    value: money(known.total.total),
    note: TEXTS.entry(money(known.entry.total)),
  };
}

/** Small greeks have decimals, large ones none. */
function greek(value: number | null | undefined, least: number): string {
  if (typeof value !== "number") return UNKNOWN;
  const size = Math.abs(value);
  return formatFixed(value, size >= 100 ? Math.min(least, 1) : least);
}

/** What charges make another figure of. */
export const NET_FIGURES: ReadonlySet<SummaryFigure> = new Set([
  "maxProfit",
  "maxLoss",
  "riskReward",
  "pop",
  "breakevens",
  "projected",
]);

/** A figure as it is written; one after charges says so. */
export function writtenFigure(figure: SummaryFigure, inputs: SummaryInputs): WrittenFigure {
  const written = plainFigure(figure, inputs);
  if (inputs.payload?.net == null || !NET_FIGURES.has(figure)) return written;
  return { ...written, note: [written.note, TEXTS.net].filter((each) => each !== undefined).join(", ") };
}

function plainFigure(figure: SummaryFigure, inputs: SummaryInputs): WrittenFigure {
  const { payload, spans } = inputs;
  const { labels } = TEXTS;
  switch (figure) {
    case "maxProfit":
      return {
        label: labels.maxProfit,
        value: extreme(payload?.max_profit),
        ...extremeTone(payload?.max_profit, "up"),
      };
    case "maxLoss":
      return {
        label: labels.maxLoss,
        value: extreme(payload?.max_loss),
        ...extremeTone(payload?.max_loss, "down"),
      };
    case "riskReward":
      return riskReward(inputs);
    case "pop":
      return pop(inputs);
    case "breakevens":
      return breakevens(inputs);
    case "projected":
      return {
        label: labels.projected,
        value: money(payload?.projected_payoff),
        ...toned(payload?.projected_payoff),
      };
    case "premium":
      return premium(inputs);
    case "margin":
      return { label: labels.margin, value: money(spans.marginRequired), ...marginSource(inputs) };
    case "capital":
      return { label: labels.capital, value: money(spans.capitalRequired), ...capitalSource(inputs) };
    case "charges":
      return charges(inputs);
    case "values":
      return {
        label: labels.values,
        value: TEXTS.both(money(payload?.total_intrinsic_value), money(payload?.total_time_value)),
      };
    case "delta":
      return { label: labels.delta, value: greek(payload?.greeks.delta, 2) };
    case "gamma":
      return { label: labels.gamma, value: greek(payload?.greeks.gamma, 4) };
    case "theta":
      return { label: labels.theta, value: money(payload?.greeks.theta), note: TEXTS.perDay };
    case "vega":
      return { label: labels.vega, value: money(payload?.greeks.vega) };
    case "decay":
      return { label: labels.decay, value: money(payload?.decay) };
  }
}

/** Decimals of the underlying's price. */
export const spotDecimals = (tick: number): number => Math.max(2, decimalsOfTick(tick));
