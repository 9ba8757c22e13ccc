/**
 * A strategy as it is kept: saved under a name, put away for a link, shared. Plain data that outlives the versions of this code, so it
 * says of every contract what it was on the day (rules KEEP-1 to KEEP-4).
 */

import type { IsoDate } from "../../units/iso-date.ts";
import type { DraftFigures } from "../analyzer/actions.ts";
import type { AnalysisTab, AnalyzerSettings, DataSource, DataSourceMeta } from "../analyzer/model.ts";
import type { LegType } from "../model.ts";

/** Of the content that this code writes. */
export const KEPT_VERSION = 1;

/** A leg by the terms of its contract, which may be listed under another token by now, or no more. */
export interface KeptTerms {
  readonly tradingsymbol: string;
  readonly token: number;
  readonly type: LegType;
  readonly strike: number;
  /** null for shares */
  readonly expiry: IsoDate | null;
  /** null for shares */
  readonly expiryInstant: number | null;
  readonly lotSize: number;
  readonly multiplier: number;
  /** signed units */
  readonly quantity: number;
  /** null: the market's price of whenever it is opened */
  readonly entryPrice: number | null;
  readonly isSelected: boolean;
}

export interface KeptLeg extends KeptTerms {
  /** Set by the trader, before the offset; null the market's. */
  readonly iv: number | null;
  /** What the market said when it was kept; null what it did not say. */
  readonly market: { readonly price: number | null; readonly iv: number | null };
}

export interface KeptStrategy {
  readonly version: typeof KEPT_VERSION;
  readonly underlying: string;
  readonly source: DataSource;
  readonly meta: DataSourceMeta | null;
  readonly legs: readonly KeptLeg[];
  /** What was kept before a choice of entries has none. */
  readonly figures: Required<Omit<DraftFigures, "entryPricing">> & Pick<DraftFigures, "entryPricing">;
  /** Those of the account that kept it: they count where it is opened (rule KEEP-3). */
  readonly settings: Partial<AnalyzerSettings>;
  readonly tab: AnalysisTab;
  /** Market day and market time of keeping. */
  readonly keptOn: IsoDate;
  readonly keptAt: number;
  /** The underlying's price then; null when there was none. */
  readonly spot: number | null;
}
