import {
  CHAIN_STATES,
  FLAG_IV_INTERPOLATED,
  type ForwardSource,
  IV_REASON_MASK,
  IV_REASON_SHIFT,
} from "#domain/chain/flags.ts";
import { priceKindOf } from "#domain/pricing/usable-price.ts";
import type { CellQuestion, CellStory, ContractStory, IvSource } from "#protocol/frames/cell-story.ts";
import { CHAIN_FIELD_INDEX, HEAD_INDEX as H } from "#protocol/frames/chain-frame.ts";
import type { Outcome } from "../api.ts";
import { FIELD_COUNT } from "../chains/model-cells.ts";
import { refuse } from "../refuse.ts";
import type { ChainViews, Explained } from "./chain-views.ts";

const SIDES = ["call", "put"] as const;
type Side = (typeof SIDES)[number];
const FLAGS = { call: CHAIN_FIELD_INDEX["call.flags"], put: CHAIN_FIELD_INDEX["put.flags"] };
const IV = CHAIN_FIELD_INDEX.iv;

const positive = (price: number): number => (price > 0 ? price : Number.NaN);

function contractOf(
  { model, solved }: Explained,
  row: number,
  side: Side,
  serverNow: number,
): ContractStory | null {
  const columns = solved.columns[side];
  const token = columns.token[row]!;
  if (token === 0) return null;
  const price = (side === "call" ? solved.solution.callUsable : solved.solution.putUsable)[row]!;
  const [bid, ask, ltp] = [columns.bid[row]!, columns.ask[row]!, columns.ltp[row]!];
  const heard = solved.feed[side].time[row]!;
  const traded = columns.lastTradeTime[row]!;
  return {
    token,
    bid: positive(bid),
    ask: positive(ask),
    ltp: positive(ltp),
    previousClose: positive(columns.previousClose[row]!),
    oi: columns.oi[row]!,
    previousOi: columns.previousOi[row]!,
    volume: columns.volume[row]!,
    price,
    priceKind: priceKindOf(price, bid, ask, ltp),
    flags: model.cells[row * FIELD_COUNT + FLAGS[side]]!,
    quoteAge: heard > 0 ? Math.max(0, serverNow - heard) : Number.NaN,
    tradeAge: traded > 0 ? Math.max(0, model.head[H.asOf]! - traded) : Number.NaN,
  };
}

function ivSourceOf(own: number, shown: number, flags: number): IvSource {
  if (Number.isNaN(shown)) return "none";
  if (Number.isNaN(own)) return "feed";
  return (flags & FLAG_IV_INTERPOLATED) === 0 ? "own" : "neighbours";
}

function storyOf(from: Explained, row: number, { field }: CellQuestion, serverNow: number): CellStory {
  const { model, solved } = from;
  const { solution, columns } = solved;
  const strike = columns.strikes[row]!;
  const number = field === null ? -1 : CHAIN_FIELD_INDEX[field];
  const shown = from.shown(row, number);
  const cell = (of: number): number => model.cells[row * FIELD_COUNT + of]!;
  const flags = solution.callFlags[row]!;
  return {
    // What the painter holds may differ by what is not worth a frame: the story says what is read.
    value: field === null ? strike : Number.isNaN(shown) ? cell(number) : shown,
    call: contractOf(from, row, "call", serverNow),
    put: contractOf(from, row, "put", serverNow),
    forward: solution.forward,
    forwardSource: model.head[H.forwardSource]! as ForwardSource,
    spot: model.head[H.spot]!,
    atmStrike: model.head[H.atmStrike]!,
    years: solution.years,
    rate: solved.decay.rate,
    iv: cell(IV) / 100,
    previousIv: columns.previousIv[row]!,
    ivSource: ivSourceOf(solution.iv[row]!, cell(IV), flags),
    ivSide: strike >= solution.forward ? "call" : "put",
    ivReason: (flags & IV_REASON_MASK) >> IV_REASON_SHIFT,
    marketState: CHAIN_STATES[model.head[H.marketState]!] ?? "closed",
    state: from.state,
    asOf: model.head[H.asOf]!,
  };
}

/** @param serverNow the server's clock, epoch ms */
export function tellCell(
  views: Pick<ChainViews, "explain">,
  tabId: number,
  question: CellQuestion,
  serverNow: number,
): Outcome<CellStory> {
  const { field, strike } = question;
  const number = field === null ? IV : CHAIN_FIELD_INDEX[field];
  if (number === undefined) return refuse("request.invalid", "A chain has no figure of this name");
  const fields = Uint8Array.from(new Set([number, IV, FLAGS.call, FLAGS.put])).sort();
  const from = views.explain(tabId, question, fields);
  if (from === null) return refuse("engine.unavailable", "No view shows this chain");
  const { count, strikes } = from.solved.columns;
  const row = strikes.subarray(0, count).indexOf(strike);
  if (row < 0) return refuse("instrument.not_found", "The chain has no such strike any more");
  return { ok: true, value: storyOf(from, row, question, serverNow) };
}
