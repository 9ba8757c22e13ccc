import type { UnderlyingKind } from "../instruments/types.ts";
import type { IsoDate } from "../units/iso-date.ts";

/**
 * What becomes of an option in the money at its expiry. cash: the difference is paid. physical: shares change hands. devolves:
 * it becomes a position in the future below it.
 */
export type SettlementManner = "cash" | "physical" | "devolves";

interface MannerRow {
  /** First expiry that the row governs. */
  readonly from: IsoDate;
  readonly manner: SettlementManner;
  readonly source: string;
}

const EVER = "1970-01-01";

/** By kind of underlying, newest first. */
const MANNERS: Readonly<Record<UnderlyingKind, readonly MannerRow[]>> = {
  index: [{ from: EVER, manner: "cash", source: "exchange contract specifications" }],
  currency: [{ from: EVER, manner: "cash", source: "exchange contract specifications; RBI reference rate" }],
  stock: [
    {
      from: "2019-10-01",
      manner: "physical",
      source:
        "SEBI circulars of 2018-04-11 and 2018-12-31: share by share from July 2018, all from October 2019 expiries on",
    },
    { from: EVER, manner: "cash", source: "exchange contract specifications of the time" },
  ],
  commodity: [
    {
      from: EVER,
      manner: "devolves",
      source: "SEBI circular of 2017-06-13 on options on commodity futures; MCX contract specifications",
    },
  ],
};

/** How options on an underlying of this kind that expire on the date are settled. */
export function settlementManner(kind: UnderlyingKind, expiry: IsoDate): SettlementManner {
  return MANNERS[kind].find(({ from }) => expiry >= from)?.manner ?? "cash";
}
