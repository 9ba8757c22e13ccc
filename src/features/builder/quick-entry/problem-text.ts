import { formatExpiry } from "#domain/format/date.ts";
import type { QuickEntry, QuickProblem, QuickWord } from "#domain/strategy/quick-entry/model.ts";
import { strikeText } from "../../../strategy/fields/leg-names.ts";
import { TEXTS as FIELD_TEXTS } from "../../../strategy/fields/texts.ts";
import { TEXTS } from "./texts.ts";

const { problems } = TEXTS;

function saidOf(problem: QuickProblem, word: string): string {
  switch (problem.code) {
    case "unknown-word": {
      const hint =
        problem.nearest === null ? problems.expected(problem.expected) : problems.nearest(problem.nearest);
      return [problems.unknownWord(word), hint].join(" ");
    }
    case "unknown-strategy": {
      const { nearest } = problem;
      const said = problems.unknownStrategy(word);
      return nearest === null ? said : [said, problems.nearest(nearest)].join(" ");
    }
    case "missing":
      return problems.missing(problem.expected);
    case "unlisted-strike":
      return problems.unlistedStrike(
        strikeText(problem.strike),
        problem.nearest === null ? null : strikeText(problem.nearest),
      );
    case "unlisted-expiry":
      return problems.unlistedExpiry(problem.nearest === null ? null : formatExpiry(problem.nearest));
    case "no-future":
      return problems.noFuture;
    case "delta-range":
      return problems.deltaRange;
    case "no-delta":
      return problems.noDelta;
    case "no-price":
      return problems.noPrice;
    case "no-atm":
      return problems.noAtm;
    case "bad-price":
      return problems.badPrice;
    case "price-too-high":
      return `${FIELD_TEXTS.refusals.priceAbove}.`;
    case "bad-quantity":
      return problems.badQuantity;
    case "too-many-lots":
      return `${FIELD_TEXTS.refusals.tooMany}.`;
    case "lot-rule":
      return problems.lotRule(problem.lotSize);
    case "price-of-several":
      return problems.priceOfSeveral;
    case "not-taken":
      return problems.notTaken;
    case "duplicate-leg":
      return problems.duplicateLeg;
    case "second-strategy":
      return problems.secondStrategy;
    case "too-long":
      return problems.tooLong(problem.most);
  }
}

type Refused = QuickWord & { readonly problem: QuickProblem };

/** Of a word that is quoted: more of it is no help. */
const MOST_QUOTED = 24;
const quoted = (word: string): string =>
  word.length > MOST_QUOTED ? `${word.slice(0, MOST_QUOTED)}…` : word;

/** The first thing that is amiss, in words; null when nothing is. Of a text that is cut off, that it is too long. */
export function problemText(text: string, { words }: QuickEntry): string | null {
  const refused = words.filter((word): word is Refused => word.problem !== undefined);
  const found = refused.find(({ problem }) => problem.code === "too-long") ?? refused[0];
  return found === undefined ? null : saidOf(found.problem, quoted(text.slice(found.start, found.end)));
}

/** A piece of the text: what is amiss is marked. */
export interface Piece {
  readonly text: string;
  readonly isBad: boolean;
  readonly start: number;
}

/** The whole text in pieces. A word that is still being typed is not marked for what may yet come. */
export function piecesOf(text: string, { words }: QuickEntry): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, problem } of words) {
    if (end <= start || problem === undefined || start < at) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isBad: false, start: at });
    pieces.push({ text: text.slice(start, end), isBad: true, start });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isBad: false, start: at });
  return pieces;
}
