/** Max pain straight from its definition: every strike against every strike. Null when there is no OI. */
export function bruteMaxPain(strikes: Float64Array, callOi: Float64Array, putOi: Float64Array) {
  const oi = (value: number) => (Number.isNaN(value) ? 0 : value);
  const painAt = (settlement: number) =>
    strikes.reduce(
      (sum, strike, i) =>
        sum +
        oi(callOi[i]!) * Math.max(settlement - strike, 0) +
        oi(putOi[i]!) * Math.max(strike - settlement, 0),
      0,
    );
  if (![...callOi, ...putOi].some((value) => value > 0)) return null;
  return { painAt, least: Math.min(...Array.from(strikes, painAt)) };
}
