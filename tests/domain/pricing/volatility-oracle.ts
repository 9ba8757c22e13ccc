import { normalCdf, normalPdf } from "#domain/pricing/normal.ts";

/** Black's formula as it is printed in textbooks: the two terms subtracted. */
export function textbookPrice(
  isCall: boolean,
  forward: number,
  strike: number,
  years: number,
  sigma: number,
) {
  const v = sigma * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / v + v / 2;
  const d2 = d1 - v;
  return isCall
    ? forward * normalCdf(d1) - strike * normalCdf(d2)
    : strike * normalCdf(-d2) - forward * normalCdf(-d1);
}

/** Safeguarded Newton-bisection on [1e-4, 5] over the textbook formula: slow, plain, independent. */
export function oracleVolatility(
  price: number,
  forward: number,
  strike: number,
  years: number,
  isCall: boolean,
): number {
  let low = 1e-4;
  let high = 5;
  let sigma = 0.2;
  for (let i = 0; i < 300; i++) {
    const error = textbookPrice(isCall, forward, strike, years, sigma) - price;
    if (error > 0) high = sigma;
    else low = sigma;
    const root = Math.sqrt(years);
    const d1 = Math.log(forward / strike) / (sigma * root) + (sigma * root) / 2;
    const next = sigma - error / (forward * normalPdf(d1) * root);
    const safe = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(safe - sigma) < 1e-15 * sigma) return safe;
    sigma = safe;
  }
  return sigma;
}
