/** PCR and max pain a second time, in whole numbers and straight from their definitions: no rounding, no short cut. */

export interface WholeRow {
  readonly strike: number;
  /** contracts or units */
  readonly callOi: number;
  readonly putOi: number;
}

/** Strikes are told to the hundredth of a paisa; OI that some files scale by an old lot, to the billionth. */
const PRICE_PARTS = 10_000;
const OI_PARTS = 1_000_000_000;

const whole = (value: number, parts: number): bigint => BigInt(Math.round(value * parts));

/** Put OI over call OI; NaN without a call. */
export function wholePcr(rows: readonly WholeRow[]): number {
  const calls = rows.reduce((sum, { callOi }) => sum + whole(callOi, OI_PARTS), 0n);
  const puts = rows.reduce((sum, { putOi }) => sum + whole(putOi, OI_PARTS), 0n);
  return calls === 0n ? Number.NaN : Number(puts) / Number(calls);
}

/**
 * The strike at which all writers together pay least, every strike against every strike.
 * @param nearest breaks ties: the strike nearest it, else the lower
 * @returns NaN without open interest
 */
export function wholeMaxPain(rows: readonly WholeRow[], nearest: number): number {
  const exact = rows.map(({ strike, callOi, putOi }) => ({
    at: whole(strike, PRICE_PARTS),
    call: whole(callOi, OI_PARTS),
    put: whole(putOi, OI_PARTS),
  }));
  if (exact.every(({ call, put }) => call === 0n && put === 0n)) return Number.NaN;
  const held = exact.filter(({ call, put }) => call > 0n || put > 0n);
  let best = -1;
  let least = 0n;
  exact.forEach(({ at: settled }, i) => {
    const pain = held.reduce((sum, { at, call, put }) => {
      const below = settled - at;
      return sum + (below > 0n ? call * below : -put * below);
    }, 0n);
    const isNearer =
      best >= 0 && Math.abs(rows[i]!.strike - nearest) < Math.abs(rows[best]!.strike - nearest);
    if (best < 0 || pain < least || (pain === least && isNearer)) {
      best = i;
      least = pain;
    }
  });
  return rows[best]!.strike;
}
