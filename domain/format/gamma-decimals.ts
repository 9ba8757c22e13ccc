/** Figures of a chain that its largest gamma follows from. */
interface GammaTerms {
  /** rupees */
  readonly forward: number;
  /** a year, fraction */
  readonly atmIv: number;
  readonly years: number;
}

const FEWEST = 4;
const MOST = 8;
/** Of the standard normal distribution at its middle: 1 / √(2π). */
const PEAK = 0.3989422804014327;

/**
 * Decimals that write a chain's largest gamma with two significant digits at least, one precision for the whole column: the gamma of
 * a contract at lakhs of rupees begins at the fifth decimal. At the money it is φ(0) / (F σ √T).
 * @param scale what gammas are multiplied by where they are shown
 */
export function gammaDecimals({ forward, atmIv, years }: GammaTerms, scale: number): number {
  const peak = (PEAK / (forward * atmIv * Math.sqrt(years))) * scale;
  if (!(peak > 0) || !Number.isFinite(peak)) return FEWEST;
  return Math.min(MOST, Math.max(FEWEST, 1 - Math.floor(Math.log10(peak))));
}
