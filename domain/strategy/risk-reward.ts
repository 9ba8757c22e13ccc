/** Profit over loss; NaN where either has no end, and where nothing can be lost. */
export function riskReward(maxProfit: number, maxLoss: number): number {
  if (!Number.isFinite(maxProfit) || !Number.isFinite(maxLoss) || maxLoss >= 0) return Number.NaN;
  return maxProfit / -maxLoss;
}
