/** Margins that need no model: of futures, and the exposure of anything, by the published percentages (quant.md §10). */

import type { BuilderMarket } from "#analysis/builder-market.ts";
import type { AccountRow } from "./draw.ts";
import type { AccountUnderlying } from "./terms.ts";

interface Rates {
  /** Floor of the price scan range, which holds where no volatility is known. */
  readonly range: number;
  readonly future: number;
  readonly soldOption: number;
  /** Rupees a unit of a calendar. */
  readonly calendar: (months: number, far: number, range: number) => number;
  /** Of the far one's value that a calendar of futures is exposed on; null both legs whole. */
  readonly ofFar: number | null;
  /** On its expiry day a contract is scanned apart. */
  readonly isApartToday: boolean;
}

const INDEX: Rates = {
  range: 0.093,
  future: 0.02,
  soldOption: 0.02,
  calendar: (_, far) => 0.0175 * far,
  ofFar: 1 / 3,
  isApartToday: true,
};
const metal = (range: number): Rates => ({
  range,
  future: 0.01,
  soldOption: 0.01,
  calendar: (_months, _far, rupees) => rupees / 2,
  ofFar: null,
  isApartToday: true,
});

const RATES: Readonly<Record<AccountUnderlying, Rates>> = {
  NIFTY: INDEX,
  BANKNIFTY: INDEX,
  SENSEX: INDEX,
  RELIANCE: {
    ...INDEX,
    range: 0.142,
    future: 0.035,
    soldOption: 0.035,
    calendar: (_, far) => 0.022 * far,
  },
  USDINR: {
    range: 0.015,
    future: 0.01,
    soldOption: 0.015,
    calendar: (months) => [0.5, 0.6, 0.9, 1.1][Math.min(4, Math.max(1, months)) - 1]!,
    ofFar: 1 / 3,
    isApartToday: false,
  },
  CRUDEOIL: metal(0.33),
  GOLD: metal(0.06),
  NATURALGAS: metal(0.1),
};

interface Held {
  readonly row: AccountRow;
  units: number;
}

/** What is held of each contract, net, rupees a rupee of its price. */
function netOf(rows: readonly AccountRow[]): Held[] {
  const held = new Map<string, Held>();
  for (const row of rows) {
    const units = row.quantity * row.multiplier;
    const known = held.get(row.tradingsymbol);
    if (known === undefined) held.set(row.tradingsymbol, { row, units });
    else known.units += units;
  }
  return [...held.values()].filter(({ units }) => units !== 0);
}

interface Side {
  readonly expiry: string;
  units: number;
}

/** Bought against sold, the nearest to one another first. */
function calendars(futures: readonly Held[]): { near: Side; far: Side; units: number }[] {
  const sides: Side[] = futures
    .map(({ row, units }) => ({ expiry: row.expiry!, units }))
    .sort((a, b) => a.expiry.localeCompare(b.expiry));
  const found = [];
  for (let apart = 1; apart < sides.length; apart++) {
    for (let i = 0; i + apart < sides.length; i++) {
      const [near, far] = [sides[i]!, sides[i + apart]!];
      if (near.units * far.units >= 0) continue;
      const units = Math.min(Math.abs(near.units), Math.abs(far.units));
      near.units -= Math.sign(near.units) * units;
      far.units -= Math.sign(far.units) * units;
      found.push({ near, far, units });
    }
  }
  return found;
}

const monthsApart = (a: string, b: string): number =>
  12 * (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) + Number(b.slice(5, 7)) - Number(a.slice(5, 7));

interface ByHand {
  readonly exposure: number;
  /** Of the futures alone. */
  readonly span: number;
}

/** Of the living rows of one underlying and one product. @param day of the market, YYYY-MM-DD */
export function marginByHand(
  underlying: AccountUnderlying,
  rows: readonly AccountRow[],
  { strategy }: BuilderMarket,
  day: string,
): ByHand {
  const { spot } = strategy;
  const rates = RATES[underlying];
  const net = netOf(rows);
  const sold = net.filter(({ row, units }) => (row.type === "CE" || row.type === "PE") && units < 0);
  const futures = net.filter(({ row }) => row.type === "FUT");
  const isApart = ({ row }: Held) => rates.isApartToday && row.expiry === day;
  const [apart, running] = [futures.filter(isApart), futures.filter((each) => !isApart(each))];
  const whole = (all: readonly { units: number }[]) =>
    all.reduce((sum, { units }) => sum + Math.abs(units), 0);
  const own = (all: readonly { units: number }[]) => all.reduce((sum, { units }) => sum + units, 0);

  const pairs = calendars(running);
  const paired = pairs.reduce((sum, { units }) => sum + units, 0);
  const farPrice = (side: Side) =>
    strategy.expiries.find(({ expiry }) => expiry === side.expiry)?.forward ??
    futures.find(({ row }) => row.expiry === side.expiry)!.row.listed!.quote.usablePrice;
  const exposed =
    rates.ofFar === null
      ? whole(running) * spot
      : (whole(running) - 2 * paired) * spot +
        pairs.reduce((sum, { far, units }) => sum + rates.ofFar! * units * farPrice(far), 0);
  const exposure = rates.future * (exposed + whole(apart) * spot) + rates.soldOption * whole(sold) * spot;

  const range = rates.range * spot;
  const charge = pairs.reduce(
    (sum, { near, far, units }) =>
      sum + units * rates.calendar(monthsApart(near.expiry, far.expiry), farPrice(far), range),
    0,
  );
  return { exposure, span: range * (Math.abs(own(running)) + Math.abs(own(apart))) + charge };
}
