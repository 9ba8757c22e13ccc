/** A strategy set aside, as it is compared and gone back to: pure. */

import type { BrokerId } from "#domain/access/brokers.ts";
import { ivKey } from "#domain/strategy/analyzer/ivs.ts";
import { AT_LTP } from "#domain/strategy/entry.ts";
import type { KeptTerms } from "#domain/strategy/kept/content.ts";
import type { BuilderPayload, BuilderRequest, BuilderTrade } from "#protocol/http/builder.ts";
import type { BuilderInstance } from "../answers.ts";
import type { KeptDraft } from "../draft-reader.ts";
import { builderRequest, entryOf, netBroker, withCurves } from "../request-of.ts";

/** What is known of a snapshot's trades beside an analysis. */
export interface SnapshotCosts {
  /** Rupees; null unknown. */
  readonly margin: number | null;
  readonly capital: number | null;
  readonly charges: number | null;
}

export interface Snapshot extends SnapshotCosts {
  readonly id: string;
  readonly name: string;
  /** Market time, epoch ms. */
  readonly takenAt: number;
  readonly draft: KeptDraft;
  /** Its curves stand behind the payoff. */
  readonly isDrawn: boolean;
  /** The newest analysis; null before one. */
  readonly payload: BuilderPayload | null;
  /** It is of the market of now; else of when it was taken. */
  readonly isOfNow: boolean;
}

function tradeOf(terms: KeptTerms, at: number, { figures }: KeptDraft): BuilderTrade {
  const { expiry, strike, token, tradingsymbol, quantity, entryPrice, isSelected } = terms;
  const iv = expiry === null ? null : (figures.customStrikeWiseIvs?.[ivKey(expiry, strike)] ?? null);
  return {
    leg_id: `snapshot-${at}`,
    ...(token > 0 ? { instrument_token: token } : {}),
    tradingsymbol,
    trade_action: quantity < 0 ? "SELL" : "BUY",
    quantity: Math.abs(quantity),
    iv,
    is_selected: isSelected,
    price: entryPrice,
  };
}

function expiredTradeOf(terms: KeptTerms, at: number, draft: KeptDraft) {
  const { type, strike, expiry, lotSize, multiplier } = terms;
  return {
    ...tradeOf(terms, at, draft),
    instrument_info: { instrument_type: type, strike, expiry, lot_size: lotSize, multiplier },
  };
}

/**
 * The question of a snapshot: its trades and what was asked of them, in the settings and with the positions of now.
 * @param token of the underlying @param now market time, epoch ms @param broker of who asks; null of none
 */
export function snapshotRequest(
  draft: KeptDraft,
  instance: BuilderInstance,
  token: number,
  now: number,
  broker: BrokerId | null,
): BuilderRequest {
  const base = builderRequest(instance, token, netBroker(instance, broker));
  const { figures, trades } = draft;
  const isOver = ({ expiryInstant }: KeptTerms): boolean => expiryInstant !== null && expiryInstant <= now;
  const manual = figures.manualPnl;
  return withCurves({
    ...base,
    trades: trades.flatMap((each, at) => (isOver(each) ? [] : [tradeOf(each, at, draft)])),
    expired_trades: trades.flatMap((each, at) => (isOver(each) ? [expiredTradeOf(each, at, draft)] : [])),
    manual_pnl: manual?.isChecked === true ? { is_checked: true, pnl: manual.pnl } : null,
    target_underlying_price: figures.targetPrice ?? null,
    target_datetime: figures.targetDateTime ?? null,
    iv_offset: figures.ivOffset ?? 0,
    entry: entryOf(figures.entryPricing ?? AT_LTP),
  });
}

/** Whether the costs of the one are those of the other: what is paid and blocked knows trades alone. */
export function haveSameTrades(a: KeptDraft, b: KeptDraft): boolean {
  return JSON.stringify(a.trades) === JSON.stringify(b.trades);
}
