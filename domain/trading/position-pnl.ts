/** What of a position's P&L is still open, and what is booked. */

/** Rupees; null unknown. */
export interface PositionPnl {
  readonly booked: number | null;
  readonly unbooked: number | null;
  readonly total: number | null;
}

interface HeldAt {
  /** Signed units. */
  readonly quantity: number;
  /** null unknown */
  readonly multiplier: number | null;
  /** Rupees, of what is open; null unknown, or nothing is. */
  readonly averagePrice: number | null;
  readonly lastPrice: number | null;
  /** All of it, as the broker says it. */
  readonly total: number | null;
}

/** To the paisa: sums of decimal prices leave float noise. */
const toPaise = (rupees: number): number => Math.round(rupees * 100) / 100 + 0;

/**
 * Unbooked is (last − average) × quantity × multiplier; of the total the rest is booked. Nothing open: all is booked.
 * Brokers tell the two apart each in a way of its own, or not at all.
 */
export function positionPnl({ quantity, multiplier, averagePrice, lastPrice, total }: HeldAt): PositionPnl {
  const whole = total === null ? null : toPaise(total);
  if (quantity === 0) return { booked: whole, unbooked: 0, total: whole };
  if (averagePrice === null || lastPrice === null || multiplier === null)
    return { booked: null, unbooked: null, total: whole };
  const unbooked = toPaise((lastPrice - averagePrice) * quantity * multiplier);
  return { booked: whole === null ? null : toPaise(whole - unbooked), unbooked, total: whole };
}
