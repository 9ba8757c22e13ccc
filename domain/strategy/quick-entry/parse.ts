/** Trades out of a line of text. */

import { type Carried, meaningOf } from "./clause-legs.ts";
import { MOST_LETTERS, type Token, tokensOf } from "./lex.ts";
import type { QuickEntry, QuickEntryContext, QuickLeg, QuickPreset } from "./model.ts";
import { type OpenWord, readClause } from "./read-clause.ts";
import { readAs, STRATEGY_WORDS } from "./vocabulary.ts";

const TRADED: readonly string[] = [...STRATEGY_WORDS];

const isWord = (token: Token | undefined, words: readonly string[]): boolean =>
  token?.kind === "word" && words.includes(readAs(token.text));
const isSide = (token: Token | undefined) => isWord(token, ["call", "put"]);
const isAction = (token: Token | undefined) => isWord(token, ["buy", "sell"]);
const isStrike = (token: Token | undefined) => token?.kind === "number" || token?.kind === "atm";

/** Where a next trade begins without a sign: `buy 24500 ce sell 24600 ce`, `sell 24500 ce 23500 pe`. */
function beginsTrade(tokens: readonly Token[], at: number, current: readonly Token[]): boolean {
  const token = tokens[at];
  if (isAction(token)) return current.some(isAction) && current.some((each) => isWord(each, TRADED));
  const last = current.at(-1);
  const isJoined = last?.kind === "symbol" && last.text === "/";
  const isLeg = isStrike(token) && isSide(tokens[at + 1]) && !isJoined;
  return isLeg && current.some(isSide) && current.some(isStrike);
}

/** The tokens of each trade, and between them what divides them. */
function clausesOf(
  tokens: readonly Token[],
): { readonly tokens: readonly Token[]; readonly before: Token | null }[] {
  const clauses: { tokens: Token[]; before: Token | null }[] = [{ tokens: [], before: null }];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "break") {
      clauses.push({ tokens: [], before: token });
      continue;
    }
    if (beginsTrade(tokens, at, clauses.at(-1)!.tokens)) clauses.push({ tokens: [], before: null });
    clauses.at(-1)!.tokens.push(token);
  }
  return clauses;
}

/** A contract that an earlier trade of the same text holds. */
function refuseDuplicates(legs: readonly QuickLeg[], held: Set<number>, words: readonly OpenWord[]): boolean {
  const isHeld = legs.some(({ contract }) => held.has(contract.token));
  const isTwice = new Set(legs.map(({ contract }) => contract.token)).size < legs.length;
  if (!isHeld && !isTwice) return false;
  const named = words.filter(({ kind }) => kind === "strike");
  for (const word of named.length > 0 ? named : words) word.problem ??= { code: "duplicate-leg" };
  return true;
}

/**
 * Reads one or more trades, divided by comma, semicolon, plus, a new line or nothing; each takes over the action and expiry of the one
 * before when it says none of its own. Never throws.
 */
export function parseQuickEntry(text: string, context: QuickEntryContext): QuickEntry {
  const words: OpenWord[] = [];
  const legs: QuickLeg[] = [];
  const held = new Set<number>();
  let preset: QuickPreset | null = null;
  let carried: Carried = { action: null, expiry: null };
  for (const { tokens, before } of clausesOf(tokensOf(text.slice(0, MOST_LETTERS), context.symbol))) {
    if (before !== null) words.push({ start: before.start, end: before.end, kind: "separator" });
    if (tokens.length === 0) continue;
    const clause = readClause(tokens, context);
    const meaning = meaningOf(clause, carried, context);
    carried = { action: clause.action ?? carried.action, expiry: clause.expiry ?? carried.expiry };
    words.push(...clause.words);
    if (meaning.preset !== null && preset !== null) {
      for (const { word } of clause.nouns) word.problem = { code: "second-strategy" };
    } else if (!refuseDuplicates(meaning.legs, held, clause.words)) {
      preset = meaning.preset ?? preset;
      for (const leg of meaning.legs) {
        held.add(leg.contract.token);
        legs.push(leg);
      }
    }
  }
  if (text.length > MOST_LETTERS) {
    const problem = { code: "too-long", most: MOST_LETTERS } as const;
    words.push({ start: MOST_LETTERS, end: text.length, kind: "unknown", problem });
  }
  return { legs, preset, words };
}
