/** What is held and planned of a contract, as lines across its price (rule CHART-19). Pure. */
import { formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import type { Position } from "#protocol/http/positions.ts";
import type { ChartLevel } from "../../../components/chart/types.ts";
import type { DrawnLeg } from "../../../shared/chart-deals.ts";
import { priceDecimals } from "../picture/picture.ts";
import type { Bars } from "../series/bars-series.ts";
import { TEXTS } from "./texts.ts";

interface Line {
  readonly id: string;
  readonly kind: "held" | "planned";
  readonly price: number | null;
  /** signed units */
  readonly quantity: number;
  /** null where it is not known what a lot holds */
  readonly lotSize: number | null;
  readonly multiplier: number | null;
}

/** @param last price of the contract, rupees; null unknown */
function levelOf(
  { id, kind, price, quantity, lotSize, multiplier }: Line,
  last: number | null,
  decimals: number,
) {
  if (price === null || quantity === 0) return [];
  const lots = lotSize === null || lotSize === 0 ? null : Math.abs(quantity) / lotSize;
  const pnl = last === null || multiplier === null ? null : (last - price) * quantity * multiplier;
  const name = TEXTS.line[kind](
    quantity < 0 ? "S" : "B",
    lots === null || !Number.isInteger(lots) ? TEXTS.units(Math.abs(quantity)) : TEXTS.lots(lots),
    formatFixed(price, decimals),
    pnl === null ? UNKNOWN : formatSigned(pnl, 2),
  );
  return [
    {
      id,
      name,
      pane: 0,
      axis: "left",
      value: price,
      colour: quantity < 0 ? "sell" : "buy",
      // What is held is drawn through, what is planned in dashes.
      dash: kind === "held" ? [] : [5, 4],
    } satisfies ChartLevel,
  ];
}

/** @param positions of the account; @param legs of the strategy that is planned */
export function priceLines(
  told: Bars,
  positions: readonly Position[],
  legs: readonly DrawnLeg[],
): readonly ChartLevel[] {
  const { instrument_token: token, close } = told;
  const decimals = priceDecimals(told);
  const last = close.findLast((value) => value !== null) ?? null;
  return [
    ...positions
      .filter((each) => each.instrument_token === token && !each.is_expired)
      .flatMap((each) =>
        levelOf(
          {
            id: `held ${each.leg_identifier}`,
            kind: "held",
            price: each.average_price,
            quantity: each.quantity,
            lotSize: each.instrument_info?.lot_size ?? null,
            multiplier: each.multiplier,
          },
          last,
          decimals,
        ),
      ),
    ...legs
      .filter((leg) => leg.token === token)
      .flatMap((leg, i) =>
        levelOf({ ...leg, id: `planned ${i}`, kind: "planned", price: leg.entryPrice }, last, decimals),
      ),
  ];
}
