import type { Position } from "#protocol/http/positions.ts";

/** Two lots of a NIFTY call, sold. */
export const position = (changes: Partial<Position> = {}, info: object = {}): Position => ({
  leg_identifier: "NFO:NIFTY26NOV24200CE:NRML",
  instrument_token: 9_000_194,
  tradingsymbol: "NIFTY26NOV24200CE",
  exchange: "NFO",
  underlying_instrument: "NIFTY",
  is_listed: true,
  is_expired: false,
  is_holding: false,
  product: "NRML",
  quantity: -130,
  multiplier: 1,
  average_price: 102.5,
  last_price: 98,
  booked_profit_loss: 0,
  unbooked_pnl: 585,
  total_pnl: 585,
  instrument_info: { instrument_type: "CE", expiry: "2026-11-24", strike: 24_200, lot_size: 65, ...info },
  ...changes,
});
