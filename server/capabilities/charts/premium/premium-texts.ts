import { premiumAverage } from "#domain/chain/premium.ts";
import type { PREMIUM_INTERVALS } from "#protocol/http/chart-limits.ts";
import type { ChartSession } from "#protocol/http/chart-parts.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import type { SessionTimes } from "../../../market/history/session-times.ts";
import { type BarSpan, barsOf } from "../chart-bars.ts";
import { wantedOf } from "../chart-instruments.ts";
import type { ChartPast } from "../chart-past.ts";
import { createKeptTexts, type KeptTexts } from "../kept-texts.ts";
import { orNull } from "../minute-columns.ts";
import { partOf } from "../written-json.ts";
import { linePremium } from "./premium-minutes.ts";
import { type PremiumSession, type Reading, readSession } from "./premium-session.ts";
import { isRolling, type PremiumLine } from "./premium-strategies.ts";

/** Columns of a line, empty of what is not told of it: of bars of a minute high and low, of fixed contracts the strike. */
export type LineColumn = "premium" | "vwap" | "volume" | "high" | "low" | "carried" | "strike";
type LineColumns = Readonly<Record<LineColumn, Uint8Array>>;
const NOTHING = new Uint8Array(0);
const NO_COLUMNS: LineColumns = {
  ...{ premium: NOTHING, vwap: NOTHING, volume: NOTHING, high: NOTHING },
  ...{ low: NOTHING, carried: NOTHING, strike: NOTHING },
};
type Interval = (typeof PREMIUM_INTERVALS)[number];

/** Of a minute the end alone is known. */
export const hasRange = (interval: Interval): boolean => interval !== "1M";

/** What a session adds to the columns of a chart, as it is written. */
export interface SessionTexts {
  readonly told: ChartSession;
  readonly times: Uint8Array;
  readonly spot: Uint8Array;
  readonly lines: readonly LineColumns[];
  /** start of the last bar, null of none */
  readonly last: number | null;
}

interface Head extends Pick<SessionTexts, "told" | "times" | "spot" | "last"> {
  readonly bytes: number;
}
interface Line {
  readonly columns: LineColumns;
  /** What was read of the session for it beside the spot. */
  readonly groups: readonly string[];
  readonly bytes: number;
}

/** What texts are made by. */
export interface Writing {
  readonly reading: Reading & { readonly past: ChartPast };
  readonly lines: readonly PremiumLine[];
  readonly interval: Interval;
  /** names the list that lines that roll have their strikes of */
  readonly listed: string;
}

/** A line through a session of a market that never sleeps is some 50 kB by the minute, of six hours a quarter of that. */
const MOST_KEPT_BYTES = 16 * 2 ** 20;

const kept = new WeakMap<ChartPast, KeptTexts<Head | Line>>();

function keptOf(past: ChartPast): KeptTexts<Head | Line> {
  const own = kept.get(past) ?? createKeptTexts<Head | Line>(MOST_KEPT_BYTES);
  kept.set(past, own);
  return own;
}

function columnsOf(
  line: PremiumLine,
  { of }: PremiumSession,
  reference: (minute: number) => number,
  bars: readonly BarSpan[],
  isRanged: boolean,
): LineColumns {
  const premium = linePremium(line, of, reference);
  const average = premiumAverage();
  const columns = {
    premium: [] as (number | null)[],
    vwap: [] as (number | null)[],
    volume: [] as (number | null)[],
    high: [] as (number | null)[],
    low: [] as (number | null)[],
    carried: [] as boolean[],
    strike: [] as (number | null)[],
  };
  for (const { first, last } of bars) {
    let volume = Number.NaN;
    let traded: readonly boolean[] = [];
    let told = premium(first);
    let mean = Number.NaN;
    let [high, low] = [Number.NaN, Number.NaN];
    for (let minute = first; minute <= last; minute++) {
      const before = told.strike;
      if (minute > first) told = premium(minute);
      // What another strike's legs traded says nothing of these.
      const isSame = minute > first && Object.is(before, told.strike);
      traded = isSame ? told.traded.map((each, leg) => each || traded[leg] === true) : told.traded;
      if (!Number.isNaN(told.volume)) volume = (Number.isNaN(volume) ? 0 : volume) + told.volume;
      mean = average(told.premium, told.volume);
      if (!(told.premium <= high)) high = Number.isNaN(told.premium) ? high : told.premium;
      if (!(told.premium >= low)) low = Number.isNaN(told.premium) ? low : told.premium;
    }
    columns.premium.push(orNull(told.premium));
    columns.vwap.push(orNull(mean));
    columns.strike.push(orNull(told.strike));
    columns.volume.push(orNull(volume));
    columns.high.push(orNull(high));
    columns.low.push(orNull(low));
    columns.carried.push(traded.includes(false));
  }
  const { high, low, strike, ...told } = columns;
  const isTold = { ...told, ...(isRanged ? { high, low } : {}), ...(isRolling(line) ? { strike } : {}) };
  const written = Object.entries(isTold).map(([name, figures]) => [name, partOf(figures)] as const);
  return { ...NO_COLUMNS, ...Object.fromEntries(written) };
}

const sizeOf = (texts: readonly { readonly length: number }[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

function headOf(session: PremiumSession, bars: readonly BarSpan[]): Head {
  const times = partOf(bars.map(({ start }) => start));
  const spot = partOf(bars.map(({ last }) => orNull(session.spot.price(last))));
  const { told } = session;
  const bytes = sizeOf([times, spot, JSON.stringify(told)]);
  return { told, times, spot, last: bars.at(-1)?.start ?? null, bytes };
}

/** What of a session is read for contracts: an expiry's options together, anything else by itself. */
function groupsOf(contracts: readonly InstrumentDetails[], { underlying }: Reading): string[] {
  const groups = contracts.map((contract) => {
    const { expiry, token } = wantedOf(contract, underlying);
    return expiry > 0 ? `${expiry}` : `=${token}`;
  });
  return [...new Set(groups)];
}

/** Reads a session anew. */
async function write(
  { reading, interval }: Writing,
  lines: readonly PremiumLine[],
  session: SessionTimes,
  isPresent: boolean,
): Promise<{ readonly head: Head; readonly lines: readonly Line[] }> {
  const read = await readSession(reading, lines, session, isPresent);
  const bars = barsOf(read.open, read.minutes, interval);
  return {
    head: headOf(read, bars),
    lines: lines.map((line, i) => {
      const columns = columnsOf(line, read, read.references[i]!, bars, hasRange(interval));
      const groups = groupsOf(read.contracts[i]!, reading);
      return { columns, groups, bytes: sizeOf([...Object.values(columns), ...groups]) };
    }),
  };
}

const textsOf = ({ told, times, spot, last }: Head, lines: readonly Line[]): SessionTexts => ({
  ...{ told, times, spot, last },
  lines: lines.map(({ columns }) => columns),
});

/** Names a line by what it is made of: two requests for the same one find the same texts. */
function nameOf(line: PremiumLine, listed: string): string {
  if (!isRolling(line)) {
    const legs = line.legs.map(({ contract, sign, ratio }) => `${sign * ratio}x${contract.instrument_token}`);
    return `fixed ${legs.join(" ")}`;
  }
  return `rolling ${line.expiry} ${line.steps} ${line.reference} ${line.action} ${listed}`;
}

/**
 * A session that was over before the present market day. Its figures stay what they are for as long as the record does, so each line
 * is kept as it was written; what is not kept is read together.
 */
async function endedTexts(writing: Writing, session: SessionTimes): Promise<SessionTexts> {
  const { reading, lines, interval, listed } = writing;
  const { past, underlying, now } = reading;
  const texts = keptOf(past);
  const revision = past.revision();
  const about = `${underlying.spot.instrument_token} ${session.open} ${session.close} ${interval}`;
  const names = lines.map((line) => `${about} ${nameOf(line, listed)}`);
  const nameOfHead = (groups: readonly string[]) => `${about} with ${[...new Set(groups)].sort().join(" ")}`;
  const headKept = (of: readonly Line[]) =>
    texts.get(nameOfHead(of.flatMap(({ groups }) => groups)), revision, now) as Head | null;

  const known = names.map((name) => texts.get(name, revision, now) as Line | null);
  const missing = lines.filter((_, i) => known[i] === null);
  const made = missing.length === 0 ? null : await write(writing, missing, session, false);
  let next = 0;
  const own = known.map((each) => each ?? made!.lines[next++]!);
  // What is said of the session is of all that was read of it.
  let head = missing.length === lines.length ? made!.head : headKept(own);
  const isHeadKnown = head !== null && missing.length < lines.length;
  head ??= (await write(writing, lines, session, false)).head;
  // Something that could not be had, or that came meanwhile, is read again by who asks next.
  if (past.revision() === revision) {
    own.forEach((line, i) => {
      if (known[i] === null) texts.put(names[i]!, line, revision, now);
    });
    if (!isHeadKnown) texts.put(nameOfHead(own.flatMap(({ groups }) => groups)), head, revision, now);
  }
  return textsOf(head, own);
}

/** @param isPresent the session is that of the present market day */
export async function sessionTexts(
  writing: Writing,
  session: SessionTimes,
  isPresent: boolean,
): Promise<SessionTexts> {
  if (!isPresent && session.close <= writing.reading.now) return endedTexts(writing, session);
  const { head, lines } = await write(writing, writing.lines, session, isPresent);
  return textsOf(head, lines);
}
