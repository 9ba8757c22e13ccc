import type { OptionType } from "#domain/pricing/black76.ts";
import { parseDate } from "./csv.ts";
import type { Problems } from "./problems.ts";
import type { PublishedChain, PublishedOption } from "./published-chain.ts";

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;

/** A figure that may be missing: 0 then, as the exchange writes it. @returns NaN for what is no figure */
function figureOf(members: Members, ...names: readonly string[]): number {
  const value = names.map((name) => members[name]).find((each) => each !== undefined && each !== null) ?? 0;
  return typeof value === "number" && Number.isFinite(value) ? value : Number.NaN;
}

/** "05-08-2025", as newer answers write dates, as "2025-08-05"; other forms as they are. */
const dashed = (text: string): string => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1");

const WHOLE = "save the answer of NSE's option chain as it came";
const ROW = "correct the row or save the answer again";

function optionOf(
  file: string,
  side: Members,
  type: OptionType,
  line: number,
  problems: Problems,
): PublishedOption | null {
  const date = String(side.expiryDate ?? "");
  const expiry = parseDate(dashed(date));
  const strike = figureOf(side, "strikePrice");
  if (expiry === null) {
    problems.add(file, line, `expiryDate of ${type} is "${date.slice(0, 40)}", not a date`, ROW);
    return null;
  }
  const option = {
    type,
    expiry,
    strike,
    price: figureOf(side, "lastPrice"),
    bid: figureOf(side, "bidprice", "buyPrice1"),
    ask: figureOf(side, "askPrice", "sellPrice1"),
    iv: figureOf(side, "impliedVolatility"),
    oi: figureOf(side, "openInterest"),
    oiChange: figureOf(side, "changeinOpenInterest"),
    volume: figureOf(side, "totalTradedVolume"),
    line,
  };
  const wrong = Object.entries(option).find(([, value]) => typeof value === "number" && Number.isNaN(value));
  if (wrong !== undefined) {
    problems.add(file, line, `${wrong[0]} of ${type} is not a number`, ROW);
    return null;
  }
  if (!(strike > 0) || option.price < 0 || option.iv < 0 || option.oi < 0) {
    problems.add(file, line, `a figure of ${strike} ${type} is below 0, or its strike is 0`, ROW);
    return null;
  }
  return option;
}

function totalsOf(filtered: Members | null): PublishedChain["totals"] {
  const call = membersOf(filtered?.CE);
  const put = membersOf(filtered?.PE);
  if (call === null || put === null) return null;
  const callOi = figureOf(call, "totOI");
  const putOi = figureOf(put, "totOI");
  return callOi > 0 && putOi > 0 ? { callOi, putOi } : null;
}

/**
 * NSE's answer to its own site, `option-chain-indices`: rows of one strike and expiry with a call, a put or both, the
 * published IV in each. OI and volume are in contracts.
 * @returns null after adding the faults
 */
export function readNseAnswer(file: string, text: string, problems: Problems): PublishedChain | null {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    problems.add(file, null, "the JSON is cut short or damaged", WHOLE);
    return null;
  }
  const records = membersOf(membersOf(whole)?.records);
  const rows = records?.data;
  if (records === null || !Array.isArray(rows) || rows.length === 0) {
    problems.add(file, null, "this JSON has no records.data with rows", WHOLE);
    return null;
  }
  const spot = figureOf(records, "underlyingValue");
  if (!(spot > 0)) {
    problems.add(file, null, "records.underlyingValue is not a price", WHOLE);
    return null;
  }
  const before = problems.count;
  let symbol = "";
  const options = rows.flatMap((row: unknown, i) =>
    (["CE", "PE"] as const).flatMap((type) => {
      const side = membersOf(membersOf(row)?.[type]);
      if (side === null) return [];
      if (typeof side.underlying === "string") symbol ||= side.underlying;
      const option = optionOf(file, side, type, i + 1, problems);
      return option === null ? [] : [option];
    }),
  );
  if (problems.count > before) return null;
  if (options.length === 0) {
    problems.add(file, null, "records.data has neither calls nor puts", WHOLE);
    return null;
  }
  const date = parseDate(String(records.timestamp ?? "").slice(0, 11));
  return { file, symbol, date, spot, options, totals: totalsOf(membersOf(membersOf(whole)?.filtered)) };
}
