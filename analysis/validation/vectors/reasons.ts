import {
  IV_REASON_ABOVE_BOUND,
  IV_REASON_BELOW_INTRINSIC,
  IV_REASON_EXPIRED,
  IV_REASON_NO_PRICE,
  IV_REASON_NONE,
} from "#domain/chain/flags.ts";

const NAMES: ReadonlyMap<number, string | null> = new Map([
  [IV_REASON_NONE, null],
  [IV_REASON_BELOW_INTRINSIC, "BELOW_INTRINSIC"],
  [IV_REASON_ABOVE_BOUND, "ABOVE_BOUND"],
  [IV_REASON_EXPIRED, "EXPIRED"],
  [IV_REASON_NO_PRICE, "NO_PRICE"],
]);

/** Why a price has no volatility, as docs/quant.md names it; null where it has one. */
export const reasonName = (reason: number): string | null => NAMES.get(reason) ?? null;
