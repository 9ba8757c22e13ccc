import { toWirePrice } from "#domain/units/tick.ts";
import {
  QUOTE_FULL_OI,
  QUOTE_FULL_OI_DAY_HIGH,
  QUOTE_FULL_OI_DAY_LOW,
  QUOTE_FULL_TOKEN,
} from "#protocol/generated/layout.ts";
import { ROW_WORDS } from "../../market-table.ts";
import { BUY, LEVELS } from "./books.ts";
import { type DayPlan, GROUP_OF_BUCKET } from "./day-plan.ts";
import type { Latent } from "./latent.ts";
import { placePositions, setPreviousUnits } from "./open-interest.ts";
import { quote, valueOption, valueRow } from "./quoting.ts";
import { type Random, uniformOf } from "./random.ts";
import type { SimulationBase } from "./simulation-base.ts";
import { bucketName, KIND, type MarketState } from "./state.ts";
import { toWire, WORD } from "./trading.ts";
import { indexFromBooks } from "./vix-from-books.ts";

const TOKEN = QUOTE_FULL_TOKEN / 4;
const OI = QUOTE_FULL_OI / 4;
const OI_HIGH = QUOTE_FULL_OI_DAY_HIGH / 4;
const OI_LOW = QUOTE_FULL_OI_DAY_LOW / 4;
/** A contract that trades less than this a day and has no open interest has never traded. */
const NEVER_TRADED_LOTS = 0.6;
const LONGEST_SILENCE_S = 5 * 86_400;

function setTokens(state: MarketState): void {
  state.universe.instruments.forEach((instrument, row) => {
    state.table.words[row * ROW_WORDS + TOKEN] = instrument.token;
  });
}

/** Rupees a row closed at when real data does not say. */
function theoreticalClose(state: MarketState, latent: Latent, row: number, at: number): number {
  const kind = state.kind[row]!;
  const u = state.owner[row]!;
  if (kind === KIND.VIX)
    return indexFromBooks(state, latent, at, (each) => valueOption(state, latent, each).fair);
  if (kind !== KIND.INDEX) return valueRow(state, latent, row, at).fair;
  const front = state.universe.underlyings[u]!.futures[0];
  const isReference = state.specs[u]!.kind === "commodity" && front !== undefined;
  return latent.spot[u]! * (isReference ? latent.carry(u, front.expiryInstant, at) : 1);
}

/** The books of the last close, for markets that stay shut for now. The latent market must stand at that close. */
export function layClosingBooks(state: MarketState, latent: Latent, plan: DayPlan, random: Random): void {
  for (let row = 0; row < state.rows; row++) {
    const kind = state.kind[row];
    if (kind === KIND.INDEX || kind === KIND.VIX || isAboutToOpen(state, plan, row)) continue;
    // Futures and options are priced at one instant, that of the surfaces, and shown as of the close.
    quote(state, latent, row, plan.start - 1, 1, random);
    const closedAt = plan.previousClose[GROUP_OF_BUCKET[bucketName(state, row)]];
    state.table.words[row * ROW_WORDS + WORD.AT] = Math.floor(closedAt / 1000);
  }
}

/**
 * The state before the first trade: yesterday's closes and positions, nothing traded, no books. The latent market must
 * stand at the previous close.
 */
export function openMarket(
  state: MarketState,
  latent: Latent,
  plan: DayPlan,
  seed: number,
  base: SimulationBase | undefined,
): void {
  setTokens(state);
  const at = plan.start - 1;
  const tokens = state.universe.instruments;
  placePositions(state, latent, seed, at, (row) => base?.previousOi.has(tokens[row]!.token) === true);
  const words = state.table.words;
  for (let row = 0; row < state.rows; row++) {
    const token = tokens[row]!.token;
    const oi = base?.previousOi.get(token);
    if (oi !== undefined) setPreviousUnits(state, row, oi);
    const known = base?.previousClose.get(token);
    const close = known ?? theoreticalClose(state, latent, row, at);
    const isOption = state.kind[row] === KIND.OPTION;
    const neverTraded =
      known === undefined && isOption && state.oiLots[row] === 0 && state.dayLots[row]! < NEVER_TRADED_LOTS;
    if (neverTraded || !(close > 0)) continue;
    const word = row * ROW_WORDS;
    // A real close is an average of trades and need not lie on the tick grid.
    const price =
      known === undefined
        ? toWire(state, row, Math.max(state.tick[row]!, close))
        : toWirePrice(known, state.divisor[row]!);
    words[word + WORD.LAST] = price;
    words[word + WORD.CLOSE] = price;
    const closedAt = plan.previousClose[GROUP_OF_BUCKET[bucketName(state, row)]];
    const silence = state.rate[row]! > 0 ? -Math.log(uniformOf(seed, token, 31)) / state.rate[row]! : 0;
    words[word + WORD.AT] = Math.floor(closedAt / 1000);
    if (state.kind[row] === KIND.INDEX || state.kind[row] === KIND.VIX) continue;
    words[word + WORD.TRADED_AT] = Math.floor(closedAt / 1000 - Math.min(LONGEST_SILENCE_S, silence));
    words[word + WORD.LAST_QUANTITY] = state.lot[row]!;
  }
}

const COLUMNS = [
  "fair",
  "quotedBase",
  "quotedDeviation",
  "quotedAt",
  "delta",
  "perDeviation",
  "halfSpread",
  "shape",
  "volume",
  "notional",
  "ahead",
  "oiLots",
  "oiDrift",
] as const satisfies readonly (keyof MarketState)[];

/** Carries instruments that are in both universes over, by token. */
export function transferRows(from: MarketState, to: MarketState): void {
  setTokens(to);
  const rows = new Map(from.universe.instruments.map((instrument, row) => [instrument.token, row]));
  to.universe.instruments.forEach((instrument, row) => {
    const old = rows.get(instrument.token);
    if (old === undefined) return;
    for (let k = 0; k < ROW_WORDS; k++) {
      to.table.words[row * ROW_WORDS + k] = from.table.words[old * ROW_WORDS + k]!;
    }
    to.table.previousOi[row] = from.table.previousOi[old]!;
    for (const column of COLUMNS) to[column][row] = from[column][old]!;
  });
}

/** Day figures start anew for every market that trades today. */
export function rollDay(state: MarketState, plan: DayPlan): void {
  const words = state.table.words;
  for (let row = 0; row < state.rows; row++) {
    if (!plan.trades[GROUP_OF_BUCKET[bucketName(state, row)]]) continue;
    const at = row * ROW_WORDS;
    words[at + WORD.CLOSE] = words[at + WORD.LAST]!;
    for (const word of [WORD.OPEN, WORD.HIGH, WORD.LOW, WORD.VOLUME, WORD.AVERAGE]) words[at + word] = 0;
    state.volume[row] = 0;
    state.notional[row] = 0;
    state.ahead[row] = 0;
    const oi = words[at + OI]! >>> 0;
    state.table.previousOi[row] = oi;
    state.oiLots[row] = oi / state.lot[row]!;
    words[at + OI_HIGH] = oi;
    words[at + OI_LOW] = oi;
  }
}

/** A market that opens later than this, or not at all, shows the books of its last close until then. */
const LONGEST_PRE_OPEN_MS = 30 * 60_000;

/** Whether a row's market is about to open when the day figures roll: there are no quotes then. */
function isAboutToOpen(state: MarketState, plan: DayPlan, row: number): boolean {
  const first = plan.spans[bucketName(state, row)][0];
  return first !== undefined && first.open <= plan.start + LONGEST_PRE_OPEN_MS;
}

/** Before a session there are no quotes. */
export function clearBooks(state: MarketState, plan: DayPlan): void {
  for (let row = 0; row < state.rows; row++) {
    if (!isAboutToOpen(state, plan, row)) continue;
    const at = row * ROW_WORDS + BUY;
    state.table.words.fill(0, at, at + 2 * LEVELS * 3);
  }
}
