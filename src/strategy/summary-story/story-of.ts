import type { Charges } from "#domain/charges/charges.ts";
import { formatDateTime, formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatRupees } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { LocalStanding, PayloadSource } from "../../analyzer/analyzer.ts";
import type { FigureStory, Line } from "../../shared/provenance/provenance-lines.ts";
import {
  breakevenTexts,
  NET_FIGURES,
  type SummaryFigure,
  type SummaryInputs,
  writtenFigure,
} from "../summary/figures.ts";
import { legLines } from "./leg-lines.ts";
import { TEXTS } from "./texts.ts";

/** What a story is told of. */
export interface StoryInputs extends SummaryInputs {
  /** Trades and the positions that count beside them. */
  readonly legs: readonly AnalyzerLeg[];
  readonly source: PayloadSource | null;
  readonly local: LocalStanding;
  readonly ivOffset: number;
  readonly isMarginOld: boolean;
}

const rupees = (value: number | null | undefined): string => formatRupees(value, 2);

function underlyingLine({ payload, decimals }: StoryInputs): Line {
  const label = payload?.is_underlying_price_implied ? TEXTS.impliedSpot : TEXTS.spot;
  return [label, formatFixed(payload?.underlying_price, decimals)];
}

function computedLine({ source, local }: StoryInputs): Line[] {
  if (source === null) return [];
  const { computedBy } = TEXTS;
  const by =
    source === "server" ? computedBy.server : local === "answer" ? computedBy.answer : computedBy.local;
  return [[TEXTS.computed, by]];
}

function curveLine({ payload }: StoryInputs): Line[] {
  return payload?.expiry ? [[TEXTS.curveOf, formatExpiry(payload.expiry)]] : [];
}

function popLines(inputs: StoryInputs): Line[] {
  const source = inputs.payload?.pop_source;
  const hasFuture = inputs.legs.some(({ type, isSelected }) => type === "FUT" && isSelected);
  return [
    ...curveLine(inputs),
    underlyingLine(inputs),
    ...(source ? [[TEXTS.popSource, TEXTS.popSources[source]] as const] : []),
    ...(hasFuture ? [[TEXTS.basis, TEXTS.basisKept] as const] : []),
  ];
}

/** The parts of a figure, and what our estimate says where the figure is a broker's. */
function marginLines({ margin }: StoryInputs, isCapital: boolean): Line[] {
  if (margin === null) return [];
  const { source } = margin.payload;
  if (margin.form === "v3") {
    const { total_margin, span_margin, exposure_margin, additional_margin } = margin.payload;
    const sources = isCapital ? TEXTS.capitalSources : TEXTS.marginSources;
    return [
      [TEXTS.marginSource, sources[source]],
      ...(isCapital ? [[TEXTS.margin, rupees(total_margin)] as const] : []),
      [TEXTS.span, rupees(span_margin)],
      [TEXTS.exposure, rupees(exposure_margin)],
      [TEXTS.additional, rupees(additional_margin)],
      ...(isCapital ? [[TEXTS.premium, rupees(margin.premium)] as const] : []),
    ];
  }
  const whose: Line = [TEXTS.marginSource, TEXTS.marginSources[source]];
  const { span, exposure, additional, estimate } = margin.payload;
  const own = isCapital ? estimate.capital_required : estimate.margin_required;
  return [
    whose,
    [TEXTS.span, rupees(span)],
    [TEXTS.exposure, rupees(exposure)],
    [TEXTS.additional, rupees(additional)],
    ...(source === "broker" ? [[TEXTS.estimate, rupees(own)] as const] : []),
    ...(isCapital ? [[TEXTS.premium, rupees(estimate.premium)] as const] : []),
  ];
}

function chargeLines({ charges }: StoryInputs): Line[] {
  if (charges === null) return [];
  const { entry, exit, total, plan, assumed } = charges;
  const parts = (Object.keys(TEXTS.parts) as (keyof typeof TEXTS.parts & keyof Charges)[]).map(
    (part): Line => [TEXTS.parts[part], rupees(total[part])],
  );
  return [
    ...parts,
    [TEXTS.entry, rupees(entry.total)],
    [TEXTS.exit, rupees(exit.total)],
    [TEXTS.plan, plan],
    ...(assumed.length > 0 ? [[TEXTS.assumed, TEXTS.assumedWhy] as const] : []),
  ];
}

function targetLines({ payload, decimals }: StoryInputs): Line[] {
  if (payload === null) return [];
  return [
    [TEXTS.target, formatFixed(payload.selected_target_price, decimals)],
    [TEXTS.targetTime, formatDateTime(payload.selected_target_datetime)],
  ];
}

function linesOf(figure: SummaryFigure, inputs: StoryInputs): Line[] {
  switch (figure) {
    case "pop":
      return popLines(inputs);
    case "margin":
    case "capital":
      return marginLines(inputs, figure === "capital");
    case "charges":
      return chargeLines(inputs);
    case "breakevens":
      return [
        ...curveLine(inputs),
        underlyingLine(inputs),
        ...breakevenTexts(inputs).map(
          ([at, away], i): Line => [TEXTS.breakeven(i + 1), [at, away].join(" ")],
        ),
      ];
    case "riskReward":
      return [
        [TEXTS.maxProfit, writtenFigure("maxProfit", inputs).value],
        [TEXTS.maxLoss, writtenFigure("maxLoss", inputs).value],
      ];
    case "maxProfit":
    case "maxLoss":
      return [...curveLine(inputs), underlyingLine(inputs)];
    case "premium":
    case "values":
      return [underlyingLine(inputs), ...legLines(figure, inputs)];
    default:
      return [...targetLines(inputs), ...legLines(figure, inputs)];
  }
}

/** What a figure after charges has off it. */
function netLines({ payload }: StoryInputs, figure: SummaryFigure): Line[] {
  const net = payload?.net;
  if (net == null || !NET_FIGURES.has(figure)) return [];
  const exit = figure === "projected" ? net.exit_charges_at_target : net.exit_charges_at_expiry;
  const label = figure === "projected" ? TEXTS.exitAtTarget : TEXTS.exitAtExpiry;
  return [
    [TEXTS.entry, rupees(net.entry_charges)],
    [label, rupees(exit)],
  ];
}

const isOfMargin = (figure: SummaryFigure): boolean => figure === "margin" || figure === "capital";

/** A margin is as old as its answer, all else as the analysis. Where no trade needs one, that is said by the analysis too. */
function ageOf(
  figure: SummaryFigure,
  { payload, margin, spans, isMarginOld }: StoryInputs,
): Pick<FigureStory, "asOf" | "state"> {
  if (isOfMargin(figure) && margin !== null)
    return { asOf: margin.answeredAt, ...(isMarginOld ? { state: "stale" } : {}) };
  if (isOfMargin(figure) && spans.marginRequired === null) return { asOf: Number.NaN, state: "empty" };
  return payload === null ? {} : { asOf: payload.as_of };
}

/** How a figure of the panel came to be, with the newest inputs. */
export function storyOf(figure: SummaryFigure, inputs: StoryInputs): FigureStory {
  return {
    formula: TEXTS.formulas[figure],
    inputs: [
      ...linesOf(figure, inputs),
      ...netLines(inputs, figure),
      ...(isOfMargin(figure) || figure === "charges" ? [] : computedLine(inputs)),
    ],
    ...ageOf(figure, inputs),
  };
}
