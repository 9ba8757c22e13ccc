/** A draft as the tab keeps it: text that an older or a broken page may have written, so nothing in it is believed unread. */

import type { DraftFigures } from "#domain/strategy/analyzer/actions.ts";
import { isSdDays } from "#domain/strategy/analyzer/bounds.ts";
import {
  ANALYSIS_TABS,
  type AnalysisTab,
  type AnalyzerSettings,
  DATA_SOURCES,
  type DataSource,
  type DataSourceMeta,
  DEFAULT_SETTINGS,
} from "#domain/strategy/analyzer/model.ts";
import type { KeptTerms } from "#domain/strategy/kept/content.ts";
import { ENTRY_MODES, type LegType } from "#domain/strategy/model.ts";

export const DRAFT_VERSION = 2;

export interface KeptDraft {
  readonly version: typeof DRAFT_VERSION;
  /** Id of the account whose work it is: another that signs in in this tab does not get it. */
  readonly account: string;
  readonly underlying: string;
  readonly source: DataSource;
  readonly meta: DataSourceMeta | null;
  readonly trades: readonly KeptTerms[];
  readonly figures: DraftFigures;
  readonly tab: AnalysisTab;
  /** Those that the strategy was kept with, as far as they count; drafts of before them have none. */
  readonly settings?: Partial<AnalyzerSettings>;
}

const MOST_TRADES = 500;
const MOST_TEXT = 64;
const TYPES: readonly LegType[] = ["CE", "PE", "FUT", "EQ"];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= MOST_TEXT;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isNullOr = <T>(is: (value: unknown) => value is T, value: unknown): value is T | null =>
  value === null || is(value);

function isTrade(value: unknown): value is KeptTerms {
  return (
    isFields(value) &&
    isText(value.tradingsymbol) &&
    isNumber(value.token) &&
    TYPES.includes(value.type as LegType) &&
    isNumber(value.strike) &&
    isNullOr(isDay, value.expiry) &&
    isNullOr(isNumber, value.expiryInstant) &&
    isNumber(value.lotSize) &&
    value.lotSize > 0 &&
    isNumber(value.multiplier) &&
    isNumber(value.quantity) &&
    value.quantity !== 0 &&
    isNullOr(isNumber, value.entryPrice) &&
    typeof value.isSelected === "boolean"
  );
}

/** Drafts of before there was a choice have none. */
const isPricing = (value: unknown): boolean =>
  value === undefined ||
  (isFields(value) && ENTRY_MODES.some((mode) => mode === value.mode) && isNumber(value.slippageTicks));

function isFigures(value: unknown): value is DraftFigures {
  if (!isFields(value)) return false;
  const { targetPrice, targetDateTime, payoffTableTargetInterval, ivOffset, lotMultiplier } = value;
  const { customStrikeWiseIvs: ivs, manualPnl } = value;
  return (
    isNullOr(isNumber, targetPrice) &&
    isNullOr(isNumber, targetDateTime) &&
    isNullOr(isNumber, payoffTableTargetInterval) &&
    isNumber(ivOffset) &&
    isNumber(lotMultiplier) &&
    isPricing(value.entryPricing) &&
    isFields(ivs) &&
    Object.values(ivs).every(isNumber) &&
    isFields(manualPnl) &&
    typeof manualPnl.isChecked === "boolean" &&
    isNumber(manualPnl.pnl)
  );
}

const CHOICES = {
  tradeView: ["lots", "units"],
  OIMode: ["oi", "change", "off"],
  sdMode: ["fixed", "expiry", "targetDate"],
  riskRewardMode: ["ratio", "capital"],
} as const satisfies { [K in keyof AnalyzerSettings]?: readonly AnalyzerSettings[K][] };

function isSettings(value: unknown): value is Partial<AnalyzerSettings> {
  return (
    isFields(value) &&
    Object.entries(value).every(([name, setting]) => {
      if (!Object.hasOwn(DEFAULT_SETTINGS, name)) return false;
      if (typeof setting !== typeof DEFAULT_SETTINGS[name as keyof AnalyzerSettings]) return false;
      if (name === "sdFixedDays") return isSdDays(setting as number);
      const choices: readonly unknown[] | undefined = CHOICES[name as keyof typeof CHOICES];
      return choices?.includes(setting) ?? true;
    })
  );
}

const isMeta = (value: unknown): value is DataSourceMeta =>
  isFields(value) && typeof value.id === "string" && typeof value.name === "string";

export function isDraft(value: unknown): value is KeptDraft {
  return (
    isFields(value) &&
    value.version === DRAFT_VERSION &&
    typeof value.account === "string" &&
    isText(value.underlying) &&
    typeof value.source === "string" &&
    Object.hasOwn(DATA_SOURCES, value.source) &&
    isNullOr(isMeta, value.meta) &&
    Array.isArray(value.trades) &&
    value.trades.length <= MOST_TRADES &&
    value.trades.every(isTrade) &&
    isFigures(value.figures) &&
    ANALYSIS_TABS.includes(value.tab as AnalysisTab) &&
    (value.settings === undefined || isSettings(value.settings))
  );
}

/** @returns null for what is no draft of this version */
export function readDraft(text: string): KeptDraft | null {
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}
