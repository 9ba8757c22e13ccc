import { createContext, useContext } from "react";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { ExpirySummary, StatsSnapshot, UnderlyingSummary } from "#workers/engine/api.ts";

export type ExpiryStats = StatsSnapshot["expiries"][number];

/** What is shown of an instrument at one moment. */
export interface InfoView {
  readonly underlying: UnderlyingSummary;
  /** The selected one; null where none is listed. */
  readonly expiry: ExpirySummary | null;
  /** null until the relay has told them. */
  readonly stats: StatsSnapshot | null;
  /** Those of the selected expiry. */
  readonly ofExpiry: ExpiryStats | null;
  /** Nearest first; null until the engine has listed them. */
  readonly futures: readonly LegContract[] | null;
  /** Market time, epoch ms; NaN unknown. */
  readonly now: number;
  /** null where the time is not known */
  readonly today: IsoDate | null;
  /** Figures are older than they should be. */
  readonly isStale: boolean;
  /** Of a price of the underlying. */
  readonly decimals: number;
}

const View = createContext<InfoView | null>(null);

export const InfoProvider = View.Provider;

export function useInfo(): InfoView {
  const view = useContext(View);
  if (view === null) throw new Error("A part of the window on an instrument stands outside of it");
  return view;
}

/** Commodities have neither shares nor an index of volatility, events or candles of their own. */
export const isMcx = ({ derivativeExchange }: Pick<UnderlyingSummary, "derivativeExchange">): boolean =>
  derivativeExchange === "MCX";
