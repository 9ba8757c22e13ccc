import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import type { ContractMatch, ContractMatches } from "../api.ts";
import { type ContractWords, contractWords } from "./contract-words.ts";

/** Of one search, so that a list stays a list that can be sent in a millisecond. */
const MOST = 1_000;

/** Expiries of one underlying: a chain of options, or a future. */
interface Listed {
  /** YYYYMMDD */
  readonly expiry: number;
  readonly type: ExpiryType;
  readonly lotSize: number;
  /** of the options, rupees, ascending; null for a future */
  readonly strikes: readonly number[] | null;
}

function listedOf(body: MetacacheBody): ReadonlyMap<number, readonly Listed[]> {
  const { chains, futures } = body;
  const found = new Map<number, Listed[]>();
  const add = (owner: number, listed: Listed): void => {
    const all = found.get(owner);
    if (all === undefined) found.set(owner, [listed]);
    else all.push(listed);
  };
  chains.underlyer.forEach((owner, c) => {
    const type = chains.type[c] as ExpiryType;
    add(owner, {
      expiry: chains.expiry[c]!,
      type,
      lotSize: chains.lotSize[c]!,
      strikes: chains.strikes[c]!,
    });
  });
  futures.underlyer.forEach((owner, f) => {
    const type = futures.type[f] as ExpiryType;
    add(owner, { expiry: futures.expiry[f]!, type, lotSize: futures.lotSize[f]!, strikes: null });
  });
  for (const all of found.values()) all.sort((a, b) => a.expiry - b.expiry);
  return found;
}

/** How well an underlying answers the words: 0 its symbol, 1 the symbol's beginning, 2 words of its name; null not at all. */
function rank(symbol: string, name: string, words: readonly string[]): number | null {
  const [only] = words;
  if (only === undefined) return 2;
  if (words.length === 1 && symbol === only) return 0;
  if (words.length === 1 && symbol.startsWith(only)) return 1;
  const starts = [symbol, ...name.toUpperCase().split(/[^A-Z0-9&]+/)];
  return words.every((word) => starts.some((start) => start.startsWith(word))) ? 2 : null;
}

function isExpiry({ expiry, type, strikes }: Listed, words: ContractWords): boolean {
  const { day, month, year, period, kinds, strike } = words;
  if (day !== null && expiry % 100 !== day) return false;
  if (month !== null && Math.floor(expiry / 100) % 100 !== month) return false;
  if (year !== null && Math.floor(expiry / 10_000) !== year) return false;
  if (period !== null && (type === "weekly" ? "weekly" : "monthly") !== period) return false;
  if (strikes === null) return strike === null && (kinds.length === 0 || kinds.includes("FUT"));
  return kinds.length === 0 || kinds.some((kind) => kind !== "FUT");
}

/** Finds contracts among those of the metacache by the words a trader types: "nifty 24000 ce", "reliance fut", a whole symbol (rule INST-7). */
export type ContractSearch = (text: string) => ContractMatches;

/** @param most how many a search hands over at most */
export function createContractSearch(body: MetacacheBody, most = MOST): ContractSearch {
  const { symbol: symbols, name: names } = body.underlyers;
  const listed = listedOf(body);

  function* matches(words: ContractWords): Generator<ContractMatch> {
    const found = symbols
      .map((symbol, u) => ({ u, rank: rank(symbol, names[u]!, words.underlying) }))
      .filter((one) => one.rank !== null && listed.has(one.u))
      .sort((a, b) => a.rank! - b.rank!);
    const kinds = (["CE", "PE"] as const).filter(
      (kind) => words.kinds.length === 0 || words.kinds.includes(kind),
    );
    for (const { u } of found) {
      for (const one of listed.get(u) ?? []) {
        if (!isExpiry(one, words)) continue;
        const { lotSize, strikes } = one;
        const contract = { underlying: symbols[u]!, expiry: fromCompactDate(one.expiry), lotSize };
        if (strikes === null) {
          yield { ...contract, kind: "FUT", strike: 0 };
          continue;
        }
        for (const strike of strikesOf(strikes, words.strike)) {
          for (const kind of kinds) yield { ...contract, kind, strike };
        }
      }
    }
  }

  return (text) => {
    const words = contractWords(text, symbols);
    const found: ContractMatch[] = [];
    let total = 0;
    if (words !== null) {
      for (const match of matches(words)) if (++total <= most) found.push(match);
    }
    return { found, total };
  };
}

/** The strike that was typed before those that it only begins. */
function strikesOf(strikes: readonly number[], typed: string | null): readonly number[] {
  if (typed === null) return strikes;
  const exact = Number(typed);
  return strikes
    .filter((strike) => String(strike).startsWith(typed))
    .sort((a, b) => Number(b === exact) - Number(a === exact) || a - b);
}
