/**
 * How long does the instrument master take from storage to the first lookup, and how large is it on the wire? The plain
 * alternative is an object a contract: stored as such, as JSON text, or downloaded as a broker's CSV.
 */
import type { Instrument } from "#domain/instruments/types.ts";
import { encodeMetacache } from "#server/market/feed/encode-metacache.ts";
import { createSimulatedSource } from "#server/market/feed/sources/sim/simulated-source.ts";
import { createEngineStore } from "#workers/engine/chains/engine-store.ts";
import { createInstruments, type Instruments } from "#workers/engine/chains/listed-underlyings.ts";
import type { Clock } from "#workers/engine/edges.ts";
import { type Bench, compareTimes, distribution, goal } from "./harness.ts";
import { brotliBytes, createClonedStore, csvOf, gzipBytes } from "./metacache/forms.ts";
import { goals } from "./metacache/goals.ts";
import { scattered } from "./metacache/scattered.ts";

const START = Date.parse("2026-11-20T11:30:00+05:30");
/** The design's instrument master; ours is put to its size. */
const CONTRACTS = 40_000;

const OURS = "columns, ready for the chain";
const OBJECTS = "an object a contract";
const TEXT = "JSON text of objects";

const clock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export const bench: Bench = {
  name: "metacache",
  question: "How long until the instrument master is loaded from storage, and how large is it on the wire?",
  about:
    "Every option, future and underlying must be known before a chain can be shown or a symbol searched. The list is kept in the browser's IndexedDB, which builds a value anew on each read (structured cloning, measured here by V8's own serialiser), then checked and made ready for lookups.",
  compared: {
    [OURS]: "our columns read, checked and ready to give the expiries and strikes of an underlying",
    [OBJECTS]: "an array with an object a contract, cloned, then put into a map by token",
    [TEXT]: "the same array as JSON text, parsed, then put into a map by token",
  },
  async run(context) {
    context.progress("listing contracts");
    const source = createSimulatedSource({ seed: 1, clock: "exchange", startAt: START, universe: null });
    const listed = source.universe();
    source.dispose();
    const instruments = scattered(listed.instruments);
    const universe = { ...listed, instruments };
    const body = encodeMetacache(universe, { name: "sim", simulated: true }, START);
    const columns = createEngineStore(createClonedStore(), clock);
    await columns.writeMetacache(body, Number.NaN);
    const objects = createClonedStore();
    await objects.set("instruments", instruments);
    const text = JSON.stringify(instruments);
    const wanted = instruments.findLast((each) => each.type === "CE")!;
    const load = async (): Promise<Instruments> => {
      const stored = await columns.readMetacache();
      if (stored === null) throw new Error("the store does not give back what it was given");
      const loaded = createInstruments(stored.body);
      if (loaded.underlying(wanted.underlying) === null) throw new Error(`${wanted.underlying} is missing`);
      return loaded;
    };
    const byToken = (list: readonly Instrument[]): void => {
      if (new Map(list.map((each) => [each.token, each])).size === 0) throw new Error("nothing loaded");
    };
    const rows = await compareTimes(
      [
        { name: OURS, once: async () => void (await load()) },
        { name: OBJECTS, once: async () => byToken((await objects.get("instruments")) as Instrument[]) },
        { name: TEXT, once: async () => byToken(JSON.parse(text) as Instrument[]) },
      ],
      context,
    );
    const scale = CONTRACTS / instruments.length;
    const ours = rows.find(({ name }) => name === OURS)!;
    context.progress("compressing");
    const wire = {
      "our columns, Brotli": brotliBytes(JSON.stringify(body)),
      "our columns, gzip": gzipBytes(JSON.stringify(body)),
      "broker's CSV, gzip": gzipBytes(csvOf(instruments)),
      "broker's CSV, Brotli": brotliBytes(csvOf(instruments)),
      "JSON objects, gzip": gzipBytes(text),
    };
    const kB = (name: keyof typeof wire): number => wire[name] / 1000;
    return {
      tables: [
        {
          title: `From storage to the first lookup, ${instruments.length.toLocaleString("en")} instruments`,
          key: "load",
          unit: "ms",
          better: "lower",
          rows,
          ratios: [
            { what: `${OURS}, median at ${CONTRACTS} contracts`, value: ours.median * scale, ...goals.load },
            {
              what: `${OURS}, 95 % stay below, at ${CONTRACTS} contracts`,
              value: (ours.p95 ?? 0) * scale,
              unit: "ms",
            },
            ...goal(rows, OBJECTS, OURS, { better: "higher" }),
            ...goal(rows, TEXT, OURS, { better: "higher" }),
          ],
        },
        {
          title: "On the wire",
          unit: "kB",
          better: "lower",
          rows: Object.entries(wire).map(([name, bytes]) => distribution(name, [bytes / 1000])),
          ratios: [
            {
              what: `our columns, Brotli, at ${CONTRACTS} contracts`,
              value: kB("our columns, Brotli") * scale,
              ...goals.wire,
            },
            {
              what: "broker's CSV, gzip / our columns, Brotli",
              value: kB("broker's CSV, gzip") / kB("our columns, Brotli"),
              tolerance: 0.1,
              better: "higher",
            },
          ],
        },
      ],
      notes: [
        "contracts are listed by the exchanges' rules, with tokens dealt at random: an exchange's own lie closer together and compress better",
      ],
    };
  },
};
