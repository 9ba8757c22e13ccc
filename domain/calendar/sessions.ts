import type { IsoDate } from "../units/nominal.ts";

export type Exchange = "NSE" | "BSE" | "NFO" | "BFO" | "CDS" | "BCD" | "MCX";
export type Phase = "pre_open" | "continuous" | "closing_auction";

/** One stretch of a trading day; open inclusive, close exclusive, epoch ms. */
export interface Session {
  readonly phase: Phase;
  readonly open: number;
  readonly close: number;
  readonly label: string;
}

export declare function sessionsOn(exchange: Exchange, date: IsoDate): readonly Session[];
