/** The figures of the first tab, as they are written (rule INFO-5). */

import { ivChange, ivLevel } from "#domain/chain/iv-statistics.ts";
import { maxPainType, oiChange, oiChangeType, pcrType, type Sentiment } from "#domain/chain/measures.ts";
import {
  decimalsOfTick,
  formatFixed,
  formatFlexible,
  formatIv,
  formatSigned,
  formatSignedPct,
  UNKNOWN,
} from "#domain/format/number.ts";
import type { FigureStory, Line } from "../../shared/provenance/provenance-lines.ts";
import { type InfoView, isMcx } from "./info-view.ts";
import { TEXTS } from "./texts.ts";

export type FnoId = keyof typeof TEXTS.figures;

/** How a figure is taken: told by a word and a mark besides its colour. */
export interface Reading {
  readonly word: string;
  readonly mark: "▲" | "▼" | "";
  readonly tone: "up" | "down" | "plain";
}

export interface FnoFigure {
  readonly id: FnoId;
  readonly value: string;
  /** Beside the figure: its change, or what it says. */
  readonly note: string | null;
  readonly reading: Reading | null;
  readonly story: FigureStory;
}

/** India VIX now and at the previous close; NaN unknown. */
export interface Vix {
  readonly value: number;
  readonly previous: number;
}

export const NO_VIX: Vix = { value: Number.NaN, previous: Number.NaN };

function sentimentReading(sentiment: Sentiment | null): Reading | null {
  if (sentiment === null) return null;
  const word = TEXTS.signs[sentiment];
  if (sentiment === "neutral") return { word, mark: "", tone: "plain" };
  return sentiment === "bullish" ? { word, mark: "▲", tone: "up" } : { word, mark: "▼", tone: "down" };
}

function levelReading(percentile: number): Reading | null {
  const level = ivLevel(percentile);
  if (level === null || level === "normal") return null;
  return { word: TEXTS.signs[level], mark: "", tone: "plain" };
}

const percent = (figure: string): string => (figure === UNKNOWN ? figure : `${figure} %`);
const noted = (text: string): string | null => (text === UNKNOWN || text === "" ? null : text);

type Made = Omit<FnoFigure, "id" | "story"> & Omit<FigureStory, "formula">;
const made = (value: string, more: Partial<Made> = {}): Made => ({
  value,
  note: null,
  reading: null,
  ...more,
});

function futureOi({ stats }: InfoView): Made {
  if (stats === null) return made(UNKNOWN);
  const { futureOi: now, futureOiPrevious: before } = stats;
  return made(formatSignedPct(oiChange(now, before)), {
    note: noted(TEXTS.buildUp[oiChangeType(stats)]),
    inputs: [
      [TEXTS.inputs.now, formatFlexible(now)],
      [TEXTS.inputs.previous, formatFlexible(before)],
    ],
  });
}

function lotSize({ ofExpiry, expiry, futures }: InfoView): Made {
  const size = ofExpiry?.lotSize ?? expiry?.lotSize;
  const multiplier = futures?.[0]?.multiplier;
  const text = formatFixed(size, 0);
  const isMany = size !== undefined && multiplier !== undefined && multiplier > 1;
  return made(isMany ? TEXTS.lot(text, formatFixed(multiplier, 0)) : text);
}

const strikeText = (strike: number | undefined, { underlying, ofExpiry }: InfoView): string =>
  formatFixed(strike, decimalsOfTick(ofExpiry?.strikeStep || underlying.strikeStep || 1));

function atTheMoney(view: InfoView): { readonly forward: readonly Line[]; readonly forwardSource?: number } {
  const { ofExpiry, decimals } = view;
  if (ofExpiry === null) return { forward: [] };
  const { forward, forwardSource } = ofExpiry;
  return { forward: [[TEXTS.inputs.forward, formatFixed(forward, decimals)]], forwardSource };
}

function atmStrike(view: InfoView): Made {
  const { forward, ...source } = atTheMoney(view);
  return made(strikeText(view.ofExpiry?.atmStrike, view), { inputs: forward, ...source });
}

function atmIv(view: InfoView): Made {
  const { ofExpiry } = view;
  if (ofExpiry === null) return made(UNKNOWN);
  const { forward, ...source } = atTheMoney(view);
  const { atmIv: now, atmIvPrevious: before } = ofExpiry;
  return made(percent(formatIv(now)), {
    note: noted(formatSigned(ivChange(now, before), 1)),
    inputs: [...forward, [TEXTS.inputs.previous, percent(formatIv(before))]],
    ...source,
  });
}

function ivp({ stats, ofExpiry }: InfoView): Made {
  if (stats === null || ofExpiry === null) return made(UNKNOWN);
  return made(formatFixed(ofExpiry.atmIvPercentile, 0), {
    reading: levelReading(ofExpiry.atmIvPercentile),
    closes: { count: stats.ivCloses, origins: stats.ivCloseOrigins },
  });
}

function vix({ value, previous }: Vix): Made {
  return made(formatFixed(value, 2), {
    note: noted(formatSignedPct(value / previous - 1)),
    inputs: [[TEXTS.inputs.previous, formatFixed(previous, 2)]],
  });
}

function openInterest({ ofExpiry }: InfoView): readonly Line[] {
  return [
    [TEXTS.inputs.calls, formatFlexible(ofExpiry?.callOi)],
    [TEXTS.inputs.puts, formatFlexible(ofExpiry?.putOi)],
  ];
}

function pcr(view: InfoView): Made {
  const ratio = view.ofExpiry?.pcr ?? Number.NaN;
  return made(formatFixed(ratio, 2), {
    reading: sentimentReading(pcrType(ratio)),
    inputs: openInterest(view),
  });
}

function maxPain(view: InfoView): Made {
  const { ofExpiry } = view;
  if (ofExpiry === null) return made(UNKNOWN);
  const { maxPain: strike, forward: price, strikeStep } = ofExpiry;
  const { forward, ...source } = atTheMoney(view);
  return made(strikeText(strike, view), {
    reading: sentimentReading(maxPainType(strike, price, strikeStep)),
    inputs: [...forward, ...openInterest(view)],
    ...source,
  });
}

/** Figures that commodities do not have. */
const NOT_FOR_MCX: ReadonlySet<FnoId> = new Set<FnoId>(["ivp", "vix"]);

/** All figures of the tab, in their order. */
export function fnoFigures(view: InfoView, vixNow: Vix): readonly FnoFigure[] {
  const figures: Readonly<Record<FnoId, Made>> = {
    futureOi: futureOi(view),
    lotSize: lotSize(view),
    atmStrike: atmStrike(view),
    atmIv: atmIv(view),
    ivp: ivp(view),
    vix: vix(vixNow),
    pcr: pcr(view),
    maxPain: maxPain(view),
  };
  const hidden = isMcx(view.underlying) ? NOT_FOR_MCX : new Set<FnoId>();
  return (Object.entries(figures) as [FnoId, Made][])
    .filter(([id]) => !hidden.has(id))
    .map(([id, { value, note, reading, ...story }]) => ({
      id,
      value,
      note,
      reading,
      story: { formula: TEXTS.stories[id], ...(view.isStale && { state: "stale" }), ...story },
    }));
}
