import { formatTime } from "#domain/format/date.ts";
import { formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import type { Position } from "#protocol/http/positions.ts";
import type { ContractTag } from "#workers/painter/api.ts";
import { TEXTS } from "./texts.ts";

/** How positions are told. */
export interface HeldLook {
  /** In units instead of lots. */
  readonly inUnits: boolean;
  /** Of premiums. */
  readonly decimals: number;
  /** When the broker told them, epoch ms. */
  readonly asOf: number;
  /** It was asked since, in vain, or too long ago. */
  readonly isOld: boolean;
  /** The broker as people read it. */
  readonly broker: string;
}

/** A position on the chain: its mark, and what its tooltip says line by line. */
export interface HeldMark {
  readonly tag: ContractTag;
  readonly lines: readonly string[];
}

/** An option of ours that is open, or null: futures, shares and closed positions have no row, and what is not listed none here. */
function markOf(position: Position, { inUnits, decimals, asOf, isOld, broker }: HeldLook): HeldMark | null {
  const { instrument_token: token, quantity, product, instrument_info: info } = position;
  if (token === null || quantity === 0 || info === null || info.expiry === null) return null;
  const { instrument_type: type, expiry, strike, lot_size: lotSize } = info;
  const { multiplier } = position;
  if ((type !== "CE" && type !== "PE") || lotSize === null || multiplier === null) return null;
  const side = quantity < 0 ? "SELL" : "BUY";
  const held = Math.abs(quantity);
  const units = held * multiplier;
  const lots = held / lotSize;
  const price = position.average_price === null ? null : formatFixed(position.average_price, decimals);
  const time = formatTime(asOf);
  const size = TEXTS.size(lots, units);
  return {
    tag: {
      token,
      expiry,
      strike,
      option: type === "CE" ? "call" : "put",
      kind: "position",
      side,
      count: inUnits ? units : lots,
      isOld,
      price: position.average_price ?? Number.NaN,
      spoken: TEXTS.spoken(side, size, price, isOld ? time : null),
    },
    lines: [
      TEXTS.held(side, size, product),
      TEXTS.prices(price ?? UNKNOWN, formatFixed(position.last_price, decimals)),
      TEXTS.pnl(formatSigned(position.unbooked_pnl, 2)),
      isOld ? TEXTS.wasTold(broker, time) : TEXTS.told(broker, time),
    ],
  };
}

/** Of the positions of an account those that stand in a chain of an underlying. */
export function heldMarks(positions: readonly Position[], underlying: string, look: HeldLook): HeldMark[] {
  return positions
    .filter((each) => each.underlying_instrument === underlying && !each.is_expired)
    .map((each) => markOf(each, look))
    .filter((mark) => mark !== null);
}
