/**
 * The expiry that opens by itself: the first whose last trade is still to come. What is over stays listed until the next list.
 * @param expiries nearest first; `lastTrade` is epoch ms
 * @param now the viewer's market time, epoch ms
 * @returns undefined when all are over
 */
export function defaultExpiry<T extends { readonly lastTrade: number }>(
  expiries: readonly T[],
  now: number,
): T | undefined {
  return expiries.find(({ lastTrade }) => lastTrade > now);
}
