import type { Origin } from "#domain/chain/origin.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Bar, BarQuery, BarSeries } from "../bus/market-past.ts";
import { pastBarsRequest } from "../bus/market-subjects.ts";
import { packBars, unpackBars } from "../bus/packed-bars.ts";
import { blocksOfBars } from "./option-minutes/blocks-of-bars.ts";
import type { PastRevision } from "./past-revision.ts";
import type { StartedBlock } from "./started-block.ts";

/** A stretch of one session, asked of the market's source. */
export interface Stretch {
  /** names the market, and the life of its feed where the past ends with that */
  readonly market: string;
  /** minutes that begin in [from, to), epoch ms */
  readonly from: number;
  readonly to: number;
  /**
   * Tokens of the spot and its nearest futures: one of them trades at any time of a session, so their bars say how far the source
   * knows of the others. A spot alone would not do: it rests while its closing auction goes on.
   */
  readonly witnesses: readonly number[];
  /** of the present day a source may know the beginning alone */
  readonly isPresent: boolean;
}

/** What the source says of some instruments over a stretch. */
interface Told {
  /** minutes that begin before this are told; `from` where nothing is */
  readonly told: number;
  readonly origin: Origin;
}
/** By the minute, in the form of the record; its volumes count from the stretch's beginning. */
export interface ToldOptions extends Told {
  readonly blocks: readonly StartedBlock[];
}
export interface ToldBars extends Told {
  /** packed, of one instrument */
  readonly bars: Uint8Array;
}

/** The past of the market's source by the minute: asked once, in portions that it takes, one after the other. */
export interface SourcePast {
  /** @returns each answer with those of the tokens that it is of; what cannot be had is left out */
  options(
    tokens: readonly number[],
    stretch: Stretch,
  ): Promise<{ readonly tokens: readonly number[]; readonly answer: ToldOptions }[]>;
  bars(
    tokens: readonly number[],
    stretch: Stretch,
  ): Promise<{ readonly token: number; readonly answer: ToldBars }[]>;
}

/** A question at most: half of what the feed takes (`server/market/feed/responders.ts`), so that its turn stays short. */
const MOST_BARS = 15_000;
const MOST_TOKENS = 100;
const MINUTE_MS = 60_000;
/** A broker answers a few questions a second. */
const SOURCE_MS = 15_000;
/** A source that did not answer is left alone so long. */
const RETRY_MS = 30_000;
/** Answers kept at hand, packed: a day of an index's four nearest expiries is about 1 MB. */
const MOST_KEPT_BYTES = 10 * 2 ** 20;

interface Portion<T> {
  readonly tokens: readonly number[];
  readonly keys: readonly string[];
  readonly answer: Promise<T | null>;
  bytes: number;
  /** performance.now(), Infinity while it has not */
  failedAt: number;
}

/** Answers by instrument and stretch, shared by those that ask the same; the oldest go when there are too many bytes. */
function createPortions<T>(
  ask: (tokens: readonly number[], stretch: Stretch) => Promise<T>,
  sizeOf: (answer: T) => number,
  revision: Pick<PastRevision, "missed">,
) {
  const byKey = new Map<string, Portion<T>>();
  let keptBytes = 0;

  function drop(portion: Portion<T>): void {
    for (const key of portion.keys) if (byKey.get(key) === portion) byKey.delete(key);
    keptBytes -= portion.bytes;
    portion.bytes = 0;
  }

  function begin(tokens: readonly number[], keys: readonly string[], stretch: Stretch): void {
    const portion: Portion<T> = {
      tokens,
      keys,
      bytes: 0,
      failedAt: Number.POSITIVE_INFINITY,
      answer: ask(tokens, stretch).then(
        (answer) => {
          portion.bytes = sizeOf(answer);
          keptBytes += portion.bytes;
          for (const oldest of new Set(byKey.values())) {
            if (keptBytes <= MOST_KEPT_BYTES || oldest === portion) break;
            drop(oldest);
          }
          return answer;
        },
        () => {
          portion.failedAt = performance.now();
          return null;
        },
      ),
    };
    for (const key of keys) byKey.set(key, portion);
  }

  return async (tokens: readonly number[], stretch: Stretch, most: number) => {
    const keyOf = (token: number) => `${stretch.market} ${stretch.from} ${stretch.to} ${token}`;
    const missing = tokens.filter((token) => {
      const known = byKey.get(keyOf(token));
      return known === undefined || performance.now() - known.failedAt > RETRY_MS;
    });
    for (let from = 0; from < missing.length; from += most) {
      const some = missing.slice(from, from + most);
      begin(some, some.map(keyOf), stretch);
    }
    const portions = new Map<Portion<T>, number[]>();
    for (const token of tokens) {
      const portion = byKey.get(keyOf(token));
      if (portion === undefined) continue;
      const own = portions.get(portion) ?? [];
      portions.set(portion, own);
      own.push(token);
    }
    const told: { readonly tokens: readonly number[]; readonly answer: T }[] = [];
    for (const [portion, own] of portions) {
      const answer = await portion.answer;
      if (answer === null) revision.missed();
      else told.push({ tokens: own, answer });
    }
    return told;
  };
}

/** A day that is over is known to its end where anything is known of it. */
const witnessesOf = ({ isPresent, witnesses }: Stretch): readonly number[] =>
  isPresent ? witnesses : witnesses.slice(0, 1);

/** The end of what is told; a minute without a bar before it had no trade. */
function toldUntil(series: readonly BarSeries[], { from, to, isPresent }: Stretch): number {
  const last = series.reduce((latest, { bars }) => Math.max(latest, bars.at(-1)?.start ?? 0), 0);
  if (last === 0) return from;
  return isPresent ? last + MINUTE_MS : to;
}

/** Bars of a source that does not say where they come from are trusted least. */
const originOf = (series: readonly BarSeries[]): Origin => series[0]?.origin ?? "simulated";

export function createSourcePast(bus: Bus, revision: Pick<PastRevision, "missed">): SourcePast {
  let queue: Promise<unknown> = Promise.resolve();

  /** One question at a time: the feed has its turns in between, and a broker its pauses. */
  function ask(some: readonly number[], stretch: Stretch): Promise<BarSeries[]> {
    const { from, to } = stretch;
    const tokens = [...new Set([...witnessesOf(stretch), ...some])];
    const query: BarQuery = { tokens, from, to, seconds: 60 };
    const turn = queue.then(async () => {
      const payload = await bus.request(pastBarsRequest(), Buffer.from(JSON.stringify(query)), SOURCE_MS);
      return payload.byteLength === 0 ? [] : unpackBars(payload);
    });
    queue = turn.catch(() => {});
    return turn;
  }

  const options = createPortions<ToldOptions>(
    async (tokens, stretch) => {
      const series = await ask(tokens, stretch);
      const told = toldUntil(series, stretch);
      const some = new Set(tokens);
      const wanted = series.filter(({ token }) => some.has(token));
      const blocks = blocksOfBars(wanted, stretch.from, told);
      return { blocks, told, origin: originOf(series) };
    },
    ({ blocks }) => blocks.reduce((sum, { body }) => sum + body.length, 0),
    revision,
  );
  const bars = createPortions<Map<number, ToldBars>>(
    async (tokens, stretch) => {
      const series = await ask(tokens, stretch);
      const told = toldUntil(series, stretch);
      const origin = originOf(series);
      return new Map(series.map((each) => [each.token, { bars: packBars([each]), told, origin }]));
    },
    (answer) => [...answer.values()].reduce((sum, each) => sum + each.bars.length, 0),
    revision,
  );
  const mostOf = (stretch: Stretch): number => {
    const most = Math.floor((MOST_BARS * MINUTE_MS) / (stretch.to - stretch.from));
    return Math.max(1, Math.min(MOST_TOKENS, most) - witnessesOf(stretch).length);
  };

  return {
    options: (tokens, stretch) => options(tokens, stretch, mostOf(stretch)),
    async bars(tokens, stretch) {
      const told = await bars(tokens, stretch, mostOf(stretch));
      return told.flatMap(({ tokens: some, answer }) =>
        some.flatMap((token) => {
          const own = answer.get(token);
          return own === undefined ? [] : [{ token, answer: own }];
        }),
      );
    },
  };
}

/** The bars of one instrument. */
export function barsOf({ bars }: ToldBars): readonly Bar[] {
  return unpackBars(bars)[0]?.bars ?? [];
}
