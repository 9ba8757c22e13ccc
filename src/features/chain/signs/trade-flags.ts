import { istDate } from "#domain/calendar/ist.ts";
import { isTradingDay, nextTradingDay, sessionClose } from "#domain/calendar/market-sessions.ts";
import { formatExpiry } from "#domain/format/date.ts";
import type { UnderlyingKind } from "#domain/instruments/types.ts";
import { settlementManner } from "#domain/settlement/manner.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { TEXTS } from "./texts.ts";

/** What is to be known of an underlying before its contracts are dealt in: a word, and the sentence behind it. */
export interface TradeFlag {
  readonly id: "ban" | "settlement";
  readonly label: string;
  readonly sentence: string;
  /** It keeps from trading. */
  readonly isGrave: boolean;
}

/** Lists of shares in whose derivatives no new position may be opened. */
export interface BanLists {
  /** Each holds for its trade date alone. */
  readonly lists: readonly { readonly date: IsoDate; readonly symbols: readonly string[] }[];
  /** Made up, to show what they would look like. */
  readonly isSample: boolean;
}

/** Shares' derivatives are of NSE; BSE keeps the same days. */
const EXCHANGE = "NFO";

/** The trade date that the next order would be of. @param now market time, epoch ms */
function tradeDate(now: number): IsoDate {
  const today = istDate(now);
  const isOpenToday = isTradingDay(EXCHANGE, today) && now < sessionClose(EXCHANGE, today);
  return isOpenToday ? today : nextTradingDay(EXCHANGE, today);
}

/**
 * @param known null: they could not be had
 * @param now NaN of a chain that was chosen a moment ago: which day's list counts is not known yet
 * @returns null where the share is in none of them, or there is nothing to say yet
 */
export function banFlag(symbol: string, known: BanLists | null, now: number): TradeFlag | null {
  if (Number.isNaN(now)) return null;
  const { ban } = TEXTS;
  const date = tradeDate(now);
  const when = date === istDate(now) ? ban.today : formatExpiry(date);
  const list = known?.lists.find((each) => each.date === date);
  // Of a day without a list nothing is known: that is not the same as not to be on it.
  if (known === null || list === undefined) {
    return { id: "ban", label: ban.unknown, sentence: ban.unknownStory(symbol, when), isGrave: false };
  }
  const sampled = (words: string): string => (known.isSample ? ban.sample(words) : words);
  const told = (words: string): string => (known.isSample ? ban.sampleStory(words) : words);
  if (list.symbols.includes(symbol)) {
    return { id: "ban", label: sampled(ban.now), sentence: told(ban.nowStory(when)), isGrave: true };
  }
  const next = known.lists.find((each) => each.date > date && each.symbols.includes(symbol));
  if (next === undefined) return null;
  const from = formatExpiry(next.date);
  return { id: "ban", label: sampled(ban.from(from)), sentence: told(ban.fromStory(from)), isGrave: false };
}

/**
 * What becomes of an option in the money, where it is not simply paid out.
 * @param futures expiries of the underlying's futures, near to far; null not known
 */
export function settlementFlag(
  kind: UnderlyingKind,
  expiry: IsoDate,
  futures: readonly IsoDate[] | null,
): TradeFlag | null {
  const { settlement } = TEXTS;
  const date = formatExpiry(expiry);
  switch (settlementManner(kind, expiry)) {
    case "physical":
      return {
        id: "settlement",
        label: settlement.physical,
        sentence: settlement.physicalStory(date),
        isGrave: false,
      };
    case "devolves": {
      const future = futures?.find((each) => each >= expiry);
      const sentence =
        future === undefined
          ? settlement.devolvesStory(date)
          : settlement.devolvesInto(formatExpiry(future), date);
      return { id: "settlement", label: settlement.devolves, sentence, isGrave: false };
    }
    default:
      return null;
  }
}
